import type { Type } from "./type.ts";

/** One step of a {@link Path}. */
export type PathStep =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "index"; readonly index: number };

/**
 * Where a value lies inside a larger one: an immutable chain of steps. Elements
 * of a set can't be addressed, so a path ends at the set that holds them.
 *
 * @example
 * ```ts
 * import { Path } from "@hf-terraform/framework";
 *
 * const path = Path.root.attribute("rules").index(0).attribute("port");
 * console.assert(path.toString() === "rules[0].port");
 * ```
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

  /**
   * Whether this path is the other one or leads to a value inside the value
   * at the other one.
   */
  isWithin(other: Path): boolean {
    const mine = this.steps;
    const theirs = other.steps;
    return theirs.length <= mine.length &&
      theirs.every((step, i) => stepText(step) === stepText(mine[i]));
  }

  /** As a person writes it: `model.image[0].env["A"]`; empty at the root. */
  toString(): string {
    const text = this.steps.map(stepText).join("");
    return text.startsWith(".") ? text.slice(1) : text;
  }
}

function stepText(step: PathStep | undefined): string {
  switch (step?.kind) {
    case "attribute":
      return `.${step.name}`;
    case "key":
      return `[${JSON.stringify(step.key)}]`;
    case "index":
      return `[${step.index}]`;
    default:
      return "";
  }
}

/** Where a step leads: the name of an attribute, a key, or a position. */
export function stepName(step: PathStep): string | number {
  switch (step.kind) {
    case "attribute":
      return step.name;
    case "key":
      return step.key;
    case "index":
      return step.index;
  }
}

/**
 * Where a walk is: as good as a {@link Path}, which is only made when somebody
 * asks for it, as most walks have nothing to report.
 */
export class Place {
  readonly #around: Place | undefined;
  readonly #step: string | number | undefined;
  readonly #isKey: boolean;

  /**
   * Makes a place inside another one: an attribute, or the element of a list
   * or, with `isKey`, of a map. Without a step it has the path of the other
   * one, as an element of a set has; without another one it is the root.
   */
  constructor(around?: Place, step?: string | number, isKey: boolean = false) {
    this.#around = around;
    this.#step = step;
    this.#isKey = isKey;
  }

  /** The place of what is inside a value of `type` here, by its step. */
  inside(type: Type, step: string | number): Place {
    const isSet = type[0] === "set";
    return new Place(this, isSet ? undefined : step, type[0] === "map");
  }

  /** The path of the place. */
  get path(): Path {
    const around = this.#around?.path ?? Path.root;
    const step = this.#step;
    if (step === undefined) return around;
    if (typeof step === "number") return around.index(step);
    return this.#isKey ? around.key(step) : around.attribute(step);
  }
}
