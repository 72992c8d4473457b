/**
 * A temporary folder in which the real CLI runs a configuration with the test
 * provider.
 *
 * @module
 */
import { run, type RunResult } from "../../tools/run.ts";
import { findCli } from "../support/cli.ts";
import { Store } from "./provider/store.ts";

/** The folder of the test provider's programs. */
const programs = new URL("./provider/", import.meta.url).pathname;
const denoConfig = new URL("../../deno.json", import.meta.url).pathname;

/** The command line that runs one of the test provider's programs. */
export function labCommand(
  program: "main.ts" | "plain_main.ts",
): readonly [string, ...string[]] {
  return [
    Deno.execPath(),
    "run",
    "-A",
    "--quiet",
    "--no-lock",
    `--config=${denoConfig}`,
    `${programs}${program}`,
  ];
}

/** How a lab is set up. */
export interface LabOptions {
  /** Which program serves; default the one with all features. */
  readonly program?: "main.ts" | "plain_main.ts";
  /** Variables for the CLI and the provider. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Variables that the CLI must not take over from whoever runs the tests. */
const kept = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME"];

/** A configuration's folder, the commands on it, and the objects it manages. */
export class Lab implements AsyncDisposable {
  /** What the provider manages. */
  readonly store: Store;
  /** Where the objects are. */
  readonly objects: string;
  /** The folder of the configuration. */
  readonly folder: string;
  readonly #base: string;
  readonly #cli: string;
  readonly #env: Record<string, string>;

  private constructor(base: string, cli: string, env: Record<string, string>) {
    this.#base = base;
    this.#cli = cli;
    this.#env = env;
    this.folder = `${base}/work`;
    this.objects = `${base}/objects`;
    this.store = new Store(this.objects);
  }

  /** Makes the folders, the provider's executable and the CLI configuration. */
  static async create(options: LabOptions = {}): Promise<Lab> {
    const cli = await findCli();
    const base = await Deno.makeTempDir({ prefix: "lab_" });
    for (const name of ["work", "objects", "bin"]) {
      await Deno.mkdir(`${base}/${name}`);
    }
    const command = labCommand(options.program ?? "main.ts")
      .map((part) => `'${part}'`).join(" ");
    const executable = `${base}/bin/terraform-provider-lab`;
    await Deno.writeTextFile(executable, `#!/bin/sh\nexec ${command} "$@"\n`);
    await Deno.chmod(executable, 0o755);
    await Deno.writeTextFile(
      `${base}/cli.tfrc`,
      `disable_checkpoint = true
provider_installation {
  dev_overrides {
    "hf-terraform/lab" = "${base}/bin"
  }
}
`,
    );
    const env: Record<string, string> = {
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_CLI_CONFIG_FILE: `${base}/cli.tfrc`,
      ...options.env,
    };
    for (const name of kept) {
      const value = Deno.env.get(name);
      if (value !== undefined) env[name] = value;
    }
    return new Lab(base, cli.path, env);
  }

  /** Removes everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#base, { recursive: true });
  }

  /** Takes the provider's executable away. */
  removeExecutable(): Promise<void> {
    return Deno.remove(`${this.#base}/bin/terraform-provider-lab`);
  }

  /** Writes the configuration: the provider's part, then the given text. */
  async configure(text: string): Promise<void> {
    await Deno.writeTextFile(
      `${this.folder}/main.tf`,
      `terraform {
  required_providers {
    lab = { source = "hf-terraform/lab" }
  }
}
provider "lab" {
  folder = "${this.objects}"
}
${text}
`,
    );
  }

  /** Runs a command of the CLI, whatever comes of it. */
  run(
    args: readonly string[],
    signal?: AbortSignal,
  ): Promise<RunResult> {
    return run(this.#cli, args, {
      cwd: this.folder,
      env: this.#env,
      clearEnv: true,
      signal,
    });
  }

  /**
   * Runs a command that must succeed.
   *
   * @throws {Error} With the output, if it does not.
   */
  async succeed(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code === 0) return stdout;
    throw new Error(`Cannot ${args.join(" ")}:\n${stdout}\n${stderr}`);
  }

  /**
   * Runs a command that must fail; returns its errors on one line.
   *
   * @throws {Error} If it succeeds.
   */
  async fail(...args: readonly string[]): Promise<string> {
    const { code, stderr } = await this.run(args);
    if (code !== 0) return oneLine(stderr);
    throw new Error(`It should fail, but does not: ${args.join(" ")}`);
  }

  /** Applies the configuration; it must succeed. */
  apply(): Promise<string> {
    return this.succeed("apply", "-auto-approve", "-no-color");
  }

  /** Destroys everything; it must succeed. */
  destroy(): Promise<string> {
    return this.succeed("destroy", "-auto-approve", "-no-color");
  }

  /** Whether a plan would change anything. */
  async hasChanges(): Promise<boolean> {
    const args = ["plan", "-no-color", "-detailed-exitcode"];
    const { code, stdout, stderr } = await this.run(args);
    if (code === 1) throw new Error(`Cannot plan:\n${stdout}\n${stderr}`);
    return code === 2;
  }

  /** The planned changes in JSON. */
  async plan(): Promise<PlanJson> {
    await this.succeed("plan", "-no-color", "-out=plan.out");
    return JSON.parse(await this.succeed("show", "-json", "plan.out"));
  }

  /** The values of one resource in the state. */
  async values(address: string): Promise<Readonly<Record<string, unknown>>> {
    const state: StateJson = JSON.parse(await this.succeed("show", "-json"));
    const resources = state.values?.root_module.resources ?? [];
    const found = resources.find((resource) => resource.address === address);
    if (found === undefined) throw new Error(`No ${address} in the state`);
    return found.values;
  }

  /** The addresses of what is in the state. */
  async addresses(): Promise<readonly string[]> {
    const list = await this.succeed("state", "list");
    return list.split("\n").filter((line) => line !== "");
  }

  /** The value of an output. */
  async output(name: string): Promise<unknown> {
    return JSON.parse(await this.succeed("output", "-json", name));
  }
}

/** What is used of a plan in JSON. */
export interface PlanJson {
  readonly resource_changes: readonly {
    readonly address: string;
    readonly change: {
      readonly actions: readonly string[];
      readonly after: Readonly<Record<string, unknown>> | null;
      readonly after_unknown: Readonly<Record<string, unknown>>;
      readonly replace_paths?: readonly (readonly (string | number)[])[];
    };
  }[];
}

interface StateJson {
  readonly values?: {
    readonly root_module: {
      readonly resources?: readonly {
        readonly address: string;
        readonly values: Readonly<Record<string, unknown>>;
      }[];
    };
  };
}

/** Without the frame that the CLI draws around errors, and its line breaks. */
function oneLine(text: string): string {
  return text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ").trim();
}
