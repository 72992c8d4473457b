/**
 * The steps of the demo and what each must show.
 *
 * @module
 */
import type {
  ResourceChange,
  Workspace,
} from "@hf-terraform/framework/testing";
import type { Sandbox } from "../client/sandbox/mod.ts";
import type { RunResult } from "../provider/framework/testing/system/run.ts";

/** The environment of the demo. */
export interface Place {
  /** The configuration and the CLI. */
  readonly workspace: Workspace;
  /** The imitation of Hugging Face. */
  readonly sandbox: Sandbox;
  /** The URL of the sandbox. */
  readonly url: string;
}

/** One step: its name, and what it does; it throws where something is wrong. */
export interface DemoStep {
  /** A word or two. */
  readonly name: string;
  /** Runs the step and says in a few words what was seen. */
  readonly run: (place: Place) => Promise<string>;
}

const address = "huggingface_endpoint.demo";
const path = "/v2/endpoint/sandbox/demo";
const spaceAddress = "huggingface_space.demo";
const spacePath = (name: string) => `/api/spaces/sandbox/${name}`;
const tagAddress = "huggingface_repo_tag.production";
const refsPath = "/api/models/sandbox/demo/refs";

/** Options of the demo. */
export interface DemoOptions {
  /** Most replicas of the endpoint. */
  readonly maxReplica: number;
  /** The name of the Space, `demo` if left out. */
  readonly spaceName?: string;
  /** The version of the model, 1 if left out. */
  readonly version?: number;
}

/**
 * The configuration of the demo: a model with files and a tag, the endpoint that
 * serves what is tagged, and a Space.
 */
export function demoConfiguration(options: DemoOptions): string {
  return `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

resource "huggingface_model" "demo" {
  name       = "demo"
  on_destroy = "delete"
}

resource "huggingface_repo_files" "demo" {
  repository = huggingface_model.demo.id
  files = {
    "config.json" = jsonencode({ version = ${options.version ?? 1} })
    "README.md"   = "A model of the demo."
  }
}

resource "huggingface_repo_tag" "production" {
  repository = huggingface_model.demo.id
  name       = "production"
  revision   = huggingface_repo_files.demo.commit
}

data "huggingface_repo_revision" "production" {
  repository = huggingface_model.demo.id
  revision   = huggingface_repo_tag.production.name
}

resource "huggingface_endpoint" "demo" {
  name = "demo"

  model = {
    repository = huggingface_model.demo.id
    revision   = data.huggingface_repo_revision.production.commit
  }

  compute = {
    instance_type = "intel-spr"
    scaling = {
      max_replica = ${options.maxReplica}
    }
  }
}

resource "huggingface_space" "demo" {
  name = "${options.spaceName ?? "demo"}"
  sdk  = "docker"

  variables = {
    ENDPOINT_URL = huggingface_endpoint.demo.url
  }

  files = {
    "Dockerfile" = "FROM python:3.13-slim"
  }
}

output "url" {
  value = huggingface_endpoint.demo.url
}
`;
}

/** The steps in their order. */
export const demoSteps: readonly DemoStep[] = [
  { name: "init", run: init },
  { name: "validate", run: validate },
  { name: "plan", run: planCreate },
  { name: "apply", run: applyCreate },
  { name: "plan again", run: planNothing },
  { name: "change outside", run: driftIsFound },
  { name: "repair", run: driftIsRepaired },
  { name: "update in place", run: updateInPlace },
  { name: "promote", run: promote },
  { name: "rename", run: renameSpace },
  { name: "import", run: importExisting },
  { name: "destroy", run: destroy },
];

async function init({ workspace }: Place): Promise<string> {
  const { stdout } = succeeded(await workspace.init());
  const [, version] = /hf-terraform\/huggingface v([\w.+-]*\w)/.exec(stdout) ??
    [];
  expect(
    version !== undefined,
    `init does not say what it installs: ${stdout}`,
  );
  return `installed hf-terraform/huggingface ${version}`;
}

async function validate({ workspace }: Place): Promise<string> {
  succeeded(await workspace.validate());
  return "the configuration is valid";
}

async function planCreate(place: Place): Promise<string> {
  await expectPlan(place, {
    [address]: "create",
    [spaceAddress]: "create",
    [tagAddress]: "create",
  });
  expect(
    writesSince(place, 0).length === 0,
    "the plan itself wrote to the service",
  );
  return "a model with files and a tag, its endpoint, a Space; nothing written yet";
}

async function applyCreate(
  { workspace, sandbox, url }: Place,
): Promise<string> {
  succeeded(await workspace.applyPlan());
  const { status, model } = await look(url, sandbox);
  expect(status.state === "running", `the endpoint is ${status.state}`);
  const production = await productionCommit(url, sandbox);
  expect(
    model.revision === production,
    `the endpoint serves ${model.revision}, not ${production}`,
  );
  const { stdout } = succeeded(await workspace.output("url"));
  expect(stdout === status.url, `url is ${stdout}, not ${status.url}`);
  const space = await call(url, sandbox, "GET", spacePath("demo"));
  const { runtime } = await space.json();
  expect(runtime.stage === "RUNNING", `the Space is ${runtime.stage}`);
  return `what is tagged runs at ${stdout}; a Space knows it`;
}

async function planNothing({ workspace }: Place): Promise<string> {
  await expectEmptyPlan(workspace);
  return "nothing to do";
}

async function driftIsFound(place: Place): Promise<string> {
  await call(place.url, place.sandbox, "PUT", path, {
    compute: { scaling: { minReplica: 1, maxReplica: 5 } },
  });
  const [found] = await expectPlan(place, { [address]: "update" });
  const before = JSON.stringify(found?.change.before);
  expect(
    before.includes('"max_replica":5'),
    `the plan does not show the change: ${before}`,
  );
  return "somebody set max_replica to 5: the plan shows it";
}

async function driftIsRepaired(place: Place): Promise<string> {
  succeeded(await place.workspace.applyPlan());
  const { compute } = await look(place.url, place.sandbox);
  expect(
    compute.scaling.maxReplica === 1,
    `max_replica is ${compute.scaling.maxReplica}, not 1`,
  );
  await expectEmptyPlan(place.workspace);
  return "max_replica is 1 again, and the plan is empty";
}

async function updateInPlace(place: Place): Promise<string> {
  const { workspace, sandbox, url } = place;
  await workspace.write({ "main.tf": demoConfiguration({ maxReplica: 2 }) });
  await expectPlan(place, { [address]: "update" });
  const before = sandbox.requests.length;
  succeeded(await workspace.applyPlan());
  const writes = writesSince(place, before);
  expect(
    writes.join() === `PUT ${path}`,
    `the update sent ${writes.join(", ")}`,
  );
  const { compute } = await look(url, sandbox);
  expect(compute.scaling.maxReplica === 2, "max_replica is not 2");
  await expectEmptyPlan(workspace);
  return "max_replica is 2, by one PUT";
}

async function promote(place: Place): Promise<string> {
  const { workspace, sandbox, url } = place;
  await workspace.write({
    "main.tf": demoConfiguration({ maxReplica: 2, version: 2 }),
  });
  await expectPlan(place, {
    [tagAddress]: "update",
    [address]: "update",
  });
  succeeded(await workspace.applyPlan());
  const production = await productionCommit(url, sandbox);
  const { model: { revision } } = await look(url, sandbox);
  expect(revision === production, `the endpoint serves ${revision}`);
  await expectEmptyPlan(workspace);
  return `the tag moves to ${production.slice(0, 8)}, and the endpoint follows`;
}

async function renameSpace(place: Place): Promise<string> {
  const { workspace, sandbox, url } = place;
  const configuration = demoConfiguration({
    maxReplica: 2,
    version: 2,
    spaceName: "renamed",
  });
  await workspace.write({ "main.tf": configuration });
  await expectPlan(place, { [spaceAddress]: "update" });
  const before = sandbox.requests.length;
  succeeded(await workspace.applyPlan());
  const writes = writesSince(place, before);
  expect(writes.join() === "POST /api/repos/move", `sent ${writes.join(", ")}`);
  const response = await call(url, sandbox, "GET", spacePath("renamed"));
  expect(response.ok, `the Space answers ${response.status}`);
  await response.body?.cancel();
  await expectEmptyPlan(workspace);
  return "the Space has another name, and is the same";
}

async function importExisting({ workspace }: Place): Promise<string> {
  succeeded(await workspace.run(["state", "rm", "-no-color", address]));
  succeeded(await workspace.import(address, "sandbox/demo"));
  await expectEmptyPlan(workspace);
  return "forgotten and imported as sandbox/demo; the plan is empty";
}

async function destroy({ workspace, sandbox, url }: Place): Promise<string> {
  succeeded(await workspace.destroy());
  const response = await call(url, sandbox, "GET", path);
  expect(response.status === 404, `the endpoint answers ${response.status}`);
  await response.body?.cancel();
  const space = await call(url, sandbox, "GET", spacePath("renamed"));
  expect(space.status === 404, `the Space answers ${space.status}`);
  await space.body?.cancel();
  const left = await workspace.stateResources();
  expect(left.length === 0, `the state still holds ${left.length} resources`);
  const model = await call(url, sandbox, "GET", "/api/models/sandbox/demo");
  expect(model.status === 404, `the model answers ${model.status}`);
  await model.body?.cancel();
  return "the model, the endpoint, the Space and their state are gone";
}

/** The parts of an endpoint that the demo looks at. */
interface SeenEndpoint {
  readonly compute: { readonly scaling: { readonly maxReplica: number } };
  readonly model: { readonly revision: string };
  readonly status: { readonly state: string; readonly url?: string };
}

/** The commit that the tag `production` leads to. */
async function productionCommit(
  url: string,
  sandbox: Sandbox,
): Promise<string> {
  const response = await call(url, sandbox, "GET", refsPath);
  const refs: {
    readonly tags: readonly { name: string; targetCommit: string }[];
  } = await response.json();
  const tag = refs.tags.find(({ name }) => name === "production");
  if (tag === undefined) throw new Error("The model has no tag production");
  return tag.targetCommit;
}

/** The requests that changed something; a look at files is a POST too. */
function writesSince({ sandbox }: Place, before: number): readonly string[] {
  return sandbox.requests.slice(before)
    .filter(({ method, path }) =>
      method !== "GET" && !path.includes("/paths-info/")
    )
    .map(({ method, path }) => `${method} ${path}`);
}

async function look(url: string, sandbox: Sandbox): Promise<SeenEndpoint> {
  const response = await call(url, sandbox, "GET", path);
  expect(response.ok, `GET ${path} answers ${response.status}`);
  return await response.json();
}

function call(
  url: string,
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.token}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Plans, and returns the changes of these addresses, whose actions it checks. */
async function expectPlan(
  { workspace }: Place,
  actions: Readonly<Record<string, string>>,
): Promise<readonly ResourceChange[]> {
  const { resource_changes = [] } = await workspace.planJson();
  return Object.entries(actions).map(([of, wanted]) => {
    const change = resource_changes.find(({ address }) => address === of);
    if (change === undefined) throw new Error(`The plan lacks ${of}`);
    const planned = change.change.actions.join(", ");
    expect(
      planned === wanted,
      `the plan of ${of} is to ${planned}, not to ${wanted}`,
    );
    return change;
  });
}

async function expectEmptyPlan(workspace: Workspace): Promise<void> {
  const { code, stdout, stderr } = await workspace.plan();
  expect(code === 0, `the plan is not empty:\n${stdout}\n${stderr}`);
}

function succeeded(result: RunResult): RunResult {
  expect(
    result.code === 0,
    `exit code ${result.code}:\n${result.stdout}\n${result.stderr}`,
  );
  return result;
}

function expect(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
