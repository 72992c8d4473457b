import { assertEquals } from "@std/assert";
import { definersFor, s } from "../../../../provider/framework/mod.ts";
import { testContext } from "../../../../provider/framework/testing/mod.ts";

const { defineResource } = definersFor<{ readonly zone: string }>();

const note = defineResource({
  typeName: "notes_note",
  schema: s.schema({
    description: "A note.",
    attributes: {
      text: s.string({ required: true, description: "Text." }),
      id: s.string({ computed: true, description: "The id." }),
    },
  }),
  create({ plan, provider, saveState, privateState, log, diagnostics }) {
    const state = { ...plan, id: `${provider.zone}/1` };
    saveState(state);
    privateState.set("at", 1);
    log.info("Created", { id: state.id });
    diagnostics.addWarning("Odd", "Look.");
    return Promise.resolve(state);
  },
  read: ({ state }) => Promise.resolve(state),
  delete: () => Promise.resolve(),
});

Deno.test("a function is tested without a CLI, and what it did is seen", async () => {
  const context = testContext({ zone: "z" });
  const plan = { text: "milk", id: null };
  const state = await note.create({ ...context, plan, config: plan });
  assertEquals(state, { text: "milk", id: "z/1" });
  assertEquals(context.saved, [state]);
  assertEquals(context.privateState.get("at"), 1);
  assertEquals(context.logged, [
    { level: "info", message: "Created", fields: { id: "z/1" } },
  ]);
  assertEquals(context.diagnostics.items.map(({ summary }) => summary), [
    "Odd",
  ]);
  assertEquals(context.signal.aborted, false);
});
