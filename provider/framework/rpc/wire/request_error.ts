import type { Diagnostic } from "../../diagnostics.ts";
import type { Path } from "../../values/path.ts";

/** A part of a request that cannot be read as its type demands. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** Where, inside the part. */
  readonly path: Path;

  /** Says which part cannot be read, such as `prior_state`, and why. */
  constructor(part: string, problem: string, path: Path, cause: unknown) {
    const where = path.isRoot ? "" : ` at \`${path}\``;
    super(`\`${part}\` cannot be read${where}: ${problem}`, { cause });
    this.path = path;
  }

  /** What the practitioner is shown. */
  get diagnostic(): Diagnostic {
    return {
      severity: "error",
      summary: "Malformed request",
      detail: `The provider got a request that does not fit its schema: ` +
        `${this.message}. Check that the provider was not replaced by ` +
        "another version while Terraform ran, then report this to its " +
        "developers.",
      path: this.path,
    };
  }
}
