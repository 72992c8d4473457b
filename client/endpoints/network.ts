/**
 * The network around Inference Endpoints: private services, domains, and lists
 * of allowed addresses.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import { type List, pagedList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { EndpointPrivateService } from "./types.ts";
import type { CallOptions } from "../core/options.ts";
import type { RequestOptions } from "../core/request.ts";
import { isObject } from "../core/response.ts";
import { onNamespace } from "./request.ts";

/** A private link; it comes and goes with the endpoint that asks for it. */
export interface PrivateService {
  /** Its id. */
  readonly id: string;
  /** The creation time. */
  readonly createdAt: string;
  /** The endpoint it belongs to. */
  readonly endpointName?: string | null;
  /** The endpoint's request. */
  readonly privateService: EndpointPrivateService;
  /** The status; names are the API's own. */
  readonly status: {
    /** The addresses of the load balancer. */
    readonly lb_ips?: readonly string[];
    /** Its region. */
    readonly region?: string;
    /** The name to connect to. */
    readonly service_name?: string | null;
    /** Current status. */
    readonly stage: string;
  };
}

/** Filters of a list of private services. */
export interface PrivateServiceListParams {
  /** Only those for one AWS account. */
  readonly accountId?: string | undefined;
  /** Only those that are shared, or are not. */
  readonly shared?: boolean | undefined;
}

/** A domain of your own. */
export interface EndpointDomain {
  /** The domain. */
  readonly domain: string;
  /** The time it was added. */
  readonly createdAt: string;
  /** The status; its shape is not documented. */
  readonly status: unknown;
}

/** A list of addresses that may call endpoints. */
export interface CidrList {
  /** Its id, made by the service. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The addresses, as `10.0.0.0/8`. */
  readonly cidrList: readonly string[];
}

/** A list of addresses to create, or what it shall become. */
export type CidrListBody = Omit<CidrList, "id">;

/** The network around Inference Endpoints. */
export class EndpointNetwork extends ApiResource {
  /** Lists private services. */
  listPrivateServices(
    namespace: string,
    params: PrivateServiceListParams = {},
    options?: CallOptions,
  ): List<PrivateService> {
    const { accountId, shared } = params;
    const at = "/network/private-service";
    return this.#list({
      ...onNamespace(namespace, "list the private services of", options, at),
      query: { "account-id": accountId, shared },
    });
  }

  /** Deletes a private service. */
  deletePrivateService(
    namespace: string,
    id: string,
    options?: CallOptions,
  ): Call<void> {
    const at = "/network/private-service";
    const verb = `delete the private service ${id} of`;
    return this.transport.delete(
      onNamespace(namespace, verb, options, at, id),
    );
  }

  /** Lists domains. */
  listDomains(namespace: string, options?: CallOptions): List<EndpointDomain> {
    const at = "/network/domain";
    return this.#list(
      onNamespace(namespace, "list the domains of", options, at),
    );
  }

  /** Adds a domain, which an endpoint's `route` can name then; for PRO. */
  createDomain(
    namespace: string,
    domain: string,
    options?: CallOptions,
  ): Call<EndpointDomain> {
    const at = "POST /network/domain";
    return this.transport.request({
      ...onNamespace(namespace, `add the domain ${domain} to`, options, at),
      body: { domain },
    });
  }

  /** Removes a domain. The service marks this as part of PRO. */
  deleteDomain(
    namespace: string,
    domain: string,
    options?: CallOptions,
  ): Call<void> {
    const verb = `remove the domain ${domain} from`;
    return this.transport.delete(
      onNamespace(namespace, verb, options, "/network/domain", domain),
    );
  }

  /** Lists the lists of allowed addresses. */
  listCidrLists(namespace: string, options?: CallOptions): List<CidrList> {
    const at = "/network/cidr-list";
    return this.#list(
      onNamespace(namespace, "list the address lists of", options, at),
    );
  }

  /** Creates a list of allowed addresses. */
  createCidrList(
    namespace: string,
    body: CidrListBody,
    options?: CallOptions,
  ): Call<CidrList> {
    const verb = `create the address list ${body.name} of`;
    const at = "POST /network/cidr-list";
    return this.transport.request({
      ...onNamespace(namespace, verb, options, at),
      body,
    });
  }

  /** Changes a list of allowed addresses, all of it. */
  updateCidrList(
    namespace: string,
    id: string,
    body: CidrListBody,
    options?: CallOptions,
  ): Call<CidrList> {
    const verb = `change the address list ${id} of`;
    const at = "POST /network/cidr-list";
    return this.transport.request({
      ...onNamespace(namespace, verb, options, at, id),
      isIdempotent: true,
      body,
    });
  }

  /** Deletes a list of allowed addresses. */
  deleteCidrList(
    namespace: string,
    id: string,
    options?: CallOptions,
  ): Call<void> {
    const verb = `delete the address list ${id} of`;
    return this.transport.delete(
      onNamespace(namespace, verb, options, "/network/cidr-list", id),
    );
  }

  /** The spec names these lists' types but not their shape: both are read. */
  #list<T>(request: RequestOptions): List<T> {
    const { transport } = this;
    return pagedList(transport, () => request, (data: unknown, { headers }) => {
      const items = isObject(data) ? data["items"] ?? data["list"] : data;
      if (Array.isArray(items)) return { items };
      const reason = "the answer is no list";
      throw transport.invalidResponse(request, reason, headers);
    });
  }
}
