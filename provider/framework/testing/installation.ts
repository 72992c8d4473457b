/**
 * The CLI configuration by which the CLI finds the providers under test, so
 * that nothing depends on, or changes, the user's own.
 *
 * @module
 */

import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { shellLine } from "../shell.ts";
import { mirrorPath } from "./system/plugin_folder.ts";
import { isServedHere, type TestedProvider } from "./running_provider.ts";

/** The ways in which the CLI gets providers. */
export type Launch = "attached" | "started" | "installed";

/** The providers of an installation, and its folder. */
export interface InstallationOptions {
  /** The providers by their source addresses. */
  readonly providers: Readonly<Record<string, TestedProvider>>;
  /** The way in which the CLI gets them. */
  readonly launch: Launch;
  /** The version in a mirror. */
  readonly version: string;
  /** The folder for what is installed. */
  readonly folder: string;
  /** The CLI that it is for. */
  readonly cli: "terraform" | "tofu";
}

/**
 * Puts providers into a folder from which the CLI can take them, and returns
 * the text of the CLI configuration that says so.
 *
 * @throws {Error} If the CLI has to start one that the test's process serves.
 */
export async function installProviders(
  options: InstallationOptions,
): Promise<string> {
  const { providers, launch, version, folder, cli } = options;
  await mkdir(folder, { recursive: true });
  if (launch !== "attached") {
    for (const [address, provider] of Object.entries(providers)) {
      if (isServedHere(provider)) {
        throw new Error(
          `Cannot let the CLI start ${address}: the test's own process ` +
            `serves it. Give its command, or leave out launch: "${launch}"`,
        );
      }
      const name = `terraform-provider-${address.split("/").at(-1)}`;
      const [program] = provider.command;
      const suffix = program.endsWith(".exe") ? ".exe" : "";
      const file = launch === "started"
        ? `${name}${suffix}`
        : `${
          mirrorPath({ address, version }, cli)
        }/${name}_v${version}${suffix}`;
      await writeExecutable(`${folder}/${file}`, provider.command);
    }
  }
  return cliConfig(Object.keys(providers), launch, folder);
}

/**
 * Makes a command an executable file at `path`, in place of what is there: a
 * link to a program, or a script that gives it its first arguments.
 */
async function writeExecutable(
  path: string,
  [program, ...args]: readonly [string, ...string[]],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  if (args.length === 0) return await symlink(program, path);
  await writeFile(
    path,
    `#!/bin/sh\nexec ${shellLine(program, ...args)} "$@"\n`,
  );
  await chmod(path, 0o755);
}

/** Only one way leads to a provider. */
function cliConfig(
  addresses: readonly string[],
  launch: Launch,
  folder: string,
): string {
  const path = JSON.stringify(folder);
  const method = launch === "installed"
    ? `filesystem_mirror {
    path = ${path}
  }`
    : `dev_overrides {
${addresses.map((address) => `    "${address}" = ${path}\n`).join("")}  }`;
  return `disable_checkpoint = true

provider_installation {
  ${method}
}
`;
}
