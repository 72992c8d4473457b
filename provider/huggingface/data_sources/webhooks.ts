/**
 * `huggingface_webhooks`: all webhooks of the token's user.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import type { Webhook } from "../../../mod.ts";
import { bindingToAnswer, boundDataSource } from "../shared/bound_data.ts";

const b = bindingToAnswer<{ readonly webhooks: readonly Webhook[] }>();

/** The data source `huggingface_webhooks`. */
export const webhooksData: DataSource = boundDataSource({
  typeName: "huggingface_webhooks",
  permission: "user.webhooks.read",
  schema: s.schema({
    description:
      "All webhooks of the token's user, such as those that nobody manages " +
      "or that were suspended. The token needs the permission " +
      "`user.webhooks.read`.",
    attributes: {
      ids: b.shownBy(
        "webhooks",
        s.list(types.string, {
          computed: true,
          description: "The ids, as `terraform import` takes them.",
        }),
        (webhooks) => webhooks.map(({ id }) => id),
      ),
      webhooks: b.shownBy(
        "webhooks",
        s.objectList({
          id: s.string({
            computed: true,
            description: "The id: 24 hex digits.",
          }),
          watched: s.objectList({
            type: s.string({
              computed: true,
              description: "`model`, `dataset`, `space`, `bucket`, `kernel`, " +
                "`user` or `org`.",
            }),
            name: s.string({
              computed: true,
              description: "`namespace/name` of a repository, or the name " +
                "of the user or organization.",
            }),
          }, { computed: true, description: "What is watched." }),
          domains: s.set(types.string, {
            computed: true,
            description: "What is watched for: `repo`, `discussion`.",
          }),
          url: s.string({
            computed: true,
            description: "The URL that is called; null if a job is started.",
          }),
          job_id: s.string({
            computed: true,
            description: "The id of the job, a copy of which is started.",
          }),
          enabled: s.bool({
            computed: true,
            description: "Whether it is switched on.",
          }),
          suspended: s.bool({
            computed: true,
            description: "Whether the service switched it off, because too " +
              "many requests failed.",
          }),
          has_secret: s.bool({
            computed: true,
            description: "Whether it has a secret.",
          }),
          last_triggered_at: s.string({
            computed: true,
            description: "When it was last started, in the form of RFC 3339; " +
              "null if it never was.",
          }),
        }, { computed: true, description: "The webhooks, by id." }),
        (webhooks) =>
          webhooks.map((webhook) => ({
            id: webhook.id,
            watched: webhook.watched.map(({ type, name }) => ({ type, name })),
            domains: webhook.domains,
            url: webhook.url ?? null,
            job_id: webhook.jobSourceId ?? null,
            enabled: webhook.disabled === false,
            suspended: typeof webhook.disabled === "string",
            has_secret: webhook.hasSecret,
            last_triggered_at: webhook.lastTriggerAt ?? null,
          })),
      ),
    },
  }),
  what: () => "the webhooks",
  async read({ provider, signal }) {
    const client = await provider.client();
    const webhooks = await client.webhooks.list({ signal });
    return { webhooks: webhooks.toSorted((a, b) => a.id < b.id ? -1 : 1) };
  },
});
