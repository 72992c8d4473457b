/**
 * Data sources from responses of the service: each attribute that it tells is
 * declared once, with where the response has it.
 *
 * @module
 */

import type {
  Attribute,
  Attributes,
  Leaf,
  NestedShape,
  Shape,
} from "../schema/attribute.ts";
import type { AttributesModel } from "../schema/model.ts";
import { nestedParts } from "../schema/build_attribute.ts";
import { s } from "../schema/s.ts";
import { type TypeExpression, types } from "../schema/type_expression.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  bindingOf,
  type Bound,
  type Codec,
  type WireAt,
  type WirePath,
} from "./binding.ts";
import { bindDeclared } from "./declare.ts";
import { readState } from "./state.ts";

/** A computed attribute. */
export type ComputedAttribute<S extends Shape> = Bound<
  Attribute<S, "computed", false>
>;

/** A path in `T` that leads to a `V`, or what makes a `V` of the whole `T`. */
export type Source<T, V, P> =
  | P & (WireAt<T, P & string> extends V ? unknown : never)
  | ((response: T) => V | null | undefined);

/** Declares an attribute of type `V` that a response `T` tells. */
export type BindComputed<T, V> = <const P extends WirePath<T>>(
  source: Source<T, V, P>,
  description: string,
) => ComputedAttribute<Leaf<V>>;

/** The type of what a list holds. */
export type ElementOf<C> = C extends readonly (infer E)[] ? E : never;

/** Computed attributes of what the service returns, which is a `T`. */
export interface ResponseBinder<T> {
  /** Never set: it carries `T` for inference. */
  readonly response?: T;
  /** A string. */
  readonly string: BindComputed<T, string>;
  /** A boolean. */
  readonly bool: BindComputed<T, boolean>;
  /** A whole number. */
  readonly int: BindComputed<T, number>;
  /** A number with a fraction. */
  readonly float: BindComputed<T, number>;
  /** A list of strings. */
  readonly strings: BindComputed<T, readonly string[]>;
  /** A value of any other type, such as a map of strings. */
  value<V, const P extends WirePath<T>>(
    type: TypeExpression<V>,
    source: Source<T, V, P>,
    description: string,
  ): ComputedAttribute<Leaf<V>>;
  /** A list of objects, whose attributes are bound to its elements. */
  list<const P extends WirePath<T>, A extends Attributes>(
    path: P,
    attributes: (element: ResponseBinder<ElementOf<WireAt<T, P>>>) => A,
    description: string,
  ): ComputedAttribute<NestedShape<"list", A>>;
  /** An attribute that can be configured; else the response tells it. */
  attribute<A extends Attribute, const P extends WirePath<T>>(
    attribute: A,
    source: Source<T, LeafOf<A>, P>,
  ): Bound<A>;
}

/** The type of the values of a leaf. */
export type LeafOf<A> = A extends Attribute<Leaf<infer V>> ? V : never;

/**
 * Binds the attributes of a data source to a response `T`; see
 * {@linkcode ResponseBinder}. {@linkcode dataStateOf} makes a state of them.
 */
export function bindingToResponse<T>(): ResponseBinder<T> {
  // As with `bindingTo`, the types are what checks an author's declarations.
  return responseBinder as ResponseBinder<T>;
}

type AnySource = string | ((response: unknown) => unknown);

function bindAttribute<A extends Attribute>(
  attribute: A,
  source: AnySource,
  from?: Codec<Value, never, unknown>["decode"],
): Bound<A> {
  const [response, decode] = typeof source === "string"
    ? [source, from]
    : ["", source];
  const codec = decode && { encode: () => undefined, decode };
  return bindDeclared(attribute, { response, ...codec && { codec } });
}

const bindComputed =
  (type: TypeExpression<unknown>) => (source: AnySource, description: string) =>
    bindAttribute(s.value(type, { computed: true, description }), source);

function bindComputedList(
  path: string,
  attributesOf: (element: object) => Attributes,
  description: string,
) {
  const attributes = attributesOf(responseBinder);
  return bindAttribute(
    s.objectList(attributes, { computed: true, description }),
    path,
    (json) =>
      Array.isArray(json)
        ? json.map((one) => readState(attributes, one, undefined))
        : json,
  );
}

const responseBinder: object = {
  string: bindComputed(types.string),
  bool: bindComputed(types.bool),
  int: bindComputed(types.int),
  float: bindComputed(types.float),
  strings: bindComputed(types.list(types.string)),
  value: (
    type: TypeExpression<unknown>,
    source: AnySource,
    description: string,
  ) => bindComputed(type)(source, description),
  list: bindComputedList,
  attribute: (attribute: Attribute, source: AnySource) =>
    bindAttribute(attribute, source),
};

/**
 * Attributes of a resource as a data source shows them: those that a response
 * tells, all of them computed, with the first sentence of each description.
 *
 * @param paths Dotted paths of what it shows; default: all.
 */
export function computedAttributes(
  attributes: Attributes,
  paths: readonly string[] = Object.keys(attributes),
): Attributes {
  const names = new Set(paths.map((path) => path.split(".")[0] ?? ""));
  return Object.fromEntries([...names].flatMap((name) => {
    const attribute = attributes[name];
    if (attribute === undefined || !isShown(attribute)) return [];
    const inner = paths.filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    return [[name, computed(attribute, inner.length > 0 ? inner : undefined)]];
  }));
}

/** Whether a response tells an attribute, or what is nested in it. */
function isShown(attribute: Attribute): boolean {
  const { read, computedFrom } = bindingOf(attribute) ?? { read: [] };
  return read !== undefined || computedFrom !== undefined;
}

function computed(
  attribute: Attribute,
  paths: readonly string[] | undefined,
): Attribute {
  const { nested, description } = attribute;
  const attributes = nested && computedAttributes(nested.attributes, paths);
  return {
    ...attribute,
    ...nested && attributes && nestedParts(nested.nesting, attributes),
    mode: "computed",
    required: false,
    optional: false,
    computed: true,
    default: undefined,
    validators: [],
    planModifiers: [],
    description: /^.*?\.(?= [A-Z`]|$)/s.exec(description)?.[0] ??
      description,
  };
}

/**
 * The state of a data source: what the service returned, and what it does not
 * tell as it is configured. See {@linkcode bindingToResponse}.
 */
export function dataStateOf<A extends Attributes>(
  attributes: A,
  response: object,
  config: object,
): AttributesModel<A, "state"> {
  // Every attribute of the schema is there, as its type says.
  return readState(
    attributes,
    response,
    config as ValueObject,
  ) as AttributesModel<A, "state">;
}
