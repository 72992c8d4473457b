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
    kind: s.string({ required: true, description: "The kind of fault." }),
    name: s.string({ required: true, description: "The name." }),
    note: s.string({ optional: true, description: "A note." }),
    result: s.string({ computed: true, description: "The result." }),
  },
  blocks: { timeouts: s.block.timeouts({ create: "10m" }) },
});

type FaultState = State<typeof schema>;

/** A create, given a whole state that it could return. */
type Create = (state: FaultState, context: {
  readonly signal: AbortSignal;
  saveState(state: FaultState): void;
}) => unknown;

const creates: Readonly<Record<string, Create>> = {
  "fails after saving": (state, { saveState }) => {
    saveState(state);
    throw failure("Failed after saving", "But it exists.");
  },
  "changes the plan": (state) => ({ ...state, note: "invented" }),
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
  async create({ plan, provider, saveState, signal }) {
    await provider.store.put(`fault-${plan.name}`, { kind: plan.kind });
    return await creates[plan.kind]?.({ ...plan, result: "made" }, {
      saveState,
      signal,
    }) as never;
  },
  read: ({ state }) => Promise.resolve(state),
  update: ({ plan }) => Promise.resolve({ ...plan, result: "changed" }),
  async delete({ state, provider }) {
    await provider.store.remove(`fault-${state.name}`);
  },
});
