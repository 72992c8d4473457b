/**
 * One random life of a resource: the calls that the CLI makes, in its order.
 *
 * @module
 */
import {
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import { encodeJson } from "../support/encode_json.ts";
import { decodeMsgpack } from "../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack_encode.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { isUnknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueObject,
  member,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";
import { type Random, randomValue } from "../support/random_values.ts";
import { transform } from "../support/walk.ts";
import type { Answer } from "./answers.ts";
import type { Behaviour, DescribedBlock } from "./description.ts";
import { proposedNew } from "./proposed_new.ts";
import { randomThingConfig, randomThingState } from "./random_things.ts";
import type { Provider, Request } from "./two_providers.ts";

/** A request and both answers to it. */
export interface Exchange {
  readonly typeName: string;
  readonly schema: Schema;
  readonly request: Request;
  readonly ours: Answer;
  readonly theirs: Answer;
}

/** A resource and the two providers that have it. */
export interface Subject {
  readonly typeName: string;
  readonly described: DescribedBlock;
  readonly schema: Schema;
  readonly ours: Provider;
  readonly theirs: Provider;
}

/** A value as it comes out of a message: elements of a set once each. */
function roundTrip(value: Value, type: Type): Value {
  return decodeMsgpack(encodeMsgpack(value, type), type);
}

/** Lives a random life, and tells of each request. */
export async function live(
  random: Random,
  subject: Subject,
  tell: (exchange: Exchange) => void,
): Promise<void> {
  const { described, schema } = subject;
  const type = objectType(schema);
  const { typeName, ours, theirs } = subject;
  /** Sends a request to both; undefined: one of them refused it. */
  const ask = async (request: Request): Promise<Value | undefined> => {
    const [a, b] = await Promise.all([
      ours.ask(typeName, schema, request),
      theirs.ask(typeName, schema, request),
    ]);
    tell({ typeName, schema, request, ours: a, theirs: b });
    return [a, b].some(({ diagnostics }) =>
        diagnostics.some((line) => line.startsWith("error"))
      )
      ? undefined
      : a.value ?? null;
  };
  const wire = (value: Value) => roundTrip(value, type);

  const prior = random.once(3)
    ? null
    : wire(randomThingState(random, described));
  const config = wire(randomThingConfig(random, described, prior));
  if (await ask({ call: "validate", config }) === undefined) return;
  if (prior !== null && random.once(3)) {
    await ask({ call: "upgrade", json: encodeJson(prior, type) });
  }
  if (random.once(8)) {
    const state = wire(randomThingState(random, described));
    await ask({
      call: "import",
      id: random.once(4) ? "nothing" : encodeJson(state, type),
    });
  }
  const plan = (config: Value, does: Behaviour) =>
    ask({
      call: "plan",
      prior,
      config,
      proposed: proposedNew(schema, prior, config),
      does,
    });
  const first = await plan(config, planBehaviour(random, schema));
  if (first === undefined) return;
  const known = wire(knownOf(random, config, type));
  const planned = await plan(known, {});
  if (planned === undefined) return;
  const reached = echoWriteOnly(
    schema,
    wire(knownOf(random, planned, type)),
    known,
  );
  const state = await ask({
    call: "apply",
    prior,
    planned,
    config: known,
    does: {
      ...random.once(8) && { warn: true },
      ...random.once(8) && { fail: true, save: random.once(2) },
      answer: encodeJson(reached, type),
    },
  });
  if (state === undefined || state === null) return;
  const drifted = random.once(2)
    ? state
    : wire(randomThingState(random, described));
  await ask({
    call: "read",
    state,
    does: {
      ...random.once(8) && { warn: true },
      ...random.once(8) && { fail: true },
      ...random.once(8) && { gone: true },
      answer: encodeJson(drifted, type),
    },
  });
  if (!random.once(3)) return;
  const does = random.once(4) ? { fail: true } : {};
  const destroyed = { prior: state, config: null, does };
  if (
    await ask({ call: "plan", ...destroyed, proposed: null }) === undefined
  ) return;
  await ask({ call: "apply", ...destroyed, planned: null });
}

/**
 * Adds an id to a state, and the write-only values that this service echoes.
 */
function echoWriteOnly(
  { attributes }: Schema,
  state: Value,
  config: Value,
): Value {
  if (!isValueObject(state) || !isValueObject(config)) return state;
  const secrets = Object.keys(attributes).filter((name) =>
    attributes[name]?.writeOnly
  ).map((name) => [name, member(config, name) ?? null] as const);
  return record([
    ...Object.entries(state),
    ...secrets,
    ["id", member(state, "id") ?? "id-new"],
  ]);
}

function planBehaviour(random: Random, { attributes }: Schema): Behaviour {
  return {
    ...random.once(8) && { warn: true },
    ...random.once(12) && { fail: true },
    ...random.once(8) && { replace: random.pick(Object.keys(attributes)) },
  };
}

/** The value with something known in place of what is unknown. */
function knownOf(random: Random, value: Value, type: Type): Value {
  return transform(
    value,
    type,
    (part, type) => isUnknown(part) ? randomKnown(random, type) : part,
  );
}

/** A value that every kind of attribute takes. */
function randomKnown(random: Random, type: Type): Value {
  if (type === "dynamic") return new Dynamic("string", "k");
  const made = randomValue(random, type, { unknowns: false });
  return transform(made, type, (part, type) => {
    if (type === "number" && part !== null) return random.below(9);
    if (type === "dynamic") return null;
    return typeof part === "string" ? random.pick(["", "k", "l"]) : part;
  });
}
