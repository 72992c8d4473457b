/**
 * A temporary folder in which the real CLI runs a configuration with the
 * providers under test, cut off from the user's own configuration.
 *
 * @module
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { makeTempDir } from "./system/files.ts";
import { type Cli, findCli } from "./system/find_cli.ts";
import { run, type RunResult } from "./system/run.ts";
import { installProviders, type Launch } from "./installation.ts";
import {
  type AttachableProvider,
  isServedHere,
  serveHere,
  startApart,
  type TestedProvider,
} from "./running_provider.ts";
import {
  type PlanJson,
  resourcesOf,
  type StateJson,
  type StateResource,
} from "./terraform_json.ts";

/** Providers to test, by their source addresses, such as `acme/notes`. */
export type TestedProviders = Readonly<Record<string, TestedProvider>>;

/** Options of a workspace. */
export interface WorkspaceOptions {
  /** The providers that configurations can use; default: none. */
  readonly providers?: TestedProviders;
  /**
   * The way in which the CLI gets them.
   *
   * - `"attached"` (default): to providers that run for all commands, without
   *   `init`. Commands get `--debug`.
   * - `"started"`: it starts their commands itself, some four processes for
   *   each apply, without `init`: for tests of what becomes of a process, its
   *   environment and its output.
   * - `"installed"`: as `"started"`, once `init` has installed them.
   */
  readonly launch?: Launch;
  /** The version that `init` finds; default `0.0.1`. */
  readonly version?: string;
  /** Files to write at once: names and texts. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Variables for the CLI and the providers that are commands; of the caller's
   * own they see a few, such as `PATH`.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The CLI to use; default: what {@linkcode findCli} finds. */
  readonly cli?: Cli;
}

/** Options of one command. */
export interface CliOptions {
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
  readonly #launch: Launch;
  readonly #version: string;
  #providers: TestedProviders = {};
  /** Running providers: by themselves, or by command and environment. */
  readonly #running = new Map<unknown, Promise<AttachableProvider>>();

  /** Use {@linkcode Workspace.create}. */
  private constructor(
    base: string,
    cli: Cli,
    { launch = "attached", version = "0.0.1", env = {} }: WorkspaceOptions,
  ) {
    this.#base = base;
    this.#launch = launch;
    this.#version = version;
    this.folder = `${base}/work`;
    this.cli = cli;
    this.env = {
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_ACC: "1",
      TF_CLI_CONFIG_FILE: this.#config,
      // A command is over before what it leaves in memory is worth collecting.
      GOGC: "1000",
      ...ofCaller(),
      ...env,
    };
  }

  /** Whether `init` has to install the providers. */
  get needsInit(): boolean {
    return this.#launch === "installed";
  }

  /** Makes the folder, the CLI configuration and the clean environment. */
  static async create(options: WorkspaceOptions = {}): Promise<Workspace> {
    const cli = options.cli ?? await findCli();
    const workspace = new Workspace(
      await makeTempDir("tf_test_"),
      cli,
      options,
    );
    try {
      await mkdir(workspace.folder);
      await workspace.use(options.providers ?? {});
      await workspace.write(options.files ?? {});
      return workspace;
    } catch (error) {
      await workspace[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Ends the providers, and removes the folder with all that is in it. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const provider of this.#running.values()) {
      // One that could not be started has failed its command.
      await provider.then(({ stop }) => stop(), () => {});
    }
    await rm(this.#base, { recursive: true });
  }

  /** The CLI configuration that leads to the providers, and nowhere else. */
  get #config(): string {
    return `${this.#base}/cli.tfrc`;
  }

  /** The providers that configurations can use. */
  get providers(): TestedProviders {
    return this.#providers;
  }

  /** The providers from now on, in place of those before. */
  async use(providers: TestedProviders): Promise<void> {
    this.#providers = providers;
    await writeFile(
      this.#config,
      await installProviders({
        providers,
        launch: this.#launch,
        version: this.#version,
        folder: `${this.#base}/providers`,
        cli: this.cli.name,
      }),
    );
  }

  /** Writes files: names and texts. Files not named stay. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = `${this.folder}/${name}`;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }

  /** Removes files. */
  async remove(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await rm(`${this.folder}/${name}`, { recursive: true });
    }
  }

  /** The text of a file. */
  read(name: string): Promise<string> {
    return readFile(`${this.folder}/${name}`, "utf8");
  }

  /** Runs any command of the CLI. */
  async run(
    args: readonly string[],
    options: CliOptions = {},
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

  /** `init`: only with `launch: "installed"`. */
  init(options?: CliOptions): Promise<RunResult> {
    return this.run(["init", "-input=false", "-no-color"], options);
  }

  /** `validate`. */
  validate(options?: CliOptions): Promise<RunResult> {
    return this.run(["validate", "-no-color"], options);
  }

  /**
   * `plan`, into the file `plan.out` that {@linkcode planJson} reads.
   *
   * Exit code 0: nothing to do; 1: error; 2: changes.
   */
  plan(options?: CliOptions): Promise<RunResult> {
    return this.run([
      "plan",
      "-detailed-exitcode",
      "-input=false",
      "-no-color",
      "-out=plan.out",
    ], options);
  }

  /** `apply` of a new plan. */
  apply(options?: CliOptions): Promise<RunResult> {
    return this.run([
      "apply",
      "-auto-approve",
      "-input=false",
      "-no-color",
    ], options);
  }

  /** `apply` of the plan that {@linkcode plan} made. */
  applyPlan(options: CliOptions = {}): Promise<RunResult> {
    return this.run(["apply", "-input=false", "-no-color"], {
      ...options,
      args: [...options.args ?? [], "plan.out"],
    });
  }

  /** `destroy`. */
  destroy(options?: CliOptions): Promise<RunResult> {
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
    options: CliOptions = {},
  ): Promise<RunResult> {
    return this.run(["import", "-input=false", "-no-color"], {
      ...options,
      args: [...options.args ?? [], address, id],
    });
  }

  /** `show`, as a person sees it. */
  show(options?: CliOptions): Promise<RunResult> {
    return this.run(["show", "-no-color"], options);
  }

  /** The value of one output, raw. */
  output(name: string, options?: CliOptions): Promise<RunResult> {
    return this.run(["output", "-no-color", "-raw", name], options);
  }

  /**
   * Makes a plan and returns its JSON form.
   *
   * @throws {Error} If the plan fails.
   */
  async planJson(options?: CliOptions): Promise<PlanJson> {
    const planned = await this.plan(options);
    if (planned.code === 1) throw new Error(`Cannot plan: ${planned.stderr}`);
    return await this.shownPlan();
  }

  /**
   * The plan that {@linkcode plan} made, in JSON form.
   *
   * @throws {Error} If it cannot be read.
   */
  shownPlan(): Promise<PlanJson> {
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

  /** The resources in the state, those of modules last. */
  async stateResources(): Promise<readonly StateResource[]> {
    const { values } = await this.stateJson();
    return values === undefined ? [] : resourcesOf(values.root_module);
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

  /** The variables, with those that attach providers which see them. */
  async #attached(
    env: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>> {
    if (
      this.#launch !== "attached" || env.TF_CLI_CONFIG_FILE !== this.#config
    ) {
      return env;
    }
    const reattach: Record<string, unknown> = {};
    for (const [address, provider] of Object.entries(this.#providers)) {
      reattach[address] = (await this.#run(provider, env)).reattach;
    }
    return { ...env, TF_REATTACH_PROVIDERS: JSON.stringify(reattach) };
  }

  #run(
    provider: TestedProvider,
    env: Readonly<Record<string, string>>,
  ): Promise<AttachableProvider> {
    const key = isServedHere(provider)
      ? provider
      : JSON.stringify([provider.command, env]);
    const running = this.#running.get(key) ??
      (isServedHere(provider)
        ? serveHere(provider)
        : startApart(provider, env));
    this.#running.set(key, running);
    return running;
  }

  async #json<T>(args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`Cannot ${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  }
}

/** Variables of the caller that a command and a provider need. */
const PASSED_ON = [
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
  "NODE_EXTRA_CA_CERTS",
];

function ofCaller(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
