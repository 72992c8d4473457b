import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import type {
  ClientCapabilities,
  Deferred,
  ServerCapabilities,
} from "../../engine/contract.ts";

/** Reads what the client can do; what it does not mention, it cannot. */
export function readCapabilities(
  message: tfplugin5.ClientCapabilities | undefined,
): ClientCapabilities {
  return {
    deferralAllowed: message?.deferralAllowed ?? false,
    writeOnlyAttributesAllowed: message?.writeOnlyAttributesAllowed ?? false,
  };
}

/** The message of what the server can do. */
export function wireCapabilities(
  capabilities: ServerCapabilities,
): Init<tfplugin5.ServerCapabilities> {
  return { ...capabilities };
}

const reasons = {
  resource_config_unknown: 1,
  provider_config_unknown: 2,
  absent_prerequisite: 3,
} as const;

/** The message of why something is put off; undefined if it is not. */
export function wireDeferred(
  deferred: Deferred,
): Init<tfplugin5.Deferred> | undefined {
  return deferred === undefined ? undefined : { reason: reasons[deferred] };
}
