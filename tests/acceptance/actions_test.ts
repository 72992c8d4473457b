/**
 * Actions on the real provider: through Terraform from 1.14, and their failures
 * over the protocol, which every machine can speak.
 *
 * @module
 */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  assertFailure,
  assertSuccess,
  whyNot,
} from "@hf-terraform/framework/testing";
import type { Sandbox } from "../../client/sandbox/mod.ts";
import { HuggingFace } from "../../mod.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { accountOptions, makeAccount } from "../support/account.ts";
import { launch } from "../support/plugin_client.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";

const skipped = await whyNot({ terraform: "1.14" });
const { actions } = await loadProvider(provider);

interface Invocation {
  /** The type of the action without its prefix. */
  readonly action: string;
  /** Its configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  /** What it tells while it runs. */
  readonly tells: RegExp;
}

const job = { flavor: "cpu-basic", image: "python:3.12" };

/** Every action on what {@linkcode makeAccount} makes, one after the other. */
const invocations: readonly Invocation[] = [
  ...[
    ["pause", "paused"],
    ["resume", "running"],
    ["scale_to_zero", "scaledToZero"],
  ].map(([verb, state]): Invocation => ({
    action: `endpoint_${verb}`,
    config: { endpoint: "acme/e" },
    tells: new RegExp(`Endpoint acme/e is ${state}`),
  })),
  ...[
    ["pause", "PAUSED"],
    ["restart", "RUNNING"],
    ["rebuild", "RUNNING"],
  ].map(([verb, stage]): Invocation => ({
    action: `space_${verb}`,
    config: { space: "acme/s" },
    tells: new RegExp(`Space acme/s is in stage ${stage}`),
  })),
  {
    action: "job_run",
    config: { ...job, command: ["echo", "hello"] },
    tells: /hello[^]*has completed/,
  },
  {
    action: "scheduled_job_run",
    config: { scheduled_job: "$scheduled" },
    tells: /1[^]*has completed/,
  },
  {
    action: "repo_super_squash",
    config: { repository: "acme/m" },
    tells: /main of acme\/m is one commit/,
  },
  {
    action: "job_cancel",
    config: { job: "$running" },
    tells: /Job acme\/\w+ has ended with CANCELED/,
  },
  {
    action: "repo_access_request_handle",
    config: {
      repository: "acme/m",
      users: ["ada"],
      status: "rejected",
      rejection_reason: "Not now",
    },
    tells: /Requests for acme\/m are rejected: ada/,
  },
  {
    action: "service_account_token_rotate",
    config: {
      service_account_id: "$account",
      token_id: "$token",
      space_secrets: [{ space: "acme/s", key: "CI_TOKEN" }],
    },
    tells: /token \w+ has another value, stored in acme\/s \(CI_TOKEN\)/,
  },
  {
    action: "organization_token_revoke",
    config: { token_id: "$member" },
    tells: /token \w+ may do nothing in acme any more/,
  },
];

/** The ids that {@linkcode invocations} name, by what stands for them. */
async function idsIn(client: HuggingFace): Promise<Record<string, string>> {
  const { jobs, organizations } = client;
  const started = (...command: string[]) =>
    jobs.create("acme", { ...sent, command });
  const sent = { flavor: "cpu-basic", dockerImage: "python:3.12" };
  const [scheduled] = await jobs.scheduled.list("acme").toArray();
  const [account] = await organizations.serviceAccounts.list("acme").toArray();
  const { accessTokens } = await organizations.serviceAccounts.get(
    "acme",
    account?._id ?? "",
  );
  const [member] = await organizations.listTokens("acme").toArray();
  return {
    $scheduled: scheduled?.id ?? "",
    $running: (await started("sleep", "600")).id,
    $account: account?._id ?? "",
    $token: accessTokens?.[0]?._id ?? "",
    $member: member?._id ?? "",
  };
}

function blockOf({ action, config }: Invocation): string {
  const lines = Object.entries(config)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  return `action "huggingface_${action}" "it" {
  config {
    ${lines.join("    ")}  }
}
`;
}

const block = 'provider "huggingface" {\n  namespace = "acme"\n}\n';

function invoked({ workspace }: SpaceWorld, action: string) {
  return workspace.run([
    ...["apply", "-auto-approve", "-no-color"],
    `-invoke=action.huggingface_${action}.it`,
  ]);
}

testIf({
  name: "every action runs when it is asked for",
  skipped,
  async fn(t) {
    await using world = await startSpaceWorld(accountOptions);
    const { client } = await makeAccount(world.sandbox);
    const ids = await idsIn(client);
    assertEquals(
      invocations.map(({ action }) => `huggingface_${action}`).toSorted(),
      actions.map(({ typeName }) => typeName).toSorted(),
    );
    for (const invocation of invocations) {
      await t.step(invocation.action, async () => {
        const text = blockOf(invocation)
          .replaceAll(/\$\w+/g, (name) => ids[name] ?? "");
        await world.configure(block + text);
        const { stdout } = assertSuccess(
          await invoked(world, invocation.action),
        );
        assertMatch(stdout, invocation.tells);
      });
    }
  },
});

testIf({
  name: "actions run after a create and before an update, in their order",
  skipped,
  async fn(t) {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    // From Terraform 1.16 on, the resource itself is a cycle before an update.
    const trigger = await whyNot({ terraform: "1.16" }) === undefined
      ? "caller"
      : "huggingface_space.s";
    const configuration = (title: string) => `
resource "huggingface_space" "s" {
  namespace  = "acme"
  name       = "s"
  sdk        = "gradio"
  title      = "${title}"
  files      = { "app.py" = "print(1)" }
  visibility = "private"

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.huggingface_job_run.check]
    }
    action_trigger {
      events = [before_update]
      actions = [
        action.huggingface_space_pause.it,
        action.huggingface_space_restart.it,
      ]
    }
  }
}

action "huggingface_job_run" "check" {
  config {
    namespace = "acme"
    flavor    = "cpu-basic"
    image     = "python:3.12"
    command   = ["echo", "checked \${${trigger}.id}"]
  }
}

action "huggingface_space_pause" "it" {
  config {
    space = "acme/s"
  }
}

action "huggingface_space_restart" "it" {
  config {
    space = "acme/s"
  }
}
`;
    await t.step("after a create, with its computed values", async () => {
      await world.configure(configuration("One"));
      const { stdout } = assertSuccess(await workspace.apply());
      assertStringIncludes(stdout, "checked acme/s");
      assertStringIncludes(stdout, "Actions: 1 invoked.");
    });
    await t.step("before an update", async () => {
      await world.configure(configuration("Two"));
      world.writes();
      const { stdout } = assertSuccess(await workspace.apply());
      assertStringIncludes(stdout, "Actions: 2 invoked.");
      const [pause, restart, ...rest] = world.writes();
      assertEquals(pause, "POST /api/spaces/acme/s/pause");
      assertEquals(restart, "POST /api/spaces/acme/s/restart");
      assertEquals(rest.length > 0, true);
    });
  },
});

testIf({
  name: "an action that cannot be is refused before it runs",
  skipped,
  async fn(t) {
    await using world = await startSpaceWorld();
    const request = { repository: "acme/m", status: "accepted" };
    const id = "a".repeat(24);
    const cases: readonly (readonly [string, Invocation["config"], string])[] =
      [
        [
          "repo_access_request_handle",
          { ...request, users: ["ada"], rejection_reason: "No" },
          "Only a rejection has a reason",
        ],
        ["repo_access_request_handle", request, "request_id"],
        [
          "repo_access_request_handle",
          { ...request, users: ["ada"], repository_type: "space" },
          "repository_type",
        ],
        ["job_cancel", { job: "acme/1", timeout: "soon" }, "timeout"],
        [
          "service_account_token_rotate",
          {
            service_account_id: id,
            token_id: id,
            space_secrets: [{ space: "s", key: "A-B" }],
          },
          "space_secrets",
        ],
      ];
    for (const [action, config, message] of cases) {
      await t.step(`${action}: ${message}`, async () => {
        await world.configure(
          block + blockOf({ action, config, tells: /^/ }),
        );
        assertFailure(await world.workspace.validate(), message);
      });
    }
  },
});

interface Failure {
  readonly name: string;
  /** Makes what fails. */
  prepare(client: HuggingFace): Promise<unknown>;
  readonly action: string;
  readonly config: Invocation["config"];
  /** What it shows while it runs. */
  readonly shows: RegExp;
  /** What it says at its end, with the last lines of the log. */
  readonly says: RegExp;
}

const failures: readonly Failure[] = [
  {
    name: "an endpoint that does not start",
    async prepare({ endpoints }) {
      await endpoints.create("acme/broken", {
        type: "private",
        provider: { vendor: "aws", region: "us-east-1" },
        compute: {
          accelerator: "cpu",
          instanceType: "intel-spr",
          instanceSize: "x1",
          scaling: { minReplica: 1, maxReplica: 1 },
        },
        model: {
          repository: "acme/fail-to-start",
          framework: "pytorch",
          image: { huggingface: {} },
        },
      });
      await endpoints.pause("acme/broken");
    },
    action: "endpoint_resume",
    config: { endpoint: "acme/broken" },
    shows: /Endpoint acme\/broken is pending/,
    says:
      /Endpoint acme\/broken failed.*`failed`: Endpoint failed to deploy\..*last lines of its log:.*Loading shard 24 of 24.*Failed to load acme\/fail-to-start.*Container exited with code 1/s,
  },
  {
    name: "a Space that does not build",
    prepare: ({ repos }) =>
      repos.create({ type: "space", id: "acme/broken" }, {
        sdk: "gradio",
        files: [
          { path: "app.py", content: "fail-to-build", encoding: "utf-8" },
        ],
      }),
    action: "space_rebuild",
    config: { space: "acme/broken" },
    shows: /in stage BUILDING\n[^]*Build Queued/,
    says:
      /Space acme\/broken stays in stage BUILD_ERROR.*cache miss: \[2\/2\] RUN make.*last lines of its build log/s,
  },
  {
    name: "a job that ends with an error",
    prepare: () => Promise.resolve(),
    action: "job_run",
    config: { ...job, command: ["sh", "-c", "echo broken; exit 1"] },
    shows: /was started\n[^]*broken/,
    says: /Job acme\/\w+ ended with ERROR.*The last lines of its log:.*broken/s,
  },
];

function clientOf(sandbox: Sandbox): HuggingFace {
  const fetch = (request: Request) => sandbox.fetch(request);
  return new HuggingFace({ token: sandbox.token, fetch });
}

/** Invokes an action over the protocol; all that it tells. */
async function tellingOf(
  { env }: { readonly env: Readonly<Record<string, string>> },
  action: string,
  config: object,
  /** Whether Ctrl-C is pressed when the action tells this. */
  stopsAt?: RegExp,
): Promise<readonly string[]> {
  await using process = await launch([await providerExecutable()], { env });
  const json = (value: unknown) => ({
    json: new TextEncoder().encode(JSON.stringify(value)),
  });
  const { ConfigureProvider, InvokeAction, StopProvider } = tfplugin6.Provider;
  const { connection } = process;
  await connection.rpc(ConfigureProvider, {
    config: json({ namespace: "acme" }),
  });
  const events = connection.rpcStream(InvokeAction, {
    actionType: `huggingface_${action}`,
    config: json(config),
  });
  const told: string[] = [];
  for await (const { progress, completed } of events) {
    if (progress !== undefined) {
      told.push(progress.message);
      if (stopsAt?.test(progress.message)) {
        await connection.rpc(StopProvider, {});
      }
    }
    for (const { summary, detail } of completed?.diagnostics ?? []) {
      told.push(`${summary}\n${detail}`);
    }
  }
  return told;
}

for (const { name, prepare, action, config, shows, says } of failures) {
  testIf({
    name: `an action on ${name} fails with its log`,
    skipped,
    async fn() {
      await using world = await startSpaceWorld();
      await prepare(clientOf(world.sandbox));
      const given = { action, config, tells: /^/ };
      await world.configure(block + blockOf(given));
      assertFailure(await invoked(world, action), says);
    },
  });

  Deno.test(`an action on ${name} fails with its log, over the protocol`, async () => {
    const sandbox = await startSandbox({ startupMs: 20 });
    try {
      await prepare(clientOf(sandbox.sandbox));
      const told = await tellingOf(sandbox, action, config);
      assertMatch(told.at(-1) ?? "", says);
      assertMatch(told.slice(0, -1).join("\n"), shows);
    } finally {
      await sandbox.stop();
    }
  });
}

Deno.test("the action runs a job with all that a job can have", async () => {
  const sandbox = await startSandbox({ startupMs: 20 });
  try {
    const told = await tellingOf(sandbox, "job_run", {
      ...job,
      command: ["echo"],
      arguments: ["hello"],
      arch: "arm64",
      attempts: 2,
      timeout_seconds: 60,
      labels: { name: "once" },
      volumes: [{ type: "bucket", source: "acme/data", mount_path: "/data" }],
      expose: { ports: [80], public_ports: [80] },
      network: { group: "ring" },
      secrets: { A: "b" },
    });
    assertMatch(told.at(-1) ?? "", /has completed/);
    const sent = sandbox.sandbox.requests.find(({ method }) =>
      method === "POST"
    );
    assertEquals(sent?.body, {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["echo"],
      arguments: ["hello"],
      arch: "arm64",
      labels: { name: "once" },
      expose: { ports: [80], portsPublic: [80] },
      network: { group: "ring" },
      secrets: { A: "b" },
      timeoutSeconds: 60,
      attempts: 2,
      volumes: [{ type: "bucket", source: "acme/data", mountPath: "/data" }],
    });
  } finally {
    await sandbox.stop();
  }
});

Deno.test("a scheduled job is run by its id, whole or not", async () => {
  const sandbox = await startSandbox({ startupMs: 20 });
  try {
    const { id } = await clientOf(sandbox.sandbox).jobs.scheduled.create(
      "acme",
      {
        schedule: "@daily",
        concurrency: true,
        jobSpec: { ...job, dockerImage: "python:3.12", command: ["true"] },
      },
    );
    for (const scheduled_job of [id, `acme/${id}`]) {
      const told = await tellingOf(sandbox, "scheduled_job_run", {
        scheduled_job,
      });
      assertMatch(told.at(-1) ?? "", /Job acme\/\w+ has completed/);
    }
  } finally {
    await sandbox.stop();
  }
});

Deno.test("a job that is waited for no longer goes on, and the message says so", async () => {
  const sandbox = await startSandbox({ startupMs: 20 });
  try {
    const told = await tellingOf(
      sandbox,
      "job_run",
      { ...job, command: ["sleep", "600"] },
      /was started/,
    );
    assertMatch(
      told.at(-1) ?? "",
      /The job acme\/\w+ goes on and is billed\. To stop it: `hf jobs cancel acme\/\w+`/,
    );
    assertEquals(/Check the URLs/.test(told.join("\n")), false);
  } finally {
    await sandbox.stop();
  }
});
