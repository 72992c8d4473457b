/**
 * Actions that send something once: what each of them sends, and what its
 * errors say.
 *
 * @module
 */

import {
  type Action,
  type Attributes,
  type Config,
  type InvokeContext,
  s,
  type Schema,
  type ValidateContext,
} from "@hf-terraform/framework";
import { withAccess } from "./access.ts";
import {
  type ConfigOf,
  type Means,
  type RequestDefinition,
  runRequest,
} from "./request.ts";
import { defineAction } from "./define.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";

/** An action: what differs from one to another. */
export interface OnceDefinition<A extends Attributes>
  extends RequestDefinition<A> {
  /** See {@linkcode RequestDefinition.adviceIfLost}. */
  readonly adviceIfLost: string;
  readonly attributes: A;
  /** Rules that no validator says. */
  validate?(
    context: ValidateContext<
      Config<Schema<A, Readonly<Record<never, never>>>>
    >,
  ): void;
  /** Sends it; returns what to tell, if anything is left. */
  send(
    context: InvokeContext<ConfigOf<A>, HuggingFaceProvider> & Means,
  ): Promise<string | void>;
}

/** Defines an action that sends something once. */
export function onceAction<A extends Attributes>(
  definition: OnceDefinition<A>,
): Action {
  const { typeName, description, attributes, validators = [] } = definition;
  const { access, validate, send } = definition;
  return defineAction({
    typeName,
    schema: withAccess(
      access,
      s.schema({ description, attributes, validators }),
    ),
    ...validate && { validate },
    async invoke(context) {
      const told = await runRequest(
        definition,
        attributes,
        context,
        (means) => send({ ...context, ...means }),
      );
      if (typeof told === "string") context.progress(told);
    },
  });
}
