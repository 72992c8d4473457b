import { assertEquals } from "@std/assert";
import { HuggingFace } from "@hf-terraform/client";
import { startSandbox } from "../support/sandbox_server.ts";
import { runExample } from "./support.ts";

const example = "confirm_with_the_real_service.ts";

Deno.test("the sandbox is as confirm_with_the_real_service guesses, and left empty", async () => {
  const sandbox = await startSandbox();
  try {
    const args = ["--namespace", "acme"];
    const { code, stdout, stderr } = await runExample(example, sandbox, args);
    assertEquals([code, stderr], [0, ""]);
    const lines = stdout.trim().split("\n");
    assertEquals(lines.filter((line) => !line.startsWith("ok: ")), [
      "Everything is as guessed",
    ]);
    const { url: endpoint, token } = sandbox;
    const client = new HuggingFace({ endpoint, token });
    const left = [
      ...await client.repos.listInventory("acme").toArray(),
      ...await client.collections.list({ owner: ["acme"] }).toArray(),
      ...await client.webhooks.list().toArray(),
      ...await client.buckets.list("acme").toArray(),
    ];
    assertEquals(left, []);
  } finally {
    await sandbox.stop();
  }
});

Deno.test("confirm_with_the_real_service says what differs", async () => {
  const sandbox = await startSandbox();
  try {
    sandbox.sandbox.addFault({
      match: { method: "DELETE", path: "/branch/main" },
      action: { status: 400 },
    });
    const args = ["--namespace", "sandbox"];
    const { stdout } = await runExample(example, sandbox, args);
    const differs = stdout.split("\n").filter((line) => !/^(ok|$)/.test(line));
    assertEquals(differs, [
      "DIFFERS: main cannot be deleted: 400, not 403",
      "Not as guessed: 1. Please report the lines above",
    ]);
  } finally {
    await sandbox.stop();
  }
});

/** What the script says of the routes of an organization. */
async function saidOfOrganization(
  sandbox: Awaited<ReturnType<typeof startSandbox>>,
): Promise<string[]> {
  const args = ["--namespace", "acme"];
  const { stdout } = await runExample(example, sandbox, args);
  return stdout.split("\n").filter((line) => line.includes(" organization's "));
}

Deno.test("confirm_with_the_real_service only reads an organization, and says what its routes lack or refuse", async () => {
  const sandbox = await startSandbox();
  const { organizations } = new HuggingFace({
    endpoint: sandbox.url,
    token: sandbox.token,
  });
  try {
    // So that no list is empty.
    await organizations.resourceGroups.create("acme", { name: "g" });
    await organizations.serviceAccounts.create("acme", { name: "a" });
    await organizations.invitations.create("acme", {
      userName: "somebody-else",
      email: "a@example.com",
      externalId: "1",
    });
    sandbox.sandbox.clearRequests();
    const good = await saidOfOrganization(sandbox);
    assertEquals(good.length, 8);
    assertEquals(good.filter((line) => !line.startsWith("ok: ")), []);
    const path = /^\/api\/organizations\//;
    assertEquals(
      sandbox.sandbox.requests.filter((one) =>
        path.test(one.path) && one.method !== "GET"
      ),
      [],
    );
    for (
      const [path, action] of Object.entries({
        "/resource-groups$": { status: 200, body: [{ id: "1", users: {} }] },
        "/service-accounts$": { status: 402 },
        "/audit-log/export$": { status: 404 },
      })
    ) {
      sandbox.sandbox.addFault({ match: { method: "GET", path }, action });
    }
    const other = await saidOfOrganization(sandbox);
    assertEquals(other.filter((line) => !good.includes(line)), [
      "DIFFERS: GET of an organization's /resource-groups has the fields of " +
      'its document: ["name: undefined, not string","users: object, not ' +
      'array","resources: undefined, not array"], not []',
      "ok: GET of an organization's /service-accounts is refused to this " +
      "plan or role with 402",
      "DIFFERS: GET of an organization's /audit-log/export has the fields of " +
      "its document: 404, not []",
    ]);
  } finally {
    await sandbox.stop();
  }
});
