/**
 * What `verify` has found so far, and about what.
 *
 * @module
 */

/** Collects messages about one thing and the parts inside it. */
export class Findings {
  /** The messages of this and all parts, in the order of their finding. */
  readonly messages: string[];
  readonly #subject: string;
  readonly #path: string;

  /** Starts with no messages about the given subject. */
  constructor(subject = "", path = "", messages: string[] = []) {
    this.#subject = subject;
    this.#path = path;
    this.messages = messages;
  }

  /** The path inside the subject, such as `compute.scaling`; empty: none. */
  get path(): string {
    return this.#path;
  }

  /** Findings about something, such as `resource "a_b"`. */
  about(subject: string): Findings {
    return new Findings(subject, "", this.messages);
  }

  /** Findings about an attribute or block inside this. */
  inside(name: string): Findings {
    const path = this.#path === "" ? name : `${this.#path}.${name}`;
    return new Findings(this.#subject, path, this.messages);
  }

  /** Adds a message; the problem is a phrase such as `must have a type`. */
  add(problem: string): void {
    const part = this.#path === "" ? "" : `, "${this.#path}"`;
    this.messages.push(`${this.#subject}${part}: ${problem}`);
  }
}
