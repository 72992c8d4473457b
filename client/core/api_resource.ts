/**
 * The base class of all resources of the API.
 *
 * @module
 */

import type { Transport } from "./transport.ts";

/**
 * A part of the API, with a method for each of its routes. Each takes what it
 * is about, then what is sent, and last, as `options`, the settings of the call.
 * Parameters and results have a line where their name and type do not say all.
 */
export class ApiResource {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends the requests. */
  protected get transport(): Transport {
    return this.#transport;
  }
}
