/**
 * The life of what is part of a repository. A resource says how to find, add
 * and remove the part; where the repository is by now, what a lost answer came
 * to and whether a part is surely gone is found out here.
 *
 * @module
 */

import { failure, isUnknown, Path } from "@hf-terraform/framework";
import {
  type CallOptions,
  type HuggingFace,
  isApiError,
  type RepoInfo,
  type RepoRef,
} from "@hf-terraform/client";
import { repoKindOf } from "../schema/ids.ts";
import { objectClaim } from "../object/claims.ts";
import {
  afterCreate,
  createObject,
  type Creation,
  differenceIn,
} from "../object/create.ts";
import { deleteObject } from "../object/delete.ts";
import { identify, look } from "../object/identity.ts";
import { attempt, type CallContext, orGone } from "../object/remote_object.ts";
import type { PartContext, PartOwner } from "./repo_part.ts";
import {
  kindName,
  type RepoObject,
  repoObject,
  writePermission,
} from "./repo_object.ts";
import { ownerReads, repoReads } from "./repo_reader.ts";

/** The repository of a part, under the name that it has now. */
export interface PartPlace {
  readonly repo: RepoRef;
  /** Its id that stays when it is renamed. */
  readonly repositoryId: string | undefined;
  readonly client: HuggingFace;
  readonly context: PartContext;
  readonly signal: AbortSignal;
}

/** The input of a create of a part: its plan `P` and its configuration `C`. */
export type AddCall<P, C = object> = CallContext & {
  readonly plan: P;
  readonly config: C;
  /** See {@linkcode BoundCreate.listDifferences}. */
  listDifferences(answer: object): readonly string[];
};

/** The input of a read or delete of a part: its state `S`. */
export type PartCall<S> = CallContext & { readonly state: S };

/** The input of a change of a part. */
export type ChangeCall<P, S, C = object> =
  & AddCall<P, C>
  & {
    readonly prior: S;
    /** Undefined: no attribute that is sent has changed. */
    readonly body: unknown;
  };

/** The repository that a state or plan names. */
export interface NamedRepository extends PartOwner {
  /** The attribute that has its name; default `repository`. */
  readonly attribute?: string;
}

/**
 * The create of a part. Without a description of what may be there already,
 * `send` finds out by itself what came of its request.
 */
export interface Addition<T>
  extends Partial<Omit<Creation<T | null>, "find" | "send">> {
  /** Sends the request; null: the answer does not tell of the part. */
  send(once: CallOptions): Promise<T | null>;
}

/**
 * The life of a part of a repository.
 *
 * `P` is its plan, `S` its state, `T` what is found of it, `A` the answer that
 * its state is made of, `C` its configuration.
 */
export interface PartLife<P, S, T, A, C = object> {
  /** The place where a state or plan names the repository. */
  repositoryOf(known: P | S): NamedRepository;
  /**
   * The part at this moment; undefined: it is not there. Without it, what adds
   * and removes finds out by itself what came of its requests.
   */
  find?(at: PartPlace, known: P | S): Promise<T | undefined>;
  /** As `find`, from what reads share; default: `find`. */
  read?(at: PartPlace, call: PartCall<S>): Promise<T | undefined>;
  /** Looks at what is to be before it is created. */
  add(
    at: PartPlace,
    call: AddCall<P, C>,
  ): Addition<T> | Promise<Addition<T>>;
  /** Whether a change has to be sent; default: if there is a `change`. */
  isDue?(call: ChangeCall<P, S, C>): boolean;
  change?(at: PartPlace, call: ChangeCall<P, S, C>): Promise<T | undefined>;
  /** Set: a change of the repository moves it there; else it is refused. */
  readonly moves?: true;
  /** Deletes it; false: it stays, and nothing can be done about it. */
  remove(
    at: PartPlace,
    call: PartCall<P | S>,
    once: CallOptions,
  ): Promise<unknown>;
  /** The values for the state; undefined: it could not be looked at. */
  answer(known: P | S, at: PartPlace, found: T | undefined): A;
}

/** The life of a part, as `definerFor` takes it. */
export function partResource<P, S, T, A extends object, C = object>(
  part: PartLife<P, S, T, A, C>,
) {
  const { repositoryOf } = part;
  /** The places of what was read, so that an update need not look again. */
  const places = new WeakMap<A, PartPlace>();
  const addTo = async (
    at: PartPlace,
    call: AddCall<P, C>,
    object = call.object,
  ) => {
    const { plan } = call;
    const { describe, ...addition } = await part.add(at, call);
    const find = async (signal: AbortSignal) =>
      await part.find?.({ ...at, signal }, plan);
    const found = describe === undefined
      ? await addition.send(at) ?? undefined
      : await createObject<T | null>(object, {
        differs: (found) =>
          differenceIn(
            call.listDifferences(part.answer(plan, at, found ?? undefined)),
          ),
        ...addition,
        describe,
        find,
      }) ??
        await afterCreate(object, find);
    return part.answer(plan, at, found);
  };
  /** Whether the very part of a state is there. */
  const isThere = async (at: PartPlace, state: S, call: CallContext) => {
    at.context.provider.forget();
    const found = await part.find?.(at, state);
    return found !== undefined &&
      call.another(part.answer(state, at, found)) === undefined;
  };
  const removeFrom = async (at: PartPlace, call: PartCall<S>) => {
    let stays = false;
    const send = async (once: CallOptions) => {
      stays = await part.remove(at, call, once) === false;
    };
    if (part.find === undefined) return await send(at);
    await deleteObject(call.object, {
      send,
      isThere: async () => !stays && await isThere(at, call.state, call),
    });
  };
  return {
    access: { permission: writePermission },
    partOf(state: S) {
      const { repository, repository_type, attribute = "repository" } =
        repositoryOf(state);
      const kind = kindName(repoKindOf(repository_type));
      return { whole: objectClaim(kind, repository), id: `${attribute}_id` };
    },
    async create(call: AddCall<P, C>): Promise<A> {
      const { plan, object } = call;
      const at = await findPlace(repositoryOf(plan), object.context);
      return await addTo(at, call);
    },
    async read(call: PartCall<S>): Promise<A | undefined> {
      const { state, object } = call;
      const at = await readPlace(repositoryOf(state), object.context);
      const found = at &&
        await (part.read?.(at, call) ?? part.find?.(at, state));
      if (at === undefined || found === undefined) return undefined;
      const answer = part.answer(state, at, found);
      places.set(answer, at);
      return answer;
    },
    async update(
      call: ChangeCall<P, S, C> & {
        readonly current: A | undefined;
        save(answer: A): void;
      },
    ): Promise<A | undefined> {
      const { plan, prior, current, object, client } = call;
      const { context } = object;
      const to = await newPlace(part, call);
      if (to !== undefined) {
        const before = repositoryOf(prior).repository;
        const id = object.id.replace(before, to.repo.id);
        const answer = await addTo(to, call, { ...object, id });
        call.save(answer);
        const from = await lookAtPlace(repositoryOf(prior), context);
        if (from && await isThere(from, prior, call)) {
          await removeFrom(from, { ...call, state: prior });
        }
        return answer;
      }
      if (!part.change || part.isDue?.(call) === false) return undefined;
      const seen = current && places.get(current);
      const at = seen
        ? { ...seen, client, context, signal: context.signal }
        : await identifyPlace(repositoryOf(prior), context);
      const found = await part.change(at, call);
      return found === undefined ? undefined : part.answer(plan, at, found);
    },
    async delete(call: PartCall<S>): Promise<void> {
      const { state, object } = call;
      const lookAgain = () => lookAtPlace(repositoryOf(state), object.context);
      const at = await lookAgain();
      if (at === undefined) return;
      try {
        await removeFrom(at, call);
      } catch (error) {
        // Another resource of the run may have deleted its repository.
        if (await lookAgain().catch(() => at) !== undefined) throw error;
      }
    },
  };
}

/**
 * The new place of a part; undefined: its repository stays the same, whatever
 * name the configuration has for it.
 *
 * @throws {DiagnosticsError} If a part cannot move, and would have to.
 */
async function newPlace<P, S, T, A, C>(
  { repositoryOf, moves }: PartLife<P, S, T, A, C>,
  { plan, prior, object: { kind, id, context } }: ChangeCall<P, S, C>,
): Promise<PartPlace | undefined> {
  const before = repositoryOf(prior);
  const after = repositoryOf(plan);
  if (after.repository === before.repository) return undefined;
  const at = await findPlace(after, context);
  const { repositoryId } = at;
  if (repositoryId === undefined || repositoryId === before.repository_id) {
    return undefined;
  }
  if (moves) return at;
  throw failure(
    `\`repository\` of the ${kind} ${id} leads to another repository`,
    `That of the state is ${before.repository} with the stable id ` +
      `${before.repository_id}, but \`repository\` leads to ${at.repo.id} ` +
      `with the stable id ${at.repositoryId}. Nothing was changed. To have ` +
      "it there, and no longer where it is, run " +
      "`terraform apply -replace=ADDRESS`.",
    Path.root.attribute("repository"),
  );
}

/** The repository under the name that a state or plan has. */
function repositoryObject(
  { repository, repository_type, attribute = "repository" }: NamedRepository,
  context: PartContext,
): Promise<RepoObject> {
  return repoObject(repoKindOf(repository_type), repository, context, {
    pathOf: (error) =>
      isApiError(error, 404) ? Path.root.attribute(attribute) : undefined,
  });
}

/** The stable id of the repository; null: it was never seen. */
function stableIdOf({ repository_id }: PartOwner): string | null {
  return isUnknown(repository_id) ? null : repository_id;
}

async function placeAt(
  { type }: Pick<RepoObject, "type">,
  { id, _id }: Pick<RepoInfo, "id" | "_id">,
  context: PartContext,
): Promise<PartPlace> {
  return {
    repo: { type, id },
    repositoryId: _id,
    client: await context.provider.client(context),
    context,
    signal: context.signal,
  };
}

/** The repository of something new: whatever of its type has the name. */
async function findPlace(
  owned: NamedRepository,
  context: PartContext,
): Promise<PartPlace> {
  const object = await repositoryObject(owned, context);
  const { reader, id } = object;
  const find = () => reader.find(id, context.signal);
  const info = await attempt("find", object, async () => {
    const found = await orGone(find());
    if (found === undefined) await refuseOtherType(object);
    // The error of a repository that is not there.
    return found ?? await find();
  });
  return await placeAt(object, info, context);
}

/** Refuses a name that only a repository of another type has. */
async function refuseOtherType(object: RepoObject): Promise<void> {
  const { id, client, context: { signal } } = object;
  for (const type of ["model", "dataset", "space"] as const) {
    if (type === object.type) continue;
    const found = await orGone(
      client.repos.get({ type, id }, { expand: ["sha"] }, { signal }),
    );
    if (found?.id !== id) continue;
    throw failure(
      `${id} is a ${type}: set \`repository_type = "${type}"\``,
      `No ${object.type} has this name, but a ${type} has. Nothing was changed.`,
      Path.root.attribute("repository_type"),
    );
  }
}

/**
 * The repository of a state, for a read; undefined if it is surely gone.
 * Whatever belongs to it shares the question.
 */
export async function readPlace(
  owned: NamedRepository,
  context: PartContext,
): Promise<PartPlace | undefined> {
  const { provider, signal } = context;
  const { repository } = owned;
  const type = repoKindOf(owned.repository_type);
  const stableId = stableIdOf(owned);
  const info = await ownerReads(provider).get(
    `${type} ${stableId ?? repository}`,
    () => repoReads[type](provider).read(repository, stableId, signal),
    signal,
  );
  return info && await placeAt({ type }, info, context);
}

/**
 * The repository of a state, right before a change.
 *
 * @throws {DiagnosticsError} If it is gone.
 */
async function identifyPlace(
  owned: NamedRepository,
  context: PartContext,
): Promise<PartPlace> {
  const object = await repositoryObject(owned, context);
  const info = await identify(object, stableIdOf(owned));
  return await placeAt(object, info, context);
}

/** The repository of a state, right before a delete; undefined: it is gone. */
async function lookAtPlace(
  owned: NamedRepository,
  context: PartContext,
): Promise<PartPlace | undefined> {
  const object = await repositoryObject(owned, context);
  const info = await attempt(
    "find",
    object,
    () => look(object, stableIdOf(owned)),
  );
  return info && await placeAt(object, info, context);
}
