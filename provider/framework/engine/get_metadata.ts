/**
 * Names everything that the provider has.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import {
  type EngineCall,
  type ServerCapabilities,
  serverCapabilities,
} from "./contract.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode getMetadata}: it holds nothing. */
export type GetMetadataRequest = Readonly<Record<never, never>>;

/** The response of {@linkcode getMetadata}. */
export interface GetMetadataResponse {
  /** What the server can do. */
  readonly serverCapabilities: ServerCapabilities;
  /** The type names of the resources. */
  readonly resources: readonly string[];
  /** The type names of the data sources. */
  readonly dataSources: readonly string[];
  /** The type names of the ephemeral resources. */
  readonly ephemeralResources: readonly string[];
  /** The names of the functions. */
  readonly functions: readonly string[];
  /** The type names of the list resources. */
  readonly listResources: readonly string[];
  /** The type names of the actions. */
  readonly actions: readonly string[];
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/** Names everything that the provider has. */
export function getMetadata(
  server: ProviderServer,
  _request: GetMetadataRequest,
  _call: EngineCall,
): Promise<GetMetadataResponse> {
  const { provider } = server;
  const names = (items: readonly { readonly typeName: string }[]) =>
    items.map((item) => item.typeName);
  return Promise.resolve({
    serverCapabilities,
    resources: names(provider.resources),
    dataSources: names(provider.dataSources),
    ephemeralResources: names(provider.ephemeralResources),
    functions: provider.functions.map((item) => item.name),
    listResources: names(provider.listResources),
    actions: names(provider.actions),
    diagnostics: new Diagnostics(),
  });
}
