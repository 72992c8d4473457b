/**
 * Resources of this provider whose attributes are declared with their place in
 * the API's JSON. Reads, deletes and errors go the same way for all of them.
 *
 * @module
 */

import {
  type Config,
  type IdentityAttribute,
  type IdentityAttributes,
  type Plan,
  type PlanDestroyContext,
  type PlannedState,
  type PlanValuesContext,
  type Resource,
  type ResourceDefinition,
  resourceOf,
  type Schema,
  type State,
  types,
  type Unknown,
  unknown,
} from "@hf-terraform/framework";
import {
  type BoundCall,
  type BoundCreate,
  type BoundResource,
  boundResource,
  type BoundTarget,
  type BoundUpdate,
  type PlanOrState,
  tableOf,
  type Unbound,
  type Wire,
} from "@hf-terraform/framework/binding";
import type { CallOptions } from "@hf-terraform/client";
import { type Access, withAccess } from "../define/access.ts";
import { type ClaimRules, withClaims } from "./claim_rules.ts";
import { type Findable, withFinds } from "./existing_object.ts";
import { keepAfterCreate } from "./create.ts";
import { idByParts } from "./derived_id.ts";
import { deleteObject } from "./delete.ts";
import { type LossRules, refuseUnplanned, withLosses } from "./losses.ts";
import {
  type CreateSteps,
  planCreate,
  type VisibilityFields,
} from "./visibility_order.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import {
  anotherThan,
  forgetAnother,
  isAnother,
  noteAnother,
  warnOfAnother,
} from "./fingerprint.ts";
import { withOwner } from "./owner.ts";
import { expectWait } from "./wait.ts";
import { assertSeen, noteUser, type SeenBy } from "./visibility.ts";
import {
  attempt,
  type CallContext,
  explainFor,
  orGone,
  type RemoteObject,
  titleOf,
} from "./remote_object.ts";
import { type Complaints, placeOf } from "./places.ts";
import { sameName } from "../schema/same.ts";
import { plannedCost } from "../cost/planned_cost.ts";

type D = HuggingFaceProvider;

/** The requirements of an object, and the users who see it. */
export interface ObjectAccess extends Access {
  /**
   * The users to whom the service shows it: to others it answers 404, which
   * proves nothing. Default: the admins of its `organization`, if it has one;
   * else `read` finds that out.
   */
  readonly seenBy?: SeenBy;
}

/** A resource: what differs from one to another. */
export type BoundDefinition<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
> =
  & Omit<
    BoundResource<S, A, W, D>,
    | "label"
    | "explain"
    | "backfillState"
    | "create"
    | "read"
    | "readBeforeUpdate"
    | "update"
    | "delete"
  >
  & Omit<
    ClaimRules<S> & Findable<S> & LossRules<S>,
    "idOf" | "dataAtRisk" | "partsOf"
  >
  & Partial<Pick<ClaimRules<S>, "idOf">>
  & {
    /**
     * The attribute that stands for the last part of its `id` as long as only
     * the service can tell that.
     */
    readonly nameBefore?: string & keyof S["attributes"];
    /** Words of the API about an attribute whose path they do not name. */
    readonly complaints?: Complaints;
    /** The attribute that names what else has to be there, to blame for 404. */
    readonly refersTo?: string & keyof S["attributes"];
    /** More advice on an error of a call, as a sentence. */
    adviceOn?(error: unknown, state: Partial<State<S>>): string | undefined;
    readonly access: ObjectAccess;
    /** The way it opens, if its visibility can be set: see `visibility_order.ts`. */
    readonly opens?: VisibilityFields;
    create(
      call: BoundCreate<S, W, D> & CallContext & CreateSteps<W["create"]>,
    ): Promise<W["response"]>;
    read(
      call: BoundTarget<S, D> & CallContext,
    ): Promise<W["response"] | undefined>;
    /** Looks whether it is there still; default: `read`, without old lists. */
    look?(
      call: BoundTarget<S, D> & CallContext,
    ): Promise<W["response"] | undefined>;
    update(
      call: BoundUpdate<S, W, D> & CallContext,
    ): Promise<W["response"] | undefined>;
    /**
     * Deletes the object, and returns when it is surely gone; false: nothing was
     * found, which is no proof yet.
     */
    delete?(call: BoundTarget<S, D> & CallContext): Promise<unknown>;
    /** In place of `delete`: sends the request, which reads then confirm. */
    sendDelete?(
      call: BoundTarget<S, D> & CallContext,
      once: CallOptions,
    ): Promise<unknown>;
    partsOf?(
      call: BoundTarget<S, D> & CallContext,
    ): Promise<readonly string[]>;
    /** Whether an object that answers 404 is gone; default: what `read` says. */
    isGone?(call: BoundTarget<S, D> & CallContext): Promise<boolean>;
  }
  & ([Unbound<S["attributes"]>] extends [never] ? unknown
    : { readonly unbound: Unbound<S["attributes"]> });

/** Defines resources whose JSON is `W`. */
export function definerFor<W extends Wire>(): <
  S extends Schema,
  A extends IdentityAttributes,
>(definition: BoundDefinition<S, A, W>) => Resource {
  return <S extends Schema, A extends IdentityAttributes>(
    declared: BoundDefinition<S, A, W>,
  ) => {
    const { schema, nameBefore, idOf = idByParts(schema, nameBefore) } =
      declared;
    const definition = { exact: nameBefore, ...declared, idOf };
    const { kind, access, complaints, refersTo } = definition;
    const table = tableOf(schema.attributes);
    const fingerprint = table.find(({ binding }) => binding.fingerprint);
    const places = { table, complaints, refersTo };
    const objectOf = (
      state: PlanOrState<S>,
      context: BoundCall<D>,
      planned: object = state,
    ): RemoteObject => ({
      kind,
      id: idOf(state),
      permission: access.permission,
      plan: access.plan,
      context,
      pathOf: (error) => placeOf(error, places, planned),
      adviceOn: (error) =>
        definition.adviceOn?.(error, state as Partial<State<S>>),
    });
    const about = async <C extends BoundCall<D>>(
      known: PlanOrState<S>,
      call: C,
      planned?: object,
    ): Promise<C & CallContext> => {
      const namespace = namespaceIn(known);
      return {
        ...call,
        object: objectOf(known, call, planned),
        client: await call.provider.client(call),
        namespace: typeof namespace === "string" ? namespace : "",
        another: (answer) =>
          fingerprint && anotherThan(known, answer, fingerprint),
      };
    };
    const owner = ownerIn(schema);
    const look = definition.look ?? definition.read;
    const {
      seenBy = schema.attributes["organization"] && "admin" as const,
    } = access;
    const assertGone = async (target: BoundTarget<S, D> & CallContext) => {
      const { state } = target;
      // An import knows only what leads to it, and forgets nothing.
      const isWhole = Object.keys(schema.attributes)
        .every((name) => Object.hasOwn(state, name));
      if (isWhole && seenBy !== undefined) {
        await assertSeen(seenBy, target, state);
      }
    };
    const lookNow = async (target: BoundTarget<S, D> & CallContext) => {
      target.provider.forget();
      return await look(target);
    };
    const isThere = async (target: BoundTarget<S, D> & CallContext) => {
      const found = await orGone(lookNow(target));
      return found !== undefined && target.another(found) === undefined;
    };
    /** Finds it at this moment, and refuses what is another one by now. */
    const findSame = async (
      target: BoundTarget<S, D> & CallContext,
      done: "changed" | "deleted",
    ) => {
      const { object } = target;
      const found = await attempt(
        "read",
        object,
        () => orGone(lookNow(target)),
      );
      const how = found && target.another(found);
      if (how !== undefined) throw isAnother(object, done, how);
      return found;
    };
    const bound = {
      ...definition,
      ...ownerRules(definition),
      label: (state: PlanOrState<S>) => `the ${kind} ${idOf(state)}`,
      explain: (
        error: unknown,
        verb: string,
        about: {
          readonly call: BoundCall<D>;
          readonly state: Partial<State<S>>;
        },
      ) =>
        // After an import it holds what leads to the object.
        explainFor(
          error,
          verb,
          objectOf(about.state as State<S>, about.call),
          verb === "read" ? `The ${kind} stays in the state.` : undefined,
        ),
      create: (given: BoundCreate<S, W, D>) =>
        writing(given, async () => {
          const { plan, privateState } = given;
          const call = owner === undefined ? given : {
            ...given,
            ...given.resolve(
              { [owner]: await namespaceOf(plan, given) } as Partial<Plan<S>>,
            ),
          };
          forgetAnother(privateState);
          const target = await about(call.plan, call);
          const { object } = target;
          if (seenBy === "user") await noteUser(target);
          const { opens = always } = definition;
          return await keepAfterCreate({
            ...target,
            ...planCreate<W["create"]>(call.body, opens, {
              object,
              table,
              notSent: call.markUnsent,
            }),
          }, definition.create);
        }),
      read: async (call: BoundTarget<S, D>) => {
        const target = await about(call.state, call);
        const found = await definition.read(target);
        if (found === undefined) await assertGone(target);
        else {
          if (seenBy === "user") await noteUser(target);
          noteAnother(call.privateState, target.another(found));
        }
        return found;
      },
      readBeforeUpdate: async (call: BoundTarget<S, D>) =>
        await findSame(await about(call.state, call), "changed"),
      update: (call: BoundUpdate<S, W, D>) =>
        writing(call, async () => {
          const target = await about(call.prior, call, call.plan);
          if (call.isResumed) expectWait(call.privateState);
          const answer = await attempt(
            "update",
            target.object,
            () => definition.update(target),
          );
          forgetAnother(call.privateState);
          return answer;
        }),
      delete: (call: BoundTarget<S, D>) =>
        writing(call, async () => {
          const target = await about(call.state, {
            ...call,
            async mayRepeat(lost) {
              const check = () => refuseUnplanned(losing, call);
              return await call.mayRepeat?.(lost, check) ?? false;
            },
          });
          if (fingerprint !== undefined) await findSame(target, "deleted");
          const isFound =
            await (definition.delete?.(target) ?? deleteObject(target.object, {
              send: async (once) => await definition.sendDelete?.(target, once),
              isThere: () => isThere(target),
              async isGone() {
                const found = await orGone(lookNow(target));
                if (found) return target.another(found) !== undefined;
                const isGone = await definition.isGone?.(target) ?? true;
                if (isGone) await assertGone(target);
                return isGone;
              },
            }));
          if (isFound === false) await assertGone(target);
        }),
      ...fingerprint !== undefined && {
        planDestroy: async (context: PlanDestroyContext<State<S>, D>) => {
          await definition.planDestroy?.(context);
          const { prior, privateState, diagnostics } = context;
          const title = titleOf({ kind, id: idOf(prior) });
          warnOfAnother(title, privateState, diagnostics);
        },
      },
    };
    const made = boundResource<S, A, W, D>(bound);
    const resource = { ...made, schema: withAccess(access, made.schema) };
    const { partsOf } = definition;
    const losing = {
      ...definition,
      ...partsOf && {
        async partsOf(call: BoundTarget<S, D>) {
          const target = await about(call.state, call);
          const look = () => orGone(partsOf(target));
          return await attempt("look into", target.object, look) ?? [];
        },
      },
    };
    return resourceOf(
      withFinds(
        withLosses(
          withClaims(withOwner(resource), definition),
          losing,
        ),
        losing,
      ),
    );
  };
}

/** The rules of an owner that may be the provider's default. */
function ownerRules<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
>({ schema, planValues }: BoundDefinition<S, A, W>) {
  const owner = ownerIn(schema);
  if (owner === undefined) return {};
  return {
    planValues: (
      context: PlanValuesContext<Config<S>, PlannedState<S>, State<S>, D>,
    ) => ({ [owner]: plannedOwner(context), ...planValues?.(context) }),
    // A state of another provider may lack the owner.
    backfillState: async ({ state, ...call }: BoundTarget<S, D>) =>
      ({ [owner]: await namespaceOf(state, call) }) as Partial<State<S>>,
  };
}

/** The attribute of an owner that may be the provider's default. */
function ownerIn({ attributes }: Schema) {
  return (["namespace", "organization"] as const).find((name) =>
    attributes[name]?.computed === true
  );
}

/** The opening of an object without a visibility. */
const always: VisibilityFields = { by: "", closed: undefined };

/** Does what changes something, after which lists are read again. */
async function writing<T>(
  { provider }: BoundCall<D>,
  write: () => Promise<T>,
): Promise<T> {
  plannedCost(provider).noteApply();
  provider.isApplying = true;
  try {
    return await write();
  } finally {
    provider.forget();
  }
}

/**
 * An identity of strings that a state has under the same names. They are null
 * only in a state that was taken over and not read yet.
 *
 * @param descriptions What each of them is, in plain text.
 * @param optional Those that an import need not give.
 */
export function identityOf<const N extends string>(
  descriptions: Readonly<Record<N, string>>,
  ...optional: readonly NoInfer<N>[]
) {
  const each = <T>(make: (name: N) => T) =>
    // The keys are those of the descriptions.
    Object.fromEntries(
      Object.keys(descriptions).map((name) => [name, make(name as N)]),
    ) as Readonly<Record<N, T>>;
  const attributes = each((name): IdentityAttribute<string | null> => ({
    expression: types.nullable(types.string),
    description: descriptions[name],
    requiredForImport: !optional.includes(name),
  }));
  return {
    schema: { attributes },
    of: (state: { readonly [K in N]: string | null }) =>
      each((name) => state[name]),
  };
}

/** The owner as a plan knows it. The token's user, only the network tells. */
export function plannedOwner(
  { config, prior, provider }: {
    readonly config: object;
    readonly prior: object | null;
    readonly provider: D;
  },
): string | Unknown {
  const owner = namespaceIn(config);
  const before = namespaceIn(prior ?? {});
  const isSame = typeof owner === "string" && typeof before === "string" &&
    sameName(owner, before);
  return (isSame ? before : owner ?? before) ?? provider.configuredNamespace ??
    unknown;
}

/** The owner of a plan or state that may not hold it. */
export async function namespaceOf(
  values: object,
  { provider, signal }: Pick<BoundCall<D>, "provider" | "signal">,
): Promise<string> {
  const namespace = namespaceIn(values);
  return typeof namespace === "string"
    ? namespace
    : await provider.defaultNamespace(signal);
}

function namespaceIn(values: object): string | Unknown | null {
  const { namespace, organization = null }: {
    namespace?: string | Unknown | null;
    organization?: string | Unknown | null;
  } = values;
  return namespace ?? organization;
}
