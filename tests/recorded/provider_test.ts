/**
 * Every object of a recorded answer through the provider and the real CLI: it
 * is imported with generated configuration, and what that configuration makes
 * is answered with it; either way the next plan is empty.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  type RunResult,
  unwrapMessage,
  whyNot,
  type Workspace,
} from "@hf-terraform/framework/testing";
import { HuggingFace } from "../../mod.ts";
import { requirement } from "../support/space_world.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { createWorkspace } from "../support/workspace.ts";
import { readAnswers } from "./answers.ts";
import { objectsOf, type RecordedObject } from "./objects.ts";
import { ReplaySandbox } from "./replay.ts";

/** An answer that tells too little for a configuration to be made of it. */
interface Cut {
  /** The missing part, and the reason. */
  readonly why: string;
  /** The configuration that it may be the answer to. */
  readonly config: string;
}

const cut: Readonly<Record<string, Cut>> = {
  "endpoints/endpoint-created": {
    why: "shortened: no instance type",
    config: `namespace = "starling"
  name           = "bay-thrush-l6-v2-ivy"
  model          = { repository = "bluebell-larchbramble/bay-DoveLM-L6-v2" }
  compute        = { instance_type = "intel-spr" }`,
  },
  "endpoints/endpoint-delete-200-then-still-there": {
    why: "only the status was of interest",
    config: `namespace = "lapwing"
  name           = "e2e-chat"
  model          = { repository = "acme/m" }
  compute        = { instance_type = "intel-spr" }`,
  },
  "endpoints/endpoint-catalog-failed-stale-gguf": {
    why: "shortened: no context size, which the specification requires",
    config: `namespace = "hf-linnet"
  name           = "coral-4-26b-a4b-it-hare-elk"
  model = {
    repository = "dove-cod/coral-4-26B-A4B-it-HARE"
    args       = ["-kvu", "--fit-target", "2048"]
    image = {
      llamacpp = {
        url               = "ghcr.io/dove-cod/llama.cpp:server-cuda"
        model_path        = "coral-4-26B-A4B-it-Q4_K_M.gguf"
        mmproj_model_path = "mmproj-coral-4-26B-A4B-it-BF16.gguf"
        spec_model_path   = "dflash-coral-4-26B-A4B-it-BF16.gguf"
        ctx_size          = 0
        n_parallel        = -1
        threads_http      = -1
      }
    }
  }
  compute = { instance_type = "nvidia-a100" }`,
  },
  "jobs/scheduled-job-py-test-verbatim": {
    why: "a mock that tells nothing of the job",
    config: `namespace = "my-username"
  schedule       = "@hourly"
  flavor         = "cpu-basic"
  image          = "python:3.12"
  command        = ["python"]`,
  },
};

/** Objects that are only imported, and why. */
const unmade: Readonly<Record<string, string>> = {
  "collections/collection-every-kind":
    "it holds itself, which no new collection can",
};

/** Answers that are left out, and why. */
const left: Readonly<Record<string, string>> = {
  "access/access-granted-to-oneself":
    "the one who has access is the owner, who is an organization here",
};

/** Warnings that are true of what was recorded. */
const warnings = [
  /^Config generation is experimental$/,
  /^Provider development overrides are in effect$/,
  /^Endpoint \S+ has failed$/,
  /^c6i \S+ is not offered anywhere$/,
  /^intel-icl x2 is not offered (in aws us-east-1|anywhere)$/,
  /^(?:Endpoint|Space|Scheduled job) (?:.+ )?(?:goes to|costs|has no known price)/,
  /^The (model|dataset|Space) \S+ is not there yet$/,
];

const answerOf = ({ name }: RecordedObject) =>
  name.split("/").slice(0, 2).join("/");

const objects = objectsOf(await readAnswers())
  .filter((each) => left[answerOf(each)] === undefined);

/** Returns a key that only one object of a workspace may have. */
const keyOf = ({ repo, path }: RecordedObject) =>
  repo === undefined ? path : `${repo.type} ${repo.id}`;

/** Objects of which no two answers are about the same. */
function roundsOf(all: readonly RecordedObject[]): RecordedObject[][] {
  const rounds: RecordedObject[][] = [];
  for (const one of all) {
    const isFree = (round: RecordedObject[]) =>
      round.every((other) =>
        keyOf(other) !== keyOf(one) || answerOf(other) === answerOf(one)
      );
    const free = rounds.find(isFree);
    if (free === undefined) rounds.push([one]);
    else free.push(one);
  }
  return rounds;
}

const addressOf = ({ type, name }: RecordedObject) =>
  `${type}.r_${name.replaceAll(/[^a-zA-Z0-9]+/g, "_")}`;

function newSandbox(): ReplaySandbox {
  const owners = objects.map(({ repo, id }) =>
    (repo?.id ?? id).split("/")[0] ?? ""
  );
  const users = objects.filter(({ type }) => type.endsWith("_access_grant"))
    .map(({ id }) => id.split("/").at(-1) ?? "");
  return new ReplaySandbox({
    startupMs: 0,
    createMs: 0,
    users: [...new Set(users)].map((name) => ({ name })),
    organizations: [...new Set(owners)].map((name) => ({ name, plan: "plus" })),
    // The models that the volumes name.
    models: ["u/m"],
  });
}

/** Makes the repositories that others need, or all that there is. */
async function make(
  client: HuggingFace,
  round: readonly RecordedObject[],
  isAll: boolean,
): Promise<void> {
  const repos = new Map(
    round.flatMap(({ repo, make, holds = [] }) => [
      ...repo && (isAll || make) ? [repo] : [],
      ...holds,
    ]).map((repo) => [`${repo.type} ${repo.id}`, repo]),
  );
  for (const repo of repos.values()) {
    const sdk = repo.id.endsWith("static") ? "static" : "gradio";
    await client.repos.create(repo, repo.type === "space" ? { sdk } : {});
  }
  for (const { make, repo, type } of round) {
    if (repo?.type === "model" && type.endsWith("_access_grant")) {
      await client.repos.update({ ...repo, type: "model" }, { gated: "auto" });
    }
    if (isAll) await make?.(client);
  }
}

/** Does something in a workspace beside a sandbox that shows recorded objects. */
async function inWorkspace(
  workspace: Workspace,
  round: readonly RecordedObject[],
  isThere: boolean,
  act: (sandbox: ReplaySandbox) => Promise<void>,
): Promise<void> {
  const sandbox = newSandbox();
  await using server = await startSandbox(sandbox);
  Object.assign(workspace.env, server.env);
  const client = new HuggingFace({
    token: server.token,
    endpoint: server.url,
    inferenceEndpointsUrl: server.url,
  });
  await make(client, round, isThere);
  sandbox.show(round, isThere);
  await act(sandbox);
}

/** The result of a command that succeeded without a false warning. */
function assertTrue(result: RunResult): RunResult {
  const { stdout, stderr, code } = result;
  assert(code !== 1, unwrapMessage(stderr));
  const told = [...(stdout + stderr).matchAll(/^Warning: (.*)$/gm)]
    .map(([, summary = ""]) => summary)
    .filter((summary) => !warnings.some((each) => each.test(summary)));
  assertEquals(
    told,
    [],
    unwrapMessage((stdout + stderr).replace(/^[^]*?\nPlan:/, "")),
  );
  return result;
}

/** Nothing is planned, nothing has changed outside, and no warning is false. */
async function assertEmpty(workspace: Workspace): Promise<void> {
  const { code, stdout } = assertTrue(await workspace.plan());
  assertEquals(code, 0, stdout);
  const { resource_drift = [] } = await workspace.shownPlan();
  assertEquals(resource_drift, []);
}

async function importAll(
  workspace: Workspace,
  round: readonly RecordedObject[],
): Promise<void> {
  const ids = new Map(round.map((each) => [addressOf(each), each.id]));
  const blocks = Array.from(ids, ([to, id]) => (
    `import {\n  to = ${to}\n  id = ${JSON.stringify(id)}\n}\n`
  ));
  await inWorkspace(workspace, round, true, async (sandbox) => {
    await workspace.write({ "main.tf": requirement + blocks.join("") });
    const args = ["-generate-config-out=generated.tf"];
    const { stdout } = assertTrue(await workspace.plan({ args }));
    assertStringIncludes(
      stdout,
      `Plan: ${ids.size} to import, 0 to add, 0 to change, 0 to destroy.`,
    );
    assertTrue(await workspace.applyPlan());
    await workspace.write({ "main.tf": requirement });
    await assertEmpty(workspace);
    assertEquals(sandbox.writes, []);
  });
  await workspace.remove("terraform.tfstate");
}

async function createAll(
  workspace: Workspace,
  round: readonly RecordedObject[],
): Promise<void> {
  const isMade = (each: RecordedObject) => unmade[answerOf(each)] === undefined;
  const generated = (await workspace.read("generated.tf")).split(/\n(?=# __)/)
    .filter((block) =>
      round.every((each) =>
        isMade(each) || !block.includes(addressOf(each).split(".")[1] ?? "")
      )
    ).join("\n");
  const configs = round.flatMap((each) => {
    const { config } = cut[answerOf(each)] ?? {};
    const label = addressOf(each).replace(".", '" "');
    return config === undefined ? [] : [`resource "${label}" {
  ${config}${each.type.endsWith("t") ? "\n  wait_for_ready = false" : ""}
}
`];
  });
  await workspace.write({
    "main.tf": requirement + configs.join(""),
    // A recorded object may never become ready.
    "generated.tf": generated.replaceAll(
      /(wait_for_ready += )\w+/g,
      "$1false",
    ),
  });
  await inWorkspace(workspace, round.filter(isMade), false, async () => {
    assertTrue(await workspace.apply());
    await assertEmpty(workspace);
  });
}

for (const [at, round] of roundsOf(objects).entries()) {
  testIf({
    name: `recorded objects are imported, and made, with empty plans (${at})`,
    skipped: await whyNot({ terraform: "1.5" }),
    async fn() {
      await using workspace = await createWorkspace();
      const whole = round.filter((each) => cut[answerOf(each)] === undefined);
      await importAll(workspace, whole);
      await createAll(workspace, round);
    },
  });
}

Deno.test("the tables of recorded objects name recorded objects", async () => {
  const names = objectsOf(await readAnswers()).map(answerOf);
  const named = [cut, unmade, left].flatMap((table) => Object.keys(table));
  assertEquals(named.filter((name) => !names.includes(name)), []);
  assert(new Set(objects.map(addressOf)).size > 70);
});
