/**
 * Metrics of Inference Endpoints.
 *
 * @module
 */

import type { Call } from "../core/call.ts";
import type {
  EndpointMetrics as EndpointGraphs,
  MetricGraph,
  MetricName,
  MetricsParams,
} from "./observation_types.ts";
import type { CallOptions } from "../core/options.ts";
import type { Transport } from "../core/transport.ts";
import { ownedId, path, segments } from "../core/url.ts";

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
   * @param params The time.
   * @param options The settings of the call.
   * @returns The graphs.
   */
  get(
    id: string,
    params: MetricsParams,
    options: CallOptions = {},
  ): Call<EndpointGraphs> {
    const { start, stop } = params;
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${ownedId(id)}/metrics`,
      body: { start, stop },
      isIdempotent: true,
      action: `read the metrics of the endpoint ${id}`,
      call: options,
    });
  }

  /**
   * Reads one graph of a time.
   *
   * @param id `namespace/name`.
   * @param params Which graph, and the time.
   * @param options The settings of the call.
   * @returns The graph.
   */
  getGraph(
    id: string,
    params: MetricsParams & { readonly metric: MetricName },
    options: CallOptions = {},
  ): Call<MetricGraph> {
    const { metric, start, stop } = params;
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${ownedId(id)}/metrics/${segments(metric)}`,
      body: { start, stop },
      isIdempotent: true,
      action: `read the metric ${metric} of the endpoint ${id}`,
      call: options,
    });
  }

  /**
   * Reads the metrics of this moment in the OpenMetrics text format; needs a
   * Team or Enterprise plan.
   *
   * @param id `namespace/name`.
   * @param options Settings of the call.
   * @returns The text.
   */
  getCurrent(id: string, options: CallOptions = {}): Call<string> {
    return this.#transport.text({
      service: "endpoints",
      method: "GET",
      path: path`/v2/endpoint/${ownedId(id)}/open-metrics`,
      accept: "text/plain",
      action: `read the metrics of the endpoint ${id}`,
      call: options,
    });
  }
}
