import { assert, assertEquals } from "@std/assert";
import { conforms } from "../../../../provider/framework/values/conform.ts";
import {
  equalValues,
  valueKey,
} from "../../../../provider/framework/values/equal.ts";
import { ValueError } from "../../../../provider/framework/values/errors.ts";
import {
  decodeJson,
  encodeJson,
} from "../../../../provider/framework/values/json.ts";
import {
  decodeMsgpack,
  encodeMsgpack,
} from "../../../../provider/framework/values/msgpack.ts";
import {
  parseType,
  type Type,
  typeJson,
} from "../../../../provider/framework/values/type.ts";
import { isWhollyKnown } from "../../../../provider/framework/values/value.ts";
import {
  concreteType,
  Random,
  randomText,
  randomType,
  randomValue,
} from "../../../support/random_values.ts";

/** Runs `check` often; a failure names the seed that repeats it. */
function property(
  name: string,
  times: number,
  check: (random: Random) => void,
): void {
  Deno.test(name, () => {
    const seeds = new Random(
      Number(Deno.env.get("SEED") ?? Math.random() * 2 ** 32),
    );
    for (let i = 0; i < times; i++) {
      const random = new Random(i === 0 ? seeds.seed : seeds.below(2 ** 32));
      try {
        check(random);
      } catch (error) {
        throw new Error(`Failed; repeat it with SEED=${random.seed}`, {
          cause: error,
        });
      }
    }
  });
}

property("types survive their JSON", 2000, (random) => {
  const type = randomType(random);
  assertEquals(typeJson(parseType(typeJson(type))), typeJson(type));
});

property("values survive msgpack, refinements included", 5000, (random) => {
  const type = randomType(random);
  const value = randomValue(random, type);
  assertEquals(conforms(value, type), undefined);
  const bytes = encodeMsgpack(value, type);
  const again = decodeMsgpack(bytes, type);
  assert(equalValues(again, value, type), typeJson(type));
  assertEquals(valueKey(again, type), valueKey(value, type));
  assertEquals(encodeMsgpack(again, type).toHex(), bytes.toHex());
});

property("known values survive JSON", 3000, (random) => {
  const type = randomType(random);
  const value = randomValue(random, type, { unknowns: false });
  assert(isWhollyKnown(value));
  const again = decodeJson(encodeJson(value, type), type);
  assert(equalValues(again, value, type), typeJson(type));
});

property("no prefix of an encoding is a value", 500, (random) => {
  const type = concreteType(random, 2);
  const bytes = encodeMsgpack(randomValue(random, type), type);
  for (let end = 0; end < Math.min(bytes.length, 200); end++) {
    assert(refusal(() => decodeMsgpack(bytes.subarray(0, end), type)));
  }
});

property("damaged encodings fail as they should", 5000, (random) => {
  const type = randomType(random);
  const bytes = encodeMsgpack(randomValue(random, type), type);
  for (let i = random.below(4); i >= 0; i--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  refusal(() => encodeMsgpack(decodeMsgpack(bytes, type), type));
});

property("random bytes fail as they should", 10_000, (random) => {
  const type: Type = randomType(random);
  const bytes = random.bytes(random.below(60));
  refusal(() => encodeMsgpack(decodeMsgpack(bytes, type), type));
});

property("random JSON fails as it should", 5000, (random) => {
  const type: Type = randomType(random);
  const pieces = [
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
