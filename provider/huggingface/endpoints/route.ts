import { Path } from "@hf-terraform/framework";
import { planAdvice } from "../cost/plan_advice.ts";
import type { AdviceContext } from "../provider_data.ts";
import { knownParts, knownText, sameName } from "../schema/same.ts";
import type { EndpointState, PlannedEndpoint } from "./schema.ts";

/** Warns of a new domain that the namespace does not have. */
export async function adviseDomain(
  { prior, planned, provider, diagnostics }: AdviceContext & {
    readonly prior: EndpointState | null;
    readonly planned: PlannedEndpoint;
  },
): Promise<void> {
  const domain = knownText(knownParts(planned.route).domain);
  const namespace = knownText(planned.namespace);
  if (domain === undefined || namespace === undefined) return;
  if (domain === prior?.route?.domain) return;
  const domains = await planAdvice(provider).ask(
    `domains of ${namespace}`,
    ({ endpoints }, options) =>
      endpoints.network.listDomains(namespace, options).toArray(),
  );
  const isThere = domains?.some((one) => sameName(one.domain, domain)) ?? true;
  if (isThere) return;
  diagnostics.addWarning(
    `${domain} is no domain of ${namespace} yet`,
    "The apply fails, unless it is one by then. Add it to the namespace first, " +
      "at https://endpoints.huggingface.co.",
    Path.root.attribute("route").attribute("domain"),
  );
}
