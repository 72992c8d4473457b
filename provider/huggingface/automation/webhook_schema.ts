import { p, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { Webhook, WebhookBody } from "@hf-terraform/client";
import { parseRepoAddress, repoIdOf } from "../schema/ids.ts";
import { eachOnce, suggest } from "../schema/validators.ts";
import {
  exposeCodec,
  jobAttributes,
  jobSecrets,
  jobVariables,
  networkCodec,
  sentJobAttributes,
} from "../schema/job_spec.ts";
import { jobVolumes, volumesCodec } from "../schema/volumes.ts";
import { secureUrl } from "../schema/likely_mistakes.ts";
import { either, requireText } from "../define/inputs.ts";
import { repositoryKinds } from "../schema/known_values.ts";

/** The bodies of requests and answers. An update is the whole of a create. */
export interface WebhookWire {
  readonly create: WebhookBody;
  readonly update: WebhookBody;
  readonly response: Webhook;
}

const watchedName = suggest(
  /^(?!\.+(?:\/|$))[\w.-]+(?:\/(?!\.+$)[\w.-]+)?$/,
  "`namespace/name`, or the name of a user or organization",
  (text) => {
    const address = parseRepoAddress(text.replace(/\/organizations\//, "/"));
    return address === undefined ? text.replace(/^@/, "") : repoIdOf(address);
  },
);

const watchable = [...repositoryKinds, "user", "org"];

const b = bindingTo<WebhookWire>({ update: "PUT" });

/** An update or a response is whole: what it lacks is gone. */
const gone = { clear: "omit", absentMeansNull: true } as const;

const hidden = { ...gone, response: "hidden" } as const;

const keep = <T>(_: unknown, kept: T) => kept ?? null;

export const webhookSchema = s.schema({
  description:
    "A [webhook](https://huggingface.co/docs/hub/webhooks): changes of " +
    "repositories on the Hub call a URL or start a job.\n\n" +
    "Webhooks belong to the user of the token, not to an organization, and " +
    "go with the account: use the token of an account that stays.\n\n" +
    "An update sends the whole webhook, also its secrets, over those that " +
    "were set elsewhere, even with `ignore_changes`.",
  attributes: {
    id: b.computed("id", types.string, {
      description: "The id: 24 hex digits.",
      key: true,
    }),
    watched: b.mapped(
      "watched",
      s.objectSet({
        type: requireText(`${either(watchable)}.`, v.knownValues(...watchable)),
        name: requireText(
          "`namespace/name` of a repository, or the name of the " +
            "user or organization.",
          watchedName,
        ),
      }, {
        required: true,
        description: "Watched objects: repositories, or all those of an " +
          "account. Public ones of others too.",
        validators: [v.sizeAtLeast(1), eachOnce("type", "name")],
      }),
      {
        encode: (watched) => watched,
        decode: (watched) => watched.map(({ type, name }) => ({ type, name })),
      },
    ),
    domains: b.field("domains", types.set(types.string), {
      required: true,
      description: "Watched events: `repo` (commits, settings, " +
        "visibility), `discussion` (discussions, pull requests, comments).",
      validators: [v.sizeAtLeast(1), v.each(v.oneOf("repo", "discussion"))],
    }),
    url: b.field("url", types.string, {
      optional: true,
      description: "The URL that is called. Either this, `job` or `job_id`.",
      validators: [v.exactlyOneOf("job", "job_id"), v.url(), secureUrl],
      clear: "omit",
      absentMeansNull: ["job", "jobSourceId"],
    }),
    job_id: b.field("jobSourceId", types.string, {
      optional: true,
      description: "The id of a job, a copy of which is started. Either " +
        "this, `job` or `url`.",
      validators: [
        suggest(
          /^[\w-]+$/,
          "the id of a job alone, such as `6531a1b2c3d4e5f60718293a`",
          (text) => text.split("/").at(-1) ?? "",
        ),
      ],
      clear: "omit",
      absentMeansNull: ["url", "job"],
    }),
    job: s.object({
      flavor: b.field("job.flavor", jobAttributes.flavor, gone),
      image: b.field("job.dockerImage", jobAttributes.image, gone),
      space: b.field("job.spaceId", jobAttributes.space, gone),
      command: b.field("job.command", jobAttributes.command, gone),
      arguments: b.field("job.arguments", jobAttributes.arguments, gone),
      variables: b.field("job.environment", types.map(types.string), {
        ...jobVariables,
        ...gone,
      }),
      ...b.secrets("secrets", "job.secrets", { ...jobSecrets, ...gone }),
      timeout_seconds: b.field(
        "job.timeoutSeconds",
        sentJobAttributes.timeout_seconds,
        gone,
      ),
      attempts: b.field("job.attempts", sentJobAttributes.attempts, hidden),
      arch: b.field("job.arch", jobAttributes.arch, hidden),
      volumes: b.mapped("job.volumes", jobVolumes, {
        ...volumesCodec,
        decode: keep,
      }, hidden),
      expose: b.mapped("job.expose", jobAttributes.expose, {
        ...exposeCodec,
        decode: keep,
      }, hidden),
      network: b.mapped("job.network", jobAttributes.network, {
        ...networkCodec,
        decode: keep,
      }, hidden),
      resource_group_id: b.field(
        "job.resourceGroupId",
        jobAttributes.resource_group_id,
        hidden,
      ),
      labels: b.field("job.labels", jobAttributes.labels, gone),
    }, {
      optional: true,
      description: "The job that is started. Either this, `job_id` or `url`.",
    }),
    job_secret_names: b.computed("job", types.set(types.string), {
      description: "Names of the secrets of `job`.",
      decode: (job) => job.secrets,
      planModifiers: [p.computedFrom(["job"])],
    }),
    ...b.secret("secret", "secret", {
      description: "Content of the requests' header `X-Webhook-Secret`: " +
        "printable ASCII.",
      clear: { send: "" },
      validators: [v.matches(/^[\x20-\x7e]+$/, "printable ASCII characters")],
    }),
    enabled: b.computed("disabled", types.bool, {
      optional: true,
      default: true,
      description: "Whether it is switched on. Default `true`: one that the " +
        "service suspended is switched on by the next apply.",
      decode: (disabled) => isSwitch(disabled) ? disabled === false : undefined,
      change: "via",
    }),
    suspended: b.computed("disabled", types.bool, {
      description: "Whether the service switched it off, because too many " +
        "requests failed.",
      decode: (disabled) =>
        isSwitch(disabled) ? typeof disabled === "string" : undefined,
      planModifiers: [p.computedFrom(["enabled"])],
    }),
    has_secret: b.computed("hasSecret", types.bool, {
      description: "Whether it has a secret.",
      planModifiers: [p.computedFrom(["secret", "secret_wo_version"])],
    }),
  },
});

/** Whether an answer says whether a webhook is on. */
function isSwitch(disabled: unknown): boolean {
  return typeof disabled === "boolean" || typeof disabled === "string";
}
