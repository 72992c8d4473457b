/**
 * Creating an object under a name: nothing that exists is adopted in silence,
 * and nothing that was created is lost with the answer.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { DiagnosticsError, failure, Path } from "@hf-terraform/framework";
import {
  isApiError,
  isHuggingFaceError,
  mayHaveTakenEffect,
} from "@hf-terraform/client";
import {
  explained,
  importCommand,
  isNameTaken,
  keptAdvice,
  type RemoteObject,
  textOf,
  titleOf,
} from "./remote_object.ts";
import { objectClaim } from "./claims.ts";
import { expectWait, poll } from "./wait.ts";

/** How far the clocks of service and machine may be apart. */
const CLOCK_SKEW_MS = 120_000;
/** How long it is looked for when Terraform stops. */
const LAST_LOOK_MS = 2000;
/** A request that was given up may still be on its way. */
const LOOK_PAUSES_MS = [1000, 2000];

/** A create request, and how to tell what came of it. */
export interface Creation<T> {
  /** Sends the request. */
  send(signal: AbortSignal): Promise<T>;
  /**
   * What is equal already, where no name is taken and the service would make a
   * second one; undefined: nothing.
   */
  readonly existing?: T | undefined;
  /** Reads what has the name; 404 or undefined if nothing has it. */
  find(signal: AbortSignal): Promise<T | undefined>;
  /**
   * When it was created, in the form of RFC 3339; undefined: not told; absent:
   * the API never tells.
   */
  createdAt?(found: T): string | undefined;
  /** Why it is not what was to be created, after "but"; undefined: it is. */
  differs?(found: T): string | undefined;
  /** What it is, to follow "It": `was created at …`. */
  describe(found: T): string;
  /** The id by which it is imported; default: that of the object. */
  importId?(found: T): string;
  /** The attribute that holds its name; default `name`. */
  readonly nameAttribute?: string;
  /** What else a name that is taken means, where nothing is found under it. */
  readonly otherwise?: string;
}

/**
 * Creates an object. If the answer is lost, the object is looked for, three
 * times in as many seconds, and kept with a warning if it is surely the one
 * that was to be created.
 *
 * @throws {DiagnosticsError} If the name is taken, or an equal one exists, with
 * the command to import it; if nothing was created; or if that is not clear.
 */
export async function createObject<T>(
  object: RemoteObject,
  creation: Creation<T>,
): Promise<T> {
  const startedAt = Date.now();
  const { signal } = object.context;
  signal.throwIfAborted();
  const { context } = object;
  const claimOf = (found: T) =>
    objectClaim({ ...object, id: creation.importId?.(found) ?? object.id });
  const { existing } = creation;
  // What this very run has made is no leftover, whichever came first.
  const isLeft = existing !== undefined &&
    !context.provider.claims.isTaken(claimOf(existing), context);
  if (isLeft) {
    throw failure(
      `${titleOf(object)} exists already`,
      `An equal one ${creation.describe(existing)}, and the service ` +
        "would make a second one. Nothing was created: an apply that was " +
        "killed may have left it. To manage it with this resource, import it:" +
        `${importOf(existing, object, creation)}\n\nIf both are ` +
        "meant, let them differ; if another resource destroys it in the same " +
        "apply, run `terraform apply` again.",
      Path.root.attribute(creation.nameAttribute ?? "name"),
    );
  }
  try {
    const created = await creation.send(signal);
    context.provider.claims.take(claimOf(created), context);
    return created;
  } catch (error) {
    if (isNameTaken(error)) throw await nameTaken(object, creation);
    if (!isHuggingFaceError(error) || !mayHaveTakenEffect(error)) {
      throw await explained(error, "create", object);
    }
    return await recover({ error, startedAt }, object, creation);
  }
}

async function nameTaken<T>(
  object: RemoteObject,
  creation: Creation<T>,
): Promise<DiagnosticsError> {
  const { signal } = object.context;
  const found = await creation.find(signal).catch(() => undefined);
  const path = Path.root.attribute(creation.nameAttribute ?? "name");
  const { otherwise } = creation;
  if (found === undefined && otherwise !== undefined) {
    const summary = `${titleOf(object)} cannot be created`;
    return failure(
      summary,
      `The service says that it exists. ${otherwise}`,
      path,
    );
  }
  const holder = found === undefined
    ? ""
    : `The ${object.kind} that has this name ${creation.describe(found)}. `;
  return failure(
    `${titleOf(object)} exists already`,
    `${holder}Nothing was created or changed. To manage the existing one with ` +
      `this resource, import it:${
        importOf(found, object, creation)
      }\n\nIf another ` +
      "resource gives this name up in the same apply, run `terraform apply` " +
      "again: the name is free then. If this is to replace it with " +
      "`create_before_destroy`, set here or by what depends on it, the old one " +
      "has the name until the new one is there: give the new one another " +
      "name, or do without `create_before_destroy`. Otherwise choose another " +
      "name.",
    path,
  );
}

function importOf<T>(
  found: T | undefined,
  object: RemoteObject,
  { importId }: Creation<T>,
): string {
  return found === undefined || importId === undefined
    ? importCommand(object)
    : importCommand({ id: importId(found) });
}

interface LostAnswer {
  readonly error: unknown;
  readonly startedAt: number;
}

async function recover<T>(
  { error, startedAt }: LostAnswer,
  object: RemoteObject,
  creation: Creation<T>,
): Promise<T> {
  const found = await findMade(error, object, creation);
  if (found === undefined) {
    const advice = `The ${object.kind} was looked for and is not there, so ` +
      "nothing was created.";
    throw await explained(error, "create", object, advice);
  }
  const createdAt = creation.createdAt?.(found);
  const isNew = Date.parse(createdAt ?? "") >= startedAt - CLOCK_SKEW_MS;
  const why = creation.differs?.(found) ??
    (creation.createdAt === undefined
      ? "the API does not say when it was created"
      : isNew
      ? undefined
      : "it was created earlier");
  if (why !== undefined) {
    throw failure(
      `${titleOf(object)} exists, but is another one`,
      `The answer to the create was lost. Something has this name, but ${why}: ` +
        `it ${creation.describe(found)}. It was not changed. To manage it ` +
        `with this resource, import it:${importOf(found, object, creation)}`,
    );
  }
  object.context.diagnostics.addWarning(
    `The answer to the create of the ${object.kind} ${object.id} was lost`,
    `The service was looked at again: the ${object.kind} is there, is what ` +
      "this resource was to create and was created just now, so it is kept " +
      `in the state. The lost answer: ${textOf(error)}.`,
  );
  return found;
}

/** What has the name; undefined: nothing, also a moment later. */
async function findMade<T>(
  error: unknown,
  object: RemoteObject,
  { find }: Creation<T>,
): Promise<T | undefined> {
  const { signal } = object.context;
  // A look is worth it even when Terraform stops: it costs at most this long.
  const limit = signal.aborted ? AbortSignal.timeout(LAST_LOOK_MS) : signal;
  for (const pause of [...LOOK_PAUSES_MS, undefined]) {
    try {
      const found = await find(limit);
      if (found !== undefined) return found;
    } catch (lookError) {
      if (!isApiError(lookError, 404)) {
        throw failure(
          `It is not clear whether the ${object.kind} ${object.id} was created`,
          `${textOf(error)}. Then it could not be looked for: ` +
            `${textOf(lookError)}. If it is there, import it before the next ` +
            `apply:${importCommand(object)}`,
        );
      }
    }
    if (pause === undefined || signal.aborted) break;
    await setTimeout(pause, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** What {@linkcode finishing} needs of the call that creates. */
interface Made<T> {
  /** The object. */
  readonly object: RemoteObject;
  /** Saves what was reached so far. */
  save(answer: T, hasChanged?: boolean): void;
  /** See {@linkcode BoundCreate.incomplete}. */
  incomplete(): void;
}

/**
 * Runs a create. Until it saves an answer, a failure is an error, and nothing
 * exists. From then on the object exists, and an error would have Terraform
 * replace it, with all that it holds: a failure is a warning, the state is what
 * was saved last, and the next plan shows what is missing.
 */
export async function finishing<T, C extends Made<T>>(
  call: C,
  create: (call: C) => Promise<T>,
): Promise<T> {
  let made: { readonly answer: T } | undefined;
  const save = (answer: T, hasChanged?: boolean) => {
    made = { answer };
    call.save(answer, hasChanged);
  };
  try {
    return await create({ ...call, save });
  } catch (error) {
    if (made === undefined) throw error;
    call.incomplete();
    const { object } = call;
    const { diagnostics, privateState } = object.context;
    expectWait(privateState);
    const cause = await explained(error, "complete", object);
    const failures = cause instanceof DiagnosticsError
      ? cause.diagnostics
      : failure(titleOf(object), `${textOf(cause)}.`).diagnostics;
    for (const { summary, detail, path } of failures) {
      diagnostics.addWarning(
        `${titleOf(object)} was created, but not completed`,
        `${summary}: ${detail}\n\n${keptAdvice}`,
        path,
      );
    }
    return made.answer;
  }
}

/** How long a step after a create is tried, in milliseconds. */
const AFTERWARDS_MS = 10_000;

/**
 * Does something with an object that was just created, such as reading it. It
 * exists, whatever becomes of that: an error would have Terraform replace it, so
 * a failure is a warning.
 *
 * @param more What is said of a failure, after "but", and what is missing then.
 * @returns The result of the step; undefined: it failed.
 */
export async function afterCreate<T>(
  object: RemoteObject,
  step: (signal: AbortSignal) => Promise<T | undefined>,
  { failed = "could not be read", missing }: {
    readonly failed?: string;
    readonly missing?: string;
  } = {},
): Promise<T | undefined> {
  const { signal, diagnostics } = object.context;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  let last: unknown;
  try {
    return await poll(() => step(limit), {
      signal: limit,
      onPassing: (passing) => last = passing,
    });
  } catch (error) {
    const why = limit.aborted && !signal.aborted
      ? last ?? `It did not answer within ${AFTERWARDS_MS / 1000} s`
      : error;
    diagnostics.addWarning(
      `${titleOf(object)} was created, but ${failed}`,
      `${textOf(why)}. ${missing === undefined ? "" : `${missing} `}` +
        keptAdvice,
    );
    return undefined;
  }
}
