import { identityType } from "../define/identity.ts";
import type { ListResult } from "../define/list_and_action.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value } from "../values/value.ts";
import { Channel } from "./channel.ts";
import type {
  DiagnosticsResponse,
  EngineCall,
  Fields,
  Results,
} from "./contract.ts";
import { Operation } from "./operation.ts";
import { errorReporter, normalizeResult, repair } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** One thing that was found, or a diagnostic. */
export interface ListEvent extends Results<"identity">, DiagnosticsResponse {
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
  request: Fields<"typeName" | "config" | "includeResource" | "limit">,
  call: EngineCall,
): AsyncGenerator<ListEvent, void, void> {
  const left = new AbortController();
  const signal = AbortSignal.any([call.signal, left.signal]);
  const operation = new Operation(server, "list", request, { signal });
  const events = new Channel<ListEvent>();
  const { includeResource } = request;
  const limit = request.limit > 0 ? request.limit : Number.MAX_SAFE_INTEGER;
  const done = operation.answer(() => ({}), async () => {
    const list = operation.find(server.listResources);
    const resource = operation.find(server.resources);
    const object = operation.object(request.config, "configuration");
    const config = modelOf(list.schema, object);
    await operation.run(async (context) => {
      let found = 0;
      const wanted = { ...context, config, limit, includeResource };
      for await (const result of list.list(wanted)) {
        const event = eventOf(resource, result, includeResource);
        const taken = await events.push(event);
        if (!taken || event.diagnostics.hasErrors || ++found >= limit) return;
      }
    });
    return {};
  }).finally(() => events.end());
  try {
    yield* events;
  } finally {
    left.abort(new Error("Nobody reads the results any more"));
  }
  const { diagnostics } = await done;
  if (diagnostics.items.length === 0) return;
  yield {
    identity: undefined,
    displayName: "",
    resource: undefined,
    diagnostics,
  };
}

function eventOf(
  resource: Resource,
  result: ListResult,
  includeResource: boolean,
): ListEvent {
  const { typeName, schema } = resource;
  const diagnostics = new Diagnostics();
  const options = { name: "list", typeName, diagnostics };
  const report = errorReporter(options);
  const identity = resource.identity && repair(
    result.identity,
    identityType(resource.identity.schema),
    { fallback: null, report },
  );
  const state = includeResource && result.resource !== undefined
    ? normalizeResult(result.resource, { ...options, schema, reference: null })
    : undefined;
  const displayName = String(result.displayName ?? "");
  return { identity, displayName, resource: state, diagnostics };
}
