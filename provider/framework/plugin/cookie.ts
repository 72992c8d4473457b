/** The environment variable by which the CLI says that it is the CLI. */
const COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";

/** What it must hold. No secret: it only tells a person's call from a CLI's. */
const COOKIE_VALUE =
  "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** Whether the environment says that the Terraform CLI started this program. */
export function startedByCli(
  env: (name: string) => string | undefined,
): boolean {
  return env(COOKIE_NAME) === COOKIE_VALUE;
}

/** What to tell a person who starts the program directly. */
export function directStartHint(
  address: string,
  commands: Readonly<Record<string, unknown>> = {},
): string {
  const more = Object.keys(commands).map((name) =>
    `\n"${name}" is a command of its own: see "${name} --help".\n`
  ).join("");
  return `This program is a Terraform provider. Terraform and OpenTofu start it
themselves when a configuration requires it:

    terraform {
      required_providers {
        ${address.split("/").at(-1)} = { source = "${address}" }
      }
    }

Run "terraform init" beside such a configuration. To attach a debugger, start
this program with --debug; --version prints its version.
${more}`;
}
