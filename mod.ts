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
 *   onChange: ({ status }) => console.log(status.state, status.message),
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
 * http except to this machine, and into no message, error or hook. The
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

export * from "./client/repos/access_requests.ts";
export * from "./client/repos/discussions.ts";
export * from "./client/core/api_errors.ts";
export * from "./client/buckets.ts";
export * from "./client/collections.ts";
export type * from "./client/endpoints/compute_types.ts";
export * from "./client/endpoints/catalog.ts";
export * from "./client/endpoints/images.ts";
export * from "./client/endpoints/logs.ts";
export * from "./client/endpoints/metrics.ts";
export * from "./client/endpoints/network.ts";
export type * from "./client/endpoints/observation_types.ts";
export type * from "./client/endpoints/types.ts";
export type {
  EndpointWaitOptions,
  IdleStateOutcome,
} from "./client/endpoints/wait.ts";
export { WaitError, type WaitOptions } from "./client/core/wait.ts";
export * from "./client/endpoints/endpoints.ts";
export type { Environment } from "./client/environment.ts";
export * from "./client/core/errors.ts";
export * from "./client/client.ts";
export type * from "./client/jobs/types.ts";
export * from "./client/organizations/invitations.ts";
export * from "./client/jobs/jobs.ts";
export type * from "./client/core/options.ts";
export * from "./client/organizations/organizations.ts";
export type * from "./client/organizations/types.ts";
export { List, Page } from "./client/core/pages.ts";
export type { ListParams, PageSource, RawPage } from "./client/core/pages.ts";
export * from "./client/repos/files.ts";
export * from "./client/repos/refs.ts";
export type * from "./client/repos/expand.ts";
export type * from "./client/repos/types.ts";
export * from "./client/repos/repos.ts";
export * from "./client/organizations/resource_groups.ts";
export * from "./client/jobs/scheduled_jobs.ts";
export * from "./client/organizations/service_accounts.ts";
export * from "./client/spaces/logs.ts";
export type * from "./client/spaces/types.ts";
export type { SpaceWaitOptions } from "./client/spaces/wait.ts";
export * from "./client/spaces/spaces.ts";
export {
  Call,
  type DataWithResponse,
  type RejectionReason,
  type ResponseInfo,
} from "./client/core/call.ts";
export type { Transport } from "./client/core/transport.ts";
export type {
  Method,
  Query,
  RequestOptions,
  Service,
} from "./client/core/request.ts";
export type { ApiResource } from "./client/core/api_resource.ts";
export type { ServerSentEvent } from "./client/core/sse.ts";
export type { LogLine } from "./client/core/follow.ts";
export type { OpenEnum } from "./client/core/open_enum.ts";
export type { AnyShape } from "./client/core/shape.ts";
export {
  isSecure,
  type NamespacedId,
  parseBaseUrl,
  parseBaseUrls,
} from "./client/core/url.ts";
export * from "./client/users.ts";
export { VERSION } from "./client/core/version.ts";
export * from "./client/webhooks.ts";
