import { s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { parentAttributes, partId, type PartName } from "../repo/repo_part.ts";
import { requireText } from "../define/inputs.ts";
import { onDestroy } from "../schema/namespace.ts";
import { fullCommit, refName, revisionName } from "../schema/validators.ts";

export interface RefWire {
  readonly create: { readonly revision?: string; readonly message?: string };
  readonly update: Record<never, never>;
  readonly response: {
    /** The commit again, for `revision`. */
    readonly revision?: string;
    readonly commit?: string;
  };
}

const b = bindingTo<RefWire>();

export type RefKind = "branch" | "tag";

export function refNameOf(kind: RefKind): PartName<"name"> {
  return {
    kind,
    keys: { name: `The name of the ${kind}.` },
    word: kind,
    pathOf: (name) => `${kind}/${name}`,
    parse: (name) => ({ name }),
    restOf: ({ revision }) => revision,
    idIs: [
      `the ID of a ${kind}`,
      `\`namespace/name/${kind}/NAME\`, such as \`acme/my-model/${kind}/v1\`, ` +
      "with `datasets/` or `spaces/` before it for these, or the address of " +
      "its page.",
    ],
  };
}

/** The attributes of both kinds; `name` is one for the pages of each. */
function attributesOf(kind: RefKind) {
  return {
    id: partId(
      `Repository and ${kind}, such as \`datasets/acme/x/${kind}/v1\`.`,
      refNameOf(kind),
    ),
    ...parentAttributes("model", "dataset", "space"),
    name: b.local(
      requireText(`The name of the ${kind}. It may hold \`/\`.`, refName(kind)),
      { change: "immutable" },
    ),
    commit: b.computed("commit", types.string, {
      description: `The commit that the ${kind} leads to: 40 hex digits.`,
      ...kind === "tag" &&
        { fingerprint: true as const, absentMeansNull: true },
    }),
  };
}

export const branchSchema = s.schema({
  description:
    "A branch of a repository. Commits to it are no drift: the branch is " +
    "managed, not what it holds. One that somebody else deletes and makes " +
    "again counts as this one.",
  attributes: {
    ...attributesOf("branch"),
    revision: b.field("revision", types.string, {
      optional: true,
      computed: true,
      description: "The branch, tag or commit that the branch starts at. " +
        "Default `main`. It counts only when the branch is created.",
      validators: [revisionName],
      response: "hidden",
      change: "immutable",
    }),
    on_destroy: b.local(onDestroy({
      delete: "deletes the branch with its commits",
      keep: "only forgets it",
    })),
  },
});

export const tagSchema = s.schema({
  description:
    "A tag of a repository. The Hub cannot move one, so an update of " +
    "`revision` or `message` deletes it and creates it again. One that " +
    "somebody else deletes and makes again of the same commit counts as this " +
    "one, whatever its message.",
  attributes: {
    ...attributesOf("tag"),
    revision: b.mapped("revision", types.string, {
      optional: true,
      computed: true,
      description: "The branch, tag or commit that the tag is made of. " +
        "Default `main`. A change moves the tag; a later commit to the branch " +
        "does not. If somebody else moves it, a commit of 40 hex digits here " +
        "puts it back; else there is a warning.",
      validators: [revisionName],
      encode: (revision) => revision,
      decode: (commit, kept) => fullCommit.test(kept ?? "") ? commit : kept,
      change: "via",
    }),
    message: b.field("message", types.string, {
      optional: true,
      computed: true,
      description: "The message of the tag.",
      response: "hidden",
      change: "via",
      makesAnew: true,
      validators: [v.lengthAtLeast(1)],
    }),
  },
});
