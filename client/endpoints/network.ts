/**
 * The network around Inference Endpoints: private services, domains, and lists
 * of allowed addresses.
 *
 * @module
 */

import { Area } from "../core/area.ts";
import { List } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { EndpointPrivateService } from "./types.ts";
import type { CallOptions } from "../core/options.ts";
import type { RequestOptions } from "../core/request.ts";
import { isObject } from "../core/response.ts";
import { path } from "../core/url.ts";

/** A private link; it comes and goes with the endpoint that asks for it. */
export interface PrivateService {
  /** Its id. */
  readonly id: string;
  /** When it was made. */
  readonly createdAt: string;
  /** The endpoint it belongs to. */
  readonly endpointName?: string | null;
  /** What the endpoint asked for. */
  readonly privateService: EndpointPrivateService;
  /** How it is doing; names are the API's own. */
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

/** Which private services to list. */
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
  /** When it was added. */
  readonly createdAt: string;
  /** How it is doing; its shape is not documented. */
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
export class EndpointNetwork extends Area {
  /**
   * Lists private services.
   *
   * @param namespace The user or organization.
   */
  listPrivateServices(
    namespace: string,
    params: PrivateServiceListParams = {},
    options?: CallOptions,
  ): List<PrivateService> {
    const { accountId, shared } = params;
    return this.#list({
      service: "endpoints",
      path: path`/v2/network/private-service/${namespace}`,
      query: { "account-id": accountId, shared },
      action: `list the private services of ${namespace}`,
      call: options,
    });
  }

  /**
   * Deletes a private service.
   *
   * @param namespace The user or organization.
   */
  deletePrivateService(
    namespace: string,
    id: string,
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      service: "endpoints",
      method: "DELETE",
      path: path`/v2/network/private-service/${namespace}/${id}`,
      action: `delete the private service ${id} of ${namespace}`,
      call: options,
    });
  }

  /**
   * Lists domains.
   *
   * @param namespace The user or organization.
   */
  listDomains(namespace: string, options?: CallOptions): List<EndpointDomain> {
    return this.#list({
      service: "endpoints",
      path: path`/v2/network/domain/${namespace}`,
      action: `list the domains of ${namespace}`,
      call: options,
    });
  }

  /**
   * Adds a domain, before an endpoint can name it in its `route`. The service
   * marks this as part of PRO.
   *
   * @param namespace The user or organization.
   * @param domain The domain.
   * @returns The domain and how it is doing.
   */
  createDomain(
    namespace: string,
    domain: string,
    options?: CallOptions,
  ): Call<EndpointDomain> {
    return this.transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/network/domain/${namespace}`,
      body: { domain },
      action: `add the domain ${domain} to ${namespace}`,
      call: options,
    });
  }

  /**
   * Removes a domain. The service marks this as part of PRO.
   *
   * @param namespace The user or organization.
   * @param domain The domain.
   */
  deleteDomain(
    namespace: string,
    domain: string,
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      service: "endpoints",
      method: "DELETE",
      path: path`/v2/network/domain/${namespace}/${domain}`,
      action: `remove the domain ${domain} from ${namespace}`,
      call: options,
    });
  }

  /**
   * Lists the lists of allowed addresses.
   *
   * @param namespace The user or organization.
   */
  listCidrLists(namespace: string, options?: CallOptions): List<CidrList> {
    return this.#list({
      service: "endpoints",
      path: path`/v2/network/cidr-list/${namespace}`,
      action: `list the address lists of ${namespace}`,
      call: options,
    });
  }

  /**
   * Creates a list of allowed addresses.
   *
   * @param namespace The user or organization.
   * @param body The list.
   * @returns The list with its id.
   */
  createCidrList(
    namespace: string,
    body: CidrListBody,
    options?: CallOptions,
  ): Call<CidrList> {
    return this.transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/network/cidr-list/${namespace}`,
      body,
      action: `create the address list ${body.name} of ${namespace}`,
      call: options,
    });
  }

  /**
   * Changes a list of allowed addresses, all of it.
   *
   * @param namespace The user or organization.
   * @param body What it shall become.
   * @returns The list as it is now.
   */
  updateCidrList(
    namespace: string,
    id: string,
    body: CidrListBody,
    options?: CallOptions,
  ): Call<CidrList> {
    return this.transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/network/cidr-list/${namespace}/${id}`,
      body,
      isIdempotent: true,
      action: `change the address list ${id} of ${namespace}`,
      call: options,
    });
  }

  /**
   * Deletes a list of allowed addresses.
   *
   * @param namespace The user or organization.
   */
  deleteCidrList(
    namespace: string,
    id: string,
    options?: CallOptions,
  ): Call<void> {
    return this.transport.send({
      service: "endpoints",
      method: "DELETE",
      path: path`/v2/network/cidr-list/${namespace}/${id}`,
      action: `delete the address list ${id} of ${namespace}`,
      call: options,
    });
  }

  /** The spec names these lists' types but not their shape: both are read. */
  #list<T>(request: RequestOptions): List<T> {
    const endless = (why: string, headers: Headers = new Headers()) =>
      this.transport.unusable(request, headers, why);
    const read = () =>
      this.transport.request<unknown>(request).map((data, { headers }) => {
        const items = isObject(data) ? data["items"] ?? data["list"] : data;
        if (Array.isArray(items)) return { items };
        throw endless("the answer is no list", headers);
      });
    return new List<T>({ read, endless });
  }
}
