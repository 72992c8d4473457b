/**
 * `huggingface_collection`: one collection that is there already.
 *
 * @module
 */

import {
  type DataSource,
  failure,
  Path,
  rules,
  s,
  v,
} from "../../framework/mod.ts";
import type { Collection } from "../../../mod.ts";
import { bindingToAnswer, boundDataSource } from "../shared/bound_data.ts";
import { findByTitle, idOf } from "../resources/collection.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";

const b = bindingToAnswer<Collection>();

/** The data source `huggingface_collection`. */
export const collectionData: DataSource = boundDataSource({
  typeName: "huggingface_collection",
  permission: "collection.read",
  schema: s.schema({
    description: "A collection that is there already, with all that it holds.",
    attributes: {
      slug: b.shown(
        "slug",
        s.string({
          optional: true,
          computed: true,
          description: "The path on the Hub, such as " +
            "`acme/our-models-6531a1b2c3d4e5f60718293a`. Either this or " +
            "`title`.",
          validators: [
            v.matches(
              /^[\w.-]+\/[\w-]*[0-9a-f]{24}$/,
              "`namespace/slug`, such as " +
                "`acme/our-models-6531a1b2c3d4e5f60718293a`",
            ),
          ],
        }),
      ),
      namespace: b.shown("owner.name", namespaceAttribute),
      title: b.shown(
        "title",
        s.string({
          optional: true,
          computed: true,
          description: "The title, by which it is looked for among those of " +
            "`namespace`. Either this or `slug`.",
        }),
      ),
      id: b.shownBy(
        "slug",
        s.string({
          computed: true,
          description: "The id: 24 hex digits, which stay when the title " +
            "changes.",
        }),
        idOf,
      ),
      description: b.shown(
        "description",
        s.string({ computed: true, description: "What it is about." }),
      ),
      visibility: b.shownBy(
        "private",
        s.string({
          computed: true,
          description: "Who sees it: `public` or `private`.",
        }),
        (isPrivate) => isPrivate ? "private" : "public",
      ),
      theme: b.shown(
        "theme",
        s.string({ computed: true, description: "The color." }),
      ),
      items: b.shownBy(
        "items",
        s.objectList({
          type: s.string({
            computed: true,
            description: "`model`, `dataset`, `space`, `paper`, `bucket` or " +
              "`collection`.",
          }),
          id: s.string({
            computed: true,
            description: "`namespace/name` of a repository, the number of a " +
              "paper on arXiv, or the slug of a collection.",
          }),
          note: s.string({
            computed: true,
            description: "The note beside it; null without one.",
          }),
        }, { computed: true, description: "What it holds, in order." }),
        (items) =>
          items.map(({ type, id, slug, note }) => ({
            type,
            id: slug ?? id,
            note: note?.text || null,
          })),
      ),
      upvotes: b.shown(
        "upvotes",
        s.int({ computed: true, description: "How many users like it." }),
      ),
      updated_at: b.shown(
        "lastUpdated",
        s.string({
          computed: true,
          description: "When it was last changed, in the form of RFC 3339.",
        }),
      ),
    },
    validators: [rules.exactlyOneOf("slug", "title")],
  }),
  what: ({ slug, title }) =>
    slug === null ? `the collection "${title}"` : `the collection ${slug}`,
  async read({ config, provider, signal }) {
    const { collections } = await provider.client();
    const { slug, title } = config;
    if (slug !== null) return await collections.get(slug, { signal });
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const wanted = { namespace, title: title ?? "" };
    const found = await findByTitle(collections, wanted, signal);
    if (found !== undefined) return found;
    throw failure(
      `${namespace} has no collection "${title}"`,
      "The token may not see it, or it has another title: what else it has is " +
        `listed on https://huggingface.co/collections/${namespace}.`,
      Path.root.attribute("title"),
    );
  },
});
