/**
 * Secrets, logins and network settings that somebody else has set and nobody
 * can read: no update and no replacement loses them.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { HuggingFace } from "../../../mod.ts";
import type { Value, ValueObject } from "../../../provider/framework/mod.ts";
import { cpuEndpoint } from "../../support/cpu_endpoint.ts";
import { tableOf } from "../../../provider/framework/binding/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { kindsOf, samplesOf } from "../../support/samples.ts";
import {
  resourceNamed,
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import { holdWrite, loseWrite } from "./lost_requests.ts";

/** A setting of which a configuration knows nothing. */
interface Unmanaged {
  readonly type: string;
  readonly what: string;
  readonly config: ValueObject;
  /** A change whose request would lose it. */
  readonly change?: ValueObject;
  /** A change that only a replacement makes. */
  readonly replacement?: ValueObject;
  /** Somebody sets it; default: it is there from the start. */
  add?(client: HuggingFace): Promise<unknown>;
  isThere(client: HuggingFace): Promise<boolean>;
}

const secrets = { OURS: "our-secret-value", THEIRS: "their-secret-value" };

const endpoint = (model: ValueObject, more: ValueObject = {}) => ({
  name: "one",
  cloud: { vendor: "aws", region: "us-east-1" },
  compute: { instance_type: "intel-spr" },
  wait_for_ready: false,
  model: { repository: "openai-community/gpt2", ...model },
  ...more,
});
const readEndpoint = (client: HuggingFace) => client.endpoints.get("acme/one");

const watch = { watched: [{ type: "org", name: "acme" }] };
const webhook = (job: ValueObject, domains = ["repo"]) => ({
  ...watch,
  domains,
  job: { image: "python:3.12", flavor: "cpu-basic", command: ["a"], ...job },
});
const readWebhook = async ({ webhooks }: HuggingFace) => {
  const [one] = await webhooks.list().toArray();
  assert(one !== undefined);
  return one;
};
const sendWebhook = async (client: HuggingFace, more: object) => {
  const { id, watched = [], domains, job, url } = await readWebhook(client);
  const { webhooks } = client;
  await webhooks.update(id, { watched, domains, job, url, ...more } as never);
};

/** The forms in which a configuration gives a secret. */
const forms = [
  { form: "secrets", given: (value: string) => ({ secrets: { OURS: value } }) },
  {
    form: "secrets_wo",
    given: (value: string) => ({
      secrets_wo: { OURS: value },
      secrets_wo_version: value,
    }),
  },
];

const rows: readonly Unmanaged[] = [
  ...forms.flatMap(({ form, given }) => [
    {
      type: "endpoint",
      what: `a secret beside ${form}`,
      config: endpoint(given("our-first-value")),
      change: endpoint(given("our-second-value")),
      replacement: endpoint(given("our-first-value"), { name: "two" }),
      add: ({ endpoints }: HuggingFace) =>
        endpoints.update("acme/one", { model: { secrets } }),
      isThere: async (client: HuggingFace) =>
        "THEIRS" in ((await readEndpoint(client)).model.secrets ?? {}),
    },
    {
      type: "webhook",
      what: `a secret of the job beside ${form}`,
      config: webhook(given("our-first-value")),
      change: webhook(given("our-first-value"), ["repo", "discussion"]),
      add: async (client: HuggingFace) => {
        const { job } = await readWebhook(client);
        await sendWebhook(client, { job: { ...job, secrets } });
      },
      isThere: async (client: HuggingFace) =>
        ((await readWebhook(client)).job?.secrets ?? []).includes("THEIRS"),
    },
  ]),
  {
    type: "endpoint",
    what: "the login of a registry",
    config: endpoint({ image: { custom: { url: "ghcr.io/acme/a:1" } } }),
    change: endpoint({ image: { custom: { url: "ghcr.io/acme/a:2" } } }),
    replacement: endpoint({ image: { custom: { url: "ghcr.io/acme/a:1" } } }, {
      name: "two",
    }),
    add: ({ endpoints }: HuggingFace) =>
      endpoints.update("acme/one", {
        model: {
          image: {
            custom: {
              url: "ghcr.io/acme/a:1",
              credentials: { username: "them", password: "their-password" },
            },
          },
        },
      }),
    isThere: async (client) =>
      /"credentials":\{/.test(JSON.stringify(await readEndpoint(client))),
  },
  {
    type: "webhook",
    what: "its secret",
    config: { ...watch, domains: ["repo"], url: "https://example.com/a" },
    change: {
      ...watch,
      domains: ["repo", "discussion"],
      url: "https://example.com/a",
    },
    add: (client) => sendWebhook(client, { secret: "their-secret-value" }),
    isThere: async (client) => (await readWebhook(client)).hasSecret === true,
  },
];

function register(
  { type, what }: Unmanaged,
  when: string,
  fn: (world: ResourceWorld) => Promise<void>,
): void {
  Deno.test(`${type}: ${what} that somebody has set is not lost by ${when}`, () =>
    fn(
      new ResourceWorld(resourceNamed(type), undefined, { maxRetries: 2 }),
    ));
}

for (const row of rows) {
  const { config, change, replacement, add, isThere } = row;
  const setUp = async (world: ResourceWorld) => {
    await world.apply(config);
    await add?.(world.client);
    await world.refresh();
    assert(await isThere(world.client));
  };
  const refused = async (world: ResourceWorld, planned: ValueObject) => {
    const { diagnostics } = await world.plan(planned);
    assert(diagnostics.hasErrors, "the plan is not refused");
  };
  if (change !== undefined) {
    register(row, "an update", async (world) => {
      await setUp(world);
      await refused(world, change);
    });
    register(row, "the apply of an older plan", async (world) => {
      await world.apply(config);
      const { diagnostics } = await world.attempt(
        change,
        () => Promise.resolve(add?.(world.client)),
      );
      assert(diagnostics.hasErrors);
      assert(await isThere(world.client));
      // The next plan says it.
      await world.refresh();
      await refused(world, change);
    });
    for (const fate of ["refuses", "holds back"]) {
      register(row, `an update that a rate limit ${fate}`, async (world) => {
        await world.apply(config);
        const { answer, client } = world;
        const between = async () => await add?.(client);
        await world.attempt(change, () => {
          world.answer = fate === "refuses"
            ? loseWrite(answer, { reaches: false, status: 429, between })
            : holdWrite(answer, 1, between);
          return Promise.resolve();
        });
        assert(await isThere(client));
      });
    }
    if (row.type === "endpoint") {
      register(
        row,
        "an update that waits until it is paused",
        async (world) => {
          await world.apply(config);
          const { answer, client } = world;
          const between = async () => await add?.(client);
          await world.attempt({ ...change, paused: true }, () => {
            // The service refuses that while the endpoint cannot be paused yet.
            world.answer = loseWrite(answer, {
              reaches: false,
              status: 400,
              between,
            });
            return Promise.resolve();
          });
          assert(await isThere(client));
        },
      );
    }
  }
  for (
    const [does, plan] of Object.entries({
      "a destroy that is planned with the last state": (one: ResourceWorld) =>
        one.plan(null),
      ...replacement && {
        "a replacement that is planned with the last state": (
          one: ResourceWorld,
        ) => one.plan(replacement),
      },
      "a -replace that is planned with the last state": (one: ResourceWorld) =>
        one.replace(config),
      "the plan of what is tainted": (one: ResourceWorld) =>
        one.planTainted(config),
    })
  ) {
    Deno.test(`${row.type}: ${does} names ${row.what} that somebody has set since, and nothing of ours`, async () => {
      const world = new ResourceWorld(resourceNamed(row.type));
      await world.apply(config);
      const isNamed = async () => {
        const { diagnostics } = await plan(world);
        return JSON.stringify(diagnostics.items).includes(" ends with ");
      };
      assertEquals(await isNamed(), false);
      await add?.(world.client);
      assert(await isNamed());
    });
  }
  register(row, "a replacement", async (world) => {
    await setUp(world);
    if (replacement) await refused(world, replacement);
    assertEquals(await world.replaceNow(config), false);
    assert(await isThere(world.client));
  });
}

const job = {
  schedule: "@daily",
  image: "python:3.12",
  flavor: "cpu-basic",
  command: ["a"],
};

for (
  const { type, what, make, config, replacement, known } of [
    {
      type: "scheduled_job",
      what: "secret",
      make: async ({ jobs }: HuggingFace) => {
        const { id } = await jobs.scheduled.create("acme", {
          schedule: "@daily",
          jobSpec: {
            dockerImage: "python:3.12",
            flavor: "cpu-basic",
            command: ["a"],
            secrets,
          },
        });
        return `acme/${id}`;
      },
      config: job,
      replacement: { ...job, flavor: "cpu-upgrade" },
      known: { secrets },
    },
    {
      type: "endpoint",
      what: "list of addresses",
      make: async ({ endpoints }: HuggingFace) => {
        await endpoints.create("acme/one", {
          ...cpuEndpoint,
          network: { cidrList: "a" },
        } as never);
        return "acme/one";
      },
      config: endpoint({ repository: "gpt2" }),
      replacement: endpoint({ repository: "gpt2" }, { name: "two" }),
    },
  ]
) {
  Deno.test(`${type}: the ${what} of an imported one is not lost by a replacement`, async () => {
    const world = new ResourceWorld(resourceNamed(type));
    await world.import(await make(world.client));
    await world.apply(config);
    const { diagnostics } = await world.plan(replacement);
    assert(diagnostics.hasErrors);
    assertEquals(await world.replaceNow(config), false);
    if (known === undefined) return;
    const again = await world.plan({ ...replacement, ...known });
    assertEquals(again.diagnostics.hasErrors, false);
  });
}

for (const { form, given } of forms) {
  Deno.test(`endpoint: an own secret may leave ${form}`, async () => {
    const world = new ResourceWorld(resourceNamed("endpoint"));
    const both = given("our-first-value");
    const wider = Object.fromEntries(
      Object.entries(both).map(([name, value]) => [
        name,
        typeof value === "string" ? value : { ...value, OTHER: "other-value" },
      ]),
    );
    await world.apply(endpoint(wider));
    await world.refresh();
    await world.apply(endpoint(given("our-second-value")));
    const { model } = await readEndpoint(world.client);
    assertEquals(Object.keys(model.secrets ?? {}), ["OURS"]);
  });
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  for (const entry of table) {
    const outer = entry.names.slice(0, -1);
    const secretsOf = [...outer, "secrets"];
    const isPair = entry.names.at(-1) === "variables" &&
      table.some(({ names }) => `${names}` === `${secretsOf}`);
    if (!isPair) continue;
    const { config } = samplesOf(typeName, entry);
    const maps = [entry.names, secretsOf];
    for (const [ours, theirs] of [maps, maps.toReversed()]) {
      const set = (names = ours, value = "ours-value") =>
        withValue(config, names ?? [], { KEY: value });
      const start = async () => {
        const world = await ResourceWorld.start(resource);
        await world.apply(config);
        await world.refresh();
        return world;
      };
      const setByOthers = async (us: ResourceWorld) => {
        const them = new ResourceWorld(resource, us.sandbox);
        await them.import(us.importId);
        const planned = await them.plan(set(theirs, "their-value"));
        if (planned.requiresReplace.length > 0) return false;
        const sent = await them.apply(set(theirs, "their-value"), planned);
        return sent.length > 0;
      };
      const name = `${typeName}.${ours}: a key that others have in ${theirs}`;
      Deno.test(`${name} is said by the plan that sets it`, async () => {
        const us = await start();
        if (!await setByOthers(us)) return;
        await us.refresh();
        const { diagnostics, plannedState } = await us.plan(set());
        const [before, after] = [us.state, plannedState].map((one) =>
          JSON.stringify(valueNamed(one, theirs ?? []))
        );
        const isNamed = diagnostics.items.some(({ summary, detail }) =>
          /KEY/.test(summary + detail)
        );
        assert(isNamed || before !== after);
      });

      Deno.test(`${name} since its plan is not set`, async () => {
        const us = await start();
        let isSet = false;
        const { diagnostics } = await us.attempt(set(), async () => {
          isSet = await setByOthers(us);
        });
        assertEquals(diagnostics.hasErrors, isSet);
      });
    }
  }
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  for (const entry of kindsOf(tableOf(schema.attributes))) {
    const { hasServiceDefault, change } = entry.binding;
    if (!hasServiceDefault || change === "immutable") continue;
    Deno.test(`${typeName}.${entry.path}: what others set of it is said by the plan that overwrites it`, async () => {
      const { config, values: [ours, theirs] } = samplesOf(typeName, entry);
      const us = await ResourceWorld.start(resource);
      await us.apply(config);
      const said = async () => {
        await us.refresh();
        const planned = withValue(config, entry.names, ours);
        return (await us.plan(planned)).diagnostics.items
          .filter(({ summary }) => summary.includes(entry.path)).length;
      };
      assertEquals(await said(), 0, "the service has filled it in");
      const them = new ResourceWorld(resource, us.sandbox);
      await them.import(us.importId);
      await them.apply(withValue(config, entry.names, theirs));
      assertEquals(await said(), 1);
    });
  }
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  for (const entry of tableOf(schema.attributes)) {
    const { binding: { version, change }, names, path } = entry;
    const isMap = entry.attribute.type?.[0] === "map";
    // By another route each key has its own words.
    if (version === undefined || !isMap || change === "via") continue;
    Deno.test(`${typeName}.${path}: a plan names each key that its request does not have any more`, async () => {
      const { config } = samplesOf(typeName, entry);
      const holder = names.slice(0, -1);
      const configOf = (keys: ValueObject, at: string, plain: Value = null) =>
        [
          [path.replace(/_wo$/, "").split("."), plain] as const,
          [[...holder, version], at] as const,
        ].reduce(
          (values, [names, value]) => withValue(values, names, value),
          withValue(config, names, keys),
        );
      const world = await ResourceWorld.start(resource);
      await world.apply(configOf({ KEEP: "a", GONE: "b" }, "1"));
      await world.refresh();
      const said = async (...of: Parameters<typeof configOf>) => {
        const { diagnostics } = await world.plan(configOf(...of));
        return diagnostics.items.flatMap(({ summary }) =>
          summary.split(" are deleted: ").slice(1)
        ).join();
      };
      const both = { KEEP: "a", GONE: "b" };
      assertEquals(await said(both, "2"), "");
      assertEquals(await said({ KEEP: "a" }, "1"), "", "nothing is sent");
      assertEquals(await said({ KEEP: "a" }, "2"), "GONE");
      const other = { OTHER: "c" };
      assertEquals(await said({ KEEP: "a" }, "1", other), "GONE");
      const { requiresReplace } = await world.plan(configOf(both, "2"));
      if (requiresReplace.length > 0) return;
      await world.apply(configOf({ KEEP: "a" }, "2"));
      await world.refresh();
      assertEquals(await said({ KEEP: "a" }, "3"), "");
    });
  }
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  for (const entry of table) {
    const { binding: { version, change }, names, path } = entry;
    const plain = table.find((one) => one.path === path.replace(/_wo$/, ""));
    if (version === undefined || change === "via" || !plain) continue;
    Deno.test(`${typeName}.${path}: what \`${plain.path}\` has in its place is not said to be deleted`, async () => {
      const { config, values: [value] } = samplesOf(typeName, entry);
      const versioned = [...names.slice(0, -1), version];
      const configOf = (hidden: Value, at: Value, shown: Value) =>
        withValue(
          withValue(withValue(config, names, hidden), versioned, at),
          plain.names,
          shown,
        );
      const world = await ResourceWorld.start(resource);
      await world.apply(configOf(value, "1", null));
      await world.refresh();
      const { diagnostics } = await world.plan(configOf(null, null, value));
      const said = diagnostics.items.map(({ summary }) => summary)
        .filter((summary) => / deletes? | deleted/.test(summary));
      assertEquals(said, []);
    });
  }
}

/** The secrets and variables of each resource with write-only keys. */
const keysThere: Readonly<
  Record<string, (world: ResourceWorld) => Promise<readonly object[]>>
> = {
  huggingface_space: async ({ client, importId }) => [
    await client.spaces.getSecrets(importId),
    await client.spaces.getVariables(importId),
  ],
  huggingface_endpoint: async ({ client, importId }) => {
    const { model } = await client.endpoints.get(importId);
    return [model.secrets ?? {}, model.env ?? {}];
  },
  // No answer shows its secrets, but each request has the whole job.
  huggingface_webhook: ({ sandbox }) => {
    const sent = sandbox.requests.find(({ method }) => method !== "GET");
    const { secrets = {}, environment = {} } = Object(sent?.body).job;
    return Promise.resolve([secrets, environment]);
  },
};

/** The keys of which an update may send nothing while their version stays. */
const refusals: Readonly<Record<string, string>> = {
  "secrets to secrets_wo": "Write-only key needs another version",
  "variables to secrets_wo": "Write-only key needs another version",
  "variables to model.secrets_wo": "Write-only key needs another version",
  "model.secrets_wo to variables":
    "Endpoint acme/x would have secrets and variables of one name",
};

for (const resource of resources) {
  const { typeName, schema } = resource;
  for (const entry of tableOf(schema.attributes)) {
    const { binding: { version, change }, names, path } = entry;
    const isMap = entry.attribute.type?.[0] === "map";
    if (version === undefined || !isMap || change === "immutable") continue;
    const holder = names.slice(0, -1);
    const twin = names.at(-1)!.replace(/_wo$/, "");
    for (const map of [twin, "variables"]) {
      for (const isHidden of [true, false]) {
        const move = (isHidden ? [map, path] : [path, map]).join(" to ");
        const refusal = refusals[move];
        Deno.test(`${typeName}: a key that moves from ${move} without a new version is ${refusal ? "refused, but by a replacement" : "somewhere, and in one place"}`, async () => {
          const { config } = samplesOf(typeName, entry);
          const configOf = (hidden: ValueObject, shown: Value) =>
            [
              [names, hidden] as const,
              [[...holder, version], "1"] as const,
              [[...holder, map], shown] as const,
            ].reduce(
              (values, [at, value]) => withValue(values, at, value),
              config,
            );
          const one = configOf({ OWN: "a" }, { KEY: "b" });
          const other = configOf({ OWN: "a", KEY: "b" }, null);
          const [before, after] = isHidden ? [one, other] : [other, one];
          const world = await ResourceWorld.start(resource);
          await world.apply(before);
          await world.refresh();
          const planned = await world.plan(after);
          const said = planned.diagnostics.items
            .filter(({ severity }) => severity === "error")
            .map(({ summary }) => summary);
          if (refusal !== undefined) {
            assertEquals(said, [refusal]);
            if (typeName !== "huggingface_endpoint") return;
            const { diagnostics, requiresReplace } = await world.plan({
              ...after,
              name: "another",
            });
            assertEquals(diagnostics.hasErrors, false);
            assertEquals(requiresReplace.map(String), ["name"]);
            return;
          }
          assertEquals(said, []);
          await world.apply(after, planned);
          const all = await keysThere[typeName]!(world);
          const found = all.flatMap(Object.keys).filter((key) => key === "KEY");
          assertEquals(found, ["KEY"]);
        });
      }
    }
  }
}
