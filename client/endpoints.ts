/**
 * Inference Endpoints: one method per route.
 *
 * @module
 */

import type { ComputeCatalog, ComputeQuotas } from "./compute_types.ts";
import { EndpointCatalog } from "./endpoint_catalog.ts";
import { EndpointLifecycle } from "./endpoint_lifecycle.ts";
import { EndpointNetwork } from "./endpoint_network.ts";
import type {
  Endpoint,
  EndpointCreate,
  EndpointListOptions,
  EndpointPage,
  EndpointPageOptions,
  EndpointReplica,
  EndpointUpdate,
} from "./endpoint_types.ts";
import {
  ENDPOINT,
  type EndpointAction,
  onEndpoint,
  READ,
} from "./endpoint_request.ts";
import type { CallOptions } from "./options.ts";
import { type Page, paginate } from "./paginate.ts";
import type { RequestOptions } from "./request.ts";
import type { Shape } from "./shape.ts";
import type { Transport } from "./transport.ts";
import { path } from "./url.ts";

const CHANGE: EndpointAction = { method: "PUT", verb: "change" };
const DELETE: EndpointAction = {
  method: "DELETE",
  verb: "delete",
  answersEndpoint: false,
};
const REPLICAS: EndpointAction = {
  method: "GET",
  verb: "list the replicas of",
  suffix: "/replica",
  answersEndpoint: false,
};

const PAGE: Shape<EndpointPage> = {
  items: [ENDPOINT],
  nextCursor: "string?",
  totalItems: "number?",
};
const REPLICA_PAGE: Shape<Page<EndpointReplica>> = {
  items: [{ id: "string", status: { stage: "string", live: "boolean?" } }],
};
const CATALOG: Shape<ComputeCatalog> = { vendors: ["object"] };
const QUOTAS: Shape<ComputeQuotas> = { vendors: ["object"] };

/**
 * Inference Endpoints: models on dedicated machines.
 *
 * @example Make an endpoint and wait until it answers
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/client/sandbox";
 * import { assertEquals } from "@std/assert";
 *
 * const sandbox = new Sandbox();
 * const client = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * await client.endpoints.create("acme", {
 *   name: "embeddings",
 *   type: "private",
 *   provider: { vendor: "gcp", region: "us-east1" },
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
 * const ready = await client.endpoints.waitFor("acme", "embeddings");
 * assertEquals(ready.status.state, "running");
 * ```
 */
export class InferenceEndpoints extends EndpointLifecycle {
  readonly #transport: Transport;
  /** Private services, domains, and lists of allowed addresses. */
  readonly network: EndpointNetwork;
  /** Models that are ready to deploy. */
  readonly catalog: EndpointCatalog;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
    this.network = new EndpointNetwork(transport);
    this.catalog = new EndpointCatalog(transport);
  }

  /**
   * Lists endpoints, asking for each page when it is needed.
   *
   * @param namespace The user or organization.
   * @param options Which of them.
   * @returns Every endpoint in turn, through all pages.
   */
  list(
    namespace: string,
    options: EndpointListOptions = {},
  ): AsyncGenerator<Endpoint, void, undefined> {
    const { limit, pageSize = 100, ...rest } = options;
    const size = Math.min(limit ?? pageSize, pageSize);
    const first = { ...rest, pageSize: size };
    return paginate({
      read: (cursor) => this.listPage(namespace, { ...first, cursor }),
      endless: (why) =>
        this.#transport.unusable(
          pageRequest(namespace, first),
          new Headers(),
          why,
        ),
      limit,
    });
  }

  /**
   * Reads one page of endpoints.
   *
   * @param namespace The user or organization.
   * @param options Which page.
   * @returns The page; its `nextCursor` leads to the next one.
   */
  listPage(
    namespace: string,
    options: EndpointPageOptions = {},
  ): Promise<EndpointPage> {
    return this.#transport.request(pageRequest(namespace, options));
  }

  /**
   * Reads an endpoint.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The endpoint.
   * @throws {NotFoundError} If there is no such endpoint.
   */
  get(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    return this.#transport.request(onEndpoint(READ, namespace, name, options));
  }

  /**
   * Creates an endpoint, which then starts by itself.
   *
   * It is sent once, and again only where the service surely did nothing. After
   * an error for which {@linkcode mayHaveTakenEffect} is true, look before you
   * try again.
   *
   * @param namespace The user or organization.
   * @param endpoint The endpoint.
   * @param options Settings of the call.
   * @returns The endpoint, as the service completed it.
   * @throws {ConflictError} If the name is taken.
   */
  create(
    namespace: string,
    endpoint: EndpointCreate,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${namespace}`,
      body: endpoint,
      shape: ENDPOINT,
      identity: { name: endpoint.name },
      action: `create the endpoint ${namespace}/${endpoint.name}`,
      call: options,
    });
  }

  /**
   * Changes an endpoint. A key that is left out keeps its value; null
   * overwrites. A paused endpoint stays paused.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param patch What to change.
   * @param options Settings of the call.
   * @returns The endpoint, as it will be.
   * @throws {NotFoundError} If there is no such endpoint.
   */
  update(
    namespace: string,
    name: string,
    patch: EndpointUpdate,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    const route = onEndpoint(CHANGE, namespace, name, options);
    return this.#transport.request({ ...route, body: patch });
  }

  /**
   * Deletes an endpoint.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @throws {NotFoundError} If there is no such endpoint, also when a first
   * attempt deleted it and its answer was lost.
   */
  delete(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<void> {
    return this.#transport.send(
      onEndpoint(DELETE, namespace, name, options),
    );
  }

  /**
   * Lists the replicas of an endpoint.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The replicas.
   */
  async replicas(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<readonly EndpointReplica[]> {
    const page = await this.#transport.request<Page<EndpointReplica>>({
      ...onEndpoint(REPLICAS, namespace, name, options),
      shape: REPLICA_PAGE,
    });
    return page.items;
  }

  /**
   * Reads which machines there are, where, and what they cost.
   *
   * @param namespace Whose quotas to add; without one the public catalogue is
   * read, which needs no token and has zeros instead.
   * @param options Settings of the call.
   * @returns The catalogue.
   */
  compute(
    namespace?: string,
    options: CallOptions = {},
  ): Promise<ComputeCatalog> {
    const isPublic = namespace === undefined;
    return this.#transport.request({
      service: "endpoints",
      method: "GET",
      path: isPublic ? "/v2/provider" : path`/v2/provider/${namespace}`,
      usesToken: !isPublic,
      action: "read the compute catalogue",
      shape: CATALOG,
      call: options,
    });
  }

  /**
   * Reads how many machines of each kind a namespace may use.
   *
   * @param namespace The user or organization.
   * @param options Settings of the call.
   * @returns The quotas.
   */
  quotas(namespace: string, options: CallOptions = {}): Promise<ComputeQuotas> {
    return this.#transport.request({
      service: "endpoints",
      method: "GET",
      path: path`/v2/provider/quotas/${namespace}`,
      action: `read the quotas of ${namespace}`,
      shape: QUOTAS,
      call: options,
    });
  }
}

function pageRequest(
  namespace: string,
  options: EndpointPageOptions,
): RequestOptions {
  const { tags, search, cursor, pageSize, ...call } = options;
  return {
    service: "endpoints",
    method: "GET",
    path: path`/v2/endpoint/${namespace}`,
    query: { tags: tags?.join(","), search, cursor, limit: pageSize },
    action: `list the endpoints of ${namespace}`,
    shape: PAGE,
    call,
  };
}
