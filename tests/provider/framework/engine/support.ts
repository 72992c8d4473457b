/**
 * Fixtures of the engine's tests: servers of small providers, whole values of a
 * schema, and timers that do not wait.
 *
 * @module
 */

import { identity } from "../../../../provider/framework/define/identity.ts";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import {
  defineProvider,
  type Provider,
} from "../../../../provider/framework/define/provider.ts";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import type { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import { applyResourceChange } from "../../../../provider/framework/engine/apply_resource_change.ts";
import type {
  ClientCapabilities,
  EngineCall,
} from "../../../../provider/framework/engine/contract.ts";
import { planResourceChange } from "../../../../provider/framework/engine/plan_resource_change.ts";
import { readResource } from "../../../../provider/framework/engine/read.ts";
import {
  ProviderServer,
  type ServerOptions,
  type Timers,
} from "../../../../provider/framework/engine/server.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import type {
  NestedObject,
  Schema,
} from "../../../../provider/framework/schema/schema.ts";
import {
  isValueObject,
  member,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";

/** Timers that only run what is due when they are told to. */
export class ManualTimers implements Timers {
  readonly #due = new Set<{ readonly at: number; action: () => void }>();
  #now = 0;

  after(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.#now + milliseconds, action };
    this.#due.add(timer);
    return () => this.#due.delete(timer);
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#due.size;
  }

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of [...this.#due]) {
      if (timer.at <= this.#now && this.#due.delete(timer)) timer.action();
    }
  }
}

/** A call that nobody cancels. */
export const call: EngineCall = { signal: new AbortController().signal };

/** A client that allows all. */
export const ableClient: ClientCapabilities = {
  deferralAllowed: true,
  writeOnlyAttributesAllowed: true,
};

/** A client that allows nothing. */
export const plainClient: ClientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: false,
};

/** No private data. */
export const empty: Uint8Array = new Uint8Array();

/** Fails the test that calls it. */
export const failIfCalled = (): Promise<never> =>
  Promise.reject(new Error("must not be called"));

/** A resource of a schema, `test_thing`, of which only these parts are called. */
export function resourceOf(
  schema: Schema,
  parts: Partial<Resource> = {},
): Resource {
  const resource = definersFor<unknown>().defineResource({
    typeName: "test_thing",
    schema,
    create: failIfCalled,
    read: failIfCalled,
    update: failIfCalled,
    delete: failIfCalled,
  });
  return { ...resource, ...parts };
}

/** The identity of an object of the attribute `id`. */
export const idIdentity: NonNullable<Resource["identity"]> = {
  schema: {
    attributes: {
      id: identity.string({ description: "Id.", requiredForImport: true }),
    },
  },
  of: (state) => ({ id: state["id"] ?? "" }),
};

/** A configured server of a provider with these parts. */
export function serverOf(
  parts: Partial<Provider>,
  options: ServerOptions & { readonly data?: unknown } = {},
): ProviderServer {
  const provider = defineProvider({
    name: "test",
    version: "1.0.0",
    schema: s.schema({ description: "A provider.", attributes: {} }),
    configure: () => ({}),
  });
  const server = new ProviderServer({ ...provider, ...parts }, options);
  server.configureResult = { data: options.data ?? {} };
  return server;
}

/** A whole object of a schema: what is left out is null, or no block. */
export function whole(
  holder: NestedObject,
  values: Readonly<Record<string, Value>>,
): ValueObject {
  const object: MutableRecord = record();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const value = member(values, name) ?? null;
    object[name] = attribute.nested === undefined
      ? value
      : parts(attribute.nested.nesting, attribute.nested, value);
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const absent = block.nesting === "single"
      ? null
      : block.nesting === "map" || block.nesting === "group"
      ? record()
      : [];
    const value = member(values, name) ?? absent;
    object[name] = parts(block.nesting, block, value);
  }
  return object;
}

function parts(nesting: string, holder: NestedObject, value: Value): Value {
  const one = (part: Value): Value =>
    isValueObject(part) ? whole(holder, part) : part;
  if (nesting === "list" || nesting === "set") {
    return Array.isArray(value) ? value.map(one) : value;
  }
  return nesting === "map" && isValueObject(value)
    ? record(Object.entries(value).map(([key, part]) => [key, one(part)]))
    : one(value);
}

/** Plans a change of a resource; left out: null, nothing, a plain client. */
export function plan(
  resource: Resource,
  request: Partial<Parameters<typeof planResourceChange>[1]>,
  server: ProviderServer = serverOf({ resources: [resource] }),
): ReturnType<typeof planResourceChange> {
  return planResourceChange(server, {
    typeName: resource.typeName,
    priorState: null,
    config: null,
    privateState: empty,
    providerMeta: null,
    clientCapabilities: plainClient,
    identity: undefined,
    ...request,
  }, call);
}

/** Reads a resource; left out: no private data, no identity, a plain client. */
export function read(
  resource: Resource,
  request: Partial<Parameters<typeof readResource>[1]>,
): ReturnType<typeof readResource> {
  return readResource(serverOf({ resources: [resource] }), {
    typeName: resource.typeName,
    currentState: null,
    privateState: new TextEncoder().encode("{}"),
    providerMeta: null,
    clientCapabilities: plainClient,
    identity: undefined,
    ...request,
  }, call);
}

/** The values that a change is applied with. */
export interface Change {
  readonly prior?: Value;
  readonly planned: Value;
  readonly config?: Value;
  readonly privateState?: Uint8Array;
  readonly identity?: Value;
  readonly call?: EngineCall;
}

/** Applies a change of a resource; left out: null, or nothing. */
export function applyChange(
  resource: Resource,
  change: Change,
  server: ProviderServer = serverOf({ resources: [resource] }),
): ReturnType<typeof applyResourceChange> {
  return applyResourceChange(server, {
    typeName: resource.typeName,
    priorState: change.prior ?? null,
    plannedState: change.planned,
    config: change.config ?? change.planned,
    privateState: change.privateState ?? empty,
    providerMeta: null,
    identity: change.identity,
  }, change.call ?? call);
}

/** Diagnostics as short lines: severity, path, summary. */
export function lines(diagnostics: Diagnostics): string[] {
  return diagnostics.items.map((item) => {
    const path = item.path === undefined ? "" : ` ${item.path}`;
    return `${item.severity}${path}: ${item.summary}`;
  });
}

/** All details in one text. */
export function details(diagnostics: Diagnostics): string {
  return diagnostics.items.map((item) => item.detail).join("\n");
}

/** Plain copies, for comparisons that look at prototypes. */
export function plain(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return isValueObject(value)
    ? Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, plain(part)]),
    )
    : value;
}
