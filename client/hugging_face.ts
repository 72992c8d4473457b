/**
 * The client itself.
 *
 * @module
 */

import { AccessRequests } from "./access_requests.ts";
import { Buckets } from "./buckets.ts";
import { Collections } from "./collections.ts";
import { InferenceEndpoints } from "./endpoints.ts";
import type { ClientOptions } from "./options.ts";
import { RepoFiles } from "./repo_files.ts";
import { RepoRefs } from "./repo_refs.ts";
import { Repos } from "./repos.ts";
import { Spaces } from "./spaces.ts";
import { Transport } from "./transport.ts";
import { Users } from "./users.ts";
import { Webhooks } from "./webhooks.ts";

/**
 * A client of the Hugging Face services. It holds no connection and needs no
 * closing.
 *
 * @example List all endpoints of an organization
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/client/sandbox";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * for await (const endpoint of client.endpoints.list("acme")) {
 *   console.log(endpoint.name, endpoint.status.state);
 * }
 * ```
 */
export class HuggingFace {
  /** Requests for access to gated models and datasets. */
  readonly accessRequests: AccessRequests;
  /** Buckets: stores of files without history. */
  readonly buckets: Buckets;
  /** Collections: lists of models, datasets, Spaces and papers. */
  readonly collections: Collections;
  /** Inference Endpoints: models on dedicated machines. */
  readonly endpoints: InferenceEndpoints;
  /** Small files of repositories. */
  readonly files: RepoFiles;
  /** Branches, tags and commits of repositories. */
  readonly refs: RepoRefs;
  /** Repositories: models, datasets and Spaces. */
  readonly repos: Repos;
  /** Spaces: what runs, and what it runs with. */
  readonly spaces: Spaces;
  /** Users: who the token belongs to. */
  readonly users: Users;
  /** Webhooks: what changes on the Hub start. */
  readonly webhooks: Webhooks;

  /**
   * Makes a client.
   *
   * @param options The token and everything else that can be set.
   * @throws {ConfigurationError} If a base URL cannot be used.
   */
  constructor(options: ClientOptions = {}) {
    const transport = new Transport(options);
    this.accessRequests = new AccessRequests(transport);
    this.buckets = new Buckets(transport);
    this.collections = new Collections(transport);
    this.endpoints = new InferenceEndpoints(transport);
    this.files = new RepoFiles(transport);
    this.refs = new RepoRefs(transport);
    this.repos = new Repos(transport);
    this.spaces = new Spaces(transport);
    this.users = new Users(transport);
    this.webhooks = new Webhooks(transport);
  }
}
