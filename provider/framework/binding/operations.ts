import { failure } from "../diagnostics.ts";
import type { ModifyPlanResult, Resource } from "../define/resource.ts";
import { changesAt } from "../plan/changes_at.ts";
import { isComputedAt } from "../schema/schema.ts";
import { isUnknown } from "../values/unknown.ts";
import type { ValueObject } from "../values/value.ts";
import { type CompletedPlan, completePlan } from "./completed_plan.ts";
import type { AnyResource, BoundCall, MayRepeat } from "./definition.ts";
import { isHidden } from "./doubt.ts";
import { isChanged, shownNames } from "./life.ts";
import { Looks } from "./looks.ts";
import {
  sayLosses,
  warnOfDifferences,
  warnOfDoubted,
  warnOfHidden,
  warnOfStaying,
  withDoubt,
} from "./messages.ts";
import {
  doubtedPaths,
  forgetUnsent,
  isUnread,
  noteCreated,
  noteUnsent,
  noteUpdated,
  retainedPaths,
  withDoubts,
  withoutDoubted,
} from "./notes.ts";
import { createBody, unseenOf, updateBody } from "./request.ts";
import { Responses } from "./responses.ts";
import {
  assertKeysSent,
  assertSendable,
  assertUnmasked,
  isHeard,
  isHeardNow,
  sayUnsendable,
} from "./sendable.ts";
import {
  jsonAt,
  type Table,
  tableOf,
  valueNamed,
  withValueAt,
} from "./table.ts";

type OperationArgs<K extends keyof Resource> = Parameters<
  Extract<Resource[K], (given: never) => unknown>
>[0];

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
  readonly #responses: Responses;
  readonly #looks: Looks;

  /** @param resource What is special about the resource. */
  constructor(resource: AnyResource) {
    const table = tableOf(resource.schema.attributes);
    this.#resource = resource;
    this.#table = table;
    this.#heard = table.filter((one) => isHeard(one, table));
    this.#isWhole = table.some(({ binding }) => binding.isWhole);
    this.#responses = new Responses(resource, table);
    this.#looks = new Looks(resource, table, this.#responses);
  }

  /** Whether an update would send nothing, and find out nothing. */
  isUpToDate(
    { prior, planned, privateState }: OperationArgs<"isUpToDate">,
  ): boolean {
    const change = { prior, plan: planned };
    const about = { table: this.#table, privateState };
    return !this.#table.some(({ attribute, names }) =>
      attribute.mode === "computed" && isUnknown(valueNamed(planned, names))
    ) && !this.#heard.some((entry) => isHeardNow(entry, change, about));
  }

  /** Says what a plan destroys and what stays. */
  async modifyPlan(
    context: OperationArgs<"modifyPlan">,
  ): Promise<ModifyPlanResult<ValueObject>> {
    const resource = this.#resource;
    const {
      prior,
      planned,
      config,
      given,
      privateState,
      requiresReplace,
      diagnostics,
    } = context;
    if (prior === null) {
      assertUnmasked({ table: this.#table, privateState }, resource, planned);
    }
    const result = await resource.modifyPlan?.(context) ?? {};
    const { planned: plan = planned, requiresReplace: more = [] } = result;
    const staying = retainedPaths(
      this.#table,
      { ...context, ...result },
      privateState,
      (path) => given[path] !== undefined,
    );
    if (prior === null) return result;
    const { schema } = resource;
    const replacing = [...requiresReplace, ...more].filter((path) =>
      changesAt(schema, { prior, planned: plan }, path)
    );
    // A computed one follows from another object, whose plan says what goes.
    const lost = replacing.filter((path) => !isComputedAt(schema, path));
    const atRisk = lost.length > 0 && resource.dataAtRisk?.(prior);
    if (atRisk) sayLosses(lost, resource.label(prior), atRisk, diagnostics);
    // Of what is replaced all is sent, and nothing stays.
    if (replacing.length === 0) {
      const change = { prior, plan, config };
      sayUnsendable(
        { table: this.#table, privateState },
        resource,
        change,
        diagnostics,
      );
      assertKeysSent(this.#table, change);
      warnOfStaying(staying, diagnostics);
      warnOfDoubted(doubtedPaths(context), diagnostics);
    }
    return result;
  }

  /** Creates the object; its state is the plan, completed by the response. */
  async create(context: OperationArgs<"create">): Promise<ValueObject> {
    const resource = this.#resource;
    const responses = this.#responses;
    let { plan } = context;
    const { privateState } = context;
    assertUnmasked({ table: this.#table, privateState }, resource, plan);
    noteCreated(privateState);
    let isComplete = true;
    let saved: object | undefined;
    const request = () => ({
      body: createBody(this.#table, { plan, config: context.config }),
      plan,
      ...this.#helpers(plan, context),
    });
    const call = {
      ...context,
      ...request(),
      resolve: (values: ValueObject) => {
        plan = { ...plan, ...values };
        return request();
      },
      save: (response: object) => {
        saved = response;
        context.saveState(responses.savedState(response, plan, context));
      },
      mayRepeat: (async (error, isLost, also) => {
        if (saved === undefined) return !isLost;
        const prior = responses.stateOf(saved, plan, context);
        return await this.#looks.mayRepeat({ prior, plan }, context, {
          written: this.#table.filter(({ binding }) =>
            binding.change !== "immutable"
          ),
          before: responses.stateOf(saved, {}, context),
        })(error, isLost, also);
      }) satisfies MayRepeat,
      markIncomplete: () => isComplete = false,
    };
    const response = await responses.explainErrors(
      "create",
      () => plan,
      context,
      () => resource.create(call),
    );
    const made = responses.completePlan(response, plan, context);
    if (isComplete) this.#warn(made, context);
    return made.state;
  }

  /** Reads the object; undefined: it is surely gone. */
  async read(context: OperationArgs<"read">): Promise<ValueObject | undefined> {
    const { privateState } = context;
    const state = await this.#responses.complete(context.state, context);
    forgetUnsent(privateState);
    const response = await this.#responses.read("read", state, context);
    const known = withoutDoubted(this.#table, state, privateState);
    return response && this.#responses.stateOf(response, known, context);
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
    const responses = this.#responses;
    const prior = await responses.complete(context.prior, context);
    // A failing update leaves what is true, too.
    if (forgetUnsent(privateState)) context.saveState(prior);
    const change = { plan, prior, config };
    assertSendable({ table, privateState }, resource, change);
    const body = updateBody(table, change, this.#isWhole);
    const changed = table.filter((entry) => isChanged(entry, change));
    const written = [...changed, ...this.#writtenBy(body)];
    const along = table.filter(({ binding: { unit } }) =>
      unit && written.some(({ binding }) => `${binding.write}` === `${unit}`)
    );
    const sent = { table: [...written, ...along], privateState };
    assertUnmasked(sent, resource, plan);
    const look = () => this.#looks.beforeUpdate(sent.table, change, context);
    const found = await look();
    let reached: ValueObject | undefined;
    let known = prior;
    let isLost = false;
    const mayRepeat = this.#looks.mayRepeat(change, context, {
      written,
      before: found?.told,
      onReached: (state) => reached = state,
    });
    const call = {
      ...context,
      isResumed,
      lookAgain: async () => (await look())?.response,
      prior,
      current: found?.response,
      body,
      save: (response: object, sent?: object) => {
        const done = this.#writtenBy(sent);
        known = changed.filter((one) => done.includes(one)).map(shownNames)
          .reduce(
            (state, names) =>
              withValueAt(state, names, valueNamed(plan, names)),
            known,
          );
        known = responses.stateOf(response, known, context);
        context.saveState(known);
      },
      changes: (name: string) =>
        changed.some((entry) =>
          entry.names[0] === name &&
          isHeardNow(entry, change, { table, privateState })
        ),
      mayRepeat: (async (error, mayBeDone, also) => {
        isLost ||= mayBeDone;
        return await mayRepeat(error, mayBeDone, also);
      }) satisfies MayRepeat,
      ...this.#helpers(plan, context),
    };
    let response: object | undefined;
    try {
      response = await responses.explainErrors(
        "update",
        () => prior,
        context,
        () => resource.update(call),
      );
    } catch (error) {
      if (reached !== undefined) {
        return await this.update({ ...context, prior: reached }, true);
      }
      if (!isLost && !resource.mayHaveTakenEffect?.(error)) throw error;
      const left = { plan, prior: known };
      const doubted = changed.filter((entry) =>
        isChanged(entry, left) &&
        (isUnread(entry) || isHeard(entry, []) && !entry.isParent &&
            found !== undefined && isHidden(found, entry))
      );
      context.saveState(withDoubts(doubted, left, privateState));
      throw withDoubt(error);
    }
    noteUpdated(table, change, privateState);
    if (response === undefined) {
      return completePlan(resource.schema.attributes, plan, prior).state;
    }
    const made = responses.completePlan(response, plan, context);
    this.#warn(made, context);
    return made.state;
  }

  /** The attributes that a body overwrites, all of a unit that it has. */
  #writtenBy(body: object | undefined): Table {
    return this.#table.filter(({ binding: { write, unit = write } }) =>
      body && unit && (this.#isWhole || jsonAt(body, unit) !== undefined)
    );
  }

  /** Deletes the object; returns when it is surely gone. */
  async delete(context: OperationArgs<"delete">): Promise<void> {
    const state = await this.#responses.complete(context.state, context);
    const change = { prior: state, plan: state };
    const mayRepeat = this.#looks.mayRepeat(change, context, { written: [] });
    await this.#responses.explainErrors(
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
    const response = await this.#responses.read("import", state, context);
    if (response === undefined) {
      throw failure(
        `Cannot import ${resource.label(state)}`,
        "There is none, or the token cannot see it. Check the import ID and the " +
          "permissions of the token.",
      );
    }
    const imported = this.#responses.stateOf(response, state, context);
    if (this.#isWhole) {
      const label = resource.label(imported);
      warnOfHidden(this.#table, imported, label, context.diagnostics);
    }
    return imported;
  }

  #warn(made: CompletedPlan, { diagnostics }: BoundCall<unknown>): void {
    warnOfDifferences(made, this.#resource.label(made.state), diagnostics);
  }

  #helpers(
    plan: ValueObject,
    call: BoundCall<unknown> & { readonly config: ValueObject },
  ) {
    return {
      listUnseen: (response?: object) =>
        unseenOf(this.#table, { plan, config: call.config }, response),
      listDifferences: (response: object) =>
        this.#responses.completePlan(response, plan, call).differences
          .map(({ names }) => names.join(".")),
      markUnsent: (part: object) =>
        noteUnsent(this.#table, part, call.privateState),
    };
  }
}
