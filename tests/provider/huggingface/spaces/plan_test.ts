import { waits } from "../../../../provider/huggingface/spaces/wait.ts";
import { assertEquals } from "@std/assert";
import { Sandbox } from "../../../../client/sandbox/mod.ts";
import {
  isUnknown,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import { PrivateData } from "../../../../provider/framework/engine/private_state.ts";
import { isValueObject } from "../../../../provider/framework/values/value.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";
import { space } from "../../../../provider/huggingface/spaces/space.ts";
import type {
  SpaceConfig,
  SpaceState,
} from "../../../../provider/huggingface/spaces/schema.ts";
import {
  empty,
  plan as planBy,
  serverOf,
  whole,
} from "../../framework/engine/support.ts";

/** The state of a Docker Space. */
function spaceState(changes: Partial<SpaceState> = {}): SpaceState {
  return {
    id: "sandbox/app",
    space_id: "0123456789abcdef01234567",
    namespace: "sandbox",
    name: "app",
    sdk: "docker",
    template: null,
    sdk_version: null,
    visibility: "private",
    title: "app",
    short_description: null,
    license: null,
    hardware: "cpu-basic",
    sleep_time: 172_800,
    replicas: 1,
    volumes: null,
    dev_mode: false,
    paused: false,
    region: null,
    resource_group_id: null,
    variables: null,
    secrets: null,
    secrets_wo: null,
    secrets_wo_version: null,
    files: null,
    overwrite: false,
    wait_for_ready: null,
    timeouts: null,
    url: "https://huggingface.co/spaces/sandbox/app",
    app_url: "https://sandbox-app.hf.space",
    stage: "RUNNING",
    hardware_current: "cpu-basic",
    sha: "a".repeat(40),
    created_at: "2026-01-01T00:00:00.000Z",
    last_modified: "2026-01-01T00:00:00.000Z",
    custom_domains: [],
    ...changes,
  };
}

/** The least that can be configured. */
const least = {
  ...spaceState(),
  id: null,
  space_id: null,
  namespace: null,
  title: null,
  visibility: null,
  hardware: null,
  sleep_time: null,
  replicas: null,
  dev_mode: null,
  paused: null,
  url: null,
  app_url: null,
  stage: null,
  hardware_current: null,
  sha: null,
  created_at: null,
  last_modified: null,
  custom_domains: null,
} satisfies SpaceConfig;

const hubUrl = "https://huggingface.co";

/** The plan of a change. */
async function result(
  config: Partial<SpaceConfig>,
  prior: SpaceState | null = spaceState(),
  privateState = empty,
) {
  const sandbox = new Sandbox();
  const data = new HuggingFaceProvider({
    token: sandbox.token,
    max_retries: 0,
  }, {
    env: {},
    userAgent: "test",
    fetch: (request) => sandbox.fetch(request),
  });
  return await planBy(space, {
    config: whole(space.schema, { ...least, ...config }),
    priorState: prior && whole(space.schema, prior),
    privateState,
  }, serverOf({ resources: [space] }, { data }));
}

async function plan(
  config: Partial<SpaceConfig>,
  prior?: SpaceState | null,
): Promise<ValueObject> {
  const { plannedState } = await result(config, prior);
  return isValueObject(plannedState) ? plannedState : {};
}

function unknowns(planned: ValueObject): string[] {
  return Object.entries(planned).filter(([, value]) => isUnknown(value))
    .map(([name]) => name).toSorted();
}

function changedNames(planned: ValueObject, prior = spaceState()): string[] {
  return Object.entries(planned)
    .filter(([name, value]) =>
      JSON.stringify(value) !==
        JSON.stringify(Reflect.get(prior, name)) || isUnknown(value)
    )
    .map(([name]) => name).toSorted();
}

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

const stages = {
  /** It runs, and an apply that starts it again does not wait. */
  runs: { wait_for_ready: false },
  /** It runs, and an apply waits until it runs again. */
  awaited: { wait_for_ready: true },
  sleeps: {
    wait_for_ready: false,
    stage: "SLEEPING",
    hardware_current: null,
  },
  paused: { stage: "PAUSED", hardware_current: null, paused: true },
} satisfies Record<string, Partial<SpaceState>>;

const where = ["hardware_current"];
const runtime = [...where, "stage"];
const commit = ["last_modified", "sha"];

/** Changes, and the attributes that each leaves unknown, by stage. */
const changes: readonly (readonly [
  change: Partial<SpaceConfig>,
  open: Readonly<Record<keyof typeof stages, readonly string[]>>,
])[] = [
  ...[
    { visibility: "public" },
    { resource_group_id: "g" },
    { sleep_time: 60 },
    { timeouts: { create: "5m", update: null, delete: null } },
  ].map((change) => [change, all([])] as const),
  [{ name: "other" }, all(["app_url"])],
  [{ namespace: "acme" }, all(["app_url"])],
  ...[
    { variables: { A: "1" } },
    { secrets: { A: "1" } },
    { secrets_wo_version: "1" },
    { dev_mode: true },
    { replicas: 2 },
    {
      volumes: [{
        type: "bucket",
        source: "acme/a",
        mount_path: "/a",
        revision: null,
        read_only: false,
        path: null,
      }],
    },
  ].map((change) => [change, unknownAfterRestart([])] as const),
  ...[
    { files: { "app.py": "" } },
    { title: "Other" },
    { short_description: "Other" },
    { license: "mit" },
    { sdk_version: "1" },
  ].map((change) => [change, unknownAfterRestart(commit)] as const),
  [{ hardware: "t4-small" }, {
    runs: [...runtime, "sleep_time"],
    awaited: [...where, "sleep_time"],
    sleeps: [...runtime, "sleep_time"],
    paused: [...where, "sleep_time"],
  }],
];

function all(open: readonly string[]) {
  return { runs: open, awaited: open, sleeps: open, paused: open };
}

function unknownAfterRestart(open: readonly string[]) {
  const moved = [...open, ...runtime];
  return { runs: moved, awaited: open, sleeps: moved, paused: open };
}

for (const [change, open] of changes) {
  const what = Object.keys(change).join();
  Deno.test(`a change of ${what} leaves open what it may change`, async () => {
    for (const [stage, expected] of Object.entries(open)) {
      const { paused, wait_for_ready, ...values } = spaceState(
        Reflect.get(stages, stage),
      );
      const planned = await plan(
        { paused, wait_for_ready, ...change },
        { ...values, paused, wait_for_ready },
      );
      assertEquals(unknowns(planned), [...expected].sort(), stage);
    }
  });
}

Deno.test("pausing and restarting leave the stage open", async () => {
  assertEquals(unknowns(await plan({ paused: true })), runtime);
  assertEquals(unknowns(await plan({}, spaceState(stages.paused))), runtime);
});

Deno.test("a wait that goes on leaves the stage open, and nothing else", async () => {
  const prior = spaceState({ wait_for_ready: true, stage: "BUILDING" });
  const privateState = new PrivateData(empty);
  privateState.set("wait_pending", true);
  const { plannedState } = await result(
    { wait_for_ready: true },
    prior,
    privateState.encode(),
  );
  const planned = isValueObject(plannedState) ? plannedState : {};
  assertEquals(unknowns(planned), runtime);
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
    changedNames(
      await plan({ files }, spaceState({ files })),
      spaceState({ files }),
    ),
    [],
  );
});

Deno.test("hardware and replicas that are removed go back to what is free", async () => {
  const prior = spaceState({
    hardware: "t4-small",
    replicas: 3,
    sleep_time: 60,
  });
  const planned = await plan({}, prior);
  assertEquals([planned["hardware"], planned["replicas"]], ["cpu-basic", 1]);
  assertEquals(isUnknown(planned["sleep_time"]), true);
  assertEquals((await plan({ hardware: "t4-small" }, prior))["sleep_time"], 60);
  assertEquals(
    (await plan({}, spaceState({ replicas: null })))["replicas"],
    null,
    "automatic",
  );
});

Deno.test("another sdk, template or region would lose the files, and is refused", async () => {
  const refused = async (
    config: Partial<SpaceConfig>,
    prior = spaceState(),
  ) => {
    const { requiresReplace, diagnostics } = await result(config, prior);
    assertEquals(requiresReplace, []);
    return diagnostics.items
      .filter(({ severity }) => severity === "error")
      .map(({ path }) => String(path));
  };
  assertEquals(await refused({ sdk: "gradio" }), ["sdk"]);
  assertEquals(
    await refused({ region: "eu" }, spaceState({ region: "us" })),
    ["region"],
  );
  assertEquals(
    await refused({ template: "a/b" }, spaceState({ template: "a/a" })),
    ["template"],
  );
  assertEquals(await refused({ template: "a/b" }), [], "nobody has seen it");
  assertEquals(await refused({ name: "other" }), []);
});

Deno.test("the addresses of what the token's user gets are known", async () => {
  const planned = await plan({}, null);
  assertEquals([planned["id"], planned["url"]], [
    "sandbox/app",
    "https://huggingface.co/spaces/sandbox/app",
  ]);
});

Deno.test("an apply waits for files that are an app, and for no others", () => {
  const of = (...paths: readonly string[]) =>
    waits({
      paused: false,
      wait_for_ready: null,
      template: null,
      files: Object.fromEntries(paths.map((path) => [path, "x"])),
    });
  assertEquals(of("README.md", "requirements.txt", ".gitignore"), false);
  assertEquals(of("README.md", "Dockerfile"), true);
  assertEquals(of("src/requirements.txt"), true);
});
