/**
 * A resource that does something wrong, as it is told to.
 *
 * @module
 */
import {
  failure,
  s,
  type State,
  unknown,
} from "../../../provider/framework/mod.ts";
import { defineResource } from "./vocabulary.ts";

const schema = s.schema({
  description: "A fault.",
  attributes: {
    kind: s.string({ required: true, description: "The kind of fault." }),
    name: s.string({ required: true, description: "The name." }),
    note: s.string({ optional: true, description: "A note." }),
    result: s.string({ computed: true, description: "The result." }),
    timeouts: s.timeouts({ create: "10m" }),
  },
});

type FaultState = State<typeof schema>;

/** A create, given a whole state that it could return. */
type Create = (state: FaultState, context: {
  readonly signal: AbortSignal;
  saveState(state: FaultState): void;
}) => unknown;

const creates: Readonly<Record<string, Create>> = {
  "throws": () => {
    throw new Error("broken on purpose");
  },
  "rejects late": async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return await Promise.reject(new Error("rejected in the end"));
  },
  "fails": () => {
    throw failure("Failed on purpose", "Nothing can be done about it.");
  },
  "fails after saving": (state, { saveState }) => {
    saveState(state);
    throw failure("Failed after saving", "But it exists.");
  },
  "changes the plan": (state) => ({ ...state, note: "invented" }),
  "leaves an unknown": (state) => ({ ...state, result: unknown }),
  "returns nothing": () => undefined,
  "returns a text": () => "made",
  "forgets an attribute": ({ kind, name }) => ({ kind, name }),
  "returns another shape": (state) => ({ ...state, result: 1 }),
  "adds an attribute": (state) => ({ ...state, extra: true }),
  "waits": async (state, { saveState, signal }) => {
    saveState(state);
    signal.throwIfAborted();
    await new Promise<void>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  },
  "never ends": async (state, { saveState }) => {
    saveState(state);
    await new Promise<void>(() => {});
  },
};

/** The resource `lab_fault`. */
export const fault = defineResource({
  typeName: "lab_fault",
  schema,
  modifyPlan({ planned }) {
    switch (planned.kind) {
      case "plan throws":
        throw new Error("no plan on purpose");
      case "plan changes a value":
        return { planned: { ...planned, name: "invented" } };
      default:
        return {};
    }
  },
  async create({ plan, provider, saveState, signal }) {
    const state: FaultState = { ...plan, result: "made" };
    await provider.store.put(`fault-${plan.name}`, { kind: plan.kind });
    const create = creates[plan.kind];
    if (create === undefined) return state;
    return await create(state, { saveState, signal }) as never;
  },
  async read({ state, provider }) {
    const stored = await provider.store.get(`fault-${state.name}`);
    if (stored?.["kind"] === "read throws") throw new Error("unreadable");
    if (stored?.["kind"] === "read returns another shape") {
      return { ...state, result: ["x"] } as never;
    }
    if (stored?.["kind"] === "read adds") return { ...state, color: "red" };
    return stored === undefined ? undefined : state;
  },
  update({ plan }) {
    if (plan.kind === "update fails") {
      throw failure("Failed on purpose", "It stays as it was.");
    }
    return Promise.resolve({ ...plan, result: "changed" });
  },
  planDestroy({ prior, diagnostics }) {
    if (prior.kind === "protected") {
      diagnostics.addError("Protected", "It must not be destroyed.");
    }
  },
  async delete({ state, provider }) {
    if (state.kind === "delete fails") {
      throw failure("Failed on purpose", "It is still there.");
    }
    await provider.store.remove(`fault-${state.name}`);
  },
});
