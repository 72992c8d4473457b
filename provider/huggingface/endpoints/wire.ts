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
  /** The body of a POST. */
  readonly create: CreateEndpoint & { readonly name: string };
  /** The body of a PUT. */
  readonly update: UpdateEndpoint;
  /** The answer. */
  readonly answer: Endpoint;
}
