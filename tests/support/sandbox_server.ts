import { Sandbox, type SandboxOptions } from "../../client/sandbox/mod.ts";
import { serveSandbox } from "../../tools/sandbox_server.ts";

/** A sandbox on a free loopback port, for tests that need a real server. */
export interface RunningSandbox extends AsyncDisposable {
  /** The sandbox itself: request log, faults, clock. */
  readonly sandbox: Sandbox;
  /** Origin without a trailing slash, for both of the variables. */
  readonly url: string;
  /** A token of the user `sandbox` with the role `write`. */
  readonly token: string;
  /** The variables that `task sandbox` prints. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops listening and drops the open connections. */
  stop(): Promise<void>;
}

/**
 * Starts a sandbox in this process; `stop` it at the end of the test. `origin`
 * is what clients know it by, if that is not its address.
 */
export async function startSandbox(
  options: SandboxOptions | Sandbox = {},
  origin?: string,
): Promise<RunningSandbox> {
  const sandbox = options instanceof Sandbox ? options : new Sandbox(options);
  const server = await serveSandbox(sandbox, 0, origin);
  return {
    sandbox,
    url: server.url,
    token: sandbox.token,
    env: {
      HF_ENDPOINT: server.url,
      HF_INFERENCE_ENDPOINTS_URL: server.url,
      HF_TOKEN: sandbox.token,
      HF_SANDBOX_KEY: sandbox.key,
    },
    stop: () => server.stop(),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** Asks a control route of a sandbox, which takes JSON. */
export async function control(
  { sandbox }: { readonly sandbox: Sandbox },
  path: string,
  { method, body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Response> {
  const answer = await sandbox.fetch(
    new Request(`http://sandbox/_sandbox/${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        "content-type": "application/json",
        "x-sandbox-key": sandbox.key,
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
}

/**
 * Waits for a request, for two minutes at most.
 *
 * @param from The number of requests before that do not count.
 * @returns The number of requests up to it, which the next one may follow.
 */
export async function waitForRequest(
  sandbox: Sandbox,
  method: string,
  path: RegExp,
  from = 0,
): Promise<number> {
  for (let attempts = 0; attempts < 12_000; attempts++) {
    const index = sandbox.requests.findIndex((request, index) =>
      index >= from && request.method === method && path.test(request.path)
    );
    if (index !== -1) return index + 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No ${method} of ${path} was received`);
}
