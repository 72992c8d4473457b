import {
  type Config,
  Diagnostics,
  failure,
  isUnknown,
  type OperationContext,
  Path,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import { type DataAtRisk, destroyFirst } from "@hf-terraform/framework/binding";
import { PATIENCE_MS } from "../cost/plan_advice.ts";
import type { HuggingFaceProvider, Replaceable } from "../provider_data.ts";
import { listSome } from "./claims.ts";
import type { CheckedResource, Notice } from "./definition.ts";
import {
  keepNote,
  markOf,
  type PrivateNotes,
  readNote,
  scratchNotes,
} from "./notes.ts";
import type { CheckedPlan, PlanCheck } from "./plan_check.ts";
import type { NamedResource } from "./derived_id.ts";
import { refuseNewOwner } from "./owner.ts";
import {
  setByOthers,
  valueAt,
  warnOfEnded,
  warnOfUpdate,
} from "./update_losses.ts";

type Planning = OperationContext<HuggingFaceProvider> & PrivateNotes;

/** The check of what a destroy or a replacement loses, and may not lose. */
export function checkLosses<S extends Schema>(
  losing: CheckedResource<S>,
): PlanCheck<S> {
  return {
    async modifyPlan(context) {
      const { prior, provider: { replacing }, diagnostics } = context;
      const planned: DestroySettings = context.planned;
      const mark = markOf(context) ?? "";
      // What is replaced is planned once more, without a state. Core shows no
      // warning of that plan, and tells nothing in the one before.
      if (prior === null) {
        const found = replacing.get(mark) ??
          replacing.get(replacementKey(losing, planned));
        await found?.refuse(planned, context);
        return;
      }
      const isChanged = context.requiresReplace.length > 0;
      if (!isChanged) warnOfUpdate(losing, prior, context);
      // What the state says that it holds, the rules of its attributes say.
      if (isChanged && !diagnostics.hasErrors) {
        refuseUnmanaged(losing, prior, context, diagnostics);
        if (diagnostics.hasErrors) return;
        warnOfEnded(losing, prior, context);
        const isSaid = () => losing.losses?.dataAtRisk?.(prior) !== undefined;
        warnOf(await lossesOf(losing, prior, context, isSaid), diagnostics);
      }
      replacing.delete(replacementKey(losing, prior));
      const refuse: Replaceable["refuse"] = async (again, next) => {
        refuseProtected(losing, prior, again, next);
        refuseUnmanaged(losing, prior, context, next.diagnostics);
        const title = `The ${losing.kind} ${losing.idOf(prior)}`;
        await refuseNewOwner(title, prior, { ...next, planned: again });
        if (isChanged || next.diagnostics.hasErrors) return;
        await refuseLoss(losing, prior, next);
      };
      replacing.set(mark, { refuse, isSaid: isChanged });
    },
    async planDestroy(context) {
      const { prior, diagnostics, provider: { replacing } } = context;
      replacing.delete(replacementKey(losing, prior));
      warnOf(await lossesOf(losing, prior, context), diagnostics);
      if (endingOf(prior) !== "keep") return;
      diagnostics.addWarning(
        `The ${losing.kind} ${losing.idOf(prior)} stays on the Hub`,
        "`on_destroy` is `keep`, so Terraform only forgets it. To delete it " +
          'with all that it holds, set `on_destroy = "delete"`, apply, then ' +
          "destroy it.",
      );
    },
  };
}

/** The effect of a destroy: `delete`, unless the object has another one. */
export function endingOf({ on_destroy = "delete" }: DestroySettings): string {
  return `${on_destroy}`;
}

function warnOf(notices: readonly Notice[], diagnostics: Diagnostics): void {
  for (const [title, meaning] of notices) {
    diagnostics.addWarning(title, meaning);
  }
}

/** Refuses a delete of what its plan has not said; "gone": nothing is left. */
export async function refuseUnplanned<S extends Schema>(
  { losses: { removes } = {}, partsOf, kind, idOf }: CheckedResource<S>,
  { state, ...context }: Planning & { readonly state: State<S> },
): Promise<"gone" | void> {
  const { provider } = context;
  const planned = readNote(context, "lost");
  if (removes === undefined && planned === undefined) return;
  provider.forget();
  const [title, , who = []] = await removes?.(state, context) ?? [];
  const parts = partsOf ? await partsOf({ ...context, state }) : [];
  if (parts === undefined) return "gone";
  const said = new Set(planned);
  const others = [...who, ...parts].filter((one) => !said.has(one));
  if (others.length === 0) return;
  const named = listSome(others);
  throw failure(
    `The ${kind} ${idOf(state)} is not destroyed`,
    (title === undefined
      ? `It holds what its plan has not seen: ${named}. `
      : `That would mean: ${title}. No plan has said so of ${named}. `) +
      "Plan again: the next plan says what goes.",
  );
}

/** A copy of a context for a quick look: its notes and diagnostics are dropped. */
export function quietContext<C extends Planning>(context: C) {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  return {
    ...context,
    signal: AbortSignal.any([context.signal, limit]),
    privateState: scratchNotes(context.privateState),
    diagnostics: new Diagnostics(),
    identity: undefined,
    setIdentity() {},
  };
}

/** The losses of a destroy or a replacement, noted for the delete. */
export async function lossesOf<S extends Schema>(
  losing: CheckedResource<S>,
  state: State<S>,
  context: Planning,
  /** Whether the contents are said elsewhere, or meant to be lost. */
  isSaid: (held: DataAtRisk) => boolean = () => false,
  /** All that could be sent again; default: what the state has. */
  config: Config<S> | State<S> = state,
): Promise<readonly Notice[]> {
  const parts = await partsIn(losing, state, context);
  const removed = await losing.losses?.removes?.(state, context);
  if (parts ?? removed) {
    keepNote(context, "lost", [...parts ?? [], ...removed?.[2] ?? []]);
  }
  const held = await heldBy(losing, state, context, parts, isSaid);
  return [held, removed, await unseenIn(losing, state, context, config)]
    .filter((notice) => notice !== undefined);
}

/** The loss of what nobody can show; of what was set again, a plan says that. */
async function unseenIn<S extends Schema>(
  { losses: { unmanaged } = {}, kind, idOf, readState }: CheckedResource<S>,
  state: State<S>,
  context: Planning,
  config: Config<S> | State<S>,
): Promise<Notice | undefined> {
  if (unmanaged === undefined) return undefined;
  const asking = quietContext(context);
  // Others may have set more than the state knows of.
  const look = async () => await readState?.({ ...asking, state });
  const now = await look().catch(() => undefined) ?? state;
  const lost = unmanaged(now, { ...asking, config, isEnding: true });
  if (lost.length === 0 || readNote(context, "set_again")) return undefined;
  return [
    `The ${kind} ${idOf(state)} ends with ${listSome(lost)}`,
    "This configuration has never set that, and the service shows it to " +
    "nobody: who needs it cannot get it back. To keep it, let Terraform " +
    "forget the resource: `terraform state rm ADDRESS`.",
  ];
}

/** The parts of what a destroy deletes; undefined: they could not be listed. */
async function partsIn<S extends Schema>(
  { partsOf, kind, idOf }: CheckedResource<S>,
  state: State<S>,
  context: Planning,
): Promise<readonly string[] | undefined> {
  if (partsOf === undefined || endingOf(state) !== "delete") return undefined;
  try {
    return await partsOf({ ...quietContext(context), state }) ?? [];
  } catch {
    context.diagnostics.addWarning(
      `Cannot list what the ${kind} ${idOf(state)} holds`,
      "So the apply does not look again before it destroys it: what is added " +
        "until then goes, too. Plan again to have it look.",
    );
    return undefined;
  }
}

/** Refuses a replacement that was asked for, unless its losses are meant. */
async function refuseLoss<S extends Schema>(
  losing: CheckedResource<S>,
  prior: State<S>,
  context: Planning,
): Promise<void> {
  const { kind, idOf, conflicts } = losing;
  const { diagnostics } = context;
  if (conflicts?.adopts !== undefined) {
    diagnostics.addError(
      `The ${kind} ${idOf(prior)} cannot be replaced by itself`,
      "With `create_before_destroy`, of which no plan is told, the new one would " +
        "find the old one and take it over, and both would be one. Plan without " +
        "`-replace` and `replace_triggered_by`, and if it is tainted, run " +
        `\`terraform untaint ADDRESS\` first. To make it again, ${destroyFirst}.`,
    );
    return;
  }
  const isMeant = ({ mayBeLost, consent }: DataAtRisk) =>
    mayBeLost && consent !== undefined;
  const lost = (await lossesOf(losing, prior, context, isMeant)).at(-1);
  if (lost === undefined) return;
  const [title, meaning] = lost;
  diagnostics.addError(
    `The ${kind} ${idOf(prior)} cannot be replaced`,
    `That means: ${title}. ${meaning} Plan without \`-replace\` and ` +
      `\`replace_triggered_by\`. If it is meant, ${destroyFirst}.`,
  );
}

/** Refuses a replacement that would lack what nobody could send again. */
function refuseUnmanaged<S extends Schema>(
  { kind, idOf, losses }: CheckedResource<S>,
  prior: State<S>,
  plan: CheckedPlan<S>,
  diagnostics: Diagnostics,
): void {
  const lost = [
    ...losses?.unmanaged?.(prior, plan) ?? [],
    ...setByOthers(plan)
      // What another engine has, this one cannot lack.
      .filter((path) => valueAt(plan.planned, path.split(".")) === null)
      .map((path) => `\`${path}\``),
  ];
  if (lost.length === 0) return;
  diagnostics.addError(
    `The ${kind} ${idOf(prior)} cannot be replaced`,
    `It has ${listSome(lost)}, which this configuration does not have, so ` +
      "the new one would lack it. Add it to the configuration, or, if it may " +
      `go, ${destroyFirst}.`,
  );
}

/** The warning of a destroy; undefined: the object holds nothing. */
async function heldBy<S extends Schema>(
  { losses: { dataAtRisk, contentsOf } = {}, kind, idOf }: CheckedResource<S>,
  state: State<S>,
  context: Planning,
  parts: readonly string[] | undefined,
  isSaid: (held: DataAtRisk) => boolean,
): Promise<Notice | undefined> {
  const ending = endingOf(state);
  const held = dataAtRisk?.(state, parts);
  const isSilent = held === undefined || isSaid(held);
  if (isSilent || !ending.startsWith("delete")) return undefined;
  const contents = await contentsOf?.(state, quietContext(context), parts);
  if (contents === "") return undefined;
  const what = [contents ?? [], held.description].flat().join("; ");
  const name = `The ${kind} ${idOf(state)}`;
  return ending === "delete"
    ? [
      `${name} is destroyed with all that it holds`,
      `It holds ${what}. That will be gone, and nobody can undo it.`,
    ]
    : [
      `${name} is not empty`,
      `It holds ${what}. \`on_destroy\` is \`delete_if_empty\`, so the ` +
      'destroy is refused until it is empty, or `on_destroy = "delete"` is ' +
      "applied.",
    ];
}

/** The settings of an object before or after a replacement. */
interface DestroySettings {
  readonly id?: unknown;
  /** The setting by which a destroy deletes, hides or leaves it. */
  readonly on_destroy?: unknown;
}

/** Refuses a replacement of what the state or the configuration protects. */
function refuseProtected(
  { kind, idOf }: Pick<NamedResource<Schema>, "kind" | "idOf">,
  before: DestroySettings,
  after: DestroySettings,
  { diagnostics }: { readonly diagnostics: Diagnostics },
): void {
  const what = `The ${kind} ${idOf(before)}`;
  const at = Path.root.attribute("on_destroy");
  const isSame = isUnknown(after.id) || after.id === before.id;
  const [had, has] = [before, after].map(({ on_destroy: value }) =>
    isUnknown(value) ? "not known yet" : `\`${value}\``
  );
  if (isSame && ["keep", "make_private"].includes(`${before.on_destroy}`)) {
    diagnostics.addError(
      `${what} cannot be replaced: its destroy leaves it`,
      `\`on_destroy\` is ${had} in the state, so it stays where it is, and the ` +
        "create of another one would be refused. Plan without `-replace` and " +
        "`replace_triggered_by`, and keep what is tainted by `terraform " +
        'untaint ADDRESS`. If it may be lost, set `on_destroy = "delete"`, ' +
        "apply that, and replace it then.",
      at,
    );
  } else if (after.on_destroy !== "delete" && had !== has) {
    diagnostics.addError(
      `${what} cannot be replaced: it is to be protected first`,
      `\`on_destroy\` is ${has} in the configuration, but a replacement goes by ` +
        `the state, where it is ${had}. Apply \`on_destroy\` first, without ` +
        "the replacement; what is tainted is kept by `terraform untaint " +
        "ADDRESS`.",
      at,
    );
  }
}

/** The name of an object among those that a plan replaces. */
function replacementKey(
  { kind }: { readonly kind: string },
  { id }: DestroySettings,
): string {
  return `${kind} ${id}`;
}

/** Protects what was read: what is tainted is planned once, without its state. */
export function noteProtected(
  resource: Pick<NamedResource<Schema>, "kind" | "idOf">,
  state: DestroySettings,
  { replacing }: HuggingFaceProvider,
): void {
  if (!("on_destroy" in state)) return;
  replacing.set(replacementKey(resource, state), {
    refuse: (again, context) =>
      refuseProtected(resource, state, again, context),
    isSaid: true,
  });
}
