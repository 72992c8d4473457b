/**
 * The JSON of endpoints that the bindings of their attributes name.
 *
 * @module
 */

import type {
  Endpoint,
  EndpointCreate,
  EndpointUpdate,
} from "../../../../mod.ts";

/** What the API sends and takes. */
export interface Wire {
  /** The body of a POST. */
  readonly create: EndpointCreate;
  /** The body of a PUT. */
  readonly update: EndpointUpdate;
  /** The answer. */
  readonly answer: Endpoint;
}
