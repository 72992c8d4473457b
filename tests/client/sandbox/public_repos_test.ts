// Public repositories of others are there, as on the Hub.
import { assertEquals, assertMatch } from "@std/assert";
import { catalogModels } from "../../../client/sandbox/endpoints/catalog_data.ts";
import type { Json } from "../../../client/sandbox/mod.ts";
import { ask, at, stillSandbox } from "./fixtures.ts";

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
