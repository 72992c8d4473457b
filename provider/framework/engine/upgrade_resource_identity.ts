import { identityType } from "../define/identity.ts";
import { failure } from "../diagnostics.ts";
import { valueFromJson } from "../values/json.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { errorText, pleaseReport } from "./errors.ts";
import { Operation } from "./operation.ts";
import { errorReporter, repair } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** Brings a stored identity into the form of the current schema. */
export function upgradeResourceIdentity(
  server: ProviderServer,
  request: Fields<"typeName" | "version" | "rawIdentity">,
  call: EngineCall,
): Promise<Answer<"upgradedIdentity">> {
  const { typeName, version } = request;
  const name = "upgrade the identity of";
  const operation = new Operation(server, name, request, call);
  return operation.answer(() => ({ upgradedIdentity: undefined }), () => {
    const { identity } = operation.find(server.resources);
    const raw = operation.stored(request.rawIdentity);
    const summary = `Can't upgrade the identity of ${typeName}`;
    if (identity === undefined) {
      throw failure(
        summary,
        "Resources of this type have no identity. Use the version of the " +
          "provider that wrote it.",
      );
    }
    const { version: current = 0 } = identity.schema;
    const upgrader = identity.upgrade?.[version];
    const isCurrent = version === current;
    if (!isCurrent && (version > current || upgrader === undefined)) {
      throw failure(
        summary,
        `It has version ${version}, this version of the provider has ` +
          `${current} and does not upgrade from that. Use the version of the ` +
          "provider that wrote it.",
      );
    }
    const type = identityType(identity.schema);
    const report = errorReporter({
      name: `upgrade of the identity from version ${version}`,
      typeName,
      diagnostics: operation.diagnostics,
    });
    try {
      const upgradedIdentity = isCurrent
        ? valueFromJson(raw, type, { ignoreUnknownNames: true })
        : repair(upgrader?.(raw), type, { fallback: null, report });
      return { upgradedIdentity };
    } catch (error) {
      throw failure(
        `Failed to ${operation.what}`,
        `${errorText(error)} ${pleaseReport}`,
      );
    }
  });
}
