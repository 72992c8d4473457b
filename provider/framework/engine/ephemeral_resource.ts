import { planErrors } from "../check/plan_validity.ts";
import type { EphemeralResource, RenewResult } from "../define/data_source.ts";
import { cancelExitHook, onExit } from "../exit_hooks.ts";
import { registerSecrets } from "../schema/sensitive.ts";
import { unknown } from "../values/unknown.ts";
import { type Fields, noPrivate } from "./contract.ts";
import type { Operation } from "./operation.ts";
import { decodeJsonBytes, encodeJsonBytes } from "./private_state.ts";
import { requireParts } from "./result.ts";
import { timeLimit } from "./signal.ts";
import { defineOperation } from "./define_operation.ts";

export const openEphemeralResource = defineOperation<
  "typeName" | "config",
  "result" | "privateState" | "renewAt"
>("open", () => ({
  result: null,
  privateState: noPrivate,
  renewAt: undefined,
}), async (operation, request) => {
  const { diagnostics } = operation;
  const resource = operation.find("ephemeralResources");
  const { schema } = resource;
  const { reference, config } = operation.configuration(schema, request.config);
  const limit = timeLimit(schema, "read", reference);
  const opened = requireParts(
    operation,
    await operation.run(
      (context) => resource.open({ ...context, config }),
      { limit },
    ),
    ["result", "private", "renewAt"],
  );
  // Unknown is what depends on something that an apply is yet to create.
  const result = operation.normalizeState(opened.result, schema, {
    reference,
    sanitize: "none",
    keepUnknown: true,
  });
  registerSecrets(schema, result, true);
  const values = { prior: null, config: reference, planned: result };
  if (!diagnostics.hasErrors) {
    await operation.check(planErrors(schema, values));
  }
  let kept: StoredFields | undefined;
  try {
    kept = storedFields(opened);
  } catch (error) {
    operation.fail(error);
  }
  if (kept !== undefined && !diagnostics.hasErrors) {
    closeOnExit(operation, resource, { ...request, ...kept });
  } else {
    // Terraform closes only what was opened without an error.
    operation.name = "close";
    await operation.run(
      (context) => resource.close?.({ ...context, private: opened.private }),
      { limit },
    );
  }
  return { result, ...kept };
}, () => ({ result: unknown }));

export const renewEphemeralResource = defineOperation<
  "typeName" | "privateState",
  "privateState" | "renewAt"
>("renew", ({ privateState }) => ({
  privateState,
  renewAt: undefined,
}), async (operation, request) => {
  const resource = operation.find("ephemeralResources");
  if (resource.renew === undefined) return {};
  const opened = decodeJsonBytes(request.privateState);
  const kept = await operation.run(async (context) => {
    const renewed = requireParts(
      operation,
      await resource.renew?.({ ...context, private: opened }) ?? {},
      ["private", "renewAt"],
    );
    const { privateState } = request;
    const fields = storedFields(renewed);
    return renewed.private === undefined ? { ...fields, privateState } : fields;
  });
  cancelExitHook(keyOf(request));
  closeOnExit(operation, resource, { ...request, ...kept });
  return kept;
});

export const closeEphemeralResource = defineOperation<
  "typeName" | "privateState"
>(
  "close",
  () => ({}),
  async (operation, request) => {
    cancelExitHook(keyOf(request));
    const resource = operation.find("ephemeralResources");
    if (resource.close === undefined) return {};
    const opened = decodeJsonBytes(request.privateState);
    await operation.run((context) =>
      resource.close?.({ ...context, private: opened })
    );
    return {};
  },
);

/** An open ephemeral resource. */
type OpenResource = Fields<"typeName" | "privateState">;

function keyOf({ typeName, privateState }: OpenResource): string {
  return `${typeName} ${new TextDecoder().decode(privateState)}`;
}

/** Terraform closes nothing after what depends on it has failed. */
function closeOnExit(
  { server }: Operation,
  { close }: EphemeralResource,
  { typeName, privateState }: OpenResource,
): void {
  if (close === undefined) return;
  const open = { typeName, privateState };
  onExit(
    keyOf(open),
    (signal) => closeEphemeralResource(server, open, { signal }),
  );
}

type StoredFields = Fields<"renewAt" | "privateState">;

/**
 * Data that are stored until an ephemeral resource is renewed or closed.
 *
 * @throws {RangeError} if the time of renewal is an invalid date.
 */
function storedFields({ renewAt, private: kept }: RenewResult): StoredFields {
  if (renewAt !== undefined && Number.isNaN(renewAt.getTime())) {
    throw new RangeError(
      "The provider returned an invalid date as the time of renewal",
    );
  }
  return { renewAt, privateState: encodeJsonBytes(kept) };
}
