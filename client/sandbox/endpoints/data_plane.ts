import type { Accounts } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { stringAt } from "../core/json.ts";
import { type Call, json } from "../core/router.ts";
import { healthRoute } from "./render.ts";
import type { EndpointService } from "./service.ts";

/** Answers for a deployed model, addressed by the id in its host. */
export function infer(
  service: EndpointService,
  accounts: Accounts,
  clock: Clock,
  call: Call,
  target: { readonly id: string; readonly path: string },
): Response {
  const record = service.store.byHost(target.id);
  if (record === undefined) throw new Failure(404, "404 Not Found");
  service.lifecycle.settle(record);
  // A request without access does not wake a sleeping endpoint.
  if (stringAt(record.spec, "type") !== "public") {
    accounts.authorize(call.caller, { access: "token" });
  }
  switch (record.state) {
    case "running":
    case "updating":
    case "updateFailed":
      break;
    case "paused":
      throw new Failure(
        400,
        "Endpoint is paused, ask a maintainer to restart it",
        { code: "BAD_REQUEST" },
      );
    case "scaledToZero":
      service.lifecycle.start(record);
      throw unavailable();
    default:
      throw unavailable();
  }
  record.activeAt = clock.now();
  record.lastUsedAt = clock.now();
  if (target.path.endsWith(healthRoute(record))) return json({ status: "ok" });
  return json({
    endpoint: record.name,
    model: record.spec.model === undefined
      ? ""
      : stringAt(record.spec.model, "repository"),
  });
}

function unavailable(): Failure {
  return new Failure(503, "503 Service Unavailable", {
    code: "SERVICE_UNAVAILABLE",
  });
}
