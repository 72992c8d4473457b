import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TlsIdentity } from "./certificate.ts";
import process from "node:process";
import { env as ownEnv, makeTempFolder, removeSocket } from "./platform.ts";

/** Address of a plugin, in the words of the handshake line. */
export interface Address {
  readonly network: "unix" | "tcp";
  /** Path of the socket, or `127.0.0.1:port`. */
  readonly address: string;
}

/** A server that accepts connections. */
export interface Listener extends Address {
  /** Stops listening and removes the socket from the file system. */
  close(): void;
}

/** Options of {@linkcode listen}. */
export interface ListenOptions {
  /** Called with each connection, after the TLS handshake if there is TLS. */
  readonly onConnection: (socket: Socket) => void;
  /** Own identity and the only client to let in; absent: no TLS. */
  readonly tls?: {
    readonly identity: TlsIdentity;
    /** PEM of the client's certificate. */
    readonly clientCertificate: string;
  };
  /** Kind of address; TCP on Windows and a Unix socket elsewhere by default. */
  readonly network?: "unix" | "tcp";
  /** Called with what a client did wrong before it was a connection. */
  readonly onRefused: (error: Error) => void;
  /** The value of an environment variable; default: that of this process. */
  readonly env?: Environment;
}

type Environment = (name: string) => string | undefined;

/**
 * Listens on a Unix socket, or on a TCP port of the loopback interface on
 * Windows. Resolves when connections are accepted.
 *
 * Obeys `PLUGIN_UNIX_SOCKET_DIR`, `PLUGIN_MIN_PORT` and `PLUGIN_MAX_PORT`.
 * Throws an Error if neither a socket nor a port can be had.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = makeServer(options);
  const network = options.network ??
    (process.platform === "win32" ? "tcp" : "unix");
  const { env = ownEnv } = options;
  return network === "tcp"
    ? await listenTcp(server, env)
    : await listenUnix(server, env);
}

/**
 * The most connections without the client's certificate: what each leaves in
 * the memory of the runtime stays there.
 */
const MOST_STRANGERS = 1_000;

function makeServer({ tls, ...options }: ListenOptions): Server {
  if (tls === undefined) {
    return createServer({ noDelay: true }, options.onConnection);
  }
  let strangers = 0;
  const server = createTlsServer({
    key: tls.identity.key,
    cert: tls.identity.certificate,
    ca: [tls.clientCertificate],
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
  }, (socket) => {
    strangers--;
    options.onConnection(socket);
  });
  server.on("connection", () => {
    if (++strangers < MOST_STRANGERS) return;
    server.close();
    options.onRefused(new Error("too many without the client's certificate"));
  });
  server.on("tlsClientError", options.onRefused);
  return server;
}

async function listenUnix(server: Server, env: Environment): Promise<Listener> {
  const folder = makeTempFolder(env("PLUGIN_UNIX_SOCKET_DIR"));
  const address = `${folder}/provider`;
  try {
    checkLength(address);
    await listenAt(server, { path: address });
  } catch (error) {
    removeSocket(address);
    throw error;
  }
  const close = () => {
    server.close();
    removeSocket(address);
  };
  return { network: "unix", address, close };
}

/** Node cuts a longer path and listens somewhere else. */
function checkLength(path: string): void {
  const length = new TextEncoder().encode(path).length;
  const most = process.platform === "linux" ? 107 : 103;
  if (length <= most) return;
  throw new Error(
    `Cannot listen on the socket ${path}: its path has ${length} bytes, and ` +
      `this system takes ${most} at most. Set TMPDIR, or ` +
      "PLUGIN_UNIX_SOCKET_DIR if it is set, to a folder with a shorter path",
  );
}

async function listenTcp(server: Server, env: Environment): Promise<Listener> {
  const host = "127.0.0.1";
  const { min, max } = portRange(env);
  for (let port = min;; port++) {
    try {
      const actual = await listenAt(server, { host, port });
      const address = `${host}:${actual}`;
      return { network: "tcp", address, close: () => server.close() };
    } catch (error) {
      if (port === max) throw error;
    }
  }
}

/**
 * The ports that may be used, both ends included; 0 stands for any.
 *
 * Throws an Error if the range is none.
 */
export function portRange(
  env: Environment,
): { readonly min: number; readonly max: number } {
  const [min, max] = ["PLUGIN_MIN_PORT", "PLUGIN_MAX_PORT"].map((name) => {
    const port = Number(env(name) ?? "0");
    if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
    throw new Error(`Cannot use ${name}: ${env(name)} is no port number`);
  });
  if (min === undefined || max === undefined || min > max) {
    throw new Error(
      `Cannot listen: PLUGIN_MIN_PORT ${min} is above PLUGIN_MAX_PORT ${max}`,
    );
  }
  return { min, max };
}

function listenAt(
  server: Server,
  where: { readonly path: string } | {
    readonly host: string;
    readonly port: number;
  },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      // A later error concerns one connection; the server goes on.
      server.on("error", () => {});
      const address = server.address();
      resolve(typeof address === "object" ? address?.port ?? 0 : 0);
    });
  });
}
