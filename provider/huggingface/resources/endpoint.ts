/**
 * `huggingface_endpoint`: an Inference Endpoint.
 *
 * Routes: POST, GET, PUT and DELETE of `/v2/endpoint/{namespace}/{name}` and
 * its `/pause` and `/resume`; refreshes read the list of the namespace. The
 * token needs `inference.endpoints.write`.
 *
 * @module
 */

import {
  failure,
  identity,
  type ImportContext,
  isUnknown,
  type ModifyPlanContext,
  type ModifyPlanResult,
  type ReadContext,
  type Resource,
  types,
  unknown,
} from "../../framework/mod.ts";
import { defineResource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { type OwnedName, parseEndpointId } from "../shared/ids.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { attempt } from "../shared/remote_object.ts";
import { endWait, isWaitPending } from "../shared/wait.ts";
import { advise } from "./endpoint/advice.ts";
import { create } from "./endpoint/create.ts";
import { planEndpoint } from "./endpoint/plan.ts";
import { remove } from "./endpoint/remove.ts";
import { revisionOf } from "./endpoint/revision.ts";
import { defaultCloud } from "./endpoint/rules.ts";
import { schema } from "./endpoint/schema.ts";
import { stateOf } from "./endpoint/state.ts";
import { endpointTarget, permission } from "./endpoint/target.ts";
import { update } from "./endpoint/update.ts";
import { moveFromOthers, upgradeFromVersion0 } from "./endpoint/upgrade.ts";
import { validate } from "./endpoint/validate.ts";
import { isFinalState } from "./endpoint/wait.ts";
import type {
  EndpointConfig,
  EndpointState,
  PlannedEndpoint,
} from "./endpoint/types.ts";

async function modifyPlan(
  context: ModifyPlanContext<
    EndpointConfig,
    PlannedEndpoint,
    EndpointState,
    HuggingFaceProvider
  >,
): Promise<ModifyPlanResult<PlannedEndpoint>> {
  const { config, prior, provider, diagnostics } = context;
  const cloud = provider.configuredCloud ?? defaultCloud;
  const planned = planEndpoint({
    config,
    prior,
    planned: context.planned,
    defaults: {
      // Whose the token is would be an answer of the network.
      namespace: provider.configuredNamespace ?? unknown,
      cloud: isUnknown(cloud) || isUnknown(cloud.vendor) ||
          isUnknown(cloud.region)
        ? unknown
        : { vendor: cloud.vendor, region: cloud.region },
    },
    isWaiting: isWaitPending(context.privateState) &&
      !isFinalState(prior?.status ?? null) &&
      context.planned.wait_for_ready !== false &&
      context.planned.paused !== true,
  });
  await advise({ prior, planned, diagnostics }, provider.advice);
  return { planned };
}

async function read(
  { state, provider, signal, privateState }: ReadContext<
    EndpointState,
    HuggingFaceProvider
  >,
): Promise<EndpointState | undefined> {
  const { name } = state;
  const namespace = state.namespace ?? await provider.defaultNamespace(signal);
  try {
    const endpoint = await provider.endpoints.read(namespace, name, signal);
    if (endpoint === undefined) return undefined;
    if (isFinalState(endpoint.status.state)) endWait(privateState);
    return stateOf(endpoint, {
      namespace,
      name,
      kept: state,
      revision: revisionOf(endpoint.model.revision, state, privateState),
    });
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot read the endpoint ${namespace}/${name}`,
      provider,
      namespace,
      permission,
      advice: "The endpoint stays in the state.",
    });
  }
}

interface GivenIdentity {
  readonly namespace: string | null;
  readonly name: string;
}

async function importState(
  context: ImportContext<GivenIdentity, HuggingFaceProvider>,
): Promise<EndpointState> {
  const { provider, signal } = context;
  const { namespace, name } = await ownedName(context);
  const client = await provider.client();
  const target = endpointTarget({ namespace, name }, client, context);
  const endpoint = await attempt(
    "import",
    target,
    () => provider.endpoints.read(namespace, name, signal),
  );
  if (endpoint === undefined) {
    throw failure(
      `Cannot import the endpoint ${namespace}/${name}`,
      `The namespace ${namespace} has no endpoint with this name. See ` +
        `https://endpoints.huggingface.co/${namespace} for those it has, or ` +
        "the data source `huggingface_endpoints`.",
    );
  }
  return stateOf(endpoint, {
    namespace,
    name,
    kept: null,
    revision: endpoint.model.revision ?? null,
  });
}

async function ownedName(
  { id, identity, provider, signal }: ImportContext<
    GivenIdentity,
    HuggingFaceProvider
  >,
): Promise<OwnedName> {
  if (id !== undefined || identity === undefined) {
    return parseEndpointId(id ?? "");
  }
  const namespace = identity.namespace ??
    await provider.defaultNamespace(signal);
  return { namespace, name: identity.name };
}

/** The resource `huggingface_endpoint`. */
export const endpoint: Resource = defineResource({
  typeName: "huggingface_endpoint",
  schema,
  identity: {
    schema: {
      attributes: {
        namespace: {
          // Null only in a state that was taken over and not read yet.
          expression: types.nullable(types.string),
          description: "The owner; by default the provider's namespace, else " +
            "the user of the token.",
          requiredForImport: false,
        },
        name: identity.string({
          description: "The name of the endpoint.",
          requiredForImport: true,
        }),
      },
    },
    of: ({ namespace, name }) => ({ namespace, name }),
  },
  validate,
  modifyPlan,
  create,
  read,
  update,
  delete: remove,
  importState,
  upgradeState: { 0: upgradeFromVersion0 },
  moveState: [moveFromOthers],
});
