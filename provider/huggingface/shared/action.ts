/**
 * Actions that send something once: what each of them sends, and what its
 * errors say.
 *
 * @module
 */

import type {
  Action,
  Attributes,
  Config,
  InvokeContext,
  KnownConfig,
  Schema,
  ValidateContext,
} from "@hf-terraform/framework";
import type { HuggingFace } from "@hf-terraform/client";
import { type Access, needing } from "./access.ts";
import { namespaceOf } from "./object/bound.ts";
import { defineAction } from "./define.ts";
import { type ErrorContext, explain } from "./object/errors.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

type NoBlocks = Readonly<Record<never, never>>;

/** An action: what differs from one to another. */
export interface OnceDefinition<
  A extends Attributes,
  C = KnownConfig<Schema<A, NoBlocks>>,
> extends Access {
  /** The full type name. */
  readonly typeName: string;
  /** The schema. */
  readonly schema: Schema<A, NoBlocks>;
  /** Rules over several attributes. */
  validate?(context: ValidateContext<Config<Schema<A, NoBlocks>>>): void;
  /** What an error says; the owner is empty if no attribute is one. */
  failed(
    config: C,
    namespace: string,
  ): Omit<ErrorContext, "provider" | keyof Access>;
  /** Sends it; returns what to tell. */
  send(
    context: InvokeContext<C, HuggingFaceProvider> & {
      /** Sends the requests. */
      readonly client: HuggingFace;
      /** The owner: that of the configuration, else the default. */
      readonly namespace: string;
    },
  ): Promise<string>;
}

/** Defines an action that sends something once. */
export function onceAction<A extends Attributes>(
  definition: OnceDefinition<A>,
): Action {
  const { typeName, schema, permission, plan, validate, failed, send } =
    definition;
  const { attributes } = schema;
  const isOwned = "namespace" in attributes || "organization" in attributes;
  return defineAction({
    typeName,
    schema: needing(definition, schema),
    ...validate && { validate },
    async invoke(context) {
      const { config, provider, progress } = context;
      const namespace = isOwned ? await namespaceOf(config, context) : "";
      const client = await provider.client();
      try {
        progress(await send({ ...context, client, namespace }));
      } catch (error) {
        throw await explain(error, {
          ...failed(config, namespace),
          permission,
          plan,
          provider,
        });
      }
    },
  });
}
