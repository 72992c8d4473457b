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
  bindingTo,
  type BoundCall,
  type Diagnostics,
  failure,
  identity,
  type ImportContext,
  isUnknown,
  Path,
  type Resource,
  s,
  types,
  type Unknown,
} from "../../framework/mod.ts";
import { isApiError, type KeyValue } from "../../../mod.ts";
import { definerFor } from "../shared/bound.ts";
import type { KeyKind } from "../shared/claims.ts";
import { createObject } from "../shared/create.ts";
import { parseHubId, parseSpaceKeyId } from "../shared/ids.ts";
import { importCommand, type RemoteObject } from "../shared/remote_object.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { owned } from "../shared/repo_reader.ts";
import { findByStableId } from "../shared/repo_object.ts";
import { repoId, spaceKey } from "../shared/validators.ts";

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
  readonly update: KeyValue & { readonly space: string };
  readonly answer: KeyAnswer;
}

const b = bindingTo<Wire>();

/** The attributes of both, in the order of the pages. */
function attributesOf<V>(kind: KeyKind, valueAttributes: V) {
  return {
    id: b.derived(
      s.string({
        computed: true,
        description: "Space and key, such as `acme/my-space/MODE`.",
      }),
      ["space", "key"],
      (space, key) => `${space}/${key}`,
    ),
    space: b.by(
      "space",
      s.string({
        required: true,
        description: "Namespace and name of the Space, such as " +
          "`acme/my-space`. If the Space was renamed, its new name is no change.",
        validators: [repoId()],
      }),
      { to: (space) => space, from: (space, kept) => kept ?? space },
      { change: "via" },
    ),
    key: b.at(
      "key",
      s.string({
        required: true,
        description: `The name of the ${kind}.`,
        validators: [spaceKey()],
      }),
      { change: "immutable" },
    ),
    ...valueAttributes,
    description: b.at(
      "description",
      s.string({ optional: true, description: "What it is for." }),
      { clear: "omit" },
    ),
    space_id: b.shown(
      "spaceId",
      s.string({
        computed: true,
        description: "The id of the Space that stays when it is renamed.",
      }),
      { dependsOn: ["space"] },
    ),
    updated_at: b.shown(
      "updatedAt",
      s.string({
        computed: true,
        description: "When it was last set, in the form of RFC 3339.",
      }),
      { dependsOn: "update" },
    ),
  };
}

const permission = "\n\nThe token needs the permission `repo.write` for the " +
  "namespace.";

const secretSchema = s.schema({
  description:
    "One secret of a [Space](https://huggingface.co/docs/hub/spaces) that " +
    "is managed elsewhere. The Hub shows nobody its value, but when it was last " +
    "set: a secret that was set elsewhere is set again. For a Space of this " +
    `configuration use \`secrets\` of \`huggingface_space\`.${permission}`,
  attributes: attributesOf("secret", {
    ...b.secret("value", "value", {
      required: true,
      clear: "omit",
      description: "The value.",
      answer: { value: "value", version: "version" },
    }),
  }),
});

const variableSchema = s.schema({
  description:
    "One variable of a [Space](https://huggingface.co/docs/hub/spaces) that " +
    "is managed elsewhere. Everybody who sees the Space can read it. For a " +
    "Space of this configuration use `variables` of `huggingface_space`." +
    permission,
  attributes: attributesOf("variable", {
    value: b.at(
      "value",
      s.string({ required: true, description: "The value." }),
    ),
  }),
});

/** The Space of a key as the Hub knows it now. */
interface FoundSpace {
  /** Namespace and name. */
  readonly id: string;
  /** The id that stays. */
  readonly _id: string;
}

interface Context {
  readonly provider: HuggingFaceProvider;
  readonly signal: AbortSignal;
}

/** What both resources know of one of their states. */
interface KeyState {
  readonly space: string;
  readonly space_id: string | null;
  readonly key: string;
  readonly value: string | null;
  readonly value_wo_version?: string | null;
  readonly description: string | null;
  readonly updated_at: string | null;
}

/** What is known of a key besides what the Hub says. */
interface KeptKey {
  readonly key: string;
  readonly value?: string | null;
  readonly value_wo_version?: string | null | undefined;
  readonly updated_at?: unknown;
}

type KeyPlan = Pick<
  KeyState,
  "space" | "key" | "value" | "value_wo_version" | "description"
>;

/** The Space that has this name, or had it before it was renamed. */
async function spaceNamed(
  space: string,
  { provider, signal }: Context,
): Promise<FoundSpace> {
  const client = await provider.client();
  const options = { expand: ["author"], signal } as const;
  return owned(await client.repos.info({ type: "space", id: space }, options));
}

/** The Space of a state by its stable id; undefined: it is surely gone. */
async function spaceOf(
  { space, space_id: spaceId }: Pick<KeyState, "space" | "space_id">,
  { provider, signal }: Context,
): Promise<FoundSpace | undefined> {
  const address = { ...parseHubId("space", space), stableId: spaceId ?? null };
  return await provider.spaces.read(address, signal);
}

/** The routes of a kind of key. */
function keysOf(kind: KeyKind, { provider, signal }: Context) {
  const call = { signal };
  return {
    /** All keys; undefined: the Space is gone meanwhile. */
    async list(id: string) {
      try {
        return kind === "secret"
          ? await provider.spaces.secrets(id, signal)
          : await provider.spaces.variables(id, signal);
      } catch (error) {
        if (isApiError(error, 404)) return undefined;
        throw error;
      }
    },
    async set(id: string, { key, value, description }: KeyValue) {
      const { spaces } = await provider.client();
      const body = { key, value, description };
      try {
        await (kind === "secret"
          ? spaces.setSecret(id, body, call)
          : spaces.setVariable(id, body, call));
      } finally {
        provider.spaces.forget();
      }
    },
    async delete(id: string, key: string) {
      const { spaces } = await provider.client();
      try {
        await (kind === "secret"
          ? spaces.deleteSecret(id, key, call)
          : spaces.deleteVariable(id, key, call));
      } finally {
        provider.spaces.forget();
      }
    },
    /** The key as its Space has it; undefined: it has not. */
    async find(
      space: FoundSpace,
      { key, ...kept }: Omit<Partial<KeyState>, "key"> & {
        readonly key: string;
      },
    ): Promise<KeyAnswer | undefined> {
      const all = await this.list(space.id);
      if (all === undefined || !Object.hasOwn(all, key)) return undefined;
      const found: Partial<KeyValue> & { readonly updatedAt?: string } =
        all[key] ?? {};
      const { updatedAt, description } = found;
      const common = { spaceId: space._id, space: space.id, key, updatedAt };
      if (kind === "variable") {
        return { ...common, value: found.value, description };
      }
      // Without a value in the state, the next apply sets it again.
      const isOurs = typeof kept.updated_at !== "string" || !updatedAt ||
        kept.updated_at === updatedAt;
      return {
        ...common,
        description,
        ...isOurs && {
          value: kept.value ?? undefined,
          version: kept.value_wo_version ?? undefined,
        },
      };
    },
  };
}

/** An apply of one of both. */
interface KeyApply {
  readonly plan: KeyPlan;
  readonly config: { readonly key: string; readonly value_wo?: string | null };
  readonly object: RemoteObject;
}

interface KeyUpdate extends KeyApply {
  readonly prior: KeyState;
  save(answer: KeyAnswer): void;
}

interface KeyTarget extends BoundCall<HuggingFaceProvider> {
  readonly state: KeyState;
}

interface KeyPlanning {
  readonly planned: {
    readonly space: string | Unknown;
    readonly key: string | Unknown;
  };
  readonly provider: HuggingFaceProvider;
  readonly diagnostics: Diagnostics;
}

interface GivenIdentity {
  readonly space_id: string | null;
  readonly key: string;
}

/** What both resources do. */
function operationsOf(kind: KeyKind) {
  return {
    typeName: `huggingface_space_${kind}`,
    kind,
    permission: "repo.write",
    updatesWhole: true,
    idOf: (
      { space, key }: { readonly space?: string; readonly key?: string },
    ) => `${space}/${key}`,
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
      of: ({ space_id, key }: KeyState) => ({ space_id, key }),
    },
    async importKey(
      context: ImportContext<GivenIdentity, HuggingFaceProvider>,
    ) {
      const { id = "", identity } = context;
      if (identity === undefined) return parseSpaceKeyId(kind, id);
      const { space_id, key } = identity;
      const space = await findByStableId("Space", space_id ?? "", {
        ...context,
        reader: context.provider.spaces,
      });
      return { space: space.id, space_id, key };
    },
    modifyPlan({ planned, provider, diagnostics }: KeyPlanning) {
      const { space, key } = planned;
      if (isUnknown(space) || isUnknown(key)) return;
      if (provider.claims.claim("single", { kind, space, key })) return;
      diagnostics.addError(
        `Two resources manage the ${kind} ${key} of ${space}`,
        `The \`${kind}s\` of a \`huggingface_space\` has \`${key}\` too, ` +
          "which would undo each other's work. Keep one of the two.",
        Path.root.attribute("key"),
      );
    },
    async create({ plan, config, object }: KeyApply) {
      const { context } = object;
      const space = await freeSpace(plan, context);
      return await createObject<KeyAnswer>(object, {
        send: (signal) => setKey(space, plan, config, { ...context, signal }),
        find: (signal) =>
          keysOf(kind, { ...context, signal }).find(space, plan),
        createdAt: ({ updatedAt }) => updatedAt,
        differs: ({ value }) =>
          kind === "variable" && value !== plan.value
            ? "its value is another one"
            : undefined,
        describe: ({ updatedAt }) => `was set at ${updatedAt}`,
        nameAttribute: "key",
      });
    },
    async read({ state, ...context }: KeyTarget) {
      const space = await spaceOf(state, context);
      return space && await keysOf(kind, context).find(space, state);
    },
    async update({ plan, config, prior, object, save }: KeyUpdate) {
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
      const isSameSpace = space._id === prior.space_id;
      const isSame = plan.value === prior.value &&
        plan.value_wo_version === prior.value_wo_version &&
        plan.description === prior.description;
      if (isSameSpace && isSame) {
        return await keysOf(kind, context).find(space, prior);
      }
      if (isSameSpace) return await setKey(space, plan, config, context);
      await freeSpace(plan, context);
      const answer = await setKey(space, plan, config, context);
      save(answer);
      if (mine !== undefined) {
        await keysOf(kind, context).delete(mine.id, plan.key);
      }
      return answer;
    },
    async sendDelete({ state, ...context }: KeyTarget) {
      context.provider.spaces.forget();
      const space = await spaceOf(state, context);
      if (space !== undefined) {
        await keysOf(kind, context).delete(space.id, state.key);
      }
    },
  } as const;

  async function setKey(
    space: FoundSpace,
    plan: KeyPlan,
    config: KeyApply["config"],
    context: Context,
  ): Promise<KeyAnswer> {
    const keys = keysOf(kind, context);
    const { key, value, value_wo_version } = plan;
    await keys.set(space.id, {
      key,
      value: value ?? config.value_wo ?? "",
      description: plan.description ?? undefined,
    });
    // It is set; when that was, the next read says too.
    const found = await keys.find(space, { key }).catch(() => undefined);
    return {
      spaceId: space._id,
      space: space.id,
      key,
      updatedAt: found?.updatedAt,
      value: value ?? undefined,
      version: value_wo_version ?? undefined,
      description: plan.description ?? undefined,
    };
  }

  /** The Space of a new key, which nobody else has set yet. */
  async function freeSpace(
    { space: name, key }: KeyPlan,
    context: Context,
  ): Promise<FoundSpace> {
    const space = await spaceNamed(name, context);
    const all = await keysOf(kind, context).list(space.id);
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
export const spaceSecret: Resource = definerFor<Wire>()({
  ...operationsOf("secret"),
  schema: secretSchema,
});

/** The resource `huggingface_space_variable`. */
export const spaceVariable: Resource = definerFor<Wire>()({
  ...operationsOf("variable"),
  schema: variableSchema,
});
