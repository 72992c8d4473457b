/**
 * The parts of an object's `id`. A resource says it once, in its schema: its
 * messages, its claims and its import commands follow from that.
 *
 * @module
 */

import {
  isUnknown,
  p,
  type PlannedState,
  s,
  type Schema,
  unknown,
} from "@hf-terraform/framework";
import {
  bindingOf,
  bindingTo,
  type PlanOrState,
} from "@hf-terraform/framework/binding";

type Body = Readonly<Record<never, never>>;

const b = bindingTo<{ create: Body; update: Body; response: Body }>();

/**
 * The attribute `id` of what others name, with slashes between.
 *
 * @param parts The attributes, the last one that which tells it from others.
 */
export function idOfParts(parts: readonly string[], description: string) {
  return b.local(s.string({
    computed: true,
    description,
    planModifiers: [p.computedFrom(parts, (...values) => values.join("/"))],
  }));
}

/**
 * Tells an object's id, as `terraform import` takes it.
 *
 * @param nameBefore The attribute in place of the last part, as long as only
 * the service can tell that.
 */
export function idByParts(
  { attributes }: Schema,
  nameBefore = "",
): (known: object) => string {
  const { references: from = ["id"], compute } =
    attributes["id"] && bindingOf(attributes["id"])?.computedFrom || {};
  return (known) => {
    const of = (name: string) => {
      const value: unknown = Reflect.get(known, name);
      return typeof value === "string" ? value : undefined;
    };
    const last = of(from.at(-1) ?? "") ?? of(nameBefore);
    const all = [...from.slice(0, -1).map(of), last]
      .filter((value) => value !== undefined);
    const id = all.length === from.length ? compute?.(...all) : of("id");
    return `${id ?? last ?? "that is not known yet"}`;
  };
}

/** The names of a resource's objects. */
export interface ObjectNames<S extends Schema> {
  readonly schema: S;
  /** The kind, as messages name it: `endpoint`, `Space`. */
  readonly kind: string;
  /**
   * Its id, as `terraform import` takes it; before it is known, what tells it
   * from others in the same place. Default: what its `id` is made of.
   */
  idOf(known: PlanOrState<S>): string;
}

/** The name that `idOf` gives a configuration; undefined: not known yet. */
export function nameIn<S extends Schema>(
  { schema, idOf }: Pick<ObjectNames<S>, "schema" | "idOf">,
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
  const name = idOf(configured as PlanOrState<S>);
  return isKnown ? name : undefined;
}
