import { type IdentitySchema, identityType } from "../define/identity.ts";
import type { ListResult } from "../define/list_and_action.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/numbers.ts";
import { Path } from "../values/path.ts";
import type { Value } from "../values/value.ts";
import { Channel } from "./channel.ts";
import type {
  DiagnosticsResponse,
  EngineCall,
  Fields,
  Results,
} from "./contract.ts";
import { Operation } from "./operation.ts";
import { errorReporter, repair } from "./result.ts";
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
  let told = 0;
  const done = operation.answer(() => ({}), async () => {
    const list = operation.find(server.listResources);
    const resource = operation.find(server.resources);
    const object = operation.object(request.config, "configuration");
    const config = modelOf(list.schema, object);
    await operation.run(async (context) => {
      let count = 0;
      const wanted = { ...context, config, limit, includeResource };
      for await (const result of list.list(wanted)) {
        const found = new Operation(server, "list", request, call);
        const event = eventOf(found, resource, result, includeResource);
        // A client that has all it wants does not read what would follow.
        const { items } = context.diagnostics;
        event.diagnostics.append(items.slice(told));
        told = items.length;
        const taken = await events.push(event);
        if (!taken || event.diagnostics.hasErrors || ++count >= limit) return;
      }
    });
    return {};
  }).finally(() => events.end());
  try {
    yield* events;
  } finally {
    left.abort(new Error("Nobody reads the results any more"));
  }
  const diagnostics = new Diagnostics(
    (await done).diagnostics.items.slice(told),
  );
  if (diagnostics.items.length === 0) return;
  yield {
    identity: undefined,
    displayName: "",
    resource: undefined,
    diagnostics,
  };
}

function eventOf(
  operation: Operation,
  { identity, schema }: Resource,
  result: ListResult,
  includeResource: boolean,
): ListEvent {
  const { diagnostics } = operation;
  const state = includeResource && result.resource !== undefined
    ? operation.result(result.resource, schema, { reference: null })
    : undefined;
  return {
    identity: identity && identityOf(operation, identity.schema, result),
    displayName: String(result.displayName ?? ""),
    resource: state,
    diagnostics,
  };
}

/** The identity of what was found, which every result must have. */
function identityOf(
  operation: Operation,
  schema: IdentitySchema,
  { identity }: ListResult,
): Value | undefined {
  const report = errorReporter(operation);
  const missing: unknown = identity ?? null;
  if (missing === null) {
    report(Path.root, "It has no identity, which every result needs.");
    return undefined;
  }
  return repair(identity, identityType(schema), { fallback: null, report });
}
