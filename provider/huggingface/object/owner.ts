import {
  failure,
  isUnknown,
  Path,
  type Schema,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { planAdvice } from "../cost/plan_advice.ts";
import type {
  AdviceContext,
  HuggingFaceProvider,
  ProviderContext,
} from "../provider_data.ts";
import { sameName } from "../schema/same.ts";
import type { PlanCheck } from "./plan_check.ts";

/** The kinds of accounts that an owner may be, by the attribute that names it. */
const owners = {
  namespace: ["organization", "user"],
  organization: ["organization"],
} as const;

/** The attribute of an owner; undefined: there is none. */
export function ownerIn({ attributes }: Schema) {
  return (["namespace", "organization"] as const).find((name) =>
    attributes[name] !== undefined
  );
}

/** The check that warns, once in all, of an owner that is not there. */
export function checkOwner<S extends Schema>(schema: S): PlanCheck<S> {
  const name = ownerIn(schema);
  if (name === undefined) return {};
  return {
    async modifyPlan({ config, prior, planned, provider, diagnostics }) {
      const of = (values: object): unknown => Reflect.get(values, name);
      const [owner, given] = [of(planned), of(config)];
      if (typeof owner !== "string" || owner === of(prior ?? {})) return;
      const isThere = await planAdvice(provider).hasAccount(owner, owners[name])
        .catch(() => undefined);
      if (isThere !== false) return;
      const by = given === null
        ? "`namespace` of the provider block"
        : `\`${name}\``;
      diagnostics.addWarning(
        `There is no ${owners[name].join(" or ")} ${owner}`,
        `${by} names it, and the Hub has none of this name. Check the name.`,
        given === null ? undefined : Path.root.attribute(name),
      );
    },
  };
}

/** The owner as a plan knows it. The token's user, only the network tells. */
export function plannedOwner(
  { config, prior, provider }: {
    readonly config: object;
    readonly prior: object | null;
    readonly provider: HuggingFaceProvider;
  },
): string | Unknown {
  const owner = namespaceIn(config);
  const before = namespaceIn(prior ?? {});
  const isSame = typeof owner === "string" && typeof before === "string" &&
    sameName(owner, before);
  return (isSame ? before : owner ?? before) ?? provider.settings.namespace ??
    unknown;
}

/**
 * Refuses a replacement that would go to another owner, whom the configuration
 * of the object does not name.
 *
 * @param title The object, as messages begin with it.
 */
export async function refuseNewOwner(
  title: string,
  prior: object,
  { planned, config, provider, signal, diagnostics }:
    & AdviceContext
    & ProviderContext
    & { readonly planned: object; readonly config: object },
): Promise<void> {
  const before = namespaceIn(prior);
  if (typeof before !== "string" || namespaceIn(config) !== null) return;
  const after = await namespaceOf(planned, { provider, signal });
  if (sameName(before, after)) return;
  const name = "organization" in config ? "organization" : "namespace";
  diagnostics.addError(
    `${title} would be replaced by one of ${after}`,
    "Its configuration does not name its owner, and what is created so belongs " +
      `to ${after} now. To have it replaced where it is, set ` +
      `\`${name} = "${before}"\` there; \`"${after}"\` if that is meant.`,
    Path.root.attribute(name),
  );
}

/** Whether only the network tells the owner, who is the token's user. */
export function isTokensUser(config: object, planned: object): boolean {
  const of = (values: object): unknown => Reflect.get(values, "namespace");
  return of(config) === null && isUnknown(of(planned));
}

/**
 * The owner of a state, which another provider may have had in its provider
 * block alone: whoever has the token by now need not be the one.
 */
export async function storedOwner(
  state: object,
  { provider, signal }: ProviderContext,
): Promise<string> {
  if (namespaceIn(state) ?? provider.settings.namespace ?? null) {
    return await namespaceOf(state, { provider, signal });
  }
  throw failure(
    "The state does not say whose this is",
    "Another provider has written it, and had the `namespace` in its provider " +
      "block. Leave it in the provider block until the first apply, also if it " +
      "is your own name: without it, this could be taken for something else " +
      "that has the same name. Nothing was read or changed.",
  );
}

/** The owner of a plan or state that may not hold it. */
export async function namespaceOf(
  values: object,
  { provider, signal }: ProviderContext,
): Promise<string> {
  const namespace = namespaceIn(values);
  return typeof namespace === "string"
    ? namespace
    : await provider.defaultNamespace(signal);
}

/** The owner in a plan or state; null: there is none. */
export function namespaceIn(values: object): string | Unknown | null {
  const { namespace, organization = null }: {
    namespace?: string | Unknown | null;
    organization?: string | Unknown | null;
  } = values;
  return namespace ?? organization;
}
