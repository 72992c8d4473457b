import { assertEquals } from "@std/assert";
import type { Endpoint } from "../../../../mod.ts";
import type { EndpointState } from "../../../../provider/huggingface/endpoints/schema.ts";
import { endpointState, runningEndpoint, withModel } from "./fixtures.ts";

Deno.test("an imported endpoint has no empty collections and no additions", () => {
  const imported = endpointState(runningEndpoint({
    model: { ...runningEndpoint().model, env: { HF_TOKEN: "hf_added" } },
  }));
  assertEquals(imported.tags, null);
  assertEquals(imported.model.variables, null);
  assertEquals(imported.model.args, null);
  assertEquals(imported.route, null);
  assertEquals(imported.paused, false);
  assertEquals(imported.wait_for_ready, true);
  assertEquals(imported.id, "acme/x");
});

function model(more: Partial<Endpoint["model"]>): Endpoint {
  return runningEndpoint({ model: { ...runningEndpoint().model, ...more } });
}

Deno.test("the HF_TOKEN of the service is left out, that of the state is not", () => {
  const env = { A: "1", HF_TOKEN: "hf_z" };
  const without = withModel(endpointState(), { variables: { A: "1" } });
  assertEquals(endpointState(model({ env }), without).model.variables, {
    A: "1",
  });
  const configured = withModel(endpointState(), {
    variables: { A: "1", HF_TOKEN: "hf_y" },
  });
  assertEquals(endpointState(model({ env }), configured).model.variables, env);
  const added = { A: "1", B: "2" };
  assertEquals(
    endpointState(model({ env: added }), without).model.variables,
    added,
  );
});

Deno.test("tags have no order", () => {
  const kept: EndpointState = { ...endpointState(), tags: ["b", "a"] };
  assertEquals(
    endpointState(runningEndpoint({ tags: ["a", "b"] }), kept).tags,
    ["b", "a"],
  );
  assertEquals(
    endpointState(runningEndpoint({ tags: ["c", "b"] }), kept).tags,
    ["c", "b"],
  );
  assertEquals(endpointState(runningEndpoint({ tags: [] }), kept).tags, []);
});

const scalings: Record<
  string,
  { shown: Partial<Endpoint["compute"]["scaling"]>; is: unknown }
> = {
  "the timeout means nothing with replicas": {
    shown: { minReplica: 1, scaleToZeroTimeout: 15 },
    is: {
      timeout: null,
      measure: { hardware_usage: 80, pending_requests: null },
    },
  },
  "the timeout counts without": {
    shown: { minReplica: 0, scaleToZeroTimeout: 15 },
    is: {
      timeout: 15,
      measure: { hardware_usage: 80, pending_requests: null },
    },
  },
  "the measure goes before the metric": {
    shown: { measure: { pendingRequests: 2 }, metric: "hardwareUsage" },
    is: {
      timeout: null,
      measure: { hardware_usage: null, pending_requests: 2 },
    },
  },
  "the metric stands in for the measure": {
    shown: { measure: null, metric: "pendingRequests", threshold: 3 },
    is: {
      timeout: null,
      measure: { hardware_usage: null, pending_requests: 3 },
    },
  },
  "a measure without a threshold is none": {
    shown: { measure: { hardwareUsage: null }, metric: "hardwareUsage" },
    is: { timeout: null, measure: null },
  },
};

for (const [name, { shown: scaling, is }] of Object.entries(scalings)) {
  Deno.test(`scaling: ${name}`, () => {
    const { compute } = runningEndpoint();
    const now = endpointState(runningEndpoint({
      compute: { ...compute, scaling: { ...compute.scaling, ...scaling } },
    })).compute.scaling;
    assertEquals(
      { timeout: now.scale_to_zero_timeout, measure: now.measure },
      is,
    );
  });
}

Deno.test("the reason of a failure is part of the message", () => {
  const { status } = runningEndpoint();
  const now = endpointState(runningEndpoint({
    status: {
      ...status,
      state: "failed",
      message: "Endpoint failed to deploy",
      errorMessage: "no weights",
    },
  }));
  assertEquals(now.status_message, "Endpoint failed to deploy: no weights");
  assertEquals(
    endpointState(runningEndpoint({ status: { ...status, state: "paused" } }))
      .paused,
    true,
  );
});
