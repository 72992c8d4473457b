/**
 * Packages of the npm registry that tests need as programs: a compiler, another
 * runtime.
 *
 * @module
 */
import {
  exists,
  isMissing,
  userCache,
} from "../../provider/framework/testing/system/files.ts";
import {
  run,
  type RunResult,
} from "../../provider/framework/testing/system/run.ts";

/** Packages that npm installed. */
export interface InstalledPackages {
  /** The `node_modules` folder. */
  readonly modules: string;
}

/** The lack of something that a test needs. */
export interface MissingDependency {
  /** The reason. */
  readonly reason: string;
}

/** Runs npm in a folder. */
export function npm(
  folder: string,
  args: readonly string[],
): Promise<RunResult> {
  const program = Deno.build.os === "windows" ? "npm.cmd" : "npm";
  return run(
    program,
    [
      ...args,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      // A machine out of the registry's reach shall know it soon.
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
      "--fetch-timeout=60000",
    ],
    {
      cwd: folder,
      env: { NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" },
    },
  );
}

/**
 * Installs packages into the user's cache, once for all tests.
 *
 * @param packages Names with their exact versions, as `typescript@5.9.3`.
 */
export async function fromNpm(
  packages: readonly string[],
): Promise<InstalledPackages | MissingDependency> {
  const cache = userCache("terraform-provider-huggingface");
  const folder = `${cache}/${packages.join("+").replaceAll(/[^\w.+-]/g, "_")}`;
  const modules = `${folder}/node_modules`;
  if (await exists(modules)) return { modules };
  await Deno.mkdir(cache, { recursive: true });
  const staging = await Deno.makeTempDir({ dir: cache });
  const reason = await install(staging, packages);
  if (reason === undefined) {
    // Another test file may have been faster.
    await Deno.rename(staging, folder).catch(() => {});
  }
  await Deno.remove(staging, { recursive: true }).catch(() => {});
  return await exists(modules)
    ? { modules }
    : { reason: reason ?? `${folder} cannot be written` };
}

/** Undefined, or why it cannot be done. */
async function install(
  folder: string,
  packages: readonly string[],
): Promise<string | undefined> {
  await Deno.writeTextFile(`${folder}/package.json`, '{ "private": true }');
  try {
    const { code, stderr } = await npm(folder, ["install", ...packages]);
    if (code === 0) return undefined;
    const why = /npm error (?!code|errno|syscall)(.+)/.exec(stderr)?.[1] ??
      `${code}`;
    return `npm cannot install ${packages.join(" and ")}: ${why}`;
  } catch (error) {
    if (isMissing(error)) return "npm is not installed";
    throw error;
  }
}
