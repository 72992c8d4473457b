/**
 * Collections: lists of models, datasets, Spaces, papers and more.
 *
 * Facts: the Hub's OpenAPI document, and `huggingface_hub` 2.4.0 for the change
 * of an item.
 *
 * @module
 */

import { ApiResource } from "./core/api_resource.ts";
import type { Call } from "./core/call.ts";
import type { OpenEnum } from "./core/open_enum.ts";
import { linkList, type List, type ListParams } from "./core/pages.ts";
import type { CallOptions } from "./core/options.ts";
import { RESOURCE_GROUP } from "./repos/request.ts";
import type { ResourceGroup } from "./repos/types.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "./core/request.ts";
import type { Shape } from "./core/shape.ts";
import { checkName, ownedId, path } from "./core/url.ts";

/** The type of an item of a collection. */
export type CollectionItemType = OpenEnum<
  "model" | "dataset" | "space" | "paper" | "collection" | "bucket"
>;

/** The colour of a collection. */
export type CollectionTheme = OpenEnum<
  "orange" | "blue" | "green" | "purple" | "pink" | "indigo"
>;

/**
 * The gating of a collection: access to all its repositories is requested at
 * once, and granted as set here. For organizations of paid plans.
 */
export type CollectionGating =
  | false
  | { readonly mode: "auto" }
  | {
    readonly mode: "manual";
    /** The notifications about requests. */
    readonly notifications: {
      readonly mode: OpenEnum<"bulk" | "real-time">;
      readonly email?: string | undefined;
    };
  };

/** A thing that a collection holds, as it is named. */
export interface CollectionObject {
  /** The type. */
  readonly type: CollectionItemType;
  /** `namespace/name`, the id of a paper, or the slug of a collection. */
  readonly id: string;
}

/** The body of a create. */
export interface CreateCollection {
  /** Its title, 1 to 60 characters. */
  readonly title: string;
  /** The description, at most 150 characters. */
  readonly description?: string | undefined;
  /** Whether only members see it; as the organization sets it if left out. */
  readonly private?: boolean | undefined;
  /** Its first item. */
  readonly item?: CollectionObject | undefined;
  /** The resource group it belongs to; for paid plans. */
  readonly resourceGroupId?: string | undefined;
}

/** Changes of a collection; what is left out stays as it is. */
export interface UpdateCollection
  extends Pick<CreateCollection, "description" | "private"> {
  /** Its title, 1 to 60 characters; a new one changes the slug. */
  readonly title?: string | undefined;
  /** Its place among the owner's collections, from 0. */
  readonly position?: number | undefined;
  /** Its colour. */
  readonly theme?: CollectionTheme | undefined;
  /** The gating. */
  readonly gating?: CollectionGating | undefined;
}

/** One item of a collection. */
export interface CollectionItem {
  /** The id of the item itself, 24 hex digits. */
  readonly _id: string;
  /** The type. */
  readonly type: CollectionItemType;
  /** `namespace/name`, the id of a paper, or the id of a collection. */
  readonly id: string;
  /** The slug of a collection. */
  readonly slug?: string;
  /** Its place, from 0. */
  readonly position?: number;
  /** The owner's note. */
  readonly note?: {
    /** As it was written. */
    readonly text: string;
    /** As a page shows it. */
    readonly html?: string;
  } | null;
}

/** A collection. */
export interface Collection {
  /**
   * `namespace/title-id`. The text follows the title; the 24 hex digits at the
   * end stay, and an old slug still leads to the collection.
   */
  readonly slug: string;
  /** Its title. */
  readonly title?: string;
  /** The description. */
  readonly description?: string | null;
  /** The owner. */
  readonly owner: {
    /** The account's id, 24 hex digits. */
    readonly _id?: string;
    /** The account's name. */
    readonly name?: string;
    /** The type. */
    readonly type?: OpenEnum<"user" | "org">;
  };
  /** The gating; plain true for those who do not manage it. */
  readonly gating?: true | CollectionGating;
  /** The time of the last change, RFC 3339. */
  readonly lastUpdated?: string;
  /** Its place among the owner's collections; not in lists. */
  readonly position?: number;
  /** Whether only members see it. */
  readonly private?: boolean;
  /** Its colour. */
  readonly theme?: CollectionTheme;
  /** The number of likes. */
  readonly upvotes?: number;
  /** Its short address; not in lists. */
  readonly shareUrl?: string;
  /** The resource group it belongs to. */
  readonly resourceGroup?: ResourceGroup | null;
  /** The items in order; lists return the first few only. */
  readonly items?: readonly CollectionItem[];
}

/** Filters of a list of collections. */
export interface CollectionListParams extends ListParams {
  /** Only those of these accounts. */
  readonly owner?: readonly string[] | undefined;
  /** Only those that hold one of these, as `models/acme/name`. */
  readonly item?: readonly string[] | undefined;
  /** Only those that are found by this. */
  readonly q?: string | undefined;
  /** The order, `trending` if left out. */
  readonly sort?: OpenEnum<"upvotes" | "lastModified" | "trending"> | undefined;
}

const COLLECTION: Shape<Collection> = {
  slug: "name!",
  title: "string",
  description: "string|null",
  owner: { _id: "string", name: "name", type: "string" },
  gating: true,
  lastUpdated: "string",
  position: "number?",
  private: "boolean",
  theme: "string",
  upvotes: "number",
  shareUrl: "string?",
  resourceGroup: RESOURCE_GROUP,
  items: [{
    _id: "string!",
    type: "string!",
    id: "string!",
    slug: "string?",
    position: "number",
    note: { "?": null, text: "string!", html: "string" },
  }, "?"],
};

/** Collections of the Hub. */
export class Collections extends ApiResource {
  /** Lists collections, each with its first items. */
  list(
    params: CollectionListParams = {},
    options?: CallOptions,
  ): List<Collection> {
    return linkList(this.transport, {
      path: "/api/collections",
      action: "list the collections",
      shape: [COLLECTION],
      call: options,
    }, params);
  }

  /**
   * Makes a collection.
   *
   * @param namespace Who owns it, a user or an organization.
   * @throws {ConflictError} If the owner has one of that title; the body of the
   * answer holds its `slug`.
   */
  create(
    namespace: string,
    body: CreateCollection,
    options?: CallOptions,
  ): Call<Collection> {
    return this.transport.request({
      method: "POST",
      path: "/api/collections",
      action: `create the collection ${namespace}/${body.title}`,
      shape: COLLECTION,
      body: { ...body, namespace: checkName(namespace) },
      call: options,
    });
  }

  /** Reads a collection with all its items. */
  get(slug: string, options?: CallOptions): Call<Collection> {
    return this.transport.request({
      ...onCollection(slug, "read", options),
      shape: COLLECTION,
    });
  }

  /** Changes a collection. Another title gives it another slug. */
  update(
    slug: string,
    body: UpdateCollection,
    options?: CallOptions,
  ): Call<Collection> {
    return this.transport.request<{ readonly data: Collection }>({
      ...onCollection(slug, "update", options, "PATCH"),
      shape: { data: COLLECTION },
      isIdempotent: true,
      body,
    }).map(({ data }) => data);
  }

  /** Deletes a collection; what it holds stays. */
  delete(slug: string, options?: CallOptions): Call<void> {
    return this.transport.delete(onCollection(slug, "delete", options));
  }

  /** Reads the resource group that a collection belongs to. */
  getResourceGroup(
    slug: string,
    options?: CallOptions,
  ): Call<ResourceGroup | null> {
    const at = "/resource-group";
    return this.transport.request({
      ...onCollection(slug, "read the resource group of", options, at),
      shape: RESOURCE_GROUP,
    });
  }

  /** Puts a collection into a resource group, or takes it out of its group. */
  setResourceGroup(
    slug: string,
    resourceGroupId: string | null,
    options?: CallOptions,
  ): Call<void> {
    const at = "POST /resource-group";
    return this.transport.send({
      ...onCollection(slug, "set the resource group of", options, at),
      isIdempotent: true,
      body: { resourceGroupId },
    });
  }

  /**
   * Puts a thing at the end of a collection.
   *
   * @param body What to put there, and what to say about it, at most 500
   * characters.
   * @throws {ConflictError} If the collection holds it already.
   * @throws {NotFoundError} If there is no such thing.
   */
  addItem(
    slug: string,
    body: CollectionObject & { readonly note?: string | undefined },
    options?: CallOptions,
  ): Call<Collection> {
    const { note, ...item } = body;
    const at = "POST /items";
    return this.transport.request({
      ...onCollection(slug, `add the ${item.type} ${item.id} to`, options, at),
      shape: COLLECTION,
      body: { item, note },
    });
  }

  /** Moves an item, named by its `_id`, or changes its note. */
  updateItem(
    slug: string,
    itemId: string,
    change: {
      readonly position?: number | undefined;
      readonly note?: string | undefined;
    },
    options?: CallOptions,
  ): Call<void> {
    const at = path`PATCH /items/${itemId}`;
    return this.transport.send({
      ...onCollection(slug, `change an item of`, options, at),
      isIdempotent: true,
      body: change,
    });
  }

  /**
   * Moves items, or changes what is said about them, in one request.
   *
   * @param changes The `_id` of each item with its new place, from 0, or note;
   * what is left out stays.
   */
  updateItems(
    slug: string,
    changes: readonly {
      readonly _id: string;
      readonly position?: number | undefined;
      readonly note?: string | undefined;
    }[],
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      ...onCollection(slug, "change items of", options, "POST /items/batch"),
      isIdempotent: true,
      body: changes.map(({ _id, ...data }) => ({
        action: "update",
        _id,
        data,
      })),
    });
  }

  /**
   * Takes an item out of a collection.
   *
   * @param itemId The `_id` of the item.
   * @throws {NotFoundError} If it holds no such item.
   */
  removeItem(slug: string, itemId: string, options?: CallOptions): Call<void> {
    const at = path`/items/${itemId}`;
    return this.transport.delete(
      onCollection(slug, "take an item out of", options, at),
    );
  }
}

function onCollection(slug: string, ...args: RequestArgs): RequestOptions {
  return requestFor(
    `the collection ${slug}`,
    path`/api/collections/${ownedId(slug)}`,
    ...args,
  );
}
