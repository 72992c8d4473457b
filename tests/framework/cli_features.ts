/**
 * Which CLI calls what, for tests that need a newer one.
 *
 * @module
 */
import { tryFindCli } from "@hf-terraform/framework/testing";

/** The first versions of both CLIs that have a feature; absent: none has. */
export interface Since {
  /** Terraform's, such as `1.14`. */
  readonly terraform?: string;
  /** OpenTofu's. */
  readonly tofu?: string;
}

/** Why the CLI at hand lacks a feature; undefined if it has it. */
export async function lacks(
  feature: string,
  since: Since,
): Promise<string | undefined> {
  const cli = await tryFindCli();
  if ("reason" in cli) return cli.reason;
  return await has(since)
    ? undefined
    : `${cli.name} ${cli.version} has no ${feature}`;
}

/** Whether the CLI at hand has a feature. */
export async function has(since: Since): Promise<boolean> {
  const cli = await tryFindCli();
  if ("reason" in cli) return false;
  const first = since[cli.name];
  return first !== undefined && isAtLeast(cli.version, first);
}

function isAtLeast(version: string, first: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [firstMajor = 0, firstMinor = 0] = first.split(".").map(Number);
  return major > firstMajor || major === firstMajor && minor >= firstMinor;
}
