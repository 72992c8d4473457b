/**
 * Everything that can go wrong with one request.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import {
  type Disturbance,
  type DisturbedRequest,
  isRead,
  type Plan,
} from "./world.ts";

function json(status: number, body: unknown, headers: HeadersInit = {}) {
  return Response.json(body, { status, headers });
}

/** An answer in place of the service's. */
function instead(name: string, answer: () => Response): Disturbance {
  return { name, canLast: true, answer: () => Promise.resolve().then(answer) };
}

/** Makes a disturbance that begins after the request took effect. */
function afterEffect(
  name: string,
  answer: (disturbed: DisturbedRequest) => Response | Promise<Response>,
): Disturbance {
  return {
    name,
    canLast: false,
    answer: async (disturbed) => {
      const served = await disturbed.serve();
      await served.body?.cancel();
      return await answer(disturbed);
    },
  };
}

function breakConnection(): never {
  throw new TypeError("error sending request: connection reset by peer");
}

/** Travel time of a request that was sent right before the end. */
const ON_ITS_WAY_MS = 1000;

/** Never answers: the one who waits is dead. */
function silence(): Promise<Response> {
  return new Promise(() => {});
}

const statuses = [
  400,
  401,
  402,
  403,
  405,
  408,
  409,
  410,
  412,
  413,
  415,
  418,
  422,
  423,
  424,
  425,
  500,
  501,
  502,
  503,
  504,
  520,
  599,
];

/** An answer to a read that has another shape than it should. */
function odd(name: string, answer: () => Response): Disturbance {
  return {
    name,
    canLast: true,
    // A write that did nothing and says that it did is a lie that nobody sees.
    answer: ({ request, serve }) =>
      isRead(request) ? Promise.resolve().then(answer) : serve(),
  };
}

/** Every disturbance by its name. */
export const disturbances: readonly Disturbance[] = [
  ...statuses.map((status) =>
    instead(`${status}`, () => json(status, { error: `Injected ${status}` }))
  ),
  {
    name: "404",
    canLast: true,
    // To a read or delete it is the service's own word that nothing is there.
    answer: ({ request, serve }) =>
      ["GET", "DELETE"].includes(request.method)
        ? serve()
        : Promise.resolve(json(404, { error: "Not found" })),
  },
  instead("429 of the window", () =>
    json(429, { error: "Too many requests" }, {
      ratelimit: '"api";r=0;t=0',
      "retry-after": "0",
    })),
  instead(
    "429 of an action",
    () => json(429, { error: "Quota" }, { ratelimit: '"api";r=99;t=60' }),
  ),
  instead("502 of a proxy", () =>
    new Response("<html>Bad gateway</html>", {
      status: 502,
      headers: { "content-type": "text/html" },
    })),
  instead("200 of a portal", () =>
    new Response("<html>Please log in</html>", {
      headers: { "content-type": "text/html" },
    })),
  odd("200 without a body", () => new Response(null)),
  odd("200 with null", () => json(200, null)),
  odd("200 with a text", () => json(200, "text")),
  odd("200 with half of an object", () =>
    new Response('{"name": "mi', {
      headers: { "content-type": "application/json" },
    })),
  instead("a redirect elsewhere", () =>
    new Response(null, {
      status: 307,
      headers: { location: "https://elsewhere.example/" },
    })),
  instead("a connection that breaks before", breakConnection),
  afterEffect("a connection that breaks after", breakConnection),
  ...[408, 500, 502, 503, 504].map((status) =>
    afterEffect(`${status} after`, () => json(status, { error: "Injected" }))
  ),
  {
    name: "a stale answer",
    canLast: false,
    answer: async ({ request, serve, before }) => {
      const served = await serve();
      if (request.method !== "GET") return served;
      const stale = before();
      if (stale === undefined) return json(404, { error: "Not found" });
      await served.body?.cancel();
      return stale;
    },
  },
  {
    name: "Ctrl-C before",
    canLast: false,
    answer: async ({ process, serve }) => {
      process.interrupt();
      await setTimeout(ON_ITS_WAY_MS);
      return await serve();
    },
  },
  {
    name: "Ctrl-C after",
    canLast: false,
    answer: async ({ process, serve }) => {
      const served = await serve();
      process.interrupt();
      return served;
    },
  },
  {
    name: "the end of the time limit before",
    canLast: false,
    answer: async ({ process, serve }) => {
      process.timeOut();
      await setTimeout(ON_ITS_WAY_MS);
      return await serve();
    },
  },
  {
    name: "the end of the time limit after",
    canLast: false,
    answer: async ({ process, serve }) => {
      const served = await serve();
      process.timeOut();
      return served;
    },
  },
  {
    name: "kill -9 before",
    canLast: false,
    answer: ({ process }) => {
      process.kill();
      return silence();
    },
  },
  afterEffect("kill -9 after", ({ process }) => {
    process.kill();
    return silence();
  }),
];

/** Each disturbance of each of so many first requests. */
export function plansOf(requests: number): readonly Plan[] {
  return disturbances.flatMap((disturbance) =>
    Array.from({ length: requests }, (_, i) => ({
      at: i + 1,
      disturbance,
      lasts: false,
    }))
  );
}

/** Returns the end of the name of a disturbed run. */
export function disturbedBy(plan: Plan | undefined): string {
  return plan === undefined
    ? ", undisturbed"
    : `, request ${plan.at}: ${plan.disturbance.name}`;
}
