/**
 * `huggingface_space_secret` and `huggingface_space_variable`: one key of a
 * Space that is managed elsewhere.
 *
 * Routes: GET, POST and DELETE of `/api/spaces/{namespace}/{name}/secrets` and
 * `/variables`. Both belong to the Space with the stable id that they were
 * created in: the name is looked up right before each write, because another
 * Space may have it by then.
 *
 * @module
 */

import {
  failure,
  identity,
  type KnownConfig,
  Path,
  type Plan,
  type Resource,
  s,
  types,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { KeyValue, RepoInfo } from "@hf-terraform/client";
import { definerFor } from "../shared/object/bound.ts";
import { keyClaim, type KeyKind, known } from "../shared/object/claims.ts";
import { createObject } from "../shared/object/create.ts";
import { parseSpaceKeyId } from "../shared/ids.ts";
import {
  importCommand,
  orGone,
  type RemoteObject,
} from "../shared/object/remote_object.ts";
import { owned } from "../shared/reads/object_reader.ts";
import { findByStableId } from "../shared/repo/repo_object.ts";
import { repoId, spaceKey } from "../shared/validators.ts";
import { keyRoutes, type Keys } from "./space/keys.ts";

/** A key as its Space has it. */
interface KeyAnswer {
  /** The id of the Space that stays, and its name now. */
  readonly spaceId: string;
  readonly space: string;
  readonly key: string;
  /** Of a secret, what was set here, unless it was set elsewhere since. */
  readonly value?: string | undefined;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly updatedAt?: string | undefined;
}

interface Wire {
  readonly create: KeyValue & { readonly space: string };
  readonly update: Wire["create"];
  readonly answer: KeyAnswer;
}

const b = bindingTo<Wire>();

const ofSecret = b.secret("value", "value", {
  required: true,
  clear: "omit",
  description: "The value.",
  answer: { value: "value", version: "version" },
});

const ofVariable = {
  value: b.at("value", types.string, {
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
      id: b.derived(
        s.string({
          computed: true,
          description: "Space and key, such as `acme/my-space/MODE`.",
        }),
        ["space", "key"],
        (space, key) => `${space}/${key}`,
      ),
      space: b.by("space", types.string, {
        required: true,
        description: "Namespace and name of the Space, such as " +
          "`acme/my-space`. If the Space was renamed, its new name is no change.",
        validators: [repoId()],
        to: (space) => space,
        from: (space, kept) => kept ?? space,
        change: "via",
      }),
      key: b.at("key", types.string, {
        required: true,
        description: `The name of the ${kind}.`,
        validators: [spaceKey()],
        change: "immutable",
      }),
      ...valueAttributes,
      description: b.at("description", types.string, {
        optional: true,
        description: "What it is for.",
        clear: "omit",
      }),
      space_id: b.shown("spaceId", types.string, {
        computed: true,
        description: "The id of the Space that stays when it is renamed.",
        dependsOn: ["space"],
      }),
      updated_at: b.shown("updatedAt", types.string, {
        computed: true,
        description: "When it was last set, in the form of RFC 3339.",
        dependsOn: "update",
      }),
    },
  });
}

type KeySchema = ReturnType<typeof schemaOf>;

/** The Space of a key: its name now, and the id that stays. */
type FoundSpace = Pick<RepoInfo, "id" | "_id">;

type Context = Pick<RemoteObject["context"], "provider" | "signal">;

/** The Space that has this name, or had it before it was renamed. */
async function spaceNamed(
  space: string,
  { provider, signal }: Context,
): Promise<FoundSpace> {
  const client = await provider.client();
  const repo = { type: "space", id: space } as const;
  const params = { expand: ["author"] };
  return owned(await client.repos.get(repo, params, { signal }));
}

/** The Space of a state by its stable id; undefined: it is surely gone. */
function spaceOf(
  state: { readonly space: string; readonly space_id: string | null },
  { provider, signal }: Context,
): Promise<FoundSpace | undefined> {
  // An import knows the name only.
  return provider.spaces.read(state.space, state.space_id ?? null, signal);
}

/** What is known of a key besides what the Hub says. */
interface KeptKey {
  readonly key: string;
  readonly value?: string | null;
  readonly value_wo_version?: string | null;
  readonly updated_at?: unknown;
}

function keyResource(kind: KeyKind): Resource {
  return definerFor<Wire>()({
    typeName: `huggingface_space_${kind}`,
    schema: schemaOf(kind),
    kind,
    permission: "repo.write",
    updatesWhole: true,
    idOf: ({ space, key }) => `${space}/${key}`,
    identity: {
      schema: {
        attributes: {
          space_id: {
            // Null only in a state that was not read yet.
            expression: types.nullable(types.string),
            description: "The id of the Space that stays when it is renamed.",
            requiredForImport: true,
          },
          key: identity.string({
            description: `The name of the ${kind}.`,
            requiredForImport: true,
          }),
        },
      },
      of: ({ space_id, key }) => ({ space_id, key }),
    },
    async importKey(context) {
      const { id = "", identity } = context;
      if (identity === undefined) return parseSpaceKeyId(kind, id);
      const { space_id, key } = identity;
      const space = await findByStableId("space", space_id ?? "", context);
      return { space: space.id, space_id, key };
    },
    claims({ planned: { space, key } }) {
      const names = known(space, key);
      return names === undefined
        ? []
        : [keyClaim(kind, ...names, Path.root.attribute("key"))];
    },
    async create({ plan, config, object }) {
      const { context } = object;
      const space = await freeSpace(plan, context);
      return await createObject<KeyAnswer>(object, {
        send: (signal) => setKey(space, plan, config, { ...context, signal }),
        find: (signal) => findKey(space, plan, { ...context, signal }),
        createdAt: ({ updatedAt }) => updatedAt,
        differs: ({ value }) =>
          kind === "variable" && value !== plan.value
            ? "its value is another one"
            : undefined,
        describe: ({ updatedAt }) => `was set at ${updatedAt}`,
        nameAttribute: "key",
      });
    },
    async read({ state, ...context }) {
      const space = await spaceOf(state, context);
      return space && await findKey(space, state, context);
    },
    async update({ body, plan, config, prior, object, save }) {
      const { context } = object;
      context.provider.spaces.forget();
      const mine = await spaceOf(prior, context);
      const space = plan.space === prior.space
        ? mine
        : await spaceNamed(plan.space, context);
      if (space === undefined) {
        throw failure(
          `Cannot set the ${kind} ${plan.key}: its Space is gone`,
          `No Space has the stable id ${prior.space_id} any longer, which was ` +
            `called ${prior.space}. Nothing was set: another Space may have ` +
            "this name. Run `terraform plan` to see what is left to do.",
          Path.root.attribute("space"),
        );
      }
      if (space._id === prior.space_id) {
        return body === undefined
          ? await findKey(space, prior, context)
          : await setKey(space, plan, config, context);
      }
      await freeSpace(plan, context);
      const answer = await setKey(space, plan, config, context);
      save(answer);
      if (mine !== undefined) await deleteKey(mine, plan, context);
      return answer;
    },
    async sendDelete({ state, ...context }) {
      context.provider.spaces.forget();
      const space = await spaceOf(state, context);
      if (space !== undefined) await deleteKey(space, state, context);
    },
  });

  /** All keys of a Space; undefined: it is gone meanwhile. */
  function list({ id }: FoundSpace, { provider, signal }: Context) {
    return orGone<Keys>(
      kind === "secret"
        ? provider.spaces.secrets(id, signal)
        : provider.spaces.variables(id, signal),
    );
  }

  /** The key as its Space has it; undefined: it has not. */
  async function findKey(
    space: FoundSpace,
    { key, value, value_wo_version, updated_at }: KeptKey,
    context: Context,
  ): Promise<KeyAnswer | undefined> {
    const all = await list(space, context);
    const found = all && Object.hasOwn(all, key) ? all[key] : undefined;
    if (found === undefined) return undefined;
    const { updatedAt, description } = found;
    // Without a value in the state, the next apply sets it again.
    const isOurs = typeof updated_at !== "string" || !updatedAt ||
      updated_at === updatedAt;
    return {
      spaceId: space._id,
      space: space.id,
      key,
      updatedAt,
      description,
      ...kind === "variable" ? { value: found.value } : isOurs && {
        value: value ?? undefined,
        version: value_wo_version ?? undefined,
      },
    };
  }

  async function setKey(
    space: FoundSpace,
    plan: Plan<KeySchema>,
    config: KnownConfig<KeySchema>,
    context: Context,
  ): Promise<KeyAnswer> {
    const { provider, signal } = context;
    const { set } = keyRoutes(kind, await provider.client());
    const { key, value_wo_version } = plan;
    const value = plan.value ?? undefined;
    const description = plan.description ?? undefined;
    const body = { key, value: value ?? config.value_wo ?? "", description };
    await set(space.id, body, { signal }).finally(() =>
      provider.spaces.forget()
    );
    // It is set; when that was, the next read says too.
    const found = await findKey(space, { key }, context).catch(() => undefined);
    return {
      spaceId: space._id,
      space: space.id,
      key,
      updatedAt: found?.updatedAt,
      value,
      version: value_wo_version ?? undefined,
      description,
    };
  }

  async function deleteKey(
    { id }: FoundSpace,
    { key }: { readonly key: string },
    { provider, signal }: Context,
  ): Promise<void> {
    const routes = keyRoutes(kind, await provider.client());
    await routes.delete(id, key, { signal }).finally(() =>
      provider.spaces.forget()
    );
  }

  /** The Space of a new key, which nobody else has set yet. */
  async function freeSpace(
    { space: name, key }: Plan<KeySchema>,
    context: Context,
  ): Promise<FoundSpace> {
    const space = await spaceNamed(name, context);
    const all = await list(space, context);
    if (all === undefined || !Object.hasOwn(all, key)) return space;
    throw failure(
      `The ${kind} ${key} of the Space ${name} is there already`,
      `Somebody else has set it: by hand, or the \`${kind}s\` of a ` +
        "`huggingface_space`. Nothing was changed, as two that manage one key " +
        `would undo each other's work. If \`${kind}s\` of a ` +
        `\`huggingface_space\` has \`${key}\`, take it out there; else import ` +
        `it:${importCommand({ id: `${name}/${key}` })}`,
      Path.root.attribute("key"),
    );
  }
}

/** The resource `huggingface_space_secret`. */
export const spaceSecret: Resource = keyResource("secret");

/** The resource `huggingface_space_variable`. */
export const spaceVariable: Resource = keyResource("variable");
