import { Path } from "./path.ts";

/**
 * A value, a type or its encoding is not what it must be: thrown by whatever
 * reads, writes or makes one. The message never holds the value of a string,
 * which may be a secret.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";
  /** Location inside the value that was read, written or checked. */
  readonly path: Path;
  /** The error without the path. */
  readonly problem: string;

  /** `message` is the path, if it is not the root, and the problem. */
  constructor(problem: string, path: Path = Path.root, options?: ErrorOptions) {
    super(path.isRoot ? problem : `${path}: ${problem}`, options);
    this.path = path;
    this.problem = problem;
  }
}
