import type { Transport } from "./transport.ts";

/**
 * A part of the API, with a method for each of its routes. Each takes what it
 * is about, then what is sent, and last, as `options`, the settings of the call.
 * An object that is not there for the token is a {@linkcode NotFoundError},
 * a wait or stream that ends early a {@linkcode TimeoutError} or, by the signal,
 * an {@linkcode AbortedError}. Each method tells what else is not usual.
 */
export class ApiResource {
  readonly #transport: Transport;

  /** Makes the area; {@linkcode HuggingFace} does. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends the requests. */
  protected get transport(): Transport {
    return this.#transport;
  }
}
