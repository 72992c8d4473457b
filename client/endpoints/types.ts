/**
 * Inference Endpoints as the API sends and takes them. Names are the API's own;
 * times stay text. Fields that are not listed here pass through.
 *
 * @module
 */

import type { EndpointImage } from "./images.ts";
import type { ListParams } from "../core/pages.ts";
import type { OpenEnum } from "../core/open_enum.ts";

/**
 * The access to an endpoint. `protected` is the old name of `authenticated`;
 * the API answers 200 to it, and to any unknown value, and makes it `private`.
 */
export type EndpointType = OpenEnum<"public" | "authenticated" | "private">;

/** The state of an endpoint. */
export type EndpointState = OpenEnum<
  | "pending"
  | "initializing"
  | "updating"
  | "updateFailed"
  | "running"
  | "paused"
  | "failed"
  | "scaledToZero"
>;

/** The cloud an endpoint runs in; it cannot be changed later. */
export interface EndpointProvider {
  /** The vendor. */
  readonly vendor: OpenEnum<"aws" | "azure" | "gcp">;
  /** The region, as `us-east-1`. */
  readonly region: string;
}

/** The scaling metric, with its threshold; null takes the service's default. */
export type EndpointMeasure =
  | {
    /** Percent of CPU or GPU use. */
    readonly hardwareUsage: number | null;
  }
  | {
    /** Requests waiting per replica. */
    readonly pendingRequests: number | null;
  };

/** The number of replicas. */
export interface EndpointScaling {
  /** Minimum number of replicas; 0 lets the endpoint scale to zero. */
  readonly minReplica: number;
  /** Maximum number of replicas. */
  readonly maxReplica: number;
  /** Idle minutes until it scales to zero, 15 to 2880, with minReplica 0. */
  readonly scaleToZeroTimeout?: number | null;
  /** The scaling metric. */
  readonly measure?: EndpointMeasure | null;
  /** The scaling metric: deprecated, ignored beside `measure`. */
  readonly metric?: OpenEnum<"hardwareUsage" | "pendingRequests"> | null;
  /** The threshold of `metric`: deprecated. */
  readonly threshold?: number | null;
}

/** The machines an endpoint runs on. */
export interface EndpointCompute {
  /** The kind of accelerator. */
  readonly accelerator: OpenEnum<"cpu" | "gpu" | "neuron">;
  /** The instance type, as `nvidia-l4`. */
  readonly instanceType: string;
  /** The instance size, as `x1`. */
  readonly instanceSize: string;
  /** The number of replicas. */
  readonly scaling: EndpointScaling;
  /** The catalogue's id of the instance, filled in by the service. */
  readonly id?: string;
}

/** The model of an endpoint, and its engine. */
export interface EndpointModel {
  /** The model repository on the Hub, as `acme/model`. */
  readonly repository: string;
  /** The framework. */
  readonly framework: OpenEnum<"custom" | "pytorch" | "llamacpp">;
  /** The engine. */
  readonly image: EndpointImage;
  /** A branch or commit; the service answers with the commit. */
  readonly revision?: string | null;
  /** The task; leave the key out rather than send null. */
  readonly task?: string;
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Secret environment variables; answers have no values. */
  readonly secrets?: Readonly<Record<string, string | null>>;
  /** Arguments of the container. */
  readonly args?: readonly string[];
  /** The command of the container. */
  readonly command?: readonly string[];
  /** Whether the settings come from the catalogue of ready models. */
  readonly fromCatalog?: boolean;
}

/** Features that may change or go. */
export interface EndpointExperimentalFeatures {
  /** Whether answers are cached. */
  readonly cacheHttpResponses?: boolean;
  /** Routing by key-value cache. */
  readonly kvRouter?: { readonly tag: string } | null;
  /** Load balancing of MCP sessions. */
  readonly mcpLb?: Readonly<Record<string, unknown>> | null;
  /** Whether the repository is not downloaded at start. */
  readonly skipRepoDownload?: boolean;
  /** Settings of the load balancer. */
  readonly loadBalancer?: unknown;
}

/** A private link from an AWS account. */
export interface EndpointPrivateService {
  /** The AWS account. */
  readonly accountId: string;
  /** Whether other endpoints share the link. */
  readonly shared?: boolean;
  /** The region of the link, `us-east-1` or `eu-west-1`. */
  readonly region?: string;
}

/** A domain and path of your own. */
export interface EndpointRoute {
  /** The domain. */
  readonly domain?: string | null;
  /** The path, with its slash at the start. */
  readonly path?: string | null;
}

/** A router of your own before the replicas; `{}` removes it. */
export interface EndpointCustomRouter {
  /** The tag of the router's container. */
  readonly tag?: string | null;
  /** Its environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port it listens on, 3000 by default. */
  readonly port?: number;
}

/** Somebody who made or changed an endpoint. */
export interface EndpointAuthor {
  /** The id of the account. */
  readonly id?: string;
  /** The name of the account. */
  readonly name?: string;
}

/** The status of an endpoint. */
export interface EndpointStatus {
  /** Current status. */
  readonly state?: EndpointState;
  /** The status message of the API. */
  readonly message?: string;
  /** The creation time, RFC 3339 with up to nine fractional digits. */
  readonly createdAt?: string;
  /** The author. */
  readonly createdBy?: EndpointAuthor;
  /** The time of the last change, RFC 3339. */
  readonly updatedAt?: string;
  /** The author of the last change. */
  readonly updatedBy?: EndpointAuthor;
  /** The number of replicas that are ready. */
  readonly readyReplica?: number;
  /** The desired number of replicas. */
  readonly targetReplica?: number;
  /** Its address, set before it is ready and kept while it is paused. */
  readonly url?: string | null;
  /** The private link, if there is one. */
  readonly private?: { readonly serviceName?: string | null } | null;
  /** The error message. */
  readonly errorMessage?: string | null;
  /** The time of the last request. */
  readonly lastUsedAt?: string | null;
  /** Whether the engine reports metrics. */
  readonly inferenceMetricsEnabled?: boolean;
}

/** The settings that create and read have in common. */
export interface EndpointSettings {
  /** The name: lower-case letters, digits and `-`, at most 32. */
  readonly name: string;
  /** The access. */
  readonly type: EndpointType;
  /** The cloud it runs in. */
  readonly provider: EndpointProvider;
  /** The machines it runs on. */
  readonly compute: EndpointCompute;
  /** The model. */
  readonly model: EndpointModel;
  /** Features that may change or go. */
  readonly experimentalFeatures?: EndpointExperimentalFeatures;
  /** A private link. */
  readonly privateService?: EndpointPrivateService | null;
  /** A domain and path of your own. */
  readonly route?: EndpointRoute | null;
  /** Network rules; their shape is not documented. */
  readonly network?: unknown;
  /** Notifications; their shape is not documented. */
  readonly notifications?: unknown;
  /** A router of your own. */
  readonly customRouter?: EndpointCustomRouter | null;
}

/** An endpoint as the service answers it: sure is its name alone. */
export interface Endpoint extends
  Partial<
    Omit<EndpointSettings, "name" | "provider" | "compute" | "model">
  > {
  /** The name. */
  readonly name: string;
  /** The cloud it runs in. */
  readonly provider: Partial<EndpointProvider>;
  /** The machines it runs on. */
  readonly compute:
    & Partial<Omit<EndpointCompute, "scaling">>
    & { readonly scaling: Partial<EndpointScaling> };
  /** The model. */
  readonly model: Partial<EndpointModel>;
  /** Its tags. */
  readonly tags?: readonly string[];
  /** The status. */
  readonly status: EndpointStatus;
  /** The path that answers 200 when it is ready. */
  readonly healthRoute?: string;
  /** An AWS account, in answers of before 2024. */
  readonly accountId?: string | null;
}

/** An endpoint to create. */
export interface CreateEndpoint extends Omit<EndpointSettings, "name"> {
  /** Its tags, none if left out. */
  readonly tags?: readonly string[];
  /** Whether to cache answers; comes back among the experimental features. */
  readonly cacheHttpResponses?: boolean;
}

/**
 * A change of an endpoint. A key that is left out keeps its value, down to the
 * nested ones; null overwrites. `image`, `env`, `args`, `command` and `tags`
 * are replaced as a whole. `name`, `provider`, `privateService` and `network`
 * cannot be changed.
 */
export interface UpdateEndpoint extends
  Partial<
    Omit<
      CreateEndpoint,
      "provider" | "privateService" | "network" | "compute" | "model"
    >
  > {
  /** The machines it runs on. */
  readonly compute?: UpdateEndpointCompute;
  /** The model. */
  readonly model?: UpdateEndpointModel;
}

/** A change of the machines. */
export interface UpdateEndpointCompute
  extends Partial<Omit<EndpointCompute, "scaling">> {
  /** A change of the number of replicas. */
  readonly scaling?: Partial<EndpointScaling>;
}

/** A change of what an endpoint serves. */
export interface UpdateEndpointModel
  extends Partial<Omit<EndpointModel, "env">> {
  /** Environment variables, replaced as a whole; null removes all. */
  readonly env?: Readonly<Record<string, string>> | null;
}

/** One of the machines that serve an endpoint. */
export interface EndpointReplica {
  /** Its id, as logs and metrics use it. */
  readonly id: string;
  /** The status. */
  readonly status: {
    /** Current status. */
    readonly stage?: string;
    /** Whether it takes requests. */
    readonly live?: boolean;
  };
}

/** Filters of a list of endpoints; a page has 100 by default. */
export interface EndpointListParams extends ListParams {
  /** Only those with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Only those whose name contains this text. */
  readonly search?: string | undefined;
}
