/**
 * A resource in a sandbox of its own, driven through the engine as the CLI
 * would: the tables that walk every resource stand on it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../../mod.ts";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import { applyResourceChange } from "../../../provider/framework/engine/apply_resource_change.ts";
import { importResourceState } from "../../../provider/framework/engine/import_resource_state.ts";
import { planResourceChange } from "../../../provider/framework/engine/plan_resource_change.ts";
import { readResource } from "../../../provider/framework/engine/read.ts";
import type { ProviderServer } from "../../../provider/framework/engine/server.ts";
import type {
  Diagnostics,
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import {
  call,
  empty,
  plainClient,
  serverOf,
  whole,
} from "../framework/engine/support.ts";

/** A resource in a sandbox of its own, as the CLI would drive it. */
export class ResourceWorld {
  readonly sandbox: Sandbox;
  readonly #resource: Resource;
  readonly typeName: string;
  state: Value = null;
  /** Answers the provider's requests; default: the sandbox. */
  answer: (request: Request) => Promise<Response> = (request) =>
    this.sandbox.fetch(request);
  /** The requests of each command, such as `GET https://…`. */
  readonly commands: (readonly string[])[] = [];
  #private: Uint8Array = empty;
  readonly #token: string;
  readonly #maxRetries: number;

  /**
   * @param token Whose requests these are; default: the sandbox's own user.
   * @param maxRetries How often a failed request is sent again.
   */
  constructor(
    resource: Resource,
    sandbox: Sandbox = new Sandbox({ startupMs: 0 }),
    { token = sandbox.token, maxRetries = 0 } = {},
  ) {
    this.sandbox = sandbox;
    this.#token = token;
    this.#maxRetries = maxRetries;
    this.#resource = resource;
    this.typeName = resource.typeName;
  }

  /** Every command configures the provider anew. */
  get #server(): ProviderServer {
    const requests: string[] = [];
    this.commands.push(requests);
    const data = new HuggingFaceProvider({
      token: this.#token,
      namespace: "acme",
      max_retries: this.#maxRetries,
    }, {
      env: {},
      userAgent: "test",
      fetch: (request) => {
        requests.push(`${request.method} ${request.url}`);
        return this.answer(request);
      },
    });
    return serverOf({ resources: [this.#resource] }, { data });
  }

  /** Somebody else, past the request log. */
  get client(): HuggingFace {
    return new HuggingFace({
      token: this.sandbox.token,
      fetch: (request) => this.sandbox.fetch(request),
    });
  }

  get #common() {
    return {
      typeName: this.#resource.typeName,
      providerMeta: null,
      identity: undefined,
      clientCapabilities: { ...plainClient, writeOnlyAttributesAllowed: true },
    };
  }

  /** The plan of a configuration; null: of a destroy. */
  plan(values: ValueObject | null) {
    const config = values && whole(this.#resource.schema, values);
    return planResourceChange(this.#server, {
      ...this.#common,
      config,
      priorState: this.state,
      privateState: this.#private,
    }, call);
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
    const config = whole(this.#resource.schema, values);
    const server = this.#server;
    const plan = (priorState: Value, privateState: Uint8Array) =>
      planResourceChange(
        server,
        { ...this.#common, config, priorState, privateState },
        call,
      );
    const first = await plan(this.state, this.#private);
    return { first, second: await plan(null, first.privateState) };
  }

  /** The plan of what is tainted: Terraform tells its state to a read only. */
  async planTainted(values: ValueObject) {
    const server = this.#server;
    await readResource(server, {
      ...this.#common,
      currentState: this.state,
      privateState: this.#private,
    }, call);
    return await planResourceChange(server, {
      ...this.#common,
      config: whole(this.#resource.schema, values),
      priorState: null,
      privateState: empty,
    }, call);
  }

  /** Plans and applies; the bodies that were sent, the last one first. */
  async apply(values: ValueObject): Promise<readonly unknown[]> {
    const { diagnostics, sent } = await this.attempt(values);
    assertNoErrors(diagnostics);
    return sent;
  }

  /**
   * As `apply`, with what the apply says.
   *
   * @param between What happens after the plan.
   */
  async attempt(values: ValueObject | null, between?: () => Promise<unknown>) {
    const planned = await this.plan(values);
    assertNoErrors(planned.diagnostics);
    await between?.();
    this.sandbox.clearRequests();
    const result = await applyResourceChange(this.#server, {
      ...this.#common,
      config: values && whole(this.#resource.schema, values),
      priorState: this.state,
      plannedState: planned.plannedState,
      privateState: planned.privateState,
      identity: undefined,
    }, call);
    this.state = result.newState;
    this.#private = result.privateState;
    const sent: readonly unknown[] = this.sandbox.requests
      .filter(({ method }) => method !== "GET")
      .map(({ body }) => body).toReversed();
    return { diagnostics: result.diagnostics, sent };
  }

  /** The first half of a planned replacement, or a planned destroy. */
  async deletePlanned(
    { privateState }: Awaited<ReturnType<ResourceWorld["plan"]>>,
  ): Promise<Diagnostics> {
    this.#private = privateState;
    return (await this.tryDestroy(this.state)).diagnostics;
  }

  /** Destroys what the state has, of which others learn by reading it. */
  async destroy(): Promise<void> {
    const { diagnostics } = await this.tryDestroy(this.state);
    assertNoErrors(diagnostics);
  }

  /** A destroy, with what it says. */
  tryDestroy(state: Value) {
    return applyResourceChange(this.#server, {
      ...this.#common,
      config: null,
      priorState: state,
      plannedState: null,
      privateState: this.#private,
      identity: undefined,
    }, call);
  }

  /** The schema of the resource. */
  get schema(): Resource["schema"] {
    return this.#resource.schema;
  }

  /** A read, with what it says. */
  tryRead(state: Value) {
    return readResource(this.#server, {
      ...this.#common,
      currentState: state,
      privateState: this.#private,
    }, call);
  }

  async read(state: Value): Promise<Value> {
    const result = await this.tryRead(state);
    assertNoErrors(result.diagnostics);
    this.#private = result.privateState;
    return result.newState;
  }

  /** Loses the state: what was made is a stranger's now. */
  lose(): void {
    this.state = null;
    this.#private = empty;
  }

  async import(id: string): Promise<void> {
    const { importedResources: [found], diagnostics } =
      await importResourceState(this.#server, { ...this.#common, id }, call);
    assertNoErrors(diagnostics);
    this.#private = found?.privateState ?? empty;
    this.state = await this.read(found?.state ?? null);
  }
}

/** Fails on an error, with what it says. */
export function assertNoErrors(diagnostics: Diagnostics): void {
  assertEquals(
    diagnostics.items.filter(({ severity }) => severity === "error"),
    [],
  );
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
