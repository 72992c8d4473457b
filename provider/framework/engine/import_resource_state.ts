import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { unknown } from "../values/unknown.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type Answer,
  type Deferred,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { identityOf } from "./identity.ts";
import {
  find,
  type OperationSpec,
  rootObject,
  runOperation,
} from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** One resource that was imported. */
export interface ImportedResource {
  /** The type name. */
  readonly typeName: string;
  /** The state. */
  readonly state: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** The request of {@linkcode importResourceState}. */
export interface ImportResourceStateRequest
  extends Fields<"typeName" | "identity" | "clientCapabilities"> {
  /** The id given; empty with an identity. */
  readonly id: string;
}

/** The response of {@linkcode importResourceState}. */
export interface ImportResourceStateResponse extends Answer<"deferred"> {
  /** What was found: one resource, or none after an error. */
  readonly importedResources: readonly ImportedResource[];
}

/** Finds an existing object by its id or its identity, to manage it. */
export async function importResourceState(
  server: ProviderServer,
  request: ImportResourceStateRequest,
  call: EngineCall,
): Promise<ImportResourceStateResponse> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const resource = find(server.resources, typeName, diagnostics);
  const { deferralAllowed } = request.clientCapabilities;
  const operation = "import";
  const spec = { operation, typeName, diagnostics, call, deferralAllowed };
  const imported: Imported =
    resource === undefined || !validateImportRequest(resource, request, spec)
      ? { deferred: undefined }
      : await importOne(server, resource, request, spec);
  const importedResources =
    imported.found === undefined || diagnostics.hasErrors
      ? []
      : [imported.found];
  return { importedResources, deferred: imported.deferred, diagnostics };
}

interface Imported {
  readonly found?: ImportedResource;
  readonly deferred: Deferred;
}

async function importOne(
  server: ProviderServer,
  resource: Resource,
  request: ImportResourceStateRequest,
  spec: OperationSpec,
): Promise<Imported> {
  const { typeName, schema } = resource;
  const { diagnostics } = spec;
  const privateState = new PrivateData(noPrivate);
  const identity = rootObject(request.identity ?? null) ?? undefined;
  const id = identity === undefined ? request.id : undefined;
  const outcome = await runOperation(
    server,
    spec,
    (context) =>
      resource.importState?.({ ...context, id, identity, privateState }),
  );
  if (!outcome.ok) return deferredImport(typeName, outcome.deferred);
  if (outcome.value === undefined || outcome.value === null) {
    addNotFound(spec, id, identity);
    return { deferred: undefined };
  }
  const operation = "import";
  const reference = null;
  const options = { operation, typeName, schema, diagnostics, reference };
  const state = normalizeResult(outcome.value, options);
  const before = identity;
  const found: ImportedResource = {
    typeName,
    state,
    privateState: privateState.encode(),
    identity: identityOf({ resource, state, before, diagnostics }),
  };
  return { found, deferred: undefined };
}

/** An import that is deferred has one resource of which nothing is known. */
function deferredImport(typeName: string, deferred: Deferred): Imported {
  if (deferred === undefined) return { deferred };
  const found: ImportedResource = {
    typeName,
    state: unknown,
    privateState: noPrivate,
    identity: undefined,
  };
  return { found, deferred };
}

function validateImportRequest(
  resource: Resource,
  request: ImportResourceStateRequest,
  spec: OperationSpec,
): boolean {
  const { typeName } = resource;
  const hasIdentity = rootObject(request.identity ?? null) !== null;
  if (resource.importState === undefined) {
    spec.diagnostics.addError(
      `Can't import ${typeName}`,
      "Resources of this type can't be imported. Remove the import.",
    );
    return false;
  }
  if (hasIdentity || request.id !== "") return true;
  spec.diagnostics.addError(
    `Can't import ${typeName}`,
    "An import needs an id" +
      (resource.identity === undefined ? "" : " or an identity") +
      ", and there is none. Give it in the import block or command.",
  );
  return false;
}

function addNotFound(
  spec: OperationSpec,
  id: string | undefined,
  identity: ValueObject | undefined,
): void {
  const name = id === undefined
    ? `the identity ${identityText(identity)}`
    : `the id ${JSON.stringify(id)}`;
  spec.diagnostics.addError(
    "Cannot import non-existent remote object",
    `There is no ${spec.typeName} with ${name}, or the credentials of the ` +
      "provider don't show it. Check the name and the permissions.",
  );
}

function identityText(identity: ValueObject | undefined): string {
  const parts = Object.entries(identity ?? {}).map(([name, value]) =>
    `${name} = ${typeof value === "string" ? JSON.stringify(value) : value}`
  );
  return parts.join(", ");
}
