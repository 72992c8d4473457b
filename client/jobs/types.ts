/**
 * Types of jobs, scheduled jobs and the jobs of webhooks.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";
import type { ResourceGroup } from "../repos/types.ts";
import type { SpaceHardware, Volume } from "../spaces/types.ts";

/** Ports of a job that can be reached from outside. */
export interface JobPorts {
  /** Ports for those who may see the job, at most 20. */
  readonly ports: readonly number[];
  /** Those of them that anybody can reach. */
  readonly portsPublic?: readonly number[] | undefined;
}

/** A network that jobs of one group share. */
export interface JobNetwork {
  /** The name of the group, at most 46 characters. */
  readonly group: string;
  /** Names under which the others reach it, each at most 34 characters. */
  readonly aliases?: readonly string[] | undefined;
}

/** The specification of a job: an image or a Space, a command, hardware. */
export interface JobSpec {
  /** The hardware, as `cpu-basic`: a `name` of the catalogue. */
  readonly flavor: string;
  /** The image, as `python:3.12`; this or `spaceId`. */
  readonly dockerImage?: string | undefined;
  /** The Space whose image to run, `namespace/name`. */
  readonly spaceId?: string | undefined;
  /** The command; the image's entrypoint is not used. */
  readonly command?: readonly string[] | undefined;
  /** The arguments of the command. */
  readonly arguments?: readonly string[] | undefined;
  /** Variables; keys have letters, digits and `_`, two at least. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Secrets; only their names can be read back. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The architecture. */
  readonly arch?: OpenEnum<"amd64" | "arm64"> | undefined;
  /** Seconds until it is stopped; the service takes 30 minutes if null. */
  readonly timeoutSeconds?: number | null | undefined;
  /** The most times it is started until it succeeds, 1 if left out. */
  readonly attempts?: number | undefined;
  /** Labels; keys and values of at most 100 letters, digits, `.`, `_`, `-`. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** The mounted volumes. */
  readonly volumes?: readonly Volume[] | undefined;
  /** Ports that can be reached; each costs by the hour. */
  readonly expose?: JobPorts | undefined;
  /** The SSH access. */
  readonly ssh?: { readonly enabled?: boolean | undefined } | undefined;
  /** The resource group it belongs to, 24 hex digits. */
  readonly resourceGroupId?: string | undefined;
  /** The network that it shares with other jobs. */
  readonly network?: JobNetwork | undefined;
}

/** The specification of a job as it is read, under partly other names. */
export interface JobDetails extends
  Pick<
    JobSpec,
    | "dockerImage"
    | "spaceId"
    | "command"
    | "arguments"
    | "arch"
    | "labels"
    | "volumes"
    | "expose"
    | "network"
  > {
  /** The hardware. */
  readonly flavor?: string;
  /** Variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Names of the secrets. */
  readonly secrets?: readonly string[];
  /** Seconds until it is stopped. */
  readonly timeout?: number;
  /** The number of restarts: one less than `attempts`. */
  readonly retry?: number;
  /** The resource group it belongs to. */
  readonly resourceGroup?: ResourceGroup | null;
}

/** An account, as jobs name it. */
export interface JobAccount {
  /** The account's id, 24 hex digits. */
  readonly id?: string;
  /** The account's name. */
  readonly name?: string;
  /** The type. */
  readonly type?: OpenEnum<"user" | "org">;
}

/** The stage of a job. */
export type JobStage = OpenEnum<
  "SCHEDULING" | "RUNNING" | "COMPLETED" | "CANCELED" | "ERROR" | "DELETED"
>;

/** A job. */
export interface Job extends JobDetails {
  /** Its id. */
  readonly id: string;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
  /** The start time, RFC 3339. */
  readonly startedAt?: string;
  /** The end time, RFC 3339. */
  readonly finishedAt?: string;
  /** The account that is billed. */
  readonly owner: JobAccount;
  /** The initiator: an account, or another source by `type`. */
  readonly initiator?: {
    /** The type. */
    readonly type?: OpenEnum<
      "user" | "org" | "scheduled-job" | "duplicated-job" | "webhook"
    >;
    /** Its id. */
    readonly id?: string;
  };
  /** The status. */
  readonly status: {
    /** Its stage. */
    readonly stage?: JobStage;
    /** The message. */
    readonly message?: string | null;
    /** The reason why the service cancelled it. */
    readonly cancelReason?: OpenEnum<
      "NO_CREDITS" | "NO_SUBSCRIPTION" | "RESOURCE_GROUP_LIMIT"
    >;
    /** The number of failures. */
    readonly failureCount?: number;
    /** Addresses of its ports while it runs. */
    readonly exposeUrls?: readonly string[];
    /** Its address for SSH while it runs. */
    readonly sshUrl?: string;
  };
}

/** One kind of hardware that jobs can run on. */
export interface JobHardware extends SpaceHardware {
  /** The disk, which is empty at the start, as `50 GB`. */
  readonly ephemeralStorage?: string;
  /** Millionths of a US dollar per unit. */
  readonly unitCostMicroUSD?: number;
}

/** The resource usage of a job at one time. */
export interface JobMetrics {
  /** Percent of the processors. */
  readonly cpu_usage_pct?: number;
  /** Thousandths of a processor that it may use. */
  readonly cpu_millicores?: number;
  /** Bytes of memory in use. */
  readonly memory_used_bytes?: number;
  /** Bytes of memory that it may use. */
  readonly memory_total_bytes?: number;
  /** The receive rate per second; bits or bytes is not documented. */
  readonly rx_bps?: number;
  /** The send rate per second, in the same unit. */
  readonly tx_bps?: number;
  /** Its GPUs by their ids. */
  readonly gpus?: Readonly<
    Record<string, {
      /** Percent of the GPU. */
      readonly utilization?: number;
      /** Bytes of its memory in use. */
      readonly memory_used_bytes?: number;
      /** Bytes of its memory. */
      readonly memory_total_bytes?: number;
    }>
  >;
  /** The replica, five characters. */
  readonly replica?: string;
}

/** The body of a create of a schedule. */
export interface CreateScheduledJob {
  /** The job to run. */
  readonly jobSpec: JobSpec;
  /**
   * The schedule: `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`,
   * `@annually`, or 5 to 7 fields of cron without names of months and days.
   */
  readonly schedule: string;
  /** Whether it begins switched off, false if left out. */
  readonly suspend?: boolean | undefined;
  /** Whether it starts while its last job still runs, false if left out. */
  readonly concurrency?: boolean | undefined;
}

/** A job that is run again and again. */
export interface ScheduledJob {
  /** Its id. */
  readonly id: string;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
  /** The schedule. */
  readonly schedule?: string;
  /** Whether it is switched off, by somebody or by the service. */
  readonly suspend?: boolean;
  /** The reason why the service suspended it. */
  readonly suspendReason?: string;
  /** Whether it starts while its last job still runs. */
  readonly concurrency?: boolean;
  /** The status. */
  readonly status: {
    /** Its last job; null before the first. */
    readonly lastJob?: { readonly id: string; readonly at?: string } | null;
    /** The time of the next run, RFC 3339. */
    readonly nextJobRunAt?: string;
  };
  /** The account that is billed. */
  readonly owner: JobAccount;
  /** The author. */
  readonly initiator?: JobAccount;
  /** The job. */
  readonly jobSpec: JobDetails;
}

/** The cost of a user's jobs in a billing period. */
export interface JobUsage {
  /** Millionths of a US dollar in all. */
  readonly usedMicroUsd?: number;
  /** Minutes in all. */
  readonly totalMinutes?: number;
  /** The start of the period, RFC 3339. */
  readonly periodStart?: string;
  /** The end, RFC 3339. */
  readonly periodEnd?: string;
  /** Each job. */
  readonly jobDetails: readonly {
    /** Its id. */
    readonly jobId: string;
    /** The hardware that it ran on. */
    readonly hardwareFlavor?: string;
    /** Minutes that it ran. */
    readonly totalMinutes?: number;
    /** Millionths of a US dollar. */
    readonly totalCostMicroUsd?: number;
    /** The start time, RFC 3339. */
    readonly startedAt?: string;
    /** The end time, RFC 3339; absent while it runs. */
    readonly completedAt?: string;
  }[];
}
