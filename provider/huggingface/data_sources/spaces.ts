/**
 * `huggingface_spaces`: all Spaces of a namespace.
 *
 * @module
 */

import {
  type DataSource,
  isUnknown,
  s,
  types,
  v,
} from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { spaceStages } from "../shared/known_values.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";
import { dataFields, spaceFields, spaceValues } from "./space_fields.ts";

/** The data source `huggingface_spaces`. */
export const spacesData: DataSource = defineDataSource({
  typeName: "huggingface_spaces",
  schema: s.schema({
    description: "All Spaces of a namespace, or those with a part of a name, " +
      "certain tags or a stage.",
    attributes: {
      namespace: namespaceAttribute,
      search: s.string({
        optional: true,
        description: "Only Spaces whose name contains this text.",
      }),
      tags: s.set(types.string, {
        optional: true,
        description: "Only Spaces with all of these tags.",
      }),
      stages: s.set(types.string, {
        optional: true,
        description: "Only Spaces in one of these stages, such as `SLEEPING`.",
        validators: [v.sizeAtLeast(1), v.each(v.knownValues(...spaceStages))],
      }),
      names: s.list(types.string, {
        computed: true,
        description: "The names of the Spaces, in order.",
      }),
      spaces: s.objectList({
        name: s.string({ computed: true, description: "The name." }),
        ...spaceFields,
      }, { computed: true, description: "The Spaces, by name." }),
    },
  }),
  async read({ config, provider, signal }) {
    const { search, tags, stages } = config;
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const client = await provider.client();
    const url = isUnknown(provider.hubUrl) ? "" : provider.hubUrl;
    const spaces = [];
    try {
      const list = client.repos.list("space", {
        author: namespace,
        search: search ?? undefined,
        filter: tags ?? undefined,
        pageSize: 100,
        expand: dataFields,
      }, { signal });
      for await (const info of list) {
        const stage = info.runtime?.stage ?? "";
        if (stages !== null && !stages.includes(stage)) continue;
        const name = info.id.slice(info.id.indexOf("/") + 1);
        spaces.push({ name, ...spaceValues(info, url) });
      }
    } catch (error) {
      throw await explain(error, {
        summary: `Cannot list the Spaces of ${namespace}`,
        provider,
        named: "namespace",
        namespace,
        permission: "the permission `repo.content.read`",
      });
    }
    spaces.sort((a, b) => a.name < b.name ? -1 : 1);
    const names = spaces.map(({ name }) => name);
    return { namespace, search, tags, stages, names, spaces };
  },
});
