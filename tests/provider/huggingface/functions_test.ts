import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ArgumentError } from "@hf-terraform/framework";
import { addressFunctions } from "../../../provider/huggingface/functions.ts";

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
  ["space_host", ["https://evil.example/spaces/acme/x"], 0],
  ["space_host", ["https://huggingface.co:8443/spaces/acme/x"], 0],
  ["hf_path", ["gpt2", null, "a@main/x.bin"], 0],
  ["hf_path", ["gpt2", null, null], 0],
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
