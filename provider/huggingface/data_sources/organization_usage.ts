/**
 * `huggingface_organization_usage`: what the resource groups of an organization
 * used, month by month.
 *
 * @module
 */

import { type DataSource, s, v, type Validator } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { UsageByResourceGroup } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { failedFor, organizationAttribute } from "../shared/organization.ts";
import { after } from "../shared/likely_mistakes.ts";

const b = bindingToAnswer<UsageByResourceGroup>();

function timeAttribute(
  description: string,
  ...more: readonly Validator<string>[]
) {
  return s.string({
    optional: true,
    description: `${description}, such as \`2026-01-31T00:00:00Z\`.`,
    validators: [
      v.matches(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
        "a time in UTC, such as `2026-01-31T00:00:00Z`",
      ),
      ...more,
    ],
  });
}

/** The data source `huggingface_organization_usage`. */
export const organizationUsageData: DataSource = dataSource(b, {
  typeName: "huggingface_organization_usage",
  permission: "org.read",
  plan: "Team",
  schema: s.schema({
    description:
      "What the resource groups of an organization used, month by month. Only " +
      "admins may see it.",
    attributes: {
      organization: organizationAttribute,
      start: timeAttribute(
        "When the time begins, within the last 12 months. Default: with this " +
          "month; in the form of RFC 3339",
      ),
      end: timeAttribute(
        "When it ends. Default: now; in the form of RFC 3339",
        after("start"),
      ),
      currency: b.string("currency", "The currency, such as `USD`."),
      months: b.list("periods", (month) => ({
        start: month.string(
          "period",
          "When the month begins, in the form of RFC 3339.",
        ),
        resource_groups: month.list("resourceGroups", (group) => ({
          id: group.string(
            "id",
            "The id of the group; null for what belongs to none.",
          ),
          name: group.string("name", "The name of the group."),
          private_storage_gb: group.float(
            "storage.privateGB",
            "The most that it stored in private, in GB.",
          ),
          public_storage_gb: group.float(
            "storage.publicGB",
            "The most that it stored in public, in GB.",
          ),
          inference_requests: group.float(
            "inference.requestCount",
            "How many requests it made to Inference Providers.",
          ),
          inference_cents: group.float(
            "inference.costCents",
            "What they cost, in cents.",
          ),
          spaces_seconds: group.float(
            "compute.spaces.uptimeSec",
            "How long its Spaces ran, in seconds.",
          ),
          spaces_cents: group.float(
            "compute.spaces.costCents",
            "What they cost, in cents.",
          ),
          endpoints_seconds: group.float(
            "compute.endpoints.uptimeSec",
            "How long its Inference Endpoints ran, in seconds.",
          ),
          endpoints_cents: group.float(
            "compute.endpoints.costCents",
            "What they cost, in cents.",
          ),
          jobs_seconds: group.float(
            "compute.jobs.uptimeSec",
            "How long its jobs ran, in seconds.",
          ),
          jobs_cents: group.float(
            "compute.jobs.costCents",
            "What they cost, in cents.",
          ),
        }), "What each resource group used in it."),
      }), "The months."),
    },
  }),
  failed: failedFor("read the usage of"),
  read: ({ config, client: { organizations }, namespace, signal }) =>
    organizations.getUsage(namespace, {
      startDate: config.start ?? undefined,
      endDate: config.end ?? undefined,
    }, { signal }),
});
