/**
 * Folders in which the CLI looks for providers.
 *
 * @module
 */

import process from "node:process";

/** The registry of each CLI. */
const HOSTS = {
  terraform: "registry.terraform.io",
  tofu: "registry.opentofu.org",
} as const;

/** This machine's platform as registries name it, such as `linux_amd64`. */
export function thisPlatform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "arm64" ? "arm64" : "amd64"}`;
}

/**
 * Path of a provider for this machine in a folder that stands in for a
 * registry.
 *
 * @param provider Its source address without a host, and its version.
 * @param cli Whose registry the folder stands in for.
 */
export function mirrorPath(
  { address, version }: { readonly address: string; readonly version: string },
  cli: keyof typeof HOSTS,
): string {
  return `${HOSTS[cli]}/${address}/${version}/${thisPlatform()}`;
}
