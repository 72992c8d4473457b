/**
 * What follows from what by fixed rules, in plan and apply alike.
 *
 * @module
 */

import type { EngineName } from "./images.ts";

const families: readonly (readonly [RegExp, string])[] = [
  [/^nvidia-/, "gpu"],
  // AMD's accelerators; its processors are named otherwise.
  [/^amd-mi\d/, "gpu"],
  [/^(inf|trn)\d/, "neuron"],
  [/^(intel|amd|arm|aws-graviton|graviton|ampere|axion|cpu)\b/, "cpu"],
];

/**
 * The accelerator of an instance type; undefined for a family that is not
 * known, of which only the catalogue can tell.
 */
export function acceleratorOf(instanceType: string): string | undefined {
  return families.find(([pattern]) => pattern.test(instanceType))?.[1];
}

/** The framework that goes with an engine. */
export function frameworkOf(engine: EngineName): string {
  switch (engine) {
    case "huggingface":
      return "pytorch";
    case "llamacpp":
      return "llamacpp";
    default:
      return "custom";
  }
}

/** Where an endpoint goes if nothing says otherwise. */
export const defaultCloud = { vendor: "gcp", region: "us-east1" } as const;
