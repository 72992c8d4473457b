/**
 * `huggingface_space_templates`: what a new Space can begin with.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { SpaceTemplate } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";

const b = bindingToAnswer<{ readonly templates: readonly SpaceTemplate[] }>();

/** The data source `huggingface_space_templates`. */
export const spaceTemplatesData: DataSource = dataSource(b, {
  typeName: "huggingface_space_templates",
  permission: null,
  schema: s.schema({
    description: "The templates that a new Space can begin with.",
    attributes: {
      templates: b.list("templates", (template) => ({
        id: template.string(
          "repoId",
          "What to give as `template` of `huggingface_space`, such as " +
            "`SpacesExamples/jupyterlab`.",
        ),
        name: template.string("name", "The display name."),
        sdk: template.string("sdk", "What runs it."),
        preferred_private: template.bool(
          ({ preferredPrivate = false }) => preferredPrivate,
          "Whether such a Space had better be private.",
        ),
      }), "The templates, by id."),
    },
  }),
  failed: () => ({ summary: "Cannot list the templates of Spaces" }),
  async read({ client: { spaces }, signal }) {
    const list = await spaces.listTemplates({ signal }).toArray();
    return { templates: list.toSorted((a, b) => a.repoId < b.repoId ? -1 : 1) };
  },
});
