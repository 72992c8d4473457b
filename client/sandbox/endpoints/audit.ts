import { objectId } from "../core/accounts.ts";
import { type Clock, formatNanoseconds } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { paginate } from "../core/pagination.ts";
import { type Call, json, type Route, routes } from "../core/router.ts";
import { paidReadAccess } from "./access_rules.ts";
import type { Actor } from "./store.ts";

interface AuditEntry {
  readonly seq: number;
  readonly namespace: string;
  readonly endpoint: string;
  readonly user: Actor;
  readonly json: JsonObject;
}

/** The audit log of endpoints. */
export class AuditLog {
  readonly #clock: Clock;
  readonly #actorOf: (call: Call) => Actor;
  readonly #entries: AuditEntry[] = [];

  /** Makes an empty log. */
  constructor(clock: Clock, actorOf: (call: Call) => Actor) {
    this.#clock = clock;
    this.#actorOf = actorOf;
  }

  /** Adds an action on an endpoint. */
  add(call: Call, action: string, endpoint: string): void {
    const user = this.#actorOf(call);
    const seq = this.#entries.length + 1;
    const namespace = call.param("namespace");
    const json = {
      id: objectId("audit", String(seq)),
      createdAt: formatNanoseconds(this.#clock.now()),
      action,
      endpointName: endpoint,
      user: { ...user },
      requestId: call.requestId,
    };
    this.#entries.push({ seq, namespace, endpoint, user, json });
  }

  /** The route that lists it, with fields of its own: `list`, `next_cursor`. */
  get routes(): Route[] {
    return routes(paidReadAccess, {
      "GET /v2/audit-logs/:namespace": (call) => {
        const query = call.query;
        const endpoint = query.get("endpoint");
        const username = query.get("username");
        const found = this.#entries.filter((entry) =>
          entry.namespace === call.param("namespace") &&
          (endpoint === null || entry.endpoint === endpoint) &&
          (username === null || entry.user.name === username)
        );
        const { items, next, previous } = paginate(found, query);
        return json({
          list: items.map((entry) => entry.json),
          ...next && { next_cursor: next },
          ...previous && { prev_cursor: previous },
        });
      },
    });
  }
}
