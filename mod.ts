/**
 * A typed client for what a team manages on Hugging Face, without dependencies,
 * for Deno, Node, Bun and browsers.
 *
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/client/sandbox";
 *
 * // The sandbox stands in for the real service, which needs only a token:
 * // new HuggingFace({ token: "hf_…" })
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * const { name } = await client.users.whoami();
 * for await (const endpoint of client.endpoints.list(name)) {
 *   console.log(endpoint.name, endpoint.status.state, endpoint.status.url);
 * }
 * ```
 *
 * Everything that fails throws a {@linkcode HuggingFaceError}: an
 * {@linkcode ApiError} by status if the service refused, else a
 * {@linkcode ConnectionError}, {@linkcode TimeoutError} or
 * {@linkcode AbortedError}. Failures that can pass by themselves are tried again
 * where that can do no harm; see {@linkcode ClientOptions}.
 *
 * @module
 */

export * from "./client/api_errors.ts";
export type * from "./client/compute_types.ts";
export * from "./client/endpoint_catalog.ts";
export * from "./client/endpoint_images.ts";
export * from "./client/endpoint_lifecycle.ts";
export * from "./client/endpoint_network.ts";
export * from "./client/endpoint_observation.ts";
export type * from "./client/endpoint_observation_types.ts";
export type * from "./client/endpoint_types.ts";
export {
  EndpointStateError,
  type ParkedState,
  type WaitForOptions,
} from "./client/endpoint_wait.ts";
export * from "./client/endpoints.ts";
export * from "./client/errors.ts";
export * from "./client/hugging_face.ts";
export type * from "./client/options.ts";
export type { Page } from "./client/paginate.ts";
export * from "./client/repo_files.ts";
export * from "./client/repo_refs.ts";
export type * from "./client/repo_types.ts";
export * from "./client/repos.ts";
export * from "./client/space_environment.ts";
export * from "./client/space_observation.ts";
export type * from "./client/space_types.ts";
export {
  SpaceStageError,
  type WaitForStageOptions,
} from "./client/space_wait.ts";
export * from "./client/spaces.ts";
export type { Answer, Transport } from "./client/transport.ts";
export type { RequestOptions, Service } from "./client/request.ts";
export type { ServerSentEvent } from "./client/sse.ts";
export type { Query } from "./client/url.ts";
export * from "./client/users.ts";
export { VERSION } from "./client/version.ts";
