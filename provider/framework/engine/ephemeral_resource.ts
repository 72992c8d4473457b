/**
 * Opens, renews and closes ephemeral resources.
 *
 * @module
 */

import { planErrors } from "../check/plan_validity.ts";
import type { Renewed } from "../define/data_source.ts";
import { beforeTheEnd, forgetLastAct } from "../last_acts.ts";
import { modelOf } from "../schema/numbers.ts";
import { unknown } from "../values/unknown.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
  type Results,
} from "./contract.ts";
import { Operation } from "./operation.ts";
import { decodeJsonBytes, encodeJsonBytes } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/** Opens an ephemeral resource. */
export function openEphemeralResource(
  server: ProviderServer,
  request: Fields<"typeName" | "config" | "clientCapabilities">,
  call: EngineCall,
): Promise<Answer<"result" | "privateState" | "renewAt">> {
  const operation = new Operation(server, "open", request, call);
  const { diagnostics } = operation;
  const failed = { result: null, privateState: noPrivate, renewAt: undefined };
  return operation.answer(() => failed, async () => {
    const resource = operation.find(server.ephemeralResources);
    const { schema } = resource;
    const object = operation.object(request.config, "configuration");
    const config = modelOf(schema, object);
    const limit = timeLimit(schema, "read", object);
    const opened = await operation.run(
      (context) => resource.open({ ...context, config }),
      { limit },
    );
    // Unknown is what depends on something that an apply is yet to create.
    const options = {
      reference: object,
      keeps: "controls",
      keepUnknown: true,
    } as const;
    const result = operation.result(opened.result, schema, options);
    const values = { prior: null, config: object, planned: result };
    if (!diagnostics.hasErrors) {
      await operation.check(planErrors(schema, values));
    }
    const kept = operation.attempt(() => keptOf(opened));
    if (diagnostics.hasErrors && resource.close !== undefined) {
      // Terraform closes only what was opened without an error.
      await operation.as("close").run(
        (context) => resource.close?.({ ...context, private: opened.private }),
        { limit },
      );
    } else if (resource.close !== undefined && kept !== undefined) {
      closeAtTheEnd(server, { ...request, ...kept });
    }
    return { result, ...kept };
  }, () => ({ result: unknown }));
}

/** Makes an ephemeral resource last longer. */
export function renewEphemeralResource(
  server: ProviderServer,
  request: Fields<"typeName" | "privateState">,
  call: EngineCall,
): Promise<Answer<"privateState" | "renewAt">> {
  const operation = new Operation(server, "renew", request, call);
  const { privateState } = request;
  const unchanged = { privateState, renewAt: undefined };
  return operation.answer(() => unchanged, async () => {
    const resource = operation.find(server.ephemeralResources);
    if (resource.renew === undefined) return {};
    const opened = decodeJsonBytes(privateState);
    const kept = await operation.run(async (context) =>
      keptOf(await resource.renew?.({ ...context, private: opened }))
    );
    if (resource.close !== undefined) {
      forgetLastAct(keyOf(request));
      closeAtTheEnd(server, { ...request, ...kept });
    }
    return kept;
  });
}

/** What is closed: it was opened or renewed, and this is what was kept. */
type Open = Fields<"typeName" | "privateState">;

function keyOf({ typeName, privateState }: Open): string {
  return `${typeName} ${new TextDecoder().decode(privateState)}`;
}

/** Terraform closes nothing after what depends on it has failed. */
function closeAtTheEnd(server: ProviderServer, open: Open): void {
  const { typeName, privateState } = open;
  beforeTheEnd(
    keyOf(open),
    (signal) =>
      closeEphemeralResource(server, { typeName, privateState }, { signal }),
  );
}

/**
 * What is kept until an ephemeral resource is renewed or closed.
 *
 * @throws {RangeError} if the time of renewal is an invalid date.
 */
function keptOf(
  { renewAt, private: kept }: Partial<Renewed> = {},
): Results<"renewAt" | "privateState"> {
  if (renewAt !== undefined && Number.isNaN(renewAt.getTime())) {
    throw new RangeError(
      "The provider returned an invalid date as the time of renewal",
    );
  }
  return { renewAt, privateState: encodeJsonBytes(kept) };
}

/** Closes an ephemeral resource. */
export function closeEphemeralResource(
  server: ProviderServer,
  request: Fields<"typeName" | "privateState">,
  call: EngineCall,
): Promise<Answer> {
  forgetLastAct(keyOf(request));
  const operation = new Operation(server, "close", request, call);
  return operation.answer(() => ({}), async () => {
    const resource = operation.find(server.ephemeralResources);
    if (resource.close === undefined) return {};
    const opened = decodeJsonBytes(request.privateState);
    await operation.run((context) =>
      resource.close?.({ ...context, private: opened })
    );
    return {};
  });
}
