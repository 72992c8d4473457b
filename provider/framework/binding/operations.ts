/**
 * The operations of a resource, as they follow from the bindings of its schema.
 *
 * @module
 */

import { failure } from "../diagnostics.ts";
import type { OperationContext, PrivateState } from "../define/context.ts";
import type {
  Identity,
  IdentityAttributes,
  ImportIdentity,
} from "../define/identity.ts";
import type {
  CreateContext,
  DeleteContext,
  ImportContext,
  ModifyPlanContext,
  ModifyPlanResult,
  ReadContext,
  UpdateContext,
} from "../define/resource.ts";
import type {
  Config,
  KnownConfig,
  Plan,
  Planned,
  State,
  UpdatePlan,
} from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { ValueObject } from "../values/value.ts";
import type { Wire } from "./declare.ts";
import {
  isChanged,
  noteCreated,
  noteNotSent,
  noteUpdated,
  seenBy,
  withoutNotSent,
} from "./life.ts";
import { assertSendable, type Judging, planBound } from "./plan.ts";
import { createBody, updateBody } from "./request.ts";
import type { BoundCall, BoundResource, Told } from "./definition.ts";
import {
  checkKeys,
  completed,
  type Difference,
  type Result,
  stateOf,
} from "./state.ts";
import { pathOf, type Table, tableOf, valueNamed } from "./table.ts";

type Verb = "create" | "read" | "update" | "delete" | "import";

/**
 * The operations. States and bodies are built attribute by attribute from the
 * schema and its bindings, whose types are `S` and `W`.
 */
export class BoundOperations<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  D,
> {
  readonly #resource: BoundResource<S, A, W, D>;
  readonly #table: Table;

  /** @param resource What is special about the resource. */
  constructor(resource: BoundResource<S, A, W, D>) {
    this.#resource = resource;
    this.#table = tableOf(resource.schema.attributes);
  }

  /** Plans the object: what stays, what is sent, replaced or refused. */
  async modifyPlan(
    context: ModifyPlanContext<Config<S>, Planned<S>, State<S>, D>,
  ): Promise<ModifyPlanResult<Planned<S>>> {
    const { prior, config, diagnostics } = context;
    const resource = this.#resource;
    const bound = planBound({
      attributes: resource.schema.attributes,
      config: config as ValueObject,
      prior: prior as ValueObject | null,
      planned: context.planned as ValueObject,
      decided: resource.decide?.(context) ?? {},
      ...this.#judgedBy(prior, context),
      isDue: prior !== null && resource.isDue?.(context) === true,
      diagnostics,
    });
    const planned = bound.planned as Planned<S>;
    const changed = await resource.modifyPlan?.({
      ...context,
      planned,
      isUpdate: bound.isUpdate,
    });
    const requiresReplace = [
      ...bound.requiresReplace,
      ...changed?.requiresReplace ?? [],
    ];
    return { planned, ...changed, requiresReplace };
  }

  /** Creates the object; its state is the plan, completed by the answer. */
  async create(
    context: CreateContext<KnownConfig<S>, Plan<S>, State<S>, D>,
  ): Promise<State<S>> {
    const resource = this.#resource;
    noteCreated(context.privateState);
    const resolved = await resource.resolve?.(context);
    const plan: Plan<S> = { ...context.plan, ...resolved };
    const body = createBody(this.#table, {
      plan: plan as ValueObject,
      config: context.config as ValueObject,
    });
    let isComplete = true;
    const answer = await this.#attempt(
      "create",
      plan as unknown as Partial<State<S>>,
      context,
      () =>
        resource.create({
          ...context,
          body,
          plan,
          save: (answer) =>
            context.saveState(this.#saved(answer, plan, context)),
          incomplete: () => isComplete = false,
          ...this.#helpers(plan, context),
        }),
    );
    const { state, differences } = this.#result(answer, plan, context);
    if (isComplete) {
      warn(differences, this.#resource.label(plan), context.diagnostics);
    }
    return state as State<S>;
  }

  /** Reads the object; undefined: it is surely gone. */
  async read(
    context: ReadContext<State<S>, D, Identity<A>>,
  ): Promise<State<S> | undefined> {
    const state = await this.#completed(context.state, context);
    const answer = await this.#attempt(
      "read",
      state,
      context,
      () => this.#resource.read({ ...context, state }),
    );
    return answer && this.#reached(answer, state, context);
  }

  /** Sends what has changed. */
  async update(
    context: UpdateContext<
      KnownConfig<S>,
      UpdatePlan<S>,
      State<S>,
      D,
      Identity<A>
    >,
  ): Promise<State<S>> {
    const { plan, config, privateState } = context;
    const resource = this.#resource;
    const table = this.#table;
    const prior = await this.#completed(context.prior, context);
    const change = {
      plan: plan as ValueObject,
      prior: prior as ValueObject,
      config: config as ValueObject,
    };
    assertSendable(this.#judgedBy(prior, context), change);
    const body = updateBody(table, change, resource.updatesWhole === true);
    const changed = new Set(
      table.filter((entry) => isChanged(entry, change)).map(({ names }) =>
        names[0]
      ),
    );
    const answer = await this.#attempt(
      "update",
      prior,
      context,
      () =>
        resource.update({
          ...context,
          prior,
          body,
          save: (answer, hasChanged = true) =>
            context.saveState(
              hasChanged
                ? this.#saved(answer, plan, context)
                : this.#reached(answer, prior, context),
            ),
          changes: (name) => changed.has(name),
          ...this.#helpers(plan, context),
        }),
    );
    noteUpdated(table, change, privateState);
    if (answer !== undefined) {
      const { state, differences } = this.#result(answer, plan, context);
      warn(differences, resource.label(plan), context.diagnostics);
      return state as State<S>;
    }
    const { attributes } = resource.schema;
    return completed(attributes, change.plan, change.prior).state as State<S>;
  }

  /** Deletes the object; returns when it is surely gone. */
  async delete(
    context: DeleteContext<State<S>, D, Identity<A>>,
  ): Promise<void> {
    const state = await this.#completed(context.state, context);
    await this.#attempt(
      "delete",
      state,
      context,
      () => this.#resource.delete({ ...context, state }),
    );
  }

  /** The state of an object that exists. */
  async importState(
    context: ImportContext<ImportIdentity<A>, D>,
  ): Promise<State<S> | undefined> {
    const resource = this.#resource;
    const key = await resource.importKey(context);
    const state = key as State<S>;
    const answer = await this.#attempt(
      "import",
      key,
      context,
      () => resource.read({ ...context, state }),
    );
    if (answer === undefined) {
      throw failure(
        `Cannot import ${resource.label(state)}`,
        "There is none, or the token cannot see it. Check the import ID and the " +
          "permissions of the token.",
      );
    }
    const imported = this.#reached(answer, key, context);
    if (resource.updatesWhole === true) this.#warnOfHidden(imported, context);
    return imported;
  }

  /** Names what an update of an imported object would send without. */
  #warnOfHidden(
    imported: State<S>,
    { diagnostics }: Pick<BoundCall<D>, "diagnostics">,
  ): void {
    const hidden = this.#table.filter((
      { attribute, binding, isParent, names },
    ) =>
      !isParent && binding.write !== undefined && binding.read === undefined &&
      !attribute.sensitive && !attribute.writeOnly &&
      valueNamed(imported as ValueObject, names.slice(0, -1)) !== null
    );
    if (hidden.length === 0) return;
    const paths = hidden.map(({ names }) => `\`${names.join(".")}\``);
    diagnostics.addWarning(
      `Not all of ${this.#resource.label(imported)} can be read`,
      `The service does not show ${
        paths.join(", ")
      }, and an update sends the ` +
        "whole object. Write what it has of them into the configuration, or " +
        "the next update takes it away.",
    );
  }

  /** What a change of the object is judged by; a new one has none. */
  #judgedBy(
    prior: State<S> | null,
    { privateState }: { readonly privateState: PrivateState },
  ): Judging {
    const table = this.#table;
    if (prior === null) {
      return { table, label: "", isSeen: () => true, held: undefined };
    }
    return {
      table,
      label: this.#resource.label(prior),
      isSeen: seenBy(prior as ValueObject, privateState),
      held: this.#resource.holds?.(prior),
    };
  }

  /** What creates and updates are given besides. */
  #helpers(plan: Told<S>, call: BoundCall<D>) {
    return {
      differs: (answer: W["answer"]) =>
        this.#result(answer, plan, call).differences
          .map(({ names }) => names.join(".")),
      notSent: (part: object) =>
        noteNotSent(this.#table, part, call.privateState),
    };
  }

  async #attempt<T>(
    verb: Verb,
    state: Partial<State<S>>,
    context: BoundCall<D>,
    call: () => Promise<T>,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const about = { call: context, state };
      throw await this.#resource.explain?.(error, verb, about) ?? error;
    }
  }

  /** A state without what was not sent, and with what it lacked. */
  async #completed(
    stored: State<S>,
    call: BoundCall<D>,
  ): Promise<State<S>> {
    const known = withoutNotSent(stored as ValueObject, call.privateState);
    const state = known as State<S>;
    return {
      ...state,
      ...await this.#resource.complete?.({ ...call, state }),
    };
  }

  /** The state of an answer. */
  #reached(
    answer: W["answer"],
    kept: object,
    { privateState }: BoundCall<D>,
  ): State<S> {
    const { answered, schema } = this.#resource;
    checkKeys(this.#table, answer, kept as ValueObject);
    const shown = answered?.(answer, kept, privateState) ?? answer;
    return stateOf(
      schema.attributes,
      shown,
      kept as ValueObject,
    ) as State<S>;
  }

  #result(answer: W["answer"], plan: object, call: BoundCall<D>): Result {
    const actual = this.#reached(answer, plan, call) as ValueObject;
    const { attributes } = this.#resource.schema;
    return completed(attributes, plan as ValueObject, actual);
  }

  /**
   * The state in the middle of an operation: it holds if the operation fails,
   * so what only the service decides is as answered, whatever was planned.
   */
  #saved(answer: W["answer"], plan: object, call: BoundCall<D>): State<S> {
    const shown = this.#reached(answer, plan, call) as ValueObject;
    const { attributes } = this.#resource.schema;
    const { state } = completed(attributes, plan as ValueObject, shown);
    const via = this.#table.filter(({ attribute, binding, names }) =>
      (binding.change === "via" || attribute.mode === "computed") &&
      names.length === 1
    ).map(({ names: [name = ""] }) => [name, shown[name] ?? null] as const);
    return { ...state, ...Object.fromEntries(via) } as State<S>;
  }
}

function warn(
  differences: readonly Difference[],
  label: string,
  diagnostics: OperationContext<unknown>["diagnostics"],
): void {
  const subject = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  for (const { names, planned, actual } of differences) {
    const name = names.join(".");
    diagnostics.addWarning(
      `The API returned a different value for ${name}`,
      (planned === undefined
        ? `${subject} was to have another \`${name}\` than the API returned. `
        : `${subject} was to have \`${name}\` = ${JSON.stringify(planned)}, ` +
          `but the API returned ${JSON.stringify(actual)}. `) +
        "The next plan shows it as a change made outside of Terraform. If " +
        "the API's value is right, write it into the configuration.",
      pathOf(names),
    );
  }
}
