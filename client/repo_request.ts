/**
 * What requests about one repository have in common.
 *
 * @module
 */

import type { RepoRef } from "./repo_types.ts";
import type { RequestOptions } from "./request.ts";
import { path, segments } from "./url.ts";

/**
 * The parts of a request about one repository.
 *
 * @param repo The repository.
 * @param verb What is done, as `change the settings of`.
 * @param rest The path below the repository's.
 * @returns Service, path and action.
 */
export function onRepo(
  repo: RepoRef,
  verb: string,
  rest: string,
): Pick<RequestOptions, "service" | "path" | "action"> {
  return {
    service: "hub",
    path: path`/api/${`${repo.type}s`}/${segments(repo.id)}` + rest,
    action: `${verb} the ${repo.type} ${repo.id}`,
  };
}

/**
 * The parts that all requests about one Space share.
 *
 * @param id `namespace/name`.
 * @param verb What is done, to stand before "the space".
 * @param rest What follows in the path.
 * @returns Service, path and action.
 */
export function onSpace(
  id: string,
  verb: string,
  rest: string,
): Pick<RequestOptions, "service" | "path" | "action"> {
  return onRepo({ type: "space", id }, verb, rest);
}
