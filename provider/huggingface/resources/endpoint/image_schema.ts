/**
 * The engines that an endpoint can run, one attribute each. A field's name is
 * that of the API in snake_case, which `images.ts` relies upon.
 *
 * @module
 */

import { s, v } from "../../../framework/mod.ts";
import { sameJson } from "../../shared/json.ts";

function whole(what: string) {
  return s.int({
    optional: true,
    description: `${what} The engine's default if absent.`,
    validators: [v.atLeast(0)],
  });
}

function text(what: string) {
  return s.string({
    optional: true,
    description: `${what} The engine's default if absent.`,
  });
}

function choice<const T extends string>(what: string, ...allowed: T[]) {
  return s.string({
    optional: true,
    description: `${what} The engine's default if absent.`,
    validators: [v.oneOf(...allowed)],
  });
}

function extra() {
  return {
    extra: s.string({
      optional: true,
      description:
        "Further fields of the engine as a JSON object, with the names of " +
        "the API: `jsonencode({ maxModelLen = 4096 })`. They are passed " +
        "through as they are, so that a field that is newer than this " +
        "provider can be used at once. The service drops fields that it " +
        "does not know without a word.",
      validators: [v.json({ of: "object" })],
      semanticEquals: sameJson,
    }),
  };
}

function container() {
  return {
    url: s.string({
      required: true,
      description: "The container image, such as " +
        "`ghcr.io/huggingface/text-embeddings-inference:cpu-1.8.3`.",
      validators: [v.lengthAtLeast(1)],
    }),
    port: s.int({
      optional: true,
      computed: true,
      description:
        "The port that the container listens on. The engine's default if " +
        "absent; taken out of the configuration, it stays as it is.",
      validators: [v.between(1, 65535)],
    }),
    health_route: s.string({
      optional: true,
      computed: true,
      description:
        "The path that answers 200 when the container is ready, such as " +
        "`/health`. The engine's default if absent; taken out of the " +
        "configuration, it stays as it is.",
      validators: [v.matches(/^\//, "a path that begins with `/`")],
    }),
  };
}

function tokenLimits() {
  return {
    max_batch_prefill_tokens: whole("Most tokens of a prefill batch."),
    max_batch_total_tokens: whole("Most tokens of a batch."),
    max_input_length: whole("Most tokens of one input."),
    max_total_tokens: whole("Most tokens of input and output together."),
  };
}

function vllmFields() {
  return {
    tensor_parallel_size: whole(
      "Over how many accelerators a layer is split; needed on an instance " +
        "with several.",
    ),
    data_parallel_size: whole("How many copies serve side by side."),
    kv_cache_dtype: text("The type of the key-value cache, such as `fp8`."),
    max_num_batched_tokens: whole("Most tokens of a batch."),
    max_num_seqs: whole("Most sequences of a batch."),
  };
}

const credentials = s.object({
  username: s.string({
    required: true,
    description: "The user name.",
  }),
  password: s.string({
    optional: true,
    sensitive: true,
    description: "The password. It is stored in the state; `password_wo` is " +
      "not.",
    validators: [v.exactlyOneOf("password_wo")],
  }),
  password_wo: s.string({
    optional: true,
    writeOnly: true,
    sensitive: true,
    description:
      "The password, kept out of plan and state (Terraform and OpenTofu " +
      "1.11 or newer). It is sent when `password_wo_version` changes, and " +
      "with every other change of the image.",
    validators: [v.requiredWith("password_wo_version")],
  }),
  password_wo_version: s.string({
    optional: true,
    description:
      "Any text that changes when `password_wo` does, such as a number.",
    validators: [v.requiredWith("password_wo")],
  }),
}, {
  optional: true,
  description:
    "The login of the container's registry. The service never shows it, so " +
    "what somebody else changes in it is not noticed.",
});

function engine<const A extends Parameters<typeof s.object>[0]>(
  attributes: A,
  description: string,
) {
  return s.object(attributes, { optional: true, description });
}

/** The attributes of `model.image`, one per engine. */
export const engines = {
  huggingface: s.object(extra(), {
    optional: true,
    description: "The Inference Toolkit of Hugging Face, the default.",
    validators: [
      v.exactlyOneOf(
        "huggingface_neuron",
        "tgi",
        "tgi_neuron",
        "tei",
        "llamacpp",
        "vllm",
        "vllm_omni",
        "vllm_neuron",
        "sglang",
        "hf_serve",
        "custom",
      ),
    ],
  }),
  huggingface_neuron: engine({
    batch_size: whole("The batch size that the model was compiled for."),
    sequence_length: whole("The sequence length it was compiled for."),
    neuron_cache: text("The repository with compiled models."),
    ...extra(),
  }, "The Inference Toolkit on AWS Neuron."),
  tgi: engine({
    ...container(),
    ...tokenLimits(),
    disable_custom_kernels: s.bool({
      optional: true,
      description: "Whether to do without its own CUDA kernels.",
    }),
    quantize: choice(
      "How to quantize the weights: `awq`, `bitsandbytes`, `eetq` or `gptq`.",
      "awq",
      "bitsandbytes",
      "eetq",
      "gptq",
    ),
    ...extra(),
  }, "Text Generation Inference."),
  tgi_neuron: engine({
    ...container(),
    ...tokenLimits(),
    hf_auto_cast_type: choice(
      "The type that weights are cast to: `bf16` or `fp16`.",
      "bf16",
      "fp16",
    ),
    hf_num_cores: whole("The number of Neuron cores."),
    ...extra(),
  }, "Text Generation Inference on AWS Neuron."),
  tei: engine({
    ...container(),
    max_batch_tokens: whole("Most tokens of a batch."),
    max_concurrent_requests: whole("Most requests at the same time."),
    pooling: choice(
      "How token embeddings become one: `mean`, `cls`, `last` or `rank`.",
      "mean",
      "cls",
      "last",
      "rank",
    ),
    ...extra(),
  }, "Text Embeddings Inference."),
  llamacpp: engine({
    ...container(),
    model_path: s.string({
      required: true,
      description: "The GGUF file in the repository.",
    }),
    ctx_size: s.int({
      required: true,
      description: "The context size in tokens.",
    }),
    n_parallel: s.int({
      required: true,
      description: "How many sequences are decoded side by side.",
    }),
    threads_http: s.int({
      required: true,
      description: "How many threads serve HTTP.",
    }),
    n_gpu_layers: s.int({
      optional: true,
      description: "How many layers go to the GPU.",
    }),
    mode: choice(
      "What to serve instead of text: `embeddings` or `reranking`.",
      "embeddings",
      "reranking",
    ),
    pooling: text("How token embeddings become one."),
    variant: text("The build of the container."),
    mmproj_model_path: text("The multimodal projector in the repository."),
    spec_model_path: text("The draft model for speculative decoding."),
    ...extra(),
  }, "llama.cpp."),
  vllm: engine({
    ...container(),
    ...vllmFields(),
    ...extra(),
  }, "vLLM."),
  vllm_omni: engine({
    ...container(),
    ...vllmFields(),
    ...extra(),
  }, "vLLM for all modalities."),
  vllm_neuron: engine(
    { ...container(), ...extra() },
    "vLLM on AWS Neuron.",
  ),
  sglang: engine({
    ...container(),
    tensor_parallel_size: whole(
      "Over how many accelerators a layer is split; needed on an instance " +
        "with several.",
    ),
    kv_cache_dtype: text("The type of the key-value cache."),
    chunked_prefill_size: whole("Most tokens of one prefill chunk."),
    max_prefill_tokens: whole("Most tokens of a prefill batch."),
    max_running_requests: whole("Most requests at the same time."),
    ...extra(),
  }, "SGLang."),
  hf_serve: engine(
    { ...container(), ...extra() },
    "Hugging Face's own server.",
  ),
  custom: engine(
    { ...container(), credentials, ...extra() },
    "A container of your own.",
  ),
};
