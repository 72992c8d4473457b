/**
 * The names that the registries demand of a release's files.
 *
 * @module
 */
import type { Target } from "../targets.ts";

/** The part of every name that is the provider's. */
const provider = "terraform-provider-huggingface";

/** The archive of one platform. */
export function zipName(version: string, { os, arch }: Target): string {
  return `${provider}_${version}_${os}_${arch}.zip`;
}

/** The file that says which protocol the provider speaks. */
export function manifestName(version: string): string {
  return `${provider}_${version}_manifest.json`;
}

/** The bill of materials. */
export function billName(version: string): string {
  return `${provider}_${version}_sbom.cdx.json`;
}

/** The sums of all archives and the manifest. */
export function sumsName(version: string): string {
  return `${provider}_${version}_SHA256SUMS`;
}

/** The signature of the sums. */
export function signatureName(version: string): string {
  return `${sumsName(version)}.sig`;
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
