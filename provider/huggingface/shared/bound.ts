/**
 * Resources of this provider whose attributes are declared with their place in
 * the API's JSON.
 *
 * @module
 */

import {
  attributeAt,
  type BoundResource,
  boundResource,
  type IdentityAttributes,
  type Path,
  type Resource,
  type Schema,
  type Table,
  type Unbound,
  type Wire,
} from "../../framework/mod.ts";
import { isApiError } from "../../../mod.ts";
import { defineResource } from "./define.ts";
import { explain } from "./errors.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

/** A resource, and what messages say of the permission that it needs. */
export type BoundDefinition<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
> =
  & BoundResource<S, A, W, HuggingFaceProvider>
  & {
    /** The permission of the token, such as `repo.write`. */
    readonly permission: string;
  }
  & ([Unbound<S["attributes"]>] extends [never] ? unknown
    : { readonly unbound: Unbound<S["attributes"]> });

/** Defines resources whose JSON is `W`; errors get advice and a place. */
export function definerFor<W extends Wire>(): <
  S extends Schema,
  A extends IdentityAttributes,
>(definition: BoundDefinition<S, A, W>) => Resource {
  return (definition) =>
    defineResource(boundResource({
      explain: (error, verb, { label, table, call }) =>
        explain(error, {
          summary: `Cannot ${verb} ${label}`,
          provider: call.provider,
          permission: `the permission \`${definition.permission}\``,
          path: placeOf(error, table),
        }),
      ...definition,
    }));
}

/** The attribute that the API complains of; undefined: it names none. */
export function placeOf(error: unknown, table: Table): Path | undefined {
  if (!isApiError(error) || (error.status !== 400 && error.status !== 422)) {
    return undefined;
  }
  const named = /^\W*([a-zA-Z]+(?:\.[a-zA-Z0-9]+)*)(?=\W|$)/.exec(error.reason);
  return named?.[1] === undefined ? undefined : attributeAt(table, named[1]);
}
