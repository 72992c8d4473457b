import { assert, assertEquals } from "@std/assert";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import {
  equalValues,
  valueKey,
} from "../../../../provider/framework/values/equal.ts";
import { ValueError } from "../../../../provider/framework/values/errors.ts";
import {
  decodeJson,
  encodeJson,
} from "../../../../provider/framework/values/json.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import {
  parseType,
  type Type,
  typeJson,
} from "../../../../provider/framework/values/type.ts";
import { isWhollyKnown } from "../../../../provider/framework/values/value.ts";
import { property } from "../../../support/property.ts";
import {
  concreteType,
  randomText,
  randomType,
  randomValue,
} from "../../../support/random_values.ts";

property("types survive their JSON", 2000, (random, size) => {
  const type = randomType(random, size);
  assertEquals(typeJson(parseType(typeJson(type))), typeJson(type));
});

property(
  "values survive msgpack, refinements included",
  5000,
  (random, size) => {
    const type = randomType(random, size);
    const value = randomValue(random, type);
    assertEquals(validateValue(value, type), undefined);
    const bytes = encodeMsgpack(value, type);
    const again = decodeMsgpack(bytes, type);
    assert(equalValues(again, value, type), typeJson(type));
    assertEquals(valueKey(again, type), valueKey(value, type));
    assertEquals(encodeMsgpack(again, type).toHex(), bytes.toHex());
  },
);

property("known values survive JSON", 3000, (random, size) => {
  const type = randomType(random, size);
  const value = randomValue(random, type, { unknowns: false });
  assert(isWhollyKnown(value));
  const again = decodeJson(encodeJson(value, type), type);
  assert(equalValues(again, value, type), typeJson(type));
});

property("no prefix of an encoding is a value", 500, (random, size) => {
  const type = concreteType(random, size);
  const bytes = encodeMsgpack(randomValue(random, type), type);
  for (let end = 0; end < Math.min(bytes.length, 200); end++) {
    assert(refusal(() => decodeMsgpack(bytes.subarray(0, end), type)));
  }
});

property("damaged encodings fail as they should", 5000, (random, size) => {
  const type = randomType(random, size);
  const bytes = encodeMsgpack(randomValue(random, type), type);
  for (let i = random.below(4); i >= 0; i--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  refusal(() => encodeMsgpack(decodeMsgpack(bytes, type), type));
});

property("random bytes fail as they should", 10_000, (random, size) => {
  const type: Type = randomType(random, size);
  const bytes = random.bytes(random.below(60));
  refusal(() => encodeMsgpack(decodeMsgpack(bytes, type), type));
});

property("random JSON fails as it should", 5000, (random, size) => {
  const type: Type = randomType(random, size);
  const pieces = [
    "\u0000",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "1",
    "-",
    "e9",
    ".",
    "null",
  ];
  const text = Array.from(
    { length: random.below(12) },
    () => random.once(5) ? randomText(random) : random.pick(pieces),
  ).join("");
  refusal(() => decodeJson(text, type));
  refusal(() => parseType(text));
});

/** Whether `run` throws; anything but a ValueError fails the test. */
function refusal(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof ValueError) {
      return true;
    }
    throw error;
  }
}
