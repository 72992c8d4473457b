/**
 * The frame of every RPC: it finds what the request is about, runs author code
 * with a signal, a log and diagnostics, and responds whatever happens.
 *
 * @module
 */

import type { ValidationError } from "../check/validation_error.ts";
import type { OperationContext, PrivateState } from "../define/context.ts";
import { Deferral } from "../define/deferral.ts";
import type { Kinds } from "../define/provider.ts";
import type { NewIdentity, Resource } from "../define/resource.ts";
import {
  Diagnostics,
  DiagnosticsError,
  ensureFullStop,
  failure,
} from "../diagnostics.ts";
import { logger, stackOf } from "../log.ts";
import { modelOf } from "../schema/numbers.ts";
import type { Schema } from "../schema/schema.ts";
import {
  copyOf,
  isValueObject,
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import type {
  EngineCall,
  Fields,
  MessageFields,
  OptionalDeferral,
  RpcResponse,
} from "./contract.ts";
import {
  cancellationError,
  deferralError,
  errorText,
  failureOf,
} from "./errors.ts";
import { identityOf } from "./identity.ts";
import { PrivateData } from "./private_state.ts";
import {
  errorReporter,
  normalizeResult,
  type ResultOptions,
} from "./result.ts";
import type { ConfigureResult, ProviderServer } from "./server.ts";
import {
  isAbort,
  operationSignal,
  overdueError,
  runCooperatively,
  type TimeLimit,
} from "./signal.ts";

/** Fields of a request that concern every operation. */
export type CommonFields = Partial<
  Fields<
    | "typeName"
    | "targetTypeName"
    | "providerMeta"
    | "clientCapabilities"
    | "privateState"
    | "priorState"
    | "currentState"
    | "identity"
  >
>;

/** Superset of every author context; each callback type exposes a part. */
interface AuthorContext
  extends OperationContext<unknown>, NewIdentity<ValueObject> {
  /** The identity as it was stored or given; undefined: none. */
  readonly identity: ValueObject | undefined;
  readonly privateState: PrivateState;
  readonly deferralAllowed: boolean;
}

interface RunOptions {
  readonly limit?: TimeLimit | undefined;
  /** Consequence of a cancellation, as a sentence. */
  readonly consequence?: () => string;
  /** Set: it needs no configured provider. */
  readonly unconfigured?: true;
}

/**
 * The fields an operation sets in its response; the others keep their fallback.
 */
export type OperationResult<K extends keyof MessageFields> =
  & Partial<Fields<K>>
  & {
    readonly deferred?: OptionalDeferral;
  };

/** One operation of the provider, on behalf of one call. */
export class Operation {
  readonly diagnostics: Diagnostics = new Diagnostics();
  /** Name of the author's function that runs now, such as `create`. */
  name: string;
  /** The type or function; undefined: the provider itself. */
  readonly typeName: string | undefined;
  readonly deferralAllowed: boolean;
  /** Whether write-only attributes may be configured: only resources are told. */
  readonly writeOnlyAllowed: boolean;
  readonly privateState: PrivateData;
  readonly server: ProviderServer;
  readonly #request: CommonFields;
  readonly #call: EngineCall;
  #explicitIdentity: ValueObject | undefined;

  constructor(
    server: ProviderServer,
    name: string,
    request: CommonFields,
    call: EngineCall,
  ) {
    this.server = server;
    this.name = name;
    this.typeName = request.typeName ?? request.targetTypeName;
    const capabilities = request.clientCapabilities;
    this.deferralAllowed = capabilities?.deferralAllowed === true;
    this.writeOnlyAllowed = capabilities?.writeOnlyAttributesAllowed !== false;
    const state = request.priorState ?? request.currentState ?? null;
    this.privateState = new PrivateData(
      request.privateState,
      state !== null && !server.upgradedTypes.has(this.typeName ?? ""),
    );
    this.#request = request;
    this.#call = call;
  }

  /** The operation as it stands in messages: `create x_thing`. */
  get label(): string {
    return this.typeName === undefined
      ? this.name
      : `${this.name} ${this.typeName}`;
  }

  /**
   * Returns the result of `work`, or the fallback on error. Never throws: an
   * error becomes diagnostics, or a deferral.
   *
   * @param deferred Fields of a deferred response in place of the fallback.
   */
  async respond<K extends keyof MessageFields = never>(
    fallback: () => Fields<K>,
    work: () => OperationResult<K> | Promise<OperationResult<K>>,
    deferred: () => Partial<Fields<K>> = () => ({}),
  ): Promise<RpcResponse<K>> {
    const { diagnostics } = this;
    const response = (result: OperationResult<K> = {}) => ({
      ...fallback(),
      deferred: undefined,
      ...result,
      diagnostics,
    });
    try {
      const result = await work();
      return response(diagnostics.hasErrors ? {} : result);
    } catch (error) {
      if (error instanceof Deferral) {
        return response({ ...deferred(), deferred: error.reason });
      }
      this.fail(error);
      return response();
    }
  }

  /**
   * The definition of the type.
   *
   * @throws {DiagnosticsError} If there is none.
   */
  find<K extends keyof Kinds>(of: K): Kinds[K] {
    const { typeName = "" } = this;
    const definitions = this.server.definitions[of];
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
    throw this.missingPartError(part);
  }

  /** The configuration that a message holds, as it is, and for an author. */
  configuration(
    schema: Schema,
    value: Value,
  ): { readonly reference: ValueObject; readonly config: ValueObject } {
    const reference = this.object(value, "configuration");
    return { reference, config: modelOf(schema, reference) };
  }

  /** The error that the client sent something incomplete. */
  missingPartError(part: string): DiagnosticsError {
    return failure(
      `Failed to ${this.label}`,
      `The client sent no ${part}. That is a bug in the client, not in your ` +
        "configuration.",
    );
  }

  /**
   * The result of `configure`.
   *
   * @throws {Deferral} If the provider deferred everything.
   * @throws {DiagnosticsError} If that is not allowed, or it is not configured.
   */
  requireConfigured(): ConfigureResult {
    const { configureResult, deferral } = this.server;
    if (configureResult !== undefined) return configureResult;
    if (deferral !== undefined) throw this.deferral(new Deferral(deferral));
    throw failure(
      "The provider is not configured",
      `${this.label} was asked for before the provider was configured, or ` +
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
  deferIfUnknown(state: Value): void {
    if (!this.deferralAllowed || isWhollyKnown(state)) return;
    throw new Deferral(this.server.deferral ?? "absent_prerequisite");
  }

  /** The deferral; where the client does not allow it, the error instead. */
  deferral(deferral: Deferral): Error {
    return this.deferralAllowed
      ? deferral
      : deferralError(this.label, deferral);
  }

  /**
   * Runs author code.
   *
   * @throws {Deferral} If it is deferred, which the client allows.
   * @throws {DiagnosticsError} If it fails. What does not end long after its
   * signal did is left to itself.
   */
  async run<T>(
    work: (context: AuthorContext) => T | Promise<T>,
    { limit, consequence = () => "", unconfigured }: RunOptions = {},
  ): Promise<T> {
    const { server } = this;
    const provider = unconfigured === true
      ? server.configureResult?.data
      : this.requireConfigured().data;
    const { signal, overdue, release } = operationSignal(
      server,
      this.#call,
      limit,
    );
    // Its own list, so that author code left to itself can't touch the response.
    const diagnostics = new Diagnostics();
    const log = this.#log();
    const { providerMeta = null, identity = null } = this.#request;
    const begin = async () =>
      await work({
        signal,
        diagnostics,
        log,
        providerMeta: rootObject(providerMeta),
        provider,
        identity: rootObject(copyOf(identity)) ?? undefined,
        setIdentity: (identity) => void (this.#explicitIdentity = identity),
        privateState: this.privateState,
        deferralAllowed: this.deferralAllowed,
      });
    try {
      return await Promise.race([begin(), overdue]);
    } catch (error) {
      log.debug("The operation failed", { error: stackOf(error) });
      if (error instanceof Deferral) throw this.deferral(error);
      const abandoned = error === overdueError;
      const isEnd = !(error instanceof DiagnosticsError) &&
        isAbort(error, signal);
      if (!abandoned && !isEnd) throw failureOf(this.label, error);
      throw cancellationError(
        this.label,
        signal.reason,
        consequence(),
        abandoned,
      );
    } finally {
      this.diagnostics.append(diagnostics);
      release();
    }
  }

  fail(error: unknown): void {
    this.diagnostics.append(failureOf(this.label, error).diagnostics);
  }

  /**
   * Normalizes a state that author code returned; see {@linkcode
   * normalizeResult}.
   */
  normalizeState(
    result: unknown,
    schema: Schema,
    options: Pick<ResultOptions, "reference" | "sanitize" | "keepUnknown">,
    diagnostics: Diagnostics = this.#forResults,
  ): ValueObject {
    const { name, typeName } = this;
    const log = this.#log();
    const told = { name, typeName, schema, diagnostics, log };
    return normalizeResult(result, { ...options, ...told });
  }

  #log() {
    const { name: operation, typeName: type } = this;
    return logger("provider", { operation, type });
  }

  /** The identity of a state; see {@linkcode identityOf}. */
  identity(
    resource: Resource,
    state: ValueObject,
    before: Value | undefined,
  ): Value | undefined {
    const known = { before, told: this.#explicitIdentity };
    return identityOf(resource, state, known, this.#forResults);
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
      for (const { path, message } of await runCooperatively(errors)) {
        const text = message.charAt(0).toUpperCase() + message.slice(1);
        report(path, ensureFullStop(text));
      }
    } catch (error) {
      this.diagnostics.addWarning(
        `Cannot check the result of ${this.label}`,
        `${errorText(error)} Terraform checks it as well.`,
      );
    }
  }

  /**
   * Collects errors of results, which are dropped if the operation already
   * failed.
   */
  get #forResults(): Diagnostics {
    return this.diagnostics.hasErrors ? new Diagnostics() : this.diagnostics;
  }
}

/** The object that a decoded message holds; null if it holds none. */
export function rootObject(value: Value): ValueObject | null {
  return isValueObject(value) ? value : null;
}
