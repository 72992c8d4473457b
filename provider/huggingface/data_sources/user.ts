/**
 * What belongs to the token's user: `huggingface_whoami`, `huggingface_webhooks`
 * and `huggingface_job_usage`.
 *
 * @module
 */

import { type DataSource, types } from "@hf-terraform/framework";
import type { Identity, JobUsage, Webhook } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { at } from "../shared/inputs.ts";

/** The data source `huggingface_whoami`. */
export const whoamiData: DataSource = dataSource<Identity>()({
  typeName: "huggingface_whoami",
  permission: null,
  description:
    "The token's user, and what the token may do. The token itself " +
    "is not shown.",
  attributes: (b) => ({
    id: b.string("id", "The id of the account."),
    name: b.string("name", "The name, which is the default namespace."),
    type: b.string("type", "What the account is: `user` or `org`."),
    fullname: b.string("fullname", "The name as it is shown."),
    email: b.string("email", "The mail address, if the token may see it."),
    is_pro: b.bool("isPro", "Whether it has the PRO plan."),
    can_pay: b.bool("canPay", "Whether a payment method is set up."),
    token_name: b.string(
      "auth.accessToken.displayName",
      "The name of the token.",
    ),
    token_role: b.string(
      "auth.accessToken.role",
      "What the token may do: `read`, `write` or `fineGrained`.",
    ),
    token_permissions: b.value(
      types.set(types.string),
      permissionsOf,
      "All that a fine-grained token may do somewhere, such as `repo.write`.",
    ),
    organizations: b.list("orgs", (org) => ({
      id: org.string("id", "The id."),
      name: org.string("name", "The name, which is a namespace."),
      fullname: org.string("fullname", "The name as it is shown."),
      role: org.string(
        "roleInOrg",
        "What the user may do in it: `admin`, `write`, `contributor`, " +
          "`read` or `no_access`.",
      ),
      plan: org.string("plan", "Its paid plan; null for none."),
      can_pay: org.bool("canPay", "Whether a payment method is set up."),
    }), "The organizations that the user belongs to, by name."),
  }),
  failed: "determine the token's user",
  async read({ client, signal }) {
    const who = await client.users.whoami({ signal });
    const orgs = (who.orgs ?? []).toSorted((a, b) => a.name < b.name ? -1 : 1);
    return { ...who, orgs };
  },
});

/** What a fine-grained token may do; others have no list. */
function permissionsOf({ auth }: Identity): readonly string[] | undefined {
  const { role = "fineGrained", fineGrained } = auth?.accessToken ?? {};
  if (role !== "fineGrained") return [];
  const scoped = fineGrained?.scoped;
  return scoped &&
    [...new Set(scoped.flatMap(({ permissions }) => permissions))].sort();
}

/** The data source `huggingface_webhooks`. */
export const webhooksData: DataSource = dataSource<
  { readonly webhooks: readonly Webhook[] }
>()({
  typeName: "huggingface_webhooks",
  permission: "user.webhooks.read",
  description:
    "All webhooks of the token's user, such as those that nobody manages " +
    "or that were suspended.",
  attributes: (b) => ({
    ids: b.strings(
      ({ webhooks }) => webhooks.map(({ id }) => id),
      "The ids, as `terraform import` takes them.",
    ),
    webhooks: b.list("webhooks", (webhook) => ({
      id: webhook.string("id", "The id: 24 hex digits."),
      watched: webhook.list("watched", (item) => ({
        type: item.string(
          "type",
          "`model`, `dataset`, `space`, `bucket`, `kernel`, `user` or `org`.",
        ),
        name: item.string(
          "name",
          "`namespace/name` of a repository, or the name of the user or " +
            "organization.",
        ),
      }), "What is watched."),
      domains: webhook.value(
        types.set(types.string),
        "domains",
        "What is watched for: `repo`, `discussion`.",
      ),
      url: webhook.string(
        "url",
        "The URL that is called; null if a job is started.",
      ),
      job_id: webhook.string(
        "jobSourceId",
        "The id of the job, a copy of which is started.",
      ),
      enabled: webhook.bool(
        ({ disabled }) => isTold(disabled) ? disabled === false : undefined,
        "Whether it is switched on.",
      ),
      suspended: webhook.bool(
        ({ disabled }) =>
          isTold(disabled) ? typeof disabled === "string" : undefined,
        "Whether the service switched it off, because too many requests " +
          "failed.",
      ),
      has_secret: webhook.bool("hasSecret", "Whether it has a secret."),
      last_triggered_at: webhook.string(
        "lastTriggerAt",
        "When it was last started, in the form of RFC 3339; null if it " +
          "never was.",
      ),
    }), "The webhooks, by id."),
  }),
  failed: "read the webhooks",
  async read({ client, signal }) {
    const webhooks = await client.webhooks.list({ signal }).toArray();
    return { webhooks: webhooks.toSorted((a, b) => a.id < b.id ? -1 : 1) };
  },
});

/** Whether it is switched on, or the reason why not. */
function isTold(disabled: unknown): boolean {
  return typeof disabled === "boolean" || typeof disabled === "string";
}

const dollars = (microUsd: number) => microUsd / 1e6;

/** The data source `huggingface_job_usage`. */
export const jobUsageData: DataSource = dataSource<JobUsage>()({
  typeName: "huggingface_job_usage",
  permission: null,
  description:
    "What the jobs that the user of the token pays for cost in the period " +
    "that is billed now. For those of an organization use " +
    "`huggingface_organization_usage`.",
  attributes: (b) => ({
    cost_usd: b.float(
      ({ usedMicroUsd: used }) => used === undefined ? null : dollars(used),
      "US dollars in all.",
    ),
    minutes: b.float("totalMinutes", "Minutes in all."),
    period_start: b.string("periodStart", at("When the period began")),
    period_end: b.string("periodEnd", at("When the period ends")),
    jobs: b.list("jobDetails", (job) => ({
      job_id: job.string("jobId", "The id of the job."),
      flavor: job.string("hardwareFlavor", "The hardware that it ran on."),
      minutes: job.float("totalMinutes", "How long it ran."),
      cost_usd: job.float(
        ({ totalCostMicroUsd: cost }) =>
          cost === undefined ? null : dollars(cost),
        "US dollars.",
      ),
      started_at: job.string("startedAt", at("When it started")),
      completed_at: job.string(
        "completedAt",
        "When it ended, in the form of RFC 3339; null while it runs.",
      ),
    }), "The jobs of the period."),
  }),
  failed: "read the usage of jobs",
  read: ({ client: { jobs }, signal }) => jobs.getUsage({ signal }),
});
