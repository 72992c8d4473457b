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

  /** The route that lists it, with fields of its own: `list`, `next_cursor`. */
  get routes(): Route[] {
    return routes(paidReadAccess, {
      "GET /v2/audit-logs/:namespace": (call) => {
        const endpoint = call.query.get("endpoint");
        const username = call.query.get("username");
        const list = this.#entries.filter(({ namespace, json }) =>
          namespace === call.param("namespace") &&
          (endpoint === null || json["endpointName"] === endpoint) &&
          (username === null || objectAt(json, "user")["name"] === username)
        ).map(({ json }) => json);
        const { items, next, previous } = paginate(list, call.query);
        return {
          list: [...items],
          ...next && { next_cursor: next },
          ...previous && { prev_cursor: previous },
        };
      },
    });
  }
}
