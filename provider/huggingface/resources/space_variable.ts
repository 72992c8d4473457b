/**
 * `huggingface_space_variable`: one variable of a Space that is managed
 * elsewhere.
 *
 * Routes: GET, POST and DELETE of `/api/spaces/{namespace}/{name}/variables`.
 * The token needs `repo.write`.
 *
 * @module
 */

import {
  type Config,
  identity,
  type ImportContext,
  isUnknown,
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
} from "../../framework/mod.ts";
import type { SpaceVariable } from "../../../mod.ts";
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
    "One variable of a [Space](https://huggingface.co/docs/hub/spaces) that " +
    "is managed elsewhere. Everybody who sees the Space can read it. For a " +
    "Space of this configuration use `variables` of `huggingface_space`.\n\n" +
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
      description: "The name of the variable.",
      validators: [spaceKey()],
      planModifiers: [p.requiresReplace()],
    }),
    value: s.string({ required: true, description: "The value." }),
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

type VariableState = State<typeof schema>;
type VariablePlan = Plan<typeof schema>;

function stateOf(
  { id, spaceId }: FoundSpace,
  key: string,
  variable: SpaceVariable | undefined,
  kept: VariablePlan | null,
): VariableState {
  return {
    id: `${id}/${key}`,
    space: id,
    key,
    value: variable?.value ?? kept?.value ?? "",
    description: variable?.description ?? null,
    space_id: spaceId,
    updated_at: variable?.updatedAt ?? null,
  };
}

function modifyPlan(
  context: ModifyPlanContext<
    Config<typeof schema>,
    Planned<typeof schema>,
    VariableState,
    HuggingFaceProvider
  >,
): ModifyPlanResult<Planned<typeof schema>> {
  const { planned, prior } = context;
  const { space, key } = planned;
  const isNamed = !isUnknown(space) && !isUnknown(key);
  if (isNamed) claimKey({ kind: "variable", space, key }, context);
  const isKept = prior !== null && space === prior.space && key === prior.key;
  const isSame = isKept && planned.value === prior.value &&
    planned.description === prior.description;
  return {
    planned: {
      ...planned,
      id: isNamed ? `${space}/${key}` : unknown,
      space_id: isKept ? prior.space_id : unknown,
      updated_at: isSame ? prior.updated_at : unknown,
    },
  };
}

async function set(
  found: FoundSpace,
  plan: VariablePlan,
  context: KeyContext,
): Promise<VariableState> {
  const { provider, signal } = context;
  const client = await provider.client();
  const { key, value, description } = plan;
  const about: SpaceKey = { kind: "variable", space: found.id, key };
  try {
    await aboutKey(
      "set",
      about,
      context,
      () =>
        client.spaces.setVariable(found.id, {
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
    () => provider.spaces.variables(found.id, signal),
  );
  const state = stateOf(found, key, all[key], plan);
  return {
    ...state,
    id: `${plan.space}/${key}`,
    space: plan.space,
    value,
    description,
  };
}

/** Finds the Space, and refuses a key that somebody else has set. */
async function freeKey(
  plan: VariablePlan,
  context: KeyContext,
): Promise<FoundSpace> {
  const { provider, signal } = context;
  const about: SpaceKey = { kind: "variable", ...plan };
  return await aboutKey("set", about, context, async () => {
    const found = await findSpace(plan.space, context);
    const all = await provider.spaces.variables(found.id, signal);
    if (Object.hasOwn(all, plan.key)) throw keyIsTaken(about);
    return found;
  });
}

/** The resource `huggingface_space_variable`. */
export const spaceVariable: Resource = defineResource({
  typeName: "huggingface_space_variable",
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
          description: "The name of the variable.",
          requiredForImport: true,
        }),
      },
    },
    of: ({ space_id, key }) => ({ space_id, key }),
  },
  modifyPlan,
  async create(context) {
    const found = await freeKey(context.plan, context);
    return await set(found, context.plan, context);
  },
  async read(context) {
    const { state, provider, signal } = context;
    const { space, key, space_id } = state;
    const about: SpaceKey = { kind: "variable", space, key };
    return await aboutKey("read", about, context, async () => {
      const found = await followSpace(space, space_id, context);
      if (found === undefined) return undefined;
      const all = await keysOf(() =>
        provider.spaces.variables(found.id, signal)
      );
      if (all === undefined || !Object.hasOwn(all, key)) return undefined;
      const now = stateOf(found, key, all[key], null);
      // The new name of a renamed Space is no change of the variable.
      return { ...now, id: state.id, space };
    });
  },
  async update(context) {
    const { plan, prior } = context;
    if (plan.space === prior.space) {
      const found = await sameSpace("variable", prior, context);
      return await set(found, plan, context);
    }
    const about: SpaceKey = { kind: "variable", ...plan };
    const found = await aboutKey(
      "set",
      about,
      context,
      () => findSpace(plan.space, context),
    );
    if (found.spaceId === prior.space_id) {
      const isSame = plan.value === prior.value &&
        plan.description === prior.description;
      // It is the same Space under another name.
      return isSame
        ? { ...prior, space: plan.space, id: `${plan.space}/${plan.key}` }
        : await set(found, plan, context);
    }
    const state = await set(await freeKey(plan, context), plan, context);
    context.saveState(state);
    await remove(prior, context);
    return state;
  },
  delete: (context) => remove(context.state, context),
  importState,
});

async function remove(
  { space, key, space_id }: VariableState,
  context: KeyContext,
): Promise<void> {
  const { provider, signal } = context;
  const client = await provider.client();
  try {
    await aboutKey(
      "delete",
      { kind: "variable", space, key },
      context,
      async () => {
        provider.spaces.forget();
        const found = await followSpace(space, space_id, context);
        if (found === undefined) return;
        await client.spaces.deleteVariable(found.id, key, { signal });
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
): Promise<VariableState | undefined> {
  const { id, provider, signal } = context;
  const given = context.identity;
  const about: SpaceKey = id === undefined && given !== undefined
    ? {
      kind: "variable",
      space: (await findByStableId("Space", given.space_id ?? "", {
        ...context,
        reader: context.provider.spaces,
      })).id,
      key: given.key,
    }
    : { kind: "variable", ...parseSpaceKeyId("variable", id ?? "") };
  return await aboutKey("import", about, context, async () => {
    const found = await findSpace(about.space, context);
    const all = await provider.spaces.variables(found.id, signal);
    return Object.hasOwn(all, about.key)
      ? stateOf(found, about.key, all[about.key], null)
      : undefined;
  });
}
