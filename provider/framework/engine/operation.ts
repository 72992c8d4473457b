/**
 * The frame of every RPC: it finds what the request is about, runs author code
 * with a signal, a log and diagnostics, and answers whatever happens.
 *
 * @module
 */

import type { ValidationError } from "../check/validation_error.ts";
import type { OperationContext } from "../define/context.ts";
import { Deferral } from "../define/deferral.ts";
import type { Definitions } from "../define/loading.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics, DiagnosticsError, failure } from "../diagnostics.ts";
import { stackOf } from "../log.ts";
import type { Schema } from "../schema/schema.ts";
import {
  isJsonObject,
  type JsonObject,
  parseJson,
} from "../values/json_parser.ts";
import type { Path } from "../values/path.ts";
import {
  isValueObject,
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import type {
  Answer,
  AnswerFields,
  Deferred,
  EngineCall,
  Fields,
  RawState,
  Results,
} from "./contract.ts";
import {
  cancelled,
  errorText,
  failureOf,
  notDeferrable,
  sentence,
} from "./errors.ts";
import { identityOf } from "./identity.ts";
import {
  errorReporter,
  normalizeResult,
  type ResultOptions,
} from "./result.ts";
import type { Configured, ProviderServer } from "./server.ts";
import {
  inSlices,
  isAbort,
  operationSignal,
  type TimeLimit,
  tooLate,
} from "./signal.ts";

/** What a request says of every operation. */
type Subject = Partial<
  Fields<"typeName" | "providerMeta" | "clientCapabilities">
>;

/** How author code is run. */
export interface RunOptions {
  /** How long it may take; undefined: as long as it likes. */
  readonly limit?: TimeLimit | undefined;
  /** What becomes of things if it is cancelled, as a sentence. */
  readonly consequence?: () => string;
  /** Set: it needs no configured provider. */
  readonly unconfigured?: true;
}

/** What an operation comes to: the rest of its answer is what is kept. */
export type Work<K extends keyof AnswerFields> = Partial<Results<K>> & {
  readonly deferred?: Deferred;
};

/** One operation of the provider, on behalf of one call. */
export class Operation {
  /** Where errors and warnings end up. */
  readonly diagnostics: Diagnostics;
  /** As the author calls it, such as `create`. */
  readonly name: string;
  /** The type or function; undefined: the provider itself. */
  readonly typeName: string | undefined;
  /** Whether it may be deferred to a later run. */
  readonly deferralAllowed: boolean;
  readonly #server: ProviderServer;
  readonly #request: Subject;
  readonly #call: EngineCall;

  /** Begins what the request asks for. */
  constructor(
    server: ProviderServer,
    name: string,
    request: Subject,
    call: EngineCall,
    diagnostics: Diagnostics = new Diagnostics(),
  ) {
    this.#server = server;
    this.name = name;
    this.typeName = request.typeName;
    this.deferralAllowed = request.clientCapabilities?.deferralAllowed === true;
    this.#request = request;
    this.#call = call;
    this.diagnostics = diagnostics;
  }

  /** A part of this operation that has a name of its own. */
  as(name: string): Operation {
    return new Operation(
      this.#server,
      name,
      this.#request,
      this.#call,
      this.diagnostics,
    );
  }

  /** The operation as it stands in messages: `create x_thing`. */
  get what(): string {
    return this.typeName === undefined
      ? this.name
      : `${this.name} ${this.typeName}`;
  }

  /**
   * Answers with what `work` returns; after an error, with what is kept. Never
   * throws: what is thrown becomes diagnostics, or a deferral.
   *
   * @param deferred What a deferred answer has in place of what is kept.
   */
  async answer<K extends keyof AnswerFields = never>(
    kept: () => Results<K>,
    work: () => Work<K> | Promise<Work<K>>,
    deferred: () => Partial<Results<K>> = () => ({}),
  ): Promise<Answer<K>> {
    const { diagnostics } = this;
    const answer = (made: Work<K> = {}) => ({
      ...kept(),
      deferred: undefined,
      ...made,
      diagnostics,
    });
    try {
      const made = await work();
      return answer(diagnostics.hasErrors ? {} : made);
    } catch (error) {
      if (error instanceof Deferral) {
        return answer({ ...deferred(), deferred: error.reason });
      }
      diagnostics.append(failureOf(this.what, error).diagnostics);
      return answer();
    }
  }

  /**
   * The definition of the type.
   *
   * @throws {DiagnosticsError} If there is none.
   */
  find<T extends { readonly typeName: string }>(
    definitions: Definitions<T>,
  ): T {
    const { typeName = "" } = this;
    const { kind } = definitions;
    const found = definitions.get(typeName);
    if (found !== undefined) return found;
    throw failure(
      `Unknown ${kind} ${typeName}`,
      `This version of the provider has no ${kind} ${
        JSON.stringify(typeName)
      }. Check the name, or use a version of the provider that has it.`,
    );
  }

  /**
   * The object that a decoded message holds.
   *
   * @throws {DiagnosticsError} If it holds none.
   */
  object(value: Value, part: string): ValueObject {
    const object = rootObject(value);
    if (object !== null) return object;
    throw this.missing(part);
  }

  /** The error that the client sent something incomplete. */
  missing(part: string): DiagnosticsError {
    return failure(
      `Failed to ${this.what}`,
      `The client sent no ${part}. That is a bug in the client, not in your ` +
        "configuration.",
    );
  }

  /**
   * The JSON object of stored data.
   *
   * @throws {DiagnosticsError} If there is none that can be read.
   */
  stored(raw: RawState): JsonObject {
    const summary = `Failed to ${this.what}`;
    if (raw.kind === "absent") throw this.missing("stored data");
    if (raw.kind === "flatmap") {
      throw failure(
        summary,
        "The state was last written by Terraform 0.11 or older, which this " +
          "provider does not read. Remove the object from the state and " +
          "import it again.",
      );
    }
    let problem = "The stored data is no JSON object.";
    try {
      const json = parseJson(raw.text);
      if (isJsonObject(json)) return json;
    } catch (error) {
      problem = errorText(error);
    }
    throw failure(summary, `${problem} Restore the state from a backup.`);
  }

  /**
   * What `configure` made.
   *
   * @throws {Deferral} If the provider deferred everything.
   * @throws {DiagnosticsError} If that is not allowed, or it is not configured.
   */
  configured(): Configured {
    const { configured, deferred } = this.#server;
    if (configured !== undefined) return configured;
    if (deferred !== undefined) throw this.deferral(new Deferral(deferred));
    throw failure(
      "The provider is not configured",
      `${this.what} was asked for before the provider was configured, or ` +
        "after its configuration failed. Correct the provider block first; " +
        "if there is no other error, restart the provider.",
    );
  }

  /**
   * Only what was imported from something deferred has a state of which not all
   * is known: nothing is known of it yet.
   *
   * @throws {Deferral} If it is such a state, and the client allows deferral.
   */
  waitFor(state: Value): void {
    if (!this.deferralAllowed || isWhollyKnown(state)) return;
    throw new Deferral(this.#server.deferred ?? "absent_prerequisite");
  }

  /** The deferral; where the client does not allow it, the error instead. */
  deferral(deferral: Deferral): Error {
    return this.deferralAllowed ? deferral : notDeferrable(this.what, deferral);
  }

  /**
   * Runs author code.
   *
   * @throws {Deferral} If it is deferred, which the client allows.
   * @throws {DiagnosticsError} If it fails. What does not end long after its
   * signal did is left to itself.
   */
  async run<T>(
    work: (context: OperationContext<unknown>) => T | Promise<T>,
    { limit, consequence = () => "", unconfigured }: RunOptions = {},
  ): Promise<T> {
    const provider = unconfigured === true
      ? this.#server.configured?.data
      : this.configured().data;
    const server = this.#server;
    const { signal, over, release } = operationSignal(
      server,
      this.#call,
      limit,
    );
    // Its own list, so that author code left to itself can't touch the answer.
    const diagnostics = new Diagnostics();
    const log = server.log({ operation: this.name, typeName: this.typeName });
    const providerMeta = rootObject(this.#request.providerMeta ?? null);
    const begin = async () =>
      await work({ signal, diagnostics, log, providerMeta, provider });
    try {
      return await Promise.race([begin(), over]);
    } catch (error) {
      log.debug("The operation failed", { error: stackOf(error) });
      if (error instanceof Deferral) throw this.deferral(error);
      const abandoned = error === tooLate;
      const isEnd = !(error instanceof DiagnosticsError) &&
        isAbort(error, signal);
      if (!abandoned && !isEnd) throw failureOf(this.what, error);
      throw cancelled(this.what, signal.reason, consequence(), abandoned);
    } finally {
      this.diagnostics.append(diagnostics);
      release();
    }
  }

  /** What `make` returns; undefined where it throws, which is reported. */
  attempt<T>(make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      this.diagnostics.append(failureOf(this.what, error).diagnostics);
      return undefined;
    }
  }

  /** What author code returned as a state; see {@linkcode normalizeResult}. */
  result(
    result: unknown,
    schema: Schema,
    options: Pick<ResultOptions, "reference" | "keeps" | "keepUnknown">,
  ): ValueObject {
    const { name, typeName } = this;
    const diagnostics = this.#forResults;
    const log = this.#server.log({ operation: name, typeName });
    const leaveOut = (path: Path) =>
      log.debug("The schema has no such attribute; it is left out", {
        attribute: String(path),
      });
    const own = { name, typeName, schema, diagnostics, leaveOut };
    return normalizeResult(result, { ...options, ...own });
  }

  /** The identity of a state; see {@linkcode identityOf}. */
  identity(
    resource: Resource,
    state: ValueObject,
    before: Value | undefined,
    told?: ValueObject,
  ): Value | undefined {
    return identityOf(resource, state, { before, told }, this.#forResults);
  }

  /**
   * Reports each breach of Terraform's rules as an error, before Terraform
   * does. Never throws: a check that fails must not keep a plan or state from
   * Terraform, which checks it itself.
   */
  async check(
    errors: Generator<undefined, readonly ValidationError[]>,
  ): Promise<void> {
    const report = errorReporter(this);
    try {
      for (const { path, message } of await inSlices(errors)) {
        const text = message.charAt(0).toUpperCase() + message.slice(1);
        report(path, sentence(text));
      }
    } catch (error) {
      this.diagnostics.addWarning(
        `Cannot check the result of ${this.what}`,
        `${errorText(error)} Terraform checks it as well.`,
      );
    }
  }

  /** Where errors of results end up: after an error they are no news. */
  get #forResults(): Diagnostics {
    return this.diagnostics.hasErrors ? new Diagnostics() : this.diagnostics;
  }
}

/** The object that a decoded message holds; null if it holds none. */
export function rootObject(value: Value): ValueObject | null {
  return isValueObject(value) ? value : null;
}
