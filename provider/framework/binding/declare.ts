import type { Attribute, Attributes } from "../schema/attribute.ts";
import {
  type AnyOptions,
  attributeOf,
  leaves,
  nestedParts,
} from "../schema/build_attribute.ts";
import { type TypeExpression, types } from "../schema/type_expression.ts";
import type { Validator } from "../schema/rules.ts";
import { v } from "../validators/v.ts";
import type { Binder, SecretOptions } from "./binder.ts";
import type {
  AnyCodec,
  Binding,
  BindingOptions,
  Bound,
  Wire,
} from "./binding.ts";

/**
 * Binds attributes to the JSON of `W`; see {@linkcode Binder}.
 *
 * By a `PUT` the service replaces the whole object: an update sends all that is
 * configured, and overwrites what the plan leaves as it is, too.
 */
export function bindingTo<W extends Wire>(
  { update = "PATCH" }: { readonly update?: "PATCH" | "PUT" } = {},
): Binder<W> {
  // The binder's type is what checks an author's declarations; nothing of it
  // is left at run time.
  return binders[update] as unknown as Binder<W>;
}

/** The names of a path; the empty one leads to the whole. */
const steps = (path: string) => path === "" ? [] : path.split(".");

/** Binds an attribute, as the options of its binding say. */
export function bindDeclared<A extends Attribute>(
  attribute: A,
  { write, response, unit, codec, ...rest }:
    & Omit<Partial<Binding>, "write" | "unit" | "codec">
    & {
      write?: string;
      response?: string;
      unit?: string;
      codec?: AnyCodec;
    },
): Bound<A> {
  const api: Binding = {
    ...rest,
    write: write === undefined ? undefined : steps(write),
    read: response === undefined || response === "hidden"
      ? undefined
      : steps(response),
    unit: unit === undefined ? undefined : steps(unit),
    codec,
    computedFrom: attribute.planModifiers.find(({ compute }) => compute),
  };
  return { ...attribute, api };
}

type DeclaredLeaf = TypeExpression<unknown> | Attribute;
type Declaration = BindingOptions & Partial<AnyOptions>;

/** The attribute that is declared here, or was elsewhere. */
function leafOf(declared: DeclaredLeaf, options: Declaration): Attribute {
  return "kind" in declared ? declared : attributeOf(
    { description: "", ...options },
    { type: declared.type, expression: declared, nested: undefined },
  );
}

const makeBinder = (common: Pick<Binding, "isWhole">) => {
  const bind: typeof bindDeclared = (attribute, options) =>
    bindDeclared(attribute, { ...common, ...options });
  return {
    field: (path: string, leaf: DeclaredLeaf, options: Declaration = {}) =>
      bind(leafOf(leaf, options), {
        response: path,
        ...options,
        write: path,
      }),
    computed: (
      path: string,
      declared: DeclaredLeaf,
      options: Declaration & Partial<Pick<AnyCodec, "decode">>,
    ) => {
      const { decode } = options;
      const leaf = leafOf(declared, {
        computed: options.optional !== true,
        ...options,
      });
      return bind(leaf, {
        ...options,
        response: path,
        ...decode && { codec: { encode: () => undefined, decode } },
      });
    },
    object: (
      path: string,
      attributes: Attributes,
      options: BindingOptions & AnyOptions,
    ) => {
      const attribute = attributeOf(
        options,
        nestedParts("single", attributes),
      );
      return bind(attribute, { response: path, ...options, write: path });
    },
    mapped: (
      path: string,
      declared: DeclaredLeaf,
      codec: AnyCodec & Declaration,
      options: BindingOptions = {},
    ) => {
      const more = "kind" in declared ? options : codec;
      const attribute = leafOf(declared, codec);
      return bind(attribute, {
        response: path,
        ...more,
        write: path,
        codec,
      });
    },
    secret: makeSecretBinder(
      bind,
      types.string,
      (twins, { required }) =>
        required === true
          ? v.exactlyOneOf(...twins)
          : v.conflictsWith(...twins),
    ),
    secrets: makeSecretBinder(
      bind,
      types.map(types.string),
      (others) => v.keysNotIn(...others),
    ),
    local: (attribute: Attribute, options: BindingOptions = {}) =>
      bind(attribute, options),
  };
};

/** @param relate Relates a secret to its twin, and to the maps beside both. */
function makeSecretBinder<T>(
  bind: typeof bindDeclared,
  expression: TypeExpression<T>,
  relate: (
    others: readonly string[],
    options: SecretOptions<T>,
  ) => Validator<T>,
) {
  return (name: string, path: string, options: SecretOptions<T>) => {
    const {
      description,
      validators = [],
      response,
      required: _,
      keysNotIn = [],
      ...rest
    } = options;
    const writeOnly = `${name}_wo`;
    const version = `${name}_wo_version`;
    const binding = { ...rest, write: path };
    return {
      [name]: bind(
        leaves.value(expression, {
          optional: true,
          sensitive: true,
          description: `${description} It is stored in the state; ` +
            `\`${writeOnly}\` is not.`,
          validators: [
            relate([writeOnly, ...keysNotIn], options),
            ...validators,
          ],
        }),
        { ...binding, ...response && { response: response.value } },
      ),
      [writeOnly]: bind(
        leaves.value(expression, {
          optional: true,
          sensitive: true,
          writeOnly: true,
          description: `As \`${name}\`, but kept out of plan and state ` +
            "(Terraform and OpenTofu 1.11 or newer). It is sent when " +
            `\`${version}\` changes, and with what the API takes only ` +
            "together with it.",
          validators: [
            v.requiredWith(version),
            ...keysNotIn.length > 0 ? [relate(keysNotIn, options)] : [],
            ...validators,
          ],
        }),
        { ...binding, version, besides: [name, ...keysNotIn] },
      ),
      [version]: bind(
        leaves.string({
          optional: true,
          description:
            `Any text that changes when \`${writeOnly}\` does, such ` +
            "as a number.",
          validators: [v.requiredWith(writeOnly)],
        }),
        { ...response && { response: response.version } },
      ),
    };
  };
}

const binders = { PATCH: makeBinder({}), PUT: makeBinder({ isWhole: true }) };
