import { Path } from "@hf-terraform/framework";
import { planAdvice } from "../cost/plan_advice.ts";
import { objectClaim } from "../object/claims.ts";
import type { Mention } from "../object/mentions.ts";
import {
  isReplacement,
  type ReplacementContext,
  tellObstacle,
} from "../object/replacement.ts";
import type { ProviderContext } from "../provider_data.ts";
import { repoPath } from "../schema/ids.ts";
import { knownParts, knownText, knownValue, sameName } from "../schema/same.ts";
import type {
  EndpointConfig,
  EndpointPlanning,
  EndpointState,
  PlannedEndpoint,
} from "./schema.ts";

/** The model that an endpoint serves, with the revision if that is configured. */
export function mentions(
  endpoint: PlannedEndpoint | EndpointState | null,
  config: EndpointConfig,
): Mention[] {
  const model = knownValue(endpoint?.model);
  const at = Path.root.attribute("model");
  return model === undefined ? [] : [{
    type: "model",
    id: model.repository,
    at: at.attribute("repository"),
    ...knownText(knownParts(config.model).revision) !== undefined &&
      { revision: model.revision },
    revisionAt: at.attribute("revision"),
  }];
}

/** Whether the repository is the one that it was, under another name. */
export async function isRenamedModel(
  { repository: before }: EndpointState["model"],
  { repository: after }: { readonly repository: unknown },
  { provider, signal }: ProviderContext,
): Promise<boolean> {
  if (typeof after !== "string" || after === before) return false;
  const claim = (id: string) => ({
    ...objectClaim("model", id),
    within: repoPath("model", id),
  });
  if (
    sameName(before, after) ||
    provider.claims.renames(claim(before), claim(after))
  ) return true;
  // What gets its name now is another one.
  if (provider.claims.of(claim(before)).some((one) => one.isCreated)) {
    return false;
  }
  // An apply that has failed since may have renamed it.
  const found = await planAdvice(provider).ask(
    `model ${before}`,
    ({ repos }, options) =>
      repos.get({ type: "model", id: before }, {}, {
        ...options,
        // An apply has to find what its plan has found.
        ...provider.isApplying && { signal, maxRetries: 4, timeoutMs: 30_000 },
      }),
  );
  return found !== undefined && sameName(found.id, after);
}

/** Warns of a domain that the namespace does not have, or refuses to lose for it. */
export async function adviseDomain(
  plan: EndpointPlanning & ReplacementContext,
): Promise<void> {
  const { planned, prior, provider, diagnostics } = plan;
  const domain = knownText(knownParts(planned.route).domain);
  const namespace = knownText(planned.namespace);
  if (domain === undefined || namespace === undefined) return;
  const isReplaced = isReplacement(plan);
  if (!isReplaced && domain === prior?.route?.domain) return;
  const domains = await planAdvice(provider).once(
    `domains of ${namespace}`,
    ({ endpoints }, options) =>
      endpoints.network.listDomains(namespace, options).toArray(),
  );
  const isThere = domains?.some((one) => sameName(one.domain, domain)) ?? true;
  if (isThere) return;
  tellObstacle(diagnostics, isReplaced, [
    `${domain} is no domain of ${namespace} yet`,
    "The apply fails, unless it is one by then. Add it to the namespace first, " +
    "at https://endpoints.huggingface.co.",
    Path.root.attribute("route").attribute("domain"),
  ]);
}
