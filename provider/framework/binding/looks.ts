import {
  Diagnostics,
  type DiagnosticsError,
  ensureFullStop,
  failure,
} from "../diagnostics.ts";
import type { ValueObject } from "../values/value.ts";
import { completePlan } from "./completed_plan.ts";
import type { AnyResource, BoundCall, MayRepeat, Verb } from "./definition.ts";
import type { Transition } from "./life.ts";
import {
  containsAll,
  type Doubt,
  doubtOf,
  findOverlaps,
  keepsOthers,
  listUnplanned,
  type Look,
  reachedState,
  type Repeat,
} from "./doubt.ts";
import type { Responses } from "./responses.ts";
import { mayBeDone } from "./messages.ts";
import { isLocal, pathOf, type Table } from "./table.ts";

type Call = BoundCall<unknown>;

/** A look that found nothing: it may be hidden, and the name another one's. */
const NOT_FOUND = "It was not found right before the request.";

/** The error of an update that would undo what a plan has not seen. */
export function changedSincePlan(
  label: string,
  names: readonly string[],
): DiagnosticsError {
  return failure(
    `Somebody changed ${label} after the plan`,
    `\`${names.join(".")}\` is no longer what the plan was made of, so an ` +
      "update would undo that. Nothing was sent. Plan again: the next plan " +
      "shows what is there now.",
    pathOf(names),
  );
}

/** The looks at the objects of one resource. */
export class Looks {
  readonly #resource: AnyResource;
  readonly #responses: Responses;
  /** Collections of which an update leaves alone what others add. */
  readonly #shared: Table;

  constructor(resource: AnyResource, table: Table, responses: Responses) {
    this.#resource = resource;
    this.#responses = responses;
    this.#shared = table.filter(({ binding }) => binding.keepsOthers);
  }

  /**
   * Looks at what an update overwrites, of which nothing is noted or told.
   *
   * @throws {DiagnosticsError} If somebody made of it what no plan has shown.
   */
  async beforeUpdate(
    written: Table,
    change: Transition,
    call: Call,
  ): Promise<Look | undefined> {
    if (written.every(({ binding }) => isLocal(binding))) return undefined;
    const look = await this.#look("update", change, call);
    if (look === null) return undefined;
    if (look === undefined) {
      throw failure(
        `Cannot update ${this.#resource.label(change.prior)}`,
        `${NOT_FOUND} Nothing was sent. Plan again: the next plan shows ` +
          "whether it is gone, or hidden.",
      );
    }
    const unplanned = findOverlaps(listUnplanned(look, written), written);
    const other = unplanned.find((one) =>
      !(keepsOthers(look, this.#shared, one) &&
        containsAll(one.actual, one.planned))
    );
    if (other === undefined) return look;
    throw changedSincePlan(this.#resource.label(change.prior), other.names);
  }

  /** See {@linkcode MayRepeat}. */
  mayRepeat(change: Transition, call: Call, repeat: Repeat): MayRepeat {
    const verb = change.plan === change.prior ? "delete" : "update";
    return async (error, isLost, also) => {
      let doubt: Doubt | undefined;
      try {
        const look = await this.#look(verb, change, call);
        if (look === null) return !isLost;
        if (look === undefined) {
          if (verb === "delete") return false;
          throw new Error(NOT_FOUND);
        }
        doubt = doubtOf(look, { shared: this.#shared, isLost, ...repeat });
        if (doubt === undefined) {
          await also?.();
          if (!isLost) return true;
          const { onReached, written } = repeat;
          const reached = onReached && reachedState(look, written);
          if (reached !== undefined) onReached?.(reached);
          return reached === undefined;
        }
      } catch (found) {
        doubt = { reason: found instanceof Error ? found.message : `${found}` };
      }
      const label = this.#resource.label(change.prior);
      throw failure(
        isLost
          ? `It is not clear whether ${label} was ${verb}d`
          : `The request to ${verb} ${label} was not sent`,
        `${ensureFullStop(error.message)} ${
          isLost ? `${mayBeDone} ` : ""
        }It was looked at again, and nothing more was sent: ${
          ensureFullStop(doubt.reason)
        } Plan again: the next plan shows what is there now.`,
        doubt.names && pathOf(doubt.names),
        { cause: error },
      );
    };
  }

  /**
   * Looks at the object, of which nothing is noted or told; null: there is nothing
   * to look at; undefined: it is not found.
   */
  async #look(
    verb: Verb,
    { prior, plan }: Transition,
    call: Call,
  ): Promise<Look | null | undefined> {
    const { readBeforeUpdate, schema } = this.#resource;
    const aside = {
      ...call,
      privateState: {
        isLost: call.privateState.isLost,
        get: (key: string) => call.privateState.get(key),
        set() {},
        delete() {},
      },
      diagnostics: new Diagnostics(),
    };
    const response = await this.#responses.explainErrors(
      verb,
      () => prior,
      call,
      async () =>
        readBeforeUpdate === undefined
          ? null
          : await readBeforeUpdate({ ...aside, state: prior }),
    );
    if (!response) return response;
    const compare = (kept: ValueObject) => {
      const state = this.#responses.stateOf(response, kept, aside);
      const { differences } = completePlan(schema.attributes, kept, state);
      return { kept, state, differences };
    };
    return {
      response,
      told: this.#responses.stateOf(response, {}, aside),
      prior: compare(prior),
      plan: compare(plan),
    };
  }
}
