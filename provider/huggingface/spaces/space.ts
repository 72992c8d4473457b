import {
  isUnknown,
  type MoveContext,
  Path,
  type Resource,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import { stateFrom } from "@hf-terraform/framework/binding";
import { definerFor } from "../object/bound.ts";
import { idByParts } from "../object/derived_id.ts";
import { planCost } from "../cost/planned_cost.ts";
import type { BilledHardware } from "../cost/price.ts";
import { contentsOf, refsOf } from "../repo/repo_commit.ts";
import {
  removeObject,
  stableIdentity,
  warnIfRenamed,
} from "../object/identity.ts";
import type { Complaints } from "../object/places.ts";
import { keepNote } from "../object/notes.ts";
import { create, update } from "./apply.ts";
import { fileClaimsOf, refuseFiles } from "./commit.ts";
import { warnOfKeys } from "./key_changes.ts";
import { BROUGHT, keysOf, kinds, noteUnclear, spaceClaims } from "./keys.ts";
import {
  adviseTemplate,
  planSpaceValues,
  sdkOfTemplate,
  validateSpace,
  withStage,
} from "./plan.ts";
import { type PlannedSpace, spaceSchema, type SpaceState } from "./schema.ts";
import type { SpaceWire } from "./wire.ts";
import { readView } from "./view.ts";
import { isReadyStage } from "./wait.ts";
import {
  adviseMentions,
  type Mention,
  volumeMentions,
} from "../object/mentions.ts";
import { filesIn, knownIn } from "../repo/file_content.ts";
import { noteLostFiles } from "../repo/file_notes.ts";
import { unusableState } from "../object/remote_object.ts";
import { repoObject } from "../repo/repo_object.ts";
import { repoReads } from "../repo/repo_reader.ts";
import { isZeroGpu } from "../schema/known_values.ts";
import { recordAt } from "../schema/json.ts";
import { parseHubId } from "../schema/ids.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";

function mentions(space: { readonly volumes: unknown } | null): Mention[] {
  return volumeMentions(space?.volumes, Path.root.attribute("volumes"));
}

/** The hardware at its dearest; undefined: the service scales it. */
function billedHardware(
  space: PlannedSpace | SpaceState,
  /** Whether its sleep or pause is known after the apply only. */
  mayStop: boolean,
): BilledHardware | Unknown | undefined {
  const { namespace, hardware, replicas, paused, sleep_time } = space;
  if (isUnknown(hardware)) return unknown;
  if (isZeroGpu(hardware)) return undefined;
  if (isUnknown(replicas)) return unknown;
  if (hardware !== null && replicas === null) return undefined;
  const most = paused === true || hardware === null ? 0 : replicas ?? 0;
  return {
    product: "space",
    namespace: typeof namespace === "string" ? namespace : undefined,
    hardware: hardware ?? "",
    least: mayStop || typeof sleep_time === "number" && sleep_time > 0
      ? 0
      : most,
    most,
  };
}

/** Messages of the Hub that name no field. */
const complaints: Complaints = [
  [/hardware|flavor|zerogpu|payment method/i, "hardware"],
  [/sleep/i, "sleep_time"],
  [/replicas/i, "replicas"],
  [/protected|visibility/i, "visibility"],
  [/dev mode/i, "dev_mode"],
  [/region/i, "region"],
  [/resource group/i, "resource_group_id"],
  [/volume|mount/i, "volumes"],
  [/template/i, "template"],
  [/short_description/i, "short_description"],
  [/repository name|repo name/i, "name"],
];

export const space: Resource = definerFor<SpaceWire>()({
  typeName: "huggingface_space",
  schema: spaceSchema,
  kind: "Space",
  access: { permission: "repo.write" },
  identity: stableIdentity("space", "space_id", repoReads.space),
  conflicts: {
    claims: (planned, ...more) => [
      ...spaceClaims(planned, ...more),
      ...fileClaimsOf(planned, ...more),
    ],
  },
  losses: {
    noteLost(state, notes) {
      // Any key may be somebody else's.
      for (const kind of kinds) noteUnclear(kind, notes, state[`${kind}s`]);
      noteLostFiles(knownIn(filesIn({ files: state.files })), notes);
      keepNote(notes, "wait_pending", true);
    },
    dataAtRisk(_, parts) {
      const keys = parts?.filter((part) => !/^the (branch|tag) /.test(part));
      const count = keys === undefined ? "" : ` (${keys.length})`;
      const description = `history, secrets and variables${count}`;
      return { description, mayBeLost: false };
    },
    contentsOf: ({ id, space_id: repositoryId }, ...more) =>
      contentsOf("space", { id, repositoryId }, ...more),
    async partsOf({ state: { id, space_id: repositoryId }, ...context }) {
      const ids = { id, repositoryId };
      const parts = [refsOf("space", ids, context), keysOf(ids, context)];
      return (await Promise.all(parts)).flat();
    },
  },
  errors: { complaints },
  validate: validateSpace,
  planValues: planSpaceValues,
  async modifyPlan(planning) {
    await warnOfKeys(planning);
    if (planning.requiresReplace.length === 0) await refuseFiles(planning);
    await adviseTemplate(planning);
    const { planned, prior, config } = planning;
    await adviseMentions(mentions(planned), mentions(prior), planning);
    const label = `the Space ${idByParts(spaceSchema)(planned)}`;
    // Whatever the SDK of its template is, these cost no more by default.
    const isOpen = (name: "hardware" | "replicas") =>
      config[name] === null && isUnknown(planned[name]);
    const dearest = {
      ...planned,
      ...isOpen("hardware") && { hardware: null },
      ...isOpen("replicas") && { replicas: 1 },
    };
    const place = Path.root.attribute("hardware");
    const plan = { ...planning, planned: dearest };
    // Paid hardware begins without the sleep of what is free.
    const mayKeep = typeof prior?.sleep_time === "number" &&
      prior.hardware !== "cpu-basic";
    const mayStop = isUnknown(config.sleep_time) || isUnknown(config.paused) ||
      isUnknown(planned.sleep_time) && mayKeep;
    const billed = (space: PlannedSpace | SpaceState) =>
      billedHardware(space, mayStop);
    await planCost(plan, label, billed, place);
    return { planned: withStage(planning) };
  },
  moveState: [moveSpaceState],
  async create(call) {
    const { plan: { sdk, template }, provider, signal } = call;
    const known = isUnknown(template) ? null : template;
    const request = call.resolve({
      sdk: typeof sdk === "string"
        ? sdk
        : await sdkOfTemplate(known, provider, signal),
    });
    return await create({ ...call, ...request });
  },
  async read({ state, ...context }) {
    const { provider, signal } = context;
    const target = await repoObject("space", context.object);
    const { id } = target;
    const stableId = state.space_id ?? null;
    const info = await repoReads.space(provider).read(id, stableId, signal);
    if (info === undefined) return undefined;
    const { stage = null } = info.runtime ?? {};
    if (isReadyStage(stage)) keepNote(context, "wait_pending", undefined);
    // An import knows the name only.
    const isImport = state.id === undefined;
    if (!isImport) warnIfRenamed(target, info);
    target.id = info.id;
    return await readView(info, isImport ? null : state, target);
  },
  update,
  async delete({ state, object }) {
    const target = await repoObject("space", object);
    return await removeObject(target, state.space_id);
  },
});

/** Takes over another provider's state, which the next read completes. */
function moveSpaceState(
  context: MoveContext<HuggingFaceProvider>,
): SpaceState | undefined {
  const isTheirs = /(^|\/)(strickvl|davidrd123)\/huggingface-spaces$/.test(
    context.sourceProviderAddress,
  ) && context.sourceTypeName === "huggingface-spaces_space" &&
    context.sourceSchemaVersion === 0;
  if (!isTheirs) return undefined;
  const { sourceState: raw } = context;
  const id = `${raw.id}`;
  if (!/^[^/]+\/[^/]+$/.test(id)) {
    throw unusableState("`strickvl/huggingface-spaces`", "the id of the Space");
  }
  const { namespace, name } = parseHubId("space", id);
  for (const kind of kinds) {
    noteUnclear(kind, context, recordAt(raw, `${kind}s`), BROUGHT);
  }
  return stateFrom(spaceSchema, {
    ...raw,
    namespace,
    name,
    visibility: raw.private === false ? "public" : "private",
    sleep_time: raw.sleep_time || null,
  });
}
