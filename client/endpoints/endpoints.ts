/**
 * Inference Endpoints: one method per route.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import {
  type List,
  pagedList,
  type RawPage,
  wholeList,
} from "../core/pages.ts";
import { Call } from "../core/call.ts";
import type { ComputeCatalog, ComputeQuotas } from "./compute_types.ts";
import { EndpointCatalog } from "./catalog.ts";
import { isApiError } from "../core/api_errors.ts";
import { EndpointLogs } from "./logs.ts";
import { EndpointMetrics } from "./metrics.ts";
import { EndpointNetwork } from "./network.ts";
import type {
  CreateEndpoint,
  Endpoint,
  EndpointListParams,
  EndpointReplica,
  UpdateEndpoint,
} from "./types.ts";
import { ENDPOINT, forEndpoint, onEndpoint, onNamespace } from "./request.ts";
import type { AuditLogEntry, AuditLogParams } from "./observation_types.ts";
import { waitUntil } from "../core/wait.ts";
import { endpointStates, type EndpointWaitOptions } from "./wait.ts";
import type { CallOptions } from "../core/options.ts";
import { requestFor, type RequestOptions } from "../core/request.ts";
import type { Shape } from "../core/shape.ts";
import { nameOrId, type NamespacedId, ownedId, path } from "../core/url.ts";

/** The spec's names, and those of the API's other lists. */
interface AuditLogPage {
  readonly items?: readonly AuditLogEntry[];
  readonly nextCursor?: string | null;
  readonly list?: readonly AuditLogEntry[];
  readonly next_cursor?: string | null;
}

const AUDIT_LOG: Shape<AuditLogPage> = {
  list: ["object!", "?"],
  items: ["object!", "?"],
  next_cursor: "string|null",
  nextCursor: "string|null",
};

const PAGE: Shape<RawPage<Endpoint>> = {
  items: [ENDPOINT],
  nextCursor: "string|null",
  totalItems: "number?",
};
const QUOTA = {
  maxAccelerators: "number",
  usedAccelerators: "number",
} as const;
const REPLICAS: Shape<Pick<RawPage<EndpointReplica>, "items">> = {
  items: [{ id: "string!", status: { stage: "string", live: "boolean?" } }],
};
const COMPUTE: Shape<ComputeCatalog> = {
  vendors: [{
    name: "string!",
    status: "string?",
    regions: [{
      name: "string!",
      label: "string?",
      status: "string?",
      computes: [{
        id: "string",
        accelerator: "string",
        numAccelerators: "number",
        numCpus: "number|null",
        memoryGb: "number?",
        gpuMemoryGb: "number|null",
        instanceType: "string!",
        instanceSize: "string!",
        architecture: "string?",
        status: "string",
        pricePerHour: "number",
        quota: { "?": true, ...QUOTA },
      }],
    }],
  }],
};
const QUOTAS: Shape<ComputeQuotas> = {
  vendors: [{
    name: "string!",
    quotas: [{ ...QUOTA, instanceType: "string!", architecture: "string?" }],
  }],
};

/**
 * Inference Endpoints: models on dedicated machines.
 *
 * @example Make an endpoint and wait until it answers
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 * import { assertEquals } from "@std/assert";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * await client.endpoints.create("acme/embeddings", {
 *   type: "authenticated",
 *   provider: { vendor: "aws", region: "us-east-1" },
 *   compute: {
 *     accelerator: "cpu",
 *     instanceType: "intel-spr",
 *     instanceSize: "x1",
 *     scaling: { minReplica: 1, maxReplica: 1 },
 *   },
 *   model: {
 *     repository: "sentence-transformers/all-MiniLM-L6-v2",
 *     framework: "pytorch",
 *     image: { huggingface: {} },
 *   },
 * });
 * const ready = await client.endpoints.waitFor("acme/embeddings");
 * assertEquals(ready.status.state, "running");
 * ```
 */
export class Endpoints extends ApiResource {
  /** Private services, domains, and lists of allowed addresses. */
  readonly network: EndpointNetwork = new EndpointNetwork(this.transport);
  /** Models that are ready to deploy. */
  readonly catalog: EndpointCatalog = new EndpointCatalog(this.transport);
  /** Logs. */
  readonly logs: EndpointLogs = new EndpointLogs(this.transport);
  /** Metrics. */
  readonly metrics: EndpointMetrics = new EndpointMetrics(this.transport);

  /** Lists endpoints, asking for each page when it is needed. */
  list(
    namespace: string,
    params: EndpointListParams = {},
    options?: CallOptions,
  ): List<Endpoint> {
    const { tags, search, limit, pageSize = 100, cursor } = params;
    const size = Math.min(limit ?? pageSize, pageSize);
    const request = (at: string | undefined): RequestOptions => ({
      ...onNamespace(namespace, "list the endpoints of", options, "/endpoint"),
      query: { tags: tags?.join(","), search, cursor: at, limit: size },
      shape: PAGE,
    });
    const pageOf = (page: RawPage<Endpoint>) => page;
    return pagedList(this.transport, request, pageOf, { limit, cursor });
  }

  /** Reads an endpoint. */
  get(id: NamespacedId, options?: CallOptions): Call<Endpoint> {
    return this.transport.request(forEndpoint(id, "read", options));
  }

  /**
   * Checks that the token's user may do something with endpoints.
   *
   * @param id `namespace/name`, or a namespace for its endpoints to come.
   * @throws {PermissionDeniedError} If it may not.
   */
  checkAccess(
    id: string,
    access: "read" | "write" | "infer",
    options?: CallOptions,
  ): Call<void> {
    const at = path`/api/inference-endpoints/${nameOrId(id)}`;
    const check = path`POST /auth-check/${access}`;
    const verb = "check the access to the endpoints of";
    return this.transport.send({
      ...requestFor(id, at, verb, options, check),
      isRead: true,
    });
  }

  /**
   * Creates an endpoint, which then starts by itself.
   *
   * It is sent once, and again only where the service surely did nothing. After
   * an error for which {@linkcode mayHaveTakenEffect} is true, look before you
   * try again.
   *
   * @throws {ConflictError} If the name is taken.
   */
  create(
    id: NamespacedId,
    body: CreateEndpoint,
    options?: CallOptions,
  ): Call<Endpoint> {
    const { segments: [namespace, name] } = ownedId(id);
    return this.transport.request({
      ...forEndpoint(id, "create", options, "POST"),
      path: path`/v2/endpoint/${namespace}`,
      body: { ...body, name },
    });
  }

  /**
   * Changes an endpoint. A key that is left out keeps its value; null
   * overwrites. A paused endpoint stays paused.
   */
  update(
    id: NamespacedId,
    body: UpdateEndpoint,
    options?: CallOptions,
  ): Call<Endpoint> {
    const request = forEndpoint(id, "change", options, "PUT");
    return this.transport.request({ ...request, body });
  }

  /**
   * Deletes an endpoint.
   *
   * @throws {NotFoundError} If there is no such endpoint, also when a first
   * attempt deleted it and its answer was lost.
   */
  delete(id: NamespacedId, options?: CallOptions): Call<void> {
    return this.transport.delete(onEndpoint(id, "delete", options));
  }

  /** Lists the replicas of an endpoint. */
  listReplicas(id: NamespacedId, options?: CallOptions): List<EndpointReplica> {
    return wholeList(this.transport, {
      ...onEndpoint(id, "list the replicas of", options, "/replica"),
      shape: REPLICAS,
    }, "items");
  }

  /**
   * Reads which machines there are, where, and what they cost.
   *
   * @param namespace Whose quotas to add; without one the public catalogue is
   * read, which needs no token and has zeros instead.
   */
  getCompute(namespace?: string, options?: CallOptions): Call<ComputeCatalog> {
    const isPublic = namespace === undefined;
    return this.transport.request({
      service: "endpoints",
      path: isPublic ? "/v2/provider" : path`/v2/provider/${namespace}`,
      usesToken: !isPublic,
      action: "read the compute catalogue",
      shape: COMPUTE,
      call: options,
    });
  }

  /** Reads how many machines of each kind a namespace may use. */
  getQuotas(namespace: string, options?: CallOptions): Call<ComputeQuotas> {
    const at = "/provider/quotas";
    return this.transport.request({
      ...onNamespace(namespace, "read the quotas of", options, at),
      shape: QUOTAS,
    });
  }

  /** Pauses an endpoint: it costs nothing and answers nothing until resumed. */
  pause(id: NamespacedId, options?: CallOptions): Call<Endpoint> {
    return this.#act(id, "pause", "pause", options);
  }

  /** Resumes a paused endpoint; one that runs already counts as resumed. */
  resume(id: NamespacedId, options?: CallOptions): Call<Endpoint> {
    const answer = this.#act(id, "resume", "resume", options).withResponse()
      .catch((error: unknown) => {
        const isRunning = isApiError(error, 400) &&
          /already running/i.test(error.reason);
        if (!isRunning) throw error;
        return this.get(id, options).withResponse();
      });
    return new Call(() => answer);
  }

  /** Scales an endpoint to zero at once; the next request starts it again. */
  scaleToZero(id: NamespacedId, options?: CallOptions): Call<Endpoint> {
    return this.#act(id, "scale-to-zero", "scale to zero", options);
  }

  /**
   * Waits until an endpoint runs, or is where else it should be. It stops at
   * once when the endpoint failed.
   *
   * @throws {WaitError} If it failed, with the service's message, or
   * stays where it is.
   */
  waitFor(
    id: NamespacedId,
    options: EndpointWaitOptions = {},
  ): Promise<Endpoint> {
    return waitUntil({
      transport: this.transport,
      request: forEndpoint(id, "read", undefined),
      label: `the endpoint ${id}`,
      ...endpointStates(options),
    }, options);
  }

  /** Reads who did what; needs a Team or Enterprise plan. */
  listAuditLog(
    namespace: string,
    params: AuditLogParams = {},
    options?: CallOptions,
  ): List<AuditLogEntry> {
    const { endpoint, username, limit, pageSize = 100, cursor } = params;
    const size = Math.min(limit ?? pageSize, pageSize);
    const route = "/audit-logs";
    const request = (at: string | undefined): RequestOptions => ({
      ...onNamespace(namespace, "read the audit log of", options, route),
      query: { endpoint, username, cursor: at, limit: size },
      shape: AUDIT_LOG,
    });
    return pagedList(this.transport, request, (page: AuditLogPage) => ({
      items: page.list ?? page.items ?? [],
      nextCursor: page.next_cursor ?? page.nextCursor,
    }), { limit, cursor });
  }

  /** Actions end in the same state however often they are sent. */
  #act(
    id: string,
    action: string,
    verb: string,
    options: CallOptions | undefined,
  ): Call<Endpoint> {
    return this.transport.request({
      ...forEndpoint(id, verb, options, `POST /${action}`),
      isIdempotent: true,
    });
  }
}
