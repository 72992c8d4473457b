import { isUnknown, Path, type Resource } from "@hf-terraform/framework";
import { differencesFrom } from "@hf-terraform/framework/binding";
import type { Webhook } from "@hf-terraform/client";
import { ownerLists, sharedList } from "../reads/per_provider.ts";
import { definerFor } from "../object/bound.ts";
import { identityOf } from "../object/derived_id.ts";
import { orGone } from "../object/remote_object.ts";
import { createObject, quoteNames } from "../object/create.ts";
import { type Claim, objectClaim } from "../object/claims.ts";
import { knownTexts, same } from "../schema/same.ts";
import { invalidId } from "../schema/ids.ts";
import { isRecord } from "../schema/json.ts";
import {
  adviseMentions,
  isHubKind,
  jobMentions,
  type Mention,
} from "../repo/mentions.ts";
import { webhookSchema, type WebhookWire } from "./webhook_schema.ts";

/** The webhooks of the token's user, whose list shows all that a read does. */
const webhookReads = ownerLists(
  ({ webhooks }) => webhooks.list(),
  ({ id }) => id,
);

const webhookList = sharedList(({ webhooks }) => webhooks.list().toArray());

/** Each is made enabled, and disabled later. */
const sentLater = "enabled";

/** The resource `huggingface_webhook`. */
export const webhook: Resource = definerFor<WebhookWire>()({
  typeName: "huggingface_webhook",
  schema: webhookSchema,
  kind: "webhook",
  access: { permission: "user.webhooks.write", seenBy: "user" },
  identity: {
    displayName({ id, url, job_id }) {
      if (typeof id === "string") return id;
      const [target = "a job"] = knownTexts(url ?? job_id) ?? [];
      return `for ${withoutPassword(target)}`;
    },
    ...identityOf({ id: "The id of the webhook." }),
    importKey({ id, identity }) {
      const given = identity?.id ?? id ?? "";
      const found =
        /^(?:https?:\/\/[^/]+\/settings\/webhooks\/)?([0-9a-f]{24})$/
          .exec(given)?.[1];
      if (found !== undefined) return { id: found };
      throw invalidId(
        given,
        "the ID of a webhook",
        "24 hex digits, such as `6531a1b2c3d4e5f60718293a`, or the address of " +
          "its page, such as " +
          "`https://huggingface.co/settings/webhooks/6531a1b2c3d4e5f60718293a`.",
      );
    },
  },
  conflicts: {
    // The service would make an equal one a second time, unless it is found.
    claims({ id, watched, domains, url, job_id }) {
      const own: Claim[] = knownTexts(id)?.map((id) =>
        objectClaim("webhook", id)
      ) ?? [];
      const [target] = knownTexts(url ?? job_id) ?? [];
      if (target === undefined || isUnknown(watched) || isUnknown(domains)) {
        return own;
      }
      // A message would show the password that tells it from another one.
      if (withoutPassword(target) !== target) return own;
      const on = knownTexts(
        ...watched.map((one) =>
          isUnknown(one) || isUnknown(one.type) || isUnknown(one.name)
            ? one
            : `${one.type} ${one.name}`
        ),
      );
      const of = knownTexts(...domains);
      return on === undefined || of === undefined ? own : [...own, {
        thing: `the webhook for ${target} that watches ${of.toSorted()} of ` +
          `${on.toSorted()}`,
        exact: target,
        // Two that exist may be equal.
        isShared: own.length > 0,
      }];
    },
    async find(planned, { config, provider, signal }) {
      // Of what is not known the create finds out.
      if (!same(config, config)) return [];
      const all = await webhookList(provider).get("", signal);
      return all.filter((one) =>
        differencesFrom(webhookSchema, planned, one).every((at) =>
          at === sentLater
        )
      );
    },
  },
  validate({ config: { url }, diagnostics }) {
    if (typeof url !== "string" || withoutPassword(url) === url) return;
    diagnostics.addWarning(
      "The URL has a name or password in it",
      "Plans show it, and the state has it. Let the receiver check " +
        "`secret_wo` instead, or take the URL from a variable that is " +
        "`sensitive`.",
      Path.root.attribute("url"),
    );
  },
  planValues: ({ prior, planned: { job, secret, secret_wo_version } }) => ({
    job_secret_names: job === null ? null : undefined,
    // Another secret is a secret still.
    has_secret: prior?.has_secret === true &&
        [secret, secret_wo_version].some((one) =>
          one !== null && !isUnknown(one)
        )
      ? true
      : undefined,
  }),
  async modifyPlan(planning) {
    const { prior, planned, config, isUpdate, diagnostics } = planning;
    await adviseMentions(mentions(planned), mentions(prior), planning);
    const { job } = config;
    const lost = (prior?.job_secret_names ?? []).filter((name) =>
      job !== null && !isUnknown(job) && !isUnknown(job.secrets) &&
      job.secrets?.[name] === undefined && job.secrets_wo === null &&
      prior?.job?.secrets?.[name] === undefined &&
      prior?.job?.secrets_wo_version === null
    );
    if (isUpdate && lost.length > 0) {
      diagnostics.addError(
        "The job of the webhook has secrets that are not configured",
        `The job of the webhook ${prior?.id} has the secrets ` +
          `${quoteNames(lost)}, and an update ` +
          "sends the whole job, so they would be lost. Set `secrets`, or " +
          "`secrets_wo` with `secrets_wo_version`.",
        Path.root.attribute("job").attribute("secrets"),
      );
    }
    const isConfigured = config.secret !== null || config.secret_wo !== null;
    const isForeign = prior?.has_secret === true && prior.secret === null &&
      prior.secret_wo_version === null;
    if (!isUpdate || isConfigured || !isForeign) return;
    diagnostics.addError(
      "The webhook has a secret that is not configured",
      `The webhook ${prior?.id} has a secret that this configuration does not ` +
        "have, and an update sends the whole webhook, so the secret could be " +
        "lost. Set `secret`, or `secret_wo` with `secret_wo_version`.",
      Path.root.attribute("secret"),
    );
  },
  async create({ body, plan, client, signal, save, ...call }) {
    const { webhooks } = client;
    const answer = await createObject<Webhook>(call, {
      send: (once) => webhooks.create(body, once),
      nameAttribute: "watched",
      later: [sentLater],
    });
    save(answer);
    return plan.enabled
      ? answer
      : await webhooks.disable(answer.id, { signal });
  },
  async read({ object: { id }, provider, client: { webhooks }, signal }) {
    return await webhookReads(provider).find("", id, signal) ??
      await orGone(webhooks.get(id, { signal }));
  },
  async update({ body, plan, prior, object: { id }, client, signal, save }) {
    const { webhooks } = client;
    let answer: Webhook | undefined;
    if (body !== undefined) {
      answer = await webhooks.update(id, body, { signal });
      save(answer);
    }
    if (plan.enabled === prior.enabled) return answer;
    return plan.enabled
      ? await webhooks.enable(id, { signal })
      : await webhooks.disable(id, { signal });
  },
  delete: ({ object: { id }, client: { webhooks }, confirmDelete }) =>
    confirmDelete((once) => webhooks.delete(id, once)),
});

/** A URL without the name and password that may stand before the host. */
function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/?#]*@/, "$1");
}

function mentions(
  webhook: { readonly watched: unknown; readonly job: unknown } | null,
): Mention[] {
  const { watched, job } = webhook ?? {};
  const { root } = Path;
  return [
    ...(Array.isArray(watched) ? watched : []).flatMap((one: unknown) =>
      isRecord(one) && isHubKind(one.type)
        ? [{ type: one.type, id: one.name, at: root.attribute("watched") }]
        : []
    ),
    ...jobMentions(isRecord(job) ? job : null, root.attribute("job")),
  ];
}
