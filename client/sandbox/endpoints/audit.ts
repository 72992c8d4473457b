import { objectId } from "../core/accounts.ts";
import { formatNanoseconds } from "../core/clock.ts";
import { type JsonObject, objectAt } from "../core/json.ts";
import { paginate } from "../core/pagination.ts";
import { type Call, type Route, routes } from "../core/router.ts";
import { paidReadAccess } from "./access_rules.ts";

/** The audit log of endpoints. */
export class AuditLog {
  readonly #entries: {
    readonly namespace: string;
    readonly json: JsonObject;
  }[] = [];

  /** Adds an action on an endpoint of the namespace in the path. */
  add(call: Call, action: string, endpointName: string): void {
    const { id, name } = call.user;
    this.#entries.push({
      namespace: call.param("namespace"),
      json: {
        id: objectId("audit", String(this.#entries.length + 1)),
        createdAt: formatNanoseconds(call.at),
        action,
        endpointName,
        user: { id, name },
        requestId: call.requestId,
      },
    });
  }

  /** Lists the actions in a namespace, on an endpoint and by a user if named. */
  list(
    namespace: string,
    endpoint: string | null,
    user: string | null,
  ): JsonObject[] {
    return this.#entries.filter((entry) =>
      entry.namespace === namespace &&
      (endpoint === null || entry.json["endpointName"] === endpoint) &&
      (user === null || objectAt(entry.json, "user")["name"] === user)
    ).map(({ json }) => json);
  }
}

/** Makes the route of the log, with fields of its own: `list`, `next_cursor`. */
export function auditRoutes(log: AuditLog): Route[] {
  return routes(paidReadAccess, {
    "GET /v2/audit-logs/:namespace": ({ query, params }) => {
      const { namespace = "" } = params;
      const [endpoint, user] = [query.get("endpoint"), query.get("username")];
      const list = log.list(namespace, endpoint, user);
      const { items, next, previous } = paginate(list, query);
      return {
        list: [...items],
        ...next && { next_cursor: next },
        ...previous && { prev_cursor: previous },
      };
    },
  });
}
