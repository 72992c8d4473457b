import { AccessGuard } from "./core/access_guard.ts";
import { Accounts } from "./core/accounts.ts";
import { Clock, formatTime, timerSleep } from "./core/clock.ts";
import { controlRoutes } from "./core/control.ts";
import {
  addCors,
  errorResponse,
  preflightResponse,
} from "./core/error_response.ts";
import { ConnectionClosed, Failure } from "./core/failure.ts";
import {
  type Fault,
  faultResponse,
  Faults,
  type Meanwhile,
} from "./core/faults.ts";
import { type Json, parseJson } from "./core/json.ts";
import type { SandboxOptions } from "./core/options.ts";
import { RateLimiter } from "./core/rate_limit.ts";
import { Redactor } from "./core/redactor.ts";
import { type LoggedRequest, RequestLog } from "./core/request_log.ts";
import type { IncomingRequest } from "./core/router.ts";
import { isSigned } from "./hub/large_file_routes.ts";
import { pageRoutes } from "./page/page.ts";
import {
  buildServices,
  handleRequest,
  isControlUrl,
  type Services,
} from "./services.ts";

/** The state of a sandbox since its start or the last reset. */
interface State {
  readonly clock: Clock;
  readonly services: Services;
  readonly limiter: RateLimiter;
}

/**
 * An in-memory imitation of Hugging Face: the Hub and Inference Endpoints
 * behind one origin. It opens no connection and keeps all state in the
 * object.
 *
 * ```ts
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox();
 * const response = await sandbox.fetch(
 *   new Request("https://huggingface.co/api/whoami-v2", {
 *     headers: { authorization: `Bearer ${sandbox.token}` },
 *   }),
 * );
 * const { name } = await response.json();
 * if (name !== "sandbox") throw new Error(`unexpected user: ${name}`);
 * ```
 */
export class Sandbox {
  /** A token of the user `sandbox` with the role `write`. */
  readonly token: string = "hf_sandbox0write0token";
  /** Key of the control routes, as the header `x-sandbox-key`, and of the page,
   * as `?key=` in its address. */
  readonly key: string;
  readonly #options: SandboxOptions;
  readonly #guard: AccessGuard;
  readonly #redactor = new Redactor();
  readonly #requests = new RequestLog();
  readonly #faults = new Faults();
  #state: State;
  #count = 0;

  /** Makes a sandbox with nothing in it but what the options ask for. */
  constructor(options: SandboxOptions = {}) {
    this.#options = options;
    this.key = options.key ?? crypto.randomUUID();
    this.#guard = new AccessGuard(this.key);
    this.#state = this.#build();
  }

  /** The requests received so far, without those below `/_sandbox`. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests.list();
  }

  /** Removes the requests received so far from the log. */
  clearRequests(): void {
    this.#requests.clear();
  }

  /**
   * Arms a fault; throws SyntaxError when its path is a regular expression.
   *
   * ```ts
   * import { Sandbox } from "@hf-terraform/sandbox";
   *
   * const sandbox = new Sandbox();
   * sandbox.addFault({ match: { path: "/v2/" }, action: { status: 502 } });
   * const response = await sandbox.fetch(
   *   new Request("https://api.endpoints.huggingface.cloud/v2/provider"),
   * );
   * if (response.status !== 502) throw new Error(`unexpected: ${response.status}`);
   * ```
   */
  addFault(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** Disarms all faults. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /** Advances the clock by milliseconds. */
  advance(ms: number): void {
    this.#state.clock.advance(ms);
  }

  /** Restores the initial state and time, and clears the log and the faults. */
  reset(): void {
    this.#requests.clear();
    this.#faults.clear();
    this.#state = this.#build();
  }

  /** Whether a request has a token, or a signed address, that the sandbox knows. */
  isKnown(url: URL, headers: Headers): boolean {
    const { clock, services: { accounts } } = this.#state;
    return accounts.identify(headers, clock.now()).kind === "known" ||
      isSigned(url);
  }

  /**
   * Handles a request. Throws {@linkcode ConnectionClosed} where a fault drops
   * the connection, as `fetch` throws on a network error.
   */
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (!isControlUrl(url)) return await this.#receive(request, url);
    const response = await this.#control(request, url);
    response.headers.set("x-content-type-options", "nosniff");
    return response;
  }

  async #control(request: Request, url: URL): Promise<Response> {
    const refusal = await this.#guardFrom(request, url, true);
    if (refusal !== undefined) return refusal;
    const cookie = this.#guard.makeCookie({ url });
    if (cookie !== undefined) {
      const headers = { location: "/", "set-cookie": cookie };
      return new Response(null, { status: 303, headers });
    }
    return await this.#respond(await this.#read(request, url, "control"));
  }

  async #receive(request: Request, url: URL): Promise<Response> {
    const refusal = await this.#guardFrom(request, url, false);
    if (refusal !== undefined) return refusal;
    if (request.method === "OPTIONS") return preflightResponse(request);
    const requestId = [
      `sandbox-${String(++this.#count).padStart(8, "0")}`,
      // The id that the official Python client gives each of its requests.
      request.headers.get("x-amzn-trace-id") ?? [],
    ].flat().join(";");
    const incoming = await this.#read(request, url, requestId);
    const { method, headers, bytes, at } = incoming;
    const body = readLoggedBody(bytes);
    this.#redactor.learn(url, headers, body);
    const setStatus = this.#requests.add({
      method,
      path: url.pathname,
      query: url.search,
      at: formatTime(at),
      requestId,
      userAgent: headers.get("user-agent") ?? "",
      body,
    }, body === null ? 0 : bytes.length);
    const response = await this.#injectFault(incoming);
    addCors(response.headers);
    response.headers.set("x-request-id", requestId);
    const { limiter, services: { accounts } } = this.#state;
    limiter.setHeaders(accounts.identify(headers, at).key, response.headers);
    setStatus(response.status);
    return response;
  }

  async #guardFrom(
    request: Request,
    url: URL,
    isControl: boolean,
  ): Promise<Response | undefined> {
    try {
      this.#guard.check({ url, headers: request.headers, isControl });
      return undefined;
    } catch (error) {
      await request.body?.cancel();
      if (error instanceof Failure) return errorResponse(error, url);
      throw error;
    }
  }

  async #read(
    request: Request,
    url: URL,
    requestId: string,
  ): Promise<IncomingRequest> {
    const { method, headers, signal } = request;
    const bytes = new Uint8Array(await request.arrayBuffer());
    const at = this.#state.clock.now();
    return { method, url, headers, bytes, signal, at, requestId };
  }

  async #injectFault(incoming: IncomingRequest): Promise<Response> {
    const { method, url, signal } = incoming;
    const { sleep = timerSleep, latencyMs = 0 } = this.#options;
    if (latencyMs > 0) await sleep(latencyMs, signal);
    const fault = this.#faults.take(method, url.pathname + url.search) ?? {};
    if (fault.delay_ms !== undefined) await sleep(fault.delay_ms, signal);
    if (fault.meanwhile !== undefined) {
      await this.#respond(otherRequest(incoming, this.token, fault.meanwhile));
    }
    if (fault.close === "before") throw new ConnectionClosed(false);
    if (fault.status !== undefined && fault.take_effect !== true) {
      return faultResponse(fault, fault.status);
    }
    const response = await this.#respond(incoming);
    if (fault.close === "after") throw new ConnectionClosed(true);
    if (fault.status === undefined) return response;
    await response.body?.cancel();
    return faultResponse(fault, fault.status);
  }

  async #respond(incoming: IncomingRequest): Promise<Response> {
    const { services, limiter } = this.#state;
    try {
      return await handleRequest(services, limiter, incoming);
    } catch (error) {
      return errorResponse(
        // A mistake of the sandbox is a response too, never silence.
        error instanceof Failure
          ? error
          : new Failure(500, `Internal error of the sandbox: ${error}`),
        incoming.url,
      );
    }
  }

  #build(): State {
    const options = this.#options;
    const clock = new Clock(options.now ?? Date.now);
    const targets = {
      requests: this.#requests,
      redactor: this.#redactor,
      faults: this.#faults,
      clock,
      reset: () => this.reset(),
    };
    const accounts = new Accounts(
      options.organizations ?? [{ name: "acme", plan: "plus" }],
      { [this.token]: "write", ...options.tokens },
      options.users,
      options.address,
    );
    const limiter = new RateLimiter(
      clock,
      options.rateLimit ?? { requests: 100_000, windowSeconds: 300 },
    );
    const services = buildServices(clock, accounts, options, [
      ...pageRoutes(targets, () => this.#state.services.sections()),
      ...controlRoutes(targets),
    ]);
    return { clock, services, limiter };
  }
}

/** Makes the request of a fault's `meanwhile`. */
function otherRequest(
  incoming: IncomingRequest,
  token: string,
  { method, path, body }: Meanwhile,
): IncomingRequest {
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

/** Parses a body for the log; null for a large one and for no JSON. */
function readLoggedBody(bytes: Uint8Array<ArrayBuffer>): Json {
  if (bytes.length === 0 || bytes.length > 65_536) return null;
  return parseJson(new TextDecoder().decode(bytes)) ?? null;
}
