/** A recipe to deploy a model, as it is shown. */
export type Recipe = {
  readonly publicId: string;
  readonly accelerator: "cpu" | "gpu" | "neuron";
  readonly engineType: "llamacpp" | "sglang" | "tei" | "vllm";
  readonly ggufFile?: string;
  readonly revision?: string;
};

/** A model of the catalogue, as it is shown but for the parts of its name. */
export type CatalogModel = {
  readonly repoId: string;
  readonly license: string;
  readonly task: string;
  readonly createdAt: string;
  readonly recipes: readonly Recipe[];
};

function catalogModel(
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
    publicId: `gemma-3-4b-${quantization.slice(0, 2).toLowerCase()}`,
    accelerator: "gpu",
    engineType: "llamacpp",
    ggufFile: `gemma-3-4b-it-${quantization}.gguf`,
  };
}

/** The models of the catalogue. */
export const catalogModels: readonly CatalogModel[] = [
  catalogModel(
    "Qwen/Qwen2.5-Coder-7B-Instruct",
    "Apache 2.0",
    "text-generation",
    "02-03",
    { publicId: "qwen-coder-7b-vllm", accelerator: "gpu", engineType: "vllm" },
    {
      publicId: "qwen-coder-7b-neuron",
      accelerator: "neuron",
      engineType: "vllm",
    },
  ),
  catalogModel(
    "HuggingFaceTB/SmolLM3-3B",
    "Apache 2.0",
    "text-generation",
    "03-10",
    {
      publicId: "smollm3-3b-sglang",
      accelerator: "gpu",
      engineType: "sglang",
    },
  ),
  catalogModel(
    "sentence-transformers/all-MiniLM-L6-v2",
    "Apache 2.0",
    "sentence-embeddings",
    "01-15",
    {
      publicId: "minilm-l6-tei",
      accelerator: "cpu",
      engineType: "tei",
      revision: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    },
  ),
  catalogModel(
    "ggml-org/gemma-3-4b-it-GGUF",
    "Gemma",
    "text-generation",
    "04-21",
    gemma("Q4_K_M"),
    gemma("Q8_0"),
  ),
];
