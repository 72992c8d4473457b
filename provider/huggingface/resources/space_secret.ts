/**
 * `huggingface_space_secret`: one secret of a Space that is managed
 * elsewhere.
 *
 * Routes: GET, POST and DELETE of `/api/spaces/{namespace}/{name}/secrets`.
 * The token needs `repo.write`.
 *
 * @module
 */

import {
  type Config,
  type CreateContext,
  identity,
  type ImportContext,
  isUnknown,
  type KnownConfig,
  type ModifyPlanContext,
  type ModifyPlanResult,
  p,
  type Plan,
  type Planned,
  type Resource,
  s,
  type State,
  types,
  unknown,
  v,
} from "../../framework/mod.ts";
import type { SpaceSecret } from "../../../mod.ts";
import { defineResource } from "../shared/define.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import {
  aboutKey,
  claimKey,
  findSpace,
  followSpace,
  type FoundSpace,
  type KeyContext,
  keyIsTaken,
  keysOf,
  sameSpace,
  type SpaceKey,
} from "../shared/space_keys.ts";
import { parseSpaceKeyId } from "../shared/ids.ts";
import { findByStableId } from "../shared/repo_object.ts";
import { repoId, spaceKey } from "../shared/validators.ts";

const schema = s.schema({
  description:
    "One secret of a [Space](https://huggingface.co/docs/hub/spaces) that " +
    "is managed elsewhere. The Hub shows nobody its value, but when it was last " +
    "set: a secret that was set elsewhere is set again. For a Space of this " +
    "configuration use `secrets` of `huggingface_space`.\n\n" +
    "The token needs the permission `repo.write` for the namespace.",
  attributes: {
    id: s.string({
      computed: true,
      description: "Space and key, such as `acme/my-space/MODE`.",
    }),
    space: s.string({
      required: true,
      description: "Namespace and name of the Space, such as " +
        "`acme/my-space`. If the Space was renamed, its new name is no change.",
      validators: [repoId()],
    }),
    key: s.string({
      required: true,
      description: "The name of the secret.",
      validators: [spaceKey()],
      planModifiers: [p.requiresReplace()],
    }),
    value: s.string({
      optional: true,
      sensitive: true,
      description: "The value, which is kept in the state; `value_wo` is not.",
      validators: [v.exactlyOneOf("value_wo")],
    }),
    value_wo: s.string({
      optional: true,
      writeOnly: true,
      sensitive: true,
      description: "The value, which is not kept in the state. It is sent " +
        "when `value_wo_version` changes.",
      validators: [v.requiredWith("value_wo_version")],
    }),
    value_wo_version: s.int({
      optional: true,
      description: "Any number; change it to send `value_wo` again.",
      validators: [v.requiredWith("value_wo")],
    }),
    description: s.string({
      optional: true,
      description: "What it is for.",
    }),
    space_id: s.string({
      computed: true,
      description: "The id of the Space that stays when it is renamed.",
    }),
    updated_at: s.string({
      computed: true,
      description: "When it was last set, in the form of RFC 3339.",
    }),
  },
});

type SecretState = State<typeof schema>;
type SecretPlan = Plan<typeof schema>;
type ApplyContext = CreateContext<
  KnownConfig<typeof schema>,
  SecretPlan,
  SecretState,
  HuggingFaceProvider
>;

/** What only the state knows of a secret. */
type Kept = Pick<SecretState, "value" | "value_wo_version">;

const nothing: Kept = { value: null, value_wo_version: null };

function stateOf(
  { id, spaceId }: FoundSpace,
  key: string,
  secret: SpaceSecret | undefined,
  kept: Kept,
): SecretState {
  return {
    id: `${id}/${key}`,
    space: id,
    key,
    value: kept.value,
    value_wo: null,
    value_wo_version: kept.value_wo_version,
    description: secret?.description ?? null,
    space_id: spaceId,
    updated_at: secret?.updatedAt ?? null,
  };
}

function modifyPlan(
  context: ModifyPlanContext<
    Config<typeof schema>,
    Planned<typeof schema>,
    SecretState,
    HuggingFaceProvider
  >,
): ModifyPlanResult<Planned<typeof schema>> {
  const { planned, prior } = context;
  const { space, key } = planned;
  const isNamed = !isUnknown(space) && !isUnknown(key);
  if (isNamed) claimKey({ kind: "secret", space, key }, context);
  const isKept = prior !== null && space === prior.space && key === prior.key;
  const isSame = isKept && isUnchanged(planned, prior);
  return {
    planned: {
      ...planned,
      id: isNamed ? `${space}/${key}` : unknown,
      space_id: isKept ? prior.space_id : unknown,
      updated_at: isSame ? prior.updated_at : unknown,
    },
  };
}

/** Whether there is nothing to send. */
function isUnchanged(
  planned: Planned<typeof schema>,
  prior: SecretState,
): boolean {
  return planned.value === prior.value &&
    planned.value_wo_version === prior.value_wo_version &&
    planned.description === prior.description;
}

async function set(
  found: FoundSpace,
  context: ApplyContext,
): Promise<SecretState> {
  const { plan, config, provider, signal } = context;
  const client = await provider.client();
  const { key, description } = plan;
  const value = plan.value ?? config.value_wo ?? "";
  const about: SpaceKey = { kind: "secret", space: found.id, key };
  try {
    await aboutKey(
      "set",
      about,
      context,
      () =>
        client.spaces.setSecret(found.id, {
          key,
          value,
          description: description ?? undefined,
        }, { signal }),
    );
  } finally {
    provider.spaces.forget();
  }
  const all = await aboutKey(
    "read",
    about,
    context,
    () => provider.spaces.secrets(found.id, signal),
  );
  const state = stateOf(found, key, all[key], plan);
  return {
    ...state,
    id: `${plan.space}/${key}`,
    space: plan.space,
    description,
  };
}

/** Finds the Space, and refuses a key that somebody else has set. */
async function freeKey(
  plan: SecretPlan,
  context: KeyContext,
): Promise<FoundSpace> {
  const { provider, signal } = context;
  const about: SpaceKey = { kind: "secret", ...plan };
  return await aboutKey("set", about, context, async () => {
    const found = await findSpace(plan.space, context);
    const all = await provider.spaces.secrets(found.id, signal);
    if (Object.hasOwn(all, plan.key)) throw keyIsTaken(about);
    return found;
  });
}

/** The resource `huggingface_space_secret`. */
export const spaceSecret: Resource = defineResource({
  typeName: "huggingface_space_secret",
  schema,
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
          description: "The name of the secret.",
          requiredForImport: true,
        }),
      },
    },
    of: ({ space_id, key }) => ({ space_id, key }),
  },
  modifyPlan,
  async create(context) {
    const found = await freeKey(context.plan, context);
    return await set(found, context);
  },
  async read(context) {
    const { state, provider, signal } = context;
    const { space, key, space_id } = state;
    const about: SpaceKey = { kind: "secret", space, key };
    return await aboutKey("read", about, context, async () => {
      const found = await followSpace(space, space_id, context);
      if (found === undefined) return undefined;
      const all = await keysOf(() => provider.spaces.secrets(found.id, signal));
      if (all === undefined || !Object.hasOwn(all, key)) return undefined;
      const at = all[key]?.updatedAt ?? null;
      // Without a value in the state, the next apply sets it again.
      const isOurs = at === null || state.updated_at === null ||
        at === state.updated_at;
      const now = stateOf(found, key, all[key], isOurs ? state : nothing);
      // The new name of a renamed Space is no change of the secret.
      return { ...now, id: state.id, space };
    });
  },
  async update(context) {
    const { plan, prior } = context;
    if (plan.space === prior.space) {
      const found = await sameSpace("secret", prior, context);
      return await set(found, context);
    }
    const about: SpaceKey = { kind: "secret", ...plan };
    const found = await aboutKey(
      "set",
      about,
      context,
      () => findSpace(plan.space, context),
    );
    if (found.spaceId === prior.space_id) {
      const isSame = isUnchanged(plan, prior);
      // It is the same Space under another name.
      return isSame
        ? { ...prior, space: plan.space, id: `${plan.space}/${plan.key}` }
        : await set(found, context);
    }
    const state = await set(await freeKey(plan, context), context);
    context.saveState(state);
    await remove(prior, context);
    return state;
  },
  delete: (context) => remove(context.state, context),
  importState,
});

async function remove(
  { space, key, space_id }: SecretState,
  context: KeyContext,
): Promise<void> {
  const { provider, signal } = context;
  const client = await provider.client();
  try {
    await aboutKey(
      "delete",
      { kind: "secret", space, key },
      context,
      async () => {
        provider.spaces.forget();
        const found = await followSpace(space, space_id, context);
        if (found === undefined) return;
        await client.spaces.deleteSecret(found.id, key, { signal });
      },
    );
  } finally {
    provider.spaces.forget();
  }
}

interface GivenIdentity {
  readonly space_id: string | null;
  readonly key: string;
}

async function importState(
  context: ImportContext<GivenIdentity, HuggingFaceProvider>,
): Promise<SecretState | undefined> {
  const { id, provider, signal } = context;
  const given = context.identity;
  const about: SpaceKey = id === undefined && given !== undefined
    ? {
      kind: "secret",
      space: (await findByStableId("Space", given.space_id ?? "", {
        ...context,
        reader: context.provider.spaces,
      })).id,
      key: given.key,
    }
    : { kind: "secret", ...parseSpaceKeyId("secret", id ?? "") };
  return await aboutKey("import", about, context, async () => {
    const found = await findSpace(about.space, context);
    const all = await provider.spaces.secrets(found.id, signal);
    return Object.hasOwn(all, about.key)
      ? stateOf(found, about.key, all[about.key], nothing)
      : undefined;
  });
}
