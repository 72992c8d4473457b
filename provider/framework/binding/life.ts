/**
 * The life of an attribute: what a state knows of a value that the service
 * hides, and what becomes of a change. One table decides that for every
 * attribute of every resource.
 *
 * | State    | Configuration | `immutable`                 | else      |
 * | -------- | ------------- | --------------------------- | --------- |
 * | none     | a value       | replaced                    | sent      |
 * | not seen | a value       | adopted, with a warning      | sent      |
 * | a value  | another       | replaced                    | sent      |
 * | a value  | none          | as `clear` says             | the same  |
 * | empty    | null, or back | nothing                     | nothing   |
 *
 * What holds data is not replaced: the change is refused. A value of which the
 * service has one too, configured or not, stays when it is taken out of the
 * configuration, with a word.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import { isUnknown } from "../values/unknown.ts";
import type { Json, Value, ValueObject } from "../values/value.ts";
import {
  type Entry,
  isSame,
  isWithin,
  jsonAt,
  type Table,
  valueNamed,
  withValueAt,
} from "./table.ts";

/** Data lost on replacement. */
export interface DataAtRisk {
  /** Description with number and size: `3 files (1.2 GB)`. */
  readonly description: string;
  /** Whether the configuration says that it may be lost, as `on_destroy` does. */
  readonly mayBeLost: boolean;
  /**
   * Advice if they may be lost, such as to set `on_destroy`; default: to
   * destroy it.
   */
  readonly consent?: string;
}

/** A state, and what is to be. */
export interface Transition {
  /** The state. */
  readonly prior: ValueObject;
  /** The plan. */
  readonly plan: ValueObject;
}

/** Tests whether a state knows an attribute. */
export type IsSeen = (entry: Entry) => boolean;

/** Result of a plan for an attribute; undefined: it does not change. */
export type Outcome = "sent" | "adopted" | "replaced" | "refused";

/**
 * The table above, for one attribute.
 *
 * @param isSeen Tests whether the state knows an attribute; else a null in it
 * says nothing.
 */
export function outcomeOf(
  entry: Entry,
  transition: Transition,
  isSeen: IsSeen,
): Outcome | undefined {
  if (!isChanged(entry, transition)) return undefined;
  const { change, clear } = entry.binding;
  const [before, after] = valuesOf(entry, transition);
  if (before !== null && after === null) {
    if (clear === "refuse") return "refused";
    if (clear === "replace") return "replaced";
  }
  if (change !== "immutable") return "sent";
  return before === null && !isSeen(entry) ? "adopted" : "replaced";
}

/**
 * The same; undefined too for what goes with an object that is removed.
 */
export function outcomeIn(
  table: Table,
  entry: Entry,
  transition: Transition,
  isSeen: IsSeen,
): Outcome | undefined {
  const outcome = outcomeOf(entry, transition, isSeen);
  if (outcome === undefined || entry.binding.change === "immutable") {
    return outcome;
  }
  const { names } = entry;
  const isGone = names.length > 1 &&
    table.some((parent) =>
      parent.isParent && parent.names.length < names.length &&
      isWithin(names, parent.names) && isChanged(parent, transition) &&
      valueNamed(transition.plan, parent.names) === null
    );
  return isGone ? undefined : outcome;
}

/**
 * Whether the value of an attribute changes. That of a write-only one does if
 * its version does, an object of attributes with it comes or goes.
 */
export function isChanged(entry: Entry, transition: Transition): boolean {
  const [before, after] = valuesOf(entry, transition);
  if (entry.isParent && !isUnknown(after)) {
    return (before === null) !== (after === null);
  }
  return entry.binding.version === undefined
    ? !isSame(before, after, entry.attribute)
    : before !== after;
}

function valuesOf(entry: Entry, { prior, plan }: Transition): [Value, Value] {
  const names = shownNames(entry);
  return [valueNamed(prior, names), valueNamed(plan, names)];
}

/**
 * Attributes that show a change: a write-only value is in no plan, but its
 * version.
 */
export function shownNames({ names, binding }: Entry): readonly string[] {
  return binding.version === undefined
    ? names
    : [...names.slice(0, -1), binding.version];
}

/** The paths that no response showed, as far as the state can tell. */
const NOT_SEEN = "not_seen";
/** The paths that were planned and are not sent yet. */
const NOT_SENT = "not_sent";

/**
 * Tests whether a state knows an attribute: a null that it has is certain.
 *
 * A state that was created here knows it, which its private state says by the
 * list of what it does not know. One that was imported, upgraded or moved here
 * has no such list: what is null in it, and which no response is sure to show,
 * is not seen.
 */
export function isSeenBy(
  prior: ValueObject,
  privateState: Pick<PrivateState, "get">,
): IsSeen {
  return (entry) => {
    const names = shownNames(entry);
    if (valueNamed(prior, names) !== null) return true;
    const listed = listAt(privateState, NOT_SEEN);
    return listed === undefined
      ? isAlwaysReturned(entry)
      : !listed.includes(names.join("."));
  };
}

/** Whether every response shows what there is of an attribute. */
function isAlwaysReturned({ binding }: Entry): boolean {
  return binding.read !== undefined && binding.sometimesReturned !== true &&
    (binding.codec === undefined || binding.isComplete === true);
}

/** The paths that the last change configured. */
const CONFIGURED = "configured";

/**
 * The paths of values that were taken out of the configuration and stay, until
 * something is applied; notes what is configured now.
 *
 * @param isDecided Whether the resource plans the value of a path itself.
 */
export function retainedPaths(
  table: Table,
  { config, prior, planned }: {
    readonly config: ValueObject;
    readonly prior: ValueObject | null;
    readonly planned: ValueObject;
  },
  privateState: PrivateState,
  isDecided: (path: string) => boolean,
): string[] {
  const open = table.filter(({ attribute, isParent }) =>
    attribute.mode === "optional_computed" && !isParent
  );
  const before = listAt(privateState, CONFIGURED) ?? [];
  const configured = open.filter(({ names }) =>
    valueNamed(config, names) !== null
  ).map(({ path }) => path);
  privateState.set(CONFIGURED, configured);
  return open.filter(({ names, attribute, path }) => {
    const value = valueNamed(prior, names);
    return before.includes(path) && !configured.includes(path) &&
      !isDecided(path) && value !== null &&
      isSame(value, valueNamed(planned, names), attribute);
  }).map(({ path }) => path);
}

/** Notes that all is known of an object: it is created here. */
export function noteCreated(privateState: PrivateState): void {
  privateState.set(NOT_SEEN, []);
  privateState.delete(NOT_SENT);
}

/** Notes after an update what is still not seen of an object. */
export function noteUpdated(
  table: Table,
  { prior, plan }: Transition,
  privateState: PrivateState,
): void {
  const isSeen = isSeenBy(prior, privateState);
  const paths = table.filter((entry) =>
    !isSeen(entry) && valueNamed(plan, shownNames(entry)) === null
  ).map((entry) => shownNames(entry).join("."));
  privateState.set(NOT_SEEN, [...new Set(paths)]);
}

/**
 * Notes that a part of a body was not sent though it was planned: the next read
 * takes it out of the state, so that it is planned again.
 */
export function noteUnsent(
  table: Table,
  part: object,
  privateState: PrivateState,
): void {
  const paths = table.filter(({ binding: { write }, isParent }) =>
    !isParent && write !== undefined && jsonAt(part, write) !== undefined
  ).map((entry) => shownNames(entry).join("."));
  const before = listAt(privateState, NOT_SENT) ?? [];
  privateState.set(NOT_SENT, [...new Set([...before, ...paths])]);
}

/** Takes out of a state what was planned and not sent, and forgets the note. */
export function dropUnsent(
  state: ValueObject,
  privateState: PrivateState,
): ValueObject {
  const paths = listAt(privateState, NOT_SENT);
  if (paths === undefined) return state;
  privateState.delete(NOT_SENT);
  return paths.reduce(
    (kept, path) => withValueAt(kept, path.split("."), null),
    state,
  );
}

function listAt(
  privateState: Pick<PrivateState, "get">,
  key: string,
): readonly string[] | undefined {
  const list: Json | undefined = privateState.get(key);
  return Array.isArray(list) ? list.map(String) : undefined;
}
