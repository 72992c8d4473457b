// Each test is one fault of issamemari/huggingface, by its number in the list of them; it
// shows that this provider does it right.

import { assertEquals, assertNotMatch } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  changeOf,
} from "@hf-terraform/framework/testing";
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
  fault,
  outputOf,
  write,
  writesOf,
} from "./endpoint_support.ts";

const url = "ghcr.io/acme/image:1";

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
    // What is there is looked at before it is deleted.
    assertSays(result, "Cannot read the endpoint sandbox/x");
    assertEquals(result.code, 1);
    await assertState(workspace, "this", { id: "sandbox/x" });
    assertEquals(await existing(place), ["sandbox/x"]);
    assertSuccess(await workspace.destroy());
    assertEquals(await existing(place), []);
  },
);

fault(
  "1.1 no. 2: variables may be left out, and nothing is tainted",
  async (place) => {
    await write(place);
    await applied(place.workspace);
    const { tainted } = await assertState(place.workspace, "this", {
      "model.variables": null,
    });
    assertEquals(tainted ?? false, false);
    await assertEmptyPlan(place.workspace);
    await write(place, { model: { variables: {} } });
    await applied(place.workspace);
    await assertState(place.workspace, "this", { "model.variables": {} });
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
    await write(place, { cloud: { vendor: "aws", region: "eu-west-1" } });
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
    await client.endpoints.update("sandbox/x", {
      compute: { scaling: { scaleToZeroTimeout: 45 } },
      model: { revision: "11c5a3d5811f50298f278a704980280950aedb10" },
    });
    await write(place, { ...more, type: "public" });
    const { change } = changeOf(await workspace.planJson(), address("this"));
    const unknown = Object.entries(change.after_unknown)
      .filter(([, value]) => value === true).map(([name]) => name).sort();
    assertEquals(unknown, ["updated_at", "url"]);
    sandbox.clearRequests();
    assertSuccess(await workspace.applyPlan());
    assertEquals(bodiesOf(sandbox, "PUT"), [{ type: "public" }]);
    const { compute } = await client.endpoints.get("sandbox/x");
    assertEquals(compute.scaling.scaleToZeroTimeout, 45);
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.1 no. 8: the HF_TOKEN that the service adds is no drift, another value is",
  async (place) => {
    const { workspace, client } = place;
    const model = { repository: "acme/adds-hf-token", variables: { A: "1" } };
    await write(place, { model });
    await applied(workspace);
    await assertEmptyPlan(workspace);
    await client.endpoints.update("sandbox/x", {
      model: { env: { A: "2" } },
    });
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
    await client.endpoints.update("sandbox/x", {
      model: { env: { A: "1", B: "2" } },
    });
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
    assertSuccess(await workspace.applyPlan());
    await write(place, {
      model: { ...model, variables: { A: "1", HF_TOKEN: "hf_x" } },
    });
    await applied(workspace);
    await assertEmptyPlan(workspace);
    await client.endpoints.update("sandbox/x", {
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
  { workspace: { launch: "started" } },
);

fault(
  "1.1 no. 12: an engine that is not known yet is neither lost nor fought",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place);
    await applied(workspace);
    const { client } = place;
    const shown = await client.endpoints.get("sandbox/x");
    sandbox.addFault({
      match: { method: "GET", path: "**/v2/endpoint/sandbox/x" },
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
      "terraform import ADDRESS sandbox/x",
    );
    assertEquals(writesOf(sandbox), []);
    assertEquals(await workspace.stateResources(), []);
    const { type } = await place.client.endpoints.get("sandbox/x");
    assertEquals(type, "authenticated");
  },
);
