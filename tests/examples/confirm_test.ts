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
