import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConnectionClosed, type Sandbox } from "../client/sandbox/mod.ts";

/** A sandbox that listens on loopback. */
export interface SandboxServer {
  /** Origin without a trailing slash, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops listening and drops the open connections. */
  stop(): Promise<void>;
}

/**
 * Serves a sandbox on 127.0.0.1; port 0 picks a free one. `origin` is what
 * clients know it by where that is not its own address, as behind a proxy.
 */
export async function serveSandbox(
  sandbox: Sandbox,
  port = 0,
  origin?: string,
): Promise<SandboxServer> {
  let url = "";
  const server = createServer((message, response) => {
    handle(sandbox, origin ?? url, message, response).catch(
      (error: unknown) => {
        // A real dropped connection is the point of a `close` fault.
        if (error instanceof ConnectionClosed) message.socket.resetAndDestroy();
        else response.destroy(error instanceof Error ? error : undefined);
      },
    );
  });
  // Node's 5 s would close a connection under a request that comes then.
  server.keepAliveTimeout = 0;
  // A tunnel is no request that a handler sees.
  server.on("connect", (_message, socket) => {
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("Sandbox is not listening on a TCP port");
  }
  url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Waits for Ctrl-C, or another signal that ends the process. */
export async function waitForInterrupt(): Promise<void> {
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM"];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of signals) Deno.addSignalListener(signal, resolve);
  await promise;
  for (const signal of signals) Deno.removeSignalListener(signal, resolve);
}

/**
 * Bytes of a body that are kept while it comes in: the Hub takes commits of a
 * hundred files of 1 MB, in base64.
 */
const MOST_BYTES = 160 * 1024 * 1024;

/** The same of a body from an unknown sender, and that waits for no others. */
const FEW_BYTES = 1024 * 1024;

/** V8 lets bytes outside of its heap grow by hundreds of MiB before it looks. */
const BYTES_UNTIL_COLLECTED = 8 * 1024 * 1024;
let received = 0;
let collect: (() => void) | undefined;

function countReceived({ length }: Uint8Array): void {
  received += length;
  if (received <= BYTES_UNTIL_COLLECTED) return;
  received = 0;
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc");
  }
  collect?.();
}

/** The error of a body that is not read to its end. */
class Refusal extends Error {
  constructor(readonly status: 413 | 503, message: string) {
    super(message);
  }
}

/** Bytes of all bodies that are not answered yet. */
let held = 0;

/** A body, whose parts come when they are asked for. */
class Body {
  #size = 0;
  readonly #most: number;

  constructor(readonly message: IncomingMessage, isKnown: boolean) {
    this.#most = isKnown ? MOST_BYTES : FEW_BYTES;
  }

  async *parts(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { headers } = this.message;
    this.#check(Number(headers["content-length"]));
    const all = this.message.iterator({ destroyOnReturn: false });
    for await (const part of all) {
      this.#size += part.length;
      held += part.length;
      this.#check(this.#size);
      countReceived(part);
      yield part;
    }
  }

  #check(size: number): void {
    if (size > this.#most) {
      const most = this.#most / FEW_BYTES;
      throw new Refusal(413, `The sandbox takes bodies of up to ${most} MiB`);
    }
    if (this.#size > FEW_BYTES && held > MOST_BYTES) {
      throw new Refusal(503, "The sandbox has other large bodies to read");
    }
  }

  /** Lets go of the bytes. */
  end(): void {
    held -= this.#size;
    this.#size = 0;
  }
}

async function handle(
  sandbox: Sandbox,
  origin: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const headers = new Headers();
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    headers.append(
      message.rawHeaders[at] ?? "",
      message.rawHeaders[at + 1] ?? "",
    );
  }
  const method = message.method ?? "GET";
  const target = message.url ?? "/";
  const address = URL.parse(target.startsWith("/") ? origin + target : target);
  // No `Request` can be made of these.
  if (["TRACE", "TRACK", "CONNECT"].includes(method) || address === null) {
    response.writeHead(address === null ? 400 : 405).end();
    return;
  }
  const body = new Body(message, sandbox.isKnown(address, headers));
  const answer = await sandbox.fetch(
    new Request(origin + address.pathname + address.search, {
      method,
      headers,
      signal: gone.signal,
      body: method === "GET" || method === "HEAD"
        ? null
        : ReadableStream.from(body.parts()),
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { status, message } = error;
    const headers = { "x-content-type-options": "nosniff" };
    return Response.json({ error: message }, { status, headers });
  }).finally(() => body.end());
  // Who sends a body looks for the answer afterwards.
  message.on("data", countReceived);
  response.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) {
    response.end();
    return;
  }
  const shown = Readable.from(answer.body);
  response.once("close", () => shown.destroy());
  shown.on("error", () => response.destroy());
  shown.pipe(response);
}
