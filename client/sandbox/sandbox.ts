import { Accounts } from "./core/accounts.ts";
import { addCors, answerFailure, preflight } from "./core/answer.ts";
import { Clock, timerSleep } from "./core/clock.ts";
import { controlRoutes } from "./core/control.ts";
import { badRequest, ConnectionClosed, Failure } from "./core/failure.ts";
import {
  type Fault,
  type FaultAction,
  Faults,
  type Meanwhile,
} from "./core/faults.ts";
import { type Json, parseJson } from "./core/json.ts";
import type { SandboxOptions } from "./core/options.ts";
import { pageRoutes } from "./page/routes.ts";
import { RateLimiter } from "./core/rate_limit.ts";
import { type LoggedRequest, RequestLog } from "./core/request_log.ts";
import { Guard } from "./core/guard.ts";
import { Hidden } from "./core/hidden.ts";
import { type Call, json } from "./core/router.ts";
import { History } from "./history.ts";
import {
  buildWorld,
  type Incoming,
  isControl,
  serve,
  type World,
} from "./world.ts";

/**
 * An in-memory imitation of Hugging Face: the Hub and Inference Endpoints
 * behind one origin. It opens no connection and keeps all state in the
 * object.
 *
 * ```ts
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox();
 * const answer = await sandbox.fetch(
 *   new Request("https://huggingface.co/api/whoami-v2", {
 *     headers: { authorization: `Bearer ${sandbox.token}` },
 *   }),
 * );
 * const { name } = await answer.json();
 * if (name !== "sandbox") throw new Error(`unexpected user: ${name}`);
 * ```
 */
export class Sandbox {
  /** A token of the user `sandbox` with the role `write`. */
  readonly token: string = "hf_sandbox0write0token";
  /** What opens the control routes, as the header `x-sandbox-key`, and the
   * page, as `?key=` in its address. */
  readonly key: string;
  readonly #options: SandboxOptions;
  readonly #guard: Guard;
  readonly #hidden = new Hidden();
  readonly #requests = new RequestLog();
  readonly #faults = new Faults();
  #clock: Clock;
  #world: World;
  #limiter: RateLimiter;
  #history: History;
  #count = 0;

  /** Makes a sandbox with nothing in it but what the options ask for. */
  constructor(options: SandboxOptions = {}) {
    this.#options = options;
    this.key = options.key ?? crypto.randomUUID();
    this.#guard = new Guard(this.key);
    [this.#clock, this.#world, this.#limiter, this.#history] = this.#build();
  }

  /** The requests received so far, without those below `/_sandbox`. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests.list();
  }

  /** Forgets the requests received so far. */
  clearRequests(): void {
    this.#requests.clear();
  }

  /**
   * Arms a fault; throws SyntaxError when its path is no pattern.
   *
   * ```ts
   * import { Sandbox } from "@hf-terraform/sandbox";
   *
   * const sandbox = new Sandbox();
   * sandbox.addFault({ match: { path: "/v2/" }, action: { status: 502 } });
   * const answer = await sandbox.fetch(
   *   new Request("https://api.endpoints.huggingface.cloud/v2/provider"),
   * );
   * if (answer.status !== 502) throw new Error(`unexpected: ${answer.status}`);
   * ```
   */
  addFault(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** Disarms all faults. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /** Lets so many milliseconds pass at once. */
  advance(ms: number): void {
    this.#clock.advance(ms);
  }

  /** Puts everything back to the start: state, log, faults and time. */
  reset(): void {
    this.#requests.clear();
    this.#faults.clear();
    [this.#clock, this.#world, this.#limiter, this.#history] = this.#build();
  }

  /**
   * Answers a request. Throws {@linkcode ConnectionClosed} where a fault
   * drops the connection, as `fetch` throws where the network does.
   */
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const answer = await this.#receive(request, url);
    if (isControl(url)) answer.headers.set("x-content-type-options", "nosniff");
    return answer;
  }

  async #receive(request: Request, url: URL): Promise<Response> {
    const { method, headers, signal } = request;
    const ownRoute = isControl(url);
    try {
      this.#guard.check({ url, headers, isControl: ownRoute });
    } catch (error) {
      await request.body?.cancel();
      if (error instanceof Failure) return answerFailure(error, url);
      throw error;
    }
    if (method === "OPTIONS" && !ownRoute) return preflight(request);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const at = this.#clock.now();
    const incoming = { method, url, headers, bytes, signal, at };
    if (ownRoute) {
      const cookie = this.#guard.cookie({ url });
      return cookie === undefined
        ? await this.#answer({ ...incoming, requestId: "control" })
        : new Response(null, {
          status: 303,
          headers: { location: "/", "set-cookie": cookie },
        });
    }
    const body = readBody(bytes);
    this.#hidden.learn(url, headers, body);
    const requestId = [
      `sandbox-${String(++this.#count).padStart(8, "0")}`,
      // The id that the official Python client gives each of its requests.
      headers.get("x-amzn-trace-id") ?? [],
    ].flat().join(";");
    const close = this.#requests.open({
      method,
      path: url.pathname,
      query: url.search,
      at: new Date(at).toISOString(),
      requestId,
      userAgent: headers.get("user-agent") ?? "",
      body,
    }, body === null ? 0 : bytes.length);
    const response = await this.#disturb({ ...incoming, requestId });
    response.headers.set("x-request-id", requestId);
    const { key } = this.#world.accounts.identify(headers, at);
    this.#limiter.describe(key, response.headers);
    close(response.status);
    return response;
  }

  async #disturb(incoming: Incoming): Promise<Response> {
    const { method, url, signal } = incoming;
    const sleep = this.#options.sleep ?? timerSleep;
    const latency = this.#options.latencyMs ?? 0;
    if (latency > 0) await sleep(latency, signal);
    const fault = this.#faults.take(method, url.pathname + url.search) ?? {};
    if (fault.delay_ms !== undefined) await sleep(fault.delay_ms, signal);
    if (fault.close === "before") throw new ConnectionClosed(false);
    if (fault.status !== undefined && fault.take_effect !== true) {
      return answerFault(fault, fault.status);
    }
    if (fault.meanwhile !== undefined) {
      await this.#answer(elsewhere(incoming, this.token, fault.meanwhile));
    }
    let response = await this.#answer(incoming, fault.stale_ms);
    if (fault.double !== undefined) {
      const second = await this.#answer(incoming);
      if (fault.double === "second") response = second;
    }
    if (fault.close === "after") throw new ConnectionClosed(true);
    if (fault.next_origin !== undefined) {
      leadTo(fault.next_origin, response.headers);
    }
    if (fault.status === undefined) return response;
    await response.body?.cancel();
    return answerFault(fault, fault.status);
  }

  async #answer(incoming: Incoming, staleMs?: number): Promise<Response> {
    const response = await this.#handle(incoming, staleMs)
      .catch((error: unknown) =>
        answerFailure(
          // A mistake of the sandbox is an answer too, never silence.
          error instanceof Failure
            ? error
            : new Failure(500, `Internal error of the sandbox: ${error}`),
          incoming.url,
        )
      );
    if (incoming.requestId !== "control") addCors(response.headers);
    return response;
  }

  #handle(incoming: Incoming, staleMs?: number): Promise<Response> {
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    if (incoming.requestId !== "control") {
      const { key } = this.#world.accounts.identify(
        incoming.headers,
        incoming.at,
      );
      try {
        this.#limiter.count(key);
      } catch (error) {
        return Promise.reject(error);
      }
    }
    if (isRead && staleMs !== undefined) {
      return this.#history.read(this.#clock.now() - staleMs, incoming);
    }
    if (!isOfSandbox(incoming)) this.#history.record(incoming);
    return serve(this.#world, incoming, ({ key }, action) => {
      this.#limiter.countAction(key, action);
    });
  }

  /** What the services answer the sandbox user; neither logged nor disturbed. */
  async #look(call: Call, path: string): Promise<Response> {
    const url = new URL(path, call.url.origin);
    if (isControl(url)) throw badRequest(`No object is at ${path}`);
    const headers = new Headers({ authorization: `Bearer ${this.token}` });
    const incoming = { ...call, method: "GET", url, headers };
    return await serve(this.#world, incoming).catch((error: unknown) => {
      if (error instanceof Failure) return answerFailure(error, url);
      throw error;
    });
  }

  #build(): [Clock, World, RateLimiter, History] {
    const options = this.#options;
    const clock = new Clock(options.now ?? Date.now);
    const controlled = {
      requests: this.#requests,
      hidden: this.#hidden,
      faults: this.#faults,
      clock,
      reset: () => this.reset(),
    };
    const control = [
      ...pageRoutes(controlled, {
        sections: () => this.#world.sections(),
        look: (call, path) => this.#look(call, path),
        past: () =>
          this.#history.over(clock.now(), (world) => world.sections()),
      }),
      ...controlRoutes(controlled),
    ];
    const accounts = () =>
      new Accounts(
        options.organizations ?? [{ name: "acme", plan: "plus" }],
        { [this.token]: "write", ...options.tokens },
        options.users,
        options.address,
      );
    const limiter = new RateLimiter(
      clock,
      options.rateLimit ?? { requests: 100_000, windowSeconds: 300 },
      options.actionQuotas ?? {},
    );
    const history = new History((now) =>
      buildWorld(new Clock(now), accounts(), {
        ...options,
        sleep: () => Promise.resolve(),
      })
    );
    const world = buildWorld(clock, accounts(), options, control);
    return [clock, world, limiter, history];
  }
}

/** Whether a request is about the sandbox itself: log, faults, time. */
function isOfSandbox({ url }: Incoming): boolean {
  return /^\/_sandbox\/(requests|faults|reset|clock|page)$/.test(url.pathname);
}

/** The request that the sandbox user makes meanwhile. */
function elsewhere(
  incoming: Incoming,
  token: string,
  { method, path, body }: Meanwhile,
): Incoming {
  const text = body === undefined ? "" : JSON.stringify(body);
  return {
    ...incoming,
    method,
    url: new URL(path, incoming.url.origin),
    headers: new Headers({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    }),
    bytes: new TextEncoder().encode(text),
  };
}

function leadTo(origin: string, headers: Headers): void {
  const link = headers.get("link");
  if (link === null) return;
  headers.set("link", link.replace(/<https?:\/\/[^/]+/, `<${origin}`));
}

function answerFault(fault: FaultAction, status: number): Response {
  const headers = new Headers(fault.headers);
  const bodiless = status === 204 || status === 304 || status < 200;
  const body: Json = fault.body ?? { error: `Injected status ${status}` };
  const response = bodiless
    ? new Response(null, { status, headers })
    : typeof body === "string"
    ? new Response(body, { status, headers })
    : json(body, { status, headers });
  addCors(response.headers);
  return response;
}

function readBody(bytes: Uint8Array): Json {
  if (bytes.length === 0 || bytes.length > 65_536) return null;
  return parseJson(new TextDecoder().decode(bytes)) ?? null;
}
