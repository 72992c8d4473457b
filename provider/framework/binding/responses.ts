import type { Awaitable } from "../define/context.ts";
import { hclText } from "../values/hcl.ts";
import type { ValueObject } from "../values/value.ts";
import { type CompletedPlan, completePlan } from "./completed_plan.ts";
import type { AnyResource, BoundCall, Verb } from "./definition.ts";
import { checkKeys, withGivenKeys } from "./keys.ts";
import { noteMasked, withoutUnsent } from "./notes.ts";
import { readState } from "./state.ts";
import { pathOf, type Table } from "./table.ts";

type Call = BoundCall<unknown>;

/** The responses about the objects of one resource. */
export class Responses {
  readonly #resource: AnyResource;
  readonly #table: Table;

  constructor(resource: AnyResource, table: Table) {
    this.#resource = resource;
    this.#table = table;
  }

  /** The state of a response, of which it is noted what no state shows. */
  stateOf(
    response: object,
    kept: ValueObject,
    { privateState, diagnostics, log }: Call,
  ): ValueObject {
    const { schema, label } = this.#resource;
    checkKeys(this.#table, response, kept);
    const masked = new Set<string>();
    const state = readState(schema.attributes, response, kept, {
      privateState,
      onMasked: (text) => void masked.add(text),
      onMismatch: (names, reason) =>
        log.warn(`${names.join(".")} is not told of ${label(kept)}: ${reason}`),
    });
    noteMasked(masked, privateState);
    return withGivenKeys(
      this.#table,
      state,
      kept,
      (names, given, returned) =>
        diagnostics.addWarning(
          `The API returned another ${names.join(".")} of ${label(kept)}`,
          `It was given as \`${given}\`, and the response has ` +
            `${hclText(returned)}. No request can change it, and the ` +
            "rest shows that it is the same one, so it stays as it was given " +
            "and nothing is replaced. If the API's value is right and is to be " +
            "managed, run `terraform state rm ADDRESS` and import it.",
          pathOf(names),
        ),
    );
  }

  /** The plan, completed by a response. */
  completePlan(
    response: object,
    plan: ValueObject,
    call: Call,
  ): CompletedPlan {
    const { attributes } = this.#resource.schema;
    return completePlan(attributes, plan, this.stateOf(response, plan, call));
  }

  /**
   * The state in the middle of an operation: it holds if the operation fails,
   * so what only the service decides is as returned, whatever was planned.
   */
  savedState(response: object, plan: ValueObject, call: Call): ValueObject {
    const { attributes } = this.#resource.schema;
    const shown = this.stateOf(response, plan, call);
    const { state } = completePlan(attributes, plan, shown);
    const decided = this.#table.filter(({ attribute, binding, names }) =>
      (binding.change === "via" || attribute.mode === "computed") &&
      names.length === 1
    ).map(({ path }) => [path, shown[path] ?? null] as const);
    return { ...state, ...Object.fromEntries(decided) };
  }

  /** A stored state without what was not sent, and with what it lacked. */
  async complete(stored: ValueObject, call: Call): Promise<ValueObject> {
    const state = withoutUnsent(stored, call.privateState);
    const more = await this.#resource.backfillState?.({ ...call, state });
    return { ...state, ...more as ValueObject };
  }

  /** Reads the object from the service; undefined: it is gone. */
  read(
    verb: Verb,
    state: ValueObject,
    call: Call,
  ): Promise<object | undefined> {
    const read = () => this.#resource.read({ ...call, state });
    return this.explainErrors(verb, () => state, call, read);
  }

  /** Does the work, and has the resource explain its errors. */
  async explainErrors<T>(
    verb: Verb,
    state: () => ValueObject,
    call: Call,
    work: () => Awaitable<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const about = { call, state: state() };
      throw await this.#resource.explain?.(error, verb, about) ?? error;
    }
  }
}
