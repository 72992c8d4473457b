/**
 * The names that the registries demand of a release's files.
 *
 * @module
 */

import { executableOf, type Project } from "../project.ts";
import type { Target } from "../targets.ts";

/** The names of the files of one version. */
export interface ReleaseNames {
  /** The file that says which protocol the provider speaks. */
  readonly manifest: string;
  /** The bill of materials. */
  readonly bill: string;
  /** The sums of all archives and codes, the manifest and the bill. */
  readonly sums: string;
  /** The signature of the sums. */
  readonly signature: string;
  /** The compiled code of one platform, of which its archive was made. */
  code(platform: Pick<Target, "os" | "arch">): string;
  /** The archive of one platform. */
  zip(platform: Pick<Target, "os" | "arch">): string;
}

/** The names of the files of a version. */
export function releaseNames(
  project: Pick<Project, "address">,
  version: string,
): ReleaseNames {
  const stem = `${executableOf(project)}_${version}`;
  return {
    manifest: `${stem}_manifest.json`,
    bill: `${stem}_sbom.cdx.json`,
    sums: `${stem}_SHA256SUMS`,
    signature: `${stem}_SHA256SUMS.sig`,
    code: ({ os, arch }) => `${stem}_${os}_${arch}.cache`,
    zip: ({ os, arch }) => `${stem}_${os}_${arch}.zip`,
  };
}

/**
 * The version, if it is one that a registry takes: semantic, without `v`.
 *
 * @throws {Error} If it is not, with the form that is wanted.
 */
export function checkedVersion(text: string): string {
  const number = "(0|[1-9]\\d*)";
  const part = "(0|[1-9]\\d*|\\d*[A-Za-z-][\\dA-Za-z-]*)";
  const form = new RegExp(
    `^${number}\\.${number}\\.${number}(-${part}(\\.${part})*)?$`,
  );
  if (form.test(text)) return text;
  throw new Error(
    `The version "${text}" is not of the form 1.2.3 or 1.2.3-rc.1`,
  );
}
