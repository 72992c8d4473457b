/**
 * The CLI configuration that the tools and tests write for themselves, so that
 * nothing depends on, or changes, the user's own.
 *
 * @module
 */

/** The provider's source address without a host. */
export const providerAddress = "hf-terraform/huggingface";

/** How the CLI comes by the provider. */
export type Installation =
  /** From a folder that holds the executable; `init` is not needed. */
  | { readonly kind: "override"; readonly folder: string }
  /** From a folder in the layout of a registry mirror; `init` installs it. */
  | { readonly kind: "mirror"; readonly folder: string };

/** The text of a CLI configuration file. */
export function cliConfig(installation: Installation): string {
  const folder = JSON.stringify(installation.folder);
  const method = installation.kind === "override"
    ? `dev_overrides {
    "${providerAddress}" = ${folder}
  }`
    : `filesystem_mirror {
    path = ${folder}
  }`;
  return `disable_checkpoint = true

provider_installation {
  ${method}
}
`;
}
