/**
 * Types of Spaces.
 *
 * @module
 */

import type { OpenEnum } from "../core/open_enum.ts";

/** What runs a Space; others may come. */
export type SpaceSdk = OpenEnum<"gradio" | "docker" | "static">;

/** A repository or bucket that is mounted into a Space or a job. */
export interface Volume {
  /** What is mounted. */
  readonly type: OpenEnum<"bucket" | "model" | "dataset" | "space">;
  /** `namespace/name` of what is mounted. */
  readonly source: string;
  /** Where, beginning with `/`. */
  readonly mountPath: string;
  /** Which revision of a repository; the service takes `main` if left out. */
  readonly revision?: string | undefined;
  /** Whether it can only be read; always so for repositories in a Space. */
  readonly readOnly?: boolean | undefined;
  /** A folder inside it to mount instead of the whole. */
  readonly path?: string | undefined;
}

/** What a Space is doing; others may come. */
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
  /** Whether it works: `READY`, `PENDING` and others. */
  readonly stage?: string;
}

/** The runtime status of a Space. */
export interface SpaceRuntime {
  /** What the Space is doing. */
  readonly stage?: SpaceStage;
  /** The hardware; null for static Spaces. */
  readonly hardware?: {
    /** What it runs on; null while it does not run. */
    readonly current?: string | null;
    /** What it was told to run on. */
    readonly requested?: string | null;
  };
  /** Seconds without use until it sleeps; -1 or null for never. */
  readonly gcTimeout?: number | null;
  /** The number of replicas. */
  readonly replicas?: {
    /** How many run. */
    readonly current?: number | null;
    /** How many it was told to run. */
    readonly requested?: number | "auto";
  };
  /** Whether dev mode is on. */
  readonly devMode?: boolean;
  /** Its host names. */
  readonly domains?: readonly SpaceDomain[];
  /** What went wrong. */
  readonly errorMessage?: string | null;
  /** The commit that runs. */
  readonly sha?: string;
  /** What is mounted. */
  readonly volumes?: readonly Volume[];
}

/** A secret as it is listed: its value is never returned. */
export interface SpaceSecret {
  /** What it is for. */
  readonly description?: string;
  /** When it was last set, RFC 3339. */
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
    /** What it is. */
    readonly type?: OpenEnum<"gpu" | "neuron">;
    /** The model, as `T4`. */
    readonly model?: string;
    /** How many. */
    readonly quantity?: string;
    /** The memory of all together, as `16 GB`. */
    readonly vram?: string;
    /** Who makes it. */
    readonly manufacturer?: string;
  } | null;
  /** US dollars per unit. */
  readonly unitCostUSD?: number;
  /** What a unit is: `minute`. */
  readonly unitLabel?: string;
}

/** A template that a Space can begin with. */
export interface SpaceTemplate {
  /** The display name. */
  readonly name?: string;
  /** What to give as `template`. */
  readonly repoId: string;
  /** What runs it. */
  readonly sdk?: SpaceSdk;
  /** Whether such a Space had better be private. */
  readonly preferredPrivate?: boolean;
}

/** How much ZeroGPU time the token's user has. */
export interface ZeroGpuQuota {
  /** GPU seconds per period. */
  readonly base?: number;
  /** GPU seconds left. */
  readonly current?: number;
  /** When the period ends, RFC 3339. */
  readonly resetsAt?: string | null;
}
