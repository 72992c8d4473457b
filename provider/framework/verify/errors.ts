/**
 * What `verify` has found so far, and about what.
 *
 * @module
 */

/** Collects messages about one thing and the parts inside it. */
export class DefinitionErrors {
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

  /** DefinitionErrors about something, such as `resource "a_b"`. */
  about(subject: string): DefinitionErrors {
    return new DefinitionErrors(subject, "", this.messages);
  }

  /** DefinitionErrors about an attribute or block inside this. */
  inside(name: string): DefinitionErrors {
    const path = this.#path === "" ? name : `${this.#path}.${name}`;
    return new DefinitionErrors(this.#subject, path, this.messages);
  }

  /** Adds a message; the problem is a phrase such as `must have a type`. */
  add(problem: string): void {
    const part = this.#path === "" ? "" : `, "${this.#path}"`;
    this.messages.push(`${this.#subject}${part}: ${problem}`);
  }
}
