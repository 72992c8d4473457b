/**
 * `huggingface_space`: a Space with its repository, settings and runtime.
 *
 * Routes: POST `/api/repos/create` and `/move`, DELETE `/api/repos/delete`,
 * and below `/api/spaces/{namespace}/{name}` PUT `/settings`, POST `/commit`,
 * `/secrets`, `/variables`, `/volumes`, `/hardware`, `/sleeptime`,
 * `/replicas`, `/dev-mode`, `/pause` and `/restart`; refreshes read the list of
 * the namespace. The token needs `repo.write`.
 *
 * @module
 */

import {
  type ImportContext,
  type ModifyPlanContext,
  type ModifyPlanResult,
  type ReadContext,
  type Resource,
  types,
  unknown,
} from "../../framework/mod.ts";
import type { RepoInfo } from "../../../mod.ts";
import { defineResource } from "../shared/define.ts";
import { parseSpaceId } from "../shared/ids.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { attempt, explained } from "../shared/remote_object.ts";
import {
  findByStableId,
  infoOf,
  removeRepo,
  warnIfRenamed,
} from "../shared/repo_object.ts";
import { endWait, isWaitPending } from "../shared/wait.ts";
import { claimKeys } from "./space/claim_keys.ts";
import { create } from "./space/create.ts";
import { look } from "./space/look.ts";
import { moveFromOthers } from "./space/move_state.ts";
import { planSpace } from "./space/plan.ts";
import { schema } from "./space/schema.ts";
import { spaceTarget, type Target } from "./space/target.ts";
import type { PlannedSpace, SpaceConfig, SpaceState } from "./space/types.ts";
import { targetOf, update } from "./space/update.ts";
import { validate } from "./space/validate.ts";
import { isFinalStage } from "./space/wait.ts";

function modifyPlan(
  { config, prior, planned, provider, diagnostics, privateState }:
    ModifyPlanContext<
      SpaceConfig,
      PlannedSpace,
      SpaceState,
      HuggingFaceProvider
    >,
): ModifyPlanResult<PlannedSpace> {
  const plan = planSpace({
    config,
    prior,
    planned,
    // Whose the token is would be an answer of the network.
    namespace: provider.configuredNamespace ?? unknown,
    hubUrl: provider.hubUrl,
    isWaiting: isWaitPending(privateState) &&
      !isFinalStage(prior?.stage ?? null) &&
      planned.wait_for_running !== false && planned.paused !== true,
  });
  claimKeys({ config, prior, plan, provider, diagnostics });
  return { planned: plan };
}

async function read(
  context: ReadContext<SpaceState, HuggingFaceProvider>,
): Promise<SpaceState | undefined> {
  const { state, provider, signal, diagnostics } = context;
  const target = await targetOf(state, context);
  const before = target.id;
  const [namespace = "", name = ""] = before.split("/");
  const address = { namespace, name, stableId: state.space_id };
  try {
    const info = await provider.spaces.read(address, signal);
    if (info === undefined) return undefined;
    target.id = info.id;
    if (isFinalStage(info.runtime?.stage ?? null)) {
      endWait(context.privateState);
    }
    warnIfRenamed("Space", before, info, diagnostics);
    return await look(info, state, target);
  } catch (error) {
    throw await explained(
      error,
      "read",
      target,
      "The Space stays in the state.",
    );
  }
}

interface GivenIdentity {
  readonly space_id: string | null;
}

async function importState(
  context: ImportContext<GivenIdentity, HuggingFaceProvider>,
): Promise<SpaceState> {
  const { id, provider } = context;
  const client = await provider.client();
  if (id === undefined) {
    const info = await findByStableId(
      "Space",
      context.identity?.space_id ?? "",
      { ...context, reader: provider.spaces },
    );
    return await imported(info, spaceTarget(info.id, client, context));
  }
  const { namespace, name } = parseSpaceId(id);
  const target = spaceTarget(`${namespace}/${name}`, client, context);
  const info = await attempt("import", target, () => infoOf(target));
  return await imported(info, { ...target, id: info.id });
}

function imported(info: RepoInfo, target: Target): Promise<SpaceState> {
  return attempt("import", target, () => look(info, null, target));
}

/** The resource `huggingface_space`. */
export const space: Resource = defineResource({
  typeName: "huggingface_space",
  schema,
  identity: {
    schema: {
      attributes: {
        space_id: {
          // Null only in a state that was taken over and not read yet.
          expression: types.nullable(types.string),
          description: "The id that stays when the Space is renamed: 24 " +
            "hexadecimal digits.",
          requiredForImport: true,
        },
      },
    },
    of: ({ space_id }) => ({ space_id }),
  },
  validate,
  modifyPlan,
  create,
  read,
  update,
  delete: async (context) => {
    const target = await targetOf(context.state, context);
    await removeRepo(target, context.state.space_id);
  },
  importState,
  moveState: [moveFromOthers],
});
