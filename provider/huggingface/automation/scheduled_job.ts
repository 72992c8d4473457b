import { sharedList } from "../reads/per_provider.ts";
import {
  type Config,
  isUnknown,
  p,
  Path,
  type PlannedState,
  type Resource,
  s,
  type State,
  types,
  type Unknown,
  unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo, differencesFrom } from "@hf-terraform/framework/binding";
import type { CreateScheduledJob, ScheduledJob } from "@hf-terraform/client";
import { planAdvice } from "../cost/plan_advice.ts";
import {
  isReplacement,
  type ReplacementContext,
  tellObstacle,
} from "../object/replacement.ts";
import { planCost } from "../cost/planned_cost.ts";
import type { BilledHardware } from "../cost/price.ts";
import { namespaceOptions } from "../schema/namespace.ts";
import { definerFor } from "../object/bound.ts";
import { idByParts, identityOf, idOfParts } from "../object/derived_id.ts";
import { orGone } from "../object/remote_object.ts";
import { objectClaim } from "../object/claims.ts";
import { createObject } from "../object/create.ts";
import {
  notedSecrets,
  noteSentSecrets,
  noteUnmanagedSecrets,
} from "../object/unmanaged_secrets.ts";
import { parseScheduledJobId } from "../schema/ids.ts";
import {
  exposeCodec,
  jobAttributes,
  jobSecrets,
  jobVariables,
  networkCodec,
} from "../schema/job_spec.ts";
import { inSeconds, namesMinute } from "../schema/likely_mistakes.ts";
import { canonicalJson } from "../schema/json.ts";
import { knownTexts, same } from "../schema/same.ts";
import { cron } from "../schema/validators.ts";
import { jobVolumes, volumesCodec } from "../schema/volumes.ts";
import { adviseMentions, jobMentions } from "../object/mentions.ts";

/** Seconds after which the service stops a job that sets no time. */
const DEFAULT_TIMEOUT = 1800;

interface Wire {
  readonly create: CreateScheduledJob;
  readonly update: Record<never, never>;
  readonly response: ScheduledJob;
}

const b = bindingTo<Wire>();
const fixed = { change: "immutable" } as const;
// The Hub's document has these in each answer, but where there are none.
const shown = { ...fixed, absentMeansNull: ["flavor"] } as const;
const unit = { ...shown, sometimesReturned: false } as const;

const schema = s.schema({
  description:
    "A [scheduled job](https://huggingface.co/docs/hub/jobs-schedule): a " +
    "command in a container, on hardware that is paid for by the second, run " +
    "again and again.\n\nThe service changes only schedule, labels and whether " +
    "it is suspended; any other change replaces it.",
  attributes: {
    id: idOfParts(
      ["namespace", "scheduled_job_id"],
      "`namespace/scheduled_job_id`.",
    ),
    scheduled_job_id: b.computed("id", types.string, {
      description: "The id at the service.",
      key: true,
    }),
    namespace: b.local(
      s.string(namespaceOptions("runs and pays for the jobs")),
      fixed,
    ),
    schedule: b.field("schedule", types.string, {
      required: true,
      description: "When it runs, in UTC, such as `0 3 * * 1`.",
      validators: [cron, namesMinute],
      change: "via",
    }),
    suspended: b.field("suspend", types.bool, {
      optional: true,
      default: false,
      description: "Whether it is suspended. Default `false`: one that the " +
        "service has suspended is resumed by the next apply.",
      change: "via",
    }),
    suspend_reason: b.computed("suspendReason", types.string, {
      description: "Why the service suspended it; null if it did not.",
      planModifiers: [p.computedFrom(["suspended"])],
    }),
    concurrency: b.field("concurrency", types.bool, {
      optional: true,
      default: false,
      description: "Whether it runs while its last job still does. Default " +
        "`false`.",
      ...fixed,
    }),
    flavor: b.field("jobSpec.flavor", jobAttributes.flavor, fixed),
    image: b.field("jobSpec.dockerImage", jobAttributes.image, fixed),
    space: b.field("jobSpec.spaceId", jobAttributes.space, fixed),
    command: b.field("jobSpec.command", jobAttributes.command, fixed),
    arguments: b.field("jobSpec.arguments", jobAttributes.arguments, shown),
    variables: b.field("jobSpec.environment", types.map(types.string), {
      ...jobVariables,
      ...fixed,
    }),
    ...b.secrets("secrets", "jobSpec.secrets", { ...jobSecrets, ...fixed }),
    timeout_seconds: b.field("jobSpec.timeoutSeconds", types.int, {
      response: "jobSpec.timeout",
      optional: true,
      computed: true,
      description: "Seconds until a job is stopped. The service's default if " +
        "absent.",
      validators: [v.atLeast(1), inSeconds],
      ...fixed,
    }),
    attempts: b.mapped("jobSpec.attempts", types.int, {
      encode: (attempts) => attempts,
      decode: ({ retry }) => retry === undefined ? undefined : retry + 1,
      response: "jobSpec",
      optional: true,
      default: 1,
      description: "Number of starts of a job until it succeeds. Default 1.",
      validators: [v.atLeast(1)],
      ...fixed,
    }),
    arch: b.field("jobSpec.arch", jobAttributes.arch, shown),
    volumes: b.mapped("jobSpec.volumes", jobVolumes, volumesCodec, unit),
    expose: b.mapped("jobSpec.expose", jobAttributes.expose, exposeCodec, unit),
    network: b.mapped(
      "jobSpec.network",
      jobAttributes.network,
      networkCodec,
      unit,
    ),
    resource_group_id: b.field(
      "jobSpec.resourceGroupId",
      jobAttributes.resource_group_id,
      { ...fixed, response: "jobSpec.resourceGroup.id" },
    ),
    labels: b.field("jobSpec.labels", jobAttributes.labels, {
      ...shown,
      change: "via",
    }),
    next_run_at: b.computed("status.nextJobRunAt", types.string, {
      description: "When it runs next, in the form of RFC 3339.",
      planModifiers: [p.computedFrom(["schedule", "suspended"])],
    }),
  },
});

/** The scheduled jobs of an owner, whose list shows all that a read does. */
const scheduledJobReads = sharedList(({ jobs }, owner) =>
  jobs.scheduled.list(owner).toArray()
);

/** Refuses to delete a job for one on hardware that is not there. */
async function refuseUnknownFlavor(
  plan: ReplacementContext & { readonly planned: PlannedState<typeof schema> },
  at: Path,
): Promise<void> {
  const { planned: { flavor }, provider, diagnostics } = plan;
  if (!isReplacement(plan) || isUnknown(flavor)) return;
  const offers = await planAdvice(provider).once(
    "list of hardware for jobs",
    ({ jobs }, options) => jobs.listHardware(options).toArray(),
  );
  if (!offers?.length || offers.some(({ name }) => name === flavor)) return;
  tellObstacle(diagnostics, true, [
    `There is no hardware ${flavor} for jobs`,
    "The service would refuse the job. The data source " +
    "`huggingface_job_hardware` lists what there is.",
    at,
  ]);
}

function billedHardware(
  job: PlannedState<typeof schema> | State<typeof schema>,
): BilledHardware | Unknown {
  const { namespace, flavor, suspended } = job;
  if (isUnknown(flavor)) return unknown;
  return {
    product: "job",
    namespace: typeof namespace === "string" ? namespace : undefined,
    hardware: flavor,
    least: 0,
    most: suspended === true ? 0 : 1,
  };
}

/** Whether a job has what was sent and no attribute shows. */
function hasSent(
  { jobSpec }: ScheduledJob,
  { secrets, secrets_wo, timeout_seconds: timeout }: Config<typeof schema>,
): boolean {
  const names = Object.keys({ ...secrets, ...secrets_wo }).sort();
  // What is filled in by the service is no difference to a plan.
  return same([...jobSpec.secrets ?? []].sort(), names) &&
    [timeout ?? undefined, timeout ?? DEFAULT_TIMEOUT]
      .includes(jobSpec.timeout);
}

/** Attributes that a plan knows as a state has them. */
const alike = [
  "arch",
  "arguments",
  "attempts",
  "command",
  "concurrency",
  "expose",
  "flavor",
  "image",
  "labels",
  "network",
  "space",
  "variables",
  "volumes",
] as const;

export const scheduledJob: Resource = definerFor<Wire>()({
  typeName: "huggingface_scheduled_job",
  schema,
  kind: "scheduled job",
  access: { permission: "job.write" },
  identity: {
    displayName: "schedule",
    ...identityOf({
      namespace: "The user or organization that runs it.",
      scheduled_job_id: "The id at the service.",
    }),
    importKey: ({ id = "", identity }) =>
      parseScheduledJobId(
        identity ? `${identity.namespace}/${identity.scheduled_job_id}` : id,
      ),
  },
  conflicts: {
    // Two equal ones are well.
    claims: ({ id }) =>
      knownTexts(id)?.map((id) => objectClaim("scheduled job", id)) ?? [],
    likeness({ namespace, schedule, ...of }) {
      const spec = alike.map((name) => of[name]);
      const name = knownTexts(namespace, schedule)?.join("/");
      return name === undefined || !same(spec, spec)
        ? []
        : [objectClaim("scheduled job", name, canonicalJson(spec))];
    },
    async find(planned, { config, provider, signal }) {
      const { namespace } = planned;
      // Of what is not known the create finds out.
      if (typeof namespace !== "string" || !same(config, config)) return [];
      const all = await scheduledJobReads(provider).get(namespace, signal);
      return all.filter((one) =>
        hasSent(one, config) &&
        differencesFrom(schema, planned, one).length === 0
      );
    },
  },
  losses: {
    unmanaged: (_, { config, ...notes }) =>
      notedSecrets(notes, config).map((name) => `the secret \`${name}\``),
  },
  // Null is what the service says of one that it did not suspend.
  planValues: ({ prior, planned }) => ({
    suspend_reason: prior !== null && prior.suspended === planned.suspended
      ? prior.suspend_reason
      : undefined,
  }),
  async modifyPlan(planning) {
    const { planned, prior } = planning;
    await adviseMentions(jobMentions(planned), jobMentions(prior), planning);
    const label = `the scheduled job ${idByParts(schema, "schedule")(planned)}`;
    const place = Path.root.attribute("flavor");
    await refuseUnknownFlavor(planning, place);
    await planCost(planning, label, billedHardware, place);
  },
  async create({ body, namespace, client, ...call }) {
    const { scheduled } = client.jobs;
    noteSentSecrets(call.object.context, body.jobSpec.secrets);
    return await createObject<ScheduledJob>(call, {
      send: (once) => scheduled.create(namespace, body, once),
      madeBy: ({ initiator }) => initiator?.name,
      describe: ({ id, createdAt }) =>
        `has the id \`${id}\` and was created at ${createdAt}`,
      nameAttribute: "schedule",
    });
  },
  async read({ state, object, isFresh, namespace, client, signal }) {
    const reads = scheduledJobReads(object.context.provider);
    const all = isFresh ? [] : await reads.get(namespace, signal);
    const found = all.find(({ id }) => id === state.scheduled_job_id) ??
      await orGone(client.jobs.scheduled.get(object.id, { signal }));
    if (found !== undefined) {
      const { secrets = [] } = found.jobSpec;
      noteUnmanagedSecrets(secrets, object.context, state.secrets);
    }
    return found;
  },
  async update({ plan, changes, object: { id }, client, signal, save }) {
    const { scheduled } = client.jobs;
    let now: ScheduledJob | undefined;
    const step = async (send: () => Promise<unknown>) => {
      await send();
      save(now = await scheduled.get(id, { signal }));
    };
    if (changes("schedule")) {
      await step(() => scheduled.setSchedule(id, plan.schedule, { signal }));
    }
    if (changes("labels")) {
      await step(() => scheduled.setLabels(id, plan.labels ?? {}, { signal }));
    }
    if (changes("suspended")) {
      await step(() =>
        plan.suspended
          ? scheduled.suspend(id, { signal })
          : scheduled.resume(id, { signal })
      );
    }
    return now;
  },
  delete: ({ object: { id }, client: { jobs }, confirmDelete }) =>
    confirmDelete((once) => jobs.scheduled.delete(id, once)),
});
