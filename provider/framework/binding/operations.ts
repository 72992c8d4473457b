/**
 * The operations of a resource, as they follow from the bindings of its schema.
 *
 * @module
 */

import { Diagnostics, failure } from "../diagnostics.ts";
import type { Awaitable } from "../define/context.ts";
import type { IdentityAttributes } from "../define/identity.ts";
import type { ModifyPlanResult, Resource } from "../define/resource.ts";
import type { Schema } from "../schema/schema.ts";
import { hclText } from "../values/hcl.ts";
import { isUnknown } from "../values/unknown.ts";
import type { ValueObject } from "../values/value.ts";
import {
  containsAll,
  type Doubt,
  doubtOf,
  findOverlaps,
  listUnplanned,
  type Look,
  reachedState,
  type Repeat,
} from "./look.ts";
import type { Wire } from "./binding.ts";
import {
  dropUnsent,
  isChanged,
  noteCreated,
  noteUnsent,
  noteUpdated,
  retainedPaths,
  type Transition,
} from "./life.ts";
import {
  assertSendable,
  cannotChange,
  isHeard,
  isHeardNow,
} from "./compile.ts";
import { createBody, unseenOf, updateBody } from "./request.ts";
import type { BoundCall, BoundResource, MayRepeat } from "./definition.ts";
import {
  checkKeys,
  type CompletedPlan,
  completePlan,
  readState,
  withGivenKeys,
} from "./state.ts";
import {
  type Entry,
  isLocal,
  jsonAt,
  pathOf,
  type Table,
  tableOf,
  valueNamed,
} from "./table.ts";

/** A bound resource of any schema: its models are objects of values. */
export type AnyResource = BoundResource<
  Schema,
  IdentityAttributes,
  Wire,
  unknown
>;

/** Arguments of an operation of a resource. */
type OperationArgs<K extends keyof Resource> = Parameters<
  Extract<Resource[K], (given: never) => unknown>
>[0];

type Verb = "create" | "read" | "update" | "delete" | "import";

/**
 * The operations. States and bodies are built attribute by attribute from the
 * schema and its bindings.
 */
export class BoundOperations {
  readonly #resource: AnyResource;
  readonly #table: Table;
  /** The attributes of which the service may hear. */
  readonly #heard: Table;
  /** Whether an update replaces the whole object. */
  readonly #isWhole: boolean;
  /** Collections of which an update leaves alone what others add. */
  readonly #keepsOthersIn: readonly string[];

  /** @param resource What is special about the resource. */
  constructor(resource: AnyResource) {
    this.#resource = resource;
    this.#table = tableOf(resource.schema.attributes);
    this.#heard = this.#table.filter((one) => isHeard(one, this.#table));
    this.#isWhole = this.#table.some(({ binding }) => binding.isWhole);
    this.#keepsOthersIn = this.#table.filter(({ binding }) =>
      binding.keepsOthers
    ).map(({ path }) => path);
  }

  /** Whether an update would send nothing, and find out nothing. */
  isUpToDate(context: OperationArgs<"isUpToDate">): boolean {
    const { prior, planned, privateState } = context;
    const change = { prior, plan: planned };
    const about = { table: this.#table, privateState };
    const isOpen = ({ attribute, names }: Entry) =>
      attribute.mode === "computed" && isUnknown(valueNamed(planned, names));
    return !this.#table.some(isOpen) &&
      !this.#heard.some((entry) => isHeardNow(entry, change, about));
  }

  /** Says what a plan destroys and what stays. */
  async modifyPlan(
    context: OperationArgs<"modifyPlan">,
  ): Promise<ModifyPlanResult<ValueObject>> {
    const { prior, given, privateState, diagnostics } = context;
    if (prior !== null) this.#sayLosses(prior, context);
    const result = await this.#resource.modifyPlan?.(context) ?? {};
    const staying = retainedPaths(
      this.#table,
      { ...context, ...result },
      privateState,
      (path) => given[path] !== undefined,
    );
    if (staying.length > 0) {
      const listed = staying.map((path) => `\`${path}\``).join(", ");
      diagnostics.addWarning(
        `${listed} ${staying.length === 1 ? "stays" : "stay"} as before`,
        "What is taken out of the configuration is not changed. To change " +
          "it, give it the value that it is to have, such as `false` or `[]`.",
      );
    }
    return result;
  }

  /** Refuses a replacement that would destroy data, or warns of it. */
  #sayLosses(
    prior: ValueObject,
    { requiresReplace, diagnostics }: OperationArgs<"modifyPlan">,
  ): void {
    const atRisk = requiresReplace.length > 0 &&
      this.#resource.dataAtRisk?.(prior);
    if (!atRisk) return;
    const label = this.#resource.label(prior);
    for (const path of requiresReplace) {
      if (!atRisk.mayBeLost) {
        diagnostics.addError(...cannotChange(`${path}`, label, atRisk), path);
        continue;
      }
      diagnostics.addWarning(
        `A change of ${path} replaces ${label}`,
        "The API cannot change it, so it is deleted and created again. It " +
          `holds ${atRisk.description}: that will be gone, and nobody can undo it.`,
        path,
      );
    }
  }

  /** Creates the object; its state is the plan, completed by the response. */
  async create(context: OperationArgs<"create">): Promise<ValueObject> {
    const resource = this.#resource;
    noteCreated(context.privateState);
    let { plan } = context;
    const request = () => ({
      body: createBody(this.#table, { plan, config: context.config }),
      plan,
      ...this.#helpers(plan, context),
    });
    let isComplete = true;
    let saved: object | undefined;
    const call = {
      ...context,
      ...request(),
      resolve: (values: ValueObject) => {
        plan = { ...plan, ...values };
        return request();
      },
      save: (response: object) => {
        saved = response;
        context.saveState(this.#saveState(response, plan, context));
      },
      mayRepeat: (async (error, isLost, also) => {
        if (saved === undefined) return !isLost;
        const prior = this.#reachedState(saved, plan, context);
        const repeat = {
          written: this.#table.filter(({ binding }) =>
            binding.change !== "immutable"
          ),
          before: this.#reachedState(saved, {}, context),
        };
        return await this.#mayRepeat({ prior, plan }, context, repeat)(
          error,
          isLost,
          also,
        );
      }) satisfies MayRepeat,
      markIncomplete: () => isComplete = false,
    };
    const response = await this.#explainErrors(
      "create",
      () => plan,
      context,
      () => resource.create(call),
    );
    const result = this.#result(response, plan, context);
    if (isComplete) this.#warn(result, context);
    return result.state;
  }

  /** Reads the object; undefined: it is surely gone. */
  async read(context: OperationArgs<"read">): Promise<ValueObject | undefined> {
    const state = await this.#complete(context.state, context);
    const response = await this.#readObject("read", state, context);
    return response && this.#reachedState(response, state, context);
  }

  /** Reads the object from the service; undefined: it is gone. */
  #readObject(
    verb: Verb,
    state: ValueObject,
    context: BoundCall<unknown>,
  ): Promise<object | undefined> {
    const read = () => this.#resource.read({ ...context, state });
    return this.#explainErrors(verb, () => state, context, read);
  }

  /**
   * Sends what has changed.
   *
   * @param isResumed See {@linkcode BoundUpdate.isResumed}.
   */
  async update(
    context: OperationArgs<"update">,
    isResumed = false,
  ): Promise<ValueObject> {
    const { plan, config, privateState } = context;
    const resource = this.#resource;
    const table = this.#table;
    const prior = await this.#complete(context.prior, context);
    const change = { plan, prior, config };
    assertSendable({ table, privateState }, resource, change);
    const isWhole = this.#isWhole;
    const body = updateBody(table, change, isWhole);
    const changed = table.filter((entry) => isChanged(entry, change));
    const names = new Set(changed.map(({ names: [name] }) => name));
    // What is sent as a whole overwrites its other parts too.
    const written = table.filter(({ binding: { write, unit = write } }) =>
      body && unit && (isWhole || jsonAt(body, unit) !== undefined)
    );
    const overwritten = [...changed, ...written];
    const found = await this.#lookBefore(overwritten, change, context);
    const current = found?.response;
    let reached: ValueObject | undefined;
    const call = {
      ...context,
      isResumed,
      prior,
      current,
      body,
      save: (response: object, hasChanged = true) =>
        context.saveState(
          hasChanged
            ? this.#saveState(response, plan, context)
            : this.#reachedState(response, prior, context),
        ),
      changes: (name: string) => names.has(name),
      mayRepeat: this.#mayRepeat(change, context, {
        written: overwritten,
        before: found?.told,
        onReached: (state) => reached = state,
      }),
      ...this.#helpers(plan, context),
    };
    let response: object | undefined;
    try {
      response = await this.#explainErrors(
        "update",
        () => prior,
        context,
        () => resource.update(call),
      );
    } catch (error) {
      if (reached === undefined) throw error;
      return await this.update({ ...context, prior: reached }, true);
    }
    noteUpdated(table, change, privateState);
    if (response === undefined) {
      return completePlan(resource.schema.attributes, plan, prior).state;
    }
    const result = this.#result(response, plan, context);
    this.#warn(result, context);
    return result.state;
  }

  /**
   * Looks at what an update overwrites, of which nothing is noted or told.
   *
   * @throws {DiagnosticsError} If somebody made of it what no plan has shown.
   */
  async #lookBefore(
    written: Table,
    change: Transition,
    context: OperationArgs<"update">,
  ): Promise<Look | undefined> {
    if (written.every(({ binding }) => isLocal(binding))) return undefined;
    const { label } = this.#resource;
    const look = await this.#look("update", change, context);
    if (look === undefined) return undefined;
    const unplanned = listUnplanned(look, written);
    const other = findOverlaps(unplanned, written).find((
      { names, planned, actual },
    ) =>
      !(this.#keepsOthersIn.includes(names.join(".")) &&
        containsAll(actual, planned))
    );
    if (other === undefined) return look;
    const name = other.names.join(".");
    throw failure(
      `Somebody changed ${label(change.prior)} after the plan`,
      `\`${name}\` is no longer what the plan was made of, so an update would ` +
        "undo that. Nothing was sent. Plan again: the next plan shows what is " +
        "there now.",
      pathOf(other.names),
    );
  }

  /** Looks at the object, of which nothing is noted or told; undefined: gone. */
  async #look(
    verb: Verb,
    { prior, plan }: Transition,
    { privateState, ...context }: BoundCall<unknown>,
  ): Promise<Look | undefined> {
    const { readBeforeUpdate, schema } = this.#resource;
    const aside = {
      ...context,
      privateState: {
        get: (key: string) => privateState.get(key),
        set() {},
        delete() {},
      },
      diagnostics: new Diagnostics(),
    };
    const response = await this.#explainErrors(
      verb,
      () => prior,
      { ...context, privateState },
      async () => await readBeforeUpdate?.({ ...aside, state: prior }),
    );
    if (response === undefined) return undefined;
    const read = (kept: ValueObject) => {
      const state = this.#reachedState(response, kept, aside);
      const { differences } = completePlan(schema.attributes, kept, state);
      return { kept, state, differences };
    };
    return {
      response,
      told: this.#reachedState(response, {}, aside),
      prior: read(prior),
      plan: read(plan),
    };
  }

  /** See {@linkcode MayRepeat}. */
  #mayRepeat(
    change: Transition,
    context: BoundCall<unknown>,
    repeat: Repeat,
  ): MayRepeat {
    const { label } = this.#resource;
    const keepsOthersIn = this.#keepsOthersIn;
    const verb = change.plan === change.prior ? "delete" : "update";
    return async (error, isLost, also) => {
      let doubt: Omit<Doubt, "names"> & Partial<Doubt> | undefined;
      try {
        const look = await this.#look(verb, change, context);
        if (look === undefined) return !isLost;
        doubt = doubtOf(look, { keepsOthersIn, isLost, ...repeat });
        if (doubt === undefined) {
          await also?.();
          if (!isLost) return true;
          const { onReached, written } = repeat;
          const reached = onReached && reachedState(look, written);
          if (reached !== undefined) onReached?.(reached);
          return reached === undefined;
        }
      } catch (found) {
        doubt = { reason: found instanceof Error ? found.message : `${found}` };
      }
      const { names, reason } = doubt;
      throw failure(
        isLost
          ? `It is not clear whether ${label(change.prior)} was ${verb}d`
          : `The request to ${verb} ${label(change.prior)} was not sent`,
        `${sentence(error.message)} ${
          isLost ? "That response was lost, so it may have been done. " : ""
        }It was looked at again, and nothing more was sent: ${
          sentence(reason)
        } Plan again: the next plan shows what is there now.`,
        names && pathOf(names),
        { cause: error },
      );
    };
  }

  /** Deletes the object; returns when it is surely gone. */
  async delete(context: OperationArgs<"delete">): Promise<void> {
    const state = await this.#complete(context.state, context);
    const change = { prior: state, plan: state };
    const mayRepeat = this.#mayRepeat(change, context, { written: [] });
    await this.#explainErrors(
      "delete",
      () => state,
      context,
      () => this.#resource.delete({ ...context, mayRepeat, state }),
    );
  }

  /** The state of an object that exists. */
  async importState(
    context: OperationArgs<"importState">,
  ): Promise<ValueObject | undefined> {
    const resource = this.#resource;
    const state = await resource.importKey(context) as ValueObject;
    const response = await this.#readObject("import", state, context);
    if (response === undefined) {
      throw failure(
        `Cannot import ${resource.label(state)}`,
        "There is none, or the token cannot see it. Check the import ID and the " +
          "permissions of the token.",
      );
    }
    const imported = this.#reachedState(response, state, context);
    if (this.#isWhole) this.#warnOfHidden(imported, context);
    return imported;
  }

  /** Names what an update of an imported object would send without. */
  #warnOfHidden(
    imported: ValueObject,
    { diagnostics }: Pick<BoundCall<unknown>, "diagnostics">,
  ): void {
    const hidden = this.#table.filter((
      { attribute, binding, isParent, names },
    ) =>
      !isParent && binding.write !== undefined && binding.read === undefined &&
      !attribute.sensitive && !attribute.writeOnly &&
      valueNamed(imported, names.slice(0, -1)) !== null
    );
    if (hidden.length === 0) return;
    const paths = hidden.map(({ path }) => `\`${path}\``);
    diagnostics.addWarning(
      `Not all of ${this.#resource.label(imported)} can be read`,
      `The service does not show ${
        paths.join(", ")
      }, and an update sends the ` +
        "whole object. Write what it has of them into the configuration, or " +
        "the next update takes it away.",
    );
  }

  /** Helper functions of creates and updates. */
  #helpers(
    plan: ValueObject,
    call: BoundCall<unknown> & { readonly config: ValueObject },
  ) {
    return {
      unseen: unseenOf(this.#table, { plan, config: call.config }),
      listDifferences: (response: object) =>
        this.#result(response, plan, call).differences
          .map(({ names }) => names.join(".")),
      markUnsent: (part: object) =>
        noteUnsent(this.#table, part, call.privateState),
    };
  }

  async #explainErrors<T>(
    verb: Verb,
    state: () => ValueObject,
    context: BoundCall<unknown>,
    call: () => Awaitable<T>,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const about = { call: context, state: state() };
      throw await this.#resource.explain?.(error, verb, about) ?? error;
    }
  }

  /** A state without what was not sent, and with what it lacked. */
  async #complete(
    stored: ValueObject,
    call: BoundCall<unknown>,
  ): Promise<ValueObject> {
    const state = dropUnsent(stored, call.privateState);
    const more = await this.#resource.backfillState?.({ ...call, state });
    return { ...state, ...more as ValueObject };
  }

  /** The state of a response. */
  #reachedState(
    response: object,
    kept: ValueObject,
    { privateState, diagnostics, log }: BoundCall<unknown>,
  ): ValueObject {
    const { schema, label } = this.#resource;
    checkKeys(this.#table, response, kept);
    const state = readState(schema.attributes, response, kept, [], {
      privateState,
      onMismatch: (names, reason) =>
        log.warn(`${names.join(".")} is not told of ${label(kept)}: ${reason}`),
    });
    return withGivenKeys(
      this.#table,
      state,
      kept,
      (names, given, returned) =>
        diagnostics.addWarning(
          `The API returned another ${names.join(".")} of ${label(kept)}`,
          `It was given as \`${given}\`, and the response has ` +
            `${hclText(returned)}. No request can change it, and the ` +
            "rest shows that it is the same one, so it stays as it was given " +
            "and nothing is replaced. If the API's value is right and is to be " +
            "managed, run `terraform state rm ADDRESS` and import it.",
          pathOf(names),
        ),
    );
  }

  #result(
    response: object,
    plan: ValueObject,
    call: BoundCall<unknown>,
  ): CompletedPlan {
    const { attributes } = this.#resource.schema;
    return completePlan(
      attributes,
      plan,
      this.#reachedState(response, plan, call),
    );
  }

  /**
   * The state in the middle of an operation: it holds if the operation fails,
   * so what only the service decides is as returned, whatever was planned.
   */
  #saveState(
    response: object,
    plan: ValueObject,
    call: BoundCall<unknown>,
  ): ValueObject {
    const shown = this.#reachedState(response, plan, call);
    const { state } = completePlan(
      this.#resource.schema.attributes,
      plan,
      shown,
    );
    const via = this.#table.filter(({ attribute, binding, names }) =>
      (binding.change === "via" || attribute.mode === "computed") &&
      names.length === 1
    ).map(({ names: [name = ""] }) => [name, shown[name] ?? null] as const);
    return { ...state, ...Object.fromEntries(via) };
  }

  /** Says where the service returned something else than was planned. */
  #warn(
    { state, differences }: CompletedPlan,
    { diagnostics }: BoundCall<unknown>,
  ): void {
    const label = this.#resource.label(state);
    const subject = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
    for (const { names, planned, actual } of differences) {
      const name = names.join(".");
      diagnostics.addWarning(
        `The API returned a different value for ${name}`,
        (planned === undefined
          ? `${subject} was to have another \`${name}\` than the API returned. `
          : `${subject} was to have \`${name}\` = ${hclText(planned)}, ` +
            `but the API returned ${hclText(actual ?? null)}. `) +
          "If the API's value is right, write it into the configuration.",
        pathOf(names),
      );
    }
  }
}

/** The text with a full stop, unless it has one. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
