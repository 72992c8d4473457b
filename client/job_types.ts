/**
 * What a job runs, as jobs, scheduled jobs and webhooks are given it.
 *
 * @module
 */

import type { Open } from "./endpoint_types.ts";

/** A repository or bucket that is mounted into a job. */
export interface JobVolume {
  /** What is mounted. */
  readonly type: Open<"bucket" | "model" | "dataset" | "space">;
  /** `namespace/name` of what is mounted. */
  readonly source: string;
  /** Where, beginning with `/`. */
  readonly mountPath: string;
  /** Which revision of a repository. */
  readonly revision?: string | undefined;
  /** Whether it can only be read. */
  readonly readOnly?: boolean | undefined;
  /** A folder inside it to mount instead of the whole. */
  readonly path?: string | undefined;
}

/** Ports of a job that can be reached from outside. */
export interface JobPorts {
  /** Ports for those who may see the job, at most 20. */
  readonly ports: readonly number[];
  /** Those of them that anybody can reach. */
  readonly portsPublic?: readonly number[] | undefined;
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
  readonly arch?: Open<"amd64" | "arm64"> | undefined;
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
  readonly volumes?: readonly JobVolume[] | undefined;
  /** Ports that can be reached; each costs by the hour. */
  readonly expose?: JobPorts | undefined;
  /** Whether SSH is on. */
  readonly ssh?: { readonly enabled?: boolean | undefined } | undefined;
  /** The resource group it belongs to, 24 hex digits. */
  readonly resourceGroupId?: string | undefined;
}
