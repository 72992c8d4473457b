/**
 * `random_string` and `random_password`, and the password that is in no state.
 *
 * @module
 */
import { hash } from "bcryptjs";
import {
  definersFor,
  failure,
  isUnknown,
  p,
  type PlanModifier,
  s,
  v,
  type Validator,
} from "@hf-terraform/framework";
import { keepers, madeOnce, randomBelow, randomOrder } from "./common.ts";

const { defineEphemeralResource, defineResource } = definersFor<undefined>();

const alphabets = {
  numeric: "0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  special: "!@#$%&*()-_=+[]{}<>:?",
};

type Kind = keyof typeof alphabets;

const kinds: readonly Kind[] = ["numeric", "lower", "upper", "special"];

/** The characters that a text is made of. */
type Recipe =
  & { readonly length: number; readonly override_special: string | null }
  & { readonly [K in Kind]: boolean }
  & { readonly [K in `min_${Kind}`]: number };

/** A random text by a recipe. */
function randomText(recipe: Recipe): string {
  const characters = (kind: Kind) =>
    (kind === "special" && recipe.override_special) || alphabets[kind];
  const drawn = (alphabet: readonly string[], count: number) =>
    Array.from({ length: count }, () => alphabet[randomBelow(alphabet.length)]);
  const least = kinds.flatMap((kind) =>
    drawn([...characters(kind)], recipe[`min_${kind}`])
  );
  const all = kinds.filter((kind) => recipe[kind])
    .flatMap((kind) => [...characters(kind)]);
  if (all.length === 0) {
    throw failure("Random Read Error", "The set of characters is empty.");
  }
  const text = [...least, ...drawn(all, recipe.length - least.length)];
  return randomOrder(text.length).map((index) => text[index]).join("");
}

/** A bcrypt hash of the first 72 bytes of a text. */
function bcryptHash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text).subarray(0, 72);
  return hash(new TextDecoder().decode(bytes), 10);
}

/** Refuses false where the other kinds of characters are false too. */
function oneKind(self: string): Validator<boolean> {
  const others = ["special", "upper", "lower"];
  return {
    description: "one kind of characters at least",
    references: others,
    validate(value, { config, diagnostics, path }) {
      if (value || others.some((name) => config[name] !== false)) return;
      diagnostics.addError(
        "Invalid Attribute Combination",
        `At least one attribute out of [${
          [...others, self].join(",")
        }] must be specified`,
        path,
      );
    },
  };
}

/** Keeps `number` and `numeric` the same, as one is the old name of the other. */
function sameAs(other: string): PlanModifier {
  return {
    configReferences: [other],
    modify({ config, configRoot, diagnostics, path }) {
      const theirs = configRoot[other] ?? null;
      if (config !== null && theirs !== null) {
        const differ = !isUnknown(config) && !isUnknown(theirs) &&
          config !== theirs;
        if (differ) {
          diagnostics.addError(
            "Number and numeric are both configured with different values",
            "Number is deprecated, use numeric instead",
            path,
          );
        }
        return undefined;
      }
      return { planned: config ?? theirs ?? true };
    },
  };
}

const length = {
  required: true,
  description: "The number of characters.",
  validators: [
    v.atLeast(1),
    v.atLeastSumOf("min_upper", "min_lower", "min_numeric", "min_special"),
  ],
} as const;

function flag(kind: string) {
  return s.bool({
    optional: true,
    default: true,
    description: `Whether there are ${kind} characters.`,
    planModifiers: [p.requiresReplace()],
  });
}

function least(kind: Kind) {
  return s.int({
    optional: true,
    default: 0,
    description: `The number of ${kind} characters at least.`,
    planModifiers: [p.requiresReplace()],
  });
}

/** The attributes of a text in a state. */
function textAttributes(sensitive: boolean) {
  return {
    keepers,
    length: s.int({ ...length, planModifiers: [p.requiresReplace()] }),
    special: flag("special"),
    upper: flag("upper"),
    lower: flag("lower"),
    number: s.bool({
      optional: true,
      computed: true,
      description: "The old name of `numeric`.",
      deprecated: "This is deprecated, use `numeric` instead.",
      validators: [oneKind("number")],
      planModifiers: [sameAs("numeric"), p.requiresReplace()],
    }),
    numeric: s.bool({
      optional: true,
      computed: true,
      description: "Whether there are digits.",
      validators: [oneKind("numeric")],
      planModifiers: [sameAs("number"), p.requiresReplace()],
    }),
    min_numeric: least("numeric"),
    min_upper: least("upper"),
    min_lower: least("lower"),
    min_special: least("special"),
    override_special: s.string({
      optional: true,
      description: "The special characters, instead of the usual ones.",
      planModifiers: [
        p.requiresReplaceIf(
          ({ config, prior }) =>
            !isUnknown(config) && !(config === null && prior === ""),
        ),
      ],
    }),
    id: madeOnce("The text, or `none` if it is a password."),
    result: madeOnce("The text.", sensitive),
  };
}

/** The attributes of a text that an import knows. */
function attributesOf(id: string) {
  return {
    keepers: null,
    length: id.length,
    special: true,
    upper: true,
    lower: true,
    number: true,
    numeric: true,
    min_numeric: 0,
    min_upper: 0,
    min_lower: 0,
    min_special: 0,
    override_special: null,
    result: id,
  };
}

const description = "A random text.";

/** The resource `random_string`. */
export const string = defineResource({
  typeName: "random_string",
  schema: s.schema({ description, attributes: textAttributes(false) }),
  create({ plan }) {
    const known = { ...plan, ...numbersOf(plan) };
    const result = randomText(known);
    return { ...known, id: result, result };
  },
  read: ({ state }) => state,
  update: ({ plan }) => ({ ...plan, ...numbersOf(plan) }),
  delete: () => {},
  importState: ({ id = "" }) => ({ ...attributesOf(id), id }),
});

/** The resource `random_password`. */
export const password = defineResource({
  typeName: "random_password",
  schema: s.schema({
    description: "A random password.",
    attributes: {
      ...textAttributes(true),
      bcrypt_hash: madeOnce("A hash of its first 72 bytes.", true),
    },
  }),
  async create({ plan }) {
    const known = { ...plan, ...numbersOf(plan) };
    const result = randomText(known);
    const bcrypt_hash = await bcryptHash(result);
    return { ...known, id: "none", result, bcrypt_hash };
  },
  read: ({ state }) => state,
  update: ({ plan }) => ({ ...plan, ...numbersOf(plan) }),
  delete: () => {},
  async importState({ id = "" }) {
    const bcrypt_hash = await bcryptHash(id);
    return { ...attributesOf(id), id: "none", bcrypt_hash };
  },
});

/** Both names of one value, which the plan always knows. */
function numbersOf(plan: Record<"number" | "numeric", unknown>) {
  return { number: plan.number === true, numeric: plan.numeric === true };
}

/** An option of what is in no state: `open` fills in what is not configured. */
function option(description: string) {
  return { optional: true, computed: true, description } as const;
}

/** The ephemeral resource `random_password`. */
export const ephemeralPassword = defineEphemeralResource({
  typeName: "random_password",
  schema: s.schema({
    description: "A random password that is in no state.",
    attributes: {
      length: s.int(length),
      special: s.bool(option("Whether there are special characters.")),
      upper: s.bool(option("Whether there are upper case letters.")),
      lower: s.bool(option("Whether there are lower case letters.")),
      numeric: s.bool({
        ...option("Whether there are digits."),
        validators: [oneKind("numeric")],
      }),
      min_numeric: s.int(option("The number of digits at least.")),
      min_upper: s.int(option("The number of upper case letters at least.")),
      min_lower: s.int(option("The number of lower case letters at least.")),
      min_special: s.int(option("The number of special ones at least.")),
      override_special: s.string({
        optional: true,
        description: "The special characters.",
      }),
      result: madeOnce("The password.", true),
      bcrypt_hash: madeOnce("A hash of its first 72 bytes.", true),
    },
  }),
  async open({ config: { length, override_special, ...config } }) {
    const filled = {
      length,
      override_special,
      special: config.special ?? true,
      upper: config.upper ?? true,
      lower: config.lower ?? true,
      numeric: config.numeric ?? true,
      min_numeric: config.min_numeric ?? 0,
      min_upper: config.min_upper ?? 0,
      min_lower: config.min_lower ?? 0,
      min_special: config.min_special ?? 0,
    };
    const result = randomText(filled);
    return {
      result: { ...filled, result, bcrypt_hash: await bcryptHash(result) },
    };
  },
});
