/**
 * Speed of encoding and decoding values, and the size of the schema.
 *
 * @module
 */
import { provider } from "../../provider/huggingface/provider.ts";
import { makeService } from "../../provider/framework/rpc/make_service.ts";
import {
  decodeJson,
  encodeJson,
} from "../../provider/framework/values/json.ts";
import { decodeMsgpack } from "../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack_encode.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { record, type Value } from "../../provider/framework/values/value.ts";
import { type Figures, figures } from "./table.ts";

/** One codec or answer; times in milliseconds. */
export interface CodecTimes extends Figures {
  /** The measured operation. */
  readonly name: string;
  /** The encoded bytes that came or went. */
  readonly bytes: number;
}

const type: Type = ["object", {
  items: ["list", ["object", {
    id: "string",
    name: "string",
    count: "number",
    ratio: "number",
    enabled: "bool",
    tags: ["set", "string"],
    labels: ["map", "string"],
  }]],
}];

/** Runs every codec so many times on a state of 1 MB. */
export async function benchCodecs(rounds: number): Promise<CodecTimes[]> {
  const state = makeState();
  const packed = encodeMsgpack(state, type);
  const json = encodeJson(state, type);
  const size = new TextEncoder().encode(json).length;
  const timed = (name: string, bytes: number, run: () => unknown) => ({
    name,
    bytes,
    ...figures(repeat(rounds, run)),
  });
  return [
    timed("encode msgpack", packed.length, () => encodeMsgpack(state, type)),
    timed("decode msgpack", packed.length, () => decodeMsgpack(packed, type)),
    timed("encode JSON", size, () => encodeJson(state, type)),
    timed("decode JSON", size, () => decodeJson(json, type)),
    await benchSchema(rounds),
  ];
}

/** The answer with all schemas, made anew each time: the build makes one. */
async function benchSchema(rounds: number): Promise<CodecTimes> {
  const { signal } = new AbortController();
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    const service = await makeService(provider, 6);
    const start = performance.now();
    const answer = await service.unary.GetProviderSchema?.(
      new Uint8Array(),
      { signal },
    );
    times.push(performance.now() - start);
    bytes = answer?.length ?? 0;
  }
  return { name: "make the schema reply", bytes, ...figures(times) };
}

function repeat(rounds: number, run: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

/** About 1 MB in msgpack. */
function makeState(): Value {
  const items = Array.from({ length: 5_900 }, (_, at) =>
    record([
      ["id", `acme/item-${at}`],
      ["name", `An item of the state with the number ${at}`],
      ["count", at],
      ["ratio", at / 7],
      ["enabled", at % 2 === 0],
      ["tags", ["blue", "green", `tag-${at}`]],
      ["labels", record([["team", "research"], ["cost-center", `${at}`]])],
    ]));
  return record([["items", items]]);
}
