import type { Resource } from "../define/resource.ts";
import { type DiagnosticsError, failure } from "../diagnostics.ts";
import { hclText } from "../values/hcl.ts";
import { emptyObject } from "../schema/pair.ts";
import { unknown } from "../values/unknown.ts";
import { isValueObject, type ValueObject } from "../values/value.ts";
import { noPrivate } from "./contract.ts";
import { rootObject } from "./operation.ts";
import { defineOperation } from "./define_operation.ts";

/**
 * Finds an existing object by its id or its identity, to manage it. An import
 * that is deferred has one resource of which nothing is known.
 */
export const importResourceState = defineOperation<
  "typeName" | "id" | "identity",
  "importedResources"
>("import", () => ({ importedResources: [] }), async (operation, request) => {
  const { typeName } = request;
  const resource = operation.find("resources");
  const identity = rootObject(request.identity ?? null) ?? undefined;
  const id = identity === undefined ? request.id : undefined;
  if (resource.importState === undefined || id === "") {
    throw notImportable(resource);
  }
  const result = await operation.run((context) =>
    resource.importState?.({ ...context, id })
  );
  if (result === undefined || result === null) {
    throw notFound(typeName, id, identity);
  }
  // What it leaves out, the read right after it finds, by what it tells.
  const empty = emptyObject(resource.schema);
  const tells = isValueObject(result) &&
    Object.keys(empty).some((name) => name in result);
  const found = tells ? { ...empty, ...result } : result;
  const state = operation.normalizeState(found, resource.schema, {
    reference: null,
  });
  return {
    importedResources: [{
      typeName,
      state,
      privateState: operation.privateState.encode(),
      identity: operation.identity(resource, state, identity),
    }],
  };
}, ({ typeName }) => ({
  importedResources: [{
    typeName,
    state: unknown,
    privateState: noPrivate,
    identity: undefined,
  }],
}));

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
    `${name} = ${hclText(value)}`
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
