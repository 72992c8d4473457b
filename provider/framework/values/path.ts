import { quoteHcl } from "./hcl_string.ts";

/** One step of a {@link Path}. */
export type PathStep =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "index"; readonly index: number };

/**
 * Location of a value inside a larger one: an immutable chain of steps.
 * Elements of a set can't be addressed, so a path ends at the set that holds
 * them.
 */
export class Path {
  /** The path of the whole value. */
  static readonly root: Path = new Path(undefined, undefined);

  readonly #parent: Path | undefined;
  readonly #step: PathStep | undefined;

  private constructor(parent: Path | undefined, step: PathStep | undefined) {
    this.#parent = parent;
    this.#step = step;
  }

  /** Builds a path from its steps, the outermost first. */
  static of(steps: Iterable<PathStep>): Path {
    let path = Path.root;
    for (const step of steps) {
      path = new Path(path, step);
    }
    return path;
  }

  /** The path of an attribute or a nested block of the object at this path. */
  attribute(name: string): Path {
    return new Path(this, { kind: "attribute", name });
  }

  /** The path of an element of the map at this path. */
  key(key: string): Path {
    return new Path(this, { kind: "key", key });
  }

  /** The path of an element of the list or tuple at this path, from 0. */
  index(index: number): Path {
    return new Path(this, { kind: "index", index });
  }

  /** The path without its last step; the root is its own parent. */
  get parent(): Path {
    return this.#parent ?? this;
  }

  /** Whether this is the path of the whole value. */
  get isRoot(): boolean {
    return this.#parent === undefined;
  }

  /** The last step, undefined at the root. */
  get last(): PathStep | undefined {
    return this.#step;
  }

  /** All steps, the outermost first. */
  get steps(): readonly PathStep[] {
    return this.#parent === undefined || this.#step === undefined
      ? []
      : [...this.#parent.steps, this.#step];
  }

  /** Whether both paths have the same steps. */
  equals(other: Path): boolean {
    return this === other || this.toString() === other.toString();
  }

  /** As a person writes it: `model.image[0].env["A"]`; empty at the root. */
  toString(): string {
    const text = this.steps.map(stepText).join("");
    return text.startsWith(".") ? text.slice(1) : text;
  }
}

function stepText(step: PathStep): string {
  if (step.kind === "attribute") return `.${step.name}`;
  return `[${step.kind === "key" ? quoteHcl(step.key) : step.index}]`;
}

/** Target of a step: the name of an attribute, a key, or a position. */
export function stepName(step: PathStep): string | number {
  if (step.kind === "attribute") return step.name;
  return step.kind === "key" ? step.key : step.index;
}
