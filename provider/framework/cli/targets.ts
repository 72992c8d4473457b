/**
 * The platforms that Deno compiles for.
 *
 * @module
 */

import { executableOf, type Project } from "./project.ts";

/** A platform under Deno's name and under the registry's. */
export interface Target {
  /** Deno's name, such as `x86_64-unknown-linux-gnu`. */
  readonly triple: string;
  /** The registry's name of the system. */
  readonly os: "linux" | "darwin" | "windows";
  /** The registry's name of the machine. */
  readonly arch: "amd64" | "arm64";
}

/** All of them. */
export const targets: readonly Target[] = [
  { triple: "x86_64-unknown-linux-gnu", os: "linux", arch: "amd64" },
  { triple: "aarch64-unknown-linux-gnu", os: "linux", arch: "arm64" },
  { triple: "x86_64-apple-darwin", os: "darwin", arch: "amd64" },
  { triple: "aarch64-apple-darwin", os: "darwin", arch: "arm64" },
  { triple: "x86_64-pc-windows-msvc", os: "windows", arch: "amd64" },
  { triple: "aarch64-pc-windows-msvc", os: "windows", arch: "arm64" },
];

/**
 * The target of a name such as `x86_64-unknown-linux-gnu`.
 *
 * @throws {Error} If Deno has none of that name.
 */
export function targetNamed(triple: string): Target {
  const found = targets.find((target) => target.triple === triple);
  if (found !== undefined) return found;
  const all = targets.map((target) => target.triple).join(", ");
  throw new Error(
    `Deno compiles for no target "${triple}", only for: ${all}`,
  );
}

/** The name that both CLIs look for inside a zip of the registry. */
export function executableName(
  project: Pick<Project, "address">,
  version: string,
  os: string,
): string {
  const suffix = os === "windows" ? ".exe" : "";
  return `${executableOf(project)}_v${version}${suffix}`;
}
