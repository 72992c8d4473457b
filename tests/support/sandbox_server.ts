import { Sandbox, type SandboxOptions } from "../../client/sandbox/mod.ts";
import { serveSandbox } from "../../tools/sandbox_server.ts";

/** A sandbox on a free loopback port, for tests that need a real server. */
export interface RunningSandbox {
  /** The sandbox itself: request log, faults, clock. */
  readonly sandbox: Sandbox;
  /** Origin without a trailing slash, for both of the variables. */
  readonly url: string;
  /** A token of the user `sandbox` with the role `write`. */
  readonly token: string;
  /** What `task sandbox` prints. */
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
  };
}

/** Asks a control route of a sandbox, which takes JSON. */
export async function control(
  { url, sandbox }: Pick<RunningSandbox, "url" | "sandbox">,
  path: string,
  { method, body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Response> {
  const answer = await fetch(`${url}/_sandbox/${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      "content-type": "application/json",
      "x-sandbox-key": sandbox.key,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
}

/** Is fulfilled when a request was received, or fails after two minutes. */
export async function received(
  sandbox: Sandbox,
  method: string,
  path: RegExp,
): Promise<void> {
  for (let attempts = 0; attempts < 12_000; attempts++) {
    const isThere = sandbox.requests.some((request) =>
      request.method === method && path.test(request.path)
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No ${method} of ${path} was received`);
}
