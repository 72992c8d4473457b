/**
 * Names that the CLI takes, and messages about what it does not.
 *
 * @module
 */

/** Collects messages about one thing and the parts inside it. */
export class DefinitionErrors {
  /** The messages of this and all parts, in the order of their finding. */
  readonly messages: string[];
  /** The path inside the subject, such as `compute.scaling`; empty: none. */
  readonly path: string;
  readonly #subject: string;

  /** Starts with no messages about the given subject. */
  constructor(subject = "", path = "", messages: string[] = []) {
    this.#subject = subject;
    this.path = path;
    this.messages = messages;
  }

  /** DefinitionErrors about something, such as `resource "a_b"`. */
  about(subject: string): DefinitionErrors {
    return new DefinitionErrors(subject, "", this.messages);
  }

  /** DefinitionErrors about an attribute or block inside this. */
  inside(name: string): DefinitionErrors {
    const path = this.path === "" ? name : `${this.path}.${name}`;
    return new DefinitionErrors(this.#subject, path, this.messages);
  }

  /** Adds a message; the problem is a phrase such as `must have a type`. */
  add(problem: string): void {
    const part = this.path === "" ? "" : `, "${this.path}"`;
    this.messages.push(`${this.#subject}${part}: ${problem}`);
  }

  /** Adds the problems that there are. */
  addIf(problems: Readonly<Record<string, boolean>>): void {
    for (const [problem, isThere] of Object.entries(problems)) {
      if (isThere) this.add(problem);
    }
  }
}

/** An owner of a schema. */
export type DefinitionKind =
  | "provider"
  | "provider_meta"
  | "resource"
  | "data source"
  | "ephemeral resource"
  | "list resource"
  | "action";

const schemaName = /^[a-z_][a-z0-9_]*$/;
/** An identifier of HCL, as far as ASCII goes. */
const identifier = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Names with a meaning of their own at the top of a block of the CLI. */
const reservedInBlocks: ReadonlySet<string> = new Set([
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
]);
const reservedInProvider: ReadonlySet<string> = new Set(["alias", "version"]);

/** Checks the name of an attribute or block. */
export function verifyName(name: string, errors: DefinitionErrors): void {
  if (!schemaName.test(name)) {
    errors.add(
      "must be named with lower-case letters, digits and underscores, and " +
        "not begin with a digit",
    );
  }
}

/** Checks the name of an attribute or block at the top of a schema. */
export function verifyRootName(
  name: string,
  kind: DefinitionKind,
  errors: DefinitionErrors,
): void {
  const reserved = kind === "provider"
    ? reservedInProvider
    : ["resource", "data source", "ephemeral resource"].includes(kind)
    ? reservedInBlocks
    : undefined;
  if (reserved?.has(name)) {
    errors.add("must have another name: Terraform uses this one itself");
  }
}

/** Checks a type name against the name of its provider. */
export function verifyTypeName(
  typeName: string,
  provider: string,
  errors: DefinitionErrors,
): void {
  if (!schemaName.test(typeName)) {
    errors.add(
      "the type name must consist of lower-case letters, digits and " +
        "underscores, and not begin with a digit",
    );
  }
  const prefix = `${provider.replaceAll("-", "_")}_`;
  if (typeName !== provider && !typeName.startsWith(prefix)) {
    errors.add(
      `the type name must begin with "${prefix}", or Terraform does not ` +
        "find its provider",
    );
  }
}

/** Checks the name of a function or parameter; `what` says which of them. */
export function verifyIdentifier(
  name: string,
  what: string,
  errors: DefinitionErrors,
): void {
  if (!identifier.test(name)) {
    errors.add(
      `${what} must consist of letters, digits, underscores and hyphens, ` +
        "and begin with a letter or underscore",
    );
  }
}
