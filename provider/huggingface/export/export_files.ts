/**
 * The files of an export: one per kind, and one for the variables. What they
 * have stays as it is, whoever wrote it, and what is added refers to it.
 *
 * @module
 */

import {
  hclText,
  redactSecrets,
  type Value,
  type ValueObject,
} from "@hf-terraform/framework";
import {
  importAndResource,
  secretVariable,
} from "@hf-terraform/framework/command";
import type { ObjectList } from "../define/object_list.ts";

/** The kind, as files and the command line have it: `endpoint`. */
export function kindOf({ typeName }: { readonly typeName: string }): string {
  return typeName.slice("huggingface_".length);
}

/** An id without the owner: `x/branch/next` of `datasets/acme/x/branch/next`. */
export function nameOf(id: string): string {
  return id.replace(/^(datasets\/|spaces\/)?[^/]+\//, "");
}

export interface ExportedObject {
  readonly id: string;
  /** The state that an import would make of it. */
  readonly state: ValueObject;
  /** The names of its secrets; true: one without a name. */
  readonly secrets: readonly string[] | boolean;
}

// A module that is imported at the top is loaded at every start of the bundle.
const fileSystem = () => import("node:fs/promises");

export class ExportFiles {
  readonly #folder: string;
  readonly #lists: readonly ObjectList[];
  /** The names of the blocks, by type and by the id as it is written. */
  readonly #names = new Map<string, string>();
  /** The numbers that names have ended in, by type and name. */
  readonly #counts = new Map<string, number>();
  /** The blocks of the files, as `resource "type" "name"`. */
  readonly #blocks = new Set<string>();
  /** The files that have something. */
  readonly #begun = new Set<string>();

  private constructor(folder: string, lists: readonly ObjectList[]) {
    this.#folder = folder;
    this.#lists = lists;
  }

  /** Looks at what is there, and makes the folder and `terraform.tf`. */
  static async open(
    folder: string,
    lists: readonly ObjectList[],
  ): Promise<ExportFiles> {
    const { mkdir } = await fileSystem();
    await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
      const why = cause instanceof Error && "code" in cause && cause.code ||
        "that is not allowed";
      throw new Error(`Cannot write into the folder ${folder}: ${why}.`, {
        cause,
      });
    });
    const files = new ExportFiles(folder, lists);
    for (const file of [...lists.map(kindOf), "variables", "terraform"]) {
      await files.#read(file);
    }
    if (!files.#begun.has("terraform")) {
      await files.#append("terraform", requirement);
    }
    return files;
  }

  pathOf(kind: string): string {
    return `${this.#folder}/${kind}.tf`;
  }

  has({ typeName }: ObjectList, id: string): boolean {
    return this.#nameOf(typeName, id) !== undefined;
  }

  /** Adds something to the files; it is on the disk afterwards. */
  async add(list: ObjectList, object: ExportedObject): Promise<void> {
    const { typeName, resource: { schema } } = list;
    const { id, state } = object;
    const kind = kindOf(list);
    const name = this.#newName(typeName, id);
    const secrets = await this.#secrets(list, name, object);
    const expression = (path: string, value: Value) =>
      secrets[path] ?? this.#reference(path, value, state);
    await this.#append(
      kind,
      importAndResource({ typeName, name, schema, state, id, expression }),
    );
  }

  /** The expressions of the write-only secrets, from a variable. */
  async #secrets(
    { typeName, secret }: ObjectList,
    block: string,
    { id, secrets }: ExportedObject,
  ): Promise<Readonly<Record<string, string>>> {
    const isNone = secrets === false || secrets !== true && !secrets.length;
    if (secret === undefined || isNone) return {};
    const { path, isRequired: required = false } = secret;
    const attribute = path.slice(path.indexOf(".") + 1);
    const name = `${kindOf({ typeName })}_${block}_${attribute}`;
    if (!this.#blocks.has(`variable "${name}"`)) {
      const given = required
        ? ""
        : " Null, without a version, leaves them as they are.";
      await this.#append(
        "variables",
        secretVariable({
          name,
          description: `Secrets of ${id}, which Hugging Face does not show.` +
            given,
          required,
          ...secrets !== true && { keys: secrets },
        }),
      );
      this.#blocks.add(`variable "${name}"`);
    }
    return {
      [`${path}_wo`]: `var.${name}`,
      [`${path}_wo_version`]: required
        ? '"1"'
        // A condition on the variable would delete them where it has no value.
        : 'null # "1" once the variable has a value',
    };
  }

  #reference(
    path: string,
    value: Value,
    state: ValueObject,
  ): string | undefined {
    if (typeof value !== "string") return undefined;
    for (const { typeName, references = [] } of this.#lists) {
      for (const reference of references) {
        if (reference.path !== path) continue;
        const { attribute = "id", id = (value) => value } = reference;
        const name = this.#nameOf(typeName, id(value, state) ?? "");
        if (name) return `${typeName}.${name}.${attribute}`;
      }
    }
    return undefined;
  }

  #nameOf(typeName: string, id: string): string | undefined {
    return this.#names.get(`${typeName} ${hclText(id)}`);
  }

  /** The id without its owner, as an identifier that is not taken. */
  #newName(typeName: string, id: string): string {
    const bare = redactSecrets(nameOf(id)).toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, "_").replace(/^(?=\d)/, "_");
    let at = this.#counts.get(`${typeName} ${bare}`) ?? 1;
    let name = bare;
    while (this.#blocks.has(`resource "${typeName}" "${name}"`)) {
      name = `${bare}_${++at}`;
    }
    this.#counts.set(`${typeName} ${bare}`, at);
    this.#setName(typeName, hclText(id), name);
    return name;
  }

  #setName(typeName: string, id: string, name: string): void {
    this.#names.set(`${typeName} ${id}`, name);
    this.#blocks.add(`resource "${typeName}" "${name}"`);
  }

  /** Looks through a file, line by line. */
  async #read(file: string): Promise<void> {
    const { lstat, open } = await fileSystem();
    const path = this.pathOf(file);
    const found = await lstat(path).catch((error: unknown) => {
      const isMissing = error instanceof Error && "code" in error &&
        error.code === "ENOENT";
      if (!isMissing) throw error;
    });
    if (found === undefined) return;
    if (!found.isFile()) {
      throw new Error(
        `${path} is not a regular file: what is written to it may end up ` +
          "outside of the folder.",
      );
    }
    if (found.size > 0) this.#begun.add(file);
    const handle = await open(path);
    let to: RegExpExecArray | null = null;
    for await (const line of handle.readLines()) {
      const [, id] = /^ {2}id = ("(?:[^"\\]|\\.)*")$/.exec(line) ?? [];
      const [, typeName = "", name = ""] = to ?? [];
      if (id !== undefined && to) this.#setName(typeName, id, name);
      to = /^ {2}to = (\w+)\.([\w-]+)$/.exec(line);
      const [, block] = /^((?:resource|variable) ".+") \{/.exec(line) ?? [];
      if (block !== undefined) this.#blocks.add(block);
    }
  }

  async #append(file: string, block: string): Promise<void> {
    const { constants, open } = await fileSystem();
    // Windows has no such flag, and links only for administrators.
    const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants;
    const flags = O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY;
    const handle = await open(this.pathOf(file), flags);
    try {
      await handle.writeFile(this.#begun.has(file) ? `\n${block}` : block);
      this.#begun.add(file);
    } finally {
      await handle.close();
    }
  }
}

const requirement = `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}
`;
