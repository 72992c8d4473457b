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
} from "@hf-terraform/framework";
import type { Collection } from "@hf-terraform/client";
import { findByTitle } from "../resources/collection/find.ts";
import { idOf } from "../resources/collection/items.ts";
import { dataSource } from "../shared/data_source.ts";
import { at } from "../shared/inputs.ts";
import { namespaceAttribute } from "../shared/namespace.ts";
import { mending } from "../shared/validators.ts";

/** The data source `huggingface_collection`. */
export const collectionData: DataSource = dataSource<Collection>()({
  typeName: "huggingface_collection",
  permission: "collection.read",
  description: "A collection that is there already, with all that it holds.",
  attributes: (b) => ({
    slug: b.given(
      s.string({
        optional: true,
        computed: true,
        description: "The path on the Hub, such as " +
          "`acme/our-models-6531a1b2c3d4e5f60718293a`. Either this or `title`.",
        validators: [
          mending(
            /^[\w.-]+\/[\w-]*[0-9a-f]{24}$/,
            "`namespace/slug`, such as " +
              "`acme/our-models-6531a1b2c3d4e5f60718293a`",
            (text) => text.replace(/^.*\/?collections\//, ""),
          ),
        ],
      }),
      "slug",
    ),
    namespace: b.given(namespaceAttribute, "owner.name"),
    title: b.given(
      s.string({
        optional: true,
        computed: true,
        description: "The title, by which it is looked for among those of " +
          "`namespace`. Either this or `slug`.",
        validators: [v.lengthAtLeast(1)],
      }),
      "title",
    ),
    id: b.string(
      ({ slug }) => idOf(slug),
      "The id: 24 hex digits, which stay when the title changes.",
    ),
    description: b.string("description", "What it is about."),
    visibility: b.string(
      (collection) => collection.private ? "private" : "public",
      "Who sees it: `public` or `private`.",
    ),
    theme: b.string("theme", "The color."),
    items: b.list("items", (item) => ({
      type: item.string(
        "type",
        "`model`, `dataset`, `space`, `paper`, `bucket` or `collection`.",
      ),
      id: item.string(
        ({ slug, id }) => slug ?? id,
        "`namespace/name` of a repository, the number of a paper on arXiv, " +
          "or the slug of a collection.",
      ),
      note: item.string(
        ({ note }) => note?.text || null,
        "The note beside it; null without one.",
      ),
    }), "What it holds, in order."),
    upvotes: b.int("upvotes", "How many users like it."),
    updated_at: b.string("lastUpdated", at("When it was last changed")),
  }),
  validators: [rules.exactlyOneOf("slug", "title")],
  isOwned: ({ slug }) => slug === null,
  failed: ({ slug, title }) => ({
    summary: `Cannot read the collection ${slug ?? `"${title}"`}`,
  }),
  async read({ config, client: { collections }, namespace, signal }) {
    const { slug, title } = config;
    if (slug !== null) return await collections.get(slug, { signal });
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
