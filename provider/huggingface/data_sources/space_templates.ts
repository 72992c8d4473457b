/**
 * `huggingface_space_templates`: what a new Space can begin with.
 *
 * @module
 */

import { type DataSource, s } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";

/** The data source `huggingface_space_templates`. */
export const spaceTemplatesData: DataSource = defineDataSource({
  typeName: "huggingface_space_templates",
  schema: s.schema({
    description: "The templates that a new Space can begin with.",
    attributes: {
      templates: s.objectList({
        id: s.string({
          computed: true,
          description: "What to give as `template` of `huggingface_space`, " +
            "such as `SpacesExamples/jupyterlab`.",
        }),
        name: s.string({
          computed: true,
          description: "The display name.",
        }),
        sdk: s.string({ computed: true, description: "What runs it." }),
        preferred_private: s.bool({
          computed: true,
          description: "Whether such a Space had better be private.",
        }),
      }, { computed: true, description: "The templates, by id." }),
    },
  }),
  async read({ provider, signal }) {
    const client = await provider.client();
    try {
      const list = await client.spaces.templates({ signal });
      const templates = list.map((one) => ({
        id: one.repoId,
        name: one.name,
        sdk: one.sdk,
        preferred_private: one.preferredPrivate ?? false,
      })).sort((a, b) => a.id < b.id ? -1 : 1);
      return { templates };
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot list the templates of Spaces",
        provider,
      });
    }
  },
});
