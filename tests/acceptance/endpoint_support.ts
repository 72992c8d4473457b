/**
 * Fixtures of the acceptance tests of endpoints.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Sandbox, SandboxOptions } from "@hf-terraform/sandbox";
import {
  assertSuccess,
  holds,
  type Json,
  type JsonObject,
  type PlanJson,
  type StateResource,
  unwrapMessage,
  type Workspace,
  type WorkspaceOptions,
} from "@hf-terraform/framework/testing";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import type { RunResult } from "../../provider/framework/testing/system/run.ts";

/** A sandbox, a folder to work in, and a client for changes outside of Terraform. */
export type Place = SpaceWorld;

/** Runs a test with a sandbox that starts endpoints at once. */
export async function withSandbox(
  run: (place: Place) => Promise<void>,
  options: {
    readonly sandbox?: SandboxOptions;
    readonly workspace?: WorkspaceOptions;
  } = {},
): Promise<void> {
  const sandbox = { startupMs: 0, ...options.sandbox };
  await using world = await startSpaceWorld(sandbox, options.workspace);
  await run(world);
}

/** The least that makes an endpoint, and more. */
export function endpoint(name: string, more: JsonObject = {}): JsonObject {
  return mergeObjects({
    name,
    model: { repository: "gpt2" },
    compute: { instance_type: "intel-spr" },
  }, more);
}

/** An object with another laid over it, down to nested ones. */
function mergeObjects(base: JsonObject, over: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(value)
      ? mergeObjects(before, value)
      : value;
  }
  return result;
}

/** Whether JSON is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A configuration: what the blocks hold, by their labels. */
export interface Configuration {
  /** Endpoints by label. */
  readonly endpoints?: Readonly<Record<string, JsonObject>>;
  /** The provider block. */
  readonly provider?: JsonObject;
  /** Everything else at the top. */
  readonly more?: JsonObject;
}

/** Writes a configuration in the JSON form of the language. */
export async function configure(
  workspace: Workspace,
  { endpoints = {}, provider, more = {} }: Configuration,
): Promise<void> {
  const resource = isObject(more.resource) ? more.resource : {};
  const all = Object.keys(endpoints).length === 0
    ? resource
    : { ...resource, huggingface_endpoint: endpoints };
  const document = {
    terraform: {
      required_providers: {
        huggingface: { source: "hf-terraform/huggingface" },
      },
    },
    ...provider !== undefined && { provider: { huggingface: provider } },
    ...more,
    ...Object.keys(all).length > 0 && { resource: all },
  };
  await workspace.write({ "main.tf.json": JSON.stringify(document, null, 2) });
}

/** The address of an endpoint. */
export function address(label: string): string {
  return `huggingface_endpoint.${label}`;
}

/** Applies, and fails the test if that fails. */
export async function mustApply(workspace: Workspace): Promise<RunResult> {
  return assertSuccess(await workspace.apply());
}

/** The requests since the last look to the API, without the catalogue. */
export function requestsOf(sandbox: Sandbox): string[] {
  const requests = sandbox.requests
    .filter(({ path }) => !/^\/(v2\/provider|_sandbox\/inference)/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  sandbox.clearRequests();
  return requests;
}

/** The requests since the last look that change something. */
export function writesOf(sandbox: Sandbox): string[] {
  return requestsOf(sandbox).filter((request) => !request.startsWith("GET "));
}

/** The planned actions of endpoints by label, such as `update`. */
export function actionsOf(plan: PlanJson): Record<string, string> {
  const actions: Record<string, string> = {};
  for (const { address, change } of plan.resource_changes ?? []) {
    if (!address.startsWith("huggingface_endpoint.")) continue;
    actions[address.slice("huggingface_endpoint.".length)] = change.actions
      .join("+");
  }
  return actions;
}

/** A value in the attributes of a resource, such as `compute.accelerator`. */
export function valueAt(resource: StateResource, path: string): Json {
  let value: Json = resource.values;
  for (const name of path.split(".")) {
    value = isObject(value) ? value[name] ?? null : null;
  }
  return value;
}

/** Asserts values of one endpoint in the state. */
export async function assertState(
  workspace: Workspace,
  label: string,
  values: JsonObject,
): Promise<StateResource> {
  const resource = await workspace.stateResource(address(label));
  const actual = Object.fromEntries(
    Object.keys(values).map((path) => [path, valueAt(resource, path)]),
  );
  assertEquals(actual, values);
  return resource;
}

/** The whole output of a command, frames and line breaks undone. */
export function outputOf({ stdout, stderr }: RunResult): string {
  return unwrapMessage(`${stdout}\n${stderr}`);
}

/** Asserts that a command failed, and that its output holds all of these. */
export function assertSays(
  result: RunResult,
  ...texts: readonly (string | RegExp)[]
): void {
  const output = outputOf(result);
  for (const text of texts) {
    assert(holds(output, text), `The output does not hold ${text}:\n${output}`);
  }
}

/** Writes a configuration of one endpoint, `x`, under the label `this`. */
export function write(
  { workspace }: Pick<Place, "workspace">,
  more: JsonObject = {},
): Promise<void> {
  return configure(workspace, { endpoints: { this: endpoint("x", more) } });
}

/** Registers a test that runs with a sandbox of its own. */
export function faultTest(
  name: string,
  run: (place: Place) => Promise<void>,
  options?: Parameters<typeof withSandbox>[1],
): void {
  acceptanceTest(name, () => withSandbox(run, options));
}
