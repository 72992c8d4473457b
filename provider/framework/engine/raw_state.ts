/**
 * Reads stored data as Terraform hands it over.
 *
 * @module
 */

import {
  isJsonObject,
  type JsonObject,
  parseJson,
} from "../values/json_parser.ts";
import type { RawState } from "./contract.ts";
import { errorText } from "./errors.ts";
import { type OperationSpec, whatOf } from "./operation.ts";

/** The JSON object of stored data; undefined after an error diagnostic. */
export function rawObject(
  raw: RawState,
  spec: OperationSpec,
): JsonObject | undefined {
  const summary = `Failed to ${whatOf(spec)}`;
  switch (raw.kind) {
    case "json":
      try {
        const json = parseJson(raw.text);
        if (isJsonObject(json)) return json;
        spec.diagnostics.addError(
          summary,
          "The stored data is no JSON object. Restore the state from a backup.",
        );
      } catch (error) {
        spec.diagnostics.addError(
          summary,
          `${errorText(error)} Restore the state from a backup.`,
        );
      }
      return undefined;
    case "flatmap":
      spec.diagnostics.addError(
        summary,
        "The state was last written by Terraform 0.11 or older, which this " +
          "provider does not read. Remove the object from the state and " +
          "import it again.",
      );
      return undefined;
    case "absent":
      spec.diagnostics.addError(
        summary,
        "The client sent no stored data. That is a bug in the client, not " +
          "in your configuration.",
      );
      return undefined;
  }
}
