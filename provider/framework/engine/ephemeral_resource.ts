import { planErrors } from "../check/plan_validity.ts";
import type { EphemeralResource, Renewed } from "../define/data_source.ts";
import { beforeTheEnd, forgetLastAct } from "../last_acts.ts";
import { modelOf } from "../schema/numbers.ts";
import { unknown } from "../values/unknown.ts";
import { type Fields, noPrivate } from "./contract.ts";
import type { Operation } from "./operation.ts";
import { decodeJsonBytes, encodeJsonBytes } from "./private_state.ts";
import { timeLimit } from "./signal.ts";
import { rpc } from "./rpc.ts";

export const openEphemeralResource = rpc<
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
  const reference = operation.object(request.config, "configuration");
  const config = modelOf(schema, reference);
  const limit = timeLimit(schema, "read", reference);
  const opened = operation.parts(
    await operation.run(
      (context) => resource.open({ ...context, config }),
      { limit },
    ),
    ["result", "private", "renewAt"],
  );
  // Unknown is what depends on something that an apply is yet to create.
  const result = operation.result(opened.result, schema, {
    reference,
    keeps: "controls",
    keepUnknown: true,
  });
  const values = { prior: null, config: reference, planned: result };
  if (!diagnostics.hasErrors) {
    await operation.check(planErrors(schema, values));
  }
  let kept: Kept | undefined;
  try {
    kept = keptOf(opened);
  } catch (error) {
    operation.fail(error);
  }
  if (kept !== undefined && !diagnostics.hasErrors) {
    closeAtTheEnd(operation, resource, { ...request, ...kept });
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

export const renewEphemeralResource = rpc<
  "typeName" | "privateState",
  "privateState" | "renewAt"
>("renew", ({ privateState }) => ({
  privateState,
  renewAt: undefined,
}), async (operation, request) => {
  const resource = operation.find("ephemeralResources");
  if (resource.renew === undefined) return {};
  const opened = decodeJsonBytes(request.privateState);
  const kept = await operation.run(async (context) =>
    keptOf(operation.parts(
      await resource.renew?.({ ...context, private: opened }) ?? {},
      ["private", "renewAt"],
    ))
  );
  forgetLastAct(keyOf(request));
  closeAtTheEnd(operation, resource, { ...request, ...kept });
  return kept;
});

export const closeEphemeralResource = rpc<"typeName" | "privateState">(
  "close",
  () => ({}),
  async (operation, request) => {
    forgetLastAct(keyOf(request));
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
type Open = Fields<"typeName" | "privateState">;

function keyOf({ typeName, privateState }: Open): string {
  return `${typeName} ${new TextDecoder().decode(privateState)}`;
}

/** Terraform closes nothing after what depends on it has failed. */
function closeAtTheEnd(
  { server }: Operation,
  { close }: EphemeralResource,
  { typeName, privateState }: Open,
): void {
  if (close === undefined) return;
  const open = { typeName, privateState };
  beforeTheEnd(
    keyOf(open),
    (signal) => closeEphemeralResource(server, open, { signal }),
  );
}

type Kept = Fields<"renewAt" | "privateState">;

/**
 * Data that are stored until an ephemeral resource is renewed or closed.
 *
 * @throws {RangeError} if the time of renewal is an invalid date.
 */
function keptOf({ renewAt, private: kept }: Renewed): Kept {
  if (renewAt !== undefined && Number.isNaN(renewAt.getTime())) {
    throw new RangeError(
      "The provider returned an invalid date as the time of renewal",
    );
  }
  return { renewAt, privateState: encodeJsonBytes(kept) };
}
