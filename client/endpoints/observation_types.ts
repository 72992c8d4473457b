/**
 * Types of an Inference Endpoint's logs, metrics and audit log.
 *
 * @module
 */

import type { ListParams } from "../core/pages.ts";
import type { OpenEnum } from "../core/open_enum.ts";

/** Filters of a log that is read as text. */
export interface LogParams {
  /** Only those of one replica. */
  readonly replica?: string | undefined;
  /** Only that many of the newest lines. */
  readonly tail?: number | undefined;
  /** Longer lines are cut to this many characters. */
  readonly lineMaxLength?: number | undefined;
}

/** Filters of log entries that are followed. */
export interface FollowLogEntriesParams {
  /** Only those of one replica. */
  readonly replica?: string | undefined;
  /** Only those of one level. */
  readonly level?: string | undefined;
  /** Only those that contain this text, in any case. */
  readonly search?: string | undefined;
  /** Only those from this time on, RFC 3339. */
  readonly since?: string | undefined;
  /** Only that many of the newest lines to begin with. */
  readonly tail?: number | undefined;
}

/** Filters of log entries that are read. */
export interface LogEntriesParams extends FollowLogEntriesParams {
  /** Only those up to this time, RFC 3339. */
  readonly until?: string | undefined;
  /** Maximum number of entries, 1000 by default, 5000 at most. */
  readonly limit?: number | undefined;
  /** `desc` for the newest first. */
  readonly order?: OpenEnum<"asc" | "desc"> | undefined;
}

/** One line of a log. */
export interface LogEntry {
  /** The time, RFC 3339; `""` if the service sent a bare line. */
  readonly timestamp: string;
  /** The line. */
  readonly line: string;
  /** The stream. */
  readonly stream?: OpenEnum<"stdout" | "stderr">;
  /** The replica. */
  readonly replica_id?: string;
  /** Its level, if it shows one. */
  readonly level?: string | null;
}

/** The time that metrics are for. */
export interface MetricsParams {
  /** From when, ISO 8601. */
  readonly start: string;
  /** Until when, ISO 8601. */
  readonly stop: string;
}

/** One value at one time. */
export interface MetricPoint {
  /** The time, ISO 8601. */
  readonly x: string;
  /** The value. */
  readonly y: number;
}

/** One line of a graph. */
export interface MetricSeries {
  /** Its points. */
  readonly data?: readonly MetricPoint[];
  /** For hardware, which replica. */
  readonly replicaId?: string;
  /** For hardware, which device. */
  readonly deviceId?: number | null;
  /** For answers, which status. */
  readonly statusCode?: string;
  /** For durations, which percentile. */
  readonly percentile?: string;
  /** For requests and replicas, which of them. */
  readonly status?: string;
}

/** A graph. */
export interface MetricGraph {
  /** Its lines. */
  readonly series?: readonly MetricSeries[];
}

/** Metrics of the engine. */
export interface InferenceMetrics {
  /** Use of the key-value cache. */
  readonly kvCache?: MetricGraph;
  /** Time to first token. */
  readonly ttft?: MetricGraph;
  /** Time between tokens. */
  readonly itl?: MetricGraph;
  /** Hits of the prefix cache. */
  readonly prefixCache?: MetricGraph;
  /** Requests in the engine. */
  readonly requests?: {
    /** Those that wait. */
    readonly waiting?: MetricGraph;
    /** Those that run. */
    readonly running?: MetricGraph;
  };
}

/** All graphs of an endpoint. */
export interface EndpointGraphs {
  /** From when they are, RFC 3339. */
  readonly start?: string;
  /** Until when they are, RFC 3339. */
  readonly stop?: string;
  /** Seconds that one point of a graph stands for. */
  readonly timeWindowSeconds?: number;
  /** The replicas that the graphs tell apart. */
  readonly replicaIds?: readonly string[];
  /** Answers by class of status. */
  readonly responseStatusCodeGrouped?: MetricGraph;
  /** Answers by status. */
  readonly responseStatusCode?: MetricGraph;
  /** Milliseconds to answer, by percentile. */
  readonly responseElapsed?: MetricGraph;
  /** Requests that wait. */
  readonly pendingRequest?: MetricGraph;
  /** Replicas that run. */
  readonly replicasRunning?: MetricGraph;
  /** Replicas by status. */
  readonly replicasStatus?: MetricGraph;
  /** CPU use. */
  readonly hardwareCpu?: MetricGraph;
  /** Memory use. */
  readonly hardwareMem?: MetricGraph;
  /** GPU use. */
  readonly hardwareGpu?: MetricGraph;
  /** GPU memory use. */
  readonly hardwareGpuMem?: MetricGraph;
  /** The engine's metrics, null if it has none. */
  readonly inference?: InferenceMetrics | null;
}

/** Filters of the audit log. */
export interface AuditLogParams extends ListParams {
  /** Only those of one endpoint. */
  readonly endpoint?: string | undefined;
  /** Only those of one user. */
  readonly username?: string | undefined;
}

/** Somebody did something; the fields are not documented. */
export interface AuditLogEntry {
  /** A field, as the service sends it. */
  readonly [field: string]: unknown;
}
