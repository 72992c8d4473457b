/**
 * Finds what exists. Ends at the limit or with an error.
 *
 * @module
 */

import { identityType } from "../define/identity.ts";
import type { ListResource, ListResult } from "../define/list_and_action.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value, ValueObject } from "../values/value.ts";
import { Channel } from "./channel.ts";
import type { EngineCall } from "./contract.ts";
import {
  addMissing,
  type OperationSpec,
  required,
  rootObject,
  runOperation,
} from "./operation.ts";
import { repair } from "./result.ts";
import { errorReporter, normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode listResource}. */
export interface ListResourceRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; nothing in it is unknown. */
  readonly config: Value;
  /** Whether the states are wanted too. */
  readonly includeResource: boolean;
  /** How many results are wanted at most; 0: any number. */
  readonly limit: number;
}

/** One thing that was found, or a diagnostic. */
export interface ListEvent {
  /** The identity; undefined in an event that only warns. */
  readonly identity: Value | undefined;
  /** What to call it in a list. */
  readonly displayName: string;
  /** Its state, if that was asked for. */
  readonly resource: Value | undefined;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/**
 * Finds what exists. The stream ends at the limit, or after an event with an
 * error. When the client leaves it, the search is told to end.
 */
export async function* listResource(
  server: ProviderServer,
  request: ListResourceRequest,
  call: EngineCall,
): AsyncGenerator<ListEvent, void, void> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const list = required(
    server.listResource(typeName),
    "list resource",
    typeName,
    diagnostics,
  );
  const resource = required(
    server.resource(typeName),
    "resource",
    typeName,
    diagnostics,
  );
  const config = rootObject(request.config);
  if (config === null) {
    addMissing(diagnostics, `list ${typeName}`, "configuration");
  }
  if (list !== undefined && resource !== undefined && config !== null) {
    const left = new AbortController();
    const signal = AbortSignal.any([call.signal, left.signal]);
    const spec = { operation: "list", typeName, diagnostics, call: { signal } };
    const events = new Channel<ListEvent>();
    const done = search(server, spec, {
      list,
      resource,
      config,
      request,
      events,
    });
    try {
      yield* events;
    } finally {
      left.abort(new Error("Nobody reads the results any more"));
    }
    await done;
  }
  if (diagnostics.items.length > 0) yield eventOf(diagnostics);
}

interface Search {
  readonly list: ListResource;
  readonly resource: Resource;
  readonly config: ValueObject;
  readonly request: ListResourceRequest;
  readonly events: Channel<ListEvent>;
}

async function search(
  server: ProviderServer,
  spec: OperationSpec,
  parts: Search,
): Promise<void> {
  const { list, resource, config, request, events } = parts;
  const { includeResource } = request;
  const limit = request.limit > 0 ? request.limit : Number.MAX_SAFE_INTEGER;
  await runOperation(server, spec, async (context) => {
    let found = 0;
    const wanted = {
      ...context,
      config: modelOf(list.schema, config),
      limit,
      includeResource,
    };
    for await (const result of list.list(wanted)) {
      const event = normalizeEvent(resource, result, includeResource);
      const taken = await events.push(event);
      if (!taken || event.diagnostics.hasErrors || ++found >= limit) return;
    }
  });
  events.end();
}

function normalizeEvent(
  resource: Resource,
  result: ListResult,
  includeResource: boolean,
): ListEvent {
  const { typeName, schema } = resource;
  const diagnostics = new Diagnostics();
  const operation = "list";
  const report = errorReporter({ operation, typeName, diagnostics });
  const identity = resource.identity && repair(
    result.identity,
    identityType(resource.identity.schema),
    { fallback: null, report },
  );
  const options = { operation, typeName, schema, diagnostics };
  const state = includeResource && result.resource !== undefined
    ? normalizeResult(result.resource, { ...options, reference: null })
    : undefined;
  const displayName = String(result.displayName ?? "");
  return { identity, displayName, resource: state, diagnostics };
}

function eventOf(diagnostics: Diagnostics): ListEvent {
  return {
    identity: undefined,
    displayName: "",
    resource: undefined,
    diagnostics,
  };
}
