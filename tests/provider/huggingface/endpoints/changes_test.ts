import { assertEquals } from "@std/assert";
import { unknown } from "../../../../provider/framework/mod.ts";
import type {
  EndpointPlan,
  EndpointState,
} from "../../../../provider/huggingface/endpoints/schema.ts";
import {
  configOf,
  createRequest,
  imageWith,
  state,
  updateRequest,
  withModel,
  withScaling,
} from "./fixtures.ts";

const prior = state();

function custom(version: string | null, password: string | null) {
  return imageWith("custom", {
    url: "u",
    port: 80,
    health_route: "/health",
    credentials: {
      username: "n",
      password,
      password_wo: null,
      password_wo_version: version,
    },
    extra: null,
  });
}

const changes: Record<
  string,
  { prior?: EndpointState; plan: EndpointState; sends: unknown }
> = {
  "nothing": { plan: prior, sends: undefined },
  "what steers Terraform": {
    plan: { ...prior, wait_for_ready: false, paused: true },
    sends: undefined,
  },
  "one field": {
    plan: { ...prior, type: "public" },
    sends: { type: "public" },
  },
  "one nested field": {
    plan: withScaling(prior, { max_replica: 4 }),
    sends: { compute: { scaling: { maxReplica: 4 } } },
  },
  "replicas that end a timeout": {
    prior: withScaling(prior, { min_replica: 0, scale_to_zero_timeout: 20 }),
    plan: withScaling(prior, { min_replica: 1, scale_to_zero_timeout: null }),
    sends: {
      compute: { scaling: { minReplica: 1, scaleToZeroTimeout: null } },
    },
  },
  "variables that are removed": {
    prior: withModel(prior, { variables: { A: "1" } }),
    plan: withModel(prior, { variables: null }),
    sends: { model: { env: {} } },
  },
  "secrets that are removed": {
    prior: withModel(prior, { secrets: { A: "1" } }),
    plan: withModel(prior, { secrets: null }),
    sends: { model: { secrets: {} } },
  },
  "lists that are removed": {
    prior: { ...withModel(prior, { args: ["a"] }), tags: ["t"] },
    plan: prior,
    sends: { model: { args: [] }, tags: [] },
  },
  "tags in another order": {
    prior: { ...prior, tags: ["a", "b"] },
    plan: { ...prior, tags: ["b", "a"] },
    sends: undefined,
  },
  "a route that is removed": {
    prior: { ...prior, route: { domain: null, path: "/p" } },
    plan: prior,
    sends: { route: null },
  },
  "a password": {
    prior: withModel(prior, { image: custom(null, "one") }),
    plan: withModel(prior, { image: custom(null, "two") }),
    sends: {
      model: {
        image: {
          custom: {
            url: "u",
            port: 80,
            healthRoute: "/health",
            credentials: { username: "n", password: "two" },
          },
        },
      },
    },
  },
  "a feature that is removed from extra": {
    prior: {
      ...prior,
      experimental_features: {
        kv_router: null,
        skip_repo_download: false,
        extra: '{"mcpLb":{},"loadBalancer":1}',
      },
    },
    plan: {
      ...prior,
      experimental_features: {
        kv_router: { tag: "t" },
        skip_repo_download: false,
        extra: '{ "mcpLb": {} }',
      },
    },
    sends: {
      experimentalFeatures: { loadBalancer: null, kvRouter: { tag: "t" } },
    },
  },
};

for (const [name, change] of Object.entries(changes)) {
  Deno.test(`an update sends only what changes: ${name}`, () => {
    const request = updateRequest({
      prior: change.prior ?? prior,
      plan: change.plan,
      config: configOf(change.plan),
    });
    assertEquals<unknown>(request, change.sends);
  });
}

Deno.test("write-only values come from the configuration", () => {
  const before = withModel(prior, { secrets_wo_version: "1" });
  const plan = withModel(prior, { secrets_wo_version: "2" });
  const config = configOf(plan, { secrets_wo: { A: "s" } });
  assertEquals<unknown>(updateRequest({ prior: before, plan, config }), {
    model: { secrets: { A: "s" } },
  });
  // Without another version they are not sent, whatever the configuration has.
  assertEquals(updateRequest({ prior: plan, plan, config }), undefined);
});

Deno.test("another repository asks for its newest commit, and its task", () => {
  const base = withModel(prior, { repository: "acme/other" });
  const plan: EndpointPlan = {
    ...base,
    model: { ...base.model, revision: unknown, task: unknown },
  };
  const request = updateRequest({ prior, plan, config: configOf(base) });
  assertEquals<unknown>(request, {
    model: { repository: "acme/other", revision: null, task: "" },
  });
});

Deno.test("what is unknown is not sent", () => {
  const plan: EndpointPlan = {
    ...prior,
    cache_http_responses: unknown,
    experimental_features: unknown,
    compute: { ...prior.compute, accelerator: unknown },
  };
  assertEquals(
    updateRequest({ prior, plan, config: configOf(prior) }),
    undefined,
  );
});

Deno.test("a create sends what is planned, and nothing null", () => {
  const plan: EndpointPlan = {
    ...withModel(prior, { variables: { A: "1" } }),
    tags: ["t"],
    route: { domain: null, path: "/p" },
    private_service: { account_id: "1", shared: null, region: null },
    cache_http_responses: unknown,
    experimental_features: unknown,
  };
  const request = createRequest(
    { ...plan, model: { ...plan.model, revision: unknown, task: unknown } },
    configOf(prior),
  );
  assertEquals<unknown>(request, {
    name: "x",
    type: "private",
    provider: { vendor: "gcp", region: "us-east4" },
    compute: {
      accelerator: "cpu",
      instanceType: "intel-spr",
      instanceSize: "x1",
      scaling: {
        minReplica: 1,
        maxReplica: 1,
        measure: { hardwareUsage: 80 },
      },
    },
    model: {
      repository: "gpt2",
      framework: "pytorch",
      image: { huggingface: {} },
      env: { A: "1" },
    },
    tags: ["t"],
    route: { path: "/p" },
    privateService: { accountId: "1" },
  });
});
