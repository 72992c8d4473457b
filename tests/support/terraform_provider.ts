/**
 * The provider executable that the CLI is given.
 *
 * @module
 */
import { build, buildIsFresh } from "../../provider/framework/cli/build.ts";
import {
  inProject,
  launcherPath,
} from "../../provider/framework/cli/project.ts";
import { mirrorPath } from "../../provider/framework/cli/targets.ts";
import { project } from "../../tools/project.ts";
import type { Installation } from "./cli_config.ts";

/**
 * The path of the provider executable: `HF_PROVIDER_EXECUTABLE` if set, else
 * the launcher of `deno task build`, built first if its sources are newer.
 *
 * @throws {Error} If the variable names no file, or the build fails.
 */
export async function providerExecutable(): Promise<string> {
  const given = Deno.env.get("HF_PROVIDER_EXECUTABLE");
  if (given !== undefined && given !== "") {
    return await Deno.realPath(given).catch((cause: unknown) => {
      throw new Error(
        `Cannot find the provider executable "${given}" that ` +
          "HF_PROVIDER_EXECUTABLE names",
        { cause },
      );
    });
  }
  await Deno.mkdir(inProject(project, "dist"), { recursive: true });
  // Test files run in parallel: one builds, the others wait for it.
  using lock = await Deno.open(inProject(project, "dist/build.lock"), {
    create: true,
    write: true,
  });
  await lock.lock(true);
  if (!await buildIsFresh(project)) await build(project);
  return launcherPath(project);
}

/**
 * Puts the provider into a folder from which the CLI can take it.
 *
 * The executable is linked, not copied: a compiled one is large.
 */
export async function installProvider(
  kind: Installation["kind"],
  folder: string,
  cliName: "terraform" | "tofu",
): Promise<Installation> {
  const executable = await providerExecutable();
  const suffix = executable.endsWith(".exe") ? ".exe" : "";
  const [place, name] = kind === "override"
    ? [folder, `terraform-provider-huggingface${suffix}`]
    : [
      `${folder}/${mirrorPath(project, cliName)}`,
      `terraform-provider-huggingface_v${project.version}${suffix}`,
    ];
  await Deno.mkdir(place, { recursive: true });
  await Deno.symlink(executable, `${place}/${name}`);
  return { kind, folder };
}
