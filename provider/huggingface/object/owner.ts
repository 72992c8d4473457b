/**
 * Accounts that own what is planned: nothing of a configuration makes one, so
 * the apply fails where there is none.
 *
 * @module
 */

import {
  type IdentityAttributes,
  Path,
  type ResourceDefinition,
  type Schema,
} from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { planAdvice } from "../cost/plan_advice.ts";

type D = HuggingFaceProvider;

/**
 * The kinds of accounts that an owner may be, by the attribute that names it.
 */
const owners = {
  namespace: ["organization", "user"],
  organization: ["organization"],
} as const;

/** A resource whose plan warns, once in all, of an owner that is not there. */
export function withOwner<S extends Schema, A extends IdentityAttributes>(
  resource: ResourceDefinition<S, A, D>,
): ResourceDefinition<S, A, D> {
  const name = (["namespace", "organization"] as const)
    .find((one) => resource.schema.attributes[one] !== undefined);
  if (name === undefined) return resource;
  return {
    ...resource,
    async modifyPlan(context) {
      const result = await resource.modifyPlan?.(context) ?? {};
      const { planned = context.planned } = result;
      const { config, prior, provider, diagnostics } = context;
      const [owner, before, given]: readonly unknown[] = [
        planned,
        prior ?? {},
        config,
      ].map((values) => Reflect.get(values, name));
      if (typeof owner !== "string" || owner === before) return result;
      const isThere = await planAdvice(provider).hasAccount(owner, owners[name])
        .catch(() => undefined);
      if (isThere !== false) return result;
      const by = given === null
        ? "`namespace` of the provider block"
        : `\`${name}\``;
      diagnostics.addWarning(
        `There is no ${owners[name].join(" or ")} ${owner}`,
        `${by} names it, and the Hub has none of this name. Check the name.`,
        given === null ? undefined : Path.root.attribute(name),
      );
      return result;
    },
  };
}
