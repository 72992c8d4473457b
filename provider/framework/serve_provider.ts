/**
 * The main program of a provider.
 *
 * @module
 */

import type { LazyProvider } from "./define/provider.ts";
import type { MuxPart } from "./rpc/make_service.ts";
import { type Program, serve } from "./plugin/serve.ts";

export type { ProviderProcess } from "./plugin/child.ts";
export type { MuxPart, Program };

/** Options of {@linkcode serveProvider}. */
export interface ServeProviderOptions extends Program {
  /**
   * The protocol versions to offer; default 6 only. Protocol 5 has no nested
   * attributes.
   */
  readonly protocols?: readonly (5 | 6)[];
  /**
   * Loads the provider, or several that are served behind one address, in
   * protocol 6. It is called once the CLI knows where to connect, so import
   * providers here, and nothing big outside.
   *
   * Of several, each call goes to the one that has the resource, data source,
   * function or whatever it is about. One may be the executable of a provider
   * in any language: `{ command: ["/path/terraform-provider-notes"] }`. All
   * must have the same provider block, and nothing twice.
   */
  readonly load: () => Promise<LazyProvider | readonly MuxPart[]>;
}

/**
 * Runs a provider as the plugin that the CLI expects. This is the whole main
 * program: it reads the arguments and the environment, and ends the process
 * when the CLI is done.
 */
export async function serveProvider(
  { protocols = [6], load, ...options }: ServeProviderOptions,
): Promise<void> {
  const loadFor = async (protocol: 5 | 6) => {
    const [
      provider,
      { makeMuxService, makeService },
      { prebuiltResponses },
    ] = await Promise.all([
      load(),
      import("./rpc/make_service.ts"),
      import("./prebuilt_responses.ts"),
    ]);
    return isSeveral(provider)
      ? await makeMuxService(provider)
      : await makeService(provider, protocol, prebuiltResponses());
  };
  await serve({
    ...options,
    protocols: Object.fromEntries(protocols.map((protocol) => [protocol, {
      serviceName: `tfplugin${protocol}.Provider`,
      load: () => loadFor(protocol),
    }])),
  });
}

function isSeveral(
  provider: LazyProvider | readonly MuxPart[],
): provider is readonly MuxPart[] {
  return Array.isArray(provider);
}
