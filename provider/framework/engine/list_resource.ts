import { identityType } from "../define/identity.ts";
import type { ListResource, ListResult } from "../define/list_and_action.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value, ValueObject } from "../values/value.ts";
import { Channel } from "./channel.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import {
  find,
  type OperationSpec,
  requireObject,
  runOperation,
} from "./operation.ts";
import { errorReporter, normalizeResult, repair } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode listResource}. */
export interface ListResourceRequest extends Fields<"typeName" | "config"> {
  /** Whether the states are wanted too. */
  readonly includeResource: boolean;
  /** How many results are wanted at most; 0: any number. */
  readonly limit: number;
}

/** One thing that was found, or a diagnostic. */
export interface ListEvent extends Answer<"identity"> {
  /** What to call it in a list. */
  readonly displayName: string;
  /** Its state, if that was asked for. */
  readonly resource: Value | undefined;
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
  const list = find(server.listResources, typeName, diagnostics);
  const resource = find(server.resources, typeName, diagnostics);
  const operation = "list";
  const config = requireObject(request.config, "configuration", {
    operation,
    typeName,
    diagnostics,
  });
  if (list !== undefined && resource !== undefined && config !== null) {
    const left = new AbortController();
    const signal = AbortSignal.any([call.signal, left.signal]);
    const spec = { operation, typeName, diagnostics, call: { signal } };
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
