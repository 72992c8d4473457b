/**
 * The life of every engine of an endpoint, and of its fields.
 *
 * @module
 */
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { Life } from "./endpoint_attribute_lives.ts";
import { merged } from "./endpoint_support.ts";

const url = "ghcr.io/acme/image:1";
const gpu = { instance_type: "nvidia-l4" };

function image(engine: string, fields: JsonObject): JsonObject {
  return { model: { image: { [engine]: fields } } };
}

function container(key: string, fields: JsonObject) {
  return { model: { image: { [key]: { url, ...fields } } } };
}

/** The engines by label. */
export const engineLives: Readonly<Record<string, Life>> = {
  huggingface: {
    first: image("huggingface", {}),
    then: image("tei", { url }),
    put: { model: { framework: "custom", ...container("tei", {}).model } },
    outside: { model: { image: { huggingface: {} } } },
    removed: "update",
  },
  huggingface_neuron: {
    first: merged(
      image("huggingface_neuron", { batch_size: 1 }),
      {
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "inf2" },
      },
    ),
    then: merged(
      image("huggingface_neuron", { batch_size: 2, sequence_length: 128 }),
      {
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "inf2" },
      },
    ),
    put: {
      model: {
        image: { huggingfaceNeuron: { batchSize: 2, sequenceLength: 128 } },
      },
    },
    outside: { model: { image: { huggingfaceNeuron: { batchSize: 4 } } } },
    removed: "update",
    rest: { compute: { instance_type: "inf2" } },
  },
  tgi: {
    first: merged(image("tgi", { url, max_input_length: 100 }), {
      compute: gpu,
    }),
    then: merged(
      image("tgi", {
        url,
        max_input_length: 200,
        disable_custom_kernels: true,
        quantize: "awq",
      }),
      { compute: gpu },
    ),
    put: {
      model: {
        image: {
          tgi: {
            url,
            port: 80,
            healthRoute: "/health",
            maxInputLength: 200,
            disableCustomKernels: true,
            quantize: "awq",
          },
        },
      },
    },
    outside: container("tgi", { maxInputLength: 300, quantize: "awq" }),
    removed: "update",
    rest: { compute: gpu },
  },
  tei: {
    first: image("tei", { url, port: 8080, max_batch_tokens: 1000 }),
    then: image("tei", {
      url,
      port: 8081,
      health_route: "/ready",
      max_concurrent_requests: 5,
      pooling: "cls",
    }),
    put: container("tei", {
      port: 8081,
      healthRoute: "/ready",
      maxConcurrentRequests: 5,
      pooling: "cls",
    }),
    outside: container("tei", { port: 9999 }),
    removed: "update",
  },
  llamacpp: {
    first: image("llamacpp", {
      url,
      model_path: "a.gguf",
      ctx_size: 1024,
      n_parallel: 1,
      threads_http: 2,
    }),
    then: image("llamacpp", {
      url,
      model_path: "b.gguf",
      ctx_size: 2048,
      n_parallel: 2,
      threads_http: 2,
      n_gpu_layers: 9,
      mode: "embeddings",
    }),
    put: container("llamacpp", {
      port: 8080,
      healthRoute: "/health",
      modelPath: "b.gguf",
      ctxSize: 2048,
      nParallel: 2,
      threadsHttp: 2,
      nGpuLayers: 9,
      mode: "embeddings",
    }),
    outside: container("llamacpp", {
      modelPath: "c.gguf",
      ctxSize: 2048,
      nParallel: 2,
      threadsHttp: 2,
    }),
    removed: "update",
  },
  vllm: {
    first: image("vllm", { url, max_num_seqs: 16 }),
    then: image("vllm", {
      url,
      max_num_seqs: 32,
      kv_cache_dtype: "fp8",
      extra: '{ "maxModelLen": 4096 }',
    }),
    put: container("vLLM", {
      port: 8000,
      healthRoute: "/health",
      maxNumSeqs: 32,
      kvCacheDtype: "fp8",
      maxModelLen: 4096,
    }),
    outside: container("vLLM", { maxNumSeqs: 32, maxModelLen: 1 }),
    removed: "update",
  },
  vllm_omni: {
    first: image("vllm_omni", { url, tensor_parallel_size: 1 }),
    then: image("vllm_omni", { url: `${url}2`, tensor_parallel_size: 1 }),
    put: {
      model: {
        image: {
          vLLMOmni: {
            url: `${url}2`,
            port: 8000,
            healthRoute: "/health",
            tensorParallelSize: 1,
          },
        },
      },
    },
    outside: container("vLLMOmni", { tensorParallelSize: 2 }),
    removed: "update",
  },
  sglang: {
    first: image("sglang", { url, chunked_prefill_size: 1 }),
    then: image("sglang", { url, max_running_requests: 3 }),
    put: container("sGLang", {
      port: 30000,
      healthRoute: "/health",
      maxRunningRequests: 3,
    }),
    outside: container("sGLang", { maxRunningRequests: 4 }),
    removed: "update",
  },
  vllm_neuron: {
    first: image("vllm_neuron", { url }),
    then: image("vllm_neuron", { url, port: 1234 }),
    put: container("vLLMNeuron", { port: 1234, healthRoute: "/health" }),
    outside: container("vLLMNeuron", { port: 1 }),
    removed: "update",
  },
  hf_serve: {
    first: image("hf_serve", { url }),
    then: image("hf_serve", { url, health_route: "/up" }),
    put: container("hfServe", { port: 8000, healthRoute: "/up" }),
    outside: container("hfServe", { healthRoute: "/down" }),
    removed: "update",
  },
  tgi_neuron: {
    first: image("tgi_neuron", { url, hf_num_cores: 1 }),
    then: image("tgi_neuron", { url, hf_auto_cast_type: "bf16" }),
    put: container("tgiNeuron", {
      port: 80,
      healthRoute: "/health",
      hfAutoCastType: "bf16",
    }),
    outside: container("tgiNeuron", { hfAutoCastType: "fp16" }),
    removed: "update",
  },
  custom: {
    first: image("custom", {
      url,
      credentials: { username: "u", password: "s3cret-6" },
    }),
    then: image("custom", {
      url,
      credentials: { username: "u", password: "s3cret-7" },
    }),
    put: container("custom", {
      port: 80,
      healthRoute: "/health",
      credentials: { username: "u", password: "s3cret-7" },
    }),
    removed: "update",
  },
  custom_wo: {
    first: image("custom", {
      url,
      credentials: {
        username: "u",
        password_wo: "s3cret-8",
        password_wo_version: "1",
      },
    }),
    then: image("custom", {
      url,
      credentials: {
        username: "u",
        password_wo: "s3cret-9",
        password_wo_version: "2",
      },
    }),
    put: container("custom", {
      port: 80,
      healthRoute: "/health",
      credentials: { username: "u", password: "s3cret-9" },
    }),
    outside: container("custom", {
      url: "ghcr.io/acme/other:1",
      credentials: { username: "u", password: "x" },
    }),
    removed: "update",
  },
};
