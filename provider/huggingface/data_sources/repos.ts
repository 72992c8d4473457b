/**
 * `huggingface_models` and `huggingface_datasets`: repositories by filter.
 *
 * @module
 */

import { type DataSource, s, types, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import {
  readPermission,
  repoAttributes,
  repoFields,
  type ShownRepo,
  shownRepo,
} from "../shared/repo/repo_fields.ts";
import { namespaceName } from "../shared/validators.ts";

const b = bindingToAnswer<{ readonly found: readonly ShownRepo[] }>();

function reposData(type: "model" | "dataset"): DataSource {
  return dataSource(b, {
    typeName: `huggingface_${type}s`,
    permission: readPermission,
    schema: s.schema({
      description: `The ${type}s of a namespace, or those that fit a filter, ` +
        "over all pages of the list.",
      attributes: {
        namespace: s.string({
          optional: true,
          description: `Only ${type}s of this user or organization. Default: ` +
            "the provider's `namespace`, else the user of the token.",
          validators: [namespaceName()],
        }),
        search: s.string({
          optional: true,
          description: `Only ${type}s whose id contains this text.`,
          validators: [v.lengthAtLeast(1)],
        }),
        tags: s.set(types.string, {
          optional: true,
          description: `Only ${type}s with all of these tags, such as ` +
            "`license:mit`.",
          validators: [v.each(v.lengthAtLeast(1))],
        }),
        limit: s.int({
          optional: true,
          description: `How many ${type}s to return at most. Default: all.`,
          validators: [v.atLeast(1)],
        }),
        ids: b.strings(
          ({ found }) => found.map(({ id }) => id),
          "The ids, `namespace/name`, in order.",
        ),
        [`${type}s`]: b.list("found", repoAttributes, `The ${type}s, by id.`),
      },
    }),
    failed: (_config, namespace) => ({
      summary: `Cannot list the ${type}s of ${namespace}`,
      named: "namespace",
      namespace,
    }),
    async read({ config, client, provider, namespace, signal }) {
      const { search, tags, limit } = config;
      const infos = await client.repos.list(type, {
        author: namespace,
        search: search ?? undefined,
        filter: tags ?? undefined,
        limit: limit ?? undefined,
        expand: repoFields,
      }, { signal }).toArray();
      return {
        found: infos.map((info) => shownRepo(type, info, provider))
          .sort((a, b) => a.id < b.id ? -1 : 1),
      };
    },
  });
}

/** The data source `huggingface_models`. */
export const modelsData: DataSource = reposData("model");
/** The data source `huggingface_datasets`. */
export const datasetsData: DataSource = reposData("dataset");
