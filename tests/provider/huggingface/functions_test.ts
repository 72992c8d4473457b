import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ArgumentError, type Value } from "@hf-terraform/framework";
import { callFunction } from "../../../provider/framework/engine/call_function.ts";
import { addressFunctions } from "../../../provider/huggingface/functions.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import {
  call as rpcCall,
  plain,
  serverOf,
} from "../framework/engine/support.ts";

/** The answer to Terraform: a result, or an error at an argument. */
async function answer(name: string, ...given: readonly Value[]) {
  const server = serverOf({ functions: provider.functions });
  const request = { name, arguments: given };
  const { result, error } = await callFunction(server, request, rpcCall);
  return error ?? plain(result);
}

const dataset = (revision: string | null, path: string | null) => ({
  type: "dataset",
  namespace: "acme",
  name: "x",
  id: "acme/x",
  revision,
  path,
  url: "https://huggingface.co/datasets/acme/x",
});

const results: readonly [name: string, given: Value[], result: unknown][] = [
  ...[
    "viewer/default/train",
    "discussions",
    "discussions/1",
    "settings",
  ].map((page): [string, Value[], unknown] => [
    "parse_repo",
    [`https://huggingface.co/datasets/acme/x/${page}`],
    dataset(null, null),
  ]),
  [
    "parse_repo",
    ["https://huggingface.co/datasets/acme/x/blob/v1/a/b.csv"],
    dataset("v1", "a/b.csv"),
  ],
  [
    "parse_repo",
    ["https://huggingface.co/datasets/acme/x.git"],
    dataset(null, null),
  ],
  ["parse_repo", ["gpt2"], {
    type: "model",
    namespace: null,
    name: "gpt2",
    id: "gpt2",
    revision: null,
    path: null,
    url: "https://huggingface.co/gpt2",
  }],
  [
    "hf_path",
    ["datasets/acme/x", "v/1", "a.csv"],
    "hf://datasets/acme/x@v%2F1/a.csv",
  ],
  ["hf_path", ["acme/m", null, null], "hf://acme/m"],
];

for (const [name, given, result] of results) {
  Deno.test(`${name}(${JSON.stringify(given)}) returns what its page says`, async () => {
    assertEquals(await answer(name, ...given), result);
  });
}

Deno.test("functions say what they cannot read, at the argument", async () => {
  for (
    const [name, given, argument, says] of [
      ["parse_repo", ["acme/m/x"], 0, "`datasets/acme/x` for a dataset"],
      ["hf_path", ["acme/m", "v 1", null], 1, "not a branch, tag or commit"],
      [
        "hf_path",
        ["acme/m", null, "../x"],
        2,
        "not a path inside a repository",
      ],
    ] as const
  ) {
    const { text, argument: found } = Object(await answer(name, ...given));
    assertStringIncludes(text, says);
    assertEquals(found, argument);
  }
});

/** Calls the function of a name. */
function call(name: string, ...given: readonly unknown[]): unknown {
  return addressFunctions.find((one) => one.name === name)?.run(given, []);
}

const refused: readonly [name: string, given: unknown[], argument: number][] = [
  ...[
    "https://github.com/acme/m",
    "https://github.com:8443/acme/m",
    "https://github.com./acme/m",
    "https://raw.githubusercontent.com/acme/m",
    "https://hub.acme.example/acme/m",
    "https://huggingface.co.evil.example/acme/m",
    "https://huggingface.co@evil.example/acme/m",
    "http\u017f://huggingface.co/acme/m",
    "https://user@huggingface.co/acme/m",
    "https://huggingface.co:8443/acme/m",
    "https://huggingface.co./acme/m",
    "https://huggingface.co/acme/m\nx",
    "https://huggingface.co/acme/m/blob/main/a%00b",
    "https://huggingface.co/acme/m/blob/main/..%2F..%2Fx",
    "https://huggingface.co/kernels/acme/m",
    "hf://acme/m/../../x",
    "hf://acme/m@../x",
    "hf://acme/m@v 1",
    "hf://acme/m//x",
    "hf://kernels/acme/m",
    "hf://buckets/acme/m",
  ].map((text): [string, unknown[], number] => ["parse_repo", [text], 0]),
  ["parse_repo", ["https://evil.example/spaces/acme/x"], 0],
  ["parse_repo", ["https://huggingface.co:8443/spaces/acme/x"], 0],
  ["hf_path", ["gpt2", null, "a@main/x.bin"], 0],
  ["hf_path", ["gpt2", null, null], 0],
  ["hf_path", ["hf://acme/m@v2/x", "v1", "y"], 0],
  ["hf_path", ["https://huggingface.co/acme/m/blob/v2/z", null, null], 0],
  ["hf_path", ["models/datasets/m", null, null], 0],
  ["hf_path", ["acme/m", "..", "x"], 1],
  ["hf_path", ["acme/m", "", "x"], 1],
  ["hf_path", ["acme/m", "a\tb", "x"], 1],
  ["hf_path", ["acme/m", null, "a/../x"], 2],
  ["hf_path", ["acme/m", null, "/x"], 2],
  ["hf_path", ["acme/m", null, "a//x"], 2],
  ["hf_path", ["acme/m", null, "a\nb"], 2],
  ["hf_path", ["acme/m", "refs", "pr/1"], 2],
];

for (const [name, given, argument] of refused) {
  Deno.test(`${name}(${JSON.stringify(given)}) is refused`, () => {
    const error = assertThrows(() => call(name, ...given), ArgumentError);
    assertEquals(error.index, argument);
  });
}

Deno.test("what hf_path writes is read back as what was given", () => {
  const part = fc.constantFrom("a", "refs", "pr", "convert", "1", "é#?%2F");
  const sign = fc.constantFrom("/", "@", ".", "..", " ", "\0", "%", "-");
  const text = fc.array(fc.oneof(part, sign), { maxLength: 6 })
    .map((parts) => parts.join(""));
  const types = fc.constantFrom("", "datasets/", "spaces/");
  fc.assert(
    fc.property(types, fc.option(text), text, (type, revision, path) => {
      let written;
      try {
        written = call("hf_path", `${type}acme/m`, revision, path);
      } catch (error) {
        return error instanceof ArgumentError;
      }
      assertEquals(call("parse_repo", written), {
        type: { "": "model", "datasets/": "dataset", "spaces/": "space" }[type],
        namespace: "acme",
        name: "m",
        id: "acme/m",
        revision,
        path: path || null,
        url: `https://huggingface.co/${type}acme/m`,
      });
      return true;
    }),
    { numRuns: 2_000 },
  );
});
