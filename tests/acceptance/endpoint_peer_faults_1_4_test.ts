// Each test is one fault of sebps/huggingface, by its number in the list of them; it
// shows that this provider does it right.

import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import {
  actionsOf,
  address,
  applied,
  bodiesOf,
  configure,
  existing,
  fault,
  write,
} from "./endpoint_support.ts";

fault(
  "1.4 no. 1 and 5: an answer without optional fields is read, and imported",
  async (place) => {
    const { workspace, sandbox, client } = place;
    await write(place);
    await applied(workspace);
    const { compute, model, status, ...rest } = await client.endpoints.get(
      "sandbox/x",
    );
    const { id: _, scaling, ...machines } = compute;
    const { env: _env, secrets: _secrets, task: _task, ...served } = model;
    const bare = {
      name: rest.name,
      type: rest.type,
      provider: rest.provider,
      compute: {
        ...machines,
        scaling: {
          minReplica: scaling.minReplica,
          maxReplica: scaling.maxReplica,
        },
      },
      model: served,
      status: {
        state: status.state,
        message: status.message,
        createdAt: status.createdAt,
        createdBy: status.createdBy,
        updatedAt: status.updatedAt,
        updatedBy: status.updatedBy,
        readyReplica: 1,
        targetReplica: 1,
      },
    };
    sandbox.addFault({
      match: { method: "GET", path: "**/v2/endpoint/sandbox/x" },
      times: 100,
      action: { status: 200, body: JSON.parse(JSON.stringify(bare)) },
    });
    await assertEmptyPlan(workspace);
    await workspace.run(["state", "rm", address("this")]);
    assertSuccess(await workspace.import(address("this"), "sandbox/x"));
    await assertEmptyPlan(workspace);
  },
);

fault("1.4 no. 2: an endpoint that is gone is planned anew", async (place) => {
  const { workspace, client } = place;
  await write(place);
  await applied(workspace);
  await client.endpoints.delete("sandbox/x");
  assertEquals(actionsOf(await workspace.planJson()), { this: "create" });
  assertSuccess(await workspace.applyPlan());
  await client.endpoints.delete("sandbox/x");
  assertSuccess(await workspace.destroy());
  assertEquals(await workspace.stateResources(), []);
});

fault("1.4 no. 3: an update leaves task and cloud alone", async (place) => {
  const { workspace, client } = place;
  const model = { task: "fill-mask" };
  await write(place, { model });
  await applied(workspace);
  await write(place, { model: { ...model, variables: { A: "1" } } });
  await applied(workspace);
  const now = await client.endpoints.get("sandbox/x");
  assertEquals(now.model.task, "fill-mask");
  assertEquals(now.provider, { vendor: "aws", region: "us-east-1" });
});

fault("1.4 no. 4: another namespace is a replacement", async (place) => {
  const { workspace } = place;
  await write(place);
  await applied(workspace);
  await write(place, { namespace: "acme" });
  assertEquals(actionsOf(await workspace.planJson()), {
    this: "delete+create",
  });
  assertSuccess(await workspace.applyPlan());
  assertEquals(await existing(place, "sandbox", "acme"), ["acme/x"]);
});

fault("1.4 no. 6: what is not configured is not sent", async (place) => {
  await write(place);
  await applied(place.workspace);
  assertEquals(bodiesOf(place.sandbox, "POST"), [{
    name: "x",
    type: "authenticated",
    provider: { vendor: "aws", region: "us-east-1" },
    compute: {
      accelerator: "cpu",
      instanceType: "intel-spr",
      instanceSize: "x1",
      scaling: { minReplica: 1, maxReplica: 1 },
    },
    model: {
      repository: "gpt2",
      framework: "pytorch",
      image: { huggingface: {} },
    },
  }]);
});

fault(
  "1.4 no. 7: the list has all pages, and filters",
  async ({ workspace }) => {
    await configure(workspace, {
      more: {
        data: {
          huggingface_endpoints: {
            all: {},
            some: { search: "seed-012" },
            none: { tags: ["no-such-tag"] },
          },
        },
        output: Object.fromEntries(
          ["all", "some", "none"].map((label) => [label, {
            value: `\${length(data.huggingface_endpoints.${label}.names)}`,
          }]),
        ),
      },
    });
    await applied(workspace);
    assertEquals((await workspace.output("all")).stdout, "123");
    assertEquals((await workspace.output("some")).stdout, "4");
    assertEquals((await workspace.output("none")).stdout, "0");
  },
  { sandbox: { seedEndpoints: 123 } },
);
