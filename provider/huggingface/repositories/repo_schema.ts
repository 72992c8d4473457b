import { p, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { RepoInfo, UpdateRepo } from "@hf-terraform/client";
import { idOfParts } from "../object/derived_id.ts";
import {
  groupOptions,
  movableOptions,
  onDestroy,
  renamableOptions,
  visibilityOptions,
} from "../schema/namespace.ts";
import { planText } from "../define/access.ts";
import { licenses, storageRegions } from "../schema/known_values.ts";
import type { NewRepo } from "../repo/repo_object.ts";
import { inOrder } from "../schema/same.ts";
import { emailAddress } from "../schema/validators.ts";

/** The body of a create, with the settings that are sent after it. */
export type Body = NewRepo & UpdateRepo;

/** The Hub's answer about a repository, in the shape of the state. */
export interface RepoAnswer extends Body {
  readonly _id?: string | undefined;
  readonly id: string;
  /** The newest commit of `main`. */
  readonly sha?: string;
  readonly createdAt?: string;
  readonly resourceGroup?: RepoInfo["resourceGroup"];
  readonly url: string;
}

export interface RepoWire {
  readonly create: Body;
  readonly update: UpdateRepo;
  readonly response: RepoAnswer;
}

const b = bindingTo<RepoWire>();

/** The kinds of repositories that this file manages. */
export type Kind = "model" | "dataset";

/** Settings that no answer shows, and that stay if they are not configured. */
const kept = { optional: true, computed: true, response: "hidden" } as const;
const stays = "Removed from the configuration, it stays as it is.";

/** The attributes that are the same of both kinds. */
const attributes = {
  id: idOfParts(["namespace", "name"], "`namespace/name`."),
  repository_id: b.computed("_id", types.string, {
    description: "The id that stays when it is renamed: 24 hex digits.",
    key: true,
  }),
  namespace: b.field("organization", types.string, movableOptions),
  name: b.field("name", types.string, renamableOptions),
  visibility: b.field("visibility", types.string, visibilityOptions),
  gated: b.mapped("gated", types.string, {
    optional: true,
    default: "false",
    description: "Whether others have to ask for access: `auto`: all who ask " +
      "get it; `manual`: you decide; `false`: nobody has to. Default `false`.",
    validators: [v.oneOf("false", "auto", "manual")],
    openness: inOrder("manual", "auto", "false"),
    encode: (gated) => gated === "auto" || gated === "manual" ? gated : false,
    decode: (gated: unknown) =>
      gated === false || typeof gated === "string" ? `${gated}` : undefined,
  }),
  org_members_gated: b.field("orgMembersGated", types.bool, {
    optional: true,
    description: "Whether members of the organization have to ask, too.",
    response: "hidden",
    clear: { send: false },
  }),
  gated_notifications_email: b.field("gatedNotificationsEmail", types.string, {
    ...kept,
    description: `Address for reports of requests. ${stays}`,
    validators: [emailAddress],
  }),
  gated_notifications_mode: b.field("gatedNotificationsMode", types.string, {
    ...kept,
    description: `Reports of requests: \`bulk\` or \`real-time\`. ${stays}`,
    validators: [v.oneOf("bulk", "real-time")],
  }),
  discussions_disabled: b.field("discussionsDisabled", types.bool, {
    optional: true,
    description: "Whether discussions and pull requests are switched off.",
    response: "hidden",
    clear: { send: false },
  }),
  discussions_sorting: b.field("discussionsSorting", types.string, {
    ...kept,
    description: "Order of discussions: `recently-created`, `trending` or " +
      `\`reactions\`. ${stays}`,
    validators: [v.oneOf("recently-created", "trending", "reactions")],
  }),
  region: b.field("region", types.string, {
    optional: true,
    computed: true,
    description: `Where its files are stored: \`us\` or \`eu\` ` +
      `(${planText("Team")}). The Hub cannot change it.`,
    validators: [v.knownValues(...storageRegions)],
    response: "region",
    change: "immutable",
    sometimesReturned: true,
  }),
  license: b.field("license", types.string, {
    ...kept,
    description: "The [license](https://huggingface.co/docs/hub/" +
      "repositories-licenses) that its first README.md names, such as " +
      "`apache-2.0`. It counts only when the repository is created.",
    validators: [v.knownValues(...licenses)],
    change: "immutable",
  }),
  license_name: b.field("license_name", types.string, {
    ...kept,
    description: "Name of a license that is `other`. It counts as `license`.",
    validators: [
      v.matches(/^[a-z0-9.-]+$/, "lower-case letters, digits, `-` and `.`"),
      v.requiredWith("license"),
    ],
    change: "immutable",
  }),
  license_link: b.field("license_link", types.string, {
    ...kept,
    description: "Its file: `LICENSE`, `LICENSE.md` or a URL.",
    validators: [
      v.matches(
        /^(?:LICENSE(?:\.md)?|https?:\/\/\S+)$/,
        "`LICENSE`, `LICENSE.md` or a URL",
      ),
      v.requiredWith("license"),
    ],
    change: "immutable",
  }),
  on_destroy: b.local(onDestroy({
    keep: "only forgets it",
    make_private: "also hides it",
    delete: "deletes it with all files, likes and discussions, for good",
  })),
  sha: b.computed("sha", types.string, {
    description: "The newest commit of `main`.",
  }),
  url: b.computed("url", types.string, {
    description: "The URL of its page.",
    planModifiers: [p.computedFrom(["namespace", "name"])],
  }),
  created_at: b.computed("createdAt", types.string, {
    description: "When it was created, in the form of RFC 3339.",
  }),
};

export function schemaOf(kind: Kind) {
  return s.schema({
    description:
      `A [${kind} repository](https://huggingface.co/docs/hub/${kind}s) on ` +
      "the Hub. It is followed by its stable id: renamed here or on its page, " +
      `it stays the same ${kind}.`,
    attributes: {
      ...attributes,
      resource_group_id: b.field("resourceGroupId", types.string, {
        ...groupOptions(kind),
        response: "resourceGroup.id",
        change: "via",
      }),
    },
  });
}
