import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { standInFor } from "../support/workspace.ts";
import {
  actionsOf,
  address,
  assertSays,
  assertState,
  configure,
  endpoint,
  mergeObjects,
  mustApply,
  type Place,
  withSandbox,
  writesOf,
} from "./endpoint_support.ts";

const url = "ghcr.io/acme/image:1";

/** The state of an endpoint that one of the other providers stored. */
interface ForeignState {
  /** Its source address. */
  readonly provider: string;
  /** The attributes in its state. */
  readonly attributes: JsonObject;
  /** The same endpoint, configured for this provider. */
  readonly configured: JsonObject;
}

const issamemari = (name: string, engine: JsonObject): JsonObject => ({
  name,
  type: "public",
  account_id: null,
  cloud: { vendor: "aws", region: "us-east-1" },
  compute: {
    accelerator: "gpu",
    instance_size: "x1",
    instance_type: "nvidia-l4",
    scaling: {
      min_replica: 0,
      max_replica: 2,
      scale_to_zero_timeout: 30,
      measure: { hardware_usage: 70, pending_requests: null },
    },
  },
  model: {
    repository: "gpt2",
    framework: "custom",
    task: "text-generation",
    revision: null,
    env: { A: "1" },
    image: { huggingface: null, custom: null, tei: null, ...engine },
  },
});

const configured = (name: string, engine: JsonObject): JsonObject => ({
  name,
  type: "public",
  cloud: { vendor: "aws", region: "us-east-1" },
  compute: {
    instance_type: "nvidia-l4",
    scaling: {
      min_replica: 0,
      max_replica: 2,
      scale_to_zero_timeout: 30,
      measure: { hardware_usage: 70 },
    },
  },
  model: {
    repository: "gpt2",
    framework: "custom",
    task: "text-generation",
    variables: { A: "1" },
    image: engine,
  },
});

const stored: Readonly<Record<string, ForeignState>> = {
  issamemari: {
    provider: "registry.terraform.io/issamemari/huggingface",
    attributes: issamemari("one", {
      custom: {
        url,
        port: 8000,
        health_route: "/health",
        credentials: { username: "u", password: "p" },
      },
    }),
    configured: configured("one", {
      custom: {
        url,
        port: 8000,
        health_route: "/health",
        credentials: { username: "u", password: "p" },
      },
    }),
  },
  gorgias: {
    provider: "registry.terraform.io/gorgias-oss/huggingface",
    attributes: issamemari("two", {
      vllm: {
        url,
        port: 8000,
        health_route: null,
        max_num_seqs: 16,
        server_args: ["--enforce-eager"],
        max_model_len: 4096,
      },
    }),
    configured: configured("two", {
      vllm: {
        url,
        max_num_seqs: 16,
        extra: '{"serverArgs":["--enforce-eager"],"maxModelLen":4096}',
      },
    }),
  },
  sebps: {
    provider: "registry.terraform.io/sebps/huggingface",
    attributes: {
      id: "sandbox/three",
      namespace: "sandbox",
      name: "three",
      type: "authenticated",
      cloud_provider: { vendor: "aws", region: "us-east-1" },
      compute: {
        id: "aws-us-east-1-intel-spr-x1",
        accelerator: "cpu",
        instance_type: "intel-spr",
        instance_size: "x1",
        scaling: {
          min_replica: 1,
          max_replica: 1,
          scale_to_zero_timeout: null,
          metric: "hardwareUsage",
          threshold: null,
          measure: { hardware_usage: 80, pending_requests: null },
        },
      },
      model: {
        repository: "gpt2",
        framework: "pytorch",
        task: "text-generation",
        image: { huggingface: {}, tgi: null },
      },
      tags: ["b", "a"],
      cache_http_responses: false,
      experimental_features: {
        cache_http_responses: false,
        kv_router: null,
      },
      private_service: null,
      route: { domain: "", path: "/p" },
      status: {
        state: "running",
        message: "Endpoint is ready",
        url: "https://x",
        ready_replica: 1,
        target_replica: 1,
        created_at: "2025-05-08T12:00:00Z",
      },
    },
    configured: {
      name: "three",
      type: "authenticated",
      cloud: { vendor: "aws", region: "us-east-1" },
      compute: { instance_type: "intel-spr" },
      model: { repository: "gpt2", image: { huggingface: {} } },
      tags: ["a", "b"],
      route: { path: "/p" },
    },
  },
  // A field that sebps leaves unset is an empty text, or list, in its state.
  "sebps-without-route": {
    provider: "registry.terraform.io/sebps/huggingface",
    attributes: {
      id: "sandbox/four",
      namespace: "sandbox",
      name: "four",
      type: "private",
      cloud_provider: { vendor: "aws", region: "us-east-1" },
      compute: {
        accelerator: "cpu",
        instance_type: "intel-spr",
        instance_size: "x1",
        scaling: { min_replica: 1, max_replica: 1 },
      },
      model: {
        repository: "gpt2",
        framework: "pytorch",
        task: "text-generation",
        image: { huggingface: {} },
      },
      route: { domain: "", path: "" },
      tags: [],
      status: { state: "running" },
    },
    configured: {
      name: "four",
      cloud: { vendor: "aws", region: "us-east-1" },
      compute: { instance_type: "intel-spr" },
      model: { repository: "gpt2", image: { huggingface: {} } },
    },
  },
};

/** The state file that the other providers left behind. */
function stateFile(providerOf: (stored: ForeignState) => string): string {
  return JSON.stringify({
    version: 4,
    terraform_version: "1.11.4",
    serial: 1,
    lineage: "6a9fdd0a-6b9c-4c8f-9d3c-1f0d5c1f0d5c",
    outputs: {},
    resources: Object.entries(stored).map(([label, one]) => ({
      mode: "managed",
      type: "huggingface_endpoint",
      name: label,
      provider: `provider["${providerOf(one)}"]`,
      instances: [{
        schema_version: 0,
        attributes: one.attributes,
        sensitive_attributes: [],
      }],
    })),
    check_results: null,
  });
}

/** Creates the endpoints as the other providers did. */
async function createAll({ workspace, sandbox }: Place): Promise<void> {
  await configure(workspace, {
    endpoints: Object.fromEntries(
      Object.entries(stored).map(([label, one]) => [label, one.configured]),
    ),
  });
  await mustApply(workspace);
  await workspace.remove("terraform.tfstate");
  sandbox.clearRequests();
}

acceptanceTest(
  "states of the other providers are upgraded, and the plan is empty",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox } = place;
      await createAll(place);
      await workspace.write({
        "terraform.tfstate": stateFile(() =>
          `registry.terraform.io/hf-terraform/huggingface`
        ),
      });
      await assertEmptyPlan(workspace);
      // As is without a look at the service.
      const plan = await workspace.planJson({ args: ["-refresh=false"] });
      assertEquals(
        new Set(Object.values(actionsOf(plan))).has("delete+create"),
        false,
      );
      await mustApply(workspace);
      assertEquals(writesOf(sandbox), []);
      await assertState(workspace, "gorgias", {
        id: "sandbox/two",
        "model.image.vllm.max_num_seqs": 16,
      });
      assertSuccess(await workspace.destroy());
    }),
);

acceptanceTest(
  "a state that nobody knows is refused with what to do",
  () =>
    withSandbox(async ({ workspace }) => {
      await configure(workspace, { endpoints: { this: endpoint("x") } });
      const state = JSON.parse(
        stateFile(() => "registry.terraform.io/hf-terraform/huggingface"),
      );
      state.resources = state.resources.slice(0, 1);
      state.resources[0].name = "this";
      state.resources[0].instances[0].attributes = { title: "what is this" };
      await workspace.write({ "terraform.tfstate": JSON.stringify(state) });
      const { code, stderr } = await workspace.plan();
      assertEquals(code, 1);
      assertEquals(/State of an unknown provider/.test(stderr), true, stderr);
    }),
);

acceptanceTest(
  "moved blocks take endpoints over from the other providers",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox } = place;
      await createAll(place);
      await workspace.write({
        "terraform.tfstate": stateFile(({ provider }) => provider),
      });
      await standInFor(
        workspace,
        ...["issamemari", "gorgias-oss", "sebps"].map((owner) =>
          `${owner}/huggingface`
        ),
      );
      await configure(workspace, {
        endpoints: Object.fromEntries(
          Object.entries(stored).map((
            [label, one],
          ) => [`new_${label}`, one.configured]),
        ),
        more: {
          moved: Object.keys(stored).map((label) => ({
            from: `huggingface_endpoint.${label}`,
            to: `huggingface_endpoint.new_${label}`,
          })),
        },
      });
      const plan = await workspace.planJson();
      assertEquals(
        new Set(Object.values(actionsOf(plan))),
        new Set(["no-op"]),
      );
      assertSuccess(await workspace.applyPlan());
      assertEquals(writesOf(sandbox), []);
      await assertState(workspace, "new_issamemari", { id: "sandbox/one" });
      await assertEmptyPlan(workspace);
    }),
);

/** The states, with a change to each instance. */
function changedStates(change: (instance: JsonObject) => JsonObject): string {
  const state = JSON.parse(
    stateFile(() => "registry.terraform.io/hf-terraform/huggingface"),
  );
  for (const resource of state.resources) {
    resource.instances = resource.instances.map(change);
  }
  return JSON.stringify(state);
}

acceptanceTest(
  "what the other providers left tainted is kept with untaint",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox } = place;
      await createAll(place);
      await workspace.write({
        "terraform.tfstate": changedStates((instance) => ({
          ...instance,
          status: "tainted",
        })),
      });
      const tainted = await workspace.planJson();
      assertEquals(
        new Set(Object.values(actionsOf(tainted))),
        new Set(["delete+create"]),
      );
      for (const label of Object.keys(stored)) {
        assertSuccess(await workspace.run(["untaint", address(label)]));
      }
      const kept = await workspace.planJson();
      const actions = new Set(Object.values(actionsOf(kept)));
      assertEquals(actions.isSubsetOf(new Set(["no-op", "update"])), true);
      await mustApply(workspace);
      const methods = writesOf(sandbox).map((request) => request.split(" ")[0]);
      assertEquals(methods.includes("POST"), false);
      assertEquals(methods.includes("DELETE"), false);
      await assertEmptyPlan(workspace);
    }),
);

acceptanceTest(
  "`protected`, as in examples of the other providers, is refused, and what became of it is written instead",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox, client } = place;
      await createAll(place);
      const endpoints = (type: string) =>
        Object.fromEntries(
          Object.entries(stored).map(([label, one]) => [
            label,
            { ...one.configured, type },
          ]),
        );
      // The service made them private, and the states say what was configured.
      for (const { configured: { name } } of Object.values(stored)) {
        await client.endpoints.update(`sandbox/${name}`, { type: "private" });
      }
      sandbox.clearRequests();
      await workspace.write({
        "terraform.tfstate": changedStates((instance) => ({
          ...instance,
          attributes: mergeObjects(instance.attributes as JsonObject, {
            type: "protected",
          }),
        })),
      });
      await configure(workspace, { endpoints: endpoints("protected") });
      const refused = await workspace.plan();
      assertEquals(refused.code, 1);
      assertSays(refused, 'Write `type = "authenticated"`');
      await configure(workspace, { endpoints: endpoints("private") });
      await assertEmptyPlan(workspace);
      assertEquals(writesOf(sandbox), []);
    }),
);

acceptanceTest(
  "an endpoint of another provider that was paused by hand is resumed, unless the configuration says so",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox, client } = place;
      await createAll(place);
      for (const { configured: { name } } of Object.values(stored)) {
        await client.endpoints.pause(`sandbox/${name}`);
      }
      sandbox.clearRequests();
      const state = changedStates((instance) => instance);
      await workspace.write({ "terraform.tfstate": state });
      const plan = assertSuccess(
        await workspace.run(["plan", "-no-color", "-input=false"]),
      );
      assertEquals(
        plan.stdout.match(/paused +(= true -> false|= false)/g)?.length,
        Object.keys(stored).length,
        plan.stdout,
      );
      await configure(workspace, {
        endpoints: Object.fromEntries(
          Object.entries(stored).map(([label, one]) => [
            label,
            { ...one.configured, paused: true },
          ]),
        ),
      });
      await workspace.write({ "terraform.tfstate": state });
      await assertEmptyPlan(workspace);
      assertEquals(writesOf(sandbox), []);
    }),
);
