/**
 * The steps of the demo and what each must show.
 *
 * @module
 */
import type { Sandbox } from "../client/sandbox/mod.ts";
import type { ResourceChange } from "../tests/support/terraform_json.ts";
import type { Workspace } from "../tests/support/workspace.ts";
import type { RunResult } from "./run.ts";

/** Where the demo runs. */
export interface Place {
  /** The configuration and the CLI. */
  readonly workspace: Workspace;
  /** The imitation of Hugging Face. */
  readonly sandbox: Sandbox;
  /** Where the sandbox listens. */
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

/** What differs between the steps. */
export interface DemoOptions {
  /** Most replicas of the endpoint. */
  readonly maxReplica: number;
  /** The name of the Space, `demo` if left out. */
  readonly spaceName?: string;
}

/** The configuration of the demo: the least that makes endpoint and Space. */
export function demoConfiguration(options: DemoOptions): string {
  return `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

resource "huggingface_endpoint" "demo" {
  name = "demo"

  model = {
    repository = "sentence-transformers/all-MiniLM-L6-v2"
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
  await expectPlan(place, ["create"]);
  const writes = place.sandbox.requests.filter(({ method }) =>
    method !== "GET"
  );
  expect(writes.length === 0, "the plan itself wrote to the service");
  await expectPlan(place, ["create"], spaceAddress);
  return "an endpoint and a Space to create; nothing written yet";
}

async function applyCreate(
  { workspace, sandbox, url }: Place,
): Promise<string> {
  succeeded(await workspace.apply());
  const { status } = await look(url, sandbox);
  expect(status.state === "running", `the endpoint is ${status.state}`);
  const { stdout } = succeeded(await workspace.output("url"));
  expect(stdout === status.url, `url is ${stdout}, not ${status.url}`);
  const space = await call(url, sandbox, "GET", spacePath("demo"));
  const { runtime } = await space.json();
  expect(runtime.stage === "RUNNING", `the Space is ${runtime.stage}`);
  return `running at ${stdout}, and a Space that knows it`;
}

async function planNothing({ workspace }: Place): Promise<string> {
  await expectEmptyPlan(workspace);
  return "nothing to do";
}

async function driftIsFound(place: Place): Promise<string> {
  await call(place.url, place.sandbox, "PUT", path, {
    compute: { scaling: { minReplica: 1, maxReplica: 5 } },
  });
  const change = await expectPlan(place, ["update"]);
  const before = JSON.stringify(change.change.before);
  expect(
    before.includes('"max_replica":5'),
    `the plan does not show the change: ${before}`,
  );
  return "somebody set max_replica to 5: the plan shows it";
}

async function driftIsRepaired(place: Place): Promise<string> {
  succeeded(await place.workspace.apply());
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
  await expectPlan(place, ["update"]);
  const before = sandbox.requests.length;
  succeeded(await workspace.apply());
  const writes = sandbox.requests.slice(before)
    .filter(({ method }) => method !== "GET")
    .map(({ method }) => method);
  expect(writes.join() === "PUT", `the update sent ${writes.join(", ")}`);
  const { compute } = await look(url, sandbox);
  expect(compute.scaling.maxReplica === 2, "max_replica is not 2");
  await expectEmptyPlan(workspace);
  return "max_replica is 2, by one PUT";
}

async function renameSpace(place: Place): Promise<string> {
  const { workspace, sandbox, url } = place;
  const configuration = demoConfiguration({
    maxReplica: 2,
    spaceName: "renamed",
  });
  await workspace.write({ "main.tf": configuration });
  await expectPlan(place, ["update"], spaceAddress);
  const before = sandbox.requests.length;
  succeeded(await workspace.apply());
  const writes = sandbox.requests.slice(before)
    .filter(({ method }) => method !== "GET").map(({ path }) => path);
  expect(writes.join() === "/api/repos/move", `sent ${writes.join(", ")}`);
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
  return "the endpoint, the Space and their state are gone";
}

/** The parts of an endpoint that the demo looks at. */
interface SeenEndpoint {
  readonly compute: { readonly scaling: { readonly maxReplica: number } };
  readonly status: { readonly state: string; readonly url?: string };
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

async function expectPlan(
  { workspace }: Place,
  actions: readonly string[],
  of: string = address,
): Promise<ResourceChange> {
  const plan = await workspace.planJson();
  const change = plan.resource_changes?.find((change) => change.address === of);
  if (change === undefined) throw new Error(`The plan lacks ${of}`);
  const planned = change.change.actions.join(", ");
  expect(
    planned === actions.join(", "),
    `the plan is to ${planned}, not to ${actions.join(", ")}`,
  );
  return change;
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
