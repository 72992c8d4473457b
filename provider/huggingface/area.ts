import type { Kinds, Lazy } from "@hf-terraform/framework";
import type { ObjectList } from "./define/object_list.ts";

/** The definitions of an area by kind, each loaded when it is first needed. */
export type Area = {
  readonly [K in keyof Kinds]?: readonly Lazy<
    K extends "listResources" ? ObjectList : Kinds[K]
  >[];
};

/** Definitions of a file by its exports: the type, and the kind of what is no resource. */
export function lazy<M, const K extends keyof M & string>(
  load: () => Promise<M>,
  ...exports: readonly K[]
): { readonly typeName: string; readonly load: () => Promise<M[K]> }[] {
  return exports.map((name) => ({
    typeName: "huggingface" + name.replace(/(?:Action|Data|Ephemeral)$/, "")
      .replaceAll(/^.|[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    load: async () => (await load())[name],
  }));
}
