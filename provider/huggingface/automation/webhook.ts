import {
  type Config,
  failure,
  isUnknown,
  Path,
  type PlannedState,
  type Resource,
  type State,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { differencesFrom } from "@hf-terraform/framework/binding";
import type { Webhook } from "@hf-terraform/client";
import { sharedList } from "../reads/per_provider.ts";
import { definerFor } from "../object/bound.ts";
import { identityOf } from "../object/derived_id.ts";
import { checkedAgain, orGone, outlive } from "../object/remote_object.ts";
import { createObject, quoteNames } from "../object/create.ts";
import { planCost } from "../cost/planned_cost.ts";
import type { BilledHardware } from "../cost/price.ts";
import type { PrivateNotes } from "../object/notes.ts";
import {
  noteSentSecrets,
  noteUnmanagedSecrets,
  unmanagedSecrets,
} from "../object/unmanaged_secrets.ts";
import { type Claim, objectClaim } from "../object/claims.ts";
import { knownTexts, same } from "../schema/same.ts";
import { invalidId } from "../schema/ids.ts";
import { isRecord } from "../schema/json.ts";
import { parseAddress } from "../service_urls.ts";
import {
  adviseMentions,
  isHubKind,
  jobMentions,
  type Mention,
} from "../object/mentions.ts";
import { webhookSchema, type WebhookWire } from "./webhook_schema.ts";

/** The webhooks of the token's user, whose list shows all that a read does. */
const webhookReads = sharedList(({ webhooks }) => webhooks.list().toArray());

/** Each is made enabled, and disabled later. */
const sentLater = "enabled";

/** The hardware of its own job, which each event starts once. */
function billedHardware(
  { job, enabled }: PlannedState<typeof webhookSchema> | WebhookState,
): BilledHardware | Unknown | undefined {
  if (job === null) return undefined;
  if (isUnknown(job) || isUnknown(job.flavor)) return unknown;
  return {
    product: "job",
    namespace: undefined,
    hardware: job.flavor,
    least: 0,
    most: enabled === false ? 0 : 1,
  };
}

export const webhook: Resource = definerFor<WebhookWire>()({
  typeName: "huggingface_webhook",
  schema: webhookSchema,
  kind: "webhook",
  access: { permission: "user.webhooks.write", seenBy: "user" },
  identity: {
    displayName({ id, url, job_id }) {
      if (typeof id === "string") return id;
      const [target = "a job"] = knownTexts(url ?? job_id) ?? [];
      return `for ${receiverOf(target)}`;
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
      const on = knownTexts(
        ...watched.map((one) =>
          isUnknown(one) || isUnknown(one.type) || isUnknown(one.name)
            ? one
            : `${one.type} ${one.name}`
        ),
      );
      const of = knownTexts(...domains);
      return on === undefined || of === undefined ? own : [...own, {
        thing: `the webhook for ${receiverOf(target)} that watches ` +
          `${of.toSorted()} of ${on.toSorted()}`,
        exact: target,
        // Two that exist may be equal.
        isShared: own.length > 0,
      }];
    },
    async find(planned, { config, provider, signal }) {
      // Of what is not known the create finds out.
      if (!same(config, config)) return [];
      const all = await webhookReads(provider).get("", signal);
      return all.filter((one) =>
        differencesFrom(webhookSchema, planned, one).every((at) =>
          at === sentLater
        )
      );
    },
  },
  losses: {
    unmanaged: (state, { config, ...notes }) => [
      ...unmanagedJobSecrets(state, config, notes)
        .map((name) => `the secret \`${name}\` of its job`),
      ...hasUnmanagedSecret(state, config) ? ["a secret"] : [],
    ],
  },
  validate({ config: { url }, diagnostics }) {
    const parsed = typeof url === "string" ? URL.parse(url) : null;
    if (!parsed?.username && !parsed?.password) return;
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
    const name = prior === null ? "a new webhook" : `webhook ${prior.id}`;
    const place = Path.root.attribute("job").attribute("flavor");
    await planCost(planning, `the job of ${name}`, billedHardware, place);
    if (prior === null || !isUpdate) return;
    const lost = unmanagedJobSecrets(prior, config, planning);
    if (lost.length > 0) {
      diagnostics.addError(...jobSecretsAreMissing(prior.id, lost));
    }
    if (hasUnmanagedSecret(prior, config)) {
      diagnostics.addError(...secretIsMissing(prior.id));
    }
  },
  async create({ body, plan, client, signal, save, ...call }) {
    const { webhooks } = client;
    noteSentSecrets(call.object.context, body.job?.secrets);
    const answer = await createObject<Webhook>(call, {
      send: (once) => webhooks.create(body, once),
      nameAttribute: "watched",
      later: [sentLater],
    });
    save(answer);
    return plan.enabled
      ? answer
      // Its job costs money until then, also when Terraform stops.
      : await webhooks.disable(answer.id, { signal: outlive(signal) });
  },
  async read({ state, object, isFresh, client: { webhooks }, signal }) {
    const { id, context } = object;
    const reads = webhookReads(context.provider);
    const all = isFresh ? [] : await reads.get("", signal);
    const found = all.find((one) => one.id === id) ??
      await orGone(webhooks.get(id, { signal }));
    const { secrets = [] } = found?.job ?? {};
    noteUnmanagedSecrets(secrets, context, state.job?.secrets);
    return found;
  },
  async update({ body, plan, prior, current, object, client, signal, save }) {
    const { id, context } = object;
    const { webhooks } = client;
    let answer: Webhook | undefined;
    if (body !== undefined) {
      const look = () => webhooks.get(id, { signal });
      refuseAdded(current ?? await look(), body, prior, context);
      noteSentSecrets(context, body.job?.secrets);
      const check = async () => refuseAdded(await look(), body, prior, context);
      answer = await webhooks.update(id, body, checkedAgain(context, check));
      save(answer, body);
    }
    if (plan.enabled === prior.enabled) return answer;
    return plan.enabled
      ? await webhooks.enable(id, { signal })
      : await webhooks.disable(id, { signal });
  },
  delete: ({ object: { id }, client: { webhooks }, confirmDelete }) =>
    confirmDelete((once) => webhooks.delete(id, once)),
});

type WebhookState = State<typeof webhookSchema>;
type WebhookConfig = Config<typeof webhookSchema>;

/** The secrets of the job that nobody could send again. */
function unmanagedJobSecrets(
  { job: prior, job_secret_names }: WebhookState,
  { job }: WebhookConfig,
  notes: PrivateNotes,
): string[] {
  if (job === null || isUnknown(job)) return [];
  const known = [prior?.secrets, job.secrets, job.secrets_wo];
  return unmanagedSecrets(job_secret_names ?? [], notes, ...known);
}

/** Whether the webhook has a secret that nobody could send again. */
function hasUnmanagedSecret(
  { has_secret, secret, secret_wo_version }: WebhookState,
  config: WebhookConfig,
): boolean {
  return has_secret === true && secret === null && secret_wo_version === null &&
    config.secret === null && config.secret_wo === null;
}

/** Refuses an update that would remove what somebody has added after the plan. */
function refuseAdded(
  { job, hasSecret, id }: Webhook,
  body: WebhookWire["update"],
  prior: WebhookState,
  notes: PrivateNotes,
): void {
  const known = [prior.job?.secrets, body.job?.secrets];
  const added = unmanagedSecrets(job?.secrets ?? [], notes, ...known);
  if (body.job && added.length > 0) {
    throw failure(...jobSecretsAreMissing(id, added));
  }
  if (hasSecret && prior.has_secret === false && body.secret === undefined) {
    throw failure(...secretIsMissing(id));
  }
}

function jobSecretsAreMissing(id: string | null, names: readonly string[]) {
  return [
    "The job of the webhook has secrets that are not configured",
    `The job of the webhook ${id} has the secrets ${quoteNames(names)}, and ` +
    "an update sends the whole job, so they would be lost. Set `secrets`, or " +
    "`secrets_wo` with `secrets_wo_version`.",
    Path.root.attribute("job").attribute("secrets"),
  ] as const;
}

function secretIsMissing(id: string | null) {
  return [
    "The webhook has a secret that is not configured",
    `The webhook ${id} has a secret that this configuration does not have, and ` +
    "an update sends the whole webhook, so the secret could be lost. Set " +
    "`secret`, or `secret_wo` with `secret_wo_version`.",
    Path.root.attribute("secret"),
  ] as const;
}

/** The receiver of events: of a URL the host, as the rest may be what opens it. */
export function receiverOf(target: string): string {
  if (!/^https?:/i.test(target)) return target;
  return parseAddress(target)?.host ?? "a URL";
}

function mentions(
  webhook: { readonly watched: unknown; readonly job: unknown } | null,
): Mention[] {
  const { watched, job } = webhook ?? {};
  const { root } = Path;
  return [
    ...(Array.isArray(watched) ? watched : []).flatMap((one: unknown) =>
      isRecord(one) && isHubKind(one.type)
        ? [{
          type: one.type,
          id: one.name,
          at: root.attribute("watched"),
          isNeeded: false,
        }]
        : []
    ),
    ...jobMentions(isRecord(job) ? job : null, root.attribute("job")),
  ];
}
