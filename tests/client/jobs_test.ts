import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  ConflictError,
  HuggingFace,
  type JobSpec,
  PaymentRequiredError,
  ResponseFormatError,
  WaitError,
} from "../../mod.ts";
import type { SandboxOptions } from "../../client/sandbox/mod.ts";
import { control } from "../support/sandbox_server.ts";
import { refusal, startInSandbox } from "./in_sandbox.ts";

const spec: JobSpec = {
  flavor: "cpu-basic",
  dockerImage: "python:3.12",
  command: ["sh", "-c", "echo hello && echo world"],
};
const start = Date.UTC(2026, 10, 21, 9, 30);

/** Clients whose waits let the sandbox's time pass. */
const makeClient = (options: SandboxOptions = {}) =>
  startInSandbox({
    startupMs: 1000,
    now: () => start,
    tokens: { hf_read: "read", hf_repos: "repo.write" },
    ...options,
  }, (sandbox) => ({
    sleep: (ms) => Promise.resolve(sandbox.advance(ms)),
  }));

Deno.test("the catalogue of hardware has prices, and takes no token", async () => {
  const { as } = makeClient();
  const hardware = await as("").jobs.listHardware().toArray();
  const prices = new Map(hardware.map((each) => [each.name, each]));
  assertEquals(prices.get("cpu-basic")?.unitCostMicroUSD, 167);
  assertEquals(prices.get("t4-small")?.accelerator?.model, "T4");
  assert(!prices.has("zero-a10g"));
});

Deno.test("a job is scheduled, runs and completes, and its log says what it did", async () => {
  const { client: { jobs } } = makeClient();
  const { id } = await jobs.create("acme", {
    ...spec,
    attempts: 3,
    timeoutSeconds: 60,
    secrets: { HF_TOKEN: "hf_secret" },
  });
  const stages: string[] = [];
  const job = await jobs.waitFor(`acme/${id}`, {
    onChange: ({ status }) => stages.push(status.stage ?? ""),
  });
  assertEquals([...new Set(stages)], ["SCHEDULING", "RUNNING", "COMPLETED"]);
  assertEquals([job.retry, job.timeout, job.secrets], [2, 60, ["HF_TOKEN"]]);
  assert(!JSON.stringify(job).includes("hf_secret"));
  const lines = await Array.fromAsync(jobs.followLogs(`acme/${id}`));
  assertEquals(lines.map(({ data }) => data).slice(1), ["hello", "world"]);
  const last = await Array.fromAsync(
    jobs.followLogs(`acme/${id}`, { tail: 1 }),
  );
  assertEquals(last.map(({ data }) => data), ["world"]);
});

Deno.test("the month's usage of jobs is what they took, at their prices", async () => {
  const { client: { jobs } } = makeClient();
  const { id } = await jobs.create("sandbox", spec);
  await jobs.waitFor(`sandbox/${id}`);
  const { usedMicroUsd, totalMinutes = 0 } = await jobs.getUsage();
  assertEquals([usedMicroUsd, totalMinutes > 0], [167 * totalMinutes, true]);
});

Deno.test("jobs fail, time out, are cancelled, and are ended by the service", async () => {
  const { sandbox, client: { jobs } } = makeClient();
  const run = async (script: string, more: Partial<JobSpec> = {}) => {
    const command = ["bash", "-c", script];
    return (await jobs.create("acme", { ...spec, command, ...more })).id;
  };
  const until = ["CANCELED", "ERROR", "DELETED"] as const;
  const end = async (id: string) =>
    (await jobs.waitFor(`acme/${id}`, { until })).status;
  const failing = await run("exit 3");
  await assertRejects(
    () => jobs.waitFor(`acme/${failing}`),
    WaitError,
    "it has ended with ERROR",
  );
  assertEquals(await end(failing), {
    stage: "ERROR",
    message: "Job failed with exit code: 1. Reason: Error",
  });
  const slow = await run("sleep 100", { timeoutSeconds: 10 });
  assertEquals((await end(slow)).message, "Job timeout");
  const unwanted = await run("sleep 100");
  assertEquals(
    (await jobs.cancel(`acme/${unwanted}`)).status.stage,
    "CANCELED",
  );
  const broke = await run("sleep 100");
  await control({ sandbox }, `jobs/acme/${broke}`, {
    method: "PATCH",
    body: {
      stage: "CANCELED",
      cancelReason: "NO_CREDITS",
    },
  });
  assertEquals((await end(broke)).cancelReason, "NO_CREDITS");
});

Deno.test("jobs are listed newest first, by label and stage", async () => {
  const { client: { jobs } } = makeClient();
  const made: string[] = [];
  for (const team of ["a", "b", "a"]) {
    const labels = { team, env: "prod" };
    made.push((await jobs.create("acme", { ...spec, labels })).id);
  }
  const list = async (options: Parameters<typeof jobs.list>[1]) =>
    (await jobs.list("acme", options).toArray()).map(({ id }) => id);
  assertEquals(await list({}), made.toReversed());
  const labels = { team: "a", env: "prod" };
  assertEquals(await list({ labels }), [made[2], made[0]]);
  await jobs.cancel(`acme/${made[0] ?? ""}`);
  assertEquals(await list({ stages: ["CANCELED"] }), [made[0]]);
  assertEquals(await jobs.count("acme"), 3);
  assertEquals(await jobs.count("acme", { stages: ["CANCELED"] }), 1);
  await jobs.setLabels(`acme/${made[0] ?? ""}`, { team: "c" });
  assertEquals(await list({ labels: { team: "c" } }), [made[0]]);
  const again = await jobs.duplicate(`acme/${made[0] ?? ""}`);
  assertEquals(again.labels, { team: "c" });
  assertEquals(again.initiator?.type, "duplicated-job");
});

Deno.test("a job tells its stages while it runs", async () => {
  const { sandbox, client: { jobs } } = makeClient({
    sleep: () => {
      sandbox.advance(100);
      return Promise.resolve();
    },
  });
  const id = `acme/${(await jobs.create("acme", spec)).id}`;
  const events = await Array.fromAsync(jobs.followEvents(id));
  assertEquals(
    events.map(({ data }) => JSON.parse(data).status.stage),
    ["SCHEDULING", "RUNNING", "COMPLETED"],
  );
});

Deno.test("a job tells what it uses, until it has ended", async () => {
  const { sandbox, client: { jobs } } = makeClient({
    sleep: () => {
      sandbox.advance(500);
      return Promise.resolve();
    },
  });
  const command = ["sleep", "2"];
  const { id } = await jobs.create("acme", { ...spec, command });
  const samples = await Array.fromAsync(jobs.followMetrics(`acme/${id}`));
  assertEquals(samples.length, 3);
  assertEquals(samples[0]?.cpu_usage_pct, 20);
  const after = () => Array.fromAsync(jobs.followMetrics(`acme/${id}`));
  assertEquals(await refusal(after), 406);
});

Deno.test("a sample that is not what it should be is an error", async () => {
  const cases: Readonly<Record<string, string>> = {
    "data: []\n\n": "an event is a list, not an object",
    "data: <html>\n\n": "an event is not JSON",
  };
  for (const [text, reason] of Object.entries(cases)) {
    const { jobs } = new HuggingFace({
      token: "hf_x",
      fetch: () => Promise.resolve(new Response(text)),
    });
    const error = await assertRejects(
      () => Array.fromAsync(jobs.followMetrics("acme/1")),
      ResponseFormatError,
    );
    assert(error.message.includes(reason), error.message);
  }
});

Deno.test("a token learns what it may do with jobs before it tries", async () => {
  const { client, as } = makeClient();
  const { id } = await client.jobs.create("acme", spec);
  await client.jobs.checkAccess(`acme/${id}`, "write");
  await as("hf_read").jobs.checkAccess("acme", "read");
  for (
    const [token, of, status] of [
      ["hf_read", "acme", 403],
      ["hf_repos", `acme/${id}`, 403],
      ["", "acme", 401],
    ] as const
  ) {
    const check = () => as(token).jobs.checkAccess(of, "write");
    assertEquals(await refusal(check), status, token);
  }
  assertEquals(
    await refusal(() => client.jobs.checkAccess("acme/1", "read")),
    404,
  );
});

Deno.test("the sandbox refuses the jobs that the Hub's document refuses", async () => {
  const { client: { jobs } } = makeClient();
  const wrong: readonly JobSpec[] = [
    { flavor: "cpu-basic" },
    { ...spec, spaceId: "acme/space" },
    { ...spec, flavor: "h100" },
    { ...spec, command: [] },
    { ...spec, command: [""] },
    { ...spec, environment: { "1A": "x" } },
    { ...spec, secrets: { "A-B": "x" } },
    { ...spec, arch: "riscv" },
    { ...spec, timeoutSeconds: 0 },
    { ...spec, attempts: 0 },
    { ...spec, labels: { a: "x".repeat(101) } },
    { ...spec, volumes: [] },
    { ...spec, volumes: [{ type: "model", source: "a/b", mountPath: "x" }] },
    { ...spec, expose: { ports: [0] } },
    { ...spec, resourceGroupId: "group" },
  ];
  for (const each of wrong) {
    const status = await refusal(() => jobs.create("acme", each));
    assertEquals(status, 400, JSON.stringify(each));
  }
});

Deno.test("jobs take credit and the right token", async () => {
  const { client, as } = makeClient({
    organizations: [{ name: "acme" }, { name: "poor", canPay: false }],
  });
  await assertRejects(
    () => client.jobs.create("poor", spec),
    PaymentRequiredError,
  );
  const run = (token: string) =>
    refusal(() => as(token).jobs.create("acme", spec));
  assertEquals(await run("hf_read"), 403);
  assertEquals(await run("hf_repos"), 403);
  assertEquals(await run(""), 401);
  assertEquals(await as("hf_read").jobs.list("acme").toArray(), []);
});

Deno.test("a scheduled job runs when it is due, and once for all it missed", async () => {
  const { sandbox, client: { jobs } } = makeClient();
  const { id, status } = await jobs.scheduled.create("acme", {
    jobSpec: spec,
    schedule: "0 * * * *",
  });
  assertEquals(status, {
    lastJob: null,
    nextJobRunAt: "2026-11-21T10:00:00.000Z",
  });
  sandbox.advance(3 * 60 * 60 * 1000);
  const after = await jobs.scheduled.get(`acme/${id}`);
  assertEquals(after.status.nextJobRunAt, "2026-11-21T13:00:00.000Z");
  const ran = await jobs.list("acme").toArray();
  assertEquals(ran.map((job) => [job.initiator?.id, job.createdAt]), [
    [id, "2026-11-21T10:00:00.000Z"],
  ]);
  assertEquals(after.status.lastJob?.id, ran[0]?.id);
});

Deno.test("a scheduled job is changed, suspended, resumed and deleted", async () => {
  const { sandbox, client: { jobs: { scheduled } } } = makeClient();
  const { id } = await scheduled.create("acme", {
    jobSpec: { ...spec, secrets: { T: "hf_secret" }, labels: { team: "a" } },
    schedule: "@daily",
    suspend: true,
  });
  const changed = await scheduled.setSchedule(
    `acme/${id}`,
    "*/15 9-17 * * 1-5",
  );
  assertEquals(changed.status.nextJobRunAt, "2026-11-23T09:00:00.000Z");
  await scheduled.setLabels(`acme/${id}`, { team: "b" });
  assertEquals(
    (await scheduled.list("acme", { label: "team=a" }).toArray()).length,
    0,
  );
  assertEquals(
    (await scheduled.list("acme", { label: "team=b" }).toArray()).length,
    1,
  );
  await scheduled.resume(`acme/${id}`);
  await control({ sandbox }, `scheduled-jobs/acme/${id}`, {
    method: "PATCH",
    body: {
      suspend: true,
      suspendReason: "Too many failures",
    },
  });
  const suspended = await scheduled.get(`acme/${id}`);
  assertEquals(suspended.suspendReason, "Too many failures");
  assert(!JSON.stringify(suspended).includes("hf_secret"));
  await scheduled.resume(`acme/${id}`);
  const resumed = await scheduled.get(`acme/${id}`);
  assertEquals([resumed.suspend, resumed.suspendReason], [false, undefined]);
  await scheduled.suspend(`acme/${id}`);
  await scheduled.delete(`acme/${id}`);
  assertEquals(await refusal(() => scheduled.get(`acme/${id}`)), 404);
});

Deno.test("two runs at once are refused unless they are allowed", async () => {
  const { client: { jobs: { scheduled } } } = makeClient();
  const schedule = "@yearly";
  const one = await scheduled.create("acme", { jobSpec: spec, schedule });
  await scheduled.run(`acme/${one.id}`);
  const error = await assertRejects(
    () => scheduled.run(`acme/${one.id}`),
    ConflictError,
  );
  assert(error.message.includes("Another job is already running"));
  const two = await scheduled.create("acme", {
    jobSpec: spec,
    schedule,
    concurrency: true,
  });
  await scheduled.run(`acme/${two.id}`);
  await scheduled.run(`acme/${two.id}`);
});

Deno.test("schedules are read as cron reads them", async () => {
  const { client: { jobs: { scheduled } } } = makeClient();
  const times: Readonly<Record<string, string>> = {
    "@hourly": "2026-11-21T10:00:00.000Z",
    "@weekly": "2026-11-22T00:00:00.000Z",
    "@monthly": "2026-12-01T00:00:00.000Z",
    "@annually": "2027-01-01T00:00:00.000Z",
    "30 9 * * *": "2026-11-22T09:30:00.000Z",
    "5,35 * * * *": "2026-11-21T09:35:00.000Z",
    "0 0 29 2 *": "2028-02-29T00:00:00.000Z",
    "0 0 1 * 1": "2026-11-23T00:00:00.000Z",
    "10/20 * * * *": "2026-11-21T09:50:00.000Z",
    "15 30 9 * * *": "2026-11-21T09:30:15.000Z",
    "0 0 0 1 1 * 2030": "2030-01-01T00:00:00.000Z",
    "0 0 * * 7": "2026-11-22T00:00:00.000Z",
  };
  for (const [schedule, at] of Object.entries(times)) {
    const made = await scheduled.create("acme", { jobSpec: spec, schedule });
    assertEquals(made.status.nextJobRunAt, at, schedule);
  }
  for (
    const schedule of [
      "",
      "@never",
      "0-9999999999 * * * *",
      "* * * *",
      "* * * * * * * *",
      "60 * * * *",
      "0 0 * JAN *",
      "1-3,7 * * * *",
      "*/0 * * * *",
      "5-1 * * * *",
    ]
  ) {
    const create = () => scheduled.create("acme", { jobSpec: spec, schedule });
    assertEquals(await refusal(create), 400, schedule);
  }
});
