/**
 * Notes in the private state of an object: what nobody has seen of it, what was
 * not sent yet, and what was configured.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import {
  isValueObject,
  type Json,
  partsOf,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { shownNames, type Transition } from "./life.ts";
import {
  type Entry,
  isSame,
  jsonAt,
  type Table,
  valueNamed,
  withValueAt,
} from "./table.ts";

/** The paths that no response showed, as far as the state can tell. */
const NOT_SEEN = "not_seen";
/** The paths that were planned and are not sent yet. */
const NOT_SENT = "not_sent";
/** The paths of values that an apply may have changed that never answered. */
const DOUBTED = "doubted";

/** The places at which a state has `***` or U+FFFD for what it must not show. */
const MASKED = "masked";

/** The most of these that are noted of an object. */
const MAX_MASKED = 1000;

/** Characters on either side by which a place is told from others. */
const BESIDE = 8;

/** Lists the places of a text that may be of a mask, with what is beside them. */
function masksIn(text: string): string[] {
  const whole = `\n${text}\n`;
  return Array.from(
    whole.matchAll(/\*\*\*|\ufffd/g),
    ({ index, 0: mask }) =>
      whole.slice(Math.max(0, index - BESIDE), index + mask.length + BESIDE),
  );
}

/**
 * Notes the texts that a state does not show as the service has them. They are
 * none to send either when the service has others: a configuration may have been
 * written from them.
 */
export function noteMasked(
  texts: ReadonlySet<string>,
  privateState: PrivateState,
): void {
  if (texts.size === 0) return;
  const before = listAt(privateState, MASKED) ?? [];
  const all = new Set([...[...texts].flatMap(masksIn), ...before]);
  privateState.set(MASKED, [...all].slice(0, MAX_MASKED));
}

/** Whether a value has a text that a state does not show as the service has it. */
export function isMasked(
  value: Value,
  privateState: Pick<PrivateState, "get">,
): boolean {
  const noted = listAt(privateState, MASKED);
  if (noted === undefined) return false;
  // More of them were seen than are noted.
  const isFull = noted.length === MAX_MASKED;
  const hasOne = (value: Value | string): boolean =>
    typeof value === "string"
      ? masksIn(value).some((place) => isFull || noted.includes(place))
      : [...partsOf(value)].some((pair) => pair.some(hasOne));
  return hasOne(value);
}

/**
 * Tests whether a state knows an attribute: a null that it has is certain.
 *
 * A state that was created here knows it, which its private state says by the
 * list of what it does not know. One that was imported, upgraded or moved here
 * has no such list: what is null in it, and which no response is sure to show,
 * is not seen.
 */
export function isSeen(
  entry: Entry,
  prior: ValueObject,
  privateState: Pick<PrivateState, "get">,
): boolean {
  if (valueNamed(prior, shownNames(entry)) !== null) return true;
  const listed = listAt(privateState, NOT_SEEN);
  return listed === undefined
    ? isAlwaysReturned(entry)
    : !listed.includes(shownPath(entry));
}

/** Whether every response shows what there is of an attribute. */
function isAlwaysReturned({ binding }: Entry): boolean {
  const { read, codec, sometimesReturned = codec !== undefined } = binding;
  return read !== undefined && !sometimesReturned;
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
  forgetUnsent(privateState);
  privateState.delete(DOUBTED);
  privateState.delete(MASKED);
}

/** Notes after an update what is still not seen of an object. */
export function noteUpdated(
  table: Table,
  { prior, plan }: Transition,
  privateState: PrivateState,
): void {
  const paths = table.filter((entry) =>
    !isSeen(entry, prior, privateState) &&
    valueNamed(plan, shownNames(entry)) === null
  ).map(shownPath);
  privateState.set(NOT_SEEN, [...new Set(paths)]);
  privateState.delete(DOUBTED);
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
  ).map(shownPath);
  const before = listAt(privateState, NOT_SENT) ?? [];
  privateState.set(NOT_SENT, [...new Set([...before, ...paths])]);
}

/** A state without what was planned and not sent. */
export function withoutUnsent(
  state: ValueObject,
  privateState: PrivateState,
): ValueObject {
  return (listAt(privateState, NOT_SENT) ?? []).reduce(
    (rest, path) => withValueAt(rest, path.split("."), null),
    state,
  );
}

/** Forgets what was not sent; returns whether there was something. */
export function forgetUnsent(privateState: PrivateState): boolean {
  const hadSome = listAt(privateState, NOT_SENT) !== undefined;
  privateState.delete(NOT_SENT);
  return hadSome;
}

/**
 * A state of which nothing is lost; else without the values that an update sends
 * and no response shows: nobody knows what they are by now.
 */
export function withoutDoubted(
  table: Table,
  state: ValueObject,
  privateState: PrivateState,
): ValueObject {
  if (!privateState.isLost) return state;
  const known = table.filter((entry) =>
    isUnread(entry) && valueNamed(state, shownNames(entry)) !== null
  );
  return withDoubts(known, { prior: state, plan: state }, privateState);
}

/** Whether an update sends what no response shows. */
export function isUnread({ binding, isParent }: Entry): boolean {
  const { read, write, change } = binding;
  return !isParent && write !== undefined && read === undefined &&
    (change ?? "merge") === "merge";
}

/**
 * The state before a change, of which nobody knows what it made of some values:
 * they are null, a version is empty, and of a map the keys are known.
 */
export function withDoubts(
  table: Table,
  { prior, plan }: Transition,
  privateState: PrivateState,
): ValueObject {
  const before = listAt(privateState, DOUBTED) ?? [];
  const paths = [...before, ...table.map(shownPath)];
  privateState.set(DOUBTED, [...new Set(paths)]);
  return table.reduce((state, entry) => {
    const names = shownNames(entry);
    const { type } = entry.attribute;
    const isMap = typeof type !== "string" && type[0] === "map";
    const keys = [prior, plan].map((values) => valueNamed(values, names))
      .flatMap((map) => isMap && isValueObject(map) ? Object.keys(map) : []);
    const value = entry.binding.version !== undefined
      ? ""
      : keys.length > 0
      ? record(keys.map((key) => [key, null]))
      : null;
    return withValueAt(state, names, value);
  }, prior);
}

/**
 * The paths of such values that are neither in the state nor configured, and so
 * not sent again.
 */
export function doubtedPaths(
  { config, prior, privateState }: {
    readonly config: ValueObject;
    readonly prior: ValueObject | null;
    readonly privateState: Pick<PrivateState, "get">;
  },
): readonly string[] {
  const paths = listAt(privateState, DOUBTED) ?? [];
  return paths.filter((path) =>
    [config, prior].every((values) =>
      valueNamed(values, path.split(".")) === null
    )
  );
}

/** The path of the attribute that shows a change, as notes have it. */
function shownPath(entry: Entry): string {
  return shownNames(entry).join(".");
}

function listAt(
  privateState: Pick<PrivateState, "get">,
  key: string,
): readonly string[] | undefined {
  const list: Json | undefined = privateState.get(key);
  return Array.isArray(list) ? list.map(String) : undefined;
}
