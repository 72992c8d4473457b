/**
 * An area of Hugging Face, such as its Spaces: the resources, lists, data
 * sources and actions that belong together.
 *
 * @module
 */

import type { Kinds, Lazy } from "@hf-terraform/framework";
import type { ObjectList } from "./define/object_list.ts";

/** The definitions of an area by kind, each loaded when it is first needed. */
export type Area =
  & {
    readonly [K in Exclude<keyof Kinds, "listResources">]?: readonly Lazy<
      Kinds[K]
    >[];
  }
  & {
    /** The lists of what exists, of which an export is made too. */
    readonly listResources?: readonly Lazy<ObjectList>[];
  };

/**
 * Definitions of a file, by type name without the prefix and by the name under
 * which the file exports them.
 */
export function lazy<M, const K extends keyof M>(
  load: () => Promise<M>,
  exports: Readonly<Record<string, K>>,
): { readonly typeName: string; readonly load: () => Promise<M[K]> }[] {
  return Object.entries(exports).map(([name, key]) => ({
    typeName: `huggingface_${name}`,
    load: async () => (await load())[key],
  }));
}
