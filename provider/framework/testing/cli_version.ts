/**
 * The versions of the CLI that a test, or a step of it, needs.
 *
 * @module
 */

import { type Cli, tryFindCli } from "./system/find_cli.ts";

/** The versions of one CLI that have what a test needs. */
export type VersionRange =
  /** From this version on, such as `"1.14"`. */
  | string
  /** Before `before`, from `from` on if that is given. */
  | { readonly from?: string; readonly before: string };

/** The versions of both CLIs that have what a test needs; absent: none has. */
export interface CliVersions {
  /** Terraform's. */
  readonly terraform?: VersionRange;
  /** OpenTofu's. */
  readonly tofu?: VersionRange;
}

/**
 * The reason why a test cannot run here, for the runner to skip it; undefined
 * if it can: there is a CLI, and it is of one of these versions.
 *
 * @param versions What it needs; default: any CLI.
 * @example
 * ```ts
 * import { whyNot } from "@hf-terraform/framework/testing";
 *
 * const reason = await whyNot({ terraform: "1.14" });
 * // Options of `test` of `node:test`, and of `Deno.test`.
 * const options = { skip: reason !== undefined, ignore: reason !== undefined };
 * ```
 */
export async function whyNot(
  versions?: CliVersions,
): Promise<string | undefined> {
  const cli = await tryFindCli();
  if ("reason" in cli) return cli.reason;
  return versions === undefined ? undefined : whyNotWith(cli, versions);
}

/** As {@linkcode whyNot}, of a CLI that is there. */
export function whyNotWith(
  { name, version }: Pick<Cli, "name" | "version">,
  versions: CliVersions,
): string | undefined {
  const wanted = versions[name];
  if (wanted === undefined) return `${name} has no version that can do this`;
  const { from, before } = typeof wanted === "string"
    ? { from: wanted, before: undefined }
    : wanted;
  if (from !== undefined && compared(version, from) < 0) {
    return `${name} ${version} is older than ${from}`;
  }
  return before !== undefined && compared(version, before) >= 0
    ? `${name} ${version} is not older than ${before}`
    : undefined;
}

/** Negative: `a` is older. A pre-release counts as the version it precedes. */
function compared(a: string, b: string): number {
  const [left, right] = [a, b].map((version) =>
    version.split("-")[0]?.split(".").map(Number) ?? []
  );
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
