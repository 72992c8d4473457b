/**
 * The engines that an endpoint can run, one attribute each. A field's name is
 * the API's in snake_case; only the names of the engines are irregular. The
 * service replaces the image as a unit.
 *
 * @module
 */

import {
  type Attribute,
  type Attributes,
  s,
  types,
  v,
  type Validator,
} from "@hf-terraform/framework";
import { bindingTo, type Bound } from "@hf-terraform/framework/binding";
import * as inputs from "../define/inputs.ts";
import { camelCase, extraOptions } from "./extra.ts";
import { parseRecord } from "../schema/json.ts";
import { ggufFile } from "../schema/likely_mistakes.ts";
import { containerImage, filePath } from "../schema/validators.ts";
import type {
  CreateEndpoint,
  Endpoint,
  EndpointEngineName,
  UpdateEndpoint,
} from "@hf-terraform/client";

export interface EndpointWire {
  readonly create: CreateEndpoint & { readonly name: string };
  readonly update: UpdateEndpoint;
  readonly response: Endpoint;
}

const b = bindingTo<EndpointWire>();

const unit = "model.image";

const byDefault = "The engine's default if absent";

function whole(what: string, least = 0) {
  return inputs.whole(`${what} ${byDefault}.`, v.atLeast(least));
}

function needed(description: string, least: number) {
  return s.int({ required: true, description, validators: [v.atLeast(least)] });
}

function text(what: string, ...validators: Validator<string>[]) {
  return inputs.text(`${what} ${byDefault}.`, ...validators);
}

function choice<const T extends string>(what: string, ...allowed: T[]) {
  const description = `${what}: ${inputs.either(allowed)}. ${byDefault}.`;
  return inputs.text(description, v.oneOf(...allowed));
}

const container = {
  url: inputs.requireText(
    "The container image, such as " +
      "`ghcr.io/huggingface/text-embeddings-inference:cpu-1.8.3`.",
    containerImage,
  ),
  port: s.int({
    optional: true,
    computed: true,
    description:
      `The port that the container listens on. ${byDefault}; taken ` +
      "out of the configuration, it stays as it is.",
    validators: [v.between(1, 65535)],
  }),
  health_route: s.string({
    optional: true,
    computed: true,
    description:
      "The path that answers 200 when the container is ready, such " +
      `as \`/health\`. ${byDefault}; removed from the configuration, it stays ` +
      "as it is.",
    validators: [v.matches(/^\//, "a path that begins with `/`")],
  }),
};

const tokenLimits = {
  max_batch_prefill_tokens: whole("Maximum tokens of a prefill batch."),
  max_batch_total_tokens: whole("Maximum tokens of a batch."),
  max_input_length: whole("Maximum tokens of one input."),
  max_total_tokens: whole("Maximum tokens of input and output together."),
};

const tensor_parallel_size = whole(
  "Over how many accelerators a layer is split; needed on an instance with " +
    "several.",
  1,
);

const vllmFields = {
  tensor_parallel_size,
  data_parallel_size: whole("Number of replicas that serve side by side.", 1),
  kv_cache_dtype: text("The type of the key-value cache, such as `fp8`."),
  max_num_batched_tokens: whole("Maximum tokens of a batch."),
  max_num_seqs: whole("Maximum sequences of a batch."),
};

/** The bound attributes of an engine, `extra` included. */
type Engine<A extends Attributes> = Bound<
  Attribute<
    {
      readonly nesting: "single";
      readonly attributes:
        & { readonly [K in keyof A]: Bound<A[K]> }
        & { readonly extra: Bound<ReturnType<typeof text>> };
    },
    "optional",
    false
  >
>;

type Fields = Readonly<Record<string, Attribute<{ leaf?: unknown }> | Bound>>;

/** An engine, whose fields are bound by their names. */
function engine<const A extends Fields>(
  name: EndpointEngineName,
  description: string,
  fields: A,
  validators: readonly Validator<unknown>[] = [],
): Engine<A> {
  const path = `${unit}.${name}` as const;
  const attributes: Record<string, Bound> = {};
  // First, so that no further field takes the place of one of these.
  attributes.extra = b.mapped(path, types.string, {
    ...extraOptions(Object.keys(fields)),
    description:
      "Further fields of the engine as a JSON object, with the names of " +
      "the API: `jsonencode({ newField = 4096 })`. The service drops fields " +
      "that it does not know without a word.",
    encode: (extra) => parseRecord(extra) ?? {},
    unit,
    clear: "omit",
  });
  for (const [field, attribute] of Object.entries<Fields[string]>(fields)) {
    attributes[field] = "api" in attribute
      ? attribute
      : b.field(`${path}.${camelCase(field)}`, attribute, {
        unit,
        clear: "omit",
        ...!attribute.computed && !attribute.required && {
          hasServiceDefault: true,
          absentMeansNull: true,
        },
      });
  }
  const object = b.object(path, attributes, {
    optional: true,
    description,
    validators,
    unit,
    clear: "omit",
    // An answer shows the one engine that there is.
    absentMeansNull: true,
  });
  // Its attributes are those of A, each with its binding, and `extra`.
  return object as unknown as Engine<A>;
}

function server<const A extends Fields>(
  name: EndpointEngineName,
  description: string,
  fields: A,
): Engine<typeof container & A> {
  return engine(name, description, { ...container, ...fields });
}

const credentialsPath = `${unit}.custom.credentials` as const;

const credentials = b.object(credentialsPath, {
  username: b.field(`${credentialsPath}.username`, types.string, {
    required: true,
    description: "The user name.",
    response: "hidden",
    unit,
    validators: [v.lengthAtLeast(1)],
  }),
  ...b.secret("password", `${credentialsPath}.password`, {
    required: true,
    description: "The password.",
    unit,
    clear: "omit",
  }),
}, {
  optional: true,
  description: "The login of the container's registry. A change of the image " +
    "sends it, over what somebody else has set.",
  response: "hidden",
  unit,
  clear: "omit",
});

const gguf = [filePath, ggufFile];
const others = {
  huggingface_neuron: engine(
    "huggingfaceNeuron",
    "The Inference Toolkit on AWS Neuron.",
    {
      batch_size: whole("The batch size that the model was compiled for."),
      sequence_length: whole("The sequence length it was compiled for."),
      neuron_cache: text("The repository with compiled models."),
    },
  ),
  tgi: server(
    "tgi",
    "Text Generation Inference, which is only maintained: for " +
      "new endpoints its authors name vLLM and SGLang.",
    {
      ...tokenLimits,
      disable_custom_kernels: inputs.flag(
        "Whether to do without its own CUDA kernels.",
      ),
      quantize: choice(
        "How to quantize the weights",
        "awq",
        "bitsandbytes",
        "eetq",
        "gptq",
      ),
    },
  ),
  tgi_neuron: server("tgiNeuron", "Text Generation Inference on AWS Neuron.", {
    ...tokenLimits,
    hf_auto_cast_type: choice(
      "The type that weights are cast to",
      "bf16",
      "fp16",
    ),
    hf_num_cores: whole("The number of Neuron cores."),
  }),
  tei: server("tei", "Text Embeddings Inference.", {
    max_batch_tokens: whole("Maximum tokens of a batch."),
    max_concurrent_requests: whole("Maximum requests at the same time."),
    pooling: choice(
      "How token embeddings become one",
      "mean",
      "cls",
      "last",
      "rank",
    ),
  }),
  llamacpp: server("llamacpp", "llama.cpp.", {
    model_path: inputs.requireText("The GGUF file's path.", ...gguf),
    ctx_size: needed("The context size in tokens; 0 for that of the model.", 0),
    // llama.cpp chooses where the next three are -1.
    n_parallel: needed("How many sequences are decoded side by side.", -1),
    threads_http: needed("How many threads serve HTTP.", -1),
    n_gpu_layers: inputs.whole(
      "How many layers go to the GPU. Without it, as many as fit there; the " +
        "others run on the CPU, without a word.",
      v.atLeast(-1),
    ),
    mode: choice("What to serve instead of text", "embeddings", "reranking"),
    pooling: text("How token embeddings become one."),
    variant: text(
      "Which files of the repository are downloaded, as a glob. It has to " +
        "match `model_path`, and all parts of it, or they are not found.",
    ),
    mmproj_model_path: text("The multimodal projector's file.", ...gguf),
    spec_model_path: text("The speculative draft model's file.", ...gguf),
  }),
  vllm: server("vLLM", "vLLM.", vllmFields),
  vllm_omni: server("vLLMOmni", "vLLM for all modalities.", vllmFields),
  vllm_neuron: server("vLLMNeuron", "vLLM on AWS Neuron.", {}),
  sglang: server("sGLang", "SGLang.", {
    tensor_parallel_size,
    kv_cache_dtype: text("The type of the key-value cache."),
    chunked_prefill_size: whole("Maximum tokens of one prefill chunk."),
    max_prefill_tokens: whole("Maximum tokens of a prefill batch."),
    max_running_requests: whole("Maximum requests at the same time."),
  }),
  hf_serve: server("hfServe", "Hugging Face's own server.", {}),
  custom: server("custom", "A container of your own.", { credentials }),
};

/** The attributes of `model.image`, one per engine. */
export const engines = {
  huggingface: engine(
    "huggingface",
    "The Inference Toolkit of Hugging Face, the default.",
    {},
    // One of them says it for all.
    [v.exactlyOneOf(...Object.keys(others))],
  ),
  ...others,
};

export type EngineName = keyof typeof engines;

export const engineNames = Object.keys(engines) as readonly EngineName[];

/** The engine of an image; undefined if none is set, or more than one. */
export function engineNameOf(
  image: Readonly<Partial<Record<EngineName, unknown>>> | null,
): EngineName | undefined {
  if (image === null) return "huggingface";
  const set = engineNames.filter((name) => (image[name] ?? null) !== null);
  return set.length === 1 ? set[0] : undefined;
}

export function frameworkOf(engine: EngineName): string {
  return engine === "huggingface"
    ? "pytorch"
    : engine === "llamacpp"
    ? "llamacpp"
    : "custom";
}
