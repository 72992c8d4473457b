import { assertEquals } from "@std/assert";
import type { Json } from "../../../client/sandbox/mod.ts";
import { ask, stillSandbox } from "./fixtures.ts";

const create = "POST /api/repos/create";
const settings = "PUT /api/models/sandbox/demo/settings";
const tag = "POST /api/models/sandbox/demo/tag/main";
const branch = "POST /api/models/sandbox/demo/branch";

/** Requests, and the status and error code that refuse each. */
const refusals:
  readonly (readonly [string, Json | undefined, number, string?])[] = [
    // A route that is not imitated is unknown, whatever it looks like.
    ["GET /api/kernels/acme/demo", undefined, 404],
    ["GET /api/containers/acme/demo", undefined, 404],
    ["GET /api/models/sandbox/demo/nothing", undefined, 404],
    ["GET /api/scim/v2/Users", undefined, 404],
    ["GET /api/models/gpt3", undefined, 404, "RepoNotFound"],
    ["GET /api/models/sandbox/none", undefined, 404, "RepoNotFound"],
    [
      "GET /api/models/sandbox/demo/revision/none",
      undefined,
      404,
      "RevisionNotFound",
    ],
    ["GET /sandbox/demo/resolve/main/none", undefined, 404, "EntryNotFound"],
    ["GET /api/models/sandbox/demo?expand=nothing", undefined, 400],
    ["GET /api/models?sort=nothing", undefined, 400],
    ["GET /api/users/nobody/overview", undefined, 404],
    ["GET /api/organizations/nobody/overview", undefined, 404],
    [settings, { gated: "bogus" }, 400],
    [settings, { private: "yes" }, 400],
    [settings, { gatedNotificationsEmail: "nobody" }, 400],
    [create, { name: "x", license: "none" }, 400],
    [create, { name: "x", region: "moon" }, 400],
    [create, { name: "x", resourceGroupId: "1" }, 400],
    [create, { name: "x", private: true, visibility: "public" }, 400],
    [create, { name: "demo" }, 409],
    [tag, { tag: "invalid tag" }, 400],
    [tag, { tag: "a..b" }, 400],
    [`${branch}/main`, {}, 409],
    // what git refuses.
    ...["main/y", "a/.b", "q.lock/y", "q.lock", "@", "a\u0007b", "-a"].map((
      name,
    ) => [`${branch}/${encodeURIComponent(name)}`, {}, 400] as const),
    [tag, { tag: "a/.b" }, 400],
    ["POST /api/models/sandbox/demo/commit/main", {
      summary: "x",
      files: [{ path: "a", content: "1" }, { path: "a/b", content: "1" }],
    }, 400],
    [`${branch}/refs%2Fpr%2F5`, {}, 400],
    [`${branch}/x`, { startingPoint: "none" }, 404, "RevisionNotFound"],
    ["DELETE /api/models/sandbox/demo/branch/main", undefined, 403],
    [
      "DELETE /api/models/sandbox/demo/tag/none",
      undefined,
      404,
      "RevisionNotFound",
    ],
    [
      "POST /api/models/sandbox/demo/commit/none",
      { summary: "x" },
      404,
      "RevisionNotFound",
    ],
    ["POST /api/models/sandbox/demo/commit/main", {}, 400],
    [
      "POST /api/models/sandbox/demo/super-squash/none",
      {},
      404,
      "RevisionNotFound",
    ],
    ["GET /api/models/sandbox/demo/jwt?expires_in=90000", undefined, 400],
    ["GET /api/models/sandbox/demo/commits/main?limit=0", undefined, 400],
    ["POST /api/repos/move", {
      fromRepo: "sandbox/demo",
      toRepo: "sandbox/other/demo",
      type: "model",
    }, 400],
    ["POST /api/models/sandbox/demo/duplicate", {
      repository: "sandbox/other/demo",
    }, 400],
    [create, { name: "x", files: [{ path: "../a", content: "1" }] }, 422],
    [create, { name: "x", files: [{ path: ".git/a", content: "1" }] }, 422],
    [create, {
      name: "x",
      files: [{ path: "a", content: "1" }, { path: "a/b", content: "1" }],
    }, 400],
  ];

Deno.test("the Hub refuses what it does not do", async (t) => {
  const sandbox = stillSandbox({ createMs: 0 });
  const origin = "https://huggingface.co";
  await ask(sandbox, create, { name: "demo" }, { origin });
  for (const [line, body, status, code = null] of refusals) {
    await t.step(`${line} ${JSON.stringify(body ?? "")}`, async () => {
      const answer = await ask(sandbox, line, body, { origin });
      assertEquals(
        [answer.status, answer.headers.get("x-error-code")],
        [status, code],
        answer.text,
      );
    });
  }
});

Deno.test("of creates of one branch at once, one is taken", async () => {
  const sandbox = stillSandbox({ createMs: 0 });
  const origin = "https://huggingface.co";
  await ask(sandbox, create, { name: "demo" }, { origin });
  const made = await Promise.all(
    [1, 2, 3].map(() => ask(sandbox, `${branch}/x`, {}, { origin })),
  );
  assertEquals(made.map(({ status }) => status).sort(), [200, 409, 409]);
});

Deno.test("a bad token is refused where none is needed", async () => {
  const sandbox = stillSandbox();
  const options = { origin: "https://huggingface.co", token: "hf_bad" };
  for (
    const path of [
      "models",
      "spaces/hardware",
      "users/sandbox/overview",
      "organizations/acme/overview",
      "organizations/acme/members",
    ]
  ) {
    const line = `GET /api/${path}`;
    const none = await ask(sandbox, line, undefined, {
      ...options,
      token: null,
    });
    const bad = await ask(sandbox, line, undefined, options);
    assertEquals([none.status, bad.status], [200, 401], path);
  }
});

Deno.test("a create takes its time, and no other of the user is taken meanwhile", async () => {
  const times: number[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const sandbox = stillSandbox({
    createMs: 7,
    sleep(ms) {
      if (times.push(ms) > 1) resolve();
      return end;
    },
  });
  const make = async (name: string) =>
    (await ask(sandbox, create, { name })).status;
  const first = make("a");
  assertEquals(await make("b"), 409);
  resolve();
  assertEquals([await first, times], [200, [7]]);
});
