/**
 * What goes with an object, as the plan of its destroy or replacement says it:
 * what it holds, and who is removed from an organization or a group.
 *
 * @module
 */

import {
  failure,
  type IdentityAttributes,
  type OperationContext,
  type ResourceDefinition,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import type { Held } from "@hf-terraform/framework/binding";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { claimantOf, type Noted } from "./claims.ts";
import type { Named } from "./derived_id.ts";
import { type Ending, refuseProtected } from "./protection.ts";

type D = HuggingFaceProvider;
type Asking = Pick<OperationContext<D>, "provider" | "signal" | "diagnostics">;
/** More on whom a destroy removes. */
interface Removal {
  /** Those who may have come after the plan. */
  readonly who?: readonly string[];
  /** The advice in place of a replacement; default: to destroy it. */
  readonly instead?: string;
}

type Notice = readonly [title: string, meaning: string, more?: Removal];

/** Those of whom a plan has said that they are removed. */
const REMOVED = "removed";

/** What goes with an object. */
export interface Losing<S extends Schema> extends Named<S> {
  /** See `found.ts`. */
  readonly adopts?: "equal" | "any";
  /** What it holds. */
  holds?(state: State<S>): Held | undefined;
  /**
   * The amount that it holds, in words, as a plan finds it out; empty:
   * nothing; undefined: that could not be found out. Default: `holds` says all.
   */
  contentsOf?(state: State<S>, provider: D): Promise<string | undefined>;
  /**
   * Whom a destroy removes from what stays, as the title of a warning, and what
   * that means; undefined: nobody.
   */
  removes?(
    state: State<S>,
    context: Asking,
  ): Promise<Notice | undefined>;
}

/**
 * A resource whose plan of a destroy or a replacement says what will be gone,
 * and that no plan replaces where it is protected.
 */
export function withLosses<S extends Schema, A extends IdentityAttributes>(
  resource: ResourceDefinition<S, A, D>,
  losing: Losing<S>,
): ResourceDefinition<S, A, D> {
  const hasEnding = resource.schema.attributes["on_destroy"] !== undefined;
  const nameOf = ({ id }: { readonly id?: unknown }) => `${losing.kind} ${id}`;
  const protect = (state: State<S>) => (again: Ending, context: Asking) => {
    const what = `The ${losing.kind} ${losing.idOf(state)}`;
    if (hasEnding) refuseProtected(what, state, again, context.diagnostics);
  };
  return {
    ...resource,
    async read(context) {
      const state = await resource.read(context);
      // What is tainted is planned once, without its state.
      if (state !== undefined && hasEnding) {
        context.provider.replacing.set(nameOf(state), protect(state));
      }
      return state;
    },
    async modifyPlan(context) {
      const { prior, provider: { replacing }, diagnostics } = context;
      const result = await resource.modifyPlan?.(context) ?? {};
      const planned: Ending = result.planned ?? context.planned;
      const mark = claimantOf(context) ?? "";
      // What is replaced is planned once more, without a state. Core shows no
      // warning of that plan, and tells nothing in the one before.
      if (prior === null) {
        const refuse = replacing.get(mark) ?? replacing.get(nameOf(planned));
        if (!diagnostics.hasErrors) await refuse?.(planned, context);
        return result;
      }
      const isChanged = (result.requiresReplace ?? []).length > 0;
      if (isChanged && !diagnostics.hasErrors) {
        await warnOfRemoval(losing, prior, context);
      }
      replacing.delete(nameOf(prior));
      replacing.set(mark, async (again, context) => {
        protect(prior)(again, context);
        const isOpen = !isChanged && !context.diagnostics.hasErrors;
        if (isOpen) await refuseLoss(losing, prior, context);
      });
      return result;
    },
    async planDestroy(context) {
      const { prior, diagnostics, provider: { replacing } } = context;
      replacing.delete(nameOf(prior));
      await resource.planDestroy?.(context);
      const held = await lossOf(losing, prior, context);
      if (held !== undefined) diagnostics.addWarning(held[0], held[1]);
      await warnOfRemoval(losing, prior, context);
    },
    async create(context) {
      context.privateState.delete(REMOVED);
      return await resource.create(context);
    },
    async delete(context) {
      await refuseUnplanned(losing, context);
      await resource.delete(context);
    },
  };
}

/** Refuses a delete that removes somebody of whom no plan has said so. */
async function refuseUnplanned<S extends Schema>(
  { removes, kind, idOf }: Losing<S>,
  { state, ...context }: OperationContext<D> & Noted & {
    readonly state: State<S>;
  },
): Promise<void> {
  if (removes === undefined) return;
  const planned = context.privateState.get(REMOVED);
  const told = Array.isArray(planned) ? planned : [];
  context.provider.forget();
  const [title = "", , { who = [] } = {}] = await removes(state, context) ?? [];
  const others = who.filter((user) => !told.includes(user));
  if (others.length === 0) return;
  throw failure(
    `The ${kind} ${idOf(state)} is not destroyed`,
    `That would mean: ${title}. No plan has said so of ${others.join(", ")}. ` +
      "Plan again: the next plan says who is removed.",
  );
}

function noteRemoved(
  [, , { who = [] } = {}]: Notice,
  { privateState }: Noted,
): void {
  if (who.length > 0) privateState.set(REMOVED, [...who]);
}

/** What a replacement of an object loses, in sentences; empty: nothing. */
export async function lossesOf<S extends Schema>(
  losing: Losing<S>,
  state: State<S>,
  asking: Asking & Noted,
): Promise<string> {
  const removed = losing.adopts === "any"
    ? undefined
    : await losing.removes?.(state, asking);
  if (removed !== undefined) noteRemoved(removed, asking);
  return [await lossOf(losing, state, asking), removed].filter((notice) =>
    notice !== undefined
  )
    .map(([title, meaning]) => `${title}. ${meaning}`).join(" ");
}

async function warnOfRemoval<S extends Schema>(
  { removes }: Losing<S>,
  prior: State<S>,
  context: OperationContext<D> & Noted,
): Promise<void> {
  const removed = await removes?.(prior, context);
  if (removed === undefined) return;
  noteRemoved(removed, context);
  const [title, meaning] = removed;
  context.diagnostics.addWarning(title, meaning);
}

/**
 * Refuses a replacement that was asked for, of which no plan can warn, unless
 * `on_destroy` allows it. A create that adopts puts back whom it removes.
 */
async function refuseLoss<S extends Schema>(
  losing: Losing<S>,
  prior: State<S>,
  context: Asking,
): Promise<void> {
  const { removes, adopts, kind, idOf } = losing;
  const lost = adopts === "any" ? undefined : await removes?.(prior, context) ??
    ("on_destroy" in prior ? undefined : await lossOf(losing, prior, context));
  if (lost === undefined) return;
  const [title, meaning, { instead = destroyFirst } = {}] = lost;
  context.diagnostics.addError(
    `The ${kind} ${idOf(prior)} cannot be replaced`,
    `That means: ${title}. ${meaning} Plan without \`-replace\` and ` +
      `\`replace_triggered_by\`. If it is meant, ${instead}`,
  );
}

const destroyFirst = "destroy the resource first (`terraform destroy " +
  "-target=ADDRESS`), then apply.";

/** What a destroy of what holds something says; undefined: it holds nothing. */
async function lossOf<S extends Schema>(
  { holds, contentsOf, kind, idOf }: Losing<S>,
  state: State<S> & { readonly on_destroy?: unknown },
  { provider }: Asking,
): Promise<Notice | undefined> {
  const { on_destroy = "delete" } = state;
  const held = holds?.(state);
  if (held === undefined || !`${on_destroy}`.startsWith("delete")) return;
  const contents = await contentsOf?.(state, provider);
  if (contents === "") return undefined;
  const what = [contents ?? [], held.what].flat().join("; ");
  const isRefused = on_destroy === "delete_if_empty";
  return [
    isRefused
      ? `The ${kind} ${idOf(state)} is not empty`
      : `The ${kind} ${idOf(state)} is destroyed with all that it holds`,
    isRefused
      ? `It holds ${what}. \`on_destroy\` is \`delete_if_empty\`, so the ` +
        'destroy is refused until it is empty, or `on_destroy = "delete"` ' +
        "is applied."
      : `It holds ${what}. That will be gone, and nobody can undo it.`,
  ];
}
