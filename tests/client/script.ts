/**
 * A service that answers by a script, and a clock that only waits move.
 *
 * @module
 */
import type { ClientOptions } from "../../client/core/options.ts";
import { Transport } from "../../client/core/transport.ts";
import type { RequestOptions } from "../../client/core/request.ts";

/** The service's reaction to one request. */
export type Step =
  | Response
  | Error
  | "hang"
  | ((request: Request) => Response | Promise<Response>);

/** A request as it arrived. */
export interface SentRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** The `Authorization` header. */
  readonly authorization: string | null;
  /** The body as text. */
  readonly body: string;
  /** The redirect mode of the request. */
  readonly redirect: string;
  /** All headers. */
  readonly headers: Headers;
}

/** Makes a JSON answer. */
export function json(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** An endpoint, with the fields that the service always sends. */
export function endpointFields(name: string, state = "running", more = {}) {
  return {
    name,
    type: "private",
    provider: { vendor: "aws", region: "us-east-1" },
    compute: {
      accelerator: "gpu",
      instanceType: "nvidia-l4",
      instanceSize: "x1",
      scaling: { minReplica: 0, maxReplica: 1, scaleToZeroTimeout: 15 },
    },
    model: {
      repository: "acme/m",
      framework: "pytorch",
      image: { huggingface: {} },
    },
    status: { state, message: `It is ${state}.`, ...more },
  };
}

/** The headers of a rate limit, as the Hub sends them. */
export function rateLimit(r: number, t: number, q = 500, w = 300) {
  return {
    "ratelimit": `"api";r=${r};t=${t}`,
    "ratelimit-policy": `"fixed window";"api";q=${q};w=${w}`,
  };
}

/** A scripted service; steps are used up in order. */
export class Script {
  readonly seen: SentRequest[] = [];
  readonly sleeps: number[] = [];
  #now = Date.UTC(2026, 10, 21);
  readonly #steps: Step[];

  constructor(...steps: readonly Step[]) {
    this.#steps = [...steps];
  }

  fetch = async (request: Request): Promise<Response> => {
    this.seen.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.get("authorization"),
      body: await request.text(),
      redirect: request.redirect,
      headers: request.headers,
    });
    const step = this.#steps.shift();
    if (step === undefined) throw new Error(`unexpected ${request.url}`);
    if (step === "hang") return await new Promise<Response>(() => {});
    if (step instanceof Error) throw step;
    return typeof step === "function" ? await step(request) : step;
  };

  options(more: ClientOptions = {}): ClientOptions {
    return {
      token: "hf_secretsecret",
      fetch: this.fetch,
      sleep: (ms) => {
        this.sleeps.push(ms);
        this.#now += ms;
        return Promise.resolve();
      },
      random: () => 0,
      now: () => this.#now,
      ...more,
    };
  }

  transport(more: ClientOptions = {}): Transport {
    return new Transport(this.options(more));
  }
}

/** A request that reads something, with changes. */
export function requestOptions(
  more: Partial<RequestOptions> = {},
): RequestOptions {
  return {
    service: "hub",
    method: "GET",
    path: "/api/thing",
    action: "read the thing",
    ...more,
  };
}

/** Returns the error that a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`thrown without being an error: ${String(error)}`);
  }
  throw new Error("not rejected");
}
