import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  actionsOf,
  applied,
  assertState,
  configure,
  endpoint,
  isObject,
  merged,
  withSandbox,
} from "./endpoint_support.ts";
import { Later } from "./endpoint_later.ts";

const url = "ghcr.io/acme/image:1";

const cases: Readonly<Record<string, JsonObject>> = {
  type: { type: "public" },
  namespace: { namespace: "acme" },
  cloud: { cloud: { vendor: "aws", region: "us-east-1" } },
  compute: {
    compute: {
      instance_type: "nvidia-l4",
      instance_size: "x1",
      accelerator: "gpu",
      scaling: {
        min_replica: 0,
        max_replica: 2,
        scale_to_zero_timeout: 20,
        measure: { hardware_usage: 60 },
      },
    },
  },
  instance: {
    compute: { instance_type: "inf2", instance_size: "x1" },
    cloud: { vendor: "aws", region: "us-east-1" },
  },
  replicas: { compute: { scaling: { min_replica: 1 } } },
  model: {
    model: {
      repository: "gpt2",
      revision: "main",
      framework: "custom",
      task: "summarization",
      variables: { A: "1" },
      secrets: { B: "2" },
      args: ["a"],
      command: ["b"],
    },
  },
  write_only: {
    model: { secrets_wo: { B: "2" }, secrets_wo_version: "1" },
  },
  tei: {
    model: {
      image: {
        tei: {
          url,
          port: 81,
          health_route: "/up",
          max_batch_tokens: 9,
          pooling: "cls",
          extra: "{}",
        },
      },
    },
  },
  vllm: { model: { image: { vllm: { url, max_num_seqs: 3 } } } },
  custom: {
    model: {
      image: {
        custom: { url, credentials: { username: "u", password: "p" } },
      },
    },
  },
  custom_wo: {
    model: {
      image: {
        custom: {
          url,
          credentials: {
            username: "u",
            password_wo: "p",
            password_wo_version: "1",
          },
        },
      },
    },
  },
  rest: {
    tags: ["a", "b"],
    route: { path: "/p" },
    private_service: { account_id: "123456789012" },
    cache_http_responses: true,
    experimental_features: {
      kv_router: { tag: "t" },
      skip_repo_download: true,
      extra: '{"mcpLb":{}}',
    },
    timeouts: { create: "5m", delete: "2m" },
    paused: true,
    wait_for_ready: false,
  },
};

acceptanceTest(
  "values from another resource arrive in every attribute",
  () =>
    withSandbox(async ({ workspace }) => {
      const write = (make: (later: Later, value: JsonObject) => JsonObject) => {
        const later = new Later();
        const endpoints = Object.fromEntries(
          Object.entries(cases).map(([label, value]) => [
            label,
            // The name is a value of another resource in every case.
            merged(
              endpoint(later.value(label.replaceAll("_", "-"))),
              make(later, value),
            ),
          ]),
        );
        return configure(workspace, {
          endpoints,
          more: { resource: later.resource },
        });
      };
      // Every leaf by itself: lists and maps are unknown as a whole.
      await write((later, value) => {
        const made = later.leaves(value);
        return isObject(made) ? made : {};
      });
      assertSuccess(await workspace.validate());
      const plan = await workspace.planJson();
      assertEquals(
        new Set(Object.values(actionsOf(plan))),
        new Set(["create"]),
      );
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
      await assertState(workspace, "instance", {
        "compute.accelerator": "neuron",
      });
      await assertState(workspace, "custom", { "model.framework": "custom" });
      await assertState(workspace, "rest", { paused: true, status: "paused" });

      // Known again: the same values written out change nothing, and what
      // becomes unknown in an update is known after it.
      await configure(workspace, {
        endpoints: Object.fromEntries(
          Object.entries(cases).map(([label, value]) => [
            label,
            merged(endpoint(label.replaceAll("_", "-")), value),
          ]),
        ),
      });
      assertEquals(
        new Set(Object.values(actionsOf(await workspace.planJson()))),
        new Set(["no-op"]),
      );
    }),
);

acceptanceTest(
  "values from another resource arrive in an update too",
  () =>
    withSandbox(async ({ workspace }) => {
      const name = (label: string) => label.replaceAll("_", "-");
      const labels = Object.keys(cases);
      await configure(workspace, {
        endpoints: Object.fromEntries(
          labels.map((label) => [label, endpoint(name(label))]),
        ),
      });
      await applied(workspace);
      const later = new Later();
      await configure(workspace, {
        endpoints: Object.fromEntries(
          Object.entries(cases).map(([label, value]) => {
            const made = later.leaves(value);
            const more = isObject(made) ? made : {};
            return [label, merged(endpoint(name(label)), more)];
          }),
        ),
        more: { resource: later.resource },
      });
      const actions = actionsOf(await workspace.planJson());
      assertEquals(actions.type, "update");
      // What may become another cloud or owner is planned as a replacement.
      assertEquals(actions.cloud, "delete+create");
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
      await assertState(workspace, "vllm", {
        "model.image.vllm.max_num_seqs": 3,
        "model.image.vllm.port": 8000,
        "model.framework": "custom",
      });
    }),
);

acceptanceTest(
  "whole objects from another resource arrive too",
  () =>
    withSandbox(async ({ workspace }) => {
      const later = new Later();
      const objects: Record<string, JsonObject> = {
        cloud: { cloud: later.value({ vendor: "aws", region: "eu-west-1" }) },
        compute: {
          compute: later.value({
            instance_type: "nvidia-t4",
            instance_size: "x1",
            accelerator: null,
            scaling: null,
          }),
        },
        scaling: {
          compute: {
            scaling: later.value({
              min_replica: 0,
              max_replica: 1,
              scale_to_zero_timeout: null,
              measure: null,
            }),
          },
        },
        measure: {
          compute: {
            scaling: {
              measure: later.value({
                hardware_usage: null,
                pending_requests: 2,
              }),
            },
          },
        },
        image: {
          model: {
            image: {
              vllm_neuron: later.value({
                url,
                port: null,
                health_route: null,
                extra: null,
              }),
            },
          },
        },
        route: { route: later.value({ domain: null, path: "/p" }) },
      };
      await configure(workspace, {
        endpoints: Object.fromEntries(
          Object.entries(objects).map(([label, value]) => [
            label,
            merged(endpoint(label), value),
          ]),
        ),
        more: { resource: later.resource },
      });
      await applied(workspace);
      await assertEmptyPlan(workspace);
      await assertState(workspace, "image", {
        "model.image.vllm_neuron.port": 8000,
        "model.framework": "custom",
      });
    }),
);
