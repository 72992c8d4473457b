/**
 * A whole service: the handlers of a provider for one protocol version.
 *
 * @module
 */

import type { ProviderServer } from "../engine/server.ts";
import type { RpcService } from "../plugin/service.ts";
import { type RpcLog, silentRpcLog } from "./log.ts";
import type { StreamRoute, UnaryRoute } from "./route.ts";

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
