import { assertEquals, assertRejects } from "@std/assert";
import { HuggingFace } from "../../client/client.ts";
import { ConnectionError } from "../../client/core/errors.ts";
import { startSandbox } from "../support/sandbox_server.ts";

Deno.test("a create whose answer is lost is sent once", async () => {
  const running = await startSandbox();
  try {
    const client = new HuggingFace({
      token: running.token,
      endpoint: running.url,
      inferenceEndpointsUrl: running.url,
    });
    // The first request leaves a connection that the second one reuses.
    await client.users.whoami();
    const match = { method: "POST" };
    running.sandbox.addFault({ match, action: { close: "after" } });
    await assertRejects(
      () =>
        client.endpoints.create("sandbox/demo", {
          type: "private",
          provider: { vendor: "gcp", region: "us-east4" },
          compute: {
            accelerator: "gpu",
            instanceType: "nvidia-l4",
            instanceSize: "x1",
            scaling: { minReplica: 1, maxReplica: 1 },
          },
          model: {
            repository: "acme/model",
            framework: "pytorch",
            image: { huggingface: {} },
          },
        }),
      ConnectionError,
    );
    const posts = running.sandbox.requests
      .filter(({ method }) => method === "POST");
    assertEquals(posts.map(({ status }) => status), [0]);
    assertEquals(
      (await client.endpoints.get("sandbox/demo")).name,
      "demo",
    );
  } finally {
    await running.stop();
  }
});
