/**
 * `huggingface_endpoint_recipes`: tested ways to run models as Inference
 * Endpoints.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { CatalogModel, CatalogRecipe } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { accelerators, tasks } from "../shared/known_values.ts";
import { repoId } from "../shared/validators.ts";

const b = bindingToAnswer<{
  readonly recipes: readonly (Omit<CatalogModel, "recipes"> & CatalogRecipe)[];
}>();

/** The data source `huggingface_endpoint_recipes`. */
export const endpointRecipesData: DataSource = dataSource(b, {
  typeName: "huggingface_endpoint_recipes",
  permission: null,
  schema: s.schema({
    description:
      "Which kind of machine and which engine a model needs: the recipes of " +
      "the [catalogue](https://endpoints.huggingface.co/catalog) of models " +
      "that are ready to deploy. A model that is not in it has none. A recipe " +
      "names the kind of accelerator, not the instance type: " +
      "`huggingface_endpoint_compute` has those. The API of the catalogue is " +
      "experimental.",
    attributes: {
      repository: s.string({
        optional: true,
        description: "Only those of this model: `namespace/name`.",
        validators: [repoId()],
      }),
      search: s.string({
        optional: true,
        description: "Only those of models whose name contains this.",
        validators: [v.lengthAtLeast(1)],
      }),
      accelerator: s.string({
        optional: true,
        description: "Only those for this kind: `cpu`, `gpu` or `neuron`.",
        validators: [v.knownValues(...accelerators)],
      }),
      engine: s.string({
        optional: true,
        description: "Only those for this engine: `vllm`, `sglang`, `tei` or " +
          "`llamacpp`.",
        validators: [v.knownValues("vllm", "sglang", "tei", "llamacpp")],
      }),
      task: s.string({
        optional: true,
        description: "Only those of models for this task, such as " +
          "`text-generation`.",
        validators: [v.knownValues(...tasks)],
      }),
      license: s.string({
        optional: true,
        description: "Only those of models of this licence, as the catalogue " +
          "writes it, such as `Apache 2.0`.",
        validators: [v.lengthAtLeast(1)],
      }),
      limit: s.int({
        optional: true,
        description: "How many models to look at, at most. Default: as many " +
          "as the service returns.",
        validators: [v.between(1, 1000)],
      }),
      recipes: b.list("recipes", (recipe) => ({
        id: recipe.string("publicId", "The id."),
        repository: recipe.string("repoId", "The model: `namespace/name`."),
        accelerator: recipe.string(
          "accelerator",
          "The kind of accelerator: `cpu`, `gpu` or `neuron`.",
        ),
        engine: recipe.string("engineType", "The engine, such as `vllm`."),
        gguf_file: recipe.string("ggufFile", "For llama.cpp: the file."),
        revision: recipe.string(
          "revision",
          "The revision of the model; null for its newest.",
        ),
        task: recipe.string("task", "The task of the model."),
        license: recipe.string("license", "The licence of the model."),
      }), "The recipes, in the order of the catalogue."),
    },
  }),
  failed: () => ({
    summary: "Cannot read the catalogue of models that are ready to deploy",
  }),
  async read({ config, client: { endpoints }, signal }) {
    const { repository, search, accelerator, engine, task, license, limit } =
      config;
    const models = await endpoints.catalog.list({
      // Both the id and the name of the model contain it.
      search: search ?? repository?.split("/")[1],
      accelerator: accelerator ?? undefined,
      engine: engine ?? undefined,
      task: task ?? undefined,
      license: license ?? undefined,
      limit: limit ?? undefined,
    }, { signal }).toArray();
    return {
      recipes: models
        .filter(({ repoId }) => repository === null || repoId === repository)
        .flatMap(({ recipes, ...model }) =>
          recipes.map((recipe) => ({ ...model, ...recipe }))
        ),
    };
  },
});
