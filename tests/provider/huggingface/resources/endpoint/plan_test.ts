import { assertEquals } from "@std/assert";
import { isUnknown, unknown } from "../../../../../provider/framework/mod.ts";
import {
  type EndpointDefaults,
  planEndpoint,
} from "../../../../../provider/huggingface/resources/endpoint/plan.ts";
import {
  imageWith,
} from "../../../../../provider/huggingface/resources/endpoint/images.ts";
import type {
  EndpointConfig,
  EndpointState,
  PlannedEndpoint,
} from "../../../../../provider/huggingface/resources/endpoint/types.ts";
import { state, withModel, withScaling } from "./fixtures.ts";

const defaults: EndpointDefaults = {
  namespace: "acme",
  cloud: { vendor: "gcp", region: "us-east1" },
};

/** The least that can be configured. */
const least: EndpointConfig = {
  ...state(),
  id: null,
  namespace: null,
  type: null,
  cloud: null,
  compute: {
    instance_type: "intel-spr",
    instance_size: null,
    accelerator: null,
    scaling: null,
  },
  model: {
    ...state().model,
    revision: null,
    framework: null,
    task: null,
    image: null,
  },
  cache_http_responses: null,
  experimental_features: null,
  paused: null,
  wait_for_ready: null,
  wait_for_health: null,
};

interface Case {
  readonly config?: Partial<EndpointConfig>;
  readonly prior?: EndpointState | null;
  readonly planned?: Partial<PlannedEndpoint>;
  readonly defaults?: Partial<EndpointDefaults>;
}

/** The plan, where the schema's defaults left `planned`. */
function plan(given: Case): PlannedEndpoint {
  return planEndpoint({
    config: { ...least, ...given.config },
    prior: given.prior === undefined ? state() : given.prior,
    planned: { ...state(), ...given.planned },
    defaults: { ...defaults, ...given.defaults },
  });
}

function unknownOf(planned: PlannedEndpoint): string[] {
  return Object.entries(planned).filter(([, value]) => isUnknown(value))
    .map(([name]) => name).sort();
}

Deno.test("a new endpoint is known as far as that is true", () => {
  const planned = plan({ prior: null });
  assertEquals(planned.id, "acme/x");
  assertEquals(planned.cloud, { vendor: "gcp", region: "us-east1" });
  assertEquals(unknownOf(planned), [
    "cache_http_responses",
    "created_at",
    "created_by",
    "experimental_features",
    "health_route",
    "ready_replicas",
    "status",
    "status_message",
    "target_replicas",
    "updated_at",
    "url",
  ]);
});

Deno.test("whose the token is makes namespace and id known at apply", () => {
  const planned = plan({ prior: null, defaults: { namespace: unknown } });
  assertEquals([planned.namespace, planned.id], [unknown, unknown]);
});

Deno.test("nothing changes: nothing is unknown", () => {
  const planned = plan({});
  assertEquals(unknownOf(planned), []);
  assertEquals(planned, state());
});

Deno.test("what only steers Terraform makes nothing unknown", () => {
  assertEquals(unknownOf(plan({ planned: { wait_for_ready: false } })), []);
});

Deno.test("a change makes unknown what it moves, and nothing else", () => {
  const volatile = [
    "ready_replicas",
    "status",
    "status_message",
    "target_replicas",
    "updated_at",
  ];
  assertEquals(unknownOf(plan({ planned: { tags: ["a"] } })), volatile);
  assertEquals(
    unknownOf(plan({ planned: { type: "public" } })),
    [...volatile, "url"].sort(),
  );
  const tei = imageWith("tei", { url: "u" });
  const model = { ...state().model, image: tei };
  const withImage = plan({ config: { model }, planned: { model } });
  assertEquals(unknownOf(withImage), [...volatile, "health_route"].sort());
});

Deno.test("defaults of the provider block leave existing endpoints alone", () => {
  const planned = plan({
    defaults: {
      namespace: "other",
      cloud: { vendor: "aws", region: "us-east-1" },
    },
  });
  assertEquals(planned, state());
});

Deno.test("a replacement begins from nothing", () => {
  const planned = plan({ config: { name: "y" }, planned: { name: "y" } });
  assertEquals(planned.id, "acme/y");
  assertEquals([planned.url, planned.created_at], [unknown, unknown]);
});

Deno.test("the accelerator follows from the instance type, or stays", () => {
  const accelerator = (
    type: string | typeof unknown,
    prior?: EndpointState,
  ) => {
    const compute = { ...state().compute, instance_type: type };
    const planned = plan({
      config: {
        compute: { ...compute, accelerator: null, scaling: null },
      },
      planned: { compute },
      prior: prior ?? state(),
    }).compute;
    return isUnknown(planned) ? undefined : planned.accelerator;
  };
  assertEquals(accelerator("nvidia-l4"), "gpu");
  assertEquals(accelerator("quantum-1"), unknown);
  assertEquals(accelerator(unknown), unknown);
  const odd = state();
  assertEquals(
    accelerator("quantum-1", {
      ...odd,
      compute: {
        ...odd.compute,
        instance_type: "quantum-1",
        accelerator: "gpu",
      },
    }),
    "gpu",
  );
});

Deno.test("the timeout to zero is null with replicas, else the service's", () => {
  const timeout = (
    min: number | typeof unknown,
    prior: EndpointState | null,
  ) => {
    const scaling = {
      ...state().compute.scaling,
      min_replica: min,
      scale_to_zero_timeout: unknown,
      measure: unknown,
    };
    const config = {
      ...scaling,
      scale_to_zero_timeout: null,
      measure: null,
    };
    const compute = { ...state().compute, scaling };
    const planned = plan({
      config: { compute: { ...compute, scaling: config } },
      planned: { compute },
      prior,
    }).compute;
    return isUnknown(planned) || isUnknown(planned.scaling)
      ? undefined
      : planned.scaling.scale_to_zero_timeout;
  };
  const idle = withScaling(state(), {
    min_replica: 0,
    scale_to_zero_timeout: 45,
  });
  assertEquals(timeout(1, null), null);
  assertEquals(timeout(0, null), unknown);
  assertEquals(timeout(0, idle), 45);
  assertEquals(timeout(1, idle), null);
  assertEquals(timeout(unknown, idle), unknown);
});

Deno.test("commit and task belong to the repository", () => {
  const at = (repository: string) => {
    const model = { ...state().model, repository };
    const planned = plan({
      config: { model: { ...model, revision: null, task: null, image: null } },
      planned: { model },
    }).model;
    return isUnknown(planned) ? [] : [planned.revision, planned.task];
  };
  assertEquals(at("gpt2"), [state().model.revision, "text-generation"]);
  assertEquals(at("acme/other"), [unknown, unknown]);
});

Deno.test("an engine that is not known here stays, until another is wanted", () => {
  const prior = withModel(state(), { image: null, framework: "custom" });
  const kept = plan({ prior }).model;
  assertEquals(isUnknown(kept) ? unknown : kept.image, null);
  assertEquals(isUnknown(kept) ? unknown : kept.framework, "custom");
});

Deno.test("an unknown object stays unknown", () => {
  const planned = plan({
    config: { compute: unknown, model: unknown },
    planned: { compute: unknown, model: unknown },
  });
  assertEquals([planned.compute, planned.model], [unknown, unknown]);
});
