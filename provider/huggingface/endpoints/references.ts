import { Path } from "@hf-terraform/framework";
import { planAdvice } from "../cost/plan_advice.ts";
import { objectClaim } from "../object/claims.ts";
import { byThen, type Mention } from "../object/mentions.ts";
import { isReplacement } from "../object/replacement.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { repoPath } from "../schema/ids.ts";
import { knownParts, knownText, knownValue, sameName } from "../schema/same.ts";
import type {
  EndpointPlanning,
  EndpointState,
  PlannedEndpoint,
} from "./schema.ts";

/** The model that an endpoint serves. */
export function mentions(
  endpoint: PlannedEndpoint | EndpointState | null,
): Mention[] {
  const model = knownValue(endpoint?.model);
  const at = Path.root.attribute("model");
  return model === undefined ? [] : [{
    type: "model",
    id: model.repository,
    at: at.attribute("repository"),
    revision: model.revision,
    revisionAt: at.attribute("revision"),
  }];
}

/** Whether the repository is the one that it was, under another name. */
export function isRenamedModel(
  { repository: before }: EndpointState["model"],
  { repository: after }: { readonly repository: unknown },
  { claims }: HuggingFaceProvider,
): boolean {
  if (typeof after !== "string" || after === before) return false;
  const claim = (id: string) => ({
    ...objectClaim("model", id),
    within: repoPath("model", id),
  });
  return sameName(before, after) || claims.renames(claim(before), claim(after));
}

/** Warns of a domain that the namespace does not have, or refuses to lose for it. */
export async function adviseDomain(
  { planned, provider, diagnostics, ...plan }: EndpointPlanning,
): Promise<void> {
  const domain = knownText(knownParts(planned.route).domain);
  const namespace = knownText(planned.namespace);
  if (domain === undefined || namespace === undefined) return;
  const isReplaced = isReplacement(plan);
  if (!isReplaced && domain === plan.prior?.route?.domain) return;
  const domains = await planAdvice(provider).ask(
    `domains of ${namespace}`,
    ({ endpoints }, options) =>
      endpoints.network.listDomains(namespace, options).toArray(),
  );
  const isThere = domains?.some((one) => sameName(one.domain, domain)) ?? true;
  if (isThere) return;
  diagnostics[isReplaced ? "addError" : "addWarning"](
    `${domain} is no domain of ${namespace} yet`,
    "The apply fails, unless it is one by then. Add it to the namespace first, " +
      `at https://endpoints.huggingface.co.${isReplaced ? ` ${byThen}` : ""}`,
    Path.root.attribute("route").attribute("domain"),
  );
}
