/**
 * `huggingface_space`: one Space that is there already.
 *
 * @module
 */

import { type DataSource, isUnknown, s } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { repoName } from "../shared/validators.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";
import { dataFields, spaceFields, spaceValues } from "./space_fields.ts";

/** The data source `huggingface_space`. */
export const spaceData: DataSource = defineDataSource({
  typeName: "huggingface_space",
  schema: s.schema({
    description: "A Space that is there already.",
    attributes: {
      namespace: namespaceAttribute,
      name: s.string({
        required: true,
        description: "The name.",
        validators: [repoName()],
      }),
      ...spaceFields,
    },
  }),
  async read({ config: { namespace: given, name }, provider, signal }) {
    const namespace = given ?? await provider.defaultNamespace(signal);
    const id = `${namespace}/${name}`;
    const client = await provider.client();
    const { hubUrl } = provider;
    try {
      const info = await client.repos.info({ type: "space", id }, {
        expand: dataFields,
        signal,
      });
      const url = isUnknown(hubUrl) ? "" : hubUrl;
      return { namespace, name, ...spaceValues(info, url) };
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot read the Space ${id}`,
        provider,
        named: "name",
        namespace,
        permission: "the permission `repo.content.read`",
      });
    }
  },
});
