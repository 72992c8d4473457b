/**
 * The calls that the CLI makes of a provider about one resource, through the
 * engine: every test that imitates the CLI makes them here.
 *
 * @module
 */

import type { Resource } from "../../provider/framework/define/resource.ts";
import { applyResourceChange } from "../../provider/framework/engine/apply_resource_change.ts";
import { importResourceState } from "../../provider/framework/engine/import_resource_state.ts";
import { planResourceChange } from "../../provider/framework/engine/plan_resource_change.ts";
import { readResource } from "../../provider/framework/engine/read.ts";
import type { ProviderServer } from "../../provider/framework/engine/server.ts";
import { validateConfigOf } from "../../provider/framework/engine/validate_config.ts";
import type {
  Value,
  ValueObject,
} from "../../provider/framework/values/value.ts";
import { call, empty } from "../provider/framework/engine/support.ts";

/** The CLI's memory of a resource. */
export interface PriorState {
  /** The attributes. */
  readonly value: Value;
  /** The private data. */
  readonly privateState: Uint8Array;
  /** The identity. */
  readonly identity: Value | undefined;
}

/** The state of what does not exist. */
export const absentState: PriorState = {
  value: null,
  privateState: empty,
  identity: undefined,
};

/** A change that was planned. */
export interface PlannedChange {
  readonly plannedState: Value;
  readonly privateState: Uint8Array;
}

/** The calls about one resource. */
export class ResourceCalls {
  readonly #server: ProviderServer;
  readonly #common;

  constructor(server: ProviderServer, { typeName }: Resource) {
    this.#server = server;
    this.#common = {
      typeName,
      providerMeta: null,
      clientCapabilities: {
        deferralAllowed: false,
        writeOnlyAttributesAllowed: true,
      },
    };
  }

  /** Checks a configuration. */
  validate(config: Value) {
    return validateConfigOf("resources")(
      this.#server,
      { ...this.#common, config },
      call,
    );
  }

  /** Plans a configuration; null: a destroy. */
  plan(config: Value, { value, ...stored }: PriorState) {
    return planResourceChange(this.#server, {
      ...this.#common,
      ...stored,
      config,
      priorState: value,
    }, call);
  }

  /** Applies what was planned. */
  apply(
    { plannedState, privateState }: PlannedChange,
    config: Value,
    prior: PriorState,
  ) {
    return applyResourceChange(this.#server, {
      ...this.#common,
      plannedState,
      privateState,
      config,
      priorState: prior.value,
      identity: prior.identity,
    }, call);
  }

  /** Reads what is stored. */
  read({ value, ...stored }: PriorState) {
    return readResource(this.#server, {
      ...this.#common,
      ...stored,
      currentState: value,
    }, call);
  }

  /** Imports what an id or an identity leads to. */
  import(by: string | ValueObject) {
    const [id, identity] = typeof by === "string" ? [by] : ["", by];
    const request = { ...this.#common, id, identity };
    return importResourceState(this.#server, request, call);
  }
}
