/**
 * Tables of plans, as tests of the engine have them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import { lines, plain, plan, whole } from "./support.ts";

/** A plan of a state, or of a new resource, and a configuration. */
export interface PlanCase {
  readonly title: string;
  readonly prior?: Readonly<Record<string, Value>>;
  readonly config: Readonly<Record<string, Value>>;
  readonly planned: Readonly<Record<string, Value>>;
}

/** Tests plans, none of which replaces the resource. */
export function testPlans(thing: Resource, cases: readonly PlanCase[]): void {
  const { schema } = thing;
  for (const { title, prior, config, planned } of cases) {
    Deno.test(`plan: ${title}`, async () => {
      const response = await plan(thing, {
        priorState: prior === undefined ? null : whole(schema, prior),
        config: whole(schema, config),
      });
      assertEquals(lines(response.diagnostics), []);
      assertEquals(
        plain(response.plannedState),
        plain(whole(schema, planned)),
      );
      assertEquals(response.requiresReplace, []);
    });
  }
}
