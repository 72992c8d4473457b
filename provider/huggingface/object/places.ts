import { Path, type Schema, type State } from "@hf-terraform/framework";
import {
  attributeAt,
  jsonAt,
  pathOf,
  type Table,
} from "@hf-terraform/framework/binding";
import { type ApiError, isApiError } from "@hf-terraform/client";

/** Patterns of the API's words, and the attribute that they are about. */
export type Complaints = readonly (readonly [RegExp, string])[];

/** Places and advice of the refusals of a resource. */
export interface ErrorRules<S extends Schema> {
  /** Words of the API about an attribute whose path they do not name. */
  readonly complaints?: Complaints;
  /** The attribute that names what else has to be there, to blame for 404. */
  readonly refersTo?: string & keyof S["attributes"];
  /** More advice on an error of a call, as a sentence. */
  adviceOn?(error: unknown, state: Partial<State<S>>): string | undefined;
}

/** Refusals whose words may be about an attribute. */
const placed: ReadonlySet<number> = new Set([400, 403, 404, 409, 422]);

/** A path in the API's JSON; what follows an index is left out. */
const field = "([a-zA-Z]\\w*(?:\\.\\w+)*)";
/** Inference Endpoints name a field at the beginning. */
const leading = new RegExp(`^\\W*${field}(?=[:\\s"\`])`);
/** The Hub names each at the end of a line; the header has it in ASCII. */
const trailing = new RegExp(`(?:\u2192|->) at ${field}`, "g");

/** Finds the attribute that a refusal names, by its field or by its value. */
export function placeOf(
  error: unknown,
  table: Table,
  { complaints = [], refersTo }: Omit<ErrorRules<Schema>, "adviceOn"> = {},
  values: object = {},
): Path | undefined {
  if (!isApiError(error)) return undefined;
  const { reason, status } = error;
  const isPlaced = placed.has(status);
  const told = complaints.find(([words]) => words.test(reason))?.[1];
  if (told !== undefined && (isPlaced || status === 402)) {
    return givenTwin(pathOf(told.split(".")), table, values);
  }
  if (!isPlaced) return undefined;
  for (const path of fieldsIn(error)) {
    const place = attributeAt(table, path);
    if (place !== undefined) return givenTwin(place, table, values);
  }
  const isMissing = isApiError(error, 404);
  // The service calls it by its kind: "This organization does not exist".
  const owner = owners.find((name) =>
    isMissing && reason.toLowerCase().includes(name) &&
    textsIn(Reflect.get(values, name)).length > 0
  );
  const name = nameIn(reason, table, { refersTo, values }) ?? owner ??
    (isMissing ? refersTo : undefined);
  return name === undefined ? undefined : Path.root.attribute(name);
}

/** The attribute, or its write-only twin, if that was given in its place. */
function givenTwin(place: Path, table: Table, values: object): Path {
  const twin = table.find(({ path }) => path === `${place}_wo`);
  const { version } = twin?.binding ?? {};
  if (twin === undefined || version === undefined) return place;
  const given = jsonAt(values, [...twin.names.slice(0, -1), version]);
  const isGiven = (given ?? null) !== null;
  const [name = ""] = twin.names.slice(-1);
  return isGiven ? place.parent.attribute(name) : place;
}

function fieldsIn({ reason, status }: ApiError): string[] {
  if (status !== 400 && status !== 422) return [];
  const shown = [...reason.matchAll(trailing)].map(([, path = ""]) => path);
  return [...shown, leading.exec(reason)?.[1] ?? []].flat();
}

/** A shorter name could be any word. */
const SHORTEST_NAME = 3;

/** The attribute whose value stands in a text, its owner if nothing else does. */
function nameIn(
  text: string,
  table: Table,
  { refersTo, values }: {
    readonly refersTo: string | undefined;
    readonly values: object;
  },
): string | undefined {
  const words = new Set(
    text.split(/[^\w./-]+/)
      .map((word) => word.replace(/(?<![.-])[.-]+$/, "").toLowerCase())
      .filter((word) => word.length >= SHORTEST_NAME),
  );
  return [refersTo ?? [], naming(table)].flat().find((name) =>
    textsIn(Reflect.get(values, name))
      .some((value) => words.has(value.toLowerCase()))
  );
}

const owners: readonly string[] = ["namespace", "organization"];

/** The attributes that name the object and what has an id, its owner last. */
function naming(table: Table): string[] {
  const id = table.find(({ path }) => path === "id");
  const parts = id?.binding.computedFrom?.references ?? [];
  const all = table.filter(({ path, names, attribute: { mode }, binding }) =>
    names.length === 1 && mode !== "computed" && !path.endsWith("_type") &&
    (parts.includes(path) || path === "name" || binding.key === true ||
      path.endsWith("_id"))
  ).map(({ path }) => path);
  return [...all.filter((name) => !owners.includes(name)), ...owners];
}

/** The texts in a value, and in what it holds; roles are words of any text. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).filter(([name]) => name !== "role")
      .flatMap(([, part]) => textsIn(part))
    : [];
}
