import { failure } from "../diagnostics.ts";
import type { ImportContext } from "./resource.ts";

/**
 * An `importState` that takes the id, or the attribute of that name of the
 * identity, for the value of one attribute. The read after it finds the rest.
 *
 * @example
 * ```ts
 * import { passthrough } from "@hf-terraform/framework";
 *
 * const importState = passthrough("id");
 * ```
 */
export function passthrough<const N extends string>(name: N): (
  context: Pick<ImportContext<object, unknown>, "id" | "identity">,
) => { readonly [K in N]: string } {
  return ({ id, identity = {} }) => {
    const value: unknown = id ?? Reflect.get(identity, name);
    if (typeof value === "string") {
      return { [name]: value } as Record<N, string>;
    }
    throw failure(
      "The import lacks an id",
      `Neither an id nor \`${name}\` of the identity is given. Give one.`,
    );
  };
}
