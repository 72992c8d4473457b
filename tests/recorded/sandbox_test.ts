/**
 * The sandbox against the recorded answers: put into the same situation, it
 * answers in the same form. Values are its own.
 */
import { assertEquals } from "@std/assert";
import { ask, endpointBody, stillSandbox } from "../client/sandbox/fixtures.ts";
import type { Json, JsonObject } from "../../client/sandbox/mod.ts";
import { readAnswers, type RecordedAnswer } from "./answers.ts";

/** A request: a line such as `GET /api/…`, a body, and who sends it. */
type Step = readonly [
  line: string,
  body?: JsonObject | undefined,
  token?: string | null,
];

const nobody = null;
const model = "/api/models/acme/m";
const space = "/api/spaces/acme/s";
const app = `${space}/runtime`;
const requests = `${model}/user-access-request`;
const endpoints = "/v2/endpoint/acme";
const create = (type: string, name: string, more: JsonObject = {}): Step => [
  "POST /api/repos/create",
  { type, name, organization: "acme", ...more },
];
const commit = (where: string, path: string, content: string): Step => [
  `POST ${where}/commit/main`,
  {
    summary: "Change",
    files: [{ path, content, encoding: "base64" }],
  },
];
const aModel = create("model", "m");
const gated: readonly Step[] = [
  aModel,
  [`PUT ${model}/settings`, { gated: "manual" }],
];
const grant: Step = [`POST ${requests}/grant`, { user: "bob" }];
const asked: Step = ["POST /_sandbox/access-requests", {
  repo: "acme/m",
  user: "bob",
}];
const handle = (body: JsonObject): Step => [`POST ${requests}/handle`, body];
const aSpace = create("space", "s", { sdk: "docker" });
const aStatic = create("space", "s", { sdk: "static" });
const dockerfile = commit(space, "Dockerfile", btoa("FROM scratch"));
const later: Step = ["POST /_sandbox/clock", { ms: 60_000 }];
const running: readonly Step[] = [aSpace, dockerfile, later];
const job: JsonObject = {
  flavor: "cpu-basic",
  dockerImage: "python:3.12",
  command: ["true"],
};
const broken = (path: string, value: Json): JsonObject => {
  const body = endpointBody();
  const names = path.split(".");
  const last = names.pop() ?? "";
  let inner: Json = body;
  for (const name of names) inner = (inner as JsonObject)[name] ?? null;
  (inner as JsonObject)[last] = value;
  return body;
};

/** What brings the sandbox into the situation; the last asks. */
const situations: Readonly<Record<string, readonly Step[]>> = {
  "access/access-accepted": [
    ...gated,
    asked,
    handle({ user: "bob", status: "accepted" }),
    [`GET ${requests}/accepted`],
  ],
  "access/access-bad-status": [...gated, handle({ user: "bob", status: "x" })],
  "access/access-empty": [...gated, [`GET ${requests}/rejected`]],
  "access/access-grant-again": [...gated, grant, grant],
  "access/access-grant-ok": [...gated, grant],
  "access/access-granted-without-email": [
    ...gated,
    grant,
    [`GET ${requests}/accepted`],
  ],
  "access/access-handle-not-gated": [
    aModel,
    handle({ user: "bob", status: "accepted" }),
  ],
  "access/access-handle-ok": [
    ...gated,
    asked,
    handle({ user: "bob", status: "accepted" }),
  ],
  "access/access-handle-same-status": [
    ...gated,
    grant,
    handle({ user: "bob", status: "accepted" }),
  ],
  "access/access-limit-5": [...gated, [`GET ${requests}/accepted?limit=5`]],
  "access/access-list-not-gated": [aModel, [`GET ${requests}/accepted`]],
  "access/access-long-reason": [
    ...gated,
    handle({
      user: "bob",
      status: "rejected",
      rejectionReason: "x".repeat(201),
    }),
  ],
  "access/access-not-permitted": [
    ...gated,
    [`GET ${requests}/accepted`, undefined, "hf_other"],
  ],
  "access/access-pending": [...gated, asked, [`GET ${requests}/pending`]],
  "access/access-unknown-user": [
    ...gated,
    handle({ user: "none", status: "accepted" }),
  ],
  "endpoints/catalog-public-2026": [["GET /v2/provider"]],
  "endpoints/catalog-hub-test": [["GET /v2/provider/acme"]],
  "endpoints/endpoint-compute-not-found": [
    [
      `POST ${endpoints}`,
      broken("compute", {
        accelerator: "cpu",
        instanceType: "c6i",
        instanceSize: "medium",
        scaling: { minReplica: 1, maxReplica: 1 },
      }),
    ],
  ],
  "endpoints/endpoint-create-403-payment-verbatim": [
    ["POST /v2/endpoint/broke", endpointBody()],
  ],
  "endpoints/endpoint-gated-500": [
    [`POST ${endpoints}`, broken("model.repository", "acme/no-access")],
  ],
  "endpoints/endpoint-not-visible-yet": [[`GET ${endpoints}/none`]],
  "endpoints/endpoint-permission-read": [
    [`GET ${endpoints}`, undefined, "hf_jobs"],
  ],
  "endpoints/endpoint-permission-write": [
    [`POST ${endpoints}`, endpointBody(), "hf_jobs"],
  ],
  "endpoints/endpoint-scale-timeout": [
    [`POST ${endpoints}`, broken("compute.scaling.scaleToZeroTimeout", 5)],
  ],
  "endpoints/endpoint-secrets-null": [
    [`POST ${endpoints}`, broken("model.secrets", null)],
  ],
  "endpoints/endpoint-vllm-url": [
    [`POST ${endpoints}`, broken("model.image", { vLLM: {} })],
  ],
  "endpoints/quotas-of-a-user": [["GET /v2/provider/quotas/sandbox"]],
  "buckets/bucket-401-not-found": [
    ["GET /api/buckets/acme/none", undefined, nobody],
  ],
  "files/commit-400-binary": [aModel, commit(model, "a.b", "AAAA")],
  "files/raw-gated-401-all-headers": [
    ...gated,
    ["GET /acme/m/resolve/main/a.txt", undefined, nobody],
  ],
  "files/raw-entry-not-found-all-headers": [
    aModel,
    ["GET /acme/m/resolve/main/a.txt"],
  ],
  "files/raw-repo-missing-401-all-headers": [
    ["GET /acme/m/resolve/main/a.txt", undefined, nobody],
  ],
  "files/raw-redirect-resolve-cache-307": [
    aModel,
    commit(model, "a.txt", "YQ=="),
    ["GET /acme/m/resolve/main/a.txt"],
  ],
  "files/tree-main": [
    aModel,
    commit(model, "a/a.txt", "YQ=="),
    [`GET ${model}/tree/main`],
  ],
  "jobs/jobs-run-402": [["POST /api/jobs/broke", job]],
  "jobs/jobs-run-403-permission": [
    ["POST /api/jobs/acme", job, "hf_endpoints"],
  ],
  "refs/commits-gated-anonymous": [
    ...gated,
    [`GET ${model}/commits/main`, undefined, nobody],
  ],
  "refs/refs-dataset": [
    aModel,
    [`POST ${model}/tag/main`, { tag: "v1" }],
    [`GET ${model}/refs`],
  ],
  "repos/authcheck-anonymous": [
    ...gated,
    [`GET ${model}/auth-check`, undefined, nobody],
  ],
  "repos/authcheck-no-request": [
    ...gated,
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ],
  "repos/authcheck-awaiting": [
    ...gated,
    ["POST /_sandbox/access-requests", { repo: "acme/m", user: "other" }],
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ],
  "repos/authcheck-rejected": [
    ...gated,
    ["POST /_sandbox/access-requests", { repo: "acme/m", user: "other" }],
    handle({ user: "other", status: "rejected" }),
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ],
  "repos/authcheck-reset": [
    ...gated,
    [`POST ${requests}/grant`, { user: "other" }],
    handle({ user: "other", status: "reset" }),
    [`GET ${model}/auth-check`, undefined, "hf_other"],
  ],
  "repos/list-models-expand-usedStorage": [
    ["GET /api/models?expand=usedStorage"],
  ],
  "repos/model-list-default-2026": [
    ["GET /api/models?author=openai-community"],
  ],
  "repos/model-list-expanded": [
    ...gated,
    [
      "GET /api/models?author=acme&" +
      ["author", "disabled", "gated", "lastModified", "sha", "createdAt"]
        .map((name) => `expand=${name}`).join("&"),
    ],
  ],
  "repos/model-expand-absent": [aModel, [`GET ${model}?expand=inference`]],
  "repos/model-tiny-gated-expand": [
    [
      "GET /api/models/meta-llama/Llama-3.1-8B-Instruct" +
      "?expand=gated&expand=cardData",
    ],
  ],
  "repos/models-sort-400": [["GET /api/models?sort=trending_score"]],
  "repos/repo-create-401-invalid": [
    ["POST /api/repos/create", { name: "m" }, "hf_unknown"],
  ],
  "repos/repo-create-403-namespace": [
    ["POST /api/repos/create", { name: "m", organization: "huggingface" }],
  ],
  "repos/repo-create-space-402-docker": [
    ["POST /api/repos/create", {
      type: "space",
      sdk: "docker",
      name: "s",
    }, "hf_other"],
  ],
  "repos/repo-create-space-ok": [aSpace],
  "repos/repo-not-found-anonymous": [[`GET ${model}`, undefined, nobody]],
  "repos/route-unknown-404": [["GET /api/organizations/acme"]],
  "repos/settings-gated-false": [
    aModel,
    [`PUT ${model}/settings`, { gated: false }],
  ],
  "repos/settings-gated-manual": gated,
  "repos/model-renamed-redirect": [["GET /api/models/gpt2"]],
  "spaces/space-runtime-paused": [...running, [`POST ${space}/pause`], [
    `GET ${app}`,
  ]],
  "spaces/space-runtime-domains": [...running, [`GET ${app}`]],
  "spaces/space-runtime-running-with-sha": [...running, [`GET ${app}`]],
  "spaces/space-runtime-build-error": [
    aSpace,
    commit(space, "Dockerfile", btoa("fail-to-build")),
    later,
    [`GET ${app}`],
  ],
  "spaces/space-runtime-exit-128": [
    aSpace,
    commit(space, "Dockerfile", btoa("fail-to-run")),
    later,
    [`GET ${app}`],
  ],
  "spaces/space-variables-mode": [
    aStatic,
    [`POST ${space}/variables`, { key: "MODE", value: "a", description: "b" }],
    [`GET ${space}/variables`],
  ],
  "access/access-accepted-by": [
    ...gated,
    asked,
    handle({ user: "bob", status: "accepted" }),
    [`GET ${requests}/accepted`],
  ],
  "access/access-cancel-none": [
    ...gated,
    [`POST ${requests}/cancel`, {}, "hf_other"],
  ],
  "access/access-cancel-ok": [
    ...gated,
    [`POST /_sandbox/access-requests`, { repo: "acme/m", user: "other" }],
    [`POST ${requests}/cancel`, {}, "hf_other"],
  ],
  "access/access-grant-not-gated": [aModel, grant],
  "access/access-handle-reset": [
    ...gated,
    grant,
    handle({ user: "bob", status: "reset", resetReason: "once more" }),
  ],
  "access/access-of-others-not-gated": [
    ["GET /api/models/openai-community/gpt2/user-access-request/pending"],
  ],
  "access/access-repo-not-found": [[`GET ${requests}/pending`]],
  "access/access-reset": [
    ...gated,
    asked,
    handle({ user: "bob", status: "reset" }),
    [`GET ${requests}/reset`],
  ],
  "files/commit-success": [...[aModel], commit(model, "a.txt", "YQ==")],
  "files/preupload-regular": [aModel, [`POST ${model}/preupload/main`, {
    files: [{ path: "app.py", size: 1, sample: "YQ==" }],
  }]],
  "files/raw-gated-403-no-request": [
    ...gated,
    ["GET /acme/m/resolve/main/a.txt", undefined, "hf_other"],
  ],
  "refs/commits-bad-revision": [
    aModel,
    [`GET ${model}/commits/no-such-branch-x9`],
  ],
  "repos/authcheck-ok": [...gated, [`GET ${model}/auth-check`]],
  "repos/repo-create-409-model": [aModel, aModel],
  "repos/repo-create-409-space": [aSpace, aSpace],
  "repos/repo-private-404-2024": [[`GET ${model}`]],
  "repos/repo-create-space-private": [aSpace],
  "repos/repo-delete-ok": [aModel, ["DELETE /api/repos/delete", {
    type: "model",
    name: "m",
    organization: "acme",
  }]],
  "spaces/space-runtime-static": [aStatic, [`GET ${app}`]],
  "spaces/space-secret-delete-missing": [
    aSpace,
    [`DELETE ${space}/secrets`, { key: "none" }],
  ],
  "spaces/space-secret-set": [
    aSpace,
    [`POST ${space}/secrets`, { key: "foo", value: "123" }],
  ],
  "spaces/space-variable-set": [
    aSpace,
    [`POST ${space}/variables`, { key: "foo", value: "123" }],
  ],
  "spaces/space-secret-delete": [
    aSpace,
    [`POST ${space}/secrets`, { key: "foo", value: "123" }],
    [`DELETE ${space}/secrets`, { key: "foo" }],
  ],
  "spaces/space-variable-delete-missing": [
    aSpace,
    [`POST ${space}/variables`, {
      key: "foo",
      value: "123",
      description: "a",
    }],
    [`POST ${space}/variables`, { key: "MODEL_REPO_ID", value: "a" }],
    [`POST ${space}/variables`, {
      key: "MODEL_PAPER",
      value: "a",
      description: "b",
    }],
    [`DELETE ${space}/variables`, { key: "none" }],
  ],
  "spaces/space-variables-none": [aSpace, [`GET ${space}/variables`]],
  "users/org-not-found": [["GET /api/organizations/none/overview"]],
  "users/user-not-found": [["GET /api/users/none/overview"]],
  "users/whoami-write": [["GET /api/whoami-v2", undefined, "hf_bob"]],
  "users/whoami-anonymous": [["GET /api/whoami-v2", undefined, nobody]],
  "users/whoami-bad-token": [["GET /api/whoami-v2", undefined, "hf_unknown"]],
  "users/whoami-fine-grained-2026-07": [
    ["GET /api/whoami-v2", undefined, "hf_lone"],
  ],
};

/** What is not compared, by the reason. */
const open: Readonly<Record<string, RegExp>> = {
  "made up by the tests of an official client, or by documentation":
    /two-vendors|several-authors|postpaid|-rust|-mock|mock$|hub-test|verbatim$|gc-timeout|openapi-example|endpoint-(list|pending|updating)$|commit-done|exposed|suspended|rawlogs|org-|webhook-/,
  "cut by who recorded it to what was of interest":
    /api-200|-head$|dataset-|disabled|space-list|docker-(basic|running)|zero-gpu|app-starting|error-null|overview|list-bare|user-|job-|endpoint-(created|delete|catalog|tei)|collection|commits-initial|list-whole|model-(whole|anonymous)/,
  "asks for what the sandbox has no limits or errors for":
    /private-storage|storage-patterns|too-many-files|(create|run)-500|412-race|429|existing-static|list-404-html|without-code|payment-required|runtime-auto|provider-mapping/,
  "the same as another, of another time":
    /redirect-body|bare-name-redirect|403-awaiting|set-description|set-again|space-variables$/,
  "in the form of 2025, before replicas and domains were left out":
    /space-(pause|restart|runtime-building)$/,
  "holds what a repository holds, not what the route adds":
    /model-(expanded|gated-(anonymous|manual)|without)|raw-(readme|large)|revision-xet|preupload-exists|first-page|two-of-many/,
  "no report is kept, and nobody grants access to oneself":
    /access-report|to-oneself/,
  "hides what the sandbox has no reason to hide": /masked/,
  "in the form of 2023, and of another client": /2023|expanded-security/,
  "asked for as JSON; the sandbox answers content in text":
    /raw-entry-not-found$/,
  "answered by a running container, not by the API": /endpoint-data/,
  "the words of 2024": /commit-403-read-token|(401|dataset)-2024$/,
  "guessed: which texts stand where": /validate-yaml|config-error|scan-eicar/,
};

/** What differs, by the reason. */
const differing: readonly (readonly [reason: string, difference: RegExp])[] = [
  ["who accepted a request is not kept", /accepted-by: lacks .*grantedBy/],
  [
    "the form of 2025; one of 2026 has no storage",
    /runtime-static: (lacks storage|has (domains|sha))/,
  ],
  ["its user is in organizations", /whoami-write: has orgs/],
  ["the official client reads it", /access-.*: has \[\]\.requestId$/],
  ["a sandbox knows how many processors there are", /catalog.*numCpus$/],
  [
    "a key stands beside its value in documentation only",
    /variable.*: has .*(key|updatedAt)$/,
  ],
  ["a version of another image", /: lacks pySpacesVersion$/],
  ["the served commit came in 2026-07", /runtime-domains: has sha$/],
  [
    "observers named what was of interest",
    /(build-error|exit-128): has replicas|409-model: has url/,
  ],
  [
    "the token says more, or less, than it did",
    /whoami-fine.*(orgs|email|global\[\])$/,
  ],
  ["the card is another one", /model-tiny-gated-expand: has cardData\./],
  [
    "the text of a redirect was not kept",
    /model-renamed-redirect: (lacks|has error)/,
  ],
];

/** The places of a value with the type that stands there. */
function formOf(value: Json | undefined, at = ""): Map<string, string> {
  const form = new Map<string, string>();
  if (Array.isArray(value)) {
    for (const item of value) {
      for (const [place, type] of formOf(item, `${at}[]`)) {
        const known = form.get(place);
        form.set(
          place,
          known === undefined || known === type ? type : `${known}|${type}`,
        );
      }
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const place = at === "" ? name : `${at}.${name}`;
      for (const entry of formOf(inner, place)) form.set(...entry);
    }
  } else {
    const isTime = typeof value === "string" &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
    form.set(at, value === null ? "null" : isTime ? "time" : typeof value);
  }
  return form;
}

/** A text without the names in it. */
function nameless(text: string | null | undefined): string {
  return (text ?? "").replaceAll(/[\w.-]+\/[\w.-]+(?=[\s.]|$)/g, "ID")
    .replaceAll(/(namespace:? "?)[\w-]+/g, "$1NAME")
    .replaceAll(/\n {2}→ at [\w[\].]+$| \* at [\w[\].]+$/g, "")
    .replaceAll(/(?<=models\/)\S+|(?<=files:)[^]*/g, "REST")
    .replaceAll(/https:\/\/huggingface\.co\/\S+/g, "PAGE");
}

const told = ["x-error-message", "x-error-code", "www-authenticate"];

function differences(
  answer: RecordedAnswer,
  reply: Awaited<ReturnType<typeof ask>>,
): string[] {
  const found: string[] = [];
  if (reply.status !== answer.status) found.push(`status ${reply.status}`);
  for (const name of told) {
    const wanted = answer.headers[name];
    const given = reply.headers.get(name);
    if (wanted !== undefined && nameless(wanted) !== nameless(given)) {
      found.push(`${name} is ${given}`);
    }
  }
  const own = /json/.test(reply.headers.get("content-type") ?? "")
    ? JSON.parse(reply.text)
    : reply.text;
  if (answer.status >= 400) {
    const [wanted, given] = [answer.body, own].map((body) =>
      nameless(
        typeof body === "string" ? body : (body as JsonObject).error as string,
      )
    );
    if (wanted !== given) found.push(`says ${given}, not ${wanted}`);
  }
  const [wanted, given] = [formOf(answer.body as Json), formOf(own)];
  for (const [place, type] of wanted) {
    if (!given.has(place)) found.push(`lacks ${place}`);
    else if (
      !given.get(place)?.split("|").some((each) => type.includes(each))
    ) {
      found.push(`${place} is ${given.get(place)}, not ${type}`);
    }
  }
  for (const place of given.keys()) {
    if (!wanted.has(place)) found.push(`has ${place}`);
  }
  return found.map((each) => `${answer.name}: ${each}`)
    .filter((each) => !differing.some(([, pattern]) => pattern.test(each)));
}

const tokens = {
  hf_other: "other:write",
  hf_bob: "bob:write",
  hf_lone: "other:inference.endpoints.write",
  hf_jobs: "job.write",
  hf_endpoints: "inference.endpoints.write",
};

Deno.test("the sandbox answers in the form that was recorded", async (t) => {
  for (const answer of await readAnswers()) {
    const steps = situations[answer.name];
    if (steps === undefined) continue;
    await t.step(answer.name, async () => {
      const sandbox = stillSandbox({
        tokens,
        users: [{ name: "bob" }, { name: "other" }],
        organizations: [
          { name: "acme", plan: "plus" },
          { name: "broke", canPay: false },
        ],
      });
      let reply: Awaited<ReturnType<typeof ask>> | undefined;
      for (const [line, body, token] of steps) {
        if (line.endsWith("/clock")) {
          sandbox.advance(60_000);
          continue;
        }
        const isHub = !line.includes(" /v2/");
        const answered = await ask(sandbox, line, body, {
          ...isHub ? { origin: "https://huggingface.co" } : {},
          ...token === undefined ? {} : { token },
        });
        reply = answered;
      }
      if (reply === undefined) throw new Error("Nothing was asked");
      assertEquals(differences(answer, reply), []);
    });
  }
});

Deno.test("each recorded answer is compared, or has its reason", async () => {
  const names = (await readAnswers()).map(({ name }) => name);
  const without = names.filter((name) =>
    situations[name] === undefined &&
    !Object.values(open).some((pattern) => pattern.test(name))
  );
  assertEquals(without, []);
  assertEquals(
    Object.keys(situations).filter((one) => !names.includes(one)),
    [],
  );
});
