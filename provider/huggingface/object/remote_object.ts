import {
  DiagnosticsError,
  failure,
  type OperationContext,
  type Paragraph,
  type Path,
  type PrivateState,
} from "@hf-terraform/framework";
import {
  type HuggingFace,
  isApiError,
  mayHaveTakenEffect,
} from "@hf-terraform/client";
import type { Access } from "../define/access.ts";
import { explain } from "./errors.ts";
import type { HuggingFaceProvider, RepeatRule } from "../provider_data.ts";

/** An object of the service, as messages and errors speak of it. */
export interface RemoteObject extends Access {
  /** The kind: `endpoint`, `Space`. */
  readonly kind: string;
  /** Its id, as `terraform import` takes it: `acme/x`. */
  readonly id: string;
  readonly context: OperationContext<HuggingFaceProvider> & RepeatRule & {
    readonly privateState: PrivateState;
    /**
     * Looks again where looks are old by now, and refuses what has come since;
     * whether they were. An update does so once, before it sends anything.
     */
    refuseLate?(): Promise<boolean>;
    listUnseen?(response?: object): readonly string[];
  };
  /** The attribute that the service complains of; undefined: none. */
  readonly pathOf?: (error: unknown) => Path | undefined;
  /** The id of what was found in its place, as `terraform import` takes it. */
  readonly idOf?: (found: object) => string;
  readonly adviceOn?: (error: unknown) => string | undefined;
}

/** The object that a call is about, for the functions that all share. */
export interface CallContext {
  readonly object: RemoteObject;
  readonly client: HuggingFace;
  /** Its `namespace` or `organization`; empty: it has none. */
  readonly namespace: string;
  /** Makes sure that what was not found is gone, and not hidden from the token. */
  assertGone(): Promise<void>;
  /** The difference that shows an answer to be about another object. */
  another(answer: object): string | undefined;
}

/** Options of a request before each repeat of which a check of its own runs. */
export function checkedAgain(
  { signal, mayRepeat }: RemoteObject["context"],
  check: () => Promise<void>,
) {
  return {
    signal,
    mayRepeat: async (error: Error) =>
      await mayRepeat?.(error, mayHaveTakenEffect(error), check) ?? false,
  };
}

/** The object with a capital letter, to begin a sentence: `Endpoint acme/x`. */
export function titleOf(
  { kind, id }: Pick<RemoteObject, "kind" | "id">,
): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`;
}

/** Runs a call of the client, with errors that say what to do. */
export async function attempt<T>(
  /** The act, to follow "Cannot": `read`, `change the name of`. */
  verb: string,
  object: RemoteObject,
  call: () => Promise<T>,
  advice?: string,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw await explainFor(error, verb, object, advice);
  }
}

/** Explains an error of an act on an object, at the attribute it is about. */
export async function explainFor(
  error: unknown,
  verb: string,
  object: RemoteObject,
  advice?: string,
): Promise<unknown> {
  if (error instanceof DiagnosticsError) {
    const { cause, diagnostics } = error;
    const path = object.pathOf?.(cause);
    if (path === undefined) return error;
    const all = diagnostics.map((one) => ({ path, ...one }));
    return new DiagnosticsError(all, { cause });
  }
  const more = [advice, object.adviceOn?.(error)]
    .filter((text) => text !== undefined);
  return await explain(error, {
    summary: `Cannot ${verb} the ${object.kind} ${object.id}`,
    provider: object.context.provider,
    namespace: ownerOfId(object.id) || undefined,
    permission: object.permission,
    plan: object.plan,
    path: object.pathOf?.(error),
    ...more.length > 0 && { advice: more.join(" ") },
  });
}

/** The owner in an id; empty: what is not created yet may have a label. */
export function ownerOfId(id: string): string {
  return /^(?:(?:datasets|spaces)\/)?([\w.-]+)\//.exec(id)?.[1] ?? "";
}

/** The command that takes over what exists, as a paragraph. */
export function importCommand({ id }: { readonly id: string }): Paragraph {
  return { command: "terraform import ADDRESS", values: [id] };
}

/** The error of a state that lacks what leads to its object. */
export function unusableState(of: string, lacking: string): DiagnosticsError {
  return failure(
    "State of an unknown provider",
    `This state is none of ${of}: it lacks ${lacking}. Remove the resource ` +
      "from the state with `terraform state rm`, which deletes nothing, and " +
      "import it.",
  );
}

/** Whether a name is taken: 409, unless of a conflicting operation, or 400 that says so. */
export function isNameTaken(error: unknown): boolean {
  if (isApiError(error, 409)) {
    return !/conflicting operation/i.test(error.reason);
  }
  return isApiError(error, 400) &&
    /already (exist|created|has access|granted|taken|in use|used)|(exists|access) already|is taken/i
      .test(error.reason);
}

/** Advice on an object whose create did not end well. */
export const keptAdvice =
  "It exists, is in the state and is not replaced. Run `terraform plan` to see " +
  "what is left to do.";

/** The text of an error without a full stop, to go on in the same sentence. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, "");
}

/** Whether the service itself answers 404: a page is that of a proxy. */
export function isNotFound(error: unknown): boolean {
  return isApiError(error, 404) && !/^\s*</.test(`${error.body}`);
}

/** The answer to a read; undefined if it is 404. */
export async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Takes a step after those of the same key; tells it whether it has waited. */
export async function takeTurn<T>(
  key: string,
  { context: { provider: { turns } } }: Pick<RemoteObject, "context">,
  step: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const before = turns.get(key);
  const turn = Promise.resolve(before).then(() => step(before !== undefined));
  const end = () => {
    if (turns.get(key) === last) turns.delete(key);
  };
  const last: Promise<void> = turn.then(end, end);
  turns.set(key, last);
  return await turn;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** So many files of a size: `3 files (1.2 GB)`. */
export function heldFiles(count: number, bytes: number): string {
  return `${count === 1 ? "1 file" : `${count} files`} (${sizeOf(bytes)})`;
}

/** A size as people write it: `1.2 GB`. */
export function sizeOf(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const steps = bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const unit = Math.min(steps, UNITS.length - 1);
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}

/** The time to look for what was sent once Terraform stops, in milliseconds. */
const LAST_LOOK_MS = 2000;

/** A signal that ends later: a look is worth it even when Terraform stops. */
export function outlive(signal: AbortSignal): AbortSignal {
  const last = new AbortController();
  const end = () =>
    AbortSignal.timeout(LAST_LOOK_MS)
      .addEventListener("abort", () => last.abort(signal.reason));
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return last.signal;
}
