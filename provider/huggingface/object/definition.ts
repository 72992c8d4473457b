/**
 * The definition of a resource: one vocabulary for all of them. A part of
 * another object, such as a tag of a repository, names that in `parent`.
 *
 * @module
 */

import type {
  IdentityAttributes,
  IdentityDefinition,
  ImportContext,
  ImportIdentity,
  ResourceDefinition,
  Schema,
  State,
} from "@hf-terraform/framework";
import type {
  AllBound,
  BoundCreate,
  BoundTarget,
  BoundUpdate,
  PlanOrState,
  Wire,
} from "@hf-terraform/framework/binding";
import type { CallOptions } from "@hf-terraform/client";
import type { Access } from "../define/access.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import type { Conflicts } from "./conflicts.ts";
import type { Losses } from "./losses.ts";
import type { Parent } from "./parent.ts";
import type { ErrorRules } from "./places.ts";
import type { CallContext } from "./remote_object.ts";
import type { SeenBy } from "./visibility.ts";
import type { CreateSteps, VisibilityFields } from "./visibility_order.ts";

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

/** The identity of an object, if it has one, and its way into a state. */
export interface ObjectIdentity<S extends Schema, A extends IdentityAttributes>
  extends Partial<IdentityDefinition<A, State<S>>> {
  /** The attributes that an import gives, enough for `read` to find it. */
  importKey(
    context: ImportContext<ImportIdentity<A>, D>,
  ): Partial<State<S>> | Promise<Partial<State<S>>>;
  /**
   * The name in messages as long as only the service can tell its `id`: the
   * attribute that stands for the last part of that, or the whole.
   */
  readonly displayName?:
    | string & keyof S["attributes"]
    | ((known: PlanOrState<S>) => string);
}

/** The call that reads an object. */
export interface ReadCall<S extends Schema, P = unknown>
  extends BoundTarget<S, D>, CallContext {
  /** The parent, under the name that it has now. */
  readonly parent: P;
  /**
   * Whether the answer has to be of this moment, as before a change: lists that
   * reads share were forgotten.
   */
  readonly isFresh: boolean;
}

/** The call that deletes an object. */
export interface DeleteCall<S extends Schema, P = unknown>
  extends Omit<ReadCall<S, P>, "isFresh"> {
  /**
   * Sends the request, and returns when reads no longer find the object.
   *
   * @param send Sends it; false: the object stays, and nothing can be done.
   * @param isGone Whether an object that answers 404 is gone; default: what
   * `read` says.
   */
  confirmDelete(
    send: (once: CallOptions) => Promise<unknown>,
    isGone?: () => Promise<boolean>,
  ): Promise<void>;
}

/** A resource: what differs from one to another, in at most 20 keys. */
export interface ObjectDefinition<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  P = undefined,
> extends
  Pick<
    ResourceDefinition<S, A, D>,
    | "typeName"
    | "validate"
    | "planValues"
    | "modifyPlan"
    | "planDestroy"
    | "upgradeState"
    | "moveState"
  > {
  /** The schema; a leaf without a binding is a type error that names it. */
  readonly schema: AllBound<S>;
  /** The kind of object, as messages name it: `endpoint`, `Space`. */
  readonly kind: string;
  /** The requirements of a token and an owner. */
  readonly access: ObjectAccess;
  /** The identity, and the import. */
  readonly identity: ObjectIdentity<S, A>;
  /** The object that it is a part of; absent: none. */
  readonly parent?: Parent<PlanOrState<S>, P>;
  /** Others that may have the same object. */
  readonly conflicts?: Conflicts<S>;
  /** Losses that go with the object. */
  readonly losses?: Losses<S>;
  /** Places and advice of refusals. */
  readonly errors?: ErrorRules<S>;
  /** The visibility that the object opens with; absent: none can be set. */
  readonly visibility?: VisibilityFields;
  /** Creates the object. */
  create(
    call:
      & BoundCreate<S, W, D>
      & CallContext
      & CreateSteps<W["create"]>
      & { readonly parent: P },
  ): Promise<W["response"]>;
  /** Reads the object; undefined: it is surely gone. */
  read(call: ReadCall<S, P>): Promise<W["response"] | undefined>;
  /**
   * Changes the object; undefined: nothing had to be asked. Absent: the service
   * never hears of a change.
   */
  update?(
    call: BoundUpdate<S, W, D> & CallContext & { readonly parent: P },
  ): Promise<W["response"] | undefined>;
  /**
   * Deletes the object, and returns when it is surely gone; false: nothing was
   * found, which is no proof yet.
   */
  delete(call: DeleteCall<S, P>): Promise<unknown>;
}
