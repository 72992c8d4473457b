import { assertEquals } from "@std/assert";
import {
  isUnknown,
  type ModifyPlanResult,
  type ValueObject,
} from "../../../../../provider/framework/mod.ts";
import { space } from "../../../../../provider/huggingface/resources/space.ts";
import type {
  SpaceConfig,
  SpaceState,
} from "../../../../../provider/huggingface/resources/space/schema.ts";
import { least, setUp, state } from "./fixtures.ts";

const hubUrl = "https://huggingface.co";

/** The plan of a change, where the schema's defaults left what is configured. */
async function result(
  config: Partial<SpaceConfig>,
  prior: SpaceState | null = state(),
): Promise<ModifyPlanResult<ValueObject>> {
  const configured: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    if (value !== null) configured[name] = value;
  }
  const planned = {
    ...prior ?? state(),
    variables: null,
    secrets: null,
    files: null,
    volumes: null,
    ...configured,
  };
  return await space.modifyPlan?.({
    ...setUp().common,
    deferralAllowed: false,
    config: { ...least, ...config },
    prior,
    planned,
  }) ?? {};
}

async function plan(
  config: Partial<SpaceConfig>,
  prior?: SpaceState | null,
): Promise<ValueObject> {
  return (await result(config, prior)).planned ?? {};
}

function unknowns(planned: ValueObject): string[] {
  return Object.entries(planned).filter(([, value]) => isUnknown(value))
    .map(([name]) => name).toSorted();
}

function differing(planned: ValueObject, prior = state()): string[] {
  return Object.entries(planned)
    .filter(([name, value]) =>
      JSON.stringify(value) !==
        JSON.stringify(Reflect.get(prior, name)) || isUnknown(value)
    )
    .map(([name]) => name).toSorted();
}

Deno.test("nothing configured changes nothing", async () => {
  assertEquals(differing(await plan({})), []);
});

Deno.test("a new Space is known as far as it can be", async () => {
  const planned = await plan({ namespace: "sandbox" }, null);
  assertEquals(planned["id"], "sandbox/app");
  assertEquals(planned["url"], `${hubUrl}/spaces/sandbox/app`);
  assertEquals([planned["hardware"], planned["replicas"]], ["cpu-basic", 1]);
  assertEquals(unknowns(planned), [
    "app_url",
    "created_at",
    "custom_domains",
    "hardware_current",
    "last_modified",
    "license",
    "region",
    "sdk_version",
    "sha",
    "short_description",
    "sleep_time",
    "space_id",
    "stage",
    "title",
  ]);
});

Deno.test("what a template decides is not known before", async () => {
  const planned = await plan({
    namespace: "sandbox",
    sdk: null,
    template: "a/b",
  }, null);
  assertEquals(
    [planned["sdk"], planned["hardware"], planned["replicas"]].every(isUnknown),
    true,
  );
  const fixed = await plan({ namespace: "sandbox", sdk: "static" }, null);
  assertEquals([fixed["hardware"], fixed["replicas"], fixed["sleep_time"]], [
    null,
    null,
    null,
  ]);
});

Deno.test("a rename keeps the stable id, and shows the new addresses", async () => {
  const planned = await plan({ name: "other" });
  assertEquals(planned["id"], "sandbox/other");
  assertEquals(planned["git_url"], `${hubUrl}/spaces/sandbox/other`);
  assertEquals(planned["space_id"], state().space_id);
  assertEquals(unknowns(planned), ["app_url"]);
});

Deno.test("what runs stays so if it is waited for, or nothing starts it again", async () => {
  const of = async (more: Parameters<typeof plan>[0]) =>
    unknowns(await plan(more));
  const variables = { A: "1" };
  assertEquals(await of({ visibility: "public" }), []);
  assertEquals(await of({ variables, wait_for_ready: true }), []);
  assertEquals(await of({ variables, wait_for_ready: false }), [
    "hardware_current",
    "stage",
  ]);
  assertEquals(await of({ paused: true }), ["hardware_current", "stage"]);
});

Deno.test("only a commit makes a new sha", async () => {
  assertEquals((await plan({ variables: { A: "1" } }))["sha"], state().sha);
  assertEquals(
    isUnknown((await plan({ files: { "app.py": "" } }))["sha"]),
    true,
  );
  assertEquals(isUnknown((await plan({ title: "Other" }))["sha"]), true);
});

Deno.test("a README that is given as a whole decides what its card says", async () => {
  const planned = await plan({
    files: { "README.md": "---\nsdk: docker\n---" },
  });
  assertEquals(
    [planned["title"], planned["license"], planned["sdk_version"]].every(
      isUnknown,
    ),
    true,
  );
  const files = { "README.md": "---\nsdk: docker\n---" };
  assertEquals(
    differing(await plan({ files }, state({ files })), state({ files })),
    [],
  );
});

Deno.test("hardware and replicas that are taken out go back to what is free", async () => {
  const prior = state({ hardware: "t4-small", replicas: 3, sleep_time: 60 });
  const planned = await plan({}, prior);
  assertEquals([planned["hardware"], planned["replicas"]], ["cpu-basic", 1]);
  assertEquals(isUnknown(planned["sleep_time"]), true);
  assertEquals((await plan({ hardware: "t4-small" }, prior))["sleep_time"], 60);
  assertEquals(
    (await plan({}, state({ replicas: null })))["replicas"],
    null,
    "automatic",
  );
});

Deno.test("another sdk, template or region makes all new, an unknown template does not", async () => {
  const replaces = async (config: Partial<SpaceConfig>, prior = state()) =>
    (await result(config, prior)).requiresReplace?.map(String) ?? [];
  assertEquals(await replaces({ sdk: "gradio" }), ["sdk"]);
  assertEquals(
    await replaces({ region: "eu" }, state({ region: "us" })),
    ["region"],
  );
  assertEquals(await replaces({ template: "a/b" }), []);
  assertEquals(await replaces({ name: "other" }), []);
});

Deno.test("a default owner that is not known leaves the addresses open", async () => {
  const planned = await plan({}, null);
  assertEquals([planned["id"], planned["url"]].every(isUnknown), true);
  assertEquals((await plan({}))["id"], "sandbox/app");
});
