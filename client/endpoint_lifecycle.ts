/**
 * Starting, stopping and waiting for Inference Endpoints.
 *
 * @module
 */

import { isApiError } from "./api_errors.ts";
import { EndpointObservation } from "./endpoint_observation.ts";
import { onEndpoint, READ } from "./endpoint_request.ts";
import type { Endpoint } from "./endpoint_types.ts";
import { waitForEndpoint, type WaitForOptions } from "./endpoint_wait.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Starting, stopping and waiting for Inference Endpoints. */
export class EndpointLifecycle extends EndpointObservation {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
  }

  /**
   * Pauses an endpoint: it costs nothing and answers nothing until resumed.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The endpoint.
   */
  pause(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    return this.#act(namespace, name, "/pause", "pause", options);
  }

  /**
   * Resumes a paused endpoint. One that is running already counts as resumed.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The endpoint.
   */
  async resume(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    try {
      return await this.#act(namespace, name, "/resume", "resume", options);
    } catch (error) {
      const isRunning = isApiError(error, 400) &&
        /already running/i.test(error.reason);
      if (!isRunning) throw error;
      return await this.#transport.request<Endpoint>(
        onEndpoint(READ, namespace, name, options),
      );
    }
  }

  /**
   * Scales an endpoint to zero at once; the next request starts it again.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The endpoint.
   */
  scaleToZero(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    const verb = "scale to zero";
    return this.#act(namespace, name, "/scale-to-zero", verb, options);
  }

  /**
   * Starts the debugging agent of an endpoint.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The endpoint.
   */
  startDebugAgent(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<Endpoint> {
    const verb = "start the debugging agent of";
    return this.#act(namespace, name, "/agent/debug", verb, options, false);
  }

  /**
   * Waits until an endpoint runs, or is where else it should be. It stops at
   * once when the endpoint failed.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options What to wait for, and how long.
   * @returns The endpoint, as last seen.
   * @throws {EndpointStateError} If it failed, with the service's message, or
   * stays where it is.
   * @throws {TimeoutError} If it took too long.
   * @throws {AbortedError} If the signal ended the wait.
   * @throws {NotFoundError} If it was deleted.
   */
  waitFor(
    namespace: string,
    name: string,
    options: WaitForOptions = {},
  ): Promise<Endpoint> {
    const request = onEndpoint(READ, namespace, name, {
      signal: options.signal,
    });
    const label = `the endpoint ${namespace}/${name}`;
    return waitForEndpoint(
      { transport: this.#transport, request, label },
      options,
    );
  }

  /** Most actions end in the same state however often they are sent. */
  #act(
    namespace: string,
    name: string,
    suffix: string,
    verb: string,
    call: CallOptions,
    isIdempotent = true,
  ): Promise<Endpoint> {
    return this.#transport.request({
      ...onEndpoint({ method: "POST", verb, suffix }, namespace, name, call),
      isIdempotent,
    });
  }
}
