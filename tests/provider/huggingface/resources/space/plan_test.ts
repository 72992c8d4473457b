import { assertEquals } from "@std/assert";
import { isUnknown, unknown } from "../../../../../provider/framework/mod.ts";
import { planSpace } from "../../../../../provider/huggingface/resources/space/plan.ts";
import type {
  PlannedSpace,
  SpaceConfig,
  SpaceState,
} from "../../../../../provider/huggingface/resources/space/types.ts";
import { least, state } from "./fixtures.ts";

const hubUrl = "https://huggingface.co";

/** The plan of a change, where the schema's defaults left what is configured. */
function plan(
  config: Partial<SpaceConfig>,
  prior: SpaceState | null = state(),
): PlannedSpace {
  const configured: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    if (value !== null) configured[name] = value;
  }
  const before = prior ?? state();
  return planSpace({
    config: { ...least, ...config },
    prior,
    planned: {
      ...before,
      variables: null,
      secrets: null,
      files: null,
      volumes: null,
      ...configured,
    },
    namespace: "sandbox",
    hubUrl,
  });
}

function unknowns(planned: PlannedSpace): string[] {
  return Object.entries(planned).filter(([, value]) => isUnknown(value))
    .map(([name]) => name).toSorted();
}

function differing(planned: PlannedSpace, prior = state()): string[] {
  return Object.entries(planned)
    .filter(([name, value]) =>
      JSON.stringify(value) !==
        JSON.stringify(Reflect.get(prior, name)) || isUnknown(value)
    )
    .map(([name]) => name).toSorted();
}

Deno.test("nothing configured changes nothing", () => {
  assertEquals(differing(plan({})), []);
});

Deno.test("a new Space is known as far as it can be", () => {
  const planned = plan({}, null);
  assertEquals(planned.id, "sandbox/app");
  assertEquals(planned.url, `${hubUrl}/spaces/sandbox/app`);
  assertEquals([planned.hardware, planned.replicas], ["cpu-basic", 1]);
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

Deno.test("what a template decides is not known before", () => {
  const planned = plan({ sdk: null, template: "a/b" }, null);
  assertEquals(
    [planned.sdk, planned.hardware, planned.replicas].every(isUnknown),
    true,
  );
  const fixed = plan({ sdk: "static" }, null);
  assertEquals([fixed.hardware, fixed.replicas, fixed.sleep_time], [
    null,
    null,
    null,
  ]);
});

Deno.test("a rename keeps the stable id, and shows the new addresses", () => {
  const planned = plan({ name: "other" });
  assertEquals(planned.id, "sandbox/other");
  assertEquals(planned.git_url, `${hubUrl}/spaces/sandbox/other`);
  assertEquals(planned.space_id, state().space_id);
  assertEquals(unknowns(planned), [
    "app_url",
    "hardware_current",
    "last_modified",
    "stage",
  ]);
});

Deno.test("only a commit makes a new sha", () => {
  assertEquals(plan({ variables: { A: "1" } }).sha, state().sha);
  assertEquals(isUnknown(plan({ files: { "app.py": "" } }).sha), true);
  assertEquals(isUnknown(plan({ title: "Other" }).sha), true);
});

Deno.test("a README that is given as a whole decides what its card says", () => {
  const planned = plan({ files: { "README.md": "---\nsdk: docker\n---" } });
  assertEquals(
    [planned.title, planned.license, planned.sdk_version].every(isUnknown),
    true,
  );
  const files = { "README.md": "---\nsdk: docker\n---" };
  assertEquals(
    differing(plan({ files }, state({ files })), state({ files })),
    [],
  );
});

Deno.test("hardware and replicas that are taken out go back to what is free", () => {
  const prior = state({ hardware: "t4-small", replicas: 3, sleep_time: 60 });
  const planned = plan({}, prior);
  assertEquals([planned.hardware, planned.replicas], ["cpu-basic", 1]);
  assertEquals(isUnknown(planned.sleep_time), true);
  assertEquals(plan({ hardware: "t4-small" }, prior).sleep_time, 60);
  assertEquals(plan({}, state({ replicas: null })).replicas, null, "automatic");
});

Deno.test("another sdk, template or region makes all new, an unknown template does not", () => {
  assertEquals(isUnknown(plan({ sdk: "gradio" }).space_id), true);
  assertEquals(isUnknown(plan({ region: "eu" }).space_id), true);
  assertEquals(plan({ template: "a/b" }).space_id, state().space_id);
  assertEquals(
    isUnknown(plan({ template: "a/b" }, state({ template: "a/c" })).space_id),
    true,
  );
});

Deno.test("a default owner that is not known leaves the addresses open", () => {
  const planned = planSpace({
    config: least,
    prior: null,
    planned: state(),
    namespace: unknown,
    hubUrl,
  });
  assertEquals([planned.id, planned.url].every(isUnknown), true);
  const kept = planSpace({
    config: least,
    prior: state(),
    planned: state(),
    namespace: unknown,
    hubUrl,
  });
  assertEquals(kept.id, "sandbox/app");
});
