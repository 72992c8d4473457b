/**
 * `huggingface_spaces`: all Spaces of a namespace.
 *
 * @module
 */

import { type DataSource, s, types, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import { spaceStages } from "../shared/known_values.ts";
import {
  readPermission,
  type ShownRepo,
  shownRepo,
} from "../shared/repo/repo_fields.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";
import { dataFields, spaceFields } from "./space_fields.ts";

const b = bindingToAnswer<{
  readonly namespace: string;
  readonly spaces: readonly (ShownRepo & { readonly name: string })[];
}>();

/** The data source `huggingface_spaces`. */
export const spacesData: DataSource = dataSource(b, {
  typeName: "huggingface_spaces",
  permission: readPermission,
  schema: s.schema({
    description: "All Spaces of a namespace, or those with a part of a name, " +
      "certain tags or a stage.",
    attributes: {
      namespace: b.given(namespaceAttribute, "namespace"),
      search: s.string({
        optional: true,
        description: "Only Spaces whose name contains this text.",
        validators: [v.lengthAtLeast(1)],
      }),
      tags: s.set(types.string, {
        optional: true,
        description: "Only Spaces with all of these tags.",
        validators: [v.each(v.lengthAtLeast(1))],
      }),
      stages: s.set(types.string, {
        optional: true,
        description: "Only Spaces in one of these stages, such as `SLEEPING`.",
        validators: [v.sizeAtLeast(1), v.each(v.knownValues(...spaceStages))],
      }),
      names: b.strings(
        ({ spaces }) => spaces.map(({ name }) => name),
        "The names of the Spaces, in order.",
      ),
      spaces: b.list("spaces", (space) => ({
        name: space.string("name", "The name."),
        ...spaceFields(space),
      }), "The Spaces, by name."),
    },
  }),
  failed: (_config, namespace) => ({
    summary: `Cannot list the Spaces of ${namespace}`,
    named: "namespace",
    namespace,
  }),
  async read({ config, client, provider, namespace, signal }) {
    const { search, tags, stages } = config;
    const infos = await client.repos.list("space", {
      author: namespace,
      search: search ?? undefined,
      filter: tags ?? undefined,
      pageSize: 100,
      expand: dataFields,
    }, { signal }).toArray();
    return {
      namespace,
      spaces: infos
        .filter(({ runtime }) => stages?.includes(runtime?.stage ?? "") ?? true)
        .map((info) => ({
          ...shownRepo("space", info, provider),
          name: info.id.slice(info.id.indexOf("/") + 1),
        }))
        .sort((a, b) => a.name < b.name ? -1 : 1),
    };
  },
});
