/**
 * The configuration of a provider's project, for the tasks.
 *
 * @module
 */

import { isDeno } from "../plugin/platform.ts";
import type { LazyProvider } from "../define/provider.ts";
import type { Resource } from "../define/resource.ts";

/** Arguments of `deno test` that last as long as this object. */
export interface TestArguments extends AsyncDisposable {
  /** The arguments. */
  readonly args: readonly string[];
  /** One line that says which way was taken. */
  readonly note: string;
}

/** Settings of the tests of a project. */
export interface TestSettings {
  /** Files and folders with all tests; default: the folder `tests`. */
  readonly all?: () => readonly string[];
  /** Those that `--quick` runs; default: all. */
  readonly quick?: () => readonly string[];
  /** More arguments of `deno test`; default: none. */
  readonly resolve?: () => Promise<TestArguments>;
  /**
   * Prepares a run of everything, once; default: before each run the
   * provider is built, for Deno into `dist` and for Node into `dist/node`; on
   * Node, for Node into `dist`.
   *
   * @returns Variables for the tests.
   */
  readonly prepare?: () => Promise<Readonly<Record<string, string>>>;
  /** Lines of the output to show though a run passes; default: none. */
  readonly shown?: RegExp;
}

/** Settings of the pages of a project. */
export interface PageSettings {
  /**
   * Changes copies of `examples/` and `templates/` before pages are made.
   *
   * @param folder The folder that holds both.
   */
  readonly prepare?: (folder: string) => Promise<void>;
  /**
   * The condition under which a replacement is refused, to follow "is refused":
   * `where that would lose what it holds`; undefined, the default: never.
   */
  readonly refusalOf?: (resource: Resource) => string | undefined;
}

/** The surroundings of a rehearsal; they are disposed of at its end. */
export interface Rehearsal extends AsyncDisposable {
  /** Variables of the provider's process, such as where its service is. */
  readonly env: Readonly<Record<string, string>>;
  /** A configuration for each type of resource that is made and destroyed. */
  readonly resources: Readonly<Record<string, object>>;
}

/** A provider's project. Paths are from its folder. */
export interface Project {
  /** The folder of the project, such as `import.meta.dirname`. */
  readonly folder: string;
  /** The source address of the provider without a host: `acme/notes`. */
  readonly address: string;
  /** The version. */
  readonly version: string;
  /** Loads the provider; import what it is made of here. */
  readonly load: () => Promise<LazyProvider>;
  /**
   * The module that only exports `version`, so that a release can give itself
   * another; default `version.ts`.
   */
  readonly versionFile?: string;
  /** The main program, which calls `serveProvider`; default `main.ts`. */
  readonly main?: string;
  /** The name of the service; default: that of the provider. */
  readonly title?: string;
  /**
   * The prefix of the launcher's variables, as in
   * `NOTES_PROVIDER_DENO`; default: the name in capitals.
   */
  readonly prefix?: string;
  /** Variables that the provider may read, beside those of the CLI. */
  readonly environment?: readonly string[];
  /**
   * Whether the provider reads and writes files that a configuration names;
   * default: only its sockets and what {@linkcode Project.reads} adds.
   */
  readonly files?: boolean;
  /**
   * Paths that the provider reads, as a POSIX shell expands them inside double
   * quotes, such as `${NOTES_TOKEN_FILE-}`; an empty one is left out.
   */
  readonly reads?: readonly string[];
  /** Commands of the executable, and the permissions that each has more. */
  readonly commands?: Readonly<Record<string, readonly string[]>>;
  /**
   * The sources of the provider; default: all of the folder but tests,
   * examples, pages and what was built.
   */
  readonly sources?: readonly string[];
  /**
   * Whether `deno.lock` holds all that the provider imports, so that a build
   * fails rather than change it; default false.
   */
  readonly frozen?: boolean;
  /**
   * Makes what the provider is rehearsed with after it was bundled: V8 keeps
   * the functions that it compiled meanwhile. Default: nothing, and it is only
   * asked for its schema.
   */
  readonly rehearsal?: () => Promise<Rehearsal>;
  /** The text of the licence, in each release; default `LICENSE`. */
  readonly license?: string;
  /** The SPDX identifier of the licence; default `MPL-2.0`. */
  readonly licenseId?: string;
  /** Settings of its tests. */
  readonly tests?: TestSettings;
  /** Settings of its pages. */
  readonly pages?: PageSettings;
}

/** The name of the provider: `notes` of `acme/notes`. */
export function nameOf({ address }: Pick<Project, "address">): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** The name of its executable without a version. */
export function executableOf(project: Pick<Project, "address">): string {
  return `terraform-provider-${nameOf(project)}`;
}

/** The name of the service. */
export function titleOf(project: Project): string {
  return project.title ?? nameOf(project);
}

/** The prefix of the names of its variables. */
export function prefixOf({ prefix, ...project }: Project): string {
  return prefix ?? nameOf(project).toUpperCase().replaceAll("-", "_");
}

/** The path of something in the project. */
export function inProject({ folder }: Project, path: string): string {
  return `${folder.replace(/[\\/]$/, "")}/${path}`;
}

/** The bundle on Node, which takes a file for a module by its name only. */
export const nodeBundle = "provider.mjs";

/** The bundled provider. */
export function bundlePath(project: Project): string {
  return inProject(project, `dist/${isDeno ? "provider.js" : nodeBundle}`);
}

/** The executable that starts the bundled provider. */
export function launcherPath(project: Project): string {
  return inProject(project, `dist/${executableOf(project)}`);
}
