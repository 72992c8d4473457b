/**
 * What a job runs, as jobs, scheduled jobs and webhooks are given it.
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

/** What a job runs: an image or a Space, a command, and on what hardware. */
export interface JobSpec {
  /** The hardware, as `cpu-basic`: a `name` of the catalogue. */
  readonly flavor: string;
  /** The image, as `python:3.12`; this or `spaceId`. */
  readonly dockerImage?: string | undefined;
  /** The Space whose image to run, `namespace/name`. */
  readonly spaceId?: string | undefined;
  /** The command; the image's entrypoint is not used. */
  readonly command?: readonly string[] | undefined;
  /** What follows the command. */
  readonly arguments?: readonly string[] | undefined;
  /** Variables; keys have letters, digits and `_`, two at least. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Secrets; only their names can be read back. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The architecture. */
  readonly arch?: OpenEnum<"amd64" | "arm64"> | undefined;
  /** Seconds until it is stopped; the service takes 30 minutes if null. */
  readonly timeoutSeconds?: number | null | undefined;
  /**
   * How often it is started until it succeeds.
   *
   * @default {1}
   */
  readonly attempts?: number | undefined;
  /** Labels; keys and values of at most 100 letters, digits, `.`, `_`, `-`. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** What is mounted. */
  readonly volumes?: readonly Volume[] | undefined;
  /** Ports that can be reached; each costs by the hour. */
  readonly expose?: JobPorts | undefined;
  /** Whether SSH is on. */
  readonly ssh?: { readonly enabled?: boolean | undefined } | undefined;
  /** The resource group it belongs to, 24 hex digits. */
  readonly resourceGroupId?: string | undefined;
  /** The network that it shares with other jobs. */
  readonly network?: JobNetwork | undefined;
}

/** What a job runs, as it is read: some names differ from those it is sent. */
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
  /** How often it is started again: one less than `attempts`. */
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
  /** What it is. */
  readonly type?: OpenEnum<"user" | "org">;
}

/** Where a job is; others may come. */
export type JobStage = OpenEnum<
  "SCHEDULING" | "RUNNING" | "COMPLETED" | "CANCELED" | "ERROR" | "DELETED"
>;

/** A job. */
export interface Job extends JobDetails {
  /** Its id. */
  readonly id: string;
  /** When it was asked for, RFC 3339. */
  readonly createdAt?: string;
  /** When it started, RFC 3339. */
  readonly startedAt?: string;
  /** When it ended, RFC 3339. */
  readonly finishedAt?: string;
  /** Who pays. */
  readonly owner: JobAccount;
  /** What started it: an account, or what `type` says. */
  readonly initiator?: {
    /** What it is. */
    readonly type?: OpenEnum<
      "user" | "org" | "scheduled-job" | "duplicated-job" | "webhook"
    >;
    /** Its id. */
    readonly id?: string;
  };
  /** Where it is. */
  readonly status: {
    /** Its stage. */
    readonly stage?: JobStage;
    /** What is said about that. */
    readonly message?: string | null;
    /** Why the service ended it. */
    readonly cancelReason?: OpenEnum<
      "NO_CREDITS" | "NO_SUBSCRIPTION" | "RESOURCE_GROUP_LIMIT"
    >;
    /** How often it failed. */
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

/** What a job uses at one time. */
export interface JobMetrics {
  /** Percent of the processors. */
  readonly cpu_usage_pct?: number;
  /** Thousandths of a processor that it may use. */
  readonly cpu_millicores?: number;
  /** Bytes of memory in use. */
  readonly memory_used_bytes?: number;
  /** Bytes of memory that it may use. */
  readonly memory_total_bytes?: number;
  /** What it receives per second; bits or bytes is not documented. */
  readonly rx_bps?: number;
  /** What it sends per second, in the same unit. */
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
  /** What is measured, five characters. */
  readonly replica?: string;
}

/** Whose jobs a token may read or write. */
export interface JobAccess {
  /** Whose jobs they are. */
  readonly namespace: { readonly id?: string; readonly name?: string };
  /** Whose token it is. */
  readonly user: { readonly id?: string; readonly name?: string };
}

/** The body of a create of a schedule. */
export interface CreateScheduledJob {
  /** What to run. */
  readonly jobSpec: JobSpec;
  /**
   * When: `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`, `@annually`, or
   * 5 to 7 fields of cron without names of months and days.
   */
  readonly schedule: string;
  /**
   * Whether it begins switched off.
   *
   * @default {false}
   */
  readonly suspend?: boolean | undefined;
  /**
   * Whether it starts while its last job still runs.
   *
   * @default {false}
   */
  readonly concurrency?: boolean | undefined;
}

/** A job that is run again and again. */
export interface ScheduledJob {
  /** Its id. */
  readonly id: string;
  /** When it was made, RFC 3339. */
  readonly createdAt?: string;
  /** When it runs. */
  readonly schedule?: string;
  /** Whether it is switched off, by somebody or by the service. */
  readonly suspend?: boolean;
  /** Why the service switched it off. */
  readonly suspendReason?: string;
  /** Whether it starts while its last job still runs. */
  readonly concurrency?: boolean;
  /** What it did and will do. */
  readonly status: {
    /** Its last job; null before the first. */
    readonly lastJob?: { readonly id: string; readonly at?: string } | null;
    /** When it runs next, RFC 3339. */
    readonly nextJobRunAt?: string;
  };
  /** Who pays. */
  readonly owner: JobAccount;
  /** Who made it. */
  readonly initiator?: JobAccount;
  /** What it runs. */
  readonly jobSpec: JobDetails;
}

/** What the jobs of a user cost in a period. */
export interface JobUsage {
  /** Millionths of a US dollar in all. */
  readonly usedMicroUsd?: number;
  /** Minutes in all. */
  readonly totalMinutes?: number;
  /** When the period began, RFC 3339. */
  readonly periodStart?: string;
  /** When it ends, RFC 3339. */
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
    /** When it started, RFC 3339. */
    readonly startedAt?: string;
    /** When it ended, RFC 3339; absent while it runs. */
    readonly completedAt?: string;
  }[];
}
