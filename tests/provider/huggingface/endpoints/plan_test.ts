import { assertEquals } from "@std/assert";
import {
  isUnknown,
  type Unknown,
  unknown,
} from "../../../../provider/framework/mod.ts";
import { endpoint } from "../../../../provider/huggingface/endpoints/endpoint.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";
import type {
  EndpointConfig,
  EndpointState,
  PlannedEndpoint,
} from "../../../../provider/huggingface/endpoints/schema.ts";
import {
  plain,
  plan as planBy,
  serverOf,
  whole,
} from "../../framework/engine/support.ts";
import {
  endpointState,
  imageWith,
  withModel,
  withScaling,
} from "./fixtures.ts";

/** Defaults for new endpoints in the provider block. */
interface EndpointDefaults {
  readonly namespace: string | Unknown;
  readonly cloud: { readonly vendor: string; readonly region: string };
}

const defaults: EndpointDefaults = {
  namespace: "acme",
  cloud: { vendor: "gcp", region: "us-east4" },
};

const computed = {
  status: null,
  status_message: null,
  url: null,
  health_route: null,
  ready_replicas: null,
  target_replicas: null,
  created_at: null,
  updated_at: null,
  created_by: null,
};

/** The least that can be configured. */
const least: EndpointConfig = {
  ...endpointState(),
  ...computed,
  id: null,
  namespace: null,
  cloud: null,
  compute: {
    instance_type: "intel-spr",
    instance_size: null,
    accelerator: null,
    scaling: null,
  },
  model: {
    ...endpointState().model,
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

/** The plan of a configuration, of which `config` has what is left out. */
async function plan(given: Case): Promise<PlannedEndpoint> {
  const { namespace, cloud } = { ...defaults, ...given.defaults };
  const data = new HuggingFaceProvider({
    namespace,
    cloud,
    max_retries: 0,
  }, { env: {}, userAgent: "test" });
  const prior = given.prior === undefined ? endpointState() : given.prior;
  const { plannedState } = await planBy(endpoint, {
    config: whole(endpoint.schema, {
      ...least,
      ...given.planned,
      ...given.config,
    }),
    priorState: prior && whole(endpoint.schema, prior),
  }, serverOf({ resources: [endpoint] }, { data }));
  // The plan of an endpoint has the schema's type.
  return plain(plannedState) as PlannedEndpoint;
}

function unknownOf(planned: PlannedEndpoint): string[] {
  return Object.entries(planned).filter(([, value]) => isUnknown(value))
    .map(([name]) => name).sort();
}

Deno.test("a new endpoint is known as far as that is true", async () => {
  const planned = await plan({ prior: null });
  assertEquals(planned.id, "acme/x");
  assertEquals(planned.cloud, { vendor: "gcp", region: "us-east4" });
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

Deno.test("whose the token is makes namespace and id known at apply", async () => {
  const planned = await plan({ prior: null, defaults: { namespace: unknown } });
  assertEquals([planned.namespace, planned.id], [unknown, unknown]);
});

Deno.test("a change makes unknown what it moves, and nothing else", async () => {
  const of = async (planned: Partial<PlannedEndpoint>) =>
    unknownOf(await plan({ planned }));
  const replicas = ["ready_replicas", "target_replicas"];
  assertEquals(await of({ tags: ["a"] }), ["updated_at"]);
  assertEquals(await of({ type: "public" }), ["updated_at", "url"]);
  const { compute } = endpointState();
  const scaling = { ...compute.scaling, max_replica: 3 };
  assertEquals(await of({ compute: { ...compute, scaling } }), [
    ...replicas,
    "updated_at",
  ]);
  // A change without a wait is still on its way when the apply ends.
  const status = ["status", "status_message"];
  const all = [...replicas, ...status, "updated_at"].sort();
  assertEquals(await of({ paused: true }), all);
  assertEquals(await of({ tags: ["a"], wait_for_ready: false }), all);
  const tei = imageWith("tei", { url: "u" });
  const model = { ...endpointState().model, image: tei };
  const withImage = await plan({ config: { model }, planned: { model } });
  assertEquals(unknownOf(withImage), ["health_route", "updated_at"]);
});

Deno.test("defaults of the provider block leave existing endpoints alone", async () => {
  const planned = await plan({
    defaults: {
      namespace: "other",
      cloud: { vendor: "aws", region: "us-east-1" },
    },
  });
  assertEquals(planned, plain(whole(endpoint.schema, endpointState())));
});

Deno.test("the accelerator follows from the instance type, or stays", async () => {
  const accelerator = async (
    type: string | typeof unknown,
    prior?: EndpointState,
  ) => {
    const compute = { ...endpointState().compute, instance_type: type };
    const planned = (await plan({
      config: {
        compute: { ...compute, accelerator: null, scaling: null },
      },
      planned: { compute },
      prior: prior ?? endpointState(),
    })).compute;
    return isUnknown(planned) ? undefined : planned.accelerator;
  };
  assertEquals(await accelerator("nvidia-l4"), "gpu");
  assertEquals(await accelerator("quantum-1"), unknown);
  assertEquals(await accelerator(unknown), unknown);
  const odd = endpointState();
  assertEquals(
    await accelerator("quantum-1", {
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

Deno.test("the timeout to zero is null with replicas, else the service's", async () => {
  const timeout = async (
    min: number | typeof unknown,
    prior: EndpointState | null,
  ) => {
    const scaling = {
      ...endpointState().compute.scaling,
      min_replica: min,
      scale_to_zero_timeout: unknown,
      measure: unknown,
    };
    const config = {
      ...scaling,
      scale_to_zero_timeout: null,
      measure: null,
    };
    const compute = { ...endpointState().compute, scaling };
    const planned = (await plan({
      config: { compute: { ...compute, scaling: config } },
      planned: { compute },
      prior,
    })).compute;
    return isUnknown(planned) || isUnknown(planned.scaling)
      ? undefined
      : planned.scaling.scale_to_zero_timeout;
  };
  const idle = withScaling(endpointState(), {
    min_replica: 0,
    scale_to_zero_timeout: 45,
  });
  assertEquals(await timeout(1, null), null);
  assertEquals(await timeout(0, null), unknown);
  assertEquals(await timeout(0, idle), 45);
  assertEquals(await timeout(1, idle), null);
  assertEquals(await timeout(unknown, idle), unknown);
});

Deno.test("an engine that is not known here stays, until another is wanted", async () => {
  const prior = withModel(endpointState(), {
    image: null,
    framework: "custom",
  });
  const kept = (await plan({ prior })).model;
  assertEquals(isUnknown(kept) ? unknown : kept.image, null);
  assertEquals(isUnknown(kept) ? unknown : kept.framework, "custom");
});

Deno.test("an unknown object stays unknown", async () => {
  const planned = await plan({
    config: { compute: unknown, model: unknown },
    planned: { compute: unknown, model: unknown },
  });
  assertEquals([planned.compute, planned.model], [unknown, unknown]);
});
