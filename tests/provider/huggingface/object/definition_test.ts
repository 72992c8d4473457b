/**
 * The number of keys of a definition: who reads one has to know them all.
 *
 * @module
 */

import { assert } from "@std/assert";
import type {
  IdentityAttributes,
  Schema,
} from "../../../../provider/framework/mod.ts";
import type { Wire } from "../../../../provider/framework/binding/mod.ts";
import type {
  ObjectDefinition,
} from "../../../../provider/huggingface/object/definition.ts";

type Definition = ObjectDefinition<Schema, IdentityAttributes, Wire, unknown>;

/** All keys of a `T`, each of which has to be named. */
type KeysOf<T> = { readonly [N in keyof T]-?: true };

// A key that is missing here, or that no definition has, does not compile.
const keys: KeysOf<Definition> = {
  typeName: true,
  kind: true,
  schema: true,
  access: true,
  identity: true,
  parent: true,
  conflicts: true,
  losses: true,
  errors: true,
  visibility: true,
  validate: true,
  planValues: true,
  modifyPlan: true,
  planDestroy: true,
  create: true,
  read: true,
  update: true,
  delete: true,
  upgradeState: true,
  moveState: true,
};

const groups: {
  readonly [K in "identity" | "parent" | "conflicts" | "losses" | "errors"]:
    KeysOf<NonNullable<Definition[K]>>;
} = {
  identity: {
    schema: true,
    of: true,
    upgrade: true,
    importKey: true,
    displayName: true,
  },
  parent: {
    claimOf: true,
    leadsElsewhere: true,
    find: true,
    read: true,
    look: true,
    identify: true,
  },
  conflicts: {
    claims: true,
    likeness: true,
    find: true,
    refusalOf: true,
    adopts: true,
    startsIn: true,
  },
  losses: {
    dataAtRisk: true,
    contentsOf: true,
    partsOf: true,
    unmanaged: true,
    noteLost: true,
    removes: true,
  },
  errors: { complaints: true, refersTo: true, adviceOn: true },
};

Deno.test("a resource is defined in at most 20 keys, and a group in six", () => {
  assert(Object.keys(keys).length <= 20);
  for (const [name, group] of Object.entries(groups)) {
    assert(Object.keys(group).length <= 6, name);
  }
});
