import { onEndpoint } from "./request.ts";
import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import type { EndpointGraphs, MetricsParams } from "./observation_types.ts";
import type { CallOptions } from "../core/options.ts";
import type { NamespacedId } from "../core/url.ts";

/** Metrics of Inference Endpoints. */
export class EndpointMetrics extends ApiResource {
  /** Reads all metrics of a time. */
  get(
    id: NamespacedId,
    params: MetricsParams,
    options?: CallOptions,
  ): Call<EndpointGraphs> {
    return this.transport.request({
      ...onEndpoint(id, "read the metrics of", options, "POST /metrics"),
      body: params,
      isRead: true,
    });
  }

  /** Reads the present metrics as OpenMetrics. Team or Enterprise plan. */
  getCurrent(id: NamespacedId, options?: CallOptions): Call<string> {
    return this.transport.text({
      ...onEndpoint(id, "read the metrics of", options, "/open-metrics"),
      accept: "text/plain",
    });
  }
}
