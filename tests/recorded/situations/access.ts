import {
  aModel,
  asked,
  gated,
  grant,
  handle,
  requests,
  type Situations,
  whole,
} from "./steps.ts";

/** Access to gated repositories. */
export const accessSituations: Situations = {
  "access/access-accepted": whole(
    ...gated,
    asked,
    handle({ user: "bob", status: "accepted" }),
    [`GET ${requests}/accepted`],
  ),
  "access/access-bad-status": whole(
    ...gated,
    handle({ user: "bob", status: "x" }),
  ),
  "access/access-empty": whole(...gated, [`GET ${requests}/rejected`]),
  "access/access-grant-again": whole(...gated, grant, grant),
  "access/access-grant-ok": whole(...gated, grant),
  "access/access-granted-without-email": whole(...gated, grant, [
    `GET ${requests}/accepted`,
  ]),
  "access/access-handle-not-gated": whole(
    aModel,
    handle({ user: "bob", status: "accepted" }),
  ),
  "access/access-handle-ok": whole(
    ...gated,
    asked,
    handle({ user: "bob", status: "accepted" }),
  ),
  "access/access-handle-same-status": whole(
    ...gated,
    grant,
    handle({ user: "bob", status: "accepted" }),
  ),
  "access/access-limit-5": whole(...gated, [
    `GET ${requests}/accepted?limit=5`,
  ]),
  "access/access-list-not-gated": whole(aModel, [`GET ${requests}/accepted`]),
  "access/access-long-reason": whole(
    ...gated,
    handle({
      user: "bob",
      status: "rejected",
      rejectionReason: "x".repeat(201),
    }),
  ),
  "access/access-not-permitted": whole(...gated, [
    `GET ${requests}/accepted`,
    undefined,
    "hf_other",
  ]),
  "access/access-pending": whole(...gated, asked, [`GET ${requests}/pending`]),
  "access/access-unknown-user": whole(
    ...gated,
    handle({ user: "none", status: "accepted" }),
  ),
  "access/access-accepted-by": whole(
    ...gated,
    asked,
    handle({ user: "bob", status: "accepted" }),
    [`GET ${requests}/accepted`],
  ),
  "access/access-cancel-none": whole(...gated, [
    `POST ${requests}/cancel`,
    {},
    "hf_other",
  ]),
  "access/access-cancel-ok": whole(...gated, [
    `POST /_sandbox/access-requests`,
    { repo: "acme/m", user: "other" },
  ], [`POST ${requests}/cancel`, {}, "hf_other"]),
  "access/access-grant-not-gated": whole(aModel, grant),
  "access/access-handle-reset": whole(
    ...gated,
    grant,
    handle({ user: "bob", status: "reset", resetReason: "once more" }),
  ),
  "access/access-of-others-not-gated": whole([
    "GET /api/models/openai-community/gpt2/user-access-request/pending",
  ]),
  "access/access-repo-not-found": whole([`GET ${requests}/pending`]),
  "access/access-reset": whole(
    ...gated,
    asked,
    handle({ user: "bob", status: "reset" }),
    [`GET ${requests}/reset`],
  ),
  "access/access-granted-to-oneself": whole(
    ...gated,
    [`POST ${requests}/grant`, { user: "sandbox" }],
    [`GET ${requests}/accepted`],
  ),
  "access/access-report": whole(
    ...gated,
    asked,
    ["GET /acme/m/user-access-report"],
  ),
  "access/access-report-reviewed": whole(
    ...gated,
    asked,
    handle({ user: "bob", status: "rejected" }),
    ["GET /acme/m/user-access-report"],
  ),
};
