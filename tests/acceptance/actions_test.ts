/**
 * Actions through Terraform from 1.14; what they do and how they fail is tried
 * in `tests/provider/huggingface/actions_test.ts`.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { assertSuccess, whyNot } from "@hf-terraform/framework/testing";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { accountOptions, makeAccount } from "../support/account.ts";
import { testIf } from "../support/skip.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";

const skipped = await whyNot({ terraform: "1.14" });
const { actions } = await loadProvider(provider);

interface Invocation {
  /** The type of the action without its prefix. */
  readonly action: string;
  /** Its configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The progress messages it prints. */
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
];

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

function invoke({ workspace }: SpaceWorld, action: string) {
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
    const [scheduled] = await client.jobs.scheduled.list("acme").toArray();
    assertEquals(
      invocations.map(({ action }) => `huggingface_${action}`).toSorted(),
      actions.map(({ typeName }) => typeName).toSorted(),
    );
    for (const invocation of invocations) {
      await t.step(invocation.action, async () => {
        const text = blockOf(invocation)
          .replace("$scheduled", scheduled?.id ?? "");
        await world.configure(block + text);
        const { stdout } = assertSuccess(
          await invoke(world, invocation.action),
        );
        assertMatch(stdout, invocation.tells);
      });
    }
  },
});

testIf({
  name: "an ephemeral secret of a job is in no saved plan, and the job gets it",
  skipped,
  async fn() {
    await using world = await startSpaceWorld({}, {
      env: { TF_VAR_given: "ephemeral-s3cret" },
    });
    const { workspace } = world;
    await world.configure(`
variable "given" {
  type      = string
  ephemeral = true
}

resource "huggingface_model" "m" {
  namespace = "acme"
  name      = "m"

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.huggingface_job_run.it]
    }
  }
}

action "huggingface_job_run" "it" {
  config {
    namespace = "acme"
    flavor    = "cpu-basic"
    image     = "python:3.12"
    command   = ["env"]
    secrets   = { GIVEN = var.given, PLAIN = "pl4in-s3cret" }
  }
}
`);
    const planned = JSON.stringify(await workspace.planJson());
    assertStringIncludes(planned, "huggingface_job_run");
    assert(!planned.includes("ephemeral-s3cret"), planned);
    assertSuccess(await workspace.applyPlan());
    const sent = JSON.stringify(world.requests().map(({ body }) => body));
    assertStringIncludes(sent, '"GIVEN":"ephemeral-s3cret"');
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
