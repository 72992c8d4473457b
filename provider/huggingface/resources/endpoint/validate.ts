/**
 * Rules over several attributes of an endpoint.
 *
 * @module
 */

import {
  isUnknown,
  Path,
  type ValidateContext,
} from "../../../framework/mod.ts";
import { accelerators } from "../../shared/known_values.ts";
import { acceleratorOf } from "./machines.ts";
import type { EndpointConfig } from "./schema.ts";

const scalingPath = Path.root.attribute("compute").attribute("scaling");

/** Checks the configuration as a whole; what is unknown is left alone. */
export function validate(
  { config, diagnostics }: ValidateContext<EndpointConfig>,
): void {
  if (isUnknown(config.compute)) return;
  const { scaling, instance_type, accelerator } = config.compute;
  const actual = typeof instance_type === "string"
    ? acceleratorOf(instance_type)
    : undefined;
  if (
    typeof accelerator === "string" && actual !== undefined &&
    accelerator !== actual && accelerators.includes(accelerator)
  ) {
    diagnostics.addWarning(
      "Accelerator does not fit the instance type",
      `\`compute.accelerator\` is "${accelerator}", but ${instance_type} is a ` +
        `\`${actual}\`. The service will probably refuse this endpoint. Take ` +
        `\`accelerator\` out, or set it to "${actual}".`,
      scalingPath.parent.attribute("accelerator"),
    );
  }
  if (scaling === null || isUnknown(scaling)) return;
  const min = scaling.min_replica ?? 1;
  const max = scaling.max_replica ?? 1;
  const timeout = scaling.scale_to_zero_timeout;
  if (!isUnknown(min) && !isUnknown(max) && max < min) {
    diagnostics.addError(
      "max_replica is less than min_replica",
      `\`compute.scaling.max_replica\` is ${max}${
        scaling.max_replica === null ? " by default" : ""
      }, but \`min_replica\` is ${min}. Set \`max_replica\` to ${min} or more.`,
      scalingPath.attribute("max_replica"),
    );
  }
  if (timeout !== null && !isUnknown(min) && min > 0) {
    diagnostics.addError(
      "Endpoint with replicas cannot scale to zero",
      "`compute.scaling.scale_to_zero_timeout` has a meaning only with " +
        `\`min_replica = 0\`, but \`min_replica\` is ${min}` +
        `${scaling.min_replica === null ? " by default" : ""}. Set it to 0, ` +
        "or take the timeout out.",
      scalingPath.attribute("scale_to_zero_timeout"),
    );
  }
}
