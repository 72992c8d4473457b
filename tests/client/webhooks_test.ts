import { assert, assertEquals, assertRejects } from "@std/assert";
import { ApiError, NotFoundError, type WebhookBody } from "../../mod.ts";
import { control } from "../support/sandbox_server.ts";
import { refusal, startInSandbox } from "./in_sandbox.ts";

const body: WebhookBody = {
  watched: [{ type: "model", name: "acme/model" }],
  domains: ["repo"],
  url: "https://example.com/hook",
};

Deno.test("the secret of a webhook is stored and never shown", async () => {
  const { sandbox, client } = startInSandbox();
  const made = await client.webhooks.create({ ...body, secret: "s3cret" });
  assertEquals(made.hasSecret, true);
  const seen = [made, await client.webhooks.get(made.id)];
  seen.push(...await client.webhooks.list().toArray());
  assert(!JSON.stringify(seen).includes("s3cret"));
  const stored = await control({ sandbox }, `webhooks/${made.id}`);
  assertEquals((await stored.json())["secret"], "s3cret");
});

Deno.test("an update replaces what it names, the target too", async () => {
  const { client } = startInSandbox();
  const { id } = await client.webhooks.create({ ...body, secret: "s3cret" });
  const { url: _, ...rest } = body;
  const job = {
    flavor: "cpu-basic",
    dockerImage: "python",
    secrets: { K: "v" },
  };
  const domains = ["repo", "discussion"];
  const changed = await client.webhooks.update(id, { ...rest, domains, job });
  assertEquals([changed.url, changed.domains], [undefined, domains]);
  assertEquals(changed.job, {
    flavor: "cpu-basic",
    dockerImage: "python",
    environment: {},
    timeoutSeconds: null,
    secrets: ["K"],
  });
  assertEquals(changed.hasSecret, true);
});

Deno.test("what the service suspended is seen, and enabling repairs it", async () => {
  const { sandbox, client } = startInSandbox();
  const { id } = await client.webhooks.create(body);
  await control({ sandbox }, `webhooks/${id}`, {
    method: "PATCH",
    body: { disabled: "suspended-after-failure" },
  });
  const suspended = await client.webhooks.get(id);
  assertEquals(suspended.disabled, "suspended-after-failure");
  assertEquals((await client.webhooks.enable(id)).disabled, false);
  assertEquals((await client.webhooks.disable(id)).disabled, true);
  assertEquals((await client.webhooks.list().toArray())[0]?.disabled, true);
});

Deno.test("an event is sent once more, and the answer's status is told", async () => {
  const { client } = startInSandbox();
  const { id } = await client.webhooks.create(body);
  assertEquals(await client.webhooks.replay(id, "a".repeat(24)), 200);
});

Deno.test("a webhook that is gone is not found", async () => {
  const { client } = startInSandbox();
  const { id } = await client.webhooks.create(body);
  await client.webhooks.delete(id);
  for (
    const call of [
      () => client.webhooks.get(id),
      () => client.webhooks.update(id, body),
      () => client.webhooks.enable(id),
      () => client.webhooks.replay(id, "1"),
      () => client.webhooks.delete(id),
    ]
  ) await assertRejects(call, NotFoundError);
});

Deno.test("the sandbox refuses the webhooks that the Hub's document refuses", async () => {
  const { client } = startInSandbox();
  const { url: _, ...targetless } = body;
  const job = { flavor: "cpu-basic", dockerImage: "python" };
  const wrong: readonly WebhookBody[] = [
    targetless,
    { ...body, watched: [] },
    { ...body, watched: [{ type: "file", name: "acme/model" }] },
    { ...body, domains: [] },
    { ...body, domains: ["commit"] },
    { ...body, url: "not a url" },
    { ...body, secret: "café" },
    { ...body, jobSourceId: "1" },
    { ...targetless, job: { ...job, flavor: "h100" } },
    { ...targetless, job: { ...job, command: [] } },
    { ...targetless, job: { ...job, environment: { A: "1" } } },
    { ...targetless, job: { ...job, labels: { "a b": "1" } } },
    { ...targetless, job: { ...job, spaceId: "acme/space" } },
    { ...targetless, job: { flavor: "cpu-basic" } },
  ];
  for (const each of wrong) {
    const status = await refusal(() => client.webhooks.create(each));
    assertEquals(status, 400, JSON.stringify(each));
  }
  assertEquals(await client.webhooks.list().toArray(), []);
});

Deno.test("webhooks are seen by their owner only", async () => {
  const { client, as } = startInSandbox({
    tokens: { hf_alice: "alice:write" },
  });
  const { id } = await client.webhooks.create(body);
  const alice = as("hf_alice");
  assertEquals(await alice.webhooks.list().toArray(), []);
  await assertRejects(() => alice.webhooks.get(id), NotFoundError);
  await alice.webhooks.create(body);
  assertEquals((await client.webhooks.list().toArray()).map((one) => one.id), [
    id,
  ]);
});

Deno.test("reading and changing webhooks takes the right token", async () => {
  const tokens = {
    hf_read: "read",
    hf_hooks: "user.webhooks.read",
    hf_other: "repo.write",
  };
  for (
    const [token, read, write] of [
      ["hf_read", true, false],
      ["hf_hooks", true, false],
      ["hf_other", false, false],
      ["hf_nobody", false, false],
    ] as const
  ) {
    const client = startInSandbox({ tokens }).as(token);
    const allowed = async (call: () => Promise<unknown>) => {
      try {
        await call();
        return true;
      } catch (error) {
        assert(error instanceof ApiError);
        assert([401, 403].includes(error.status));
        return false;
      }
    };
    assertEquals(
      await allowed(() => client.webhooks.list().toArray()),
      read,
      token,
    );
    assertEquals(
      await allowed(() => client.webhooks.create(body)),
      write,
      token,
    );
  }
});
