/**
 * What a configuration named and names no longer, and what nobody takes away
 * then: a plan says that it stays.
 *
 * @module
 */

import {
  type IdentityAttributes,
  isUnknown,
  type PrivateState,
  type ResourceDefinition,
  type Schema,
} from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { same } from "../same.ts";

type D = HuggingFaceProvider;

/** The attributes that the last change configured. */
const CONFIGURED = "configured";

/** What has an owner stays with it. */
const owners = ["namespace", "organization"];

/**
 * A resource whose plan warns of attributes that were taken out of the
 * configuration and keep their value. It does so until something is applied.
 */
export function withStaying<S extends Schema, A extends IdentityAttributes>(
  resource: ResourceDefinition<S, A, D>,
): ResourceDefinition<S, A, D> {
  const names = Object.entries(resource.schema.attributes)
    .filter(([name, { optional, computed, default: preset }]) =>
      optional && computed && preset === undefined && !owners.includes(name)
    )
    .map(([name]) => name);
  return {
    ...resource,
    async modifyPlan(context) {
      const { config, prior, privateState, diagnostics } = context;
      const result = await resource.modifyPlan?.(context) ?? {};
      const now: Values = config;
      const before: Values | null = prior;
      const after: Values = result.planned ?? context.planned;
      const stay = before === null ? [] : configured(privateState).filter(
        (name) =>
          now[name] === null && (before[name] ?? null) !== null &&
          !isUnknown(after[name]) && same(after[name], before[name]),
      );
      if (stay.length > 0) {
        const listed = stay.map((name) => `\`${name}\``).join(", ");
        diagnostics.addWarning(
          `${listed} ${stay.length === 1 ? "stays" : "stay"} as before`,
          "What is taken out of the configuration is not changed. To change " +
            "it, give it the value that it is to have, such as `false` or `[]`.",
        );
      }
      const kept = names.filter((name) => now[name] !== null);
      privateState.set(CONFIGURED, kept);
      return result;
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

function configured(privateState: PrivateState): string[] {
  const noted = privateState.get(CONFIGURED);
  return Array.isArray(noted)
    ? noted.filter((name) => typeof name === "string")
    : [];
}
