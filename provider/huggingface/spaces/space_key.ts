import {
  failure,
  isUnknown,
  p,
  Path,
  type Resource,
  s,
  types,
  type Unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { CallOptions, KeyValue } from "@hf-terraform/client";
import { partDefinerFor } from "../object/bound.ts";
import { identityOf, idOfParts } from "../object/derived_id.ts";
import { parseSpaceKeyId } from "../schema/ids.ts";
import { noteUnread } from "../object/fingerprint.ts";
import { readNote } from "../object/notes.ts";
import { orGone } from "../object/remote_object.ts";
import { type PartPlace, repositoryParent } from "../repo/repo_parent.ts";
import {
  createPart,
  followedOnceCreated,
  type PartJson,
} from "../repo/repo_part.ts";
import { repoReads } from "../repo/repo_reader.ts";
import { requireText } from "../define/inputs.ts";
import { findById } from "../object/identity.ts";
import { knownTexts, sameName } from "../schema/same.ts";
import { repoId, spaceKey } from "../schema/validators.ts";
import {
  keyClaim,
  keyIn,
  type KeyKind,
  keyRoutes,
  type Keys,
  keyWords,
  otherKind,
  spaceKeyReads,
} from "./keys.ts";

/** A key as its Space has it. */
interface KeyAnswer extends Partial<PartJson> {
  /** Of a secret, what was set here, unless it was set elsewhere since. */
  readonly value?: string | null | undefined;
  readonly version?: string | null | undefined;
  readonly description?: string | undefined;
  readonly updatedAt?: string | undefined;
}

interface Wire {
  readonly create: Omit<KeyValue, "key"> & Pick<PartJson, "parentName">;
  readonly update: Wire["create"];
  readonly response: KeyAnswer;
}

const b = bindingTo<Wire>({ update: "PUT" });

const ofSecret = b.secret("value", "value", {
  required: true,
  clear: "omit",
  description: "The value.",
  response: { value: "value", version: "version" },
});

const ofVariable = {
  value: b.field("value", types.string, {
    required: true,
    description: "The value.",
  }),
};

/** The attributes of the value: only a secret has a write-only twin. */
type ValueAttributes =
  & { readonly value: (typeof ofSecret | typeof ofVariable)["value"] }
  & Partial<Omit<typeof ofSecret, "value">>;

const readers: Readonly<Record<KeyKind, string>> = {
  secret:
    "The Hub shows nobody its value, but when it was last set: one that " +
    "was set elsewhere is set again, and the plan warns of it.",
  variable: "Everybody who sees the Space can read it.",
};

function schemaOf(kind: KeyKind) {
  const valueAttributes: ValueAttributes = kind === "secret"
    ? ofSecret
    : ofVariable;
  return s.schema({
    description: `One ${kind} of a ` +
      "[Space](https://huggingface.co/docs/hub/spaces) that is managed " +
      `elsewhere. ${readers[kind]} For a Space of this configuration use ` +
      `\`${kind}s\` of \`huggingface_space\`.`,
    attributes: {
      id: idOfParts(
        ["space", "key"],
        "Space and key, such as `acme/my-space/MODE`.",
      ),
      space: b.field("parentName", types.string, {
        required: true,
        description: "Namespace and name of the Space, such as " +
          `\`acme/my-space\`. ${followedOnceCreated}its new name replaces ` +
          "nothing, another Space does.",
        validators: [repoId],
        semanticEquals: sameName,
        change: "via",
      }),
      key: b.local(requireText(`The name of the ${kind}.`, spaceKey), {
        change: "immutable",
      }),
      ...valueAttributes,
      description: b.field("description", types.string, {
        optional: true,
        description: "Description.",
        clear: "omit",
        absentMeansNull: true,
        validators: [v.lengthAtLeast(1)],
      }),
      space_id: b.computed("parentId", types.string, {
        description: "The id of the Space that stays when it is renamed.",
        planModifiers: [p.computedFrom(["space"])],
      }),
      updated_at: b.computed("updatedAt", types.string, {
        description: "When it was last set, in the form of RFC 3339.",
        planModifiers: [p.mayChangeOnUpdate()],
        fingerprint: true,
      }),
    },
  });
}

interface Key {
  readonly space: string;
  readonly space_id: string | Unknown | null;
  readonly key: string;
  readonly value?: string | null;
  readonly value_wo_version?: string | null;
  readonly description: string | null;
  readonly updated_at: string | Unknown | null;
}

type Found = Pick<KeyAnswer, "value" | "description" | "updatedAt">;

/** The Space of a key, by its name and its id that stays. */
const spaceOfKey = repositoryParent(
  ({ space, space_id }: Pick<Key, "space" | "space_id">) => ({
    repository: space,
    repository_type: "space",
    repository_id: space_id,
    attribute: "space",
  }),
);

/** A key; undefined: there is none, or its Space is gone meanwhile. */
async function findKey(
  kind: KeyKind,
  { repo: { id }, context: { provider }, signal }: PartPlace,
  { key }: Pick<Key, "key">,
): Promise<Found | undefined> {
  const all = await orGone<Keys>(spaceKeyReads[kind](provider).get(id, signal));
  return all && keyIn(all, key);
}

async function setKey(
  kind: KeyKind,
  at: PartPlace,
  { plan, config: { value_wo } }: {
    readonly plan: Key;
    readonly config: { readonly value_wo?: string | null };
  },
  call: CallOptions,
): Promise<Found> {
  const { signal = at.signal } = call;
  const { provider } = at.context;
  const { key } = plan;
  const value = plan.value ?? undefined;
  const description = plan.description ?? undefined;
  const body = { key, value: value ?? value_wo ?? "", description };
  await keyRoutes(kind, at.client).set(at.repo.id, body, call)
    .finally(() => spaceKeyReads[kind](provider).forget());
  const found = await findKey(kind, { ...at, signal }, plan)
    .catch(() => undefined);
  // A list that fails or lags behind does not show it.
  if (found === undefined) noteUnread(at.context);
  return { value, description, updatedAt: found?.updatedAt };
}

function answerOf(
  kind: KeyKind,
  { value, value_wo_version, updated_at }: Key,
  { context }: PartPlace,
  found: Found = {},
): KeyAnswer {
  // Without a value in the state, the next apply sets it again.
  const isOurs = !found.updatedAt ||
    (typeof updated_at === "string"
      ? updated_at === found.updatedAt
      : isUnknown(updated_at) || readNote(context, "set_again") === undefined);
  return {
    ...found,
    ...kind === "secret" && {
      value: isOurs ? value : null,
      version: isOurs ? value_wo_version : null,
    },
  };
}

function keyResource(kind: KeyKind): Resource {
  // An import does not see the value, nor does the Hub tell what others set.
  const isUnseen = ({ value, value_wo_version }: Key) =>
    kind === "secret" && value === null && value_wo_version === null;
  return partDefinerFor<Wire>()({
    typeName: `huggingface_space_${kind}`,
    schema: schemaOf(kind),
    kind,
    access: { permission: "repo.write" },
    identity: {
      ...identityOf({
        space_id: "The id of the Space that stays when it is renamed.",
        key: `The name of the ${kind}.`,
      }),
      async importKey(context) {
        const { id = "", identity } = context;
        if (identity === undefined) {
          return { ...parseSpaceKeyId(kind, id), space_id: null };
        }
        const { space_id, key } = identity;
        const { space: reads } = repoReads;
        const space = await findById("space", reads, space_id ?? "", context);
        return { space: space.id, space_id, key: key ?? "" };
      },
    },
    parent: spaceOfKey,
    conflicts: {
      claims({ space, key }) {
        const [id, name] = knownTexts(space, key) ?? [];
        return id && name ? [keyClaim(id, name)] : [];
      },
      async refusalOf({ space, key }, { provider, signal }) {
        const [id = "", name = ""] = knownTexts(space, key) ?? [];
        const other = otherKind[kind];
        const reads = spaceKeyReads[other](provider);
        const others = id && await orGone<Keys>(reads.get(id, signal));
        return !others || !keyIn(others, name) ? undefined : failure(
          `The Space ${id} has a ${other} ${name}`,
          "A Space that has a secret and a variable of one name may not " +
            `start, so the ${kind} is not set. Choose another name, or delete ` +
            `the ${other} first.`,
          Path.root.attribute("key"),
        );
      },
    },
    losses: {
      unmanaged: (state, { isEnding }) =>
        isEnding && isUnseen(state) ? ["its value"] : [],
    },
    modifyPlan({ prior, planned: { value }, config, isUpdate, diagnostics }) {
      if (!prior || !isUpdate) return;
      const { space, key } = prior;
      const at = Path.root.attribute("value");
      if ((value ?? config.value_wo ?? null) === null) {
        diagnostics.addError(
          `The value of the ${kind} ${key} is not known here`,
          "An update sends it, too: take it out of `ignore_changes`.",
          at,
        );
      } else if (isUnseen(prior)) {
        const said = keyWords("overwrite", kind, space, [key]);
        diagnostics.addWarning(...said, at);
      }
    },
    create: ({ parent: at, plan, ...call }) =>
      createPart<Found, KeyAnswer>(call, {
        find: (signal) => findKey(kind, { ...at, signal }, plan),
        send: (once) => setKey(kind, at, { plan, ...call }, once),
        elsewhere: `If \`${kind}s\` of a \`huggingface_space\` has ` +
          `\`${plan.key}\`, take it out there. `,
        describe: (found) => `was set at ${found?.updatedAt}`,
        nameAttribute: "key",
      }, (found) => answerOf(kind, plan, at, found)),
    async read({ parent: at, state }) {
      const found = await findKey(kind, at, state);
      return found && answerOf(kind, state, at, found);
    },
    async update(call) {
      const { parent: at, plan, body } = call;
      const found = body === undefined
        ? await findKey(kind, at, plan)
        : await setKey(kind, at, call, at);
      return found && answerOf(kind, plan, at, found);
    },
    delete: async ({ parent: at, client, state, current, confirmDelete }) =>
      current !== undefined &&
      await confirmDelete((once) =>
        keyRoutes(kind, client).delete(at.repo.id, state.key, once)
      ),
  });
}

export const spaceSecret: Resource = keyResource("secret");

export const spaceVariable: Resource = keyResource("variable");
