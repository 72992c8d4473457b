import { defineObjectList, type ObjectList } from "../define/object_list.ts";
import { endpoint } from "./endpoint.ts";
import { secretsOf } from "./unmanaged_settings.ts";
import { omitNulls } from "../define/inputs.ts";

export const endpointLists = {
  endpoint: defineObjectList({
    resource: endpoint,
    plural: "Inference Endpoints",
    filters: ["namespace", "search", "tags"],
    secret: { path: "model.secrets" },
    async *find({ client, namespace, search, tags, signal }) {
      const filter = omitNulls({ search, tags });
      const list = client.endpoints.list(namespace, filter, { signal });
      for await (const { name, model } of list) {
        yield {
          id: `${namespace}/${name}`,
          identity: { namespace, name },
          secrets: secretsOf({ model }),
        };
      }
    },
  }),
} satisfies Record<string, ObjectList>;
