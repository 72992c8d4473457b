/**
 * A provider that runs by itself, and the real CLI attached to it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

acceptanceTest(
  "several commands use one process that runs for debugging",
  async () => {
    await using lab = await Lab.create();
    await lab.configure('resource "lab_thing" "a" { name = "first" }');
    await lab.apply();
    await lab.configure('resource "lab_thing" "a" { name = "second" }');
    await lab.apply();
    assertEquals(await lab.store.ids(), ["thing-second"]);
    await lab.destroy();
    assertEquals(await lab.store.ids(), []);
  },
);
