/**
 * A workspace of the real CLI with our provider, cut off from the user's own
 * token.
 *
 * With `HF_PROVIDER_ALONE` in the environment it is also cut off from Deno,
 * from caches and from the home: that is for compiled providers.
 *
 * @module
 */
import { delimiter } from "node:path";
import {
  Workspace,
  type WorkspaceOptions,
} from "@hf-terraform/framework/testing";
import { providerIn } from "../../provider/huggingface/provider.ts";
import { project } from "../../tools/project.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { providerExecutable } from "./terraform_provider.ts";

/** Set: all providers are started by the CLI. */
const byCli = "HF_PROVIDER_STARTED_BY_CLI";

/**
 * Makes a workspace with the provider that is tested: served by the test's own
 * process where the CLI need not start it.
 */
export async function createWorkspace(
  { env = {}, launch = "attached", ...options }: WorkspaceOptions = {},
): Promise<Workspace> {
  const isHere = launch === "attached" && !Deno.env.has(byCli) &&
    !Deno.env.has("HF_PROVIDER_ALONE");
  const seen: Record<string, string> = {};
  const served = isHere
    ? providerIn(seen)
    : { command: [await providerExecutable()] } as const;
  const workspace = await Workspace.create({
    launch: launch === "attached" && !isHere ? "started" : launch,
    version: project.version,
    providers: { [project.address]: served },
    ...options,
  });
  const see = (more: Readonly<Record<string, string>> = {}) => {
    for (const name of Object.keys(seen)) delete seen[name];
    Object.assign(seen, workspace.env, more);
  };
  const { run, shell } = workspace;
  workspace.run = (args, more) => {
    see(more?.env);
    return run.call(workspace, args, more);
  };
  workspace.shell = (script) => {
    see();
    return shell.call(workspace, script);
  };
  // The token file of `hf auth login` is looked for below this folder.
  workspace.env.HF_HOME = `${workspace.folder}/../hf_home`;
  const deno = Deno.env.get("HF_PROVIDER_DENO");
  if (deno !== undefined) workspace.env.HF_PROVIDER_DENO = deno;
  if (Deno.env.has("HF_PROVIDER_ALONE")) await leaveAlone(workspace);
  Object.assign(workspace.env, env);
  return workspace;
}

/** Leaves the environment of a machine without Deno where nothing ran before. */
async function leaveAlone({ env, folder }: Workspace): Promise<void> {
  delete env.DENO_DIR;
  delete env.HF_PROVIDER_DENO;
  const folders = [];
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    if (!await exists(`${folder}/deno`)) folders.push(folder);
  }
  const base = folder.replace(/\/work$/, "");
  for (const name of ["home", "tmp"]) await Deno.mkdir(`${base}/${name}`);
  Object.assign(env, {
    PATH: folders.join(delimiter),
    HOME: `${base}/home`,
    XDG_CACHE_HOME: `${base}/home/.cache`,
    TMPDIR: `${base}/tmp`,
  });
}

/** Lets ours stand in for other providers, of which a state may still be. */
export async function standInFor(
  workspace: Workspace,
  ...addresses: readonly string[]
): Promise<void> {
  const command = [await providerExecutable()] as const;
  await workspace.use({
    ...workspace.providers,
    ...Object.fromEntries(
      addresses.map((address) => [address, { command }]),
    ),
  });
}
