import { Deferral } from "../define/deferral.ts";
import { type Detail, type Diagnostics, textOf } from "../diagnostics.ts";
import { channel } from "./channel.ts";
import type { EngineCall, Fields } from "./contract.ts";
import { Operation } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";
import { defineOperation } from "./define_operation.ts";

export const planAction = defineOperation<"typeName" | "config">(
  "plan",
  () => ({}),
  async (operation, request) => {
    const action = operation.find("actions");
    const { config } = operation.configuration(action.schema, request.config);
    const { deferralAllowed, server: { deferral } } = operation;
    if (deferralAllowed && deferral !== undefined) throw new Deferral(deferral);
    if (action.plan === undefined) return {};
    const reason =
      await operation.run((context) => action.plan?.({ ...context, config })) ??
        undefined;
    if (reason !== undefined) {
      throw operation.deferral(new Deferral(reason));
    }
    return {};
  },
);

/** Something that happens while an action runs. */
type InvokeEvent =
  | { readonly kind: "progress"; readonly message: string }
  | { readonly kind: "completed"; readonly diagnostics: Diagnostics };

/** Invokes an action. The last event is always `completed`. */
export async function* invokeAction(
  server: ProviderServer,
  request: Fields<"typeName" | "config">,
  call: EngineCall,
): AsyncGenerator<InvokeEvent, void, void> {
  const operation = new Operation(server, "invoke", request, call);
  const events = channel<InvokeEvent>();
  const progress = async (message: Detail): Promise<void> => {
    await events.push({ kind: "progress", message: textOf(message) });
  };
  const done = operation.respond(() => ({}), async () => {
    const action = operation.find("actions");
    const { schema } = action;
    const { reference, config } = operation.configuration(
      schema,
      request.config,
    );
    await operation.run(
      (context) => action.invoke({ ...context, config, progress }),
      { limit: timeLimit(schema, "create", reference) },
    );
    return {};
  }).finally(() => events.end());
  yield* events.items;
  const { diagnostics } = await done;
  yield { kind: "completed", diagnostics };
}
