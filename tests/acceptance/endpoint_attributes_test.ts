import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type Json,
  type JsonObject,
  type Workspace,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  attributeLives,
  type Life,
  routed,
} from "./endpoint_attribute_lives.ts";
import { engineLives } from "./endpoint_engine_lives.ts";
import {
  actionsOf,
  address,
  applied,
  assertAllActions,
  assertState,
  bodiesOf,
  configure,
  endpoint,
  merged,
  type Place,
  valueAt,
  withSandbox,
  writesOf,
} from "./endpoint_support.ts";

const lives: Readonly<Record<string, Life>> = {
  ...attributeLives,
  ...engineLives,
};

function nameOf(label: string): string {
  return label.replaceAll("_", "-");
}

function write(
  workspace: Workspace,
  which: (life: Life) => JsonObject,
): Promise<void> {
  const endpoints = Object.fromEntries(
    Object.entries(lives).map(([label, life]) => {
      return [label, merged(endpoint(nameOf(label)), which(life))];
    }),
  );
  return configure(workspace, { endpoints });
}

/** The requests that changed an endpoint since the last look. */
function putsOf({ sandbox }: Place): Record<string, unknown[]> {
  const puts: Record<string, unknown[]> = {};
  for (const { method, path, body } of sandbox.requests) {
    if (method !== "PUT") continue;
    const label = path.split("/").at(-1)?.replaceAll("-", "_") ?? "";
    (puts[label] ??= []).push(body);
  }
  sandbox.clearRequests();
  return puts;
}

acceptanceTest(
  "attributes are set, changed, changed outside of Terraform and removed",
  () =>
    withSandbox(async (place) => {
      const { workspace, client } = place;
      await client.endpoints.network.createDomain("sandbox", routed);
      await write(workspace, (life) => life.first);
      await applied(workspace);
      await assertEmptyPlan(workspace);

      await write(workspace, (life) => life.then);
      const changes = actionsOf(await workspace.planJson());
      for (const [label, life] of Object.entries(lives)) {
        const expected = life.put === undefined ? "delete+create" : "update";
        assertEquals(`${label}: ${changes[label]}`, `${label}: ${expected}`);
      }
      place.sandbox.clearRequests();
      assertSuccess(await workspace.applyPlan());
      const puts = putsOf(place);
      for (const [label, { put }] of Object.entries(lives)) {
        assertEquals(puts[label], put === undefined ? undefined : [put], label);
      }
      await assertEmptyPlan(workspace);

      const changed = Object.entries(lives).filter(([, life]) => life.outside);
      for (const [label, { outside = {} }] of changed) {
        await client.endpoints.update(`sandbox/${nameOf(label)}`, outside);
      }
      const drift = actionsOf(await workspace.planJson());
      for (const [label] of changed) {
        assertEquals(`${label}: ${drift[label]}`, `${label}: update`);
      }
      place.sandbox.clearRequests();
      assertSuccess(await workspace.applyPlan());
      for (const [label, bodies] of Object.entries(putsOf(place))) {
        assertEquals(bodies.length, 1, label);
      }
      await assertEmptyPlan(workspace);

      await write(workspace, (life) => life.rest ?? {});
      const removals = actionsOf(await workspace.planJson());
      for (const [label, { removed }] of Object.entries(lives)) {
        assertEquals(`${label}: ${removals[label]}`, `${label}: ${removed}`);
      }
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);

      const state = await workspace.read("terraform.tfstate");
      for (const secret of ["s3cret-4", "s3cret-5", "s3cret-8", "s3cret-9"]) {
        assert(!state.includes(secret), `${secret} is in the state`);
      }
    }, {
      sandbox: {
        extraImageFields: { vLLM: ["maxModelLen"] },
        quotas: { "nvidia-l4": 100 },
      },
    }),
);

acceptanceTest(
  "what is imported needs no change, whatever was set",
  () =>
    withSandbox(async ({ workspace, client }) => {
      await client.endpoints.network.createDomain("sandbox", routed);
      const hidden = new Set(["custom", "custom_wo"]);
      hidden.add("secrets").add("secrets_wo").add("secrets_both");
      // A branch cannot be told from the commit that the service shows.
      hidden.add("revision");
      // Nobody but the configuration knows what passes through.
      hidden.add("vllm").add("features");
      const labels = Object.keys(lives).filter((label) => !hidden.has(label));
      await write(workspace, (life) => life.then);
      await applied(workspace);
      const ids: Record<string, Json> = {};
      for (const label of labels) {
        const state = await workspaceState(workspace, label);
        ids[label] = state;
      }
      await workspace.remove("terraform.tfstate");
      const endpoints = Object.fromEntries(
        labels.map((label) => [
          label,
          merged(endpoint(nameOf(label)), lives[label]?.then ?? {}),
        ]),
      );
      await configure(workspace, {
        endpoints,
        more: {
          import: labels.map((label) => ({
            to: address(label),
            id: ids[label] ?? null,
          })),
        },
      });
      assertAllActions(await workspace.planJson(), "no-op");
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
    }, { sandbox: { extraImageFields: { vLLM: ["maxModelLen"] } } }),
);

let resources: Awaited<ReturnType<Workspace["stateResources"]>> | undefined;

async function workspaceState(
  workspace: Workspace,
  label: string,
): Promise<Json> {
  resources ??= await workspace.stateResources();
  const found = resources.find((one) => one.address === address(label));
  assert(found !== undefined, label);
  return valueAt(found, "id");
}

acceptanceTest(
  "what the service fills in is no drift, and is shown where it is computed",
  () =>
    withSandbox(async ({ workspace }) => {
      await configure(workspace, {
        endpoints: {
          this: endpoint("x", {
            compute: { scaling: { min_replica: 0 } },
            model: {
              repository: "acme/adds-hf-token",
              revision: "main",
              image: { vllm: { url: "ghcr.io/acme/image:1" } },
            },
          }),
        },
      });
      await applied(workspace);
      await assertState(workspace, "this", {
        "compute.scaling.scale_to_zero_timeout": 15,
        "compute.scaling.measure.hardware_usage": 80,
        "model.revision": "main",
        "model.variables": null,
        "model.task": "text-generation",
        "model.image.vllm.port": 8000,
        "model.image.vllm.health_route": "/health",
        "model.image.vllm.max_num_seqs": null,
        "experimental_features.skip_repo_download": false,
        cache_http_responses: false,
      });
      await assertEmptyPlan(workspace);
    }),
);

acceptanceTest(
  "without an image the engine is the default, and null in the state",
  () =>
    withSandbox(async ({ workspace, sandbox, client }) => {
      const write = (image?: JsonObject) =>
        configure(workspace, {
          endpoints: { this: endpoint("x", image && { model: { image } }) },
        });
      const imagesSent = () =>
        bodiesOf(sandbox, "PUT").map((body) => Object(body).model.image);
      const vllm = { url: "ghcr.io/acme/image:1" };
      await write();
      await applied(workspace);
      await assertState(workspace, "this", { "model.image": null });

      // Another engine, chosen elsewhere or configured once, is taken away.
      await client.endpoints.update("sandbox/x", {
        model: { image: { vLLM: vllm } },
      });
      sandbox.clearRequests();
      await applied(workspace);
      assertEquals(imagesSent(), [{ huggingface: {} }]);
      await assertEmptyPlan(workspace);
      await write({ vllm });
      await applied(workspace);
      await write();
      await applied(workspace);
      assertEquals(imagesSent().slice(1), [
        { vLLM: vllm },
        { huggingface: {} },
      ]);
      await assertState(workspace, "this", {
        "model.image": null,
        "model.framework": "pytorch",
      });
      await assertEmptyPlan(workspace);

      // Written out and left out, the default is the same to the service.
      sandbox.clearRequests();
      await write({ huggingface: {} });
      await applied(workspace);
      await assertEmptyPlan(workspace);
      await write();
      await applied(workspace);
      await assertEmptyPlan(workspace);
      assertEquals(writesOf(sandbox), []);
    }),
);
