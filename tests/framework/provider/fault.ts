/**
 * A resource that does something wrong, as it is told to.
 *
 * @module
 */
import { failure, s, type State } from "../../../provider/framework/mod.ts";
import { defineResource } from "./vocabulary.ts";

const schema = s.schema({
  description: "A fault.",
  attributes: {
    kind: s.string({ required: true, description: "What goes wrong." }),
    name: s.string({ required: true, description: "The name." }),
    note: s.string({ optional: true, description: "A note." }),
    result: s.string({ computed: true, description: "What came of it." }),
    timeouts: s.timeouts({ create: "10m" }),
  },
});

/** The resource `lab_fault`. */
export const fault = defineResource({
  typeName: "lab_fault",
  schema,
  modifyPlan({ planned, deferralAllowed }) {
    if (planned.kind !== "is put off") return {};
    return deferralAllowed ? { deferred: "absent_prerequisite" } : {};
  },
  async create({ plan, provider, saveState, signal }) {
    const state: State<typeof schema> = { ...plan, result: "made" };
    await provider.store.put(`fault-${plan.name}`, { kind: plan.kind });
    switch (plan.kind) {
      case "throws":
        throw new Error("broken on purpose");
      case "fails":
        throw failure("Failed on purpose", "Nothing can be done about it.");
      case "fails after saving":
        saveState(state);
        throw failure("Failed on purpose", "But it exists.");
      case "changes the plan":
        return { ...state, note: "invented" };
      case "returns nothing":
        return undefined as never;
      case "forgets an attribute":
        return { kind: plan.kind, name: plan.name } as never;
      case "returns another shape":
        return { ...state, result: 1 } as never;
      case "waits":
        saveState(state);
        await new Promise<void>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
        return state;
      default:
        return state;
    }
  },
  async read({ state, provider }) {
    const stored = await provider.store.get(`fault-${state.name}`);
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
