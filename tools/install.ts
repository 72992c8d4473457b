/**
 * `deno task install`: puts the built provider where `terraform init` and
 * `tofu init` find it, below the user's home.
 *
 * ```text
 * deno task install [--executable FILE] [--folder FOLDER]
 * ```
 *
 * `--executable` installs that file, such as a compiled provider, instead of
 * the bundle and its launcher. `--folder` names another plugin folder.
 *
 * @module
 */
import { mirrorPath, providerAddress } from "../tests/support/cli_config.ts";
import { build, buildIsFresh, bundlePath, launcherPath } from "./build.ts";
import { complain, say } from "./output.ts";
import { run } from "./run.ts";
import { providerVersion } from "./version.ts";

/** What to install, and where. */
export interface InstallOptions {
  /** The executable; default: the launcher, with the bundle beside it. */
  readonly executable?: string | undefined;
  /** The plugin folder; default: the user's. */
  readonly folder?: string | undefined;
}

/** Installs for both CLIs, and returns the folders written. */
export async function install(options: InstallOptions = {}): Promise<string[]> {
  const version = await providerVersion();
  const folder = options.folder ?? pluginFolder();
  const executable = options.executable ?? launcherPath;
  const suffix = executable.endsWith(".exe") ? ".exe" : "";
  const name = `terraform-provider-huggingface_v${version}${suffix}`;
  const written = [];
  for (const cli of ["terraform", "tofu"] as const) {
    const place = `${folder}/${mirrorPath(cli, version)}`;
    await Deno.mkdir(place, { recursive: true });
    await replace(executable, `${place}/${name}`);
    if (options.executable === undefined) {
      await replace(bundlePath, `${place}/provider.js`);
    }
    written.push(place);
  }
  return written;
}

/** Copies without ever changing a file that a running process has open. */
async function replace(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, `${to}.new`);
  await Deno.rename(`${to}.new`, to);
}

/** Where both CLIs look for plugins without being told. */
function pluginFolder(): string {
  const variable = Deno.build.os === "windows" ? "APPDATA" : "HOME";
  const home = Deno.env.get(variable);
  if (home === undefined) {
    throw new Error(`Cannot find the plugin folder: ${variable} is not set`);
  }
  const name = Deno.build.os === "windows" ? "terraform.d" : ".terraform.d";
  return `${home}/${name}/plugins`;
}

async function main(args: readonly string[]): Promise<number> {
  const executable = option(args, "--executable");
  if (executable === undefined && !await buildIsFresh()) await build();
  const places = await install({
    executable,
    folder: option(args, "--folder"),
  });
  for (const place of places) say(`Installed into ${place}`);
  const version = await providerVersion();
  say(`Use it with source = "${providerAddress}", version = "${version}"`);
  const { code, stderr } = await run(executable ?? launcherPath, ["--version"]);
  if (code !== 0) complain(`It does not start: ${stderr.trim()}`);
  return code;
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}

if (import.meta.main) Deno.exit(await main(Deno.args));
