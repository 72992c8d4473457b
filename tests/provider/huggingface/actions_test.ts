import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  loadProvider,
} from "../../../provider/framework/mod.ts";
import type { Value } from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { makeAccount, silentLog } from "../../support/account.ts";

const { actions } = await loadProvider(provider);
/** An account, and what runs actions on it. */
async function setUp() {
  const { sandbox, client, provider: data } = await makeAccount();
  const progress: string[] = [];
  const invoke = async (
    typeName: string,
    given: Readonly<Record<string, Value>>,
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
      signal: AbortSignal.timeout(60_000),
      providerMeta: null,
      diagnostics: new Diagnostics(),
      log: silentLog,
      progress: (message) => progress.push(message),
    });
  };
  return { sandbox, client, invoke, progress };
}

Deno.test("actions pause, resume and scale an endpoint, and wait for it", async () => {
  const { client, invoke, progress } = await setUp();
  const state = async () => (await client.endpoints.get("acme/e")).status.state;
  await invoke("huggingface_endpoint_pause", { endpoint: "acme/e" });
  assertEquals(await state(), "paused");
  await invoke("huggingface_endpoint_resume", { endpoint: "acme/e" });
  assertEquals(await state(), "running");
  await invoke("huggingface_endpoint_scale_to_zero", { endpoint: "acme/e" });
  assertEquals(await state(), "scaledToZero");
  assertMatch(progress.join("\n"), /Endpoint acme\/e is running/);
});

Deno.test("an action that is refused says what to do", async () => {
  const { sandbox, invoke } = await setUp();
  await invoke("huggingface_endpoint_pause", { endpoint: "acme/e" });
  await sandbox.fetch(
    new Request("http://sandbox/_sandbox/faults", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-sandbox-key": sandbox.key,
      },
      body: JSON.stringify({
        match: { method: "POST", path: "/resume$" },
        times: 9,
        action: { status: 403, body: { error: "No" } },
      }),
    }),
  );
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
  assertMatch(restart?.path ?? "", /\/restart/);
});

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

Deno.test("the commits of a branch become one", async () => {
  const { client, invoke } = await setUp();
  const repo = { type: "model", id: "acme/m" } as const;
  for (const content of ["1", "2"]) {
    await client.files.commit(repo, {
      summary: "Change",
      operations: [{ path: "a.txt", content }],
    });
  }
  await invoke("huggingface_repo_super_squash", {
    repository: "acme/m",
    message: "One",
  });
  const commits = await Array.fromAsync(client.refs.listCommits(repo));
  assertEquals(commits.map(({ title }) => title), ["One"]);
});
