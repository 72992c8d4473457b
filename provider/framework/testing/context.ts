/**
 * The contexts of a provider's functions, for unit tests of them.
 *
 * @module
 */

import type { OperationContext, PrivateState } from "../define/context.ts";
import { Diagnostics } from "../diagnostics.ts";
import { PrivateData } from "../engine/private_state.ts";
import type { ValueObject } from "../values/value.ts";

/** A line that was logged. */
export interface LoggedLine {
  /** The level. */
  readonly level: "trace" | "debug" | "info" | "warn" | "error";
  /** The message. */
  readonly message: string;
  /** Its fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A context for a test: what every function is given, and what came of it. */
export interface TestContext<D> extends OperationContext<D> {
  /** Values kept beside the state. */
  readonly privateState: PrivateState;
  /** The stored identity: none. */
  readonly identity: undefined;
  /** Records a state; see {@linkcode TestContext.saved}. */
  saveState(state: object): void;
  /** Records an identity; see {@linkcode TestContext.told}. */
  setIdentity(identity: object): void;
  /** The states that were recorded. */
  readonly saved: readonly object[];
  /** The identities that were told. */
  readonly told: readonly object[];
  /** The log lines. */
  readonly logged: readonly LoggedLine[];
}

/** The parts of a context that a test may give itself. */
export interface TestContextOptions {
  /** Ends the operation; default: nothing does. */
  readonly signal?: AbortSignal;
  /** The value of `provider_meta` of the module; default: nothing. */
  readonly providerMeta?: ValueObject | null;
}

/**
 * A context for the unit test of one function of a provider, without a CLI.
 *
 * @param provider What the provider's `configure` would return.
 * @example
 * ```ts
 * import { definersFor, s } from "@hf-terraform/framework";
 * import { testContext } from "@hf-terraform/framework/testing";
 *
 * const schema = s.schema({
 *   description: "A note.",
 *   attributes: { text: s.string({ required: true, description: "Text." }) },
 * });
 * const { defineResource } = definersFor<{ folder: string }>();
 * const note = defineResource({
 *   typeName: "notes_note",
 *   schema,
 *   create: ({ plan }) => Promise.resolve(plan),
 *   read: ({ state }) => Promise.resolve(state),
 *   delete: () => Promise.resolve(),
 * });
 * const context = testContext({ folder: "." });
 * const state = await note.read({ ...context, state: { text: "milk" } });
 * console.assert(state?.["text"] === "milk");
 * ```
 */
export function testContext<D>(
  provider: D,
  options: TestContextOptions = {},
): TestContext<D> {
  const saved: object[] = [];
  const told: object[] = [];
  const logged: LoggedLine[] = [];
  const line =
    (level: LoggedLine["level"]) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
      void logged.push({ level, message, fields });
  return {
    provider,
    signal: options.signal ?? new AbortController().signal,
    providerMeta: options.providerMeta ?? null,
    diagnostics: new Diagnostics(),
    log: {
      trace: line("trace"),
      debug: line("debug"),
      info: line("info"),
      warn: line("warn"),
      error: line("error"),
    },
    privateState: new PrivateData(),
    identity: undefined,
    saveState: (state) => void saved.push(state),
    setIdentity: (identity) => void told.push(identity),
    saved,
    told,
    logged,
  };
}
