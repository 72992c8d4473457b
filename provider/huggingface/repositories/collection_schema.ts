import { p, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type {
  Collection,
  CollectionGating,
  CreateCollection,
  UpdateCollection,
} from "@hf-terraform/client";
import { parseRepoAddress, repoIdOf } from "../schema/ids.ts";
import { isRecord, recordAt } from "../schema/json.ts";
import { groupOptions, namespaceOptions } from "../schema/namespace.ts";
import { quoteNames } from "../object/create.ts";
import type { VisibilityFields } from "../object/visibility_order.ts";
import { inOrder } from "../schema/same.ts";
import {
  eachOnce,
  emailAddress,
  suggest,
  textUpTo,
} from "../schema/validators.ts";
import { idOf } from "./collection_items.ts";
import { omitNulls, requireText, text } from "../define/inputs.ts";

/** The settings that only an update of the API takes. */
type Settings = Pick<UpdateCollection, "theme" | "position" | "gating">;

/** A collection, with the group that only a route of its own shows. */
export type CollectionAnswer = Collection & {
  readonly resourceGroupId?: string | null | undefined;
};

export interface CollectionWire {
  readonly create: CreateCollection & Settings & {
    readonly namespace: string;
  };
  readonly update: UpdateCollection;
  readonly response: CollectionAnswer;
}

/** The opening of a collection, whose create takes no settings. */
export const opens: VisibilityFields = {
  by: "private",
  closed: true,
  later: { theme: undefined, position: undefined, gating: false },
};

const b = bindingTo<CollectionWire>();

const themes = ["orange", "blue", "green", "purple", "pink", "indigo"];
const itemTypes = [
  "model",
  "dataset",
  "space",
  "paper",
  "bucket",
  "collection",
];

/** The id in the address of a page; empty: there is none. */
function idOfItem(text: string): string {
  const paper = /(?:arxiv(?:\.org\/(?:abs|pdf)\/|:\s*)|\/papers\/)([\d.]+\d)/i;
  const [, found] = paper.exec(text) ??
    /(?:\/|^)collections\/([^?#]+)/.exec(text) ?? [];
  if (found !== undefined) return found;
  const address = parseRepoAddress(text);
  return address === undefined ? "" : repoIdOf(address);
}

export const collectionSchema = s.schema({
  description:
    "A [collection](https://huggingface.co/docs/hub/collections): a list of " +
    "models, datasets, Spaces, papers and other collections on one page.",
  attributes: {
    id: b.computed("slug", types.string, {
      description: "The id: 24 hex digits, which stay when the title changes.",
      decode: idOf,
    }),
    slug: b.computed("slug", types.string, {
      description: "The path on the Hub, such as " +
        "`acme/our-models-6531a1b2c3d4e5f60718293a`. It follows the title.",
      planModifiers: [p.computedFrom(["title"])],
    }),
    title: b.field("title", types.string, {
      required: true,
      description: "The title, unique among the owner's collections.",
      validators: [textUpTo(60)],
    }),
    namespace: b.field("namespace", types.string, {
      ...namespaceOptions(),
      response: "owner.name",
      key: "given",
      change: "immutable",
    }),
    description: b.field("description", types.string, {
      optional: true,
      description: "Description.",
      validators: [textUpTo(150)],
      clear: { send: "" },
      absentMeansNull: true,
    }),
    visibility: b.mapped("private", types.string, {
      optional: true,
      computed: true,
      description: "`public` or `private`. By default what the owner's " +
        "settings say, for users `public`.",
      validators: [v.oneOf("public", "private")],
      encode: (visibility) => visibility === "private",
      decode: (isPrivate) => isPrivate ? "private" : "public",
      openness: inOrder("private", "public"),
    }),
    theme: b.field("theme", types.string, {
      optional: true,
      computed: true,
      description: `The color: ${quoteNames(themes)}.`,
      validators: [v.oneOf(...themes)],
    }),
    position: b.field("position", types.int, {
      optional: true,
      computed: true,
      description: "Its place among the owner's collections, from 0: those " +
        "behind it move. Left out, it stays where it is.",
      validators: [v.atLeast(0)],
    }),
    gating: b.mapped(
      "gating",
      s.object({
        mode: requireText(
          "`auto` grants all requests, `manual` leaves them to the owner.",
          v.oneOf("auto", "manual"),
        ),
        notifications: s.object({
          mode: requireText(
            "When the owner is told: `bulk` once a day, `real-time` at once.",
            v.oneOf("bulk", "real-time"),
          ),
          email: text("Addressee, if not the owner.", emailAddress),
        }, {
          optional: true,
          description: "Addressee of requests; needed with `manual`.",
        }),
      }, {
        optional: true,
        description: "Whether access to all repositories that it holds is " +
          "asked for at once. For organizations with a Team plan or higher, " +
          "and repositories of their own.",
      }),
      {
        encode: ({ mode, notifications }): CollectionGating =>
          mode === "auto" || notifications === null ? { mode: "auto" } : {
            mode: "manual",
            notifications: {
              mode: notifications.mode,
              ...omitNulls({ email: notifications.email }),
            },
          },
        // Who does not manage it is only told that there is some.
        decode(gating, kept) {
          if (gating === false) return null;
          if (!isRecord(gating)) return gating === true ? kept : undefined;
          const { mode } = gating;
          const told = recordAt(gating, "notifications");
          if (typeof mode !== "string") return undefined;
          if (mode === "auto") return { mode, notifications: null };
          if (typeof told.mode !== "string") return undefined;
          const { email = null } = told;
          return { mode, notifications: { mode: told.mode, email } };
        },
      },
      { clear: { send: false }, openness: (gating) => gating === null ? 1 : 0 },
    ),
    resource_group_id: b.field("resourceGroupId", types.string, {
      ...groupOptions("collection"),
      hasServiceDefault: true,
      change: "via",
    }),
    items: b.computed(
      "items",
      s.objectList({
        type: requireText(
          `${quoteNames(itemTypes)}.`,
          v.knownValues(...itemTypes),
        ),
        id: requireText(
          "`namespace/name` of a repository, the number of a " +
            "paper on arXiv, or the slug of a collection.",
          suggest(
            /^(?!(?:models|datasets|spaces|buckets|collections)\/)[^\s:]+$/,
            "an id and no URL, such as `acme/my-model` or `2307.09288`",
            idOfItem,
          ),
        ),
        note: text("A note beside it.", textUpTo(500)),
      }, {
        optional: true,
        computed: true,
        description: "Items, in this order. Any other item is " +
          "removed. Left out altogether, the items stay as they are.",
        validators: [eachOnce("type", "id")],
      }),
      {
        decode: (items) =>
          items.map(({ type, slug, id, note }) => ({
            type,
            id: slug ?? id,
            note: note?.text || null,
          })),
        change: "via",
        keepsOthers: ["type", "id"],
      },
    ),
    upvotes: b.computed("upvotes", types.int, {
      description: "Number of users who like it.",
    }),
    updated_at: b.computed("lastUpdated", types.string, {
      description: "When it was last changed, in the form of RFC 3339.",
      planModifiers: [p.mayChangeOnUpdate()],
    }),
  },
});
