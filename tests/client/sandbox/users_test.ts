import { assertEquals } from "@std/assert";
import type { Sandbox } from "../../../client/sandbox/mod.ts";
import { ask, stillSandbox } from "./fixtures.ts";

const origin = "https://huggingface.co";

function sandboxOf(
  members: Record<string, "contributor" | "no_access">,
): Sandbox {
  return stillSandbox({
    createMs: 0,
    tokens: { hf_alice: "alice:write", hf_bob: "bob:write" },
    organizations: [{ name: "acme", members }],
  });
}

async function statusOf(
  sandbox: Sandbox,
  token: string,
  line: string,
  body?: Record<string, string | boolean>,
): Promise<number> {
  return (await ask(sandbox, line, body, { origin, token })).status;
}

const create = "POST /api/repos/create";

Deno.test("a contributor changes what is their own, and nothing else", async () => {
  const sandbox = sandboxOf({ alice: "contributor" });
  const made = (token: string, name: string) =>
    statusOf(sandbox, token, create, { organization: "acme", name });
  assertEquals(await made(sandbox.token, "ours"), 200);
  assertEquals(await made("hf_alice", "hers"), 200);
  assertEquals(await made("hf_bob", "his"), 403);
  const hide = (token: string, name: string) =>
    statusOf(sandbox, token, `PUT /api/models/acme/${name}/settings`, {
      private: true,
    });
  assertEquals(await hide("hf_alice", "hers"), 200);
  assertEquals(await hide("hf_alice", "ours"), 403);
  assertEquals(await hide("hf_bob", "ours"), 403);
  assertEquals(
    await statusOf(sandbox, "hf_bob", "GET /api/models/acme/hers"),
    404,
  );
});

Deno.test("who has no access sees what strangers see", async () => {
  const sandbox = sandboxOf({ alice: "no_access" });
  const body = { organization: "acme", name: "ours", private: true };
  assertEquals(await statusOf(sandbox, sandbox.token, create, body), 200);
  const read = "GET /api/models/acme/ours";
  assertEquals(await statusOf(sandbox, "hf_alice", read), 404);
});

Deno.test("an admin changes roles, where the plan has them", async () => {
  const sandbox = sandboxOf({ alice: "contributor" });
  const role = (token: string, user: string, role: string) =>
    statusOf(
      sandbox,
      token,
      `PUT /api/organizations/acme/members/${user}/role`,
      {
        role,
      },
    );
  assertEquals(await role("hf_alice", "alice", "admin"), 403);
  assertEquals(await role(sandbox.token, "nobody", "read"), 404);
  assertEquals(await role(sandbox.token, "alice", "owner"), 400);
  assertEquals(await role(sandbox.token, "alice", "admin"), 200);
  assertEquals(await role("hf_alice", "sandbox", "read"), 200);
  const poor = stillSandbox({ organizations: [{ name: "poor", plan: null }] });
  const line = "PUT /api/organizations/poor/members/alice/role";
  const answer = await ask(poor, line, { role: "read" }, { origin });
  assertEquals(answer.status, 402);
});

Deno.test("a free account has what its plan includes", async () => {
  const sandbox = sandboxOf({});
  const made = (body: Record<string, string | boolean>) =>
    statusOf(sandbox, "hf_alice", create, { name: "x", ...body });
  const space = { type: "space", private: true };
  assertEquals(await made({ ...space, sdk: "gradio" }), 402);
  assertEquals(await made({ region: "eu" }), 402);
  assertEquals(await made({ ...space, sdk: "static" }), 200);
});

Deno.test("a user's name in other letters redirects", async () => {
  const { status } = await ask(stillSandbox(), "GET /api/users/ALICE/overview");
  assertEquals(status, 307);
});
