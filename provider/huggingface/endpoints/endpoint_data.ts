import {
  computedAttributes,
  type ResponseBinder,
} from "@hf-terraform/framework/binding";
import { type Endpoint, engineOf } from "@hf-terraform/client";
import { dataSource } from "../define/request.ts";
import { omitNulls, requireText, text, texts } from "../define/inputs.ts";
import { namespaceAttribute } from "../schema/namespace.ts";
import { endpointName } from "../schema/validators.ts";
import { endpointSchema } from "./schema.ts";

type ShownEndpoint = Endpoint & { readonly namespace: string };

/** The attributes that both show as the resource has them. */
const shown = computedAttributes(endpointSchema.attributes, [
  "type",
  "cloud",
  "compute",
  "model.repository",
  "model.revision",
  "model.framework",
  "model.task",
  "tags",
  "paused",
  "status",
  "status_message",
  "url",
  "health_route",
  "ready_replicas",
  "target_replicas",
  "created_at",
  "updated_at",
  "created_by",
]);

const endpointFields = (b: ResponseBinder<ShownEndpoint>) => ({
  id: b.string(
    ({ namespace, name }) => `${namespace}/${name}`,
    "Namespace and name, such as `acme/my-endpoint`.",
  ),
  engine: b.string(
    ({ model }) => engineOf(model.image ?? {})?.name,
    "The engine by the API's name, such as `vLLM`.",
  ),
  ...shown,
});

export const endpointData = dataSource<ShownEndpoint>()({
  typeName: "huggingface_endpoint",
  access: { permission: "inference.endpoints.write" },
  description: "An Inference Endpoint that is there already.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    name: requireText("The name.", endpointName),
    ...endpointFields(b),
  }),
  failed: "read the endpoint",
  async read({ config: { name }, client, namespace, signal }) {
    const id = `${namespace}/${name}`;
    return { ...await client.endpoints.get(id, { signal }), namespace };
  },
});

export const endpointsData = dataSource<
  { readonly endpoints: readonly ShownEndpoint[] }
>()({
  typeName: "huggingface_endpoints",
  access: { permission: "inference.endpoints.write" },
  description:
    "All Inference Endpoints of a namespace, or those with certain tags or " +
    "a part of a name.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    tags: texts("Only endpoints with all of these tags."),
    search: text("Only endpoints whose name contains this text."),
    names: b.strings(
      ({ endpoints }) => endpoints.map(({ name }) => name),
      "The names of the endpoints, in order.",
    ),
    endpoints: b.list("endpoints", (endpoint) => ({
      name: endpoint.string("name", "The name."),
      ...endpointFields(endpoint),
    }), "The endpoints, by name."),
  }),
  failed: "list the endpoints of",
  async read({ config: { tags, search }, client, namespace, signal }) {
    const filter = omitNulls({ tags, search });
    const endpoints = await client.endpoints.list(namespace, filter, { signal })
      .toArray();
    return {
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, namespace }))
        .sort((a, b) => a.name < b.name ? -1 : 1),
    };
  },
});
