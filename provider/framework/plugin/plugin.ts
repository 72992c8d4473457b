import process from "node:process";
import type { Duplex } from "node:stream";
import { runExitHooks } from "../exit_hooks.ts";
import { logger } from "../log.ts";
import type { LazyService } from "./call.ts";
import { withoutGoaway } from "./goaway_filter.ts";
import { listen, type Listener, type ListenOptions } from "./listener.ts";
import { pluginServices } from "./plugin_services.ts";

/**
 * Time to send pending responses, in milliseconds. The CLI asks for the end
 * only when it waits for nothing else, does not need the response, and waits
 * for the process up to seven times a command.
 */
const FLUSH_MS = 1;

/** Time limit of the exit hooks: the CLI kills the process after 2 s. */
const EXIT_HOOKS_MS = 1500;

const log = logger("sdk.proto");

/** A plugin that accepts connections. */
export interface Plugin extends Listener {
  /** Loads the handlers of the calls, then serves the connections that wait. */
  load(): Promise<void>;
  /** Ends the process with status 0, and leaves no socket behind. */
  shutdown(): void;
}

/**
 * Starts to accept connections, protected if `tls` is given.
 *
 * It listens before it can answer: connections wait until {@linkcode
 * Plugin.load} has brought gRPC and the provider's own service, which are too
 * slow for the time before the handshake line.
 *
 * @param isAttached Whether commands are attached to it: each of them, and each
 * provider block, has a connection, and so a configuration of its own.
 */
export async function startPlugin(
  services: readonly LazyService[],
  tls?: ListenOptions["tls"],
  isAttached = false,
): Promise<Plugin> {
  const waiting: Duplex[] = [];
  let serve = (connection: Duplex): void => void waiting.push(connection);
  const listener = await listen({
    ...tls && { tls },
    onConnection: (socket) => {
      socket.on("error", (error) => {
        log.debug("A connection broke", { error: error.message });
      });
      serve(withoutGoaway(socket));
    },
    onRefused: (error) => {
      log.warn("Refused a connection", { error: error.message });
    },
  });
  let end: Promise<void> | undefined;
  const shutdown = () => {
    listener.close();
    end ??= runExitHooks(EXIT_HOOKS_MS).then(() => {
      setTimeout(() => process.exit(0), FLUSH_MS);
    });
  };
  const load = async () => {
    const makeServer = async () => {
      const [{ makeGrpcServer }, ...loaded] = await Promise.all([
        import("./grpc_server.ts"),
        ...services.map(async (one) =>
          [one.serviceName, await one.load()] as const
        ),
      ]);
      return makeGrpcServer({
        ...pluginServices(shutdown),
        ...Object.fromEntries(loaded),
      });
    };
    let server: ReturnType<typeof makeServer> | undefined = makeServer();
    await server;
    serve = (connection) => {
      const own = server ?? makeServer();
      if (isAttached) server = undefined;
      own.then((serve) => serve(connection), () => connection.destroy());
    };
    waiting.forEach(serve);
  };
  return { ...listener, load, shutdown };
}
