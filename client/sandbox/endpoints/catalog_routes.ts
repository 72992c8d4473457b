import { type Accounts, hash } from "../core/accounts.ts";
import { badRequest, notFound, validationFailed } from "../core/failure.ts";
import {
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { readLimit } from "../core/pagination.ts";
import { type Call, type Route, routes } from "../core/router.ts";
import { writeAccess } from "./access_rules.ts";
import {
  type CatalogModel,
  catalogModels,
  type Recipe,
} from "./catalog_data.ts";
import { renderEndpoint } from "./render.ts";
import type { EndpointService } from "./service.ts";

/** Makes the routes of the catalogue of ready models. */
export function catalogRoutes(
  accounts: Accounts,
  service: EndpointService,
): Route[] {
  const base = "/api/v1/catalog";
  return [
    ...routes("public", {
      [`GET ${base}/list`]: (call) => ({ items: listModels(call.query) }),
    }),
    ...routes("token", {
      [`POST ${base}/model/*repository/deploy`]: (call) => {
        const repository = call.param("repository");
        const found = findByModel(repository, call.readObject());
        if (found !== undefined) return deploy(call, accounts, service, found);
        throw notFound(`Recipe for ${repository} not found`);
      },
      [`POST ${base}/recipe/:recipe/deploy`]: (call) => {
        const id = call.param("recipe");
        const found = allRecipes.find(({ recipe }) => recipe.publicId === id);
        if (found !== undefined) return deploy(call, accounts, service, found);
        throw notFound(`Recipe ${id} not found`);
      },
    }),
  ];
}

/** A recipe and its model. */
interface FoundRecipe {
  readonly model: CatalogModel;
  readonly recipe: Recipe;
}

const allRecipes = catalogModels.flatMap((model) =>
  model.recipes.map((recipe): FoundRecipe => ({ model, recipe }))
);

function findByModel(
  repository: string,
  body: JsonObject,
): FoundRecipe | undefined {
  return allRecipes.find(({ model, recipe }) =>
    model.repoId === repository &&
    stringAt(body, "accelerator", recipe.accelerator) === recipe.accelerator &&
    stringAt(body, "ggufFile", recipe.ggufFile) === (recipe.ggufFile ?? "")
  );
}

function deploy(
  call: Call,
  accounts: Accounts,
  service: EndpointService,
  { model, recipe }: FoundRecipe,
): JsonObject {
  const body = call.readObject();
  const namespace = stringAt(body, "namespace");
  if (namespace === "") throw validationFailed("missing field `namespace`");
  accounts.authorize(call.caller, writeAccess, namespace);
  const name = stringAt(objectAt(body, "config"), "name") ||
    makeName(model, `${namespace}${call.requestId}`);
  const spec = makeSpec(name, model, recipe);
  const record = service.create(namespace, spec, call.caller);
  service.log.add(call, "endpoint.create", record.name);
  return { endpoint: renderEndpoint(record, call.url.origin) };
}

function listModels(query: URLSearchParams): Json[] {
  const matches = (name: string, value: string) =>
    (query.get(name) ?? value) === value;
  const search = (query.get("search") ?? "").toLowerCase();
  const found = catalogModels.flatMap((model): Json[] => {
    const recipes = model.recipes.filter((recipe) =>
      matches("accelerator", recipe.accelerator) &&
      matches("engine", recipe.engineType)
    );
    const isFound = recipes.length > 0 && matches("license", model.license) &&
      matches("task", model.task) &&
      model.repoId.toLowerCase().includes(search);
    return isFound ? [renderModel(model, recipes)] : [];
  });
  return found.slice(0, readLimit(query, { default: 100 }));
}

function renderModel(
  model: CatalogModel,
  recipes: readonly Recipe[],
): JsonObject {
  const [authorName = "", modelName = ""] = model.repoId.split("/");
  return {
    ...model,
    modelName,
    authorName,
    recipes: recipes.map((recipe) => ({ ...recipe })),
  };
}

function makeName(model: CatalogModel, salt: string): string {
  const slug = (model.repoId.split("/")[1] ?? "model").toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-").slice(0, 28);
  return `${slug}-${hash(salt).slice(0, 3)}`;
}

const hardware = {
  cpu: { accelerator: "cpu", instanceType: "intel-spr", instanceSize: "x1" },
  gpu: { accelerator: "gpu", instanceType: "nvidia-l4", instanceSize: "x1" },
  neuron: { accelerator: "neuron", instanceType: "inf2", instanceSize: "x1" },
} as const;

function makeSpec(
  name: string,
  model: CatalogModel,
  recipe: Recipe,
): JsonObject {
  return {
    name,
    type: "authenticated",
    provider: { vendor: "aws", region: "us-east-1" },
    compute: {
      ...hardware[recipe.accelerator],
      scaling: { minReplica: 0, maxReplica: 1, scaleToZeroTimeout: 60 },
    },
    model: {
      repository: model.repoId,
      framework: recipe.engineType === "llamacpp" ? "llamacpp" : "custom",
      task: model.task,
      revision: recipe.revision ?? null,
      fromCatalog: true,
      image: makeImage(recipe),
    },
  };
}

function makeImage(recipe: Recipe): JsonObject {
  switch (recipe.engineType) {
    case "vllm":
      return { vLLM: { url: "vllm/vllm-openai:latest" } };
    case "sglang":
      return { sGLang: { url: "lmsysorg/sglang:latest" } };
    case "tei":
      return {
        tei: { url: "ghcr.io/huggingface/text-embeddings-inference:cpu-1.8.3" },
      };
    case "llamacpp":
      if (recipe.ggufFile === undefined) throw badRequest("No file to deploy");
      return {
        llamacpp: {
          url: "ghcr.io/ggml-org/llama.cpp:server-cuda",
          ctxSize: 4096,
          modelPath: recipe.ggufFile,
          nParallel: 2,
          threadsHttp: 5,
        },
      };
  }
}
