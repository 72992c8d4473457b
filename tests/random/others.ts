/**
 * The resources of `random` that are no texts, and bytes that are in no state.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { definersFor, failure, p, s, types, v } from "@hf-terraform/framework";
import {
  badImport,
  fixedNumber,
  fixedText,
  keepers,
  madeOnce,
  randomBelow,
  randomBytes,
  randomOrder,
} from "./common.ts";

const { defineEphemeralResource, defineResource } = definersFor<undefined>();

const length = {
  required: true,
  description: "The number of bytes.",
  validators: [v.atLeast(1)],
} as const;

/** The forms in which bytes are shown. */
function formsOf(bytes: Uint8Array): { base64: string; hex: string } {
  const buffer = Buffer.from(bytes);
  return { base64: buffer.toString("base64"), hex: buffer.toString("hex") };
}

/** The bytes of a text in base64; undefined if it is none. */
function bytesOf(text: string, form: "base64" | "base64url") {
  const bytes = Buffer.from(text, form);
  return bytes.toString(form) === text ? bytes : undefined;
}

/** The resource `random_bytes`. */
export const bytes = defineResource({
  typeName: "random_bytes",
  schema: s.schema({
    description: "Random bytes.",
    attributes: {
      keepers: s.map(types.nullable(types.string), {
        optional: true,
        description: "Values that make the bytes anew when they change.",
        planModifiers: [p.requiresReplace()],
      }),
      length: s.int({ ...length, planModifiers: [p.requiresReplace()] }),
      base64: madeOnce("The bytes in base64.", true),
      hex: madeOnce("The bytes in hexadecimal digits.", true),
    },
  }),
  create: ({ plan }) => ({ ...plan, ...formsOf(randomBytes(plan.length)) }),
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete: () => {},
  importState({ id = "" }) {
    const bytes = bytesOf(id, "base64");
    if (bytes === undefined) throw badImport("bytes", "in base64");
    return {
      keepers: null,
      length: bytes.length,
      ...formsOf(bytes),
    };
  },
});

/** The ephemeral resource `random_bytes`. */
export const ephemeralBytes = defineEphemeralResource({
  typeName: "random_bytes",
  schema: s.schema({
    description: "Random bytes that are in no state.",
    attributes: {
      length: s.int(length),
      base64: madeOnce("The bytes in base64.", true),
      hex: madeOnce("The bytes in hexadecimal digits.", true),
    },
  }),
  open: ({ config }) => ({
    result: { ...config, ...formsOf(randomBytes(config.length)) },
  }),
});

/** All forms of an id, behind a prefix. */
function idForms(bytes: Uint8Array, prefix: string) {
  const { base64, hex } = formsOf(bytes);
  const id = Buffer.from(bytes).toString("base64url");
  return {
    id,
    b64_url: prefix + id,
    b64_std: prefix + base64,
    hex: prefix + hex,
    dec: prefix + BigInt(`0x${hex}`),
  };
}

/** The resource `random_id`. */
export const id = defineResource({
  typeName: "random_id",
  schema: s.schema({
    description: "A random id.",
    attributes: {
      keepers,
      byte_length: fixedNumber("The number of bytes."),
      prefix: fixedText("What each form begins with."),
      b64_url: madeOnce("The id in base64 for URLs."),
      b64_std: madeOnce("The id in base64."),
      hex: madeOnce("The id in hexadecimal digits."),
      dec: madeOnce("The id in decimal digits."),
      id: madeOnce("The id in base64 for URLs, without prefix."),
    },
  }),
  create: ({ plan }) => ({
    ...plan,
    ...idForms(randomBytes(plan.byte_length), plan.prefix ?? ""),
  }),
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete: () => {},
  importState({ id = "" }) {
    const [, prefix = "", text = ""] = /^(?:(.*),)?(.*)$/s.exec(id) ?? [];
    const bytes = bytesOf(text, "base64url");
    if (bytes === undefined) throw badImport("ID", "in base64 for URLs");
    return {
      keepers: null,
      byte_length: bytes.length,
      prefix: prefix === "" ? null : prefix,
      ...idForms(bytes, prefix),
    };
  },
});

/** The resource `random_integer`. */
export const integer = defineResource({
  typeName: "random_integer",
  schema: s.schema({
    description: "A random integer.",
    attributes: {
      keepers,
      min: fixedInt64("The least that it can be."),
      max: fixedInt64("The most that it can be."),
      seed: fixedText("Kept as it is: no seed gives the numbers of Go's."),
      result: s.int64({
        computed: true,
        description: "The integer.",
        planModifiers: [p.useStateForUnknown()],
      }),
      id: madeOnce("The integer as a text."),
    },
  }),
  create({ plan }) {
    const { min, max } = plan;
    if (max < min) {
      throw failure(
        "Create Random Integer Error",
        "The minimum must not be larger than the maximum.",
      );
    }
    const { hex } = formsOf(randomBytes(16));
    const result = min + BigInt(`0x${hex}`) % (max + 1n - min);
    return { ...plan, result, id: `${result}` };
  },
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete: () => {},
  importState({ id = "" }) {
    if (!/^-?\d+(,-?\d+){2}(,.*)?$/s.test(id)) {
      throw badImport("Integer", "RESULT,MIN,MAX or RESULT,MIN,MAX,SEED");
    }
    const [text = "", min = "", max = "", seed = null] = id.split(",");
    return {
      keepers: null,
      id: text,
      result: BigInt(text),
      min: BigInt(min),
      max: BigInt(max),
      seed,
    };
  },
});

function fixedInt64(description: string) {
  return s.int64({
    required: true,
    description,
    planModifiers: [p.requiresReplace()],
  });
}

/** Invents a word of three syllables, such as `bokari`. */
function inventWord(): string {
  const [consonants, vowels] = ["bdfgklmnprst", "aeiou"];
  return Array.from(
    { length: 3 },
    () => `${consonants[randomBelow(12)]}${vowels[randomBelow(5)]}`,
  ).join("");
}

/** The resource `random_pet`. */
export const pet = defineResource({
  typeName: "random_pet",
  schema: s.schema({
    description: "A random name of a pet.",
    attributes: {
      keepers,
      length: s.int({
        optional: true,
        default: 2,
        description: "The number of words.",
        planModifiers: [p.requiresReplace()],
      }),
      prefix: fixedText("The first word."),
      separator: s.string({
        optional: true,
        default: "-",
        description: "What stands between words.",
        planModifiers: [p.requiresReplace()],
      }),
      id: madeOnce("The name."),
    },
  }),
  create({ plan }) {
    const name = Array.from({ length: plan.length }, inventWord);
    const all = plan.prefix === null ? name : [plan.prefix, ...name];
    return { ...plan, id: all.join(plan.separator) };
  },
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete: () => {},
});

/** The resource `random_shuffle`. */
export const shuffle = defineResource({
  typeName: "random_shuffle",
  schema: s.schema({
    description: "A list in a random order.",
    attributes: {
      keepers,
      seed: fixedText("Kept as it is: no seed gives the order of Go's."),
      input: s.list(types.string, {
        required: true,
        description: "The list.",
        planModifiers: [p.requiresReplace()],
      }),
      result_count: s.int({
        optional: true,
        description: "The number of results; by default all.",
        planModifiers: [p.requiresReplace()],
      }),
      result: s.list(types.string, {
        computed: true,
        description: "The results.",
        planModifiers: [p.useStateForUnknown()],
      }),
      id: madeOnce("Always `-`."),
    },
  }),
  create({ plan }) {
    const { input } = plan;
    const count = input.length === 0 ? 0 : plan.result_count ?? input.length;
    const result: string[] = [];
    while (result.length < count) {
      result.push(
        ...randomOrder(input.length).map((one) => input[one] ?? ""),
      );
    }
    return {
      ...plan,
      id: "-",
      result: result.slice(0, count),
    };
  },
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete: () => {},
});

/** One of the resources that are a UUID. */
function uuidResource(name: string, make: () => string) {
  return defineResource({
    typeName: `random_${name}`,
    schema: s.schema({
      description: "A random UUID.",
      attributes: {
        keepers,
        result: madeOnce("The UUID."),
        id: madeOnce("The UUID."),
      },
    }),
    create({ plan }) {
      const result = make();
      return { ...plan, id: result, result };
    },
    read: ({ state }) => state,
    update: ({ plan }) => plan,
    delete: () => {},
    importState({ id = "" }) {
      const result = id.toLowerCase();
      if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(result)) {
        throw badImport("UUID", "a UUID");
      }
      return { keepers: null, id: result, result };
    },
  });
}

/** A UUID whose first 48 bits are the time. */
function timedUuid(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const [, , , fourth = "", fifth = ""] = crypto.randomUUID().split("-");
  const third = crypto.randomUUID().slice(15, 18);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${third}-${fourth}-${fifth}`;
}

/** The resources `random_uuid`, `random_uuid4` and `random_uuid7`. */
export const uuid = uuidResource("uuid", () => crypto.randomUUID());
export const uuid4 = uuidResource("uuid4", () => crypto.randomUUID());
export const uuid7 = uuidResource("uuid7", timedUuid);
