import { assertEquals } from "@std/assert";
import {
  type EndpointEngineName,
  type EndpointImage,
  engineOf,
} from "../../client/endpoints/images.ts";

const url = "registry.example/x:1";

/** One image of every engine: a key that is missing here does not compile. */
const IMAGES: Readonly<Record<EndpointEngineName, EndpointImage>> = {
  huggingface: { huggingface: {} },
  huggingfaceNeuron: { huggingfaceNeuron: { batchSize: 1 } },
  tgi: { tgi: { url, maxInputLength: 1024, quantize: "awq" } },
  tgiNeuron: { tgiNeuron: { url, hfAutoCastType: "bf16" } },
  tei: { tei: { url, pooling: "mean" } },
  llamacpp: {
    llamacpp: {
      url,
      ctxSize: 4096,
      modelPath: "m.gguf",
      nParallel: 2,
      threadsHttp: 5,
    },
  },
  vLLM: { vLLM: { url, port: 8000, tensorParallelSize: 2 } },
  vLLMOmni: { vLLMOmni: { url } },
  vLLMNeuron: { vLLMNeuron: { url } },
  sGLang: { sGLang: { url, chunkedPrefillSize: 1 } },
  hfServe: { hfServe: { url } },
  custom: {
    custom: { url, credentials: { username: "u", password: null } },
  },
};

for (const [name, image] of Object.entries(IMAGES)) {
  Deno.test(`an image of ${name} is taken apart`, () => {
    const engine = engineOf(image);
    assertEquals(engine?.name, name);
    assertEquals(engine?.fields, Object.values(image)[0]);
  });
}

Deno.test("wrong images do not compile", () => {
  // @ts-expect-error: llama.cpp needs more than the container.
  const incomplete: EndpointImage = { llamacpp: { url } };
  // @ts-expect-error: only one engine serves a model.
  const two: EndpointImage = { tei: { url }, tgi: { url } };
  // @ts-expect-error: a container needs its image.
  const missing: EndpointImage = { vLLM: { port: 1 } };
  assertEquals([incomplete, two, missing].length, 3);
});
