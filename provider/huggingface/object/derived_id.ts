/**
 * The parts of an object's `id`. A resource says it once, in its schema: its
 * messages, its claims and its import commands follow from that.
 *
 * @module
 */

import {
  type IdentityAttribute,
  isUnknown,
  p,
  type PlannedState,
  s,
  type Schema,
  types,
  unknown,
} from "@hf-terraform/framework";
import {
  bindingOf,
  bindingTo,
  jsonAt,
  tableOf,
} from "@hf-terraform/framework/binding";
import { knownText } from "../schema/same.ts";

type Body = Readonly<Record<never, never>>;

const b = bindingTo<{ create: Body; update: Body; response: Body }>();

/** The attribute `id` of what others name, with slashes between. */
export function idOfParts(parts: readonly string[], description: string) {
  return b.local(s.string({
    computed: true,
    description,
    planModifiers: [p.computedFrom(parts, (...values) => values.join("/"))],
  }));
}

/** Tells an object's id, as `terraform import` takes it. */
export function idByParts(
  { attributes }: Schema,
  /** The attribute in place of the last part until the service tells that. */
  nameBefore = "",
): (known: object) => string {
  const { references: from = ["id"], compute } =
    attributes["id"] && bindingOf(attributes["id"])?.computedFrom || {};
  return (known) => {
    const of = (name: string) => knownText(Reflect.get(known, name));
    const last = of(from.at(-1) ?? "") ?? of(nameBefore);
    const all = [...from.slice(0, -1).map(of), last]
      .filter((value) => value !== undefined);
    const id = all.length === from.length ? compute?.(...all) : of("id");
    return `${id ?? last ?? "that is not known yet"}`;
  };
}

/** The attribute of an object's name, if letter case tells that from others. */
export function exactName(
  { attributes }: Schema,
  displayName: unknown,
): string | undefined {
  const parts = attributes["id"] &&
    bindingOf(attributes["id"])?.computedFrom?.references;
  const isGiven = typeof displayName === "string";
  const name = isGiven ? displayName : parts?.at(-1) ?? "";
  const attribute = attributes[name];
  const isExact = attribute?.expression?.semanticEquals === undefined &&
    (isGiven || attribute && bindingOf(attribute)?.key === true);
  return isExact ? name : undefined;
}

export interface NamedResource<S extends Schema> {
  readonly schema: S;
  readonly kind: string;
  /** The id, as an import takes it; until it is known, what tells it apart. */
  idOf(known: object): string;
}

/** The id of what was found: as planned, with what only the service can tell. */
export function idOfFound<S extends Schema>(
  { schema: { attributes }, idOf }: Pick<NamedResource<S>, "schema" | "idOf">,
  planned: object,
  found: object,
): string {
  const told = tableOf(attributes).flatMap(
    ({ names: [name = "", ...more], attribute, binding: { read } }) => {
      const isTold = more.length === 0 && attribute.mode === "computed" &&
        read !== undefined;
      return isTold ? [[name, jsonAt(found, read)] as const] : [];
    },
  );
  return idOf({ ...planned, ...Object.fromEntries(told) });
}

/** The name that `idOf` gives a configuration; undefined: not known yet. */
export function nameIn<S extends Schema>(
  { schema, idOf }: Pick<NamedResource<S>, "schema" | "idOf">,
  planned: PlannedState<S>,
): string | undefined {
  let isKnown = true;
  const configured = new Proxy<object>(planned, {
    get(values, name) {
      if (schema.attributes[String(name)]?.mode === "computed") return unknown;
      const value = Reflect.get(values, name);
      isKnown &&= !isUnknown(value);
      return value;
    },
  });
  const name = idOf(configured);
  return isKnown ? name : undefined;
}

/** An identity of strings of a state; an import need not give the last ones. */
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
