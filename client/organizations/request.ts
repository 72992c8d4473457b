/**
 * What requests about one organization have in common.
 *
 * @module
 */

import { about, type Deed, type RequestOptions } from "../core/request.ts";
import { path } from "../core/url.ts";

/**
 * A request about one organization.
 *
 * @param deed What is done to it.
 */
export function onOrg(organization: string, ...deed: Deed): RequestOptions {
  const at = path`/api/organizations/${organization}`;
  return about(organization, at, ...deed);
}
