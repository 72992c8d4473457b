import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import { received } from "../support/sandbox_server.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  address,
  applied,
  assertSays,
  assertState,
  configure,
  endpoint,
  existing,
  withSandbox,
  writesOf,
} from "./endpoint_support.ts";

acceptanceTest(
  "an interrupt ends a wait, and the endpoint is kept",
  () =>
    withSandbox(async (place) => {
      const { workspace } = place;
      const write = (repository: string) =>
        configure(workspace, {
          endpoints: { this: endpoint("x", { model: { repository } }) },
        });
      await write("acme/never-starts");
      const interrupt = new AbortController();
      const apply = workspace.apply({ signal: interrupt.signal });
      const { sandbox } = place;
      const made = await received(sandbox, "POST", /^\/v2\/endpoint\/sandbox$/);
      await received(sandbox, "GET", /^\/v2\/endpoint\/sandbox\/x$/, made);
      interrupt.abort();
      const result = await apply;
      assertSays(
        result,
        "waiting for endpoint sandbox/x to become ready",
        "Terraform asked to stop",
      );
      await assertState(workspace, "this", { id: "sandbox/x" });
      await write("gpt2");
      await applied(workspace);
      await assertEmptyPlan(workspace);
    }, { workspace: { launch: "started" } }),
);

acceptanceTest(
  "an interrupt during the create request loses nothing",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox } = place;
      await configure(workspace, {
        endpoints: { this: endpoint("x", { namespace: "sandbox" }) },
      });
      // The request takes effect, but its answer is slow.
      sandbox.addFault({
        match: { method: "POST", path: "**/v2/endpoint/sandbox" },
        action: { close: "after", delay_ms: 700 },
      });
      const interrupt = new AbortController();
      const apply = workspace.apply({ signal: interrupt.signal });
      await received(place.sandbox, "POST", /^\/v2\/endpoint\/sandbox$/);
      interrupt.abort();
      await apply;
      const there = await existing(place);
      const known = (await workspace.stateResources()).map((one) =>
        one.address
      );
      assertEquals(known, there.length === 0 ? [] : [address("this")]);
      await applied(workspace);
      await assertEmptyPlan(workspace);
      assertEquals(await existing(place), ["sandbox/x"]);
    }, { workspace: { launch: "started" } }),
);

acceptanceTest(
  "after a lost answer, somebody else's endpoint is not taken for ours",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox, client } = place;
      await configure(workspace, {
        endpoints: { this: endpoint("x", { type: "public" }) },
        provider: { max_retries: 0 },
      });
      const theirs = {
        name: "x",
        type: "private",
        provider: { vendor: "aws", region: "us-east-1" },
        compute: {
          accelerator: "gpu",
          instanceType: "nvidia-t4",
          instanceSize: "x1",
          scaling: { minReplica: 1, maxReplica: 1 },
        },
        model: {
          repository: "Qwen/Qwen3-8B",
          framework: "pytorch",
          image: { huggingface: {} },
        },
      };
      const path = "/v2/endpoint/sandbox";
      sandbox.addFault({
        match: { method: "POST", path: `**${path}` },
        action: {
          close: "after",
          meanwhile: { method: "POST", path, body: theirs },
        },
      });
      assertSays(
        await workspace.apply(),
        "Endpoint sandbox/x exists, but may be somebody else's",
        "serves Qwen/Qwen3-8B on nvidia-t4 x1",
        "`type`",
        "terraform import ADDRESS sandbox/x",
      );
      assertEquals(writesOf(sandbox), ["POST /v2/endpoint/sandbox"]);
      assertEquals(await workspace.stateResources(), []);
      const { model } = await client.endpoints.get("sandbox/x");
      assertEquals(model.repository, "Qwen/Qwen3-8B");
    }),
);

acceptanceTest(
  "removed secrets that the service keeps are told of",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      const write = (secrets: Record<string, string>) =>
        configure(workspace, {
          endpoints: { this: endpoint("x", { model: { secrets } }) },
        });
      await write({ A: "1", B: "2" });
      await applied(workspace);
      await write({ A: "1" });
      const result = assertSuccess(await workspace.apply());
      assertSays(
        result,
        "Endpoint sandbox/x still has removed secrets",
        "The service kept `B`",
      );
      assert(sandbox.requests.length > 0);
      await assertEmptyPlan(workspace);
    }, { sandbox: { secretsOnUpdate: "merge" } }),
);

acceptanceTest(
  "a setting that the service does not take over is told of, and tried again",
  () =>
    withSandbox(async ({ workspace, sandbox, client }) => {
      const write = (tags: readonly string[]) =>
        configure(workspace, { endpoints: { this: endpoint("x", { tags }) } });
      await write([]);
      await applied(workspace);
      await assertState(workspace, "this", { tags: [] });
      const shown = await client.endpoints.get("sandbox/x");
      sandbox.addFault({
        match: { method: "PUT" },
        action: { status: 200, body: JSON.parse(JSON.stringify(shown)) },
      });
      await write(["a"]);
      const result = assertSuccess(await workspace.apply());
      assertSays(
        result,
        "The API returned a different value for tags",
        '`tags` = ["a"], but the API returned []',
      );
      await applied(workspace);
      await assertEmptyPlan(workspace);
      const { tags } = await client.endpoints.get("sandbox/x");
      assertEquals(tags, ["a"]);
    }),
);

/** What a PUT with null or {} clears, if the service takes it so. */
const cleared: Readonly<
  Record<string, readonly [before: JsonObject, after: JsonObject]>
> = {
  route: [{ route: { path: "/one" } }, {}],
  "experimental_features.kv_router": [
    { experimental_features: { kv_router: { tag: "one" } } },
    { experimental_features: {} },
  ],
  "model.variables": [{ model: { variables: { A: "1" } } }, {}],
};

acceptanceTest(
  "what was to be cleared and is not is told of, and tried again",
  (t) =>
    withSandbox(async ({ workspace, sandbox, client }) => {
      const write = (more: JsonObject) =>
        configure(workspace, { endpoints: { this: endpoint("x", more) } });
      for (const [name, [before, after]] of Object.entries(cleared)) {
        await t.step(name, async () => {
          await write(before);
          await applied(workspace);
          const shown = await client.endpoints.get("sandbox/x");
          sandbox.addFault({
            match: { method: "PUT" },
            action: { status: 200, body: JSON.parse(JSON.stringify(shown)) },
          });
          await write(after);
          const result = assertSuccess(await workspace.apply());
          const [top = ""] = name.split(".");
          assertSays(result, `The API returned a different value for ${top}`);
          await applied(workspace);
          await assertEmptyPlan(workspace);
        });
      }
    }),
);
