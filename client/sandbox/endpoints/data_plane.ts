import type { Accounts } from "../core/accounts.ts";
import type { Clock, Sleep } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { objectAt, stringAt } from "../core/json.ts";
import { type Call, json } from "../core/router.ts";
import { healthRouteOf } from "./render.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord } from "./store.ts";

/** The services behind deployed models. */
export interface InferenceContext {
  readonly service: EndpointService;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly sleep: Sleep;
}

const pollMs = 50;

/**
 * Answers for a deployed model by the id in its host: with its name, whatever it
 * is asked. A request to a model that is scaled to zero starts it, and waits for
 * as long as `X-Scale-Up-Timeout` says.
 */
export async function answerInference(
  context: InferenceContext,
  call: Call,
  target: { readonly id: string; readonly path: string },
): Promise<Response> {
  const { service, accounts, clock, sleep } = context;
  const record = service.store.findByHost(target.id);
  if (record === undefined) throw new Failure(404, "404 Not Found");
  service.lifecycle.settle(record);
  // A request without access does not start the endpoint.
  if (stringAt(record.spec, "type") !== "public") {
    accounts.authorize(call.caller, { access: "token" });
  }
  if (record.state === "scaledToZero") service.lifecycle.start(record);
  const timeout = Number(call.headers.get("x-scale-up-timeout")) * 1000;
  for (let waited = 0; !isReady(record); waited += pollMs) {
    if (!(waited < timeout) || call.signal.aborted) {
      throw new Failure(503, "503 Service Unavailable", {
        code: "SERVICE_UNAVAILABLE",
      });
    }
    await sleep(pollMs, call.signal);
    service.lifecycle.settle(record);
  }
  record.activeAt = clock.now();
  record.lastUsedAt = clock.now();
  if (target.path.endsWith(healthRouteOf(record))) {
    return json({ status: "ok" });
  }
  const model = stringAt(objectAt(record.spec, "model"), "repository");
  return json({ endpoint: record.name, model });
}

/** Tests whether an endpoint takes requests; throws 400 for a paused one. */
function isReady({ state }: EndpointRecord): boolean {
  if (state === "paused") {
    throw new Failure(
      400,
      "Bad Request: The endpoint is paused, ask a maintainer to restart it",
      { code: "BAD_REQUEST" },
    );
  }
  return ["running", "updating", "updateFailed"].includes(state);
}
