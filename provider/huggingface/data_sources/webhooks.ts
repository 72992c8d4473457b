/**
 * `huggingface_webhooks`: all webhooks of the token's user.
 *
 * @module
 */

import { type DataSource, s, types } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { Webhook } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";

const b = bindingToAnswer<{ readonly webhooks: readonly Webhook[] }>();

/** The data source `huggingface_webhooks`. */
export const webhooksData: DataSource = dataSource(b, {
  typeName: "huggingface_webhooks",
  permission: "user.webhooks.read",
  schema: s.schema({
    description:
      "All webhooks of the token's user, such as those that nobody manages " +
      "or that were suspended.",
    attributes: {
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
          ({ disabled }) => disabled === false,
          "Whether it is switched on.",
        ),
        suspended: webhook.bool(
          ({ disabled }) => typeof disabled === "string",
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
    },
  }),
  failed: () => ({
    summary: "Cannot read the webhooks",
  }),
  async read({ client, signal }) {
    const webhooks = await client.webhooks.list({ signal }).toArray();
    return { webhooks: webhooks.toSorted((a, b) => a.id < b.id ? -1 : 1) };
  },
});
