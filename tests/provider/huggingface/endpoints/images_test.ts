import { assertEquals } from "@std/assert";
import { unknown } from "../../../../provider/framework/mod.ts";
import {
  camelCase,
  engineKeys,
  type EngineName,
  engineNameOf,
  engines,
  extraFrom,
} from "../../../../provider/huggingface/endpoints/image.ts";
import { imageFromWire, imageToWire, imageWith } from "./fixtures.ts";
import { engines as documented } from "../../../../client/sandbox/endpoints/body.ts";

const url = "ghcr.io/acme/image:1";

Deno.test("every engine has exactly the documented fields, and extra", () => {
  for (const name of Object.keys(engines) as EngineName[]) {
    const ours = Object.keys(engines[name].nested?.attributes ?? {})
      .filter((field) => field !== "extra").map(camelCase).sort();
    const theirs = Object.keys(documented[engineKeys[name]] ?? {}).sort();
    assertEquals(ours, theirs, name);
  }
  assertEquals(
    Object.values(engineKeys).sort(),
    Object.keys(documented).sort(),
  );
});

Deno.test("names of fields are the API's in snake_case", () => {
  const table: Record<string, string> = {
    url: "url",
    health_route: "healthRoute",
    max_num_batched_tokens: "maxNumBatchedTokens",
    n_gpu_layers: "nGpuLayers",
    kv_cache_dtype: "kvCacheDtype",
  };
  for (const [ours, theirs] of Object.entries(table)) {
    assertEquals(camelCase(ours), theirs);
  }
});

Deno.test("an image is sent whole, without what is not set", () => {
  const image = imageWith("vllm", {
    url,
    port: unknown,
    health_route: null,
    max_num_seqs: 3,
    extra: '{"maxModelLen":1,"url":"not this one"}',
  });
  assertEquals<unknown>(imageToWire(image, null), {
    vLLM: { url, maxNumSeqs: 3, maxModelLen: 1 },
  });
  assertEquals<unknown>(
    imageToWire(imageWith("huggingface", { extra: null }), null),
    { huggingface: {} },
  );
});

Deno.test("the password comes from the state, or from the configuration", () => {
  const custom = (credentials: object) =>
    imageWith("custom", { url, port: null, extra: null, credentials });
  const plain = { username: "u", password: "p", password_wo: null };
  assertEquals<unknown>(imageToWire(custom(plain), null), {
    custom: { url, credentials: { username: "u", password: "p" } },
  });
  const hidden = { username: "u", password: null, password_wo: null };
  assertEquals<unknown>(imageToWire(custom(hidden), "w"), {
    custom: { url, credentials: { username: "u", password: "w" } },
  });
});

Deno.test("an imported image has what the service shows, without secrets", () => {
  const image = imageFromWire({
    custom: {
      url,
      port: 80,
      healthRoute: "/health",
      credentials: { username: "", password: null },
      newField: 1,
    },
  }, null);
  assertEquals(engineNameOf(image ?? {}), "custom");
  assertEquals<unknown>(image?.custom, {
    url,
    port: 80,
    health_route: "/health",
    credentials: null,
    extra: null,
  });
});

Deno.test("what is not configured is filled in silently, and what is can drift", () => {
  const kept = imageWith("vllm", {
    url,
    port: null,
    health_route: null,
    tensor_parallel_size: null,
    data_parallel_size: null,
    kv_cache_dtype: null,
    max_num_batched_tokens: null,
    max_num_seqs: 3,
    extra: null,
  });
  const read = (fields: object) =>
    imageFromWire({ vLLM: { url, ...fields } }, kept)?.vllm;
  assertEquals(read({ maxNumSeqs: 3, maxNumBatchedTokens: 9, port: 8000 }), {
    url,
    port: 8000,
    health_route: null,
    tensor_parallel_size: null,
    data_parallel_size: null,
    kv_cache_dtype: null,
    max_num_batched_tokens: null,
    max_num_seqs: 3,
    extra: null,
  });
  assertEquals(read({ maxNumSeqs: 4 })?.max_num_seqs, 4);
  assertEquals(read({})?.max_num_seqs, 3);
});

Deno.test("credentials stay as they were configured", () => {
  const credentials = {
    username: "u",
    password: "p",
    password_wo: null,
    password_wo_version: null,
  };
  const kept = imageWith("custom", {
    url,
    port: 80,
    health_route: "/health",
    credentials,
    extra: null,
  });
  const image = imageFromWire({
    custom: { url, credentials: { username: "", password: null } },
  }, kept);
  assertEquals(image?.custom?.credentials, credentials);
});

Deno.test("an engine that is not known is no image", () => {
  assertEquals(imageFromWire({ newEngine: { url } }, null), null);
});

Deno.test("further fields are unchanged unless the service shows others", () => {
  const kept = '{ "b": [1], "a": { "c": 1 } }';
  assertEquals(extraFrom({}, kept), kept);
  assertEquals(extraFrom({ a: { c: 1 }, b: [1], other: 2 }, kept), kept);
  assertEquals(extraFrom({ b: [2] }, kept), '{"a":{"c":1},"b":[2]}');
  assertEquals(extraFrom({ b: null }, kept), '{"a":{"c":1},"b":null}');
});
