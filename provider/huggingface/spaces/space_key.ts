/**
 * `huggingface_space_secret` and `huggingface_space_variable`: one key of a
 * Space that is managed elsewhere.
 *
 * Both belong to the Space with the stable id that they were created in: the
 * name is looked up right before each write, because another Space may have it
 * by then.
 *
 * @module
 */

import {
  p,
  type Resource,
  s,
  types,
  type Unknown,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { CallOptions, KeyValue } from "@hf-terraform/client";
import { differenceIn } from "../object/create.ts";
import { idOfParts } from "../object/derived_id.ts";
import { definerFor, identityOf } from "../object/bound.ts";
import { parseSpaceKeyId } from "../schema/ids.ts";
import { orGone } from "../object/remote_object.ts";
import { type PartPlace, partResource } from "../repo/part_resource.ts";
import { findRepoById } from "../repo/repo_object.ts";
import { sameName } from "../schema/same.ts";
import { repoId, spaceKey } from "../schema/validators.ts";
import { type KeyKind, keyRoutes, type Keys, spaceKeyReads } from "./keys.ts";

/** A key as its Space has it. */
interface KeyAnswer {
  /** The id of the Space that stays, and its name now. */
  readonly spaceId: string | undefined;
  readonly space: string;
  readonly key: string;
  /** Of a secret, what was set here, unless it was set elsewhere since. */
  readonly value?: string | null | undefined;
  readonly version?: string | null | undefined;
  readonly description?: string | undefined;
  readonly updatedAt?: string | undefined;
}

interface Wire {
  readonly create: KeyValue & { readonly space: string };
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

const descriptions: Readonly<Record<KeyKind, string>> = {
  secret:
    "One secret of a [Space](https://huggingface.co/docs/hub/spaces) that " +
    "is managed elsewhere. The Hub shows nobody its value, but when it was last " +
    "set: a secret that was set elsewhere is set again. For a Space of this " +
    `configuration use \`secrets\` of \`huggingface_space\`.`,
  variable:
    "One variable of a [Space](https://huggingface.co/docs/hub/spaces) that " +
    "is managed elsewhere. Everybody who sees the Space can read it. For a " +
    "Space of this configuration use `variables` of `huggingface_space`.",
};

function schemaOf(kind: KeyKind) {
  const valueAttributes: ValueAttributes = kind === "secret"
    ? ofSecret
    : ofVariable;
  return s.schema({
    description: descriptions[kind],
    attributes: {
      id: idOfParts(
        ["space", "key"],
        "Space and key, such as `acme/my-space/MODE`.",
      ),
      space: b.mapped("space", types.string, {
        required: true,
        description: "Namespace and name of the Space, such as " +
          "`acme/my-space`. If the Space was renamed, its new name is no change.",
        validators: [repoId()],
        semanticEquals: sameName,
        encode: (space) => space,
        decode: (space, kept) => kept ?? space,
        change: "via",
      }),
      key: b.field("key", types.string, {
        required: true,
        description: `The name of the ${kind}.`,
        validators: [spaceKey()],
        change: "immutable",
        key: true,
      }),
      ...valueAttributes,
      description: b.field("description", types.string, {
        optional: true,
        description: "Description.",
        clear: "omit",
        absentMeansNull: true,
        validators: [v.lengthAtLeast(1)],
      }),
      space_id: b.computed("spaceId", types.string, {
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

/** A key in a state or plan. */
interface Key {
  readonly space: string;
  readonly space_id: string | Unknown | null;
  readonly key: string;
  readonly value?: string | null;
  readonly value_wo_version?: string | null;
  readonly description: string | null;
  readonly updated_at: string | Unknown | null;
}

/** A key that was found or set. */
type Found = Pick<KeyAnswer, "value" | "description" | "updatedAt">;

/** The attributes that only a configuration has. */
interface Hidden {
  readonly value_wo?: string | null;
}

/** All keys of a Space; undefined: it is gone meanwhile. */
function keysOf(
  kind: KeyKind,
  { repo: { id }, context: { provider }, signal }: PartPlace,
): Promise<Keys | undefined> {
  return orGone<Keys>(spaceKeyReads[kind](provider).get(id, signal));
}

/** Defines the life of a secret or a variable. */
function lifeOf(kind: KeyKind) {
  const find = async (at: PartPlace, { key }: Pick<Key, "key">) => {
    const all = await keysOf(kind, at);
    return all && Object.hasOwn(all, key) ? all[key] : undefined;
  };
  const set = async (
    at: PartPlace,
    plan: Key,
    { value_wo }: Hidden,
    call: CallOptions,
  ): Promise<Found> => {
    const { signal = at.signal } = call;
    const { provider } = at.context;
    const { key } = plan;
    const value = plan.value ?? undefined;
    const description = plan.description ?? undefined;
    const body = { key, value: value ?? value_wo ?? "", description };
    await keyRoutes(kind, at.client).set(at.repo.id, body, call)
      .finally(() => spaceKeyReads[kind](provider).forget());
    // It is set; when that was, the next read says too.
    const found = await find({ ...at, signal }, plan).catch(() => undefined);
    return { value, description, updatedAt: found?.updatedAt };
  };

  return partResource<Key, Key, Found, KeyAnswer, Hidden>({
    repositoryOf: ({ space, space_id }) => ({
      repository: space,
      repository_type: "space",
      repository_id: space_id,
      attribute: "space",
    }),
    moves: true,
    find,
    add: (at, { plan, config }) => ({
      send: (once) => set(at, plan, config, once),
      elsewhere: `If \`${kind}s\` of a \`huggingface_space\` has ` +
        `\`${plan.key}\`, take it out there. `,
      differs: (found) => {
        const { value = null, description = null } = found ?? {};
        return differenceIn([
          ...kind === "secret" || value === plan.value ? [] : ["value"],
          ...description === plan.description ? [] : ["description"],
        ]);
      },
      describe: (found) => `was set at ${found?.updatedAt}`,
      nameAttribute: "key",
    }),
    change: (at, { body, plan, config }) =>
      body === undefined ? find(at, plan) : set(at, plan, config, at),
    remove: ({ client, repo, context }, { state: { key } }, once) =>
      keyRoutes(kind, client).delete(repo.id, key, once)
        .finally(() => spaceKeyReads[kind](context.provider).forget()),
    answer(known, { repo, repositoryId }, found = {}) {
      const { key, value, value_wo_version, updated_at } = known;
      // Without a value in the state, the next apply sets it again.
      const isOurs = typeof updated_at !== "string" || !found.updatedAt ||
        updated_at === found.updatedAt;
      return {
        ...found,
        spaceId: repositoryId,
        space: repo.id,
        key,
        ...kind === "secret" && {
          value: isOurs ? value : null,
          version: isOurs ? value_wo_version : null,
        },
      };
    },
  });
}

function keyResource(kind: KeyKind): Resource {
  return definerFor<Wire>()({
    typeName: `huggingface_space_${kind}`,
    schema: schemaOf(kind),
    kind,
    identity: identityOf({
      space_id: "The id of the Space that stays when it is renamed.",
      key: `The name of the ${kind}.`,
    }),
    async importKey(context) {
      const { id = "", identity } = context;
      if (identity === undefined) {
        return { ...parseSpaceKeyId(kind, id), space_id: null };
      }
      const { space_id, key } = identity;
      const space = await findRepoById("space", space_id ?? "", context);
      return { space: space.id, space_id, key: key ?? "" };
    },
    exact: "key",
    ...lifeOf(kind),
  });
}

/** The resource `huggingface_space_secret`. */
export const spaceSecret: Resource = keyResource("secret");

/** The resource `huggingface_space_variable`. */
export const spaceVariable: Resource = keyResource("variable");
