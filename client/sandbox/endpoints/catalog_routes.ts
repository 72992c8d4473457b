import { type Accounts, hash, open } from "../core/accounts.ts";
import { badRequest, invalid, notFound } from "../core/failure.ts";
import {
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { readLimit } from "../core/pagination.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { anyToken } from "../core/accounts.ts";
import {
  type CatalogModel,
  catalogModels,
  type Recipe,
} from "./catalog_data.ts";
import type { Audit } from "./endpoint_routes.ts";
import { writes } from "./needs.ts";
import { render } from "./render.ts";
import type { EndpointService } from "./service.ts";

/** Routes of the catalogue of ready models. */
export function catalogRoutes(
  accounts: Accounts,
  service: EndpointService,
  audit: Audit,
): Route[] {
  const base = "/api/v1/catalog";
  return [
    route(
      "GET",
      `${base}/list`,
      open,
      (call) => json({ items: list(call.url.searchParams) }),
    ),
    route("POST", `${base}/model/*repository/deploy`, anyToken, (call) => {
      const body = readObject(call);
      const model = catalogModels.find((one) =>
        one.repoId === param(call, "repository")
      );
      const recipe = model?.recipes.find((one) =>
        stringAt(body, "accelerator", one.accelerator) ===
          one.accelerator &&
        stringAt(body, "ggufFile", one.ggufFile) === (one.ggufFile ?? "")
      );
      if (model === undefined || recipe === undefined) {
        throw notFound(`No recipe for ${param(call, "repository")}`);
      }
      return deploy(call, body, model, recipe);
    }, "endpoint creation"),
    route("POST", `${base}/recipe/:recipe/deploy`, anyToken, (call) => {
      const id = param(call, "recipe");
      for (const model of catalogModels) {
        const recipe = model.recipes.find((one) => one.id === id);
        if (recipe !== undefined) {
          return deploy(call, readObject(call), model, recipe);
        }
      }
      throw notFound(`Recipe ${id} not found`);
    }, "endpoint creation"),
  ];

  function deploy(
    call: Call,
    body: JsonObject,
    model: CatalogModel,
    recipe: Recipe,
  ): Response {
    const namespace = stringAt(body, "namespace");
    if (namespace === "") throw invalid("missing field `namespace`");
    accounts.authorize(call.caller, writes, namespace);
    const name = stringAt(objectAt(body, "config"), "name") ||
      randomName(model, `${namespace}${call.requestId}`);
    const record = service.create(
      namespace,
      specOf(name, model, recipe),
      call,
    );
    audit(call, "endpoint.create", record.name);
    const options = { origin: call.url.origin, addedEnv: {} };
    return json({ endpoint: render(record, options) });
  }
}

function list(query: URLSearchParams): Json[] {
  const wants = (name: string, value: string) =>
    (query.get(name) ?? value) === value;
  const search = (query.get("search") ?? "").toLowerCase();
  const found = catalogModels.flatMap((model): Json[] => {
    const recipes = model.recipes.filter((recipe) =>
      wants("accelerator", recipe.accelerator) &&
      wants("engine", recipe.engine)
    );
    const hit = recipes.length > 0 && wants("license", model.license) &&
      wants("task", model.task) && model.repoId.toLowerCase().includes(search);
    return hit ? [show(model, recipes)] : [];
  });
  return found.slice(0, readLimit(query, 100));
}

function show(model: CatalogModel, recipes: readonly Recipe[]): JsonObject {
  const [authorName = "", modelName = ""] = model.repoId.split("/");
  return {
    repoId: model.repoId,
    modelName,
    authorName,
    license: model.license,
    task: model.task,
    createdAt: model.createdAt,
    recipes: recipes.map((recipe) => ({
      publicId: recipe.id,
      accelerator: recipe.accelerator,
      engineType: recipe.engine,
      ...(recipe.ggufFile === undefined ? {} : { ggufFile: recipe.ggufFile }),
      ...(recipe.revision === undefined ? {} : { revision: recipe.revision }),
    })),
  };
}

function randomName(model: CatalogModel, salt: string): string {
  const slug = (model.repoId.split("/")[1] ?? "model").toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-").slice(0, 28);
  return `${slug}-${hash(salt).slice(0, 3)}`;
}

const hardware = {
  cpu: { accelerator: "cpu", instanceType: "intel-spr", instanceSize: "x1" },
  gpu: { accelerator: "gpu", instanceType: "nvidia-l4", instanceSize: "x1" },
  neuron: { accelerator: "neuron", instanceType: "inf2", instanceSize: "x1" },
} as const;

function specOf(
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
      framework: recipe.engine === "llamacpp" ? "llamacpp" : "custom",
      task: model.task,
      revision: recipe.revision ?? null,
      fromCatalog: true,
      image: imageOf(recipe),
    },
  };
}

function imageOf(recipe: Recipe): JsonObject {
  switch (recipe.engine) {
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
