/**
 * What Inference Endpoints can run on: `huggingface_endpoint_compute`,
 * `huggingface_endpoint_quotas` and `huggingface_endpoint_recipes`.
 *
 * @module
 */

import { type DataSource, v } from "@hf-terraform/framework";
import type { AnswerBinder } from "@hf-terraform/framework/binding";
import type { CatalogModel, CatalogRecipe } from "@hf-terraform/client";
import { type Offer, offersOf } from "../shared/cost/price.ts";
import { dataSource } from "../shared/data_source.ts";
import { given, text, whole } from "../shared/inputs.ts";
import { accelerators, tasks, vendors } from "../shared/known_values.ts";
import { namespaceAttribute } from "../shared/namespace.ts";
import { namespaceName, repoId } from "../shared/validators.ts";

const offerAttributes = (b: AnswerBinder<Offer>) => ({
  id: b.string("instance.id", "The id, such as `aws-us-east-1-nvidia-l4-x1`."),
  vendor: b.string("vendor", "The cloud vendor."),
  region: b.string("region", "The region."),
  instance_type: b.string(
    "instance.instanceType",
    "The instance type, such as `nvidia-l4`.",
  ),
  instance_size: b.string("instance.instanceSize", "The size, such as `x1`."),
  accelerator: b.string(
    "instance.accelerator",
    "The kind of accelerator: `cpu`, `gpu` or `neuron`.",
  ),
  accelerators: b.int(
    "instance.numAccelerators",
    "How many accelerators a replica has.",
  ),
  architecture: b.string("instance.architecture", "The processor, in words."),
  cpus: b.int(
    "instance.numCpus",
    "How many virtual CPUs a replica has, if that is known.",
  ),
  memory_gb: b.float("instance.memoryGb", "The memory of a replica in GB."),
  gpu_memory_gb: b.float(
    "instance.gpuMemoryGb",
    "The GPU memory in GB; null without a GPU.",
  ),
  status: b.string(
    "instance.status",
    "`available`, `low_availability`, `not_available`, " +
      "`reserved` or `deprecated`.",
  ),
  price_per_hour: b.float(
    "instance.pricePerHour",
    "US dollars per replica and hour.",
  ),
  quota: b.int(
    "instance.quota.maxAccelerators",
    "How many accelerators of the instance type the namespace " +
      "may use; for CPU instances, virtual CPUs.",
  ),
  quota_used: b.int(
    "instance.quota.usedAccelerators",
    "How many of them are in use.",
  ),
});

/** The data source `huggingface_endpoint_compute`. */
export const endpointComputeData: DataSource = dataSource<
  { readonly instances: readonly Offer[] }
>()({
  typeName: "huggingface_endpoint_compute",
  permission: "inference.endpoints.write",
  description:
    "The machines that Inference Endpoints can run on: where, at what " +
    "price, and how many of them the namespace may use.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    vendor: text(
      "Only machines of this vendor: `aws`, `azure` or `gcp`.",
      v.knownValues(...vendors),
    ),
    region: text("Only machines in this region."),
    accelerator: text(
      "Only machines with this kind of accelerator: `cpu`, `gpu` or `neuron`.",
      v.knownValues(...accelerators),
    ),
    status: text(
      "Only machines with this status: `available`, " +
        "`low_availability`, `not_available`, `reserved` or `deprecated`.",
      v.knownValues(
        "available",
        "low_availability",
        "not_available",
        "reserved",
        "deprecated",
      ),
    ),
    instances: b.list(
      "instances",
      offerAttributes,
      "The machines, the cheapest first.",
    ),
  }),
  failed: () => ({ summary: "Cannot read the catalogue of machines" }),
  async read({ config, client: { endpoints }, namespace, signal }) {
    const { vendor, region, accelerator, status } = config;
    const all = offersOf(await endpoints.getCompute(namespace, { signal }));
    const instances = all.filter(({ instance, ...place }) =>
      (vendor === null || place.vendor === vendor) &&
      (region === null || place.region === region) &&
      (accelerator === null || instance.accelerator === accelerator) &&
      (status === null || instance.status === status)
    ).sort(({ instance: a }, { instance: b }) =>
      (a.pricePerHour ?? Infinity) - (b.pricePerHour ?? Infinity) ||
      ((a.id ?? "") < (b.id ?? "") ? -1 : 1)
    );
    return { instances };
  },
});

/** The data source `huggingface_endpoint_quotas`. */
export const endpointQuotasData: DataSource = dataSource<
  { readonly quotas: readonly Offer[] }
>()({
  typeName: "huggingface_endpoint_quotas",
  permission: "inference.endpoints.write",
  description: "How many machines of each kind the Inference Endpoints of a " +
    "namespace may use, and how many they do.",
  attributes: (b) => ({
    namespace: text(
      "The user or organization. Default: the provider's " +
        "`namespace`, else the user of the token.",
      namespaceName(),
    ),
    quotas: b.list("quotas", (offer) => ({
      vendor: offer.string("vendor", "The cloud vendor, such as `aws`."),
      region: offer.string("region", "The region, such as `us-east-1`."),
      instance_type: offer.string(
        "instance.instanceType",
        "The type of the instance, such as `nvidia-l4`.",
      ),
      instance_size: offer.string(
        "instance.instanceSize",
        "The size of the instance, such as `x1`.",
      ),
      maximum: offer.int(
        "instance.quota.maxAccelerators",
        "Maximum number of accelerators, for CPU instances virtual CPUs.",
      ),
      used: offer.int(
        "instance.quota.usedAccelerators",
        "How many are in use.",
      ),
    }), "The quotas, by vendor, region and instance."),
  }),
  failed: "read the quotas of",
  async read({ client: { endpoints }, namespace, signal }) {
    const offers = offersOf(await endpoints.getCompute(namespace, { signal }));
    return {
      quotas: offers.filter(({ instance }) => instance.quota !== undefined),
    };
  },
});

/** The data source `huggingface_endpoint_recipes`. */
export const endpointRecipesData: DataSource = dataSource<
  {
    readonly recipes:
      readonly (Omit<CatalogModel, "recipes"> & CatalogRecipe)[];
  }
>()({
  typeName: "huggingface_endpoint_recipes",
  permission: null,
  description:
    "Which kind of machine and which engine a model needs: the recipes of " +
    "the [catalogue](https://endpoints.huggingface.co/catalog) of models " +
    "that are ready to deploy. A model that is not in it has none. A recipe " +
    "names the kind of accelerator, not the instance type: " +
    "`huggingface_endpoint_compute` has those. The API of the catalogue is " +
    "experimental.",
  attributes: (b) => ({
    repository: text("Only those of this model: `namespace/name`.", repoId()),
    search: text("Only those of models whose name contains this."),
    accelerator: text(
      "Only those for this kind: `cpu`, `gpu` or `neuron`.",
      v.knownValues(...accelerators),
    ),
    engine: text(
      "Only those for this engine: `vllm`, `sglang`, `tei` or `llamacpp`.",
      v.knownValues("vllm", "sglang", "tei", "llamacpp"),
    ),
    task: text(
      "Only those of models for this task, such as `text-generation`.",
      v.knownValues(...tasks),
    ),
    license: text(
      "Only those of models of this licence, as the catalogue " +
        "writes it, such as `Apache 2.0`.",
    ),
    limit: whole(
      "How many models to look at, at most. Default: as many " +
        "as the service returns.",
      v.between(1, 1000),
    ),
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
  }),
  failed: "read the catalogue of models that are ready to deploy",
  async read({ config, client: { endpoints }, signal }) {
    const { repository, search, ...filter } = config;
    const models = await endpoints.catalog.list({
      // Both the id and the name of the model contain it.
      search: search ?? repository?.split("/")[1],
      ...given(filter),
    }, { signal }).toArray();
    return {
      recipes: models
        .filter(({ repoId }) => repository === null || repoId === repository)
        .flatMap(({ recipes = [], ...model }) =>
          recipes.map((recipe) => ({ ...model, ...recipe }))
        ),
    };
  },
});
