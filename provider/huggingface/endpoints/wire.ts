/**
 * The bodies of the Inference Endpoints API.
 *
 * @module
 */

import type {
  CreateEndpoint,
  Endpoint,
  UpdateEndpoint,
} from "@hf-terraform/client";

/** The bodies of requests and answers. */
export interface Wire {
  readonly create: CreateEndpoint & { readonly name: string };
  readonly update: UpdateEndpoint;
  readonly response: Endpoint;
}
