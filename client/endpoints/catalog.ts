/**
 * The catalogue of models that are ready to deploy as Inference Endpoints. The
 * API is experimental and served by a host of its own.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import { type List, wholeList } from "../core/pages.ts";
import { ENDPOINT } from "./request.ts";
import type { Endpoint } from "./types.ts";
import type { OpenEnum } from "../core/open_enum.ts";
import type { Shape } from "../core/shape.ts";
import type { CallOptions } from "../core/options.ts";
import { path, segments } from "../core/url.ts";

/** One way to run a model. */
export interface CatalogRecipe {
  /** Its id. */
  readonly publicId: string;
  /** The kind of accelerator it needs. */
  readonly accelerator?: OpenEnum<"cpu" | "gpu" | "neuron">;
  /** The engine it runs on. */
  readonly engineType?: OpenEnum<"llamacpp" | "sglang" | "tei" | "vllm">;
  /** The GGUF file it serves. */
  readonly ggufFile?: string | null;
  /** The revision it serves. */
  readonly revision?: string | null;
}

/** A model that is ready to deploy. */
export interface CatalogModel {
  /** The model repository. */
  readonly repoId: string;
  /** Its name. */
  readonly modelName?: string;
  /** The owner. */
  readonly authorName?: string;
  /** Its licence. */
  readonly license?: string | null;
  /** Its task. */
  readonly task?: string | null;
  /** The time it was added to the catalogue. */
  readonly createdAt?: string;
  /** The ways to run it. */
  readonly recipes?: readonly CatalogRecipe[];
}

/** Filters of a list of models. */
export interface CatalogListParams {
  /** Only those for one kind of accelerator. */
  readonly accelerator?: OpenEnum<"cpu" | "gpu" | "neuron"> | undefined;
  /** Only those for one engine. */
  readonly engine?:
    | OpenEnum<"llamacpp" | "sglang" | "tei" | "vllm">
    | undefined;
  /** Only those of one licence. */
  readonly license?: string | undefined;
  /** Only those for one task. */
  readonly task?: string | undefined;
  /** Only those that contain this text. */
  readonly search?: string | undefined;
  /** Maximum number of models. */
  readonly limit?: number | undefined;
}

/** Parameters of a deployment of a recipe. */
export interface DeployRecipeParams {
  /** The user or organization that will own the endpoint. */
  readonly namespace: string;
  /** The name of the endpoint; the service makes one up if left out. */
  readonly name?: string | undefined;
}

/** Parameters of a deployment of a model. */
export interface DeployModelParams extends DeployRecipeParams {
  /** The kind of accelerator to run it on. */
  readonly accelerator?: OpenEnum<"cpu" | "gpu" | "neuron"> | undefined;
  /** The GGUF file to serve. */
  readonly ggufFile?: string | undefined;
}

const CATALOG: Shape<{ readonly items: readonly CatalogModel[] }> = {
  items: [{
    repoId: "string!",
    modelName: "string?",
    authorName: "string?",
    license: "string|null",
    task: "string|null",
    createdAt: "string?",
    recipes: [{
      publicId: "string!",
      accelerator: "string",
      engineType: "string",
      ggufFile: "string|null",
      revision: "string|null",
    }, "?"],
  }],
};

/**
 * The catalogue of models that are ready to deploy.
 *
 * @example Deploy a model with settings that are known to work
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 * import { assertEquals } from "@std/assert";
 *
 * const sandbox = new Sandbox();
 * const { endpoints } = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * for await (const { repoId } of endpoints.catalog.list({ limit: 1 })) {
 *   const endpoint = await endpoints.catalog.deployModel(repoId, {
 *     namespace: "acme",
 *     name: "quick-start",
 *   });
 *   assertEquals(endpoint.name, "quick-start");
 * }
 * ```
 */
export class EndpointCatalog extends ApiResource {
  /** Lists models that are ready to deploy. */
  list(
    params: CatalogListParams = {},
    options?: CallOptions,
  ): List<CatalogModel> {
    return wholeList(this.transport, {
      service: "catalog",
      path: "/api/v1/catalog/list",
      query: { ...params },
      action: "list the catalogue of models",
      shape: CATALOG,
      call: options,
    }, "items");
  }

  /** Deploys a model with the settings of the catalogue. */
  deployModel(
    repository: string,
    params: DeployModelParams,
    options?: CallOptions,
  ): Call<Endpoint> {
    const at = path`/model/${segments(repository)}`;
    return this.#deploy(`the model ${repository}`, at, params, options);
  }

  /** Deploys a recipe of the catalogue. */
  deployRecipe(
    id: string,
    params: DeployRecipeParams,
    options?: CallOptions,
  ): Call<Endpoint> {
    const at = path`/recipe/${id}`;
    return this.#deploy(`the recipe ${id}`, at, params, options);
  }

  #deploy(
    what: string,
    at: string,
    { namespace, name, ...rest }: DeployModelParams,
    call: CallOptions | undefined,
  ): Call<Endpoint> {
    const config = name === undefined ? undefined : { name };
    return this.transport.request<{ readonly endpoint: Endpoint }>({
      service: "catalog",
      method: "POST",
      path: `/api/v1/catalog${at}/deploy`,
      body: { namespace, config, ...rest },
      action: `deploy ${what} to ${namespace}`,
      shape: { endpoint: ENDPOINT },
      call,
    }).map(({ endpoint }) => endpoint);
  }
}
