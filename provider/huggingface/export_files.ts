/**
 * The files of an export: one per kind, and one for the variables. What they
 * have stays as it is, whoever wrote it, and what is added refers to it.
 *
 * @module
 */

import {
  hclText,
  masked,
  type Resource,
  type Value,
  type ValueObject,
} from "@hf-terraform/framework";
import {
  importAndResource,
  secretVariable,
} from "@hf-terraform/framework/command";

const prefix = "huggingface_";

/** What a resource is called on the command line, and its file: `endpoint`. */
export function kindOf({ typeName }: Pick<Resource, "typeName">): string {
  return typeName.slice(prefix.length);
}

/** An id without the owner: `x/branch/next` of `datasets/acme/x/branch/next`. */
export function nameOf(id: string): string {
  return id.replace(/^(datasets\/|spaces\/)?[^/]+\//, "");
}

/** Something to write. */
export interface ExportedObject {
  /** The id that an import takes. */
  readonly id: string;
  /** What an import would make of it. */
  readonly state: ValueObject;
  /** The names of its secrets; true: one without a name. */
  readonly secrets: readonly string[] | boolean;
}

/** Where the secrets of a kind are, which nobody can read. */
const secretsAt: Readonly<Record<string, string>> = {
  endpoint: "model.secrets",
  scheduled_job: "secrets",
  space: "secrets",
  space_secret: "value",
  webhook: "secret",
};

/** What an attribute refers to: the block with that id, and what of it. */
interface Reference {
  readonly typeName: string;
  readonly id: string;
  readonly attribute: string;
}

function targetOf(
  path: string,
  value: string,
  state: ValueObject,
): Reference | undefined {
  const whole = (typeName: string) => ({
    typeName,
    id: value,
    attribute: "id",
  });
  switch (path) {
    case "model.repository":
      return whole("huggingface_model");
    case "space":
      return whole("huggingface_space");
    case "repository":
      return whole(`${prefix}${state["repository_type"]}`);
    case "resource_group_id":
    case "service_account_id": {
      const organization = state["organization"] ?? state["namespace"];
      const typeName = prefix + path.replace(/_id$/, "");
      return { typeName, id: `${organization}/${value}`, attribute: path };
    }
    default:
      return undefined;
  }
}

/** The types that others refer to, which have to be written before. */
export const targets: ReadonlySet<string> = new Set([
  "huggingface_resource_group",
  "huggingface_service_account",
  "huggingface_model",
  "huggingface_dataset",
  "huggingface_space",
]);

// A module that is imported at the top is loaded at every start of the bundle.
const fileSystem = () => import("node:fs/promises");

/** The files in a folder. */
export class ExportFiles {
  readonly #folder: string;
  /** The names of the blocks, by type and by the id as it is written. */
  readonly #names = new Map<string, Map<string, string>>();
  readonly #texts = new Map<string, string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Looks at what is there, and makes the folder and `terraform.tf`. */
  static async open(
    folder: string,
    resources: readonly Resource[],
  ): Promise<ExportFiles> {
    const { mkdir } = await fileSystem();
    await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
      const why = cause instanceof Error && "code" in cause && cause.code ||
        "that is not allowed";
      throw new Error(`Cannot write into the folder ${folder}: ${why}.`, {
        cause,
      });
    });
    const files = new ExportFiles(folder);
    for (const resource of resources) {
      const text = await files.#read(kindOf(resource));
      const blocks = text.matchAll(
        /to = \w+\.([\w-]+)\n {2}id = ("(?:[^"\\]|\\.)*")/g,
      );
      const names = Array.from(
        blocks,
        ([, name = "", id = ""]) => [id, name] as const,
      );
      files.#names.set(resource.typeName, new Map(names));
    }
    await files.#read("variables");
    if (await files.#read("terraform") === "") {
      await files.#append("terraform", requirement);
    }
    return files;
  }

  /** The path of the file of a kind. */
  pathOf(kind: string): string {
    return `${this.#folder}/${kind}.tf`;
  }

  /** Whether something is in the files. */
  has({ typeName }: Resource, id: string): boolean {
    return this.#nameOf(typeName, id) !== undefined;
  }

  /** Adds something to the files; it is on the disk afterwards. */
  async add(resource: Resource, object: ExportedObject): Promise<void> {
    const { typeName, schema } = resource;
    const { id, state } = object;
    const kind = kindOf(resource);
    const name = this.#newName(typeName, id);
    const secrets = await this.#secrets(kind, name, object);
    const expression = (path: string, value: Value) =>
      secrets[path] ?? this.#reference(path, value, state);
    await this.#append(
      kind,
      // A service may repeat the token anywhere.
      masked(
        importAndResource({ typeName, name, schema, state, id, expression }),
      ),
    );
  }

  /** The expressions of the write-only secrets, from a variable. */
  async #secrets(
    kind: string,
    block: string,
    { id, secrets }: ExportedObject,
  ): Promise<Readonly<Record<string, string>>> {
    const at = secretsAt[kind];
    const isNone = secrets === false || secrets !== true && !secrets.length;
    if (at === undefined || isNone) return {};
    const name = `${kind}_${block}_${at.slice(at.indexOf(".") + 1)}`;
    // An import needs the value of a secret, but not the secrets of a Space.
    const required = kind === "space_secret";
    if (!this.#texts.get("variables")?.includes(`variable "${name}" {`)) {
      const given = required ? "" : " Null leaves them as they are.";
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
    }
    return {
      [`${at}_wo`]: `var.${name}`,
      [`${at}_wo_version`]: required
        ? '"1"'
        : `nonsensitive(var.${name} == null) ? null : "1"`,
    };
  }

  #reference(
    path: string,
    value: Value,
    state: ValueObject,
  ): string | undefined {
    if (typeof value !== "string") return undefined;
    const target = targetOf(path, value, state);
    const name = target && this.#nameOf(target.typeName, target.id);
    return name && `${target?.typeName}.${name}.${target?.attribute}`;
  }

  #nameOf(typeName: string, id: string): string | undefined {
    return this.#names.get(typeName)?.get(hclText(id));
  }

  /** The id without its owner, as an identifier that is not taken. */
  #newName(typeName: string, id: string): string {
    const names = this.#names.get(typeName) ?? new Map<string, string>();
    const taken = new Set(names.values());
    const bare = nameOf(id).toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, "_").replace(/^(?=\d)/, "_");
    let name = bare;
    for (let at = 2; taken.has(name); at++) name = `${bare}_${at}`;
    names.set(hclText(id), name);
    this.#names.set(typeName, names);
    return name;
  }

  async #read(file: string): Promise<string> {
    const { readFile } = await fileSystem();
    const text = await readFile(this.pathOf(file), "utf8")
      .catch((error: unknown) => {
        const isMissing = error instanceof Error && "code" in error &&
          error.code === "ENOENT";
        if (isMissing) return "";
        throw error;
      });
    this.#texts.set(file, text);
    return text;
  }

  async #append(file: string, block: string): Promise<void> {
    const { appendFile } = await fileSystem();
    const before = this.#texts.get(file) ?? "";
    const added = before === "" ? block : `\n${block}`;
    await appendFile(this.pathOf(file), added);
    this.#texts.set(file, before + added);
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
