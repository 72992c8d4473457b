import type { Resource } from "../define/resource.ts";
import { type DiagnosticsError, failure } from "../diagnostics.ts";
import { unknown } from "../values/unknown.ts";
import type { ValueObject } from "../values/value.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { Operation, rootObject } from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";

/**
 * Finds an existing object by its id or its identity, to manage it. An import
 * that is deferred has one resource of which nothing is known.
 */
export function importResourceState(
  server: ProviderServer,
  request: Fields<"typeName" | "id" | "identity" | "clientCapabilities">,
  call: EngineCall,
): Promise<Answer<"importedResources">> {
  const { typeName } = request;
  const operation = new Operation(server, "import", request, call);
  return operation.answer(() => ({ importedResources: [] }), async () => {
    const resource = operation.find(server.resources);
    const identity = rootObject(request.identity ?? null) ?? undefined;
    const id = identity === undefined ? request.id : undefined;
    if (resource.importState === undefined || id === "") {
      throw notImportable(resource);
    }
    const privateState = new PrivateData();
    const result = await operation.run((context) =>
      resource.importState?.({ ...context, id, identity, privateState })
    );
    if (result === undefined || result === null) {
      throw notFound(typeName, id, identity);
    }
    const options = { reference: null };
    const state = operation.result(result, resource.schema, options);
    return {
      importedResources: [{
        typeName,
        state,
        privateState: privateState.encode(),
        identity: operation.identity(resource, state, identity),
      }],
    };
  }, () => ({
    importedResources: [{
      typeName,
      state: unknown,
      privateState: noPrivate,
      identity: undefined,
    }],
  }));
}

function notImportable(resource: Resource): DiagnosticsError {
  return failure(
    `Can't import ${resource.typeName}`,
    resource.importState === undefined
      ? "Resources of this type can't be imported. Remove the import."
      : "An import needs an id" +
        (resource.identity === undefined ? "" : " or an identity") +
        ", and there is none. Give it in the import block or command.",
  );
}

function notFound(
  typeName: string,
  id: string | undefined,
  identity: ValueObject = {},
): DiagnosticsError {
  const parts = Object.entries(identity).map(([name, value]) =>
    `${name} = ${typeof value === "string" ? JSON.stringify(value) : value}`
  );
  const name = id === undefined
    ? `the identity ${parts.join(", ")}`
    : `the id ${JSON.stringify(id)}`;
  return failure(
    "Cannot import non-existent remote object",
    `There is no ${typeName} with ${name}, or the credentials of the ` +
      "provider don't show it. Check the name and the permissions.",
  );
}
