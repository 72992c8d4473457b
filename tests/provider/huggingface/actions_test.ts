import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { textOf } from "../../../provider/framework/diagnostics.ts";
import {
  Diagnostics,
  DiagnosticsError,
  loadProvider,
} from "../../../provider/framework/mod.ts";
import type { Value } from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import type { HuggingFace } from "../../../mod.ts";
import { makeAccount, silentLog } from "../../support/account.ts";
import { loseWrite } from "./lost_requests.ts";

const { actions } = await loadProvider(provider);
/** An account, and what runs actions on it. */
async function setUp() {
  const { sandbox, client, provider: data } = await makeAccount();
  const progress: string[] = [];
  const invoke = async (
    typeName: string,
    given: Readonly<Record<string, Value>>,
    signal = AbortSignal.timeout(60_000),
  ) => {
    const action = actions.find((one) => one.typeName === typeName);
    if (action === undefined) throw new Error(`There is no ${typeName}`);
    const names = Object.keys(action.schema.attributes);
    const config = Object.fromEntries(
      names.map((name) => [name, given[name] ?? null]),
    );
    await action.invoke({
      config,
      provider: data,
      signal,
      providerMeta: null,
      diagnostics: new Diagnostics(),
      log: silentLog,
      progress(message) {
        progress.push(textOf(message));
        return Promise.resolve();
      },
    });
  };
  return { sandbox, client, invoke, progress };
}

Deno.test("each secret of an action may be ephemeral, so that no saved plan holds it", () => {
  const stored = actions.flatMap(({ typeName, schema }) =>
    Object.entries(schema.attributes)
      .filter(([, { sensitive, writeOnly }]) => sensitive && !writeOnly)
      .map(([name]) => `${typeName}.${name}`)
  );
  assertEquals(stored, []);
});

Deno.test("actions pause, resume and scale an endpoint, and wait for it", async () => {
  const { sandbox, client, invoke, progress } = await setUp();
  const state = async () => (await client.endpoints.get("acme/e")).status.state;
  await invoke("huggingface_endpoint_pause", { endpoint: "acme/e" });
  assertEquals(await state(), "paused");
  const paused = await client.endpoints.get("acme/e");
  const status = { ...paused.status, state: "initializing" };
  const body = JSON.parse(JSON.stringify({ ...paused, status }));
  sandbox.addFault({
    match: { method: "GET", path: "**/endpoint/acme/e" },
    action: { status: 200, body },
  });
  await invoke("huggingface_endpoint_resume", { endpoint: "acme/e" });
  assertEquals(await state(), "running");
  await invoke("huggingface_endpoint_scale_to_zero", { endpoint: "acme/e" });
  assertEquals(await state(), "scaledToZero");
  assertMatch(progress.join("\n"), /Endpoint acme\/e is running/);
});

/** The subject of an action that waits, in the state that it begins with. */
async function subjectOf(typeName: string, client: HuggingFace) {
  if (/space/.test(typeName)) return { space: "acme/s" };
  const job = { flavor: "cpu-basic", command: ["sleep", "600"] };
  if (/_scheduled_job/.test(typeName)) {
    const jobSpec = { ...job, dockerImage: "python:3.12" };
    const schedule = "@daily";
    const { id } = await client.jobs.scheduled
      .create("acme", { schedule, jobSpec });
    return { scheduled_job: id };
  }
  if (/_job/.test(typeName)) return { ...job, image: "python:3.12" };
  if (/_resume/.test(typeName)) await client.endpoints.pause("acme/e");
  return { endpoint: "acme/e" };
}

for (const { typeName, schema } of actions) {
  if (!("wait" in schema.attributes)) continue;
  Deno.test(`${typeName} waits if it is told to, and no longer`, async () => {
    const { sandbox, client, invoke } = await setUp();
    const given = await subjectOf(typeName, client);
    sandbox.clearRequests();
    await invoke(typeName, { ...given, wait: false });
    // Of a Space, the name is looked at before.
    const after = sandbox.requests.map(({ method }) => method)
      .slice("space" in given ? 1 : 0);
    assertEquals(after, ["POST"]);

    const again = await setUp();
    const config = await subjectOf(typeName, again.client);
    again.sandbox.addFault({
      match: { method: "GET", path: "space" in config ? "**/runtime" : "" },
      times: 99,
      action: { delay_ms: 20_000 },
    });
    await assertRejects(
      () => again.invoke(typeName, { ...config, timeout: "30ms" }),
      DiagnosticsError,
      "within 0.03 s",
    );
  });
}

Deno.test("an action that is refused says what to do", async () => {
  const { sandbox, invoke } = await setUp();
  await invoke("huggingface_endpoint_pause", { endpoint: "acme/e" });
  sandbox.addFault({
    match: { method: "POST", path: "**/resume" },
    times: 9,
    action: { status: 403, body: { error: "No" } },
  });
  await assertRejects(
    () => invoke("huggingface_endpoint_resume", { endpoint: "acme/e" }),
    DiagnosticsError,
    "Cannot resume the endpoint acme/e",
  );
  await assertRejects(
    () => invoke("huggingface_endpoint_resume", { endpoint: "e" }),
    DiagnosticsError,
    "`namespace/name`",
  );
});

Deno.test("actions pause, restart and rebuild a Space", async () => {
  const { sandbox, client, invoke } = await setUp();
  const stage = async () => (await client.spaces.getRuntime("acme/s")).stage;
  await invoke("huggingface_space_pause", { space: "acme/s" });
  assertEquals(await stage(), "PAUSED");
  await invoke("huggingface_space_restart", { space: "acme/s" });
  assertEquals(await stage(), "RUNNING");
  sandbox.clearRequests();
  await invoke("huggingface_space_rebuild", { space: "acme/s" });
  assertEquals(await stage(), "RUNNING");
  const [restart] = sandbox.requests.filter(({ method }) => method === "POST");
  assertMatch(`${restart?.path}${restart?.query}`, /\/restart\?factory=true$/);
});

/** The last part of the path that an action on a Space asks for. */
const routes: Readonly<Record<string, string>> = {
  huggingface_space_pause: "pause",
  huggingface_space_rebuild: "restart",
  huggingface_space_restart: "restart",
};

for (const { typeName } of actions) {
  if (!typeName.startsWith("huggingface_space_")) continue;
  for (const when of ["before it", "while a rate limit has it wait"]) {
    Deno.test(`${typeName}: a Space that was renamed ${when} is left alone`, async () => {
      const { sandbox, client, invoke } = await setUp();
      const move = () =>
        client.repos.move({ type: "space", id: "acme/s" }, "sandbox/new");
      const send = sandbox.fetch.bind(sandbox);
      if (when === "before it") await move();
      else {
        const loss = { reaches: false, status: 429, between: move };
        const route = `POST /api/spaces/acme/s/${routes[typeName]}`;
        sandbox.fetch = loseWrite(send, { ...loss, route });
      }
      await assertRejects(
        () => invoke(typeName, { space: "acme/s" }),
        DiagnosticsError,
        "acme/s leads to sandbox/new, which had that name",
      );
      const written = sandbox.requests.filter(({ path }) =>
        path.endsWith(`/${routes[typeName]}`)
      );
      assertEquals(written, []);
    });
  }
}

Deno.test("a job that completes shows its log, one that fails ends with it", async () => {
  const { invoke, progress } = await setUp();
  const job = {
    flavor: "cpu-basic",
    image: "python:3.12",
  };
  await invoke("huggingface_job_run", { ...job, command: ["echo", "hello"] });
  assertMatch(progress.join("\n"), /was started\n[^]*hello[^]*has completed/);
  await assertRejects(
    () =>
      invoke("huggingface_job_run", {
        ...job,
        command: ["sh", "-c", "echo broken; exit 1"],
      }),
    DiagnosticsError,
    "broken",
  );
});

for (const [why, timeout] of [["Ctrl-C", null], ["`timeout`", "1s"]] as const) {
  Deno.test(`a job whose wait ${why} ends goes on, and the message says so`, async () => {
    const { invoke, progress } = await setUp();
    const stop = new AbortController();
    const given = {
      flavor: "cpu-basic",
      image: "python:3.12",
      command: ["sleep", "600"],
      timeout,
    };
    const running = invoke("huggingface_job_run", given, stop.signal);
    while (!/was started/.test(progress.join())) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (timeout === null) stop.abort(new Error("Terraform was asked to stop"));
    const error = await assertRejects(() => running, DiagnosticsError);
    assertMatch(
      error.message,
      /The job acme\/\w+ goes on and is billed\. To stop it:\n\n {2}hf jobs cancel acme\/\w+$/,
    );
    assertEquals(error.message.match(/again/), null);
  });
}

Deno.test("a scheduled job is run now", async () => {
  const { client, invoke, progress } = await setUp();
  const { id } = await client.jobs.scheduled.create("acme", {
    schedule: "@daily",
    jobSpec: {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["echo", "now"],
    },
  });
  await invoke("huggingface_scheduled_job_run", { scheduled_job: id });
  assertMatch(progress.join("\n"), /now[^]*has completed/);
});
