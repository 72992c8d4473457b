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

Deno.test("empty and absent stay what they were", () => {
  const empty = {
    ...withModel(endpointState(), { variables: {}, args: [] }),
    tags: [],
  };
  const kept = endpointState(runningEndpoint(), empty);
  assertEquals([kept.model.variables, kept.model.args, kept.tags], [
    {},
    [],
    [],
  ]);
  const filled = endpointState(model({ env: { A: "1" }, args: ["a"] }), empty);
  assertEquals([filled.model.variables, filled.model.args], [{ A: "1" }, [
    "a",
  ]]);
  const untold = endpointState(
    runningEndpoint(),
    withModel(endpointState(), { variables: { A: "1" }, args: ["a"] }),
  );
  assertEquals([untold.model.variables, untold.model.args], [{}, ["a"]]);
});

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

Deno.test("secrets are kept, whatever the service shows of them", () => {
  const kept = withModel(endpointState(), {
    secrets: { A: "s" },
    secrets_wo_version: "7",
  });
  for (const secrets of [{}, { A: "" }, { A: "", B: "" }]) {
    const now = endpointState(model({ secrets }), kept).model;
    assertEquals(now.secrets, { A: "s" });
    assertEquals(now.secrets_wo, null);
    assertEquals(now.secrets_wo_version, "7");
  }
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

Deno.test("an answer without optional parts is read", () => {
  const { experimentalFeatures: _, tags: _tags, route: _route, ...bare } =
    runningEndpoint();
  const now = endpointState({
    ...bare,
    model: {
      repository: "gpt2",
      framework: "pytorch",
      image: { huggingface: {} },
    },
  });
  assertEquals(now.experimental_features, null);
  assertEquals(now.cache_http_responses, null);
  assertEquals(now.model.task, null);
  assertEquals(now.model.revision, null);
});

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

Deno.test("a link shows only the parts that were asked for", () => {
  const link = { accountId: "1", shared: false, region: "us-east-1" };
  const endpoint = runningEndpoint({ privateService: link });
  assertEquals(endpointState(endpoint).private_service, {
    account_id: "1",
    shared: false,
    region: "us-east-1",
  });
  const kept: EndpointState = {
    ...endpointState(),
    private_service: { account_id: "1", shared: null, region: "eu-west-1" },
  };
  assertEquals(
    endpointState(runningEndpoint({ privateService: { accountId: "1" } }), kept)
      .private_service,
    { account_id: "1", shared: null, region: "eu-west-1" },
  );
});
