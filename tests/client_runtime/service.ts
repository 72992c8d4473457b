/**
 * A service on loopback for the runtimes, and the findings it leads to.
 *
 * @module
 */

import { endpointFields } from "../client/script.ts";

/** The results that every runtime must report. */
export const FINDINGS = {
  whoami: ["sandbox", "sandbox"],
  names: ["one", "two"],
  lines: ["first", "second"],
  retried: "flaky",
  renamed: ["GET", "Bearer hf_runtime"],
  changed: ["PUT", "Bearer hf_runtime", "ü"],
  renames: ["/v2/endpoint/acme/new", "/v2/endpoint/acme/new"],
  missing: "NotFoundError",
  packed: "no failure",
  slow: "TimeoutError",
  aborted: "AbortedError",
  unreachable: "ConnectionError",
};

/** A service that is running. */
export interface RunningService extends AsyncDisposable {
  /** Its base URL. */
  readonly base: string;
  /** Methods and paths of the requests it got. */
  readonly requests: readonly string[];
  /** The user agents of its requests, each once. */
  readonly agents: ReadonlySet<string>;
}

function live(): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("data: first\n\n"));
      controller.enqueue(encoder.encode(": ping\n\ndata: second\n\n"));
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream" },
  });
}

/** Answers a request; `count` tells how often the same one came. */
async function answer(request: Request, count: number): Promise<Response> {
  const url = new URL(request.url);
  const name = url.pathname.split("/")[4];
  if (url.pathname === "/api/whoami-v2") {
    return Response.json({ type: "user", id: "1", name: "sandbox" });
  }
  if (url.pathname === "/v2/endpoint/acme") {
    return url.searchParams.has("cursor")
      ? Response.json({ items: [endpointFields("two")] })
      : Response.json({ items: [endpointFields("one")], nextCursor: "2" });
  }
  if (url.pathname.endsWith("/logs/sse")) return live();
  if (name === "flaky") {
    return count === 1
      ? new Response(null, { status: 503, headers: { "retry-after": "0" } })
      : Response.json(endpointFields(name));
  }
  if (name === "old") {
    const location = "/v2/endpoint/acme/new";
    return new Response(null, { status: 307, headers: { location } });
  }
  if (name === "new") {
    const { method } = request;
    const token = request.headers.get("authorization");
    const { tags } = method === "GET" ? { tags: [] } : await request.json();
    const seen = [method, token, ...tags];
    return Response.json({ ...endpointFields("old"), tags: seen });
  }
  if (name === "packed") {
    const text = JSON.stringify(endpointFields(name));
    return new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")),
      { headers: { "content-encoding": "gzip" } },
    );
  }
  // Its body never comes.
  if (name === "slow") return new Response(new ReadableStream({}));
  return Response.json({ error: "no such endpoint" }, { status: 404 });
}

/** Starts the service on a free port. */
export function startService(): RunningService {
  const requests: string[] = [];
  const agents = new Set<string>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const seen = `${request.method} ${new URL(request.url).pathname}`;
      requests.push(seen);
      agents.add(request.headers.get("user-agent") ?? "none");
      return answer(request, requests.filter((it) => it === seen).length);
    },
  );
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    requests,
    agents,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
