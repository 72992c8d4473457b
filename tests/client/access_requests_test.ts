import { assertEquals } from "@std/assert";
import type { HuggingFace, RepoRef } from "../../mod.ts";
import type { Sandbox } from "../../client/sandbox/mod.ts";
import { control } from "../support/sandbox_server.ts";
import { refusal, startInSandbox } from "./in_sandbox.ts";

const repo: RepoRef = { type: "model", id: "acme/gated" };
const user = "somebody-else";

async function start(gated: "auto" | "manual" | false, token?: string) {
  const { sandbox, client, as } = startInSandbox({
    createMs: 0,
    tokens: {
      hf_read: "read",
      hf_access: "repo.access.read",
      hf_user: `${user}:write`,
    },
  });
  await client.repos.create({ type: "model", id: "acme/gated" });
  await client.repos.update(repo, { gated });
  return { sandbox, client: as(token ?? sandbox.token), as };
}

async function ask(sandbox: Sandbox, fields = {}): Promise<void> {
  const body = { repo: repo.id, user, fields };
  await control({ sandbox }, "access-requests", { body });
}

async function names(
  client: HuggingFace,
): Promise<Readonly<Record<string, readonly (string | undefined)[]>>> {
  const found: Record<string, readonly (string | undefined)[]> = {};
  for (const status of ["pending", "accepted", "rejected"]) {
    const all = await client.accessRequests.list(repo, { status }).toArray();
    if (all.length > 0) found[status] = all.map(({ user }) => user?.user);
  }
  return found;
}

Deno.test("a grant is an accepted request, and can be rejected and accepted again", async () => {
  const { client } = await start("auto");
  const { accessRequests } = client;
  assertEquals(await names(client), {});
  await accessRequests.grant(repo, user);
  assertEquals(await names(client), { accepted: [user] });
  assertEquals(await refusal(() => accessRequests.grant(repo, user)), 400);
  const rejected = { status: "rejected", rejectionReason: "No" };
  await accessRequests.handle(repo, { user }, rejected);
  assertEquals(await names(client), { rejected: [user] });
  assertEquals(
    await refusal(() => accessRequests.handle(repo, { user }, rejected)),
    404,
  );
  await accessRequests.grant(repo, user);
  assertEquals(await names(client), { accepted: [user] });
});

Deno.test("a request waits where access is granted by hand, and is decided by its id", async () => {
  const { sandbox, client } = await start("manual");
  await ask(sandbox, { Company: "Acme" });
  const [request] = await client.accessRequests.list(repo, {
    status: "pending",
    limit: 1,
  }).toArray();
  assertEquals(request?.fields, { Company: "Acme" });
  assertEquals(request?.user?.email, "somebody-else@example.com");
  const { requestId = "" } = request ?? {};
  await client.accessRequests.handle(repo, { requestId }, {
    status: "accepted",
  });
  assertEquals(await names(client), { accepted: [user] });
  await client.accessRequests.handle(repo, { requestId }, { status: "reset" });
  assertEquals(await names(client), {});
});

Deno.test("where access is automatic, asking is enough", async () => {
  const { sandbox, client } = await start("auto");
  await ask(sandbox);
  assertEquals(await names(client), { accepted: [user] });
  assertEquals(
    await client.accessRequests.handleMany(repo, [user, "nobody"], {
      status: "rejected",
    }),
    [
      { user, ok: true },
      { user: "nobody", ok: false, error: "user_not_found" },
    ],
  );
});

Deno.test("what is gated is copied by those who have access, until they give it up", async () => {
  const { client: { accessRequests }, as } = await start("manual");
  const other = as("hf_user");
  const copy = (name: string) => other.repos.duplicate(repo, `${user}/${name}`);
  assertEquals(await refusal(() => copy("a")), 403);
  await accessRequests.grant(repo, user);
  await copy("a");
  await other.accessRequests.cancel(repo);
  assertEquals(await refusal(() => other.repos.checkAccess(repo)), 403);
});

Deno.test("access is managed by those who may write to the repository", async () => {
  for (const [token, status] of [["hf_read", 403], ["", 401]] as const) {
    const { client } = await start("manual", token);
    assertEquals(await refusal(() => names(client)), status, token);
  }
  const { client } = await start("manual", "hf_access");
  assertEquals(await names(client), {});
});
