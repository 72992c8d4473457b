import { Accounts } from "./core/accounts.ts";
import { addCors, answerFailure, preflight } from "./core/answer.ts";
import { Clock, timerSleep } from "./core/clock.ts";
import { controlRoutes } from "./core/control.ts";
import { ConnectionClosed, Failure } from "./core/failure.ts";
import { type Fault, type FaultAction, Faults } from "./core/faults.ts";
import { type Json, parseJson } from "./core/json.ts";
import type { SandboxOptions } from "./core/options.ts";
import { RateLimiter } from "./core/rate_limit.ts";
import { type LoggedRequest, RequestLog } from "./core/request_log.ts";
import { json, Router } from "./core/router.ts";
import { buildWorld, type World } from "./world.ts";

/**
 * An in-memory imitation of Hugging Face: the Hub and Inference Endpoints
 * behind one origin. It opens no connection and keeps all state in the
 * object.
 *
 * ```ts
 * import { Sandbox } from "@hf-terraform/client/sandbox";
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
  readonly #options: SandboxOptions;
  readonly #requests = new RequestLog();
  readonly #faults = new Faults();
  #clock: Clock;
  #world: World;
  #limiter: RateLimiter;
  #control: Router;
  #count = 0;

  /** Makes a sandbox with nothing in it but what the options ask for. */
  constructor(options: SandboxOptions = {}) {
    this.#options = options;
    [this.#clock, this.#world, this.#limiter, this.#control] = this.#build();
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
   * import { Sandbox } from "@hf-terraform/client/sandbox";
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
    [this.#clock, this.#world, this.#limiter, this.#control] = this.#build();
  }

  /**
   * Answers a request. Throws {@linkcode ConnectionClosed} where a fault
   * drops the connection, as `fetch` throws where the network does.
   */
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === "OPTIONS") return preflight(request);
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (/^\/_sandbox\/(?!inference\/)/.test(url.pathname)) {
      return await this.#answer(request, url, bytes, "control");
    }
    const requestId = `sandbox-${String(++this.#count).padStart(8, "0")}`;
    const close = this.#requests.open({
      method: request.method,
      path: url.pathname,
      query: url.search,
      at: new Date(this.#clock.now()).toISOString(),
      requestId,
      userAgent: request.headers.get("user-agent") ?? "",
      body: readBody(bytes),
    });
    const response = await this.#disturb(request, url, bytes, requestId);
    response.headers.set("x-request-id", requestId);
    const { key } = this.#world.accounts.identify(request.headers);
    this.#limiter.describe(key, response.headers);
    close(response.status);
    return response;
  }

  async #disturb(
    request: Request,
    url: URL,
    bytes: Uint8Array<ArrayBuffer>,
    requestId: string,
  ): Promise<Response> {
    const sleep = this.#options.sleep ?? timerSleep;
    const latency = this.#options.latencyMs ?? 0;
    if (latency > 0) await sleep(latency, request.signal);
    const path = url.pathname + url.search;
    const fault = this.#faults.take(request.method, path);
    if (fault?.delay_ms !== undefined) {
      await sleep(fault.delay_ms, request.signal);
    }
    if (fault?.close === "before") throw new ConnectionClosed(false);
    if (fault?.status !== undefined && fault.take_effect !== true) {
      return answerFault(fault, fault.status);
    }
    const response = await this.#answer(request, url, bytes, requestId);
    if (fault?.close === "after") throw new ConnectionClosed(true);
    if (fault?.status === undefined) return response;
    await response.body?.cancel();
    return answerFault(fault, fault.status);
  }

  async #answer(
    request: Request,
    url: URL,
    bytes: Uint8Array<ArrayBuffer>,
    requestId: string,
  ): Promise<Response> {
    const response = await this.#handle(request, url, bytes, requestId)
      .catch((error: unknown) => {
        if (error instanceof Failure) return answerFailure(error, url);
        throw error;
      });
    addCors(response.headers);
    return response;
  }

  async #handle(
    request: Request,
    url: URL,
    bytes: Uint8Array<ArrayBuffer>,
    requestId: string,
  ): Promise<Response> {
    const { accounts, router } = this.#world;
    const caller = accounts.identify(request.headers);
    const control = requestId === "control";
    if (!control) this.#limiter.count(caller.key);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const { headers, signal } = request;
    const call = { url, headers, bytes, caller, requestId, signal };
    const inferred = this.#world.infer({ ...call, params: {} });
    if (inferred !== undefined) return inferred;
    const { route, params } = control
      ? this.#control.find(method, url.pathname)
      : router.find(method, url.pathname);
    const namespace = route.needs.namespace;
    accounts.authorize(
      caller,
      route.needs,
      namespace === undefined ? undefined : params[namespace],
    );
    if (route.action !== undefined) {
      this.#limiter.countAction(caller.key, route.action);
    }
    return await route.handle({ ...call, params });
  }

  #build(): [Clock, World, RateLimiter, Router] {
    const options = this.#options;
    const clock = new Clock(options.now ?? Date.now);
    const accounts = new Accounts(
      options.organizations ?? [{ name: "acme" }],
      { [this.token]: "write", ...options.tokens },
    );
    const world = buildWorld(clock, accounts, options);
    const limiter = new RateLimiter(
      clock,
      options.rateLimit ?? { requests: 100_000, windowSeconds: 300 },
      options.actionQuotas ?? {},
    );
    const control = controlRoutes({
      requests: this.#requests,
      faults: this.#faults,
      clock,
      reset: () => this.reset(),
    });
    const router = new Router([{ routes: control }, {
      routes: world.control,
    }]);
    return [clock, world, limiter, router];
  }
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
