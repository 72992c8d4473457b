import {
  create,
  later,
  nobody,
  partialAnswer,
  type RequestStep,
  sendAs,
  type Situations,
  wholeAnswer,
} from "./steps.ts";
import type { JsonObject } from "../../../client/sandbox/mod.ts";

const job: JsonObject = {
  flavor: "cpu-basic",
  dockerImage: "python:3.12",
  command: ["true"],
  arguments: [],
  environment: {},
};
const aJob = (changes: JsonObject = {}): RequestStep => [
  "POST /api/jobs/acme",
  { ...job, ...changes },
];
const aCollection: RequestStep = [
  "POST /api/collections",
  { title: "A", description: "b", namespace: "acme" },
];
const item = (type: string, id: string): RequestStep => [
  "POST /api/collections/{slug}/items",
  { item: { type, id } },
];
const aHook: RequestStep = ["POST /api/settings/webhooks", {
  watched: [{ type: "org", name: "acme" }],
  url: "https://hooks.example.com/x",
  secret: "my-secret",
  domains: ["repo", "discussion"],
}];

/** Accounts, collections, jobs and webhooks. */
export const othersSituations: Situations = {
  "jobs/jobs-run-402": wholeAnswer(["POST /api/jobs/broke", job]),
  "jobs/jobs-run-403-permission": wholeAnswer([
    "POST /api/jobs/acme",
    job,
    "hf_endpoints",
  ]),
  "users/org-not-found": wholeAnswer(["GET /api/organizations/none/overview"]),
  "users/user-not-found": wholeAnswer(["GET /api/users/none/overview"]),
  "users/whoami-write": wholeAnswer(sendAs("hf_bob", ["GET /api/whoami-v2"])),
  "users/whoami-anonymous": wholeAnswer(sendAs(nobody, ["GET /api/whoami-v2"])),
  "users/whoami-bad-token": wholeAnswer(
    sendAs("hf_unknown", ["GET /api/whoami-v2"]),
  ),
  "users/whoami-fine-grained-2026-07": wholeAnswer(
    sendAs("hf_lone", ["GET /api/whoami-v2"]),
  ),
  "collections/collection-every-kind": partialAnswer(
    create("dataset", "d"),
    create("model", "m"),
    create("space", "s", { sdk: "static" }),
    aCollection,
    ["POST /api/collections", {
      title: "B",
      description: "b",
      namespace: "acme",
      item: { type: "collection", id: "{slug}" },
    }],
    item("dataset", "acme/d"),
    item("model", "acme/m"),
    item("space", "acme/s"),
    item("paper", "2307.09288"),
    ["GET /api/collections/{slug}"],
  ),
  "collections/collection-list": partialAnswer(
    create("dataset", "d"),
    create("space", "s", { sdk: "static" }),
    aCollection,
    item("dataset", "acme/d"),
    item("space", "acme/s"),
    item("paper", "2307.09288"),
    ["GET /api/collections?owner=acme"],
  ),
  "collections/collection-of-a-user": partialAnswer(
    create("model", "m"),
    aCollection,
    item("model", "acme/m"),
    ["GET /api/collections/{slug}"],
  ),
  "jobs/job-404-other-namespace": wholeAnswer(
    aJob(),
    ["GET /api/jobs/sandbox/{id}"],
  ),
  "jobs/job-completed": partialAnswer(
    aJob({ secrets: { A: "b" }, environment: { UV_SCRIPT_URL: "a" } }),
    later,
    ["GET /api/jobs/acme/{id}"],
  ),
  "jobs/job-completed-2025-07": partialAnswer(
    aJob(),
    later,
    ["GET /api/jobs/acme/{id}"],
  ),
  "jobs/job-error-timeout": partialAnswer(
    aJob({ command: ["sleep", "600"], timeoutSeconds: 10 }),
    later,
    ["GET /api/jobs/acme/{id}"],
  ),
  "jobs/job-running": partialAnswer(
    aJob({ command: ["sleep", "600"] }),
    later,
    ["GET /api/jobs/acme/{id}"],
  ),
  "jobs/job-sandbox-exposed": partialAnswer(
    aJob({
      command: ["sleep", "600"],
      labels: {
        "hf-sandbox": "1",
        "hf-sandbox-mode": "a",
        "hf-sandbox-nonce": "b",
      },
      expose: { ports: [8000] },
    }),
    later,
    ["GET /api/jobs/acme/{id}"],
  ),
  "jobs/scheduled-job-py-test-verbatim": partialAnswer(
    ["POST /api/scheduled-jobs/acme", {
      jobSpec: job,
      schedule: "@hourly",
      suspend: false,
      concurrency: false,
    }],
    ["GET /api/scheduled-jobs/acme/{id}"],
  ),
  "jobs/scheduled-job-suspended": partialAnswer(
    ["POST /api/scheduled-jobs/acme", { jobSpec: job, schedule: "@hourly" }],
    ["POST /api/scheduled-jobs/acme/{id}/suspend"],
    ["GET /api/scheduled-jobs/acme"],
    ["POST /api/scheduled-jobs/acme/{0.id}/run"],
    ["GET /api/scheduled-jobs/acme"],
    ["GET /api/scheduled-jobs/acme/{0.id}"],
  ),
  "organizations/org-member-role-ok": wholeAnswer(
    ["PUT /api/organizations/acme/members/alice/role", { role: "read" }],
  ),
  "organizations/org-resource-groups-list": partialAnswer(
    ["POST /api/organizations/acme/resource-groups", {
      name: "A",
      description: "b",
      users: [],
      repos: [],
    }],
    ["GET /api/organizations/acme/resource-groups"],
  ),
  "users/org-full-rust": partialAnswer([
    "GET /api/organizations/acme/overview",
  ]),
  "users/org-overview": partialAnswer(["GET /api/organizations/acme/overview"]),
  "users/user-full-rust": partialAnswer(["GET /api/users/sandbox/overview"]),
  "users/user-overview": partialAnswer(["GET /api/users/sandbox/overview"]),
  "users/user-redirect-case": wholeAnswer(["GET /api/users/Sandbox/overview"]),
  "users/whoami-postpaid": partialAnswer(["GET /api/whoami-v2"]),
  "webhooks/webhook-get": partialAnswer(
    aHook,
    ["GET /api/settings/webhooks/{webhook.id}"],
  ),
  "webhooks/webhook-get-with-hasSecret": partialAnswer(
    aHook,
    ["GET /api/settings/webhooks/{webhook.id}"],
  ),
};
