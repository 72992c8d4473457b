/**
 * Requests about one organization.
 *
 * @module
 */

import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import { path } from "../core/url.ts";

/** A request about one organization. */
export function onOrg(
  organization: string,
  ...args: RequestArgs
): RequestOptions {
  const at = path`/api/organizations/${organization}`;
  return requestFor(organization, at, ...args);
}
