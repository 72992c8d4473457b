import { assertEquals, assertStringIncludes } from "@std/assert";
import { HuggingFace } from "../../client/client.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { runExample } from "./support.ts";

const apps = {
  well: "print('hello')",
  broken: "# fail-to-run",
  unbuilt: "# fail-to-build",
  empty: undefined,
};

Deno.test("restart_failed_spaces restarts those that can be mended so", async () => {
  await using sandbox = await startSandbox({ startupMs: 10, createMs: 0 });
  const { url, token } = sandbox;
  const client = new HuggingFace({ token, endpoint: url });
  for (const [name, app] of Object.entries(apps)) {
    await client.repos.create({ type: "space", id: `acme/${name}` }, {
      sdk: "gradio",
    });
    const id = `acme/${name}`;
    if (app === undefined) continue;
    await client.files.commit({ type: "space", id }, {
      summary: "Add the application",
      operations: [{ path: "app.py", content: app }],
    });
  }
  sandbox.sandbox.advance(1_000);
  sandbox.sandbox.clearRequests();
  const { code, stdout, stderr } = await runExample(
    "restart_failed_spaces.ts",
    sandbox,
    ["acme"],
  );
  assertEquals(stderr, "");
  assertEquals(code, 1, "the empty one needs a person");
  assertStringIncludes(stdout, 'acme/broken: RUNTIME_ERROR ("Exit code: 1.');
  assertStringIncludes(stdout, 'acme/unbuilt: BUILD_ERROR ("Job failed');
  assertStringIncludes(stdout, "acme/empty: NO_APP_FILE, which only a commit");
  assertEquals(stdout.includes("acme/well"), false);
  const restarts = sandbox.sandbox.requests
    .filter(({ path }) => path.endsWith("/restart"))
    .map(({ path, query }) => path.split("/")[4] + query);
  assertEquals(restarts.toSorted(), ["broken", "unbuilt?factory=true"]);
});

Deno.test("restart_sleeping_spaces wakes those that sleep and leaves the others", async () => {
  await using sandbox = await startSandbox({ startupMs: 10, createMs: 0 });
  const { url, token } = sandbox;
  const client = new HuggingFace({ token, endpoint: url });
  const day = 24 * 3_600_000;
  for (const name of ["old", "paused", "young", "always"]) {
    if (name === "young") sandbox.sandbox.advance(2 * day);
    await client.repos.create({ type: "space", id: `acme/${name}` }, {
      sdk: "gradio",
      ...name === "always"
        ? { hardware: "t4-small", sleepTimeSeconds: -1 }
        : {},
      files: [{ path: "app.py", content: "print(1)", encoding: "utf-8" }],
    });
    sandbox.sandbox.advance(1_000);
  }
  await client.spaces.pause("acme/paused");
  assertEquals((await client.spaces.getRuntime("acme/old")).stage, "SLEEPING");
  sandbox.sandbox.clearRequests();
  const { code, stdout, stderr } = await runExample(
    "restart_sleeping_spaces.ts",
    sandbox,
    ["acme"],
  );
  const restarts = sandbox.sandbox.requests
    .filter(({ method }) => method === "POST").map(({ path }) => path);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout, "acme/old: runs\n1 of 1 woken\n");
  assertEquals(restarts, ["/api/spaces/acme/old/restart"]);
});
