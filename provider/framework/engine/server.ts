/**
 * The provider as the RPCs see it: what it has, whether it is configured, and
 * whether it was asked to stop.
 *
 * @module
 */

import type { ProviderFunction } from "../define/function.ts";
import { Definitions } from "../define/lazy.ts";
import type { Kinds, LazyProvider } from "../define/provider.ts";
import type { OptionalDeferral } from "./contract.ts";

/** Runs something after a while. Tests give one that does not wait. */
export interface Timers {
  /** Runs `action` in `milliseconds`, unless the returned function is called. */
  after(milliseconds: number, action: () => void): () => void;
}

export interface ServerOptions {
  /**
   * Time that an operation may go on after its signal has ended, in
   * milliseconds, before the response is given without it; default 5000.
   */
  readonly cancelGraceMs?: number;
  /** Default: those of the platform. */
  readonly timers?: Timers;
}

/** Result of `configure`. */
export interface ConfigureResult {
  readonly data: unknown;
}

/** Holds a provider and serves any number of calls at the same time. */
export class ProviderServer {
  readonly provider: LazyProvider;
  readonly options: Required<ServerOptions>;
  /** All definitions; operations see only loaded ones. */
  readonly definitions: {
    readonly [K in keyof Kinds]: Definitions<Kinds[K]>;
  };
  /** The result of `configure`; undefined: it has not run, or it failed. */
  configureResult: ConfigureResult | undefined;
  /** Whether the provider block that `configure` gets next was checked. */
  isChecked = false;
  /**
   * Reason for which `configure` deferred everything; undefined: it did not.
   */
  deferral: OptionalDeferral;
  /**
   * The types of states that were upgraded, beside which Terraform keeps what
   * another version, or provider, has kept.
   */
  readonly upgradedTypes: Set<string> = new Set();
  #stop = new AbortController();

  constructor(provider: LazyProvider, options: ServerOptions = {}) {
    this.provider = provider;
    const timers = { after: afterOnPlatform };
    this.options = { cancelGraceMs: 5000, timers, ...options };
    this.definitions = {
      resources: new Definitions("resource", provider.resources),
      dataSources: new Definitions("data source", provider.dataSources),
      ephemeralResources: new Definitions(
        "ephemeral resource",
        provider.ephemeralResources,
      ),
      listResources: new Definitions("list resource", provider.listResources),
      actions: new Definitions("action", provider.actions),
    };
  }

  providerFunction(name: string): ProviderFunction | undefined {
    return this.provider.functions.find((found) => found.name === name);
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
