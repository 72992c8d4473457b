/**
 * A temporary folder in which the real CLI runs a configuration with our
 * provider, cut off from the user's own configuration and token.
 *
 * With `HF_PROVIDER_ALONE` in the environment it is also cut off from Deno,
 * from caches and from the home: that is for compiled providers.
 *
 * @module
 */
import { delimiter } from "node:path";
import { exists } from "../../tools/paths.ts";
import { run, type RunResult } from "../../tools/run.ts";
import { AttachedProvider } from "./attached_provider.ts";
import { type Cli, findCli } from "./cli.ts";
import { cliConfig, type Installation } from "./cli_config.ts";
import type { PlanJson, StateJson, StateResource } from "./terraform_json.ts";
import { installProvider, providerExecutable } from "./terraform_provider.ts";

/** How a workspace is set up. */
export interface WorkspaceOptions {
  /** Files to write at once: names and texts. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables for the CLI and the provider, such as the sandbox's. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `"override"` (default) uses the executable without `init`; `"mirror"`
   * lets `init` install it.
   */
  readonly installation?: Installation["kind"];
  /**
   * Whether the CLI starts the provider itself, some four processes for each
   * apply: for tests of what becomes of a process, its environment and its
   * output. Default: it is attached to one that runs for all commands, unless
   * `init` installs the provider, the test names another CLI configuration, or
   * `HF_PROVIDER_STARTED_BY_CLI` is set.
   */
  readonly startedByCli?: boolean;
  /** The CLI to use; default: what {@linkcode findCli} finds. */
  readonly cli?: Cli;
}

/** Options of one command. */
export interface CommandOptions {
  /** More arguments, such as `-target=…` or `-var=…`. */
  readonly args?: readonly string[];
  /** More variables for this command only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Interrupts the command, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/**
 * A configuration's folder and the commands on it.
 *
 * Commands never throw for an exit code: they return it with the output.
 */
export class Workspace implements AsyncDisposable {
  /** The folder of the configuration. */
  readonly folder: string;
  /** The CLI in use. */
  readonly cli: Cli;
  /** The variables that commands see; may be changed between commands. */
  readonly env: Record<string, string>;
  readonly #base: string;
  readonly #startedByCli: boolean;
  /** Running providers, by their environments. */
  readonly #providers = new Map<string, Promise<AttachedProvider>>();

  /** Use {@linkcode Workspace.create}. */
  private constructor(
    base: string,
    cli: Cli,
    env: Record<string, string>,
    startedByCli: boolean,
  ) {
    this.#base = base;
    this.#startedByCli = startedByCli;
    this.folder = `${base}/work`;
    this.cli = cli;
    this.env = env;
  }

  /** Makes the folder, the CLI configuration and the clean environment. */
  static async create(options: WorkspaceOptions = {}): Promise<Workspace> {
    const cli = options.cli ?? await findCli();
    const base = await Deno.makeTempDir({ prefix: "hf_tf_" });
    const { installation: kind = "override", startedByCli = false } = options;
    const installation = await installProvider(
      kind,
      `${base}/provider`,
      cli.name,
    );
    const config = configPath(base);
    await Deno.writeTextFile(config, cliConfig(installation));
    await Deno.mkdir(`${base}/work`);
    const workspace = new Workspace(base, cli, {
      ...await cleanEnvironment(base),
      TF_CLI_CONFIG_FILE: config,
      ...options.env,
    }, startedByCli || kind === "mirror" || Deno.env.has(byCli));
    await workspace.write(options.files ?? {});
    return workspace;
  }

  /** Removes the folder with all that is in it. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const provider of this.#providers.values()) {
      await (await provider)[Symbol.asyncDispose]();
    }
    await Deno.remove(this.#base, { recursive: true });
  }

  /** Writes files: names and texts. Files not named stay. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = `${this.folder}/${name}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(path, text);
    }
  }

  /** Removes files. */
  async remove(...names: readonly string[]): Promise<void> {
    for (const name of names) await Deno.remove(`${this.folder}/${name}`);
  }

  /** The text of a file. */
  read(name: string): Promise<string> {
    return Deno.readTextFile(`${this.folder}/${name}`);
  }

  /** Runs any command of the CLI. */
  async run(
    args: readonly string[],
    options: CommandOptions = {},
  ): Promise<RunResult> {
    return await run(this.cli.path, [...args, ...options.args ?? []], {
      cwd: this.folder,
      env: await this.#attached({ ...this.env, ...options.env }),
      clearEnv: true,
      signal: options.signal,
    });
  }

  /** Runs lines of a page as they stand; `terraform` is the CLI in use. */
  async shell(script: string): Promise<RunResult> {
    const lines = script.replaceAll(/^terraform\b/gm, '"$TF"');
    const env = await this.#attached({ ...this.env });
    return await run("sh", ["-eu", "-c", lines], {
      cwd: this.folder,
      env: { ...env, TF: this.cli.path, TF_CLI_ARGS: "-no-color" },
      clearEnv: true,
    });
  }

  /** `init`: only with `installation: "mirror"`. */
  init(options?: CommandOptions): Promise<RunResult> {
    return this.run(["init", "-input=false", "-no-color"], options);
  }

  /** `validate`. */
  validate(options?: CommandOptions): Promise<RunResult> {
    return this.run(["validate", "-no-color"], options);
  }

  /**
   * `plan`, into the file `plan.out` that {@linkcode planJson} reads.
   *
   * Exit code 0: nothing to do; 1: error; 2: changes.
   */
  plan(options?: CommandOptions): Promise<RunResult> {
    return this.run([
      "plan",
      "-detailed-exitcode",
      "-input=false",
      "-no-color",
      "-out=plan.out",
    ], options);
  }

  /** `apply` of a new plan. */
  apply(options?: CommandOptions): Promise<RunResult> {
    return this.run([
      "apply",
      "-auto-approve",
      "-input=false",
      "-no-color",
    ], options);
  }

  /** `apply` of the plan that {@linkcode plan} made. */
  applyPlan(options: CommandOptions = {}): Promise<RunResult> {
    return this.run(["apply", "-input=false", "-no-color"], {
      ...options,
      args: [...options.args ?? [], "plan.out"],
    });
  }

  /** `destroy`. */
  destroy(options?: CommandOptions): Promise<RunResult> {
    return this.run([
      "destroy",
      "-auto-approve",
      "-input=false",
      "-no-color",
    ], options);
  }

  /** `import` of one resource. */
  import(
    address: string,
    id: string,
    options: CommandOptions = {},
  ): Promise<RunResult> {
    return this.run(["import", "-input=false", "-no-color"], {
      ...options,
      args: [...options.args ?? [], address, id],
    });
  }

  /** `show`, as a person sees it. */
  show(options?: CommandOptions): Promise<RunResult> {
    return this.run(["show", "-no-color"], options);
  }

  /** The value of one output, raw. */
  output(name: string, options?: CommandOptions): Promise<RunResult> {
    return this.run(["output", "-no-color", "-raw", name], options);
  }

  /**
   * Makes a plan and returns its JSON form.
   *
   * @throws {Error} If the plan fails.
   */
  async planJson(options?: CommandOptions): Promise<PlanJson> {
    const planned = await this.plan(options);
    if (planned.code === 1) throw new Error(`Cannot plan: ${planned.stderr}`);
    return this.#json(["show", "-json", "plan.out"]);
  }

  /**
   * The state in JSON form.
   *
   * @throws {Error} If it cannot be read.
   */
  stateJson(): Promise<StateJson> {
    return this.#json(["show", "-json"]);
  }

  /** The resources of the root module in the state. */
  async stateResources(): Promise<readonly StateResource[]> {
    return (await this.stateJson()).values?.root_module.resources ?? [];
  }

  /**
   * One resource of the state.
   *
   * @throws {Error} If the state does not hold it.
   */
  async stateResource(address: string): Promise<StateResource> {
    const resources = await this.stateResources();
    const found = resources.find((resource) => resource.address === address);
    if (found === undefined) {
      const there = resources.map((resource) => resource.address).join(", ");
      throw new Error(
        `Cannot find ${address} in the state, which holds: ${
          there || "nothing"
        }`,
      );
    }
    return found;
  }

  /** The variables, with those that attach a provider which sees them. */
  async #attached(
    env: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>> {
    if (
      this.#startedByCli || env.TF_CLI_CONFIG_FILE !== configPath(this.#base)
    ) return env;
    const key = JSON.stringify(env);
    const provider = this.#providers.get(key) ??
      AttachedProvider.start([await providerExecutable()], env);
    this.#providers.set(key, provider);
    return { ...env, TF_REATTACH_PROVIDERS: (await provider).attached };
  }

  async #json<T>(args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`Cannot ${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  }
}

function configPath(base: string): string {
  return `${base}/cli.tfrc`;
}

/** Set: all providers are started by the CLI. */
const byCli = "HF_PROVIDER_STARTED_BY_CLI";

/** Variables of the caller that a command and the provider need. */
const passedOn = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "USERPROFILE",
  "LOCALAPPDATA",
  "APPDATA",
  "XDG_CACHE_HOME",
  "DENO_DIR",
  "HF_PROVIDER_DENO",
  "NODE_EXTRA_CA_CERTS",
];

async function cleanEnvironment(
  base: string,
): Promise<Record<string, string>> {
  const env: Record<string, string> = {
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    // The token file of `hf auth login` is looked for below this folder.
    HF_HOME: `${base}/hf_home`,
  };
  for (const name of passedOn) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return Deno.env.has("HF_PROVIDER_ALONE") ? await alone(env, base) : env;
}

/** The environment on a machine without Deno where nothing ran before. */
async function alone(
  { DENO_DIR: _cache, HF_PROVIDER_DENO: _deno, ...env }: Record<string, string>,
  base: string,
): Promise<Record<string, string>> {
  const folders = [];
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    if (!await exists(`${folder}/deno`)) folders.push(folder);
  }
  for (const name of ["home", "tmp"]) await Deno.mkdir(`${base}/${name}`);
  return {
    ...env,
    PATH: folders.join(delimiter),
    HOME: `${base}/home`,
    XDG_CACHE_HOME: `${base}/home/.cache`,
    TMPDIR: `${base}/tmp`,
  };
}
