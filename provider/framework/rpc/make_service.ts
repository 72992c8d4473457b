/**
 * A provider as a service, with its logs.
 *
 * @module
 */

import type { Provider } from "../define/provider.ts";
import { type LogScope, ProviderServer } from "../engine/server.ts";
import { logger } from "../log.ts";
import type { RpcService } from "../plugin/service.ts";
import { rpcLog } from "./log.ts";

/**
 * Makes the service of a provider for a protocol version. What authors log
 * goes to the subsystem `provider`.
 *
 * Throws an Error if the provider cannot be served in that version.
 */
export async function makeService(
  provider: Provider,
  protocol: 5 | 6,
): Promise<RpcService> {
  const server = new ProviderServer(provider, { log: operationLog });
  const options = { log: rpcLog({ protocol }) };
  if (protocol === 6) {
    const { protocol6 } = await import("./protocol6.ts");
    return protocol6(server, options);
  }
  const { protocol5 } = await import("./protocol5.ts");
  return protocol5(server, options);
}

function operationLog({ operation, typeName }: LogScope) {
  const about = typeName === undefined ? {} : { type: typeName };
  return logger("provider", { operation, ...about });
}
