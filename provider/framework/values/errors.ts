import { Path, type PathStep } from "./path.ts";

/**
 * A value, a type or its encoding is not what it must be. The string never holds
 * the value of a string, which may be a secret.
 */
export class ValueError extends Error {
  /** Always `ValueError`. */
  override readonly name = "ValueError";
  /** Where, inside the value that was read, written or checked. */
  readonly path: Path;
  /** What is wrong, without the path. */
  readonly problem: string;

  /** `message` is the path, if it is not the root, and the problem. */
  constructor(problem: string, path: Path = Path.root, options?: ErrorOptions) {
    super(path.isRoot ? problem : `${path}: ${problem}`, options);
    this.path = path;
    this.problem = problem;
  }
}

/**
 * An error from inside a value with the step that leads there: so that a path
 * is only made when there is an error. A number is an index; `isKey`: the key
 * of a map; else it is an attribute.
 */
export function errorAt(
  error: unknown,
  step: string | number,
  isKey: boolean = false,
): unknown {
  if (!(error instanceof ValueError)) return error;
  const first: PathStep = typeof step === "number"
    ? { kind: "index", index: step }
    : isKey
    ? { kind: "key", key: step }
    : { kind: "attribute", name: step };
  const path = Path.of([first, ...error.path.steps]);
  return new ValueError(error.problem, path, { cause: error.cause });
}
