/**
 * Random lives of all but resources, and the move of a resource.
 *
 * @module
 */
import {
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import { encodeJson } from "../../provider/framework/values/json.ts";
import { isUnknown } from "../../provider/framework/values/unknown.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import type { Value } from "../../provider/framework/values/value.ts";
import type { Random } from "../support/random_values.ts";
import {
  type Behaviour,
  type Described,
  type DescribedBlock,
  type DescribedFunction,
  schemaOf,
} from "./described.ts";
import { type Ask, knownOf, sent } from "./life.ts";
import { withBehaviour } from "./other_requests.ts";
import { proposedNew } from "./proposed_new.ts";
import { randomArgument } from "./random_others.ts";
import { randomConfig, randomState } from "./random_things.ts";

/** Something of both providers, and how they are asked about it. */
interface Subject<D = DescribedBlock> {
  readonly described: D;
  readonly schema: Schema;
  readonly ask: Ask;
}

function behaviour(random: Random): Behaviour {
  return {
    ...random.once(8) && { warn: true },
    ...random.once(8) && { fail: true },
  };
}

/** A configuration that both take, known for the calls that follow. */
async function configured(
  random: Random,
  { described, schema, ask }: Subject,
  of: "data_source" | "ephemeral_resource" | "list_resource" | "action",
): Promise<Value | undefined> {
  const type = objectType(schema);
  const config = sent(randomConfig(random, described, null), type);
  const answer = await ask({ call: "validate_other", of, config });
  return answer === undefined
    ? undefined
    : sent(knownOf(random, config, type), type);
}

/** What a service tells of a configuration. */
function answerTo(
  random: Random,
  { described, schema }: Subject,
  config: Value,
): string {
  const type = objectType(schema);
  const state = sent(randomState(random, described), type);
  const all = proposedNew(schema, state, config);
  return encodeJson(sent(knownOf(random, all, type), type), type);
}

/** A data source is read. */
async function readData(random: Random, subject: Subject) {
  const config = await configured(random, subject, "data_source");
  if (config === undefined) return;
  const answer = answerTo(random, subject, config);
  const does = { ...behaviour(random), answer };
  await subject.ask({ call: "read_data", config, does });
}

/** An ephemeral resource is opened, perhaps renewed, and closed. */
async function openAndClose(random: Random, subject: Subject) {
  const config = await configured(random, subject, "ephemeral_resource");
  if (config === undefined) return;
  const time = () => random.once(2) && { renewAt: random.below(2 ** 31) };
  const does = {
    ...behaviour(random),
    ...time(),
    ...!random.once(4) && { next: { ...behaviour(random), ...time() } },
    answer: answerTo(random, subject, config),
  };
  const opened = await subject.ask({
    call: "open",
    config: withBehaviour(config, does),
  });
  if (opened === undefined) return;
  if (random.once(3)) await subject.ask({ call: "close" });
  else if (await subject.ask({ call: "renew" }) !== undefined) {
    await subject.ask({ call: "close" });
  }
}

/** An action is planned and invoked. */
async function act(random: Random, subject: Subject) {
  const config = await configured(random, subject, "action");
  if (config === undefined) return;
  const does = {
    ...behaviour(random),
    ...random.once(4) && { save: true },
    progress: ["Once", "", "日本\n語"].slice(0, random.below(4)),
  };
  const told = withBehaviour(config, does);
  const planned = await subject.ask({ call: "plan_action", config: told });
  if (planned === undefined) return;
  await subject.ask({ call: "invoke", config: told });
}

/** A list resource searches for objects of a resource. */
async function search(
  random: Random,
  subject: Subject & {
    readonly resource: Schema;
    readonly thing: DescribedBlock;
  },
) {
  const config = await configured(random, subject, "list_resource");
  if (config === undefined) return;
  const { resource, thing } = subject;
  const type = objectType(resource);
  const results = Array.from(
    { length: random.below(4) },
    () =>
      encodeJson(
        sent(knownOf(random, randomState(random, thing), type), type),
        type,
      ),
  );
  await subject.ask({
    call: "list",
    config: withBehaviour(config, {
      ...random.once(8) && { fail: true },
      results,
    }),
    resource,
    limit: random.below(5) + 1,
    includeResource: random.once(2),
  });
}

/** A function is called. */
async function call(
  random: Random,
  { described, ask }: Subject<DescribedFunction>,
) {
  const { parameters, variadic, returns } = described;
  const rest = variadic === undefined ? [] : [variadic, variadic];
  const all = [...parameters, ...rest.slice(random.below(3))];
  const fitting = parameters.flatMap((one, i) =>
    one.kind === returns.kind &&
      JSON.stringify(one.type) === JSON.stringify(returns.type)
      ? [i + 1]
      : []
  );
  const does: Behaviour = {
    ...random.once(8) && { fail: true },
    ...random.once(2) && { blames: random.below(all.length + 1) },
    ...fitting.length > 0 && !random.once(3)
      ? { echoes: random.pick(fitting) }
      : {
        answer: encodeJson(
          randomArgument(random, returns, "state"),
          returns.type,
        ),
      },
  };
  const given = all.map((one): readonly [Value, Type] => {
    const value = randomArgument(random, one, "config");
    // The CLI asks about neither null nor unknown where they are not allowed.
    return value === null && one.nullable !== true
      ? [randomArgument(random, { ...one, nullable: true }, "state"), one.type]
      : [value, one.type];
  });
  if (given.some(([value], i) => value === null && !all[i]?.nullable)) return;
  if (given.some(([value]) => isUnknown(value))) return;
  await ask({
    call: "call",
    arguments: [[JSON.stringify(does), "string"], ...given],
  });
}

/** The state of another resource is taken over. */
async function move(
  random: Random,
  { described, schema, ask }: Subject,
) {
  const type = objectType(schema);
  const state = randomState(random, described);
  const answer = encodeJson(sent(knownOf(random, state, type), type), type);
  const from = random.pick(["same", "same", "raw", "other"]);
  const json = from === "raw"
    ? JSON.stringify({ ...behaviour(random), answer })
    : answer;
  await ask({ call: "move", from, json });
}

/** One random life of a kind. */
export type Life = (
  random: Random,
  described: Described,
  asks: (typeName: string, schema: Schema) => Ask,
) => Promise<void>;

/** A life of one of the blocks under a name. */
function lifeOf(
  kind: "things" | "reads" | "configures",
  live: (random: Random, subject: Subject) => Promise<void>,
): Life {
  return async (random, all, asks) => {
    const [typeName, described] = random.pick(Object.entries(all[kind]));
    const schema = schemaOf(described);
    await live(random, { described, schema, ask: asks(typeName, schema) });
  };
}

/** The lives of all kinds but resources. */
export const otherLives: readonly Life[] = [
  lifeOf("things", move),
  lifeOf("reads", readData),
  lifeOf("reads", openAndClose),
  lifeOf("configures", act),
  async (random, { things, configures }, asks) => {
    const [typeName, described] = random.pick(Object.entries(configures));
    const schema = schemaOf(described);
    const thing = things[typeName] ?? described;
    const ask = asks(typeName, schema);
    const resource = schemaOf(thing);
    await search(random, { described, schema, ask, thing, resource });
  },
  async (random, { calls }, asks) => {
    const [name, described] = random.pick(Object.entries(calls));
    const { kind, type } = described.returns;
    const result = { kind, type, computed: true };
    const schema = schemaOf({ attributes: { result }, blocks: {} });
    await call(random, { described, schema, ask: asks(name, schema) });
  },
];
