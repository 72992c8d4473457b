/**
 * What all requests about one endpoint share.
 *
 * @module
 */

import type { CallOptions } from "./options.ts";
import type { RequestOptions } from "./request.ts";
import { path } from "./url.ts";

/** What is done to an endpoint. */
export interface EndpointDeed {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** What is done, to stand before "the endpoint". */
  readonly verb: string;
  /** What follows the name in the path, nothing if left out. */
  readonly suffix?: string;
}

/** Reading an endpoint. */
export const READ: EndpointDeed = { method: "GET", verb: "read" };

/**
 * The parts that all requests about one endpoint share.
 *
 * @param deed What is done to it.
 * @param namespace The user or organization.
 * @param name The name of the endpoint.
 * @param call The settings of the call.
 * @returns Service, method, path, action and settings.
 */
export function onEndpoint(
  { method, verb, suffix = "" }: EndpointDeed,
  namespace: string,
  name: string,
  call: CallOptions,
): Pick<RequestOptions, "service" | "method" | "path" | "action" | "call"> {
  return {
    service: "endpoints",
    method,
    path: path`/v2/endpoint/${namespace}/${name}` + suffix,
    action: `${verb} the endpoint ${namespace}/${name}`,
    call,
  };
}
