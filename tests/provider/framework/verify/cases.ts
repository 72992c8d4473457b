/**
 * Cases for schemas: attributes and blocks, and their faults.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type {
  Attribute,
  Attributes,
  Blocks,
} from "../../../../provider/framework/schema/attribute.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { description, faultsIn } from "./support.ts";

/** An attribute that the builders would not make. */
export function odd(parts: Partial<Attribute>): Attribute {
  return { ...s.string({ optional: true, description }), ...parts };
}

export const text = s.string({ optional: true, description });
export const number = s.int({ optional: true, description });
export const need = s.string({ required: true, description });
export const computedText = s.string({ computed: true, description });
export const secret = s.string({
  optional: true,
  writeOnly: true,
  description,
});
export const any = s.dynamic({ optional: true, description });

/** Attributes and blocks, and what is wrong with them. */
export interface Case {
  readonly name: string;
  readonly attributes?: Attributes;
  readonly blocks?: Blocks;
  /** Messages after `resource "lab_thing", `. */
  readonly faults: readonly string[];
}

/** Defines a test for each of the cases. */
export function testFaults(cases: readonly Case[]): void {
  for (const { name, attributes, blocks, faults } of cases) {
    Deno.test(`verify finds: ${name}`, () => {
      assertEquals(
        faultsIn(attributes ?? {}, blocks ?? {}),
        faults.map((fault) => `resource "lab_thing", ${fault}`),
      );
    });
  }
}
