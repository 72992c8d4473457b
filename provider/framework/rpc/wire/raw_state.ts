import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import type { RawState } from "../../engine/contract.ts";
import { requestError, utf8 } from "./dynamic_value.ts";

/**
 * Reads stored data. `part` names the field.
 *
 * Throws a {@linkcode RequestError} if it is not text.
 */
export function readRawState(
  message: tfplugin5.RawState | undefined,
  part: string,
): RawState {
  if (message === undefined) return { kind: "absent" };
  if (message.json.length > 0) {
    try {
      return { kind: "json", text: utf8(message.json) };
    } catch (cause) {
      throw requestError(part, cause);
    }
  }
  return Object.keys(message.flatmap).length > 0
    ? { kind: "flatmap" }
    : { kind: "absent" };
}
