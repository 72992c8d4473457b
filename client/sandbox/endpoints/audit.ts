import { objectId } from "../core/accounts.ts";
import { type Clock, timestamp } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { paginate } from "../core/pagination.ts";
import { type Call, json, param, type Route, route } from "../core/router.ts";
import { paidReads } from "./needs.ts";
import type { Actor } from "./store.ts";

interface Entry {
  readonly seq: number;
  readonly namespace: string;
  readonly endpoint: string;
  readonly user: Actor;
  readonly shown: JsonObject;
}

/** Who changed what, with the request it came in. */
export class AuditLog {
  readonly #clock: Clock;
  readonly #actor: (call: Call) => Actor;
  #entries: Entry[] = [];

  /** Makes an empty log; `actor` gives the user a change is of. */
  constructor(clock: Clock, actor: (call: Call) => Actor) {
    this.#clock = clock;
    this.#actor = actor;
  }

  /** Notes a change of an endpoint. */
  add(call: Call, action: string, endpoint: string): void {
    const user = this.#actor(call);
    const seq = this.#entries.length + 1;
    this.#entries.push({
      seq,
      namespace: param(call, "namespace"),
      endpoint,
      user,
      shown: {
        id: objectId("audit", String(seq)),
        createdAt: timestamp(this.#clock.now()),
        action,
        endpointName: endpoint,
        user: { ...user },
        requestId: call.requestId,
      },
    });
  }

  /** The route that lists it, in words of its own: `list`, `next_cursor`. */
  get routes(): Route[] {
    return [route("GET", "/v2/audit-logs/:namespace", paidReads, (call) => {
      const query = call.url.searchParams;
      const endpoint = query.get("endpoint");
      const username = query.get("username");
      const found = this.#entries.filter((entry) =>
        entry.namespace === param(call, "namespace") &&
        (endpoint === null || entry.endpoint === endpoint) &&
        (username === null || entry.user.name === username)
      );
      const page = paginate(found, query);
      return json({
        list: page.items.map((entry) => entry.shown),
        ...(page.next === undefined ? {} : { next_cursor: page.next }),
        ...(page.previous === undefined ? {} : { prev_cursor: page.previous }),
      });
    })];
  }
}
