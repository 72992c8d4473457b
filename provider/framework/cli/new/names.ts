/**
 * The names of a new project in its files.
 *
 * @module
 */

/** The packages that every provider stands on, this one first. */
export const ownPackages: readonly [string, string] = [
  "@hf-terraform/framework",
  "@hf-terraform/tfplugin",
];

/** The runtime of a new project: of its tasks, its tests and its launcher. */
export type Runtime = "deno" | "node";

/** The names of a new project. */
export interface Names {
  /** The source address: `acme/notes`. */
  readonly address: string;
  /** The name of the provider: `notes`. */
  readonly name: string;
  /** The name in names of types: `Notes`. */
  readonly type: string;
  /** The name in names of variables: `NOTES`. */
  readonly variable: string;
}

/** A file of a new project by its path, and its text. */
export type Files = Readonly<Record<string, string>>;

/**
 * The names that follow from a source address.
 *
 * @throws {Error} If a registry would not take the address.
 */
export function namesOf(address: string): Names {
  const [, name] = /^[a-z\d][a-z\d-]*\/([a-z][a-z\d]*)$/.exec(address) ?? [];
  if (name === undefined) {
    throw new Error(
      `"${address}" is no address of a provider: it takes a namespace and a ` +
        "name of lower-case letters and digits, such as acme/notes",
    );
  }
  return {
    address,
    name,
    type: name.slice(0, 1).toUpperCase() + name.slice(1),
    variable: name.toUpperCase(),
  };
}
