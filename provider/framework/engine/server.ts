/**
 * The provider as the RPCs see it: what it has, whether it is configured, and
 * whether it was asked to stop.
 *
 * @module
 */

import type { OperationLog } from "../define/context.ts";
import type { DataSource, EphemeralResource } from "../define/data_source.ts";
import type { ProviderFunction } from "../define/function.ts";
import type { Action, ListResource } from "../define/list_and_action.ts";
import { Definitions } from "../define/loading.ts";
import type { LazyProvider } from "../define/provider.ts";
import type { Resource } from "../define/resource.ts";
import type { Deferred } from "./contract.ts";

/** Runs something after a while. Tests give one that does not wait. */
export interface Timers {
  /** Runs `action` in `milliseconds`, unless the returned function is called. */
  after(milliseconds: number, action: () => void): () => void;
}

/** What a log is for. */
export interface LogScope {
  /** The operation as the author calls it, such as `create`. */
  readonly operation: string;
  /** The type or function it is about; undefined: the provider itself. */
  readonly typeName: string | undefined;
}

/** The options of a {@linkcode ProviderServer}. */
export interface ServerOptions {
  /** Makes the log of an operation; default: nothing is logged. */
  readonly log?: (scope: LogScope) => OperationLog;
  /**
   * How long an operation may go on after its signal has ended, in
   * milliseconds, before the answer is given without it; default 5000.
   */
  readonly cancelGraceMs?: number;
  /** Default: those of the platform. */
  readonly timers?: Timers;
}

/** What `configure` made, once it did. */
export interface Configured {
  /** What the author's `configure` returned. */
  readonly data: unknown;
}

/** Holds a provider and serves any number of calls at the same time. */
export class ProviderServer {
  /** The provider that is served. */
  readonly provider: LazyProvider;
  /** See {@linkcode ServerOptions.cancelGraceMs}. */
  readonly cancelGraceMs: number;
  /** See {@linkcode ServerOptions.timers}. */
  readonly timers: Timers;
  /** Makes the log of an operation. */
  readonly log: (scope: LogScope) => OperationLog;
  /** The resources, of which an operation sees what was loaded before. */
  readonly resources: Definitions<Resource>;
  /** The data sources, likewise. */
  readonly dataSources: Definitions<DataSource>;
  /** The ephemeral resources, likewise. */
  readonly ephemeralResources: Definitions<EphemeralResource>;
  /** The list resources, likewise. */
  readonly listResources: Definitions<ListResource>;
  /** The actions, likewise. */
  readonly actions: Definitions<Action>;
  readonly #functions: ReadonlyMap<string, ProviderFunction>;
  #configured: Configured | undefined;
  #deferred: Deferred;
  #stop = new AbortController();

  /** Makes a server of a provider that is not configured yet. */
  constructor(provider: LazyProvider, options: ServerOptions = {}) {
    this.provider = provider;
    this.cancelGraceMs = options.cancelGraceMs ?? 5000;
    this.timers = options.timers ?? { after: afterOnPlatform };
    this.log = options.log ?? (() => silentLog);
    this.resources = new Definitions("resource", provider.resources);
    this.dataSources = new Definitions("data source", provider.dataSources);
    this.ephemeralResources = new Definitions(
      "ephemeral resource",
      provider.ephemeralResources,
    );
    this.listResources = new Definitions(
      "list resource",
      provider.listResources,
    );
    this.actions = new Definitions("action", provider.actions);
    this.#functions = new Map(provider.functions.map((f) => [f.name, f]));
  }

  /** The function of that name; undefined: none. */
  providerFunction(name: string): ProviderFunction | undefined {
    return this.#functions.get(name);
  }

  /** What `configure` made; undefined: it has not run, or it failed. */
  get configured(): Configured | undefined {
    return this.#configured;
  }

  /** Why `configure` deferred everything; undefined: it did not. */
  get deferred(): Deferred {
    return this.#deferred;
  }

  /** Takes what `configure` made; undefined: it failed, or was deferred. */
  setConfigured(configured: Configured | undefined, deferred?: Deferred): void {
    this.#configured = configured;
    this.#deferred = deferred;
  }

  /** Ends with the next {@linkcode stop}. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Ends the signal of everything that runs. What comes later runs as usual:
   * Terraform still closes ephemeral resources, and when reattached, the
   * process outlives the command that was stopped.
   */
  stop(): void {
    const stopped = this.#stop;
    this.#stop = new AbortController();
    stopped.abort(new Error("Terraform asked the provider to stop"));
  }
}

function afterOnPlatform(milliseconds: number, action: () => void): () => void {
  // A longer delay than this would overflow the platform's and fire at once.
  const timer = setTimeout(action, Math.min(milliseconds, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

const ignore = (): void => {};

const silentLog: OperationLog = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
};
