/**
 * A typed client for what a team manages on Hugging Face, without dependencies,
 * for Deno, Node, Bun and browsers.
 *
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * // The sandbox stands in for the real service, which needs only a token:
 * // HuggingFace.fromEnv(), or new HuggingFace({ token: "hf_…" })
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
 * ## Changing things, and waiting for them
 *
 * There is one method for each route of the services, with their own names for
 * what goes in and out. `waitFor` ends at once when an endpoint fails, and tells
 * why. Each call takes a `signal`, which ends its waits as well.
 *
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox({ seedEndpoints: 1 });
 * const { endpoints } = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * await endpoints.update("sandbox/seed-0001", {
 *   compute: { scaling: { minReplica: 0, scaleToZeroTimeout: 60 } },
 * });
 * const ready = await endpoints.waitFor("sandbox/seed-0001", {
 *   timeoutMs: 30 * 60_000,
 *   onState: ({ status }) => console.log(status.state, status.message),
 * });
 * console.log(ready.status.url);
 * ```
 *
 * ## When something fails
 *
 * Everything that fails throws a {@linkcode HuggingFaceError}: an
 * {@linkcode ApiError} by status if the service refused, else a
 * {@linkcode ConnectionError}, {@linkcode TimeoutError} or
 * {@linkcode AbortedError}. Failures that can pass by themselves are tried again
 * where that can do no harm, and requests slow down before the service's limit
 * is reached; see {@linkcode ClientOptions}. A create is never sent twice unless
 * the service surely did nothing: {@linkcode mayHaveTakenEffect} tells whether
 * to look before trying again.
 *
 * ```ts
 * import { HuggingFace, isApiError } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 *   hooks: { onRetry: ({ url, delayMs }) => console.log(url, delayMs) },
 * });
 * try {
 *   await client.spaces.restart("acme/not-there");
 * } catch (error) {
 *   if (!isApiError(error, 404)) throw error;
 *   console.log(error.message, error.requestId);
 * }
 * ```
 *
 * ## The token
 *
 * It is a string, or a function that is asked whenever a request needs one. It
 * goes only to the origins that the client was set up with, never over plain
 * http except to this machine, and into no message, error, hook or log. The
 * client reads no files, and environment variables only in
 * {@linkcode HuggingFace.fromEnv}.
 *
 * ## Testing without an account
 *
 * `@hf-terraform/sandbox` imitates the services, as in the examples here.
 * It is one function from `Request` to `Response`, so that it needs no network,
 * and its faults, delays and limits can be set.
 *
 * @module
 */

export * from "./client/access_requests.ts";
export * from "./client/api_errors.ts";
export * from "./client/buckets.ts";
export * from "./client/collections.ts";
export type * from "./client/compute_types.ts";
export * from "./client/endpoint_catalog.ts";
export * from "./client/endpoint_images.ts";
export * from "./client/endpoint_logs.ts";
export * from "./client/endpoint_metrics.ts";
export * from "./client/endpoint_network.ts";
export type * from "./client/endpoint_observation_types.ts";
export type * from "./client/endpoint_types.ts";
export {
  EndpointStateError,
  type ParkedState,
  type WaitForOptions,
} from "./client/endpoint_wait.ts";
export * from "./client/endpoints.ts";
export type { Environment } from "./client/environment.ts";
export * from "./client/errors.ts";
export * from "./client/hugging_face.ts";
export type * from "./client/job_types.ts";
export * from "./client/invitations.ts";
export * from "./client/jobs.ts";
export type * from "./client/options.ts";
export * from "./client/organizations.ts";
export type { ListLimits } from "./client/link_pages.ts";
export type { Page } from "./client/paginate.ts";
export * from "./client/repo_files.ts";
export * from "./client/repo_refs.ts";
export type * from "./client/repo_types.ts";
export * from "./client/repos.ts";
export * from "./client/resource_groups.ts";
export * from "./client/scheduled_jobs.ts";
export * from "./client/service_accounts.ts";
export * from "./client/space_logs.ts";
export type * from "./client/space_types.ts";
export {
  SpaceStageError,
  type WaitForStageOptions,
} from "./client/space_wait.ts";
export * from "./client/spaces.ts";
export type { Answer, Transport } from "./client/transport.ts";
export type { RequestOptions, Service } from "./client/request.ts";
export type { ServerSentEvent } from "./client/sse.ts";
export type { AnyShape } from "./client/shape.ts";
export {
  isSecure,
  parseBaseUrl,
  parseBaseUrls,
  type Query,
} from "./client/url.ts";
export * from "./client/users.ts";
export { VERSION } from "./client/version.ts";
export * from "./client/webhooks.ts";
