import { setTimeout } from "node:timers/promises";
import {
  type Awaitable,
  type DiagnosticsError,
  failure,
  Path,
} from "@hf-terraform/framework";
import {
  type CallOptions,
  isHuggingFaceError,
  mayHaveTakenEffect,
} from "@hf-terraform/client";
import {
  attempt,
  explainFor,
  importCommand,
  isNameTaken,
  orGone,
  outlive,
  type RemoteObject,
  takeTurn,
  textOf,
  titleOf,
} from "./remote_object.ts";
import { planAdvice } from "../cost/plan_advice.ts";

/** A request that was given up may still be on its way. */
const LOOK_PAUSES_MS = [1000, 2000];

/** A create request, and how to tell what came of it: most need only `send`. */
export interface Creation<T> {
  send(once: CallOptions): Promise<T>;
  /** A description to follow "It": `was created at …`. Default: its id. */
  describe?(found: T): string;
  /** The attribute that holds its name; default `name`. */
  readonly nameAttribute?: string;
  /** The attributes that a later request sets: they differ for now. */
  readonly later?: readonly string[];
  /** Finds what has its name; 404: nothing. Default: that of `conflicts`. */
  find?(signal: AbortSignal): Promise<T | undefined>;
  /** Another reason why it is not the one that was sent: `it holds files`. */
  differs?(found: T, signal: AbortSignal): Awaitable<string | undefined>;
  /** The name of the user who made it; undefined: not told. */
  madeBy?(found: T, signal: AbortSignal): Awaitable<string | undefined>;
  /** Lists what nothing compares; default: what the answer does not show. */
  listUnseen?(found: T): readonly string[];
  /** Another meaning of a name that is taken where nothing is found. */
  readonly otherwise?: string;
  /** Another part of a configuration that may have made it, and advice. */
  readonly elsewhere?: string;
}

/** The call that creates an object, as far as it tells that from others. */
export interface CreateCall<T> {
  readonly object: RemoteObject;
  /** Finds what is there already; default: that of the creation. */
  find?(signal: AbortSignal): Promise<readonly T[]>;
  /** Whether equal ones that are there already are others, and stay. */
  readonly isBesideEqual?: boolean;
  /** Lists the attributes that it has otherwise than the plan. */
  listDifferences?(found: T): readonly string[];
}

/**
 * Creates an object, of which nothing may be there: that is looked for right
 * before. If the answer is lost, what is there now is kept with a warning if all
 * that was sent can be compared and is equal, or if the service says that the
 * token's user made it.
 */
export async function createObject<T>(
  { object, isBesideEqual = false, ...call }: CreateCall<T>,
  creation: Creation<T>,
): Promise<T> {
  const { find: findEqual, listDifferences = () => [] } = call;
  const { context, kind, id } = object;
  const { signal, provider } = context;
  const beside = new Set<string>();
  signal.throwIfAborted();
  const nameOf = (one: T) => `${kind} ${idOf(object, one)}`;
  const find = async (signal: AbortSignal) => {
    provider.forget();
    if (creation.find !== undefined) {
      const found = await orGone(creation.find(signal));
      return found === undefined ? [] : [found];
    }
    const found = findEqual && await orGone(findEqual(signal)) || [];
    // Where equal ones may be two, what this run made is no leftover.
    return found.filter((one) =>
      !provider.createdObjects.has(nameOf(one)) && !beside.has(nameOf(one))
    );
  };
  return await takeTurn(`create ${kind} ${id}`, object, async () => {
    const all = await attempt("create", object, () => find(signal));
    const making = { object, creation, find, listDifferences };
    const [there] = isBesideEqual ? [] : all;
    if (there !== undefined) throw existsAlready(making, there);
    for (const one of all) beside.add(nameOf(one));
    const created = await send(making);
    provider.createdObjects.add(nameOf(created));
    return created;
  });
}

/** A create request, and how its object is found. */
interface Making<T> extends Required<Omit<CreateCall<T>, "isBesideEqual">> {
  readonly creation: Creation<T>;
}

/** The id of what was found, as `terraform import` takes it. */
function idOf({ id, idOf }: RemoteObject, found: unknown): string {
  return typeof found === "object" && found !== null && idOf?.(found) || id;
}

async function send<T>(making: Making<T>): Promise<T> {
  const { object, creation } = making;
  const { signal } = object.context;
  try {
    return await creation.send({
      signal,
      async mayRepeat(error) {
        if (mayHaveTakenEffect(error)) return false;
        const [there] = await making.find(signal);
        if (there !== undefined) throw existsAlready(making, there);
        return await object.context.mayRepeat?.(error, false) ?? true;
      },
    });
  } catch (error) {
    if (isNameTaken(error)) {
      const [found] = await making.find(signal).catch(() => []);
      const { otherwise, nameAttribute = "name" } = creation;
      if (found !== undefined || otherwise === undefined) {
        throw existsAlready(making, found);
      }
      throw failure(
        `${titleOf(object)} cannot be created`,
        `The service says that it exists. ${otherwise}`,
        Path.root.attribute(nameAttribute),
      );
    }
    if (!isHuggingFaceError(error) || !mayHaveTakenEffect(error)) {
      throw await explainFor(error, "create", object);
    }
    return await recover(error, making);
  }
}

/** @param found Undefined: what is there could not be seen. */
function existsAlready<T>(
  making: Making<T>,
  found: T | undefined,
): DiagnosticsError {
  const { object, creation } = making;
  const { nameAttribute = "name", elsewhere = "" } = creation;
  const holder = found === undefined
    ? ""
    : `The ${object.kind} that is there ${describe(making, found)}. `;
  return failure(
    `${titleOf(object)} exists already`,
    [
      `${holder}${elsewhere}Nothing was created or changed; an apply that was killed may ` +
      "have left it. To manage the existing one with this resource, import it:",
      importCommand({ id: idOf(object, found) }),
      "If this is to replace it with `create_before_destroy`, set here or by " +
      "what depends on it, the old one is there until the new one is: let the " +
      "new one differ, or do without `create_before_destroy`. Otherwise " +
      `choose another \`${nameAttribute}\`.`,
    ],
    Path.root.attribute(nameAttribute),
  );
}

function describe<T>({ object, creation }: Making<T>, found: T): string {
  return creation.describe?.(found) ?? `has the id \`${idOf(object, found)}\``;
}

async function recover<T>(error: unknown, making: Making<T>): Promise<T> {
  const { object } = making;
  const { kind, id, context } = object;
  const signal = outlive(context.signal);
  const all = await findMade(error, making, signal);
  const doubts = await Promise.all(
    all.map((one) =>
      doubtOf(one, making, signal).catch((lookError) =>
        `whose it is could not be told: ${textOf(lookError)}`
      )
    ),
  );
  const own = all.filter((_, at) => doubts[at] === undefined);
  const found = own[0] ?? all[0];
  if (found === undefined) {
    const advice =
      `The ${kind} was looked for and is not there yet. A request ` +
      "that is late may still make it: the next plan says whether it has.";
    throw await explainFor(error, "create", object, advice);
  }
  const why = own.length > 1
    ? "nothing tells it from another that came meanwhile"
    : doubts[all.indexOf(found)];
  if (why !== undefined) {
    throw failure(
      `${titleOf(object)} exists, but may be somebody else's`,
      [
        `The answer to the create was lost: ${textOf(error)}. Something is ` +
        `there now that was not there right before, but ${why}: it ` +
        `${describe(making, found)}. It was not changed. If it is yours, ` +
        "import it, to keep or to destroy it:",
        importCommand({ id: idOf(object, found) }),
        "If nobody needs it, delete it outside of Terraform, and run " +
        "`terraform apply` again.",
      ],
    );
  }
  context.diagnostics.addWarning(
    `The answer to the create of the ${kind} ${id} was lost`,
    `The service was looked at again: the ${kind} is there, was not there ` +
      "right before, and is what this resource was to create, so it is kept " +
      `in the state. The lost answer: ${textOf(error)}.`,
  );
  return found;
}

/** The reason why an object is not the one that was sent, by what differs. */
export function differenceIn(paths: readonly string[]): string | undefined {
  return paths.length === 0 ? undefined : `it differs in ${quoteNames(paths)}`;
}

/** Names in a sentence: `` `a`, `b` ``. */
export function quoteNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** The reason why an object may not be the one that was sent; undefined: it is. */
async function doubtOf<T>(
  found: T,
  { object: { context }, creation, listDifferences }: Making<T>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { provider } = context;
  const { differs, madeBy, later } = creation;
  const isDue = (path: string) =>
    !later?.some((name) => `${path}.`.startsWith(`${name}.`));
  const difference = await differs?.(found, signal) ??
    differenceIn(listDifferences(found).filter(isDue));
  if (difference !== undefined) return difference;
  const maker = await madeBy?.(found, signal);
  const own = maker && (await planAdvice(provider).user())?.name;
  if (maker && own) {
    return own === maker
      ? undefined
      : `${maker} made it, and the token is ${own}'s`;
  }
  const unseen = creation.listUnseen?.(found) ??
    context.listUnseen?.(Object(found)) ?? [];
  const paths = unseen.filter(isDue);
  return paths.length === 0
    ? undefined
    : "nothing shows who made it, or whether it has the same " +
      quoteNames(paths);
}

/** The objects that are there now; empty: none, also a moment later. */
async function findMade<T>(
  error: unknown,
  { object, find }: Making<T>,
  limit: AbortSignal,
): Promise<readonly T[]> {
  const { signal } = object.context;
  for (const pause of [...LOOK_PAUSES_MS, undefined]) {
    try {
      const found = await find(limit);
      if (found.length > 0) return found;
    } catch (lookError) {
      const why = textOf(lookError);
      throw failure(
        `It is not clear whether the ${object.kind} ${object.id} was created`,
        [
          `${textOf(error)}. Then it could not be looked for: ${why}. If it ` +
          "is there, import it before the next apply:",
          importCommand(object),
        ],
      );
    }
    if (pause === undefined || signal.aborted) break;
    await setTimeout(pause, undefined, { signal }).catch(() => undefined);
  }
  return [];
}
