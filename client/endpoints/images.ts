/**
 * The engines an Inference Endpoint can run, one of which stands under its own
 * key in `model.image`.
 *
 * The keys are the API's own, irregular casing included. The API drops unknown
 * fields of a known engine silently and refuses unknown engines by name.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";

/** A number or text as an engine takes it; unknown fields pass through. */
export interface EngineFields {
  /** A field that this client does not know yet. */
  readonly [field: string]: unknown;
}

/** The settings of every engine but `huggingface`: a container with HTTP. */
export interface ContainerImage extends EngineFields {
  /** The container image, as `ghcr.io/owner/name:tag`. */
  readonly url: string;
  /** The port it listens on; the engine's default if left out. */
  readonly port?: number;
  /** The path that answers 200 when it is ready, as `/health`. */
  readonly healthRoute?: string;
}

/** The default engine, the Inference Toolkit; it has no fields. */
export type HuggingFaceImage = EngineFields;

/** The Inference Toolkit on AWS Neuron. */
export interface HuggingFaceNeuronImage extends EngineFields {
  /** The batch size it was compiled for. */
  readonly batchSize?: number;
  /** The sequence length it was compiled for. */
  readonly sequenceLength?: number;
  /** The repository with compiled models. */
  readonly neuronCache?: string;
}

/** The login of a private container registry. */
export interface RegistryCredentials {
  /** The user name; answers have `""` instead. */
  readonly username: string;
  /** The password; answers have null instead. */
  readonly password: string | null;
}

/** A container of your own. */
export interface CustomImage extends ContainerImage {
  /** The login of its registry, if that is private. */
  readonly credentials?: RegistryCredentials | null;
}

/** The token limits of Text Generation Inference. */
export interface TgiLimits extends ContainerImage {
  /** Maximum tokens of a prefill batch. */
  readonly maxBatchPrefillTokens?: number;
  /** Maximum tokens of a batch. */
  readonly maxBatchTotalTokens?: number;
  /** Maximum tokens of one input. */
  readonly maxInputLength?: number;
  /** Maximum tokens of input and output together. */
  readonly maxTotalTokens?: number;
}

/** Text Generation Inference. */
export interface TgiImage extends TgiLimits {
  /** Whether to do without its own CUDA kernels. */
  readonly disableCustomKernels?: boolean;
  /** The quantization of the weights. */
  readonly quantize?: OpenEnum<"awq" | "bitsandbytes" | "eetq" | "gptq">;
}

/** Text Generation Inference on AWS Neuron. */
export interface TgiNeuronImage extends TgiLimits {
  /** The type that weights are cast to. */
  readonly hfAutoCastType?: OpenEnum<"bf16" | "fp16">;
  /** The number of Neuron cores. */
  readonly hfNumCores?: number;
}

/** Text Embeddings Inference. */
export interface TeiImage extends ContainerImage {
  /** Maximum tokens of a batch. */
  readonly maxBatchTokens?: number;
  /** Maximum number of requests at the same time. */
  readonly maxConcurrentRequests?: number;
  /** The pooling of token embeddings. */
  readonly pooling?: OpenEnum<"mean" | "cls" | "last" | "rank">;
}

/** llama.cpp. */
export interface LlamacppImage extends ContainerImage {
  /** The context size in tokens. */
  readonly ctxSize: number;
  /** The GGUF file in the repository. */
  readonly modelPath: string;
  /** The number of sequences that are decoded in parallel. */
  readonly nParallel: number;
  /** The number of HTTP threads. */
  readonly threadsHttp: number;
  /** The mode, for other responses than text. */
  readonly mode?: OpenEnum<"embeddings" | "reranking">;
  /** The number of layers on the GPU. */
  readonly nGpuLayers?: number;
  /** The pooling of token embeddings. */
  readonly pooling?: string;
  /** The build of the container. */
  readonly variant?: string;
  /** The multimodal projector file in the repository. */
  readonly mmprojModelPath?: string;
  /** The draft model file for speculative decoding. */
  readonly specModelPath?: string;
}

/** vLLM. */
export interface VllmImage extends ContainerImage {
  /** Over how many accelerators a layer is split. */
  readonly tensorParallelSize?: number;
  /** Number of replicas that serve side by side. */
  readonly dataParallelSize?: number;
  /** The type of the key-value cache. */
  readonly kvCacheDtype?: string;
  /** Maximum tokens of a batch. */
  readonly maxNumBatchedTokens?: number;
  /** Maximum number of sequences of a batch. */
  readonly maxNumSeqs?: number;
}

/** SGLang. */
export interface SglangImage extends ContainerImage {
  /** Over how many accelerators a layer is split. */
  readonly tensorParallelSize?: number;
  /** The type of the key-value cache. */
  readonly kvCacheDtype?: string;
  /** Maximum tokens of one prefill chunk. */
  readonly chunkedPrefillSize?: number;
  /** Maximum tokens of a prefill batch. */
  readonly maxPrefillTokens?: number;
  /** Maximum number of requests at the same time. */
  readonly maxRunningRequests?: number;
}

/** Every known engine, by its key in `model.image`. */
export interface EndpointEngines {
  /** The Inference Toolkit, the default. */
  readonly huggingface: HuggingFaceImage;
  /** The Inference Toolkit on AWS Neuron. */
  readonly huggingfaceNeuron: HuggingFaceNeuronImage;
  /** Text Generation Inference. */
  readonly tgi: TgiImage;
  /** Text Generation Inference on AWS Neuron. */
  readonly tgiNeuron: TgiNeuronImage;
  /** Text Embeddings Inference. */
  readonly tei: TeiImage;
  /** llama.cpp. */
  readonly llamacpp: LlamacppImage;
  /** vLLM. */
  readonly vLLM: VllmImage;
  /** vLLM for all modalities. */
  readonly vLLMOmni: ContainerImage;
  /** vLLM on AWS Neuron. */
  readonly vLLMNeuron: ContainerImage;
  /** SGLang. */
  readonly sGLang: SglangImage;
  /** Hugging Face's own server. */
  readonly hfServe: ContainerImage;
  /** A container of your own. */
  readonly custom: CustomImage;
}

/** The key of a known engine. */
export type EndpointEngineName = keyof EndpointEngines;

/** The value of `model.image`: exactly one engine under its key. */
export type EndpointImage =
  | {
    [Name in EndpointEngineName]:
      & Readonly<Pick<EndpointEngines, Name>>
      & { readonly [Other in Exclude<EndpointEngineName, Name>]?: never };
  }[EndpointEngineName]
  | UnknownEndpointImage;

/** An engine that this client does not know yet, under its key. */
export type UnknownEndpointImage =
  & { readonly [engine: string]: EngineFields | undefined }
  & { readonly [Name in EndpointEngineName]?: never };

/** An engine and its settings. */
export interface EndpointEngine {
  /** Its key in `model.image`. */
  readonly name: OpenEnum<EndpointEngineName>;
  /** Its settings. */
  readonly fields: EngineFields;
}

/**
 * Takes a `model.image` apart.
 *
 * @example Usage
 * ```ts
 * import { engineOf } from "@hf-terraform/client";
 * import { assertEquals } from "@std/assert";
 *
 * const engine = engineOf({ vLLM: { url: "vllm/vllm-openai:latest" } });
 * assertEquals(engine?.name, "vLLM");
 * ```
 */
export function engineOf(image: EndpointImage): EndpointEngine | undefined {
  for (const [name, fields] of Object.entries(image)) {
    if (fields !== undefined && fields !== null) return { name, fields };
  }
  return undefined;
}
