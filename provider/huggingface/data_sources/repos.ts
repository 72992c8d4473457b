/**
 * `huggingface_models` and `huggingface_datasets`: repositories by filter.
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
import {
  readPermission,
  repoAttributes,
  repoFields,
  repoValues,
} from "../shared/repo_fields.ts";
import { namespaceName } from "../shared/validators.ts";

function reposData(type: "model" | "dataset"): DataSource {
  return defineDataSource({
    typeName: `huggingface_${type}s`,
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
        }),
        tags: s.set(types.string, {
          optional: true,
          description: `Only ${type}s with all of these tags, such as ` +
            "`license:mit`.",
        }),
        limit: s.int({
          optional: true,
          description: `How many ${type}s to return at most. Default: all.`,
          validators: [v.atLeast(1)],
        }),
        ids: s.list(types.string, {
          computed: true,
          description: "The ids, `namespace/name`, in order.",
        }),
        [`${type}s`]: s.objectList(repoAttributes, {
          computed: true,
          description: `The ${type}s, by id.`,
        }),
      },
    }),
    async read({ config, provider, signal }) {
      const { search, tags, limit } = config;
      const namespace = config.namespace ??
        await provider.defaultNamespace(signal);
      const client = await provider.client();
      const url = isUnknown(provider.hubUrl) ? "" : provider.hubUrl;
      const found = [];
      try {
        const list = client.repos.list(type, {
          author: namespace,
          search: search ?? undefined,
          filter: tags ?? undefined,
          limit: limit ?? undefined,
          expand: repoFields,
        }, { signal });
        for await (const info of list) {
          found.push(repoValues(type, info, url));
        }
      } catch (error) {
        throw await explain(error, {
          summary: `Cannot list the ${type}s of ${namespace}`,
          provider,
          named: "namespace",
          namespace,
          permission: readPermission,
        });
      }
      found.sort((a, b) => a.id < b.id ? -1 : 1);
      const ids = found.map(({ id }) => id);
      return { namespace, search, tags, limit, ids, [`${type}s`]: found };
    },
  });
}

/** The data source `huggingface_models`. */
export const modelsData: DataSource = reposData("model");
/** The data source `huggingface_datasets`. */
export const datasetsData: DataSource = reposData("dataset");
