import {
  DiagnosticsError,
  failure,
  Path,
  type Schema,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { isApiError } from "@hf-terraform/client";
import { planAdvice } from "../cost/plan_advice.ts";
import type { AdviceContext, ProviderContext } from "../provider_data.ts";
import { obstacleAt } from "../reads/visibility.ts";
import { knownText, sameName } from "../schema/same.ts";
import type { Access } from "../define/access.ts";
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

/** The check of a new owner: warns of a create, refuses what could lose. */
export function checkOwner<S extends Schema>(
  schema: S,
  access: Access,
): PlanCheck<S> {
  const name = ownerIn(schema);
  if (name === undefined) return {};
  return {
    async modifyPlan({ config, prior, planned, provider, diagnostics }) {
      const of = (values: object): unknown => Reflect.get(values, name);
      const [owner, given] = [of(planned), of(config)];
      if (typeof owner !== "string" || owner === of(prior ?? {})) return;
      const isUser = given === null &&
        (provider.settings.namespace ?? null) === null;
      // The token's user is there.
      if (isUser && name === "namespace") return;
      const advice = planAdvice(provider);
      const type = await advice.accountType(owner).catch(() => undefined);
      if (type === undefined) return;
      const by = isUser
        ? `It is the token's user, where nothing names the ${name}`
        : given === null
        ? "`namespace` of the provider block names it"
        : `\`${name}\` names it`;
      const at = given === null ? undefined : Path.root.attribute(name);
      const types: readonly string[] = owners[name];
      if (!types.includes(type)) {
        if (prior === null && !advice.isNews(`account ${owner}`)) return;
        diagnostics[prior === null ? "addWarning" : "addError"](
          `There is no ${types.join(" or ")} ${owner}`,
          `${by}, and the Hub has none of this name. ` +
            (isUser ? `Set \`${name}\`.` : "Check the name."),
          at,
        );
        return;
      }
      const user = prior === null ? undefined : await advice.user();
      if (user?.type !== "user" || sameName(user.name, owner)) return;
      const { resource_group_id: group = null }: {
        resource_group_id?: unknown;
      } = config;
      const why = type === "user"
        ? "is another user"
        : obstacleAt(user, access, {
          from: `${of(prior ?? {})}`,
          to: owner,
          group: group === null ? null : knownText(group),
        });
      if (why === undefined) return;
      diagnostics.addError(
        `Nothing may be created for ${owner}`,
        `${by}, and it ${why}. The existing one would be deleted, and the ` +
          "create be refused. Check the name, or use a token that may create it.",
        at,
      );
    },
  };
}

/** The owner as a plan knows it; unknown: the token's user, not told yet. */
export async function plannedOwner(
  { config, prior, provider, signal }: ProviderContext & {
    readonly config: object;
    readonly prior: object | null;
  },
): Promise<string | Unknown> {
  const owner = namespaceIn(config);
  const before = namespaceIn(prior ?? {});
  const isSame = typeof owner === "string" && typeof before === "string" &&
    sameName(owner, before);
  const known = isSame ? before : owner ?? before;
  if (known !== null) return known;
  const { namespace = null } = provider.settings;
  return namespace ??
    await provider.defaultNamespace(signal).catch((error) => {
      const isAnswered = isApiError(error.cause) || provider.hasRead;
      if (error instanceof DiagnosticsError && isAnswered) throw error;
      return unknown;
    });
}

/** Refuses to replace by one of an owner whom no configuration names. */
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

/** The owner of a state, which another provider may not have stored in it. */
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
  return knownText(namespaceIn(values)) ??
    await provider.defaultNamespace(signal);
}

/** The owner in a plan or state; null: there is none. */
export function namespaceIn(values: object): string | Unknown | null {
  const { namespace, organization = null }: {
    namespace?: string | Unknown | null;
    organization?: string | Unknown | null;
  } = values;
  return namespace ?? organization;
}
