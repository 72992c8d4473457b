/** A recipe to deploy a model. */
export interface Recipe {
  readonly id: string;
  readonly accelerator: "cpu" | "gpu" | "neuron";
  readonly engine: "llamacpp" | "sglang" | "tei" | "vllm";
  readonly ggufFile?: string;
  readonly revision?: string;
}

/** A model of the catalogue. */
export interface CatalogModel {
  readonly repoId: string;
  readonly license: string;
  readonly task: string;
  readonly createdAt: string;
  readonly recipes: readonly Recipe[];
}

function model(
  repoId: string,
  license: string,
  task: string,
  day: string,
  ...recipes: readonly Recipe[]
): CatalogModel {
  const createdAt = `2026-${day}T09:00:00.000Z`;
  return { repoId, license, task, createdAt, recipes };
}

function gemma(quantization: string): Recipe {
  return {
    id: `gemma-3-4b-${quantization.slice(0, 2).toLowerCase()}`,
    accelerator: "gpu",
    engine: "llamacpp",
    ggufFile: `gemma-3-4b-it-${quantization}.gguf`,
  };
}

/** The models of the catalogue. */
export const catalogModels: readonly CatalogModel[] = [
  model(
    "Qwen/Qwen2.5-Coder-7B-Instruct",
    "Apache 2.0",
    "text-generation",
    "02-03",
    { id: "qwen-coder-7b-vllm", accelerator: "gpu", engine: "vllm" },
    { id: "qwen-coder-7b-neuron", accelerator: "neuron", engine: "vllm" },
  ),
  model("HuggingFaceTB/SmolLM3-3B", "Apache 2.0", "text-generation", "03-10", {
    id: "smollm3-3b-sglang",
    accelerator: "gpu",
    engine: "sglang",
  }),
  model(
    "sentence-transformers/all-MiniLM-L6-v2",
    "Apache 2.0",
    "sentence-embeddings",
    "01-15",
    {
      id: "minilm-l6-tei",
      accelerator: "cpu",
      engine: "tei",
      revision: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    },
  ),
  model(
    "ggml-org/gemma-3-4b-it-GGUF",
    "Gemma",
    "text-generation",
    "04-21",
    gemma("Q4_K_M"),
    gemma("Q8_0"),
  ),
];
