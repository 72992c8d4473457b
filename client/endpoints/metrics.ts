/**
 * Metrics of Inference Endpoints.
 *
 * @module
 */

import { onEndpoint } from "./request.ts";
import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import type {
  EndpointGraphs,
  MetricGraph,
  MetricName,
  MetricsParams,
} from "./observation_types.ts";
import type { CallOptions } from "../core/options.ts";
import { type NamespacedId, path, segments } from "../core/url.ts";

/** Metrics of Inference Endpoints. */
export class EndpointMetrics extends ApiResource {
  /**
   * Reads all metrics of a time.
   *
   * @param params The time.
   */
  get(
    id: NamespacedId,
    params: MetricsParams,
    options?: CallOptions,
  ): Call<EndpointGraphs> {
    return this.transport.request({
      ...onEndpoint(id, "read the metrics of", options, "POST /metrics"),
      body: params,
      isIdempotent: true,
    });
  }

  /**
   * Reads one graph of a time.
   *
   * @param params Which graph, and the time.
   */
  getGraph(
    id: NamespacedId,
    params: MetricsParams & { readonly metric: MetricName },
    options?: CallOptions,
  ): Call<MetricGraph> {
    const { metric, ...body } = params;
    const at = path`POST /metrics/${segments(metric)}`;
    return this.transport.request({
      ...onEndpoint(id, `read the metric ${metric} of`, options, at),
      body,
      isIdempotent: true,
    });
  }

  /**
   * Reads the metrics of this moment in the OpenMetrics text format; needs a
   * Team or Enterprise plan.
   */
  getCurrent(id: NamespacedId, options?: CallOptions): Call<string> {
    return this.transport.text({
      ...onEndpoint(id, "read the metrics of", options, "/open-metrics"),
      accept: "text/plain",
    });
  }
}
