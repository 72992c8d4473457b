import { type LazyProvider, loadProvider } from "../define/provider.ts";
import { ProviderServer } from "../engine/server.ts";
import type { RpcService } from "../plugin/call.ts";
import type { ProviderProcess } from "../plugin/child.ts";

/** Provider that can be served beside others behind one address. */
export type MuxPart = LazyProvider | ProviderProcess;

/**
 * Makes the service of a provider for a protocol version. What authors log
 * goes to the subsystem `provider`. `prebuilt` responses are used in protocol 6.
 *
 * @throws {Error} If the provider cannot be served in that version.
 */
export async function makeService(
  provider: LazyProvider,
  protocol: 5 | 6,
  prebuilt?: Readonly<Record<string, string>>,
): Promise<RpcService> {
  if (protocol === 6) {
    const { protocol6 } = await import("./protocol6.ts");
    return protocol6(new ProviderServer(provider), prebuilt);
  }
  const { protocol5 } = await import("./protocol5.ts");
  return protocol5(new ProviderServer(await loadProvider(provider)));
}

/**
 * Makes one service of protocol 6 of several providers. If a process cannot be
 * started, it tells the CLI why.
 */
export async function makeMuxService(
  parts: readonly MuxPart[],
): Promise<RpcService> {
  const { muxService, refusingService } = await import("./mux.ts");
  try {
    return muxService(await Promise.all(parts.map(partService)));
  } catch (error) {
    return refusingService(error instanceof Error ? error.message : `${error}`);
  }
}

async function partService(part: MuxPart): Promise<RpcService> {
  if (!("command" in part)) return await makeService(part, 6);
  const { startProvider } = await import("../plugin/child.ts");
  const { remoteService } = await import("./remote.ts");
  return remoteService(await startProvider(part));
}
