/**
 * The CLI's work on one resource, in this process: it validates, reads, plans,
 * applies and imports through the provider's engine, and keeps the state by the
 * CLI's rules. Each command has providers of its own, one to validate, one to
 * plan and one to apply, that can be interrupted, timed out or killed at any
 * request. Of two resources that share a command, both speak to the same one.
 *
 * @module
 */

import type { JsonObject } from "@hf-terraform/framework/testing";
import { loadDefinition } from "../../provider/framework/define/lazy.ts";
import type { Resource } from "../../provider/framework/define/resource.ts";
import type { Diagnostics } from "../../provider/framework/diagnostics.ts";
import { ProviderServer } from "../../provider/framework/engine/server.ts";
import { wireDiagnostics } from "../../provider/framework/rpc/messages.ts";
import {
  type NestedObject,
  objectType,
} from "../../provider/framework/schema/schema.ts";
import { registerSecrets } from "../../provider/framework/schema/sensitive.ts";
import { maskSecret } from "../../provider/framework/secrets.ts";
import { equalValues } from "../../provider/framework/values/equal.ts";
import {
  isValueObject,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";
import { HuggingFaceProvider } from "../../provider/huggingface/provider_data.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import type { Fetch } from "../../mod.ts";
import { Sandbox } from "../../client/sandbox/mod.ts";
import { whole } from "../provider/framework/engine/support.ts";
import {
  absentState,
  type PlannedChange,
  type PriorState,
  ResourceCalls,
} from "./resource_calls.ts";

/** A provider process that a command started, and what can happen to it. */
export interface Process {
  /** As Ctrl-C does. */
  interrupt(): void;
  /** As the end of `timeouts` does. */
  timeOut(): void;
  /** As `kill -9` does: no request of it arrives any more, nor an answer. */
  kill(): void;
  /** Whether it was killed. */
  readonly isKilled: boolean;
}

/** Sends a request of a process. */
export type Send = (request: Request, process: Process) => Promise<Response>;

/** The CLI's state of the resource. */
export interface StoredState extends PriorState {
  /** Whether the next apply replaces it. */
  readonly isTainted: boolean;
}

/** The result of an import, an upgrade or a move; without a value: nothing. */
export type ArrivalResult =
  & { readonly diagnostics: Diagnostics }
  & (Omit<StoredState, "isTainted"> | object);

/** The result of a command. */
export interface Outcome {
  /** Whether it succeeded. */
  readonly ok: boolean;
  /** The actions in their order: `create`, `update`, `delete`. */
  readonly actions: readonly string[];
  /** All errors and warnings, as text. */
  readonly output: string;
}

/** A time limit that no test waits for is one of at least this long. */
const LONG_MS = 60_000;

/** Thrown where the CLI would see that the provider is gone. */
class CrashError extends Error {}

/** Thrown to end a command after errors. */
class CommandError extends Error {}

/** A resource, and what it is to be; without values: it is not configured. */
export interface DesiredResource {
  /** The resource. */
  readonly terraform: Terraform;
  /** Its configuration. */
  readonly values: JsonObject | undefined;
}

/** Applies a configuration of several resources, in an order or at once. */
export async function applyAll(
  all: readonly DesiredResource[],
  { isAtOnce = false }: { readonly isAtOnce?: boolean } = {},
): Promise<Outcome> {
  return await Terraform.apply(all, isAtOnce);
}

/** One resource in one state. */
export class Terraform {
  readonly #resource: Resource;
  readonly #send: Send;
  readonly #token: string;
  readonly #now: () => number;
  readonly #namespace: string | null;
  /** The state; undefined: none. */
  stored: StoredState | undefined;
  /** Whether what is stored is read before a plan, as without `-refresh=false`. */
  isRefreshed = true;

  private constructor(resource: Resource, options: TerraformOptions) {
    this.#resource = resource;
    this.#send = options.send;
    this.#token = options.token;
    this.#now = options.now ?? (() => 0);
    this.#namespace = options.namespace === undefined
      ? "acme"
      : options.namespace;
    maskSecret(options.token, { isToken: true });
  }

  /** Loads the resource. */
  static async of(
    typeName: string,
    place: TerraformOptions | Sandbox,
  ): Promise<Terraform> {
    const found = provider.resources.find((one) => one.typeName === typeName);
    if (found === undefined) throw new Error(`There is no ${typeName}`);
    const options = place instanceof Sandbox
      ? { token: place.token, send: (sent: Request) => place.fetch(sent) }
      : place;
    return new Terraform(await loadDefinition(found), options);
  }

  /** The part of the state that is no secret by the schema. */
  get shown(): Value {
    return this.stored === undefined
      ? null
      : withoutSecrets(this.#resource.schema, this.stored.value);
  }

  /** A configuration of the resource as the engine takes it. */
  config(values: JsonObject): Value {
    const { schema } = this.#resource;
    const config = whole(schema, values);
    registerSecrets(schema, config);
    return config;
  }

  /** `apply`; without a configuration, of one that lacks the resource. */
  apply(values: JsonObject | undefined): Promise<Outcome> {
    return Terraform.apply([{ terraform: this, values }], false);
  }

  /** See {@linkcode applyAll}. */
  static apply(
    all: readonly DesiredResource[],
    isAtOnce: boolean,
  ): Promise<Outcome> {
    return command(async (run) => {
      const planned = await Terraform.#planAll(all, run);
      run.beginWalk();
      const work = async ({ terraform, config, steps }: Work) => {
        for (const step of steps) {
          run.actions.push(step.action);
          await terraform.#applied(step, config, run);
        }
      };
      if (isAtOnce) {
        await run.each(planned.map((one) => () => work(one)));
      } else {
        for (const one of planned) await run.each([() => work(one)]);
      }
      if (run.hasFailed) throw new CommandError();
    });
  }

  static async #planAll(
    all: readonly DesiredResource[],
    run: Run,
  ): Promise<readonly Work[]> {
    const wanted = all.map(({ terraform, values }) => ({
      terraform,
      config: values === undefined ? null : terraform.config(values),
    }));
    run.beginWalk();
    for (const { terraform, config } of wanted) {
      await terraform.#validate(config, run);
    }
    run.beginWalk();
    const planned: Work[] = [];
    for (const { terraform, config } of wanted) {
      // Those after one that fails are planned too.
      await run.each([async () => {
        const steps = await terraform.#planned(config, run);
        planned.push({ terraform, config, steps });
      }]);
    }
    if (run.hasFailed) throw new CommandError();
    return planned;
  }

  /** `plan`: the actions, of which nothing is done or stored. */
  async plan(values: JsonObject | undefined): Promise<Outcome> {
    const before = this.stored;
    const outcome = await command(async (run) => {
      const [planned] = await Terraform.#planAll(
        [{ terraform: this, values }],
        run,
      );
      run.actions.push(...(planned?.steps ?? []).map(({ action }) => action));
    });
    this.stored = before;
    return outcome;
  }

  /** Whether the next apply is to replace what is stored. */
  get isTainted(): boolean {
    return this.stored?.isTainted === true;
  }

  /** The resource. */
  get resource(): Resource {
    return this.#resource;
  }

  /** Stores what a provider makes of something else, and reads it. */
  arrive(
    coming: (server: ProviderServer) => Promise<ArrivalResult>,
  ): Promise<Outcome> {
    return command(async (run) => {
      await this.#calls(run);
      if (run.server === undefined) return;
      const { diagnostics, ...arrived } = await run.survive(coming(run.server));
      run.report(diagnostics);
      if (!("value" in arrived)) throw new CommandError();
      this.stored = { ...arrived, isTainted: false };
      await this.#refresh(run);
    });
  }

  /** `refresh`. */
  refresh(): Promise<Outcome> {
    return command((run) => this.#refresh(run));
  }

  /** `import`. */
  import(id: string): Promise<Outcome> {
    return this.arrive(async (server) => {
      const { importedResources: [imported], diagnostics } =
        await new ResourceCalls(server, this.#resource).import(id);
      return imported === undefined
        ? { diagnostics }
        : { ...imported, value: imported.state, diagnostics };
    });
  }

  /** The calls of the walk's provider, started by who needs it first. */
  async #calls(run: Run): Promise<ResourceCalls> {
    const server = run.server ??= this.#serve(run);
    await server.definitions.resources.load(this.#resource.typeName);
    return new ResourceCalls(server, this.#resource);
  }

  #serve(run: Run): ProviderServer {
    const timers = new LongTimers();
    const server = new ProviderServer(provider, {
      timers,
      // A machine under load is no provider that hangs.
      cancelGraceMs: LONG_MS - 1,
    });
    const process = run.processOf(server, timers);
    const fetch: Fetch = (request) => this.#send(request, process);
    server.configureResult = {
      data: new HuggingFaceProvider({
        token: this.#token,
        namespace: this.#namespace,
        max_retries: 0,
      }, { env: {}, userAgent: "test", fetch, gatherMs: 0, now: this.#now }),
    };
    return server;
  }

  async #refresh(run: Run): Promise<void> {
    const { stored } = this;
    if (stored === undefined) return;
    const calls = await this.#calls(run);
    const { newState, diagnostics, ...rest } = await run.survive(
      calls.read(stored),
    );
    run.report(diagnostics);
    this.stored = newState === null
      ? undefined
      : { ...stored, ...rest, value: newState };
  }

  async #validate(config: Value, run: Run): Promise<void> {
    if (config === null) return;
    const calls = await this.#calls(run);
    run.report((await run.survive(calls.validate(config))).diagnostics);
  }

  /** Reads what is stored, and plans what to do. */
  async #planned(config: Value, run: Run): Promise<readonly Step[]> {
    if (this.isRefreshed) await this.#refresh(run);
    const { stored } = this;
    if (config === null) {
      if (stored === undefined) return [];
      const { privateState } = await this.#plan(null, stored, run);
      return [{ action: "delete", plannedState: null, privateState }];
    }
    // What a plan noted that came before, of what is replaced.
    const create = async (privateState = absentState.privateState) => ({
      ...await this.#plan(config, { ...absentState, privateState }, run),
      action: "create" as const,
    });
    if (stored === undefined) return [await create()];
    const destroy: Step = {
      action: "delete",
      plannedState: null,
      privateState: stored.privateState,
    };
    if (stored.isTainted) return [destroy, await create()];
    const planned = await this.#plan(config, stored, run);
    if (planned.requiresReplace.length > 0) {
      return [destroy, await create(planned.privateState)];
    }
    const type = objectType(this.#resource.schema);
    return equalValues(planned.plannedState, stored.value, type)
      ? []
      : [{ ...planned, action: "update" }];
  }

  async #plan(config: Value, prior: PriorState, run: Run) {
    const calls = await this.#calls(run);
    const planned = await run.survive(calls.plan(config, prior));
    run.report(planned.diagnostics);
    return planned;
  }

  async #applied(step: Step, config: Value, run: Run): Promise<void> {
    const { action } = step;
    const prior = action === "create"
      ? absentState
      : this.stored ?? absentState;
    // The CLI plans once more, by now with all that was unknown.
    const planned = action === "delete"
      ? step
      : await this.#plan(config, prior, run);
    const { stored } = this;
    const calls = await this.#calls(run);
    const { newState, diagnostics, privateState, identity } = await run.survive(
      calls.apply(planned, action === "delete" ? null : config, {
        ...absentState,
        ...stored,
        ...action === "create" && { value: null },
      }),
    ).catch((error: unknown) => {
      // The CLI keeps what the update was planned from, and nothing beside it.
      if (action === "update" && stored !== undefined) {
        this.stored = { ...stored, privateState: absentState.privateState };
      }
      throw error;
    });
    const isBad = diagnostics.hasErrors;
    this.stored = newState === null ? undefined : {
      value: newState,
      privateState,
      identity,
      // A create that failed, and a replacement whose first half did.
      isTainted: isBad && (action === "create" || stored?.isTainted === true),
    };
    run.report(diagnostics);
    if (run.isInterrupted) throw new CommandError();
  }
}

/** Options of a {@linkcode Terraform}. */
export interface TerraformOptions {
  /** Sends the requests. */
  readonly send: Send;
  /** The token. */
  readonly token: string;
  /** The milliseconds of the providers' clock, which stands still if absent. */
  readonly now?: () => number;
  /** The default owner; null: the token's user; absent: `acme`. */
  readonly namespace?: string | null;
}

/** One thing that an apply does. */
interface Step extends PlannedChange {
  readonly action: "create" | "update" | "delete";
}

/** The work of an apply on one resource. */
interface Work {
  readonly terraform: Terraform;
  readonly config: Value;
  readonly steps: readonly Step[];
}

async function command(work: (run: Run) => Promise<void>): Promise<Outcome> {
  const run = new Run();
  let ok = true;
  try {
    await work(run);
  } catch (error) {
    if (error instanceof CrashError) run.lines.push("The plugin crashed");
    else if (!(error instanceof CommandError)) throw error;
    ok = false;
  }
  return { ok, actions: run.actions, output: run.lines.join("\n") };
}

/** One command that runs. */
class Run {
  readonly actions: string[] = [];
  readonly lines: string[] = [];
  readonly #crash = Promise.withResolvers<never>();
  isInterrupted = false;
  /** Whether something failed that did not end the command. */
  hasFailed = false;
  /** The provider of this walk. */
  server: ProviderServer | undefined;

  constructor() {
    this.#crash.promise.catch(() => {});
  }

  /** The result of a call, unless the provider is killed before it is there. */
  survive<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#crash.promise]);
  }

  /** The CLI starts a provider for each walk through a configuration. */
  beginWalk(): void {
    this.server = undefined;
  }

  /** Runs all works to their end, though one of them fails. */
  async each(works: readonly (() => Promise<void>)[]): Promise<void> {
    await Promise.all(works.map(async (work) => {
      if (this.isInterrupted) throw new CommandError();
      try {
        await work();
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        this.hasFailed = true;
      }
    }));
  }

  processOf(server: ProviderServer, timers: LongTimers): Process {
    let isKilled = false;
    return {
      interrupt: () => {
        this.isInterrupted = true;
        server.stop();
      },
      timeOut: () => timers.fire(),
      kill: () => {
        isKilled = true;
        server.stop();
        this.#crash.reject(new CrashError());
      },
      get isKilled() {
        return isKilled;
      },
    };
  }

  /** Takes errors and warnings; throws if there are errors. */
  report(diagnostics: Diagnostics): void {
    for (const { severity, summary, detail } of wireDiagnostics(diagnostics)) {
      const kind = severity === 1 ? "error" : "warning";
      this.lines.push(`${kind}: ${summary}\n${detail}`);
    }
    if (diagnostics.hasErrors) throw new CommandError();
  }
}

/** Timers of which the long ones end only when they are told to. */
class LongTimers {
  readonly #waiting = new Set<() => void>();

  after(milliseconds: number, action: () => void): () => void {
    if (milliseconds < LONG_MS) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    }
    this.#waiting.add(action);
    return () => this.#waiting.delete(action);
  }

  fire(): void {
    for (const action of [...this.#waiting]) {
      this.#waiting.delete(action);
      action();
    }
  }
}

function withoutSecrets(holder: NestedObject, value: Value): Value {
  if (Array.isArray(value)) {
    return value.map((one) => withoutSecrets(holder, one));
  }
  if (!isValueObject(value)) return value;
  return record(
    Object.entries(value).map(([name, inner]) => {
      const attribute = holder.attributes[name];
      if (attribute?.sensitive === true) return [name, null];
      return [
        name,
        attribute?.nested === undefined
          ? inner
          : withoutSecrets(attribute.nested, inner),
      ];
    }),
  );
}
