import { assertEquals, assertMatch } from "@std/assert";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";
import { catalogModels } from "../../../client/sandbox/endpoints/catalog_data.ts";
import type { Json } from "../../../client/sandbox/mod.ts";

const manage = "inference.endpoints.write";

const tokens = {
  hf_read: "read",
  hf_manage: manage,
  hf_acme: `${manage}@acme`,
  hf_infer: "inference.endpoints.infer.write",
};

const get = "GET /v2/endpoint/sandbox";
const post = "POST /v2/endpoint/sandbox";

const cases: readonly (readonly [
  who: string,
  token: string | null | undefined,
  line: string,
  status: number,
  code: string | undefined,
])[] = [
  ["nobody lists", null, get, 401, "UNAUTHORIZED"],
  ["a bad token lists", "hf_wrong", get, 401, "UNAUTHORIZED"],
  ["the user lists", undefined, get, 200, undefined],
  [
    "the user lists an organization",
    undefined,
    "GET /v2/endpoint/acme",
    200,
    undefined,
  ],
  ["a read token lists", "hf_read", get, 200, undefined],
  ["a read token creates", "hf_read", post, 403, "FORBIDDEN"],
  ["a managing token creates", "hf_manage", post, 200, undefined],
  [
    "a token of the organization lists it",
    "hf_acme",
    "GET /v2/endpoint/acme",
    200,
    undefined,
  ],
  [
    "a token of the organization lists the user",
    "hf_acme",
    get,
    403,
    "FORBIDDEN",
  ],
  ["an inference token lists", "hf_infer", get, 403, "FORBIDDEN"],
  [
    "the user lists what is not theirs",
    undefined,
    "GET /v2/endpoint/huggingface",
    403,
    "FORBIDDEN",
  ],
  [
    "the user lists what does not exist",
    undefined,
    "GET /v2/endpoint/nobody",
    404,
    "NOT_FOUND",
  ],
  [
    "nobody reads the public catalogue",
    null,
    "GET /v2/provider",
    200,
    undefined,
  ],
  [
    "nobody reads the quota of the user",
    null,
    "GET /v2/provider/sandbox",
    401,
    "UNAUTHORIZED",
  ],
  [
    "nobody asks for a route there is not",
    null,
    "GET /v2/nothing",
    404,
    undefined,
  ],
  [
    "a known route with another method",
    undefined,
    "PATCH /v2/endpoint/sandbox/x",
    404,
    undefined,
  ],
];

Deno.test("each token may do what its role allows", async (t) => {
  for (const [who, token, line, status, code] of cases) {
    await t.step(who, async () => {
      const sandbox = stillSandbox({ tokens });
      const body = line.startsWith("POST") ? endpointBody() : undefined;
      const options = token === undefined ? {} : { token };
      const reply = await ask(sandbox, line, body, options);
      assertEquals([reply.status, reply.body.code], [status, code], reply.text);
    });
  }
});

Deno.test("a member without write access only reads", async () => {
  const organizations = [{ name: "acme", role: "read" as const }];
  const sandbox = stillSandbox({ organizations });
  const list = await ask(sandbox, "GET /v2/endpoint/acme");
  const create = await ask(sandbox, "POST /v2/endpoint/acme", endpointBody());
  assertEquals([list.status, create.status], [200, 403]);
});

Deno.test("a paid feature needs a plan", async () => {
  const organizations = [{ name: "free", plan: null }, { name: "acme" }];
  const sandbox = stillSandbox({ organizations });
  const free = await ask(sandbox, "GET /v2/audit-logs/free");
  const paid = await ask(sandbox, "GET /v2/audit-logs/acme");
  assertEquals([free.status, paid.status], [403, 200]);
});

Deno.test("whoami tells the role in each organization, and what a token may do there", async () => {
  const sandbox = stillSandbox({ tokens });
  const { body } = await ask(sandbox, "GET /api/whoami-v2", undefined, {
    origin: "https://huggingface.co",
    token: "hf_acme",
  });
  const [org] = Array.isArray(body.orgs) ? body.orgs : [];
  assertEquals([at(org, "name"), at(org, "roleInOrg")], ["acme", "admin"]);
  assertMatch(
    JSON.stringify(at(body, "auth.accessToken.fineGrained.scoped")),
    /"name":"acme".*endpoints\.write/,
  );
});

Deno.test("a browser may call from another origin", async () => {
  const sandbox = stillSandbox();
  const preflight = await sandbox.fetch(
    new Request("https://api.endpoints.huggingface.cloud/v2/endpoint/acme", {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization",
      },
    }),
  );
  assertEquals(preflight.status, 204);
  const allowed = preflight.headers.get("access-control-allow-methods");
  assertMatch(String(allowed), /PUT/);
  for (const line of [get, "GET /nothing"]) {
    const reply = await ask(sandbox, line, undefined, { token: null });
    assertEquals(reply.headers.get("access-control-allow-origin"), "*");
  }
});

// Public repositories of others are there, as on the Hub.

const origin = "https://huggingface.co";

Deno.test("models of the catalogue and others that are known are public", async () => {
  const sandbox = stillSandbox();
  for (
    const id of [
      ...catalogModels.map(({ repoId }) => repoId),
      "openai-community/gpt2",
      "Qwen/Qwen3-0.6B",
    ]
  ) {
    const { status, body } = await ask(
      sandbox,
      `GET /api/models/${id}`,
      undefined,
      { token: null },
    );
    assertEquals([status, body["id"], body["private"]], [200, id, false]);
  }
  const { body } = await ask(
    sandbox,
    "GET /api/models/openai-community/gpt2/revision/607a30d783dfa663caf39e06633721c8d4cfcd7e",
  );
  assertEquals(at(body, "cardData.license"), "mit");
});

Deno.test("a name without a namespace leads to the present one", async () => {
  const sandbox = stillSandbox();
  for (
    const [from, to] of [
      ["/api/models/gpt2", "/api/models/openai-community/gpt2"],
      ["/api/datasets/squad", "/api/datasets/rajpurkar/squad"],
      [
        "/api/models/gpt2?expand=sha&x=a%20b",
        "/api/models/openai-community/gpt2?expand=sha&x=a%20b",
      ],
      [
        "/gpt2/resolve/main/config.json",
        "/openai-community/gpt2/resolve/main/config.json",
      ],
    ] as const
  ) {
    const { status, headers } = await ask(sandbox, `GET ${from}`, undefined, {
      origin,
    });
    assertEquals([status, headers.get("location")], [307, to]);
  }
  const { status, headers } = await ask(
    sandbox,
    "GET /api/models/gpt3",
    undefined,
    { origin },
  );
  assertEquals([status, headers.get("x-error-code")], [404, "RepoNotFound"]);
});

Deno.test("what others published is no one's here", async () => {
  const sandbox = stillSandbox();
  const body: Json = { name: "gpt2", organization: "openai-community" };
  for (
    const [line, sent] of [
      ["DELETE /api/repos/delete", body],
      ["PUT /api/models/openai-community/gpt2/settings", { private: true }],
      ["POST /api/models/openai-community/gpt2/tag/main", { tag: "v1" }],
      ["POST /api/repos/create", { ...body, name: "mine" }],
    ] as const
  ) {
    assertEquals((await ask(sandbox, line, sent, { origin })).status, 403);
  }
  const own = await ask(sandbox, "GET /api/settings/repositories");
  assertEquals(own.text, "[]");
  const page = await sandbox.fetch(
    new Request(`${origin}/`, { headers: { "x-sandbox-key": sandbox.key } }),
  );
  assertMatch(await page.text(), /No .*models and datasets/);
});

Deno.test("an organization of the user is not somebody else's", async () => {
  const sandbox = stillSandbox({ organizations: [{ name: "Qwen" }] });
  const { status } = await ask(sandbox, "GET /api/models/Qwen/Qwen3-8B");
  assertEquals(status, 404);
});
