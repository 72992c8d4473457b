/**
 * A resource in a sandbox of its own, driven through the engine as the CLI
 * would: the tables that walk every resource stand on it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { HuggingFace, type RepoRef } from "../../mod.ts";
import { Sandbox } from "../../client/sandbox/mod.ts";
import {
  type Diagnostic,
  Diagnostics,
  loadProvider,
  type Resource,
  type Value,
  type ValueObject,
} from "../../provider/framework/mod.ts";
import { isValueObject } from "../../provider/framework/values/value.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import type { ProviderBlock } from "../../provider/huggingface/provider_block.ts";
import { HuggingFaceProvider } from "../../provider/huggingface/provider_data.ts";
import {
  empty,
  serverOf,
  whole,
} from "../provider/framework/engine/support.ts";
import {
  absentState,
  type PlannedChange,
  ResourceCalls,
} from "./resource_calls.ts";
import { isDistinct, isTested, sampleOf } from "./samples.ts";

/** The resources of the provider. */
export const { resources }: { readonly resources: readonly Resource[] } =
  await loadProvider(provider);

/** The resources that a walk through every one takes: see {@linkcode isTested}. */
export const testedResources: readonly Resource[] = resources.filter(isTested);

/** Those of them that a long walk takes: see {@linkcode isDistinct}. */
export const distinctResources: readonly Resource[] = testedResources.filter(
  isDistinct,
);

/** A resource by its name without `huggingface_`. */
export function resourceNamed(name: string): Resource {
  const typeName = `huggingface_${name}`;
  const found = resources.find((one) => one.typeName === typeName);
  if (found === undefined) throw new Error(`There is no ${typeName}`);
  return found;
}

/** The choices of a {@linkcode ResourceWorld}. */
interface WorldOptions {
  /** The token of the requests; default: that of the sandbox's own user. */
  readonly token?: string;
  /** The number of retries of a failed request; default: 0. */
  readonly maxRetries?: number;
  /** More of the provider block. */
  readonly block?: ProviderBlock;
}

/** A plan, and all that was said of it. */
type Planned = Awaited<ReturnType<ResourceCalls["plan"]>>;

/** A resource in a sandbox of its own, as the CLI would drive it. */
export class ResourceWorld {
  readonly sandbox: Sandbox;
  readonly resource: Resource;
  readonly typeName: string;
  state: Value = null;
  /** Answers the provider's requests; default: the sandbox. */
  answer: (request: Request) => Promise<Response> = (request) =>
    this.sandbox.fetch(request);
  /** The time of the provider's clock in milliseconds, which stands still. */
  clockMs = 0;
  /** The requests of each command, such as `GET https://…`. */
  readonly commands: (readonly string[])[] = [];
  /** Stops the command that runs, as Ctrl-C does. */
  stop: () => void = () => {};
  /** Whether commands from now on are of one process, which shares its reads. */
  isOneProcess = false;
  #process: ResourceCalls | undefined;
  #private: Uint8Array = empty;
  readonly #token: string;
  readonly #maxRetries: number;
  /** The arguments of the provider block besides. */
  block: ProviderBlock;

  constructor(
    resource: Resource,
    sandbox: Sandbox = new Sandbox({ startupMs: 0 }),
    { token = sandbox.token, maxRetries = 0, block = {} }: WorldOptions = {},
  ) {
    this.sandbox = sandbox;
    this.#token = token;
    this.#maxRetries = maxRetries;
    this.block = block;
    this.resource = resource;
    this.typeName = resource.typeName;
  }

  /** Makes a world with what the sample of the resource takes for granted. */
  static async start(
    resource: Resource,
    sandbox?: Sandbox,
    options?: WorldOptions,
  ): Promise<ResourceWorld> {
    const world = new ResourceWorld(resource, sandbox, options);
    await sampleOf(resource).setUp?.(world.client);
    return world;
  }

  /** A world in which the sample is applied, with more of this configuration. */
  static async applied(resource: Resource, more: ValueObject = {}) {
    const world = await ResourceWorld.start(resource);
    const config: ValueObject = { ...sampleOf(resource).config, ...more };
    await world.apply(config);
    return { world, config };
  }

  /** The id by which what is in the state is imported. */
  get importId(): string {
    const state = Object(this.state);
    return `${sampleOf(this).importId?.(state) ?? state.id}`;
  }

  /** Every command configures the provider anew, unless they are of one process. */
  get #calls(): ResourceCalls {
    if (this.#process !== undefined) return this.#process;
    const requests: string[] = [];
    this.commands.push(requests);
    const data = new HuggingFaceProvider({
      token: this.#token,
      namespace: "acme",
      max_retries: this.#maxRetries,
      ...this.block,
    }, {
      env: {},
      userAgent: "test",
      fetch: (request) => {
        requests.push(`${request.method} ${request.url}`);
        return this.answer(request);
      },
      gatherMs: 0,
      now: () => this.clockMs,
    });
    const server = serverOf({ resources: [this.resource] }, { data });
    this.stop = () => server.stop();
    const calls = new ResourceCalls(server, this.resource);
    if (this.isOneProcess) this.#process = calls;
    return calls;
  }

  /** Somebody else, past the request log. */
  get client(): HuggingFace {
    return this.#clientOf(this.sandbox.token);
  }

  /** The user whose token this world has, past the request log. */
  get user(): HuggingFace {
    return this.#clientOf(this.#token);
  }

  #clientOf(token: string): HuggingFace {
    const fetch = (request: Request) => this.sandbox.fetch(request);
    return new HuggingFace({ token, fetch });
  }

  #stored(value: Value = this.state) {
    return { ...absentState, value, privateState: this.#private };
  }

  #config(values: ValueObject | null): Value {
    return values && whole(this.schema, values);
  }

  /** Whether a configuration is valid. */
  async isValid(values: ValueObject): Promise<boolean> {
    return !(await this.validate(values)).diagnostics.hasErrors;
  }

  /** Checks a configuration before any plan. */
  validate(values: ValueObject) {
    return this.#calls.validate(this.#config(values));
  }

  /** The plan of a configuration; null: of a destroy. */
  plan(values: ValueObject | null) {
    return this.#calls.plan(this.#config(values), this.#stored());
  }

  /** Refreshes and plans in one run, and returns what both say. */
  async planRefreshed(values: ValueObject | null) {
    const calls = this.#calls;
    const read = await calls.read(this.#stored());
    const { newState: value, privateState } = read;
    const now = { ...absentState, value, privateState };
    const planned = await calls.plan(this.#config(values), now);
    const said = [read, planned].flatMap((one) => one.diagnostics.items);
    return { ...planned, said };
  }

  /** The second plan of `-replace`, of which Terraform shows errors only. */
  async replace(values: ValueObject) {
    return (await this.#planTwice(values)).second;
  }

  /**
   * Plans with `-replace` and returns the warnings that Terraform shows: those
   * of the first half.
   */
  async planReplacement(values: ValueObject) {
    const { first, second } = await this.#planTwice(values);
    return [
      ...first.diagnostics.items,
      ...second.diagnostics.items.filter(({ severity }) =>
        severity === "error"
      ),
    ];
  }

  async #planTwice(values: ValueObject) {
    const calls = this.#calls;
    const config = this.#config(values);
    const first = await calls.plan(config, this.#stored());
    const { privateState } = first;
    return {
      first,
      second: await calls.plan(config, { ...absentState, privateState }),
    };
  }

  /** The plan of what is tainted: Terraform tells its state to a read only. */
  async planTainted(values: ValueObject) {
    const calls = this.#calls;
    await calls.read(this.#stored());
    return await calls.plan(this.#config(values), absentState);
  }

  /** Plans and applies; the bodies that were sent, the last one first. */
  async apply(
    values: ValueObject,
    planned?: Planned,
  ): Promise<readonly unknown[]> {
    const { diagnostics, sent } = await this.attempt(
      values,
      undefined,
      planned,
    );
    assertNoErrors(diagnostics);
    return sent;
  }

  /**
   * As `apply`, with what the apply says.
   *
   * @param between What happens after the plan.
   * @param given The plan, if it was made.
   */
  async attempt(
    values: ValueObject | null,
    between?: () => Promise<unknown>,
    given?: Planned,
  ) {
    const planned = given ?? await this.plan(values);
    assertNoErrors(planned.diagnostics);
    await between?.();
    this.sandbox.clearRequests();
    const result = await this.#calls.apply(
      planned,
      this.#config(values),
      this.#stored(),
    );
    this.state = result.newState;
    this.#private = result.privateState;
    const sent: readonly unknown[] = this.sandbox.requests
      .filter(({ method }) => method !== "GET")
      .map(({ body }) => body).toReversed();
    return { diagnostics: result.diagnostics, sent };
  }

  /** The first half of a planned replacement, or a planned destroy. */
  async deletePlanned(
    { privateState }: Pick<PlannedChange, "privateState">,
  ): Promise<Diagnostics> {
    this.#private = privateState;
    return (await this.tryDestroy(this.state)).diagnostics;
  }

  /** Replaces what the state has, as `-replace` does; false: it is refused. */
  async replaceNow(values: ValueObject): Promise<boolean> {
    const planned = await this.replace(values);
    if (planned.diagnostics.hasErrors) return false;
    const { hasErrors } = await this.deletePlanned(planned);
    if (hasErrors) return false;
    this.state = null;
    await this.apply(values);
    return true;
  }

  /** Destroys what the state has, of which others learn by reading it. */
  async destroy(): Promise<void> {
    const { diagnostics } = await this.tryDestroy(this.state);
    assertNoErrors(diagnostics);
  }

  /** A destroy, with what it says. */
  tryDestroy(state: Value) {
    const { privateState } = this.#stored();
    const planned = { plannedState: null, privateState };
    return this.#calls.apply(planned, null, this.#stored(state));
  }

  /** The schema of the resource. */
  get schema(): Resource["schema"] {
    return this.resource.schema;
  }

  /** A read, with what it says. */
  tryRead(state: Value) {
    return this.#calls.read(this.#stored(state));
  }

  async read(state: Value): Promise<Value> {
    const result = await this.tryRead(state);
    assertNoErrors(result.diagnostics);
    this.#private = result.privateState;
    return result.newState;
  }

  /** Reads what the state has into it, as a plan does first. */
  async refresh(): Promise<void> {
    this.state = await this.read(this.state);
  }

  /**
   * An apply that never answers: Terraform keeps the state, and nothing of what
   * was noted beside it.
   *
   * @param values What is applied, if it reaches the service.
   */
  async kill(values?: ValueObject): Promise<void> {
    const { state } = this;
    if (values !== undefined) await this.attempt(values);
    this.state = state;
    this.#private = empty;
  }

  /** Loses the state: what was made is a stranger's now. */
  lose(): void {
    this.state = null;
    this.#private = empty;
  }

  /** Imports what has this id, and returns what is said of it. */
  async import(id: string | ValueObject): Promise<Diagnostics> {
    const { importedResources: [found], diagnostics } = await this.#calls
      .import(id);
    assertNoErrors(diagnostics);
    this.#private = found?.privateState ?? empty;
    const read = await this.tryRead(found?.state ?? null);
    assertNoErrors(read.diagnostics);
    this.#private = read.privateState;
    this.state = read.newState;
    return new Diagnostics([...diagnostics, ...read.diagnostics]);
  }
}

/** A sandbox in which `acme` is beside `bcme`, whatever plan they need. */
export function twoOrganizations(): Sandbox {
  const organizations = ["acme", "bcme"]
    .map((name) => ({ name, plan: "plus" as const }));
  return new Sandbox({ startupMs: 0, organizations });
}

/** Has somebody commit files, of which null deletes one. */
export function commitFiles(
  files: HuggingFace["files"],
  repo: RepoRef,
  contents: Readonly<Record<string, string | Uint8Array | null>>,
) {
  return files.commit(repo, {
    summary: "Elsewhere",
    operations: Object.entries(contents).map(([path, content]) =>
      content === null ? { deleted: path } : { path, content }
    ),
  });
}

/** Lists what diagnostics say. */
export function textsOf(items: Iterable<Diagnostic>): string[] {
  return Array.from(items, ({ summary, detail }) => `${summary}: ${detail}`);
}

/** Returns what diagnostics say as one text. */
export function textOf(items: Iterable<Diagnostic>): string {
  return textsOf(items).join("\n");
}

/** Lists what errors say. */
export function errorsOf({ items }: Diagnostics): string[] {
  return textsOf(items.filter(({ severity }) => severity === "error"));
}

/** Fails on an error, with what it says. */
export function assertNoErrors(diagnostics: Diagnostics): void {
  assertEquals(errorsOf(diagnostics), []);
}

/** Fails where a plan of what the service has would change something. */
export async function assertUnchanged(
  world: ResourceWorld,
  config: ValueObject,
): Promise<void> {
  await world.refresh();
  assertEquals((await world.plan(config)).plannedState, world.state);
}

/** The values with one more at a path. */
export function withValue(
  values: ValueObject,
  [name = "", ...rest]: readonly string[],
  value: Value,
): ValueObject {
  const inner = values[name] ?? {};
  return {
    ...values,
    [name]: rest.length === 0
      ? value
      : withValue(isValueObject(inner) ? inner : {}, rest, value),
  };
}

/** The people of the organization and of its groups: `group/name/role`. */
export async function people({ client }: ResourceWorld): Promise<string[]> {
  const { organizations } = client;
  const members = await organizations.listMembers("acme").toArray();
  const groups = await organizations.resourceGroups.list("acme").toArray();
  return [
    ...members.map(({ user, role }) => `acme/${user}/${role}`),
    ...groups.flatMap(({ id, users }) =>
      (users ?? []).map(({ name, role }) => `${id}/${name}/${role}`)
    ),
  ];
}
