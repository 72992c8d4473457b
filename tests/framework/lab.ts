/**
 * A temporary folder in which the real CLI runs a configuration with the test
 * provider.
 *
 * @module
 */
import { exists } from "../../tools/paths.ts";
import { run, type RunResult } from "../../tools/run.ts";
import { AttachedProvider } from "../support/attached_provider.ts";
import { findCli } from "../support/cli.ts";
import { labCommand, type LabProgram } from "./lab_program.ts";
import { Store } from "./provider/store.ts";

/** How a lab is set up. */
export interface LabOptions {
  /** Which program serves; default the one with all features. */
  readonly program?: LabProgram;
  /**
   * Whether the CLI starts the provider itself, some four processes for each
   * apply; default: it is attached to one that runs for all commands.
   */
  readonly startedByCli?: boolean;
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
  readonly #process: AttachedProvider | undefined;

  private constructor(
    base: string,
    cli: string,
    env: Record<string, string>,
    process: AttachedProvider | undefined,
  ) {
    this.#base = base;
    this.#cli = cli;
    this.#env = env;
    this.#process = process;
    this.folder = `${base}/work`;
    this.objects = `${base}/objects`;
    this.store = new Store(this.objects);
  }

  /** Makes the folders, the CLI configuration, and what serves the provider. */
  static async create(options: LabOptions = {}): Promise<Lab> {
    const cli = await findCli();
    const base = await Deno.makeTempDir({ prefix: "lab_" });
    for (const name of ["work", "objects", "bin"]) {
      await Deno.mkdir(`${base}/${name}`);
    }
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
    const { program = "main.ts", startedByCli = false } = options;
    if (startedByCli) {
      await writeExecutable(`${base}/bin`, program);
      return new Lab(base, cli.path, env, undefined);
    }
    // No executable: nothing but the running process can serve.
    const process = await AttachedProvider.start(
      await labCommand(program),
      env,
    );
    env["TF_REATTACH_PROVIDERS"] = process.attached;
    return new Lab(base, cli.path, env, process);
  }

  /** Removes everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.[Symbol.asyncDispose]();
    await Deno.remove(this.#base, { recursive: true });
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
    for (const resource of (await this.#state()).resources) {
      const [instance] = resource.instances;
      if (addressOf(resource) !== address || instance === undefined) continue;
      return plain(instance.attributes);
    }
    throw new Error(`No ${address} in the state`);
  }

  /** The addresses of what is in the state. */
  async addresses(): Promise<readonly string[]> {
    return (await this.#state()).resources
      .filter(({ instances }) => instances.length > 0).map(addressOf).sort();
  }

  /** The value of an output. */
  async output(name: string): Promise<unknown> {
    return (await this.#state()).outputs[name]?.value;
  }

  /** The state's file: to read it starts no process. */
  async #state(): Promise<StateFile> {
    const path = `${this.folder}/terraform.tfstate`;
    return await exists(path)
      ? JSON.parse(await Deno.readTextFile(path))
      : { resources: [], outputs: {} };
  }
}

async function writeExecutable(folder: string, program: LabProgram) {
  const command = (await labCommand(program)).map((part) => `'${part}'`);
  const path = `${folder}/terraform-provider-lab`;
  await Deno.writeTextFile(path, `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`);
  await Deno.chmod(path, 0o755);
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

/** A resource in the state's file. */
interface StoredResource {
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly instances: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

interface StateFile {
  readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
  readonly resources: readonly StoredResource[];
}

function addressOf({ mode, type, name }: StoredResource): string {
  return mode === "data" ? `data.${type}.${name}` : `${type}.${name}`;
}

/** Takes values of any type out of the pairs with their types. */
function plain(
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(attributes);
  return JSON.parse(text, (_, value) => {
    const keys = Object.keys(Object(value)).sort().join();
    return keys === "type,value" && !Array.isArray(value) ? value.value : value;
  });
}

/** Without the frame that the CLI draws around errors, and its line breaks. */
export function oneLine(text: string): string {
  return text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ").trim();
}
