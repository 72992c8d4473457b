/** A recipe to deploy a model. */
export interface Recipe {
  readonly id: string;
  /** `cpu`, `gpu` or `neuron`. */
  readonly accelerator: "cpu" | "gpu" | "neuron";
  /** `llamacpp`, `sglang`, `tei` or `vllm`. */
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

/** The models of the catalogue. */
export const catalogModels: readonly CatalogModel[] = [
  {
    repoId: "Qwen/Qwen2.5-Coder-7B-Instruct",
    license: "Apache 2.0",
    task: "text-generation",
    createdAt: "2026-02-03T09:00:00.000Z",
    recipes: [
      { id: "qwen-coder-7b-vllm", accelerator: "gpu", engine: "vllm" },
      { id: "qwen-coder-7b-neuron", accelerator: "neuron", engine: "vllm" },
    ],
  },
  {
    repoId: "HuggingFaceTB/SmolLM3-3B",
    license: "Apache 2.0",
    task: "text-generation",
    createdAt: "2026-03-10T09:00:00.000Z",
    recipes: [{
      id: "smollm3-3b-sglang",
      accelerator: "gpu",
      engine: "sglang",
    }],
  },
  {
    repoId: "sentence-transformers/all-MiniLM-L6-v2",
    license: "Apache 2.0",
    task: "sentence-embeddings",
    createdAt: "2026-01-15T09:00:00.000Z",
    recipes: [{
      id: "minilm-l6-tei",
      accelerator: "cpu",
      engine: "tei",
      revision: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    }],
  },
  {
    repoId: "ggml-org/gemma-3-4b-it-GGUF",
    license: "Gemma",
    task: "text-generation",
    createdAt: "2026-04-21T09:00:00.000Z",
    recipes: [
      {
        id: "gemma-3-4b-q4",
        accelerator: "gpu",
        engine: "llamacpp",
        ggufFile: "gemma-3-4b-it-Q4_K_M.gguf",
      },
      {
        id: "gemma-3-4b-q8",
        accelerator: "gpu",
        engine: "llamacpp",
        ggufFile: "gemma-3-4b-it-Q8_0.gguf",
      },
    ],
  },
];
