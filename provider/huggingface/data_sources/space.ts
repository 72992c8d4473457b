/**
 * `huggingface_space`: one Space that is there already.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  type ShownRepo,
  shownRepo,
} from "../shared/repo/repo_fields.ts";
import { repoName } from "../shared/validators.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";
import { dataFields, spaceFields } from "./space_fields.ts";

const b = bindingToAnswer<ShownRepo & { readonly namespace: string }>();

/** The data source `huggingface_space`. */
export const spaceData: DataSource = dataSource(b, {
  typeName: "huggingface_space",
  permission: readPermission,
  schema: s.schema({
    description: "A Space that is there already.",
    attributes: {
      namespace: b.given(namespaceAttribute, "namespace"),
      name: s.string({
        required: true,
        description: "The name.",
        validators: [repoName()],
      }),
      ...spaceFields(b),
    },
  }),
  failed: ({ name }, namespace) => ({
    summary: `Cannot read the Space ${namespace}/${name}`,
    named: "name",
    namespace,
  }),
  async read({ config: { name }, client, provider, namespace, signal }) {
    const repo = { type: "space", id: `${namespace}/${name}` } as const;
    const params = { expand: dataFields };
    const info = await client.repos.get(repo, params, { signal });
    return { ...shownRepo("space", info, provider), namespace };
  },
});
