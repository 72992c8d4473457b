// Each test is one fault of an existing provider, by its number in the list of
// them; it shows that this provider does it right.

import {
  assert,
  assertEquals,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  changeOf,
} from "../support/terraform_asserts.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import type { JsonObject } from "../support/terraform_json.ts";
import {
  actionsOf,
  address,
  applied,
  assertSays,
  assertState,
  bodiesOf,
  configure,
  endpoint,
  existing,
  outputOf,
  type Place,
  withSandbox,
  writesOf,
} from "./endpoint_support.ts";

const url = "ghcr.io/acme/image:1";

function write({ workspace }: Place, more: JsonObject = {}): Promise<void> {
  return configure(workspace, { endpoints: { this: endpoint("x", more) } });
}

function fault(
  name: string,
  run: (place: Place) => Promise<void>,
  options?: Parameters<typeof withSandbox>[1],
): void {
  acceptanceTest(name, () => withSandbox(run, options));
}

fault(
  "1.1 no. 1: a delete that does not arrive forgets nothing",
  async (place) => {
    const { workspace } = place;
    await configure(workspace, {
      endpoints: { this: endpoint("x", { namespace: "sandbox" }) },
      provider: { max_retries: 0 },
    });
    await applied(workspace);
    const result = await workspace.destroy({
      args: ["-refresh=false"],
      env: { HF_INFERENCE_ENDPOINTS_URL: "http://127.0.0.1:9" },
    });
    assertSays(result, "Cannot delete the endpoint sandbox/x");
    assertEquals(result.code, 1);
    await assertState(workspace, "this", { id: "sandbox/x" });
    assertEquals(await existing(place), ["sandbox/x"]);
    assertSuccess(await workspace.destroy());
    assertEquals(await existing(place), []);
  },
);

fault(
  "1.1 no. 2: env may be left out, and nothing is tainted",
  async (place) => {
    await write(place);
    await applied(place.workspace);
    const { tainted } = await assertState(place.workspace, "this", {
      "model.env": null,
    });
    assertEquals(tainted ?? false, false);
    await assertEmptyPlan(place.workspace);
    await write(place, { model: { env: {} } });
    await applied(place.workspace);
    await assertState(place.workspace, "this", { "model.env": {} });
    await assertEmptyPlan(place.workspace);
  },
);

fault(
  "1.1 no. 3 and 4: tgi and llama.cpp work",
  async ({ workspace, sandbox }) => {
    await configure(workspace, {
      endpoints: {
        tgi: endpoint("tgi", {
          compute: { instance_type: "nvidia-l4" },
          model: { image: { tgi: { url, disable_custom_kernels: true } } },
        }),
        llamacpp: endpoint("llamacpp", {
          model: {
            image: {
              llamacpp: {
                url,
                model_path: "m.gguf",
                ctx_size: 1024,
                n_parallel: 1,
                threads_http: 1,
              },
            },
          },
        }),
      },
    });
    await applied(workspace);
    const images = bodiesOf(sandbox, "POST").map((body) =>
      Reflect.get(Object(Reflect.get(Object(body), "model")), "image")
    );
    assertEquals(
      images.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
      [
        {
          llamacpp: {
            url,
            modelPath: "m.gguf",
            ctxSize: 1024,
            nParallel: 1,
            threadsHttp: 1,
          },
        },
        { tgi: { url, disableCustomKernels: true } },
      ],
    );
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.1 no. 5 and 6: another cloud or name is a replacement",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place);
    await applied(workspace);
    await write(place, { cloud: { vendor: "aws", region: "us-east-1" } });
    assertEquals(actionsOf(await workspace.planJson()), {
      this: "delete+create",
    });
    sandbox.clearRequests();
    await applied(workspace);
    assertEquals(writesOf(sandbox), [
      "DELETE /v2/endpoint/sandbox/x",
      "POST /v2/endpoint/sandbox",
    ]);
    await configure(workspace, { endpoints: { this: endpoint("y") } });
    assertEquals(actionsOf(await workspace.planJson()), {
      this: "delete+create",
    });
    assertSuccess(await workspace.applyPlan());
    assertEquals(await existing(place), ["sandbox/y"]);
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.1 no. 7: a change shows and sends nothing but itself",
  async (place) => {
    const { workspace, sandbox, client } = place;
    const more = {
      compute: { scaling: { min_replica: 0 } },
      model: { image: { tei: { url } } },
    };
    await write(place, more);
    await applied(workspace);
    await client.endpoints.update("sandbox", "x", {
      compute: { scaling: { scaleToZeroTimeout: 45 } },
      model: { revision: "v7" },
    });
    await write(place, { ...more, type: "public" });
    const { change } = changeOf(await workspace.planJson(), address("this"));
    const unknown = Object.entries(change.after_unknown)
      .filter(([, value]) => value === true).map(([name]) => name).sort();
    assertEquals(unknown, [
      "ready_replicas",
      "status",
      "status_message",
      "target_replicas",
      "updated_at",
      "url",
    ]);
    sandbox.clearRequests();
    assertSuccess(await workspace.applyPlan());
    assertEquals(bodiesOf(sandbox, "PUT"), [{ type: "public" }]);
    const { compute } = await client.endpoints.get("sandbox", "x");
    assertEquals(compute.scaling.scaleToZeroTimeout, 45);
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.1 no. 8: the HF_TOKEN that the service adds is no drift, another value is",
  async (place) => {
    const { workspace, client } = place;
    const model = { repository: "acme/adds-hf-token", env: { A: "1" } };
    await write(place, { model });
    await applied(workspace);
    await assertEmptyPlan(workspace);
    await client.endpoints.update("sandbox", "x", {
      model: { env: { A: "2" } },
    });
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
    await client.endpoints.update("sandbox", "x", {
      model: { env: { A: "1", B: "2" } },
    });
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
    assertSuccess(await workspace.applyPlan());
    await write(place, {
      model: { ...model, env: { A: "1", HF_TOKEN: "hf_x" } },
    });
    await applied(workspace);
    await assertEmptyPlan(workspace);
    await client.endpoints.update("sandbox", "x", {
      model: { env: { A: "1", HF_TOKEN: "hf_y" } },
    });
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
  },
);

fault("1.1 no. 9: two engines at once are refused", async (place) => {
  await write(place, { model: { image: { tei: { url }, vllm: { url } } } });
  assertSays(
    await place.workspace.validate(),
    "Conflicting attributes",
    "model.image.tei",
    "model.image.vllm",
  );
  await write(place, { model: { image: {} } });
  assertSays(await place.workspace.validate(), "Missing attribute");
});

fault("1.1 no. 10: the health route arrives, and comes back", async (place) => {
  await write(place, {
    model: { image: { custom: { url, health_route: "/ready" } } },
  });
  await applied(place.workspace);
  await assertState(place.workspace, "this", {
    "model.image.custom.health_route": "/ready",
    health_route: "/ready",
  });
  await assertEmptyPlan(place.workspace);
});

fault(
  "1.1 no. 11: no secret is shown, or kept where it need not be",
  async (place) => {
    const { workspace } = place;
    await write(place, {
      model: {
        secrets: { KEY: "plain-s3cret" },
        image: {
          custom: {
            url,
            credentials: {
              username: "u",
              password_wo: "hidden-s3cret",
              password_wo_version: "1",
            },
          },
        },
      },
    });
    const plan = await workspace.plan();
    const apply = await workspace.apply({ env: { TF_LOG: "TRACE" } });
    assertSuccess(apply);
    for (const output of [outputOf(plan), apply.stdout]) {
      assertNotMatch(output, /s3cret/);
    }
    assertNotMatch(apply.stderr, new RegExp(place.sandbox.token));
    const state = await workspace.read("terraform.tfstate");
    assertNotMatch(state, /hidden-s3cret/);
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.1 no. 12: an engine that is not known yet is neither lost nor fought",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place);
    await applied(workspace);
    const { client } = place;
    const shown = await client.endpoints.get("sandbox", "x");
    sandbox.addFault({
      match: { method: "GET", path: "/v2/endpoint/sandbox/x$" },
      times: 100,
      action: {
        status: 200,
        body: JSON.parse(JSON.stringify({
          ...shown,
          model: { ...shown.model, image: { newEngine: { url } } },
        })),
      },
    });
    await assertEmptyPlan(workspace);
    await write(place, { model: { image: { vllm: { url } } } });
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
  },
);

fault(
  "1.1 and 1.3: an existing endpoint is not adopted, and nothing is touched",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place);
    await applied(workspace);
    await workspace.remove("terraform.tfstate");
    sandbox.clearRequests();
    await write(place, { type: "public" });
    assertSays(
      await workspace.apply(),
      "Endpoint sandbox/x exists already",
      "Nothing was created or changed",
      "terraform import <address of this resource> sandbox/x",
    );
    assertEquals(writesOf(sandbox), ["POST /v2/endpoint/sandbox"]);
    assertEquals(await workspace.stateResources(), []);
    const { type } = await place.client.endpoints.get("sandbox", "x");
    assertEquals(type, "private");
  },
);

fault(
  "1.3: arguments of vLLM, and a move to another region",
  async (place) => {
    const { workspace, client } = place;
    const more = (region: string): JsonObject => ({
      cloud: { vendor: "aws", region },
      model: {
        args: ["--max-model-len", "4096"],
        image: {
          vllm: { url, extra: '{"serverArgs":["--enforce-eager"]}' },
        },
      },
    });
    await write(place, more("us-east-1"));
    await applied(workspace);
    // The service does not show them, which is no reason to send them again.
    await assertEmptyPlan(workspace);
    const { model } = await client.endpoints.get("sandbox", "x");
    assertEquals(model.args, ["--max-model-len", "4096"]);
    await write(place, more("eu-west-1"));
    assertEquals(actionsOf(await workspace.planJson()), {
      this: "delete+create",
    });
    assertSuccess(await workspace.applyPlan());
    const { provider } = await client.endpoints.get("sandbox", "x");
    assertEquals(provider.region, "eu-west-1");
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.3: id, url and status can be used, and the token from the environment",
  async (place) => {
    const { workspace, sandbox } = place;
    await configure(workspace, {
      endpoints: { this: endpoint("x") },
      more: {
        output: Object.fromEntries(
          ["id", "url", "status"].map((name) => [name, {
            value: `\${huggingface_endpoint.this.${name}}`,
          }]),
        ),
      },
    });
    await applied(workspace);
    assertEquals((await workspace.output("id")).stdout, "sandbox/x");
    assertStringIncludes((await workspace.output("url")).stdout, "http");
    assertEquals((await workspace.output("status")).stdout, "running");
    assert(sandbox.requests.length > 0);
  },
);

fault(
  "1.4 no. 1 and 5: an answer without optional fields is read, and imported",
  async (place) => {
    const { workspace, sandbox, client } = place;
    await write(place);
    await applied(workspace);
    const { compute, model, status, ...rest } = await client.endpoints.get(
      "sandbox",
      "x",
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
      match: { method: "GET", path: "/v2/endpoint/sandbox/x$" },
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
  await client.endpoints.delete("sandbox", "x");
  assertEquals(actionsOf(await workspace.planJson()), { this: "create" });
  assertSuccess(await workspace.applyPlan());
  await client.endpoints.delete("sandbox", "x");
  assertSuccess(await workspace.destroy());
  assertEquals(await workspace.stateResources(), []);
});

fault("1.4 no. 3: an update leaves task and cloud alone", async (place) => {
  const { workspace, client } = place;
  const model = { task: "fill-mask" };
  await write(place, { model });
  await applied(workspace);
  await write(place, { model: { ...model, env: { A: "1" } } });
  await applied(workspace);
  const now = await client.endpoints.get("sandbox", "x");
  assertEquals(now.model.task, "fill-mask");
  assertEquals(now.provider, { vendor: "gcp", region: "us-east1" });
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
    type: "private",
    provider: { vendor: "gcp", region: "us-east1" },
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
