/**
 * A whole service: the handlers of a provider for one protocol version.
 *
 * @module
 */

import type { ProviderServer } from "../engine/server.ts";
import { type RpcLog, silentRpcLog } from "./log.ts";
import type {
  StreamHandler,
  StreamRoute,
  UnaryHandler,
  UnaryRoute,
} from "./route.ts";

/** The handlers of a service by the names of their methods. */
export interface RpcService {
  /** Those that answer with one message. */
  readonly unary: Readonly<Record<string, UnaryHandler>>;
  /** Those that answer with any number of messages. */
  readonly serverStream: Readonly<Record<string, StreamHandler>>;
}

/** The options of a service. */
export interface ServiceOptions {
  /** Where calls are logged; default: nowhere. */
  readonly log?: RpcLog;
}

/** The routes of a service. */
export interface Routes {
  /** Those that answer with one message. */
  readonly unary: readonly UnaryRoute[];
  /** Those that answer with any number of messages. */
  readonly serverStream: readonly StreamRoute[];
}

/** Makes the service that these routes describe. */
export function serviceOf(
  server: ProviderServer,
  routes: Routes,
  options: ServiceOptions,
): RpcService {
  const log = options.log ?? silentRpcLog;
  return {
    unary: Object.fromEntries(
      routes.unary.map((route) => [route.name, route.handler(server, log)]),
    ),
    serverStream: Object.fromEntries(
      routes.serverStream.map((
        route,
      ) => [route.name, route.handler(server, log)]),
    ),
  };
}
