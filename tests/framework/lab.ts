/**
 * A temporary folder in which the real CLI runs a configuration with the test
 * provider.
 *
 * @module
 */
import {
  type Launch,
  type ResourceChange,
  type RunResult,
  Workspace,
} from "@hf-terraform/framework/testing";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { labCommand, type LabProgram } from "./lab_program.ts";
import { Store } from "./provider/store.ts";

/** Options of a {@linkcode Lab}. */
export interface LabOptions {
  /** The program that serves; default the one with all features. */
  readonly program?: LabProgram;
  /** The way the CLI finds it; default: it is attached. */
  readonly launch?: Launch;
  /** Variables for the CLI and the provider. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A configuration's folder, the commands on it, and the objects it manages. */
export class Lab implements AsyncDisposable {
  /** The objects that the provider manages. */
  readonly store: Store;
  /** The folder of the objects. */
  readonly objects: string;
  /** The folder of the configuration. */
  readonly folder: string;
  /** Runs the CLI. */
  readonly workspace: Workspace;

  private constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.folder = workspace.folder;
    this.objects = workspace.folder.replace(/work$/, "objects");
    this.store = new Store(this.objects);
  }

  /** Makes the folders, the CLI configuration, and what serves the provider. */
  static async create(
    { program = "main.ts", ...options }: LabOptions = {},
  ): Promise<Lab> {
    const command = await labCommand(program);
    const workspace = await Workspace.create({
      ...options,
      providers: { "hf-terraform/lab": { command } },
    });
    const lab = new Lab(workspace);
    await Deno.mkdir(lab.objects);
    return lab;
  }

  /** Removes everything. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.workspace[Symbol.asyncDispose]();
  }

  /** A configuration: the provider's part, then the given text. */
  configuration(text: string): string {
    return `terraform {
  required_providers {
    lab = { source = "hf-terraform/lab" }
  }
}
provider "lab" {
  folder = "${this.objects}"
}
${text}
`;
  }

  /** Writes the configuration. */
  async configure(text: string): Promise<void> {
    await this.workspace.write({ "main.tf": this.configuration(text) });
  }

  /** Runs a command of the CLI, whatever comes of it. */
  run(
    args: readonly string[],
    signal?: AbortSignal,
  ): Promise<RunResult> {
    return this.workspace.run(args, { ...signal && { signal } });
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

  /** The planned changes of resources. */
  async plan(): Promise<readonly ResourceChange[]> {
    const plan = await this.workspace.planJson();
    return plan.resource_changes ?? [];
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
