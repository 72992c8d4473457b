/**
 * Types of Spaces.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";

/** The SDK of a Space. */
export type SpaceSdk = OpenEnum<"gradio" | "docker" | "static">;

/** A repository or bucket that is mounted into a Space or a job. */
export interface Volume {
  /** The source that is mounted. */
  readonly type: OpenEnum<"bucket" | "model" | "dataset" | "space">;
  /** `namespace/name` of what is mounted. */
  readonly source: string;
  /** The mount path, starting with `/`. */
  readonly mountPath: string;
  /** The revision of a repository; `main` if left out. */
  readonly revision?: string | undefined;
  /** Whether it can only be read; always so for repositories in a Space. */
  readonly readOnly?: boolean | undefined;
  /** A folder inside it to mount instead of the whole. */
  readonly path?: string | undefined;
}

/** The stage of a Space. */
export type SpaceStage = OpenEnum<
  | "NO_APP_FILE"
  | "CONFIG_ERROR"
  | "BUILDING"
  | "BUILD_ERROR"
  | "APP_STARTING"
  | "RUNNING"
  | "RUNNING_BUILDING"
  | "RUNNING_APP_STARTING"
  | "RUNTIME_ERROR"
  | "DELETING"
  | "STOPPED"
  | "PAUSED"
  | "SLEEPING"
>;

/** A host name of a Space. */
export interface SpaceDomain {
  /** The host name. */
  readonly domain: string;
  /** Whether the owner added it. */
  readonly isCustom?: boolean | null;
  /** The stage: `READY`, `PENDING` and others. */
  readonly stage?: string;
}

/** The runtime status of a Space. */
export interface SpaceRuntime {
  /** The stage of the Space. */
  readonly stage?: SpaceStage;
  /** The hardware; null for static Spaces. */
  readonly hardware?: {
    /** The current hardware; null while it does not run. */
    readonly current?: string | null;
    /** The requested hardware. */
    readonly requested?: string | null;
  };
  /** Seconds without use until it sleeps; -1 or null for never. */
  readonly gcTimeout?: number | null;
  /** The number of replicas. */
  readonly replicas?: {
    /** The number that run. */
    readonly current?: number | null;
    /** The requested number. */
    readonly requested?: number | "auto";
  };
  /** Whether dev mode is on. */
  readonly devMode?: boolean;
  /** Its host names. */
  readonly domains?: readonly SpaceDomain[];
  /** The error message. */
  readonly errorMessage?: string | null;
  /** The commit that runs. */
  readonly sha?: string;
  /** The mounted volumes. */
  readonly volumes?: readonly Volume[];
}

/** A secret as it is listed: its value is never returned. */
export interface SpaceSecret {
  /** The description. */
  readonly description?: string;
  /** The time of the last change, RFC 3339. */
  readonly updatedAt?: string;
}

/** A variable as it is listed. */
export interface SpaceVariable extends SpaceSecret {
  /** The value. */
  readonly value?: string;
}

/** One kind of hardware that Spaces can run on. */
export interface SpaceHardware {
  /** The name to ask for, as `t4-small`. */
  readonly name: string;
  /** The display name. */
  readonly prettyName?: string;
  /** The processors, as `4 vCPU`. */
  readonly cpu?: string;
  /** The memory, as `15 GB`. */
  readonly ram?: string;
  /** The accelerator, if it has one. */
  readonly accelerator?: {
    /** The type. */
    readonly type?: OpenEnum<"gpu" | "neuron">;
    /** The model, as `T4`. */
    readonly model?: string;
    /** The number. */
    readonly quantity?: string;
    /** The memory of all together, as `16 GB`. */
    readonly vram?: string;
    /** The manufacturer. */
    readonly manufacturer?: string;
  } | null;
  /** US dollars per unit. */
  readonly unitCostUSD?: number;
  /** The unit: `minute`. */
  readonly unitLabel?: string;
}

/** A template that a Space can begin with. */
export interface SpaceTemplate {
  /** The display name. */
  readonly name?: string;
  /** The value for `template`. */
  readonly repoId: string;
  /** The SDK. */
  readonly sdk?: SpaceSdk;
  /** Whether such a Space had better be private. */
  readonly preferredPrivate?: boolean;
}

/** The ZeroGPU quota of the token's user. */
export interface ZeroGpuQuota {
  /** GPU seconds per period. */
  readonly base?: number;
  /** GPU seconds left. */
  readonly current?: number;
  /** The end of the period, RFC 3339. */
  readonly resetsAt?: string | null;
}
