import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import {
  BROKER_METHODS,
  controllerMethods,
  HEALTH_METHODS,
  STDIO_METHODS,
} from "./plugin_services.ts";
import type { Identity } from "./certificate.ts";
import { withoutGoaway } from "./goaway_filter.ts";
import { listen, type Listener, type ListenOptions } from "./listener.ts";
import { logger, stackOf } from "../log.ts";
import { exit } from "./platform.ts";
import { type LazyService, loadMethods } from "./call.ts";

/** Longest message to be read: as the Go plugins have it, 256 MiB. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;
/**
 * How long what is being sent may take to leave, in milliseconds. The CLI asks
 * for the end only when it waits for nothing else, does not need the answer,
 * and waits for the process up to seven times a command.
 */
const LAST_WORDS_MS = 1;

const log = logger("sdk.proto");

/**
 * A plugin from its listener to its end.
 *
 * It listens before it can answer: connections wait until {@linkcode load} has
 * brought gRPC and the provider's own service, which are too slow for the time
 * before the handshake line.
 */
export class Plugin {
  readonly #service: LazyService;
  #waiting: Duplex[] = [];
  #serve: ((connection: Duplex) => void) | undefined;
  #listener: Listener | undefined;

  /** Takes the provider's service; nothing happens yet. */
  constructor(service: LazyService) {
    this.#service = service;
  }

  /** Starts to accept connections, protected if an identity is given. */
  async listen(
    tls?: { readonly identity: Identity; readonly clientCertificate: string },
  ): Promise<Listener> {
    const options: ListenOptions = {
      onConnection: (socket) => this.#accept(socket),
      onRefused: (error) => {
        log.warn("Refused a connection", { error: error.message });
      },
    };
    this.#listener = await listen(tls ? { ...options, tls } : options);
    return this.#listener;
  }

  /** Loads what answers the calls, then serves the connections that wait. */
  async load(): Promise<void> {
    const [{ makeGrpcServer }, methods] = await Promise.all([
      import("./grpc_server.ts"),
      loadMethods(this.#service),
    ]);
    const server = makeGrpcServer({
      methods: {
        ...BROKER_METHODS,
        ...STDIO_METHODS,
        ...HEALTH_METHODS,
        ...controllerMethods(() => this.shutdown()),
        ...methods,
      },
      maxMessageBytes: MAX_MESSAGE_BYTES,
      onError: (path, error) => {
        log.error("A call failed", { path, error: stackOf(error) });
      },
    });
    this.#serve = (connection) => server.serve(connection);
    for (const connection of this.#waiting.splice(0)) this.#serve(connection);
  }

  /**
   * Ends the process with status 0, and leaves no socket behind.
   */
  shutdown(): void {
    this.#listener?.close();
    setTimeout(() => exit(0), LAST_WORDS_MS);
  }

  #accept(socket: Socket): void {
    socket.on("error", (error) => {
      log.debug("A connection broke", { error: error.message });
    });
    const connection = withoutGoaway(socket);
    if (this.#serve === undefined) this.#waiting.push(connection);
    else this.#serve(connection);
  }
}
