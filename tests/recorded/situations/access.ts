import {
  accessRequest,
  aModel,
  gatedModel,
  grant,
  handle,
  requests,
  sendAs,
  type Situations,
  wholeAnswer,
} from "./steps.ts";

/** Access to gated repositories. */
export const accessSituations: Situations = {
  "access/access-accepted": wholeAnswer(
    ...gatedModel,
    accessRequest,
    handle({ user: "bob", status: "accepted" }),
    [`GET ${requests}/accepted`],
  ),
  "access/access-bad-status": wholeAnswer(
    ...gatedModel,
    handle({ user: "bob", status: "x" }),
  ),
  "access/access-empty": wholeAnswer(...gatedModel, [
    `GET ${requests}/rejected`,
  ]),
  "access/access-grant-again": wholeAnswer(...gatedModel, grant, grant),
  "access/access-grant-ok": wholeAnswer(...gatedModel, grant),
  "access/access-granted-without-email": wholeAnswer(...gatedModel, grant, [
    `GET ${requests}/accepted`,
  ]),
  "access/access-handle-not-gated": wholeAnswer(
    aModel,
    handle({ user: "bob", status: "accepted" }),
  ),
  "access/access-handle-ok": wholeAnswer(
    ...gatedModel,
    accessRequest,
    handle({ user: "bob", status: "accepted" }),
  ),
  "access/access-handle-same-status": wholeAnswer(
    ...gatedModel,
    grant,
    handle({ user: "bob", status: "accepted" }),
  ),
  "access/access-limit-5": wholeAnswer(...gatedModel, [
    `GET ${requests}/accepted?limit=5`,
  ]),
  "access/access-list-not-gated": wholeAnswer(aModel, [
    `GET ${requests}/accepted`,
  ]),
  "access/access-long-reason": wholeAnswer(
    ...gatedModel,
    handle({
      user: "bob",
      status: "rejected",
      rejectionReason: "x".repeat(201),
    }),
  ),
  "access/access-not-permitted": wholeAnswer(
    ...gatedModel,
    sendAs("hf_other", [`GET ${requests}/accepted`]),
  ),
  "access/access-pending": wholeAnswer(...gatedModel, accessRequest, [
    `GET ${requests}/pending`,
  ]),
  "access/access-unknown-user": wholeAnswer(
    ...gatedModel,
    handle({ user: "none", status: "accepted" }),
  ),
  "access/access-accepted-by": wholeAnswer(
    ...gatedModel,
    accessRequest,
    handle({ user: "bob", status: "accepted" }),
    [`GET ${requests}/accepted`],
  ),
  "access/access-cancel-none": wholeAnswer(...gatedModel, [
    `POST ${requests}/cancel`,
    {},
    "hf_other",
  ]),
  "access/access-cancel-ok": wholeAnswer(...gatedModel, [
    `POST /_sandbox/access-requests`,
    { repo: "acme/m", user: "other" },
  ], [`POST ${requests}/cancel`, {}, "hf_other"]),
  "access/access-grant-not-gated": wholeAnswer(aModel, grant),
  "access/access-handle-reset": wholeAnswer(
    ...gatedModel,
    grant,
    handle({ user: "bob", status: "reset", resetReason: "once more" }),
  ),
  "access/access-of-others-not-gated": wholeAnswer([
    "GET /api/models/openai-community/gpt2/user-access-request/pending",
  ]),
  "access/access-repo-not-found": wholeAnswer([`GET ${requests}/pending`]),
  "access/access-reset": wholeAnswer(
    ...gatedModel,
    accessRequest,
    handle({ user: "bob", status: "reset" }),
    [`GET ${requests}/reset`],
  ),
  "access/access-granted-to-oneself": wholeAnswer(
    ...gatedModel,
    [`POST ${requests}/grant`, { user: "sandbox" }],
    [`GET ${requests}/accepted`],
  ),
  "access/access-report": wholeAnswer(
    ...gatedModel,
    accessRequest,
    ["GET /acme/m/user-access-report"],
  ),
  "access/access-report-reviewed": wholeAnswer(
    ...gatedModel,
    accessRequest,
    handle({ user: "bob", status: "rejected" }),
    ["GET /acme/m/user-access-report"],
  ),
};
