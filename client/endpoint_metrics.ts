/**
 * Metrics of Inference Endpoints.
 *
 * @module
 */

import type {
  EndpointMetrics as EndpointGraphs,
  MetricGraph,
  MetricName,
  MetricsOptions,
} from "./endpoint_observation_types.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";
import { ownedId, path, segments } from "./url.ts";

/** Metrics of Inference Endpoints. */
export class EndpointMetricsApi {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads all metrics of a time.
   *
   * @param id `namespace/name`.
   * @param options The time.
   * @returns The graphs.
   */
  all(id: string, options: MetricsOptions): Promise<EndpointGraphs> {
    const { start, stop, ...call } = options;
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${ownedId(id)}/metrics`,
      body: { start, stop },
      isIdempotent: true,
      action: `read the metrics of the endpoint ${id}`,
      call,
    });
  }

  /**
   * Reads one graph of a time.
   *
   * @param id `namespace/name`.
   * @param options Which graph, and the time.
   * @returns The graph.
   */
  graph(
    id: string,
    options: MetricsOptions & { readonly metric: MetricName },
  ): Promise<MetricGraph> {
    const { metric, start, stop, ...call } = options;
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${ownedId(id)}/metrics/${segments(metric)}`,
      body: { start, stop },
      isIdempotent: true,
      action: `read the metric ${metric} of the endpoint ${id}`,
      call,
    });
  }

  /**
   * Reads the metrics of this moment in the OpenMetrics text format; needs a
   * Team or Enterprise plan.
   *
   * @param id `namespace/name`.
   * @param call Settings of the call.
   * @returns The text.
   */
  current(id: string, call: CallOptions = {}): Promise<string> {
    return this.#transport.text({
      service: "endpoints",
      method: "GET",
      path: path`/v2/endpoint/${ownedId(id)}/open-metrics`,
      accept: "text/plain",
      action: `read the metrics of the endpoint ${id}`,
      call,
    });
  }
}
