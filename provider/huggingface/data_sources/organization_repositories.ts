/**
 * `huggingface_organization_repositories`: what an organization owns, and the storage it takes.
 *
 * @module
 */

import { type DataSource, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { RepoInventoryItem } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { failedFor, organizationAttribute } from "../shared/organization.ts";
import { readPermission } from "../shared/repo/repo_fields.ts";

const b = bindingToAnswer<
  { readonly repositories: readonly RepoInventoryItem[] }
>();

/** The data source `huggingface_organization_repositories`. */
export const organizationRepositoriesData: DataSource = dataSource(b, {
  typeName: "huggingface_organization_repositories",
  permission: readPermission,
  schema: s.schema({
    description:
      "The repositories of an organization with their visibility and " +
      "storage, over all pages of the list.",
    attributes: {
      organization: organizationAttribute,
      type: s.string({
        optional: true,
        description: "Only those of this type: `model`, `dataset` or `space`.",
        validators: [v.oneOf("model", "dataset", "space")],
      }),
      search: s.string({
        optional: true,
        description: "Only those whose name contains this text.",
        validators: [v.lengthAtLeast(1)],
      }),
      total_storage_bytes: b.int(
        ({ repositories }) =>
          repositories.reduce((sum, { storage }) => sum + storage, 0),
        "The storage of all of them, in bytes.",
      ),
      repositories: b.list("repositories", (repository) => ({
        id: repository.string("id", "`namespace/name`."),
        type: repository.string("type", "`model`, `dataset` or `space`."),
        visibility: repository.string(
          "visibility",
          "Who sees it: `public`, `private` or `protected`.",
        ),
        storage_bytes: repository.int("storage", "Its storage, in bytes."),
        updated_at: repository.string(
          "updatedAt",
          "When it last changed, in the form of RFC 3339.",
        ),
      }), "The repositories, by id and type."),
    },
  }),
  failed: failedFor("list the repositories of"),
  async read({ config, client: { repos }, namespace, signal }) {
    const { type, search } = config;
    const repositories = await repos.listInventory(namespace, {
      type: type ?? undefined,
      search: search ?? undefined,
    }, { signal }).toArray();
    const place = ({ id, type }: RepoInventoryItem) => `${id} ${type}`;
    return {
      repositories: repositories.sort((a, b) => place(a) < place(b) ? -1 : 1),
    };
  },
});
