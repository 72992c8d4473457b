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
import { project } from "../../tools/project.ts";

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
