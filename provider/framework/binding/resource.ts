/**
 * Resources whose requests, states, plans and messages follow from the
 * bindings of their schema.
 *
 * @module
 */

import { failure } from "../diagnostics.ts";
import type { OperationContext, PrivateState } from "../define/context.ts";
import type { IdentityAttributes, ImportIdentity } from "../define/identity.ts";
import type {
  CreateContext,
  DeleteContext,
  ImportContext,
  ModifyPlanContext,
  ModifyPlanResult,
  ReadContext,
  Resource,
  ResourceDefinition,
  UpdateContext,
} from "../define/resource.ts";
import type { Config, KnownConfig, Plan, Planned } from "../schema/model.ts";
import type { State } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type { Unbound, Wire } from "./declare.ts";
import {
  type Held,
  isChanged,
  noteCreated,
  noteNotSent,
  noteUpdated,
  seenBy,
  withoutNotSent,
} from "./life.ts";
import { assertSendable, planBound } from "./plan.ts";
import { withFormerNames } from "./renamed.ts";
import { createBody, updateBody } from "./request.ts";
import { checkKeys, completed, type Difference, stateOf } from "./state.ts";
import { pathOf, tableOf } from "./table.ts";

/** What every call of a bound resource is given. */
export interface BoundCall<D> extends OperationContext<D> {
  /** Values kept beside the state. */
  readonly privateState: PrivateState;
}

/** What the call that creates is given. */
export interface BoundCreate<S extends Schema, W extends Wire, D>
  extends BoundCall<D> {
  /** The body of the request. */
  readonly body: W["create"];
  /** The plan, with what `resolve` made known. */
  readonly plan: Plan<S>;
  /** The configuration. */
  readonly config: KnownConfig<S>;
  /**
   * Saves the state of an answer, should what follows fail. What has a route
   * of its own is saved as answered, all else as planned.
   *
   * @param hasChanged False: what is planned was not sent yet. Default true.
   */
  save(answer: W["answer"], hasChanged?: boolean): void;
  /** The attributes of which an answer is not as planned, by dotted path. */
  differs(answer: W["answer"]): readonly string[];
  /**
   * Says that a part of the body was not sent, though the object is there: its
   * attributes stay planned, so that the next apply sends them.
   */
  notSent(part: Partial<W["create"]>): void;
}

/** What the call that updates is given. */
export interface BoundUpdate<S extends Schema, W extends Wire, D>
  extends Omit<BoundCreate<S, W, D>, "body"> {
  /** The body of the request; undefined: nothing in it has changed. */
  readonly body: W["update"] | undefined;
  /** The state before. */
  readonly prior: State<S>;
  /** Whether an attribute is to change, such as one with a route of its own. */
  changes(name: keyof S["attributes"] & string): boolean;
}

/** What reads and deletes are given: the state, or what an import knows. */
export interface BoundTarget<S extends Schema, D> extends BoundCall<D> {
  /** The state; after an import only the attributes that lead to the object. */
  readonly state: State<S>;
}

/** A resource with bindings. See {@linkcode ResourceDefinition}. */
export interface BoundResource<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  D,
> extends
  Pick<
    ResourceDefinition<S, A, D>,
    | "typeName"
    | "schema"
    | "identity"
    | "validate"
    | "planDestroy"
    | "upgradeState"
    | "moveState"
  > {
  /** The object as messages name it, such as `the webhook 6…`. */
  label(state: State<S> | Plan<S>): string;
  /** The attributes that an import gives, enough for `read` to find it. */
  importKey(
    context: ImportContext<ImportIdentity<A>, D>,
  ): Partial<State<S>> | Promise<Partial<State<S>>>;
  /** Makes values known that the plan leaves open but the request needs. */
  resolve?(
    context: CreateContext<KnownConfig<S>, Plan<S>, State<S>, D>,
  ): Partial<Plan<S>> | Promise<Partial<Plan<S>>>;
  /** Completes a state that was taken over from elsewhere before it is used. */
  complete?(
    call: BoundTarget<S, D>,
  ): Partial<State<S>> | Promise<Partial<State<S>>>;
  /** Puts into an answer what only `kept` and the private state can tell. */
  answered?(
    answer: W["answer"],
    kept: Partial<State<S>>,
    privateState: PrivateState,
  ): W["answer"];
  /**
   * Values by dotted path for what is not configured, in place of what the
   * bindings make of it; undefined: as the bindings say.
   */
  decide?(
    context: ModifyPlanContext<Config<S>, Planned<S>, State<S>, D>,
  ): Readonly<Record<string, Value | undefined>>;
  /**
   * What the object holds that is gone with it, which the next two rules keep
   * from being lost: a change that only a replacement could make is refused;
   * where it may be lost, the plan warns. Undefined: nothing.
   */
  holds?(state: State<S>): Held | undefined;
  /** Whether an update is due although nothing differs. */
  isDue?(
    context: ModifyPlanContext<Config<S>, Planned<S>, State<S>, D>,
  ): boolean;
  /** Changes the plan that follows from the bindings, warns, refuses. */
  modifyPlan?(
    context: ModifyPlanContext<Config<S>, Planned<S>, State<S>, D> & {
      /** Whether an object that exists is to be changed at the service. */
      readonly isUpdate: boolean;
    },
  ):
    | ModifyPlanResult<Planned<S>>
    | void
    | Promise<ModifyPlanResult<Planned<S>> | void>;
  /** Creates the object. */
  create(call: BoundCreate<S, W, D>): Promise<W["answer"]>;
  /** Reads the object; undefined: it is surely gone. */
  read(call: BoundTarget<S, D>): Promise<W["answer"] | undefined>;
  /** Changes the object; undefined: nothing had to be asked. */
  update(call: BoundUpdate<S, W, D>): Promise<W["answer"] | undefined>;
  /** Deletes the object; returns when it is surely gone. */
  delete(call: BoundTarget<S, D>): Promise<void>;
  /** Set: the service replaces the whole object at each update. */
  readonly updatesWhole?: true;
  /**
   * What to throw instead of an error of a call.
   *
   * @param verb What failed, such as `create`.
   */
  explain?(
    error: unknown,
    verb: "create" | "read" | "update" | "delete" | "import",
    about: {
      readonly call: BoundCall<D>;
      readonly state: Partial<State<S>>;
    },
  ): unknown | Promise<unknown>;
}

/**
 * The definition of a bound resource: all that follows from its bindings.
 *
 * A leaf without a binding is a type error that names it. Say `local` for what
 * the service never hears of.
 *
 * @example
 * ```ts
 * import { bindingTo, boundResource, definersFor, s, types } from "../mod.ts";
 * import type { IdentityAttributes } from "../mod.ts";
 *
 * type Disk = { readonly name: string; readonly gib: number };
 * type Wire = { create: Disk; update: Partial<Disk>; answer: Disk };
 * interface Service {
 *   create(disk: Disk): Promise<Disk>;
 *   find(name: string): Promise<Disk | undefined>;
 *   update(name: string, change: Partial<Disk>): Promise<Disk>;
 *   delete(name: string): Promise<void>;
 * }
 *
 * const b = bindingTo<Wire>();
 * const schema = s.schema({
 *   description: "A disk.",
 *   attributes: {
 *     name: b.at("name", types.string, {
 *       required: true,
 *       description: "The name.",
 *       change: "immutable",
 *     }),
 *     size: b.at("gib", types.int, { required: true, description: "In GiB." }),
 *   },
 * });
 *
 * const bound = boundResource<typeof schema, IdentityAttributes, Wire, Service>({
 *   typeName: "example_disk",
 *   schema,
 *   label: ({ name }) => `the disk ${name}`,
 *   importKey: ({ id }) => ({ name: id ?? "" }),
 *   create: ({ body, provider }) => provider.create(body),
 *   read: ({ state, provider }) => provider.find(state.name),
 *   update: async ({ body, prior, provider }) =>
 *     body && await provider.update(prior.name, body),
 *   delete: ({ state, provider }) => provider.delete(state.name),
 * });
 * const disk = definersFor<Service>().defineResource(bound);
 * ```
 */
export function boundResource<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  D,
>(
  definition:
    & BoundResource<S, A, W, D>
    & ([Unbound<S["attributes"]>] extends [never] ? unknown
      : { readonly unbound: Unbound<S["attributes"]> }),
): ResourceDefinition<S, A, D> {
  const { schema } = definition;
  const { attributes } = schema;
  const table = tableOf(attributes);
  const resource: BoundResource<S, A, W, D> = definition;

  // States and bodies are built attribute by attribute from the schema and its
  // bindings, whose types are S and W.
  const asState = (value: ValueObject) => value as State<S>;
  const reached = (
    answer: W["answer"],
    kept: object,
    { privateState }: BoundCall<D>,
  ) => {
    checkKeys(table, answer, kept as ValueObject);
    const shown = resource.answered?.(answer, kept, privateState) ?? answer;
    return stateOf(attributes, shown, kept as ValueObject);
  };
  const finished = (answer: W["answer"], plan: object, call: BoundCall<D>) =>
    completed(attributes, plan as ValueObject, reached(answer, plan, call));

  const differsFrom =
    (plan: object, call: BoundCall<D>) => (answer: W["answer"]) =>
      finished(answer, plan, call).differences
        .map(({ names }) => names.join("."));

  /**
   * The state in the middle of an operation: it holds if the operation fails,
   * so what only the service decides is as answered, whatever was planned.
   */
  function saved(answer: W["answer"], plan: object, call: BoundCall<D>) {
    const shown = reached(answer, plan, call);
    const { state } = completed(attributes, plan as ValueObject, shown);
    const via = table.filter(({ attribute, binding, names }) =>
      (binding.change === "via" || attribute.mode === "computed") &&
      names.length === 1
    ).map(({ names: [name = ""] }) => [name, shown[name] ?? null] as const);
    return { ...state, ...Object.fromEntries(via) };
  }

  async function attempt<T>(
    verb: "create" | "read" | "update" | "delete" | "import",
    state: Partial<State<S>>,
    context: BoundCall<D>,
    call: () => Promise<T>,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const about = { call: context, state };
      throw await resource.explain?.(error, verb, about) ?? error;
    }
  }

  async function completedState(
    state: State<S>,
    call: BoundCall<D>,
  ): Promise<State<S>> {
    return { ...state, ...await resource.complete?.({ ...call, state }) };
  }

  const judgedBy = (prior: State<S>, privateState: PrivateState) => ({
    table,
    label: resource.label(prior),
    isSeen: seenBy(prior as ValueObject, privateState),
    held: resource.holds?.(prior),
  });

  const marking = ({ privateState }: BoundCall<D>) => (part: object) =>
    noteNotSent(table, part, privateState);

  async function read(context: ReadContext<State<S>, D>) {
    const known = withoutNotSent(
      context.state as ValueObject,
      context.privateState,
    );
    const state = await completedState(asState(known), context);
    const answer = await attempt(
      "read",
      state,
      context,
      () => resource.read({ ...context, state }),
    );
    return answer && asState(reached(answer, state, context));
  }

  async function create(
    context: CreateContext<KnownConfig<S>, Plan<S>, State<S>, D>,
  ) {
    const { config, diagnostics } = context;
    noteCreated(context.privateState);
    const resolved = await resource.resolve?.(context);
    const plan: Plan<S> = { ...context.plan, ...resolved };
    const body = createBody(table, {
      plan: plan as ValueObject,
      config: config as ValueObject,
    });
    const save = (answer: W["answer"]) =>
      context.saveState(asState(saved(answer, plan, context)));
    const answer = await attempt(
      "create",
      plan as unknown as Partial<State<S>>,
      context,
      () =>
        resource.create({
          ...context,
          body,
          plan,
          save,
          differs: differsFrom(plan, context),
          notSent: marking(context),
        }),
    );
    const { state, differences } = finished(answer, plan, context);
    warn(differences, resource.label(plan), diagnostics);
    return asState(state);
  }

  async function update(
    context: UpdateContext<KnownConfig<S>, Plan<S>, State<S>, D>,
  ) {
    const { plan, config, diagnostics } = context;
    const known = withoutNotSent(
      context.prior as ValueObject,
      context.privateState,
    );
    const prior = await completedState(asState(known), context);
    const change = {
      plan: plan as ValueObject,
      prior: prior as ValueObject,
      config: config as ValueObject,
    };
    const { privateState } = context;
    assertSendable(judgedBy(prior, privateState), change);
    const body = updateBody(table, change, resource.updatesWhole === true);
    const changed = new Set(
      table.filter((entry) => isChanged(entry, change)).map(({ names }) =>
        names[0]
      ),
    );
    const save = (answer: W["answer"], hasChanged = true) =>
      context.saveState(
        asState(
          hasChanged
            ? saved(answer, plan, context)
            : reached(answer, prior, context),
        ),
      );
    const answer = await attempt(
      "update",
      prior,
      context,
      () =>
        resource.update({
          ...context,
          prior,
          body,
          save,
          changes: (name) => changed.has(name),
          differs: differsFrom(plan, context),
          notSent: marking(context),
        }),
    );
    noteUpdated(table, change, privateState);
    if (answer === undefined) {
      return asState(completed(attributes, change.plan, change.prior).state);
    }
    const { state, differences } = finished(answer, plan, context);
    warn(differences, resource.label(plan), diagnostics);
    return asState(state);
  }

  async function importState(
    context: ImportContext<ImportIdentity<A>, D>,
  ): Promise<State<S> | undefined> {
    const key = await resource.importKey(context);
    const state = key as State<S>;
    const answer = await attempt(
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
    return asState(reached(answer, key, context));
  }

  async function modifyPlan(
    context: ModifyPlanContext<Config<S>, Planned<S>, State<S>, D>,
  ): Promise<ModifyPlanResult<Planned<S>>> {
    const { prior, config, diagnostics } = context;
    const bound = planBound({
      attributes,
      table,
      config: config as ValueObject,
      prior: prior as ValueObject | null,
      planned: context.planned as ValueObject,
      decided: resource.decide?.(context) ?? {},
      ...prior === null
        ? { label: "", isSeen: () => true, held: undefined }
        : judgedBy(prior, context.privateState),
      isDue: prior !== null && resource.isDue?.(context) === true,
      diagnostics,
    });
    const planned = bound.planned as Planned<S>;
    const changed = await resource.modifyPlan?.({
      ...context,
      planned,
      isUpdate: bound.isUpdate,
    });
    return {
      planned,
      ...changed,
      requiresReplace: [
        ...bound.requiresReplace,
        ...changed?.requiresReplace ?? [],
      ],
    };
  }

  const bound: ResourceDefinition<S, A, D> = {
    ...definition,
    modifyPlan,
    create,
    read,
    update,
    async delete(context: DeleteContext<State<S>, D>) {
      const state = await completedState(context.state, context);
      await attempt(
        "delete",
        state,
        context,
        () => resource.delete({ ...context, state }),
      );
    },
    importState,
  };
  // Without its types it is a resource whose models are objects of values.
  return withFormerNames(
    bound as unknown as Resource,
  ) as unknown as ResourceDefinition<S, A, D>;
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
