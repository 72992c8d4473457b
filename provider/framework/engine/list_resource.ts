import type { ListResult } from "../define/list_and_action.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import {
  hideInNormal,
  redact,
  sanitizeForDisplay,
  storedForm,
} from "../secrets.ts";
import { Path } from "../values/path.ts";
import { partsOf, type Value } from "../values/value.ts";
import { channel } from "./channel.ts";
import type { EngineCall, Fields } from "./contract.ts";
import { withoutSecretsIn } from "./identity.ts";
import { Operation } from "./operation.ts";
import { errorReporter, requireParts } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** One thing that was found, or a diagnostic. */
interface ListEvent extends Fields<"identity"> {
  readonly diagnostics: Diagnostics;
  readonly displayName: string;
  /** Its state, if that was asked for. */
  readonly resource: Value | undefined;
}

/**
 * Finds what exists. The stream ends at the limit, or after an event with an
 * error. When the client leaves it, the search ends at its next result.
 */
export async function* listResource(
  server: ProviderServer,
  request: Fields<"typeName" | "config" | "includeResource" | "limit">,
  call: EngineCall,
): AsyncGenerator<ListEvent, void, void> {
  const operation = new Operation(server, "list", request, call);
  const events = channel<ListEvent>();
  const { includeResource } = request;
  const limit = request.limit > 0 ? request.limit : Number.MAX_SAFE_INTEGER;
  let reportedCount = 0;
  const done = operation.respond(() => ({}), async () => {
    const list = operation.find("listResources");
    const resource = operation.find("resources");
    const { config } = operation.configuration(list.schema, request.config);
    await operation.run(async (context) => {
      let count = 0;
      const wanted = { ...context, config, limit, includeResource };
      for await (const result of list.list(wanted)) {
        if (isHeldOtherwise(result.identity)) {
          context.diagnostics.addWarning(
            "An object is left out",
            `Terraform cannot write the identity of "${result.displayName}" ` +
              "as it is: a configuration would mean another object. Give it " +
              "another name at the service.",
          );
          continue;
        }
        const found = new Operation(server, "list", request, call);
        const event = eventOf(found, resource, result, includeResource);
        // A client that has all it wants does not read what would follow.
        const { items } = context.diagnostics;
        event.diagnostics.append(items.slice(reportedCount));
        reportedCount = items.length;
        const taken = await events.push(event);
        if (!taken || event.diagnostics.hasErrors || ++count >= limit) return;
      }
    });
    return {};
  }).finally(() => events.end());
  yield* events.items;
  const diagnostics = new Diagnostics(
    (await done).diagnostics.items.slice(reportedCount),
  );
  if (diagnostics.items.length === 0) return;
  yield {
    identity: undefined,
    displayName: "",
    resource: undefined,
    diagnostics,
  };
}

/** Whether a state would have another text in an identity. */
function isHeldOtherwise(identity: unknown): boolean {
  return [...partsOf(identity)].some(([, part]) =>
    typeof part === "string" && storedForm(part, true) !== part
  );
}

function eventOf(
  operation: Operation,
  { identity, schema }: Resource,
  result: ListResult,
  includeResource: boolean,
): ListEvent {
  const { diagnostics } = operation;
  requireParts(operation, result, ["identity", "displayName", "resource"]);
  const report = errorReporter(operation);
  const { displayName, identity: found, resource } = result;
  const state = includeResource && resource !== undefined
    ? operation.normalizeState(resource, schema, { reference: null })
    : undefined;
  const isMissing = (found ?? null) === null;
  if (identity !== undefined && isMissing) {
    report(Path.root, "It has no identity, which every result needs.");
  }
  return {
    identity: identity === undefined || isMissing
      ? undefined
      : withoutSecretsIn(found, identity, report),
    displayName: sanitizeForDisplay(
      hideInNormal(String(displayName ?? ""), redact),
    ),
    resource: state,
    diagnostics,
  };
}
