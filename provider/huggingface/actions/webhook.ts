/**
 * `huggingface_webhook_replay`: an event is sent to a webhook once more.
 *
 * @module
 */

import { type Action, failure, v } from "@hf-terraform/framework";
import { onceAction } from "../shared/action.ts";
import { needed } from "../shared/inputs.ts";
import { hexId } from "../shared/validators.ts";

/** The action `huggingface_webhook_replay`. */
export const replayWebhook: Action = onceAction({
  typeName: "huggingface_webhook_replay",
  permission: "user.webhooks.write",
  description:
    "Sends an event of a webhook's log once more, such as one that its " +
    "target missed. The page of the webhook in the settings shows the log.",
  attributes: {
    webhook: needed(
      "The `id` of the webhook: 24 hex digits.",
      hexId,
    ),
    log_id: needed(
      "The id of the event in the log.",
      v.matches(/^[\w-]+$/, "letters, digits, `_` and `-`"),
    ),
  },
  failed: ({ webhook, log_id }) => ({
    summary: `Cannot replay the event ${log_id} of the webhook ${webhook}`,
    named: "webhook",
  }),
  async send({ config: { webhook, log_id }, client: { webhooks }, signal }) {
    const status = await webhooks.replay(webhook, log_id, { signal });
    if (status < 300) {
      return `The target of the webhook ${webhook} answered ${status}`;
    }
    throw failure(
      `The target of the webhook ${webhook} answered ${status}`,
      `The event ${log_id} was sent, and its target did not take it. Look ` +
        "into the log of the target.",
    );
  },
});
