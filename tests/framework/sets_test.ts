/**
 * Sets, and numbers of unusual size, through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

const pool = (body: string) => `
resource "lab_pool" "a" {
  ${body}
}
`;

acceptanceTest(
  "a value that follows from a set is not planned again because of its order",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(pool('name = "a"'));
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    await lab.configure(pool('name = "a"\nlabels = ["a", "b"]'));
    assertEquals(await lab.hasChanges(), false);
    await lab.configure(pool('name = "a"\nlabels = ["a", "c"]'));
    const [change] = await lab.plan();
    assertEquals(change?.change.after_unknown["summary"], true);
  },
);

acceptanceTest(
  "a text in a set that comes back in other words taints nothing",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(
      pool('name = "a"\nmembers = [{ host = "A.Example" }, { host = "B" }]'),
    );
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    assertEquals((await lab.values("lab_pool.a"))["members"], [
      { host: "A.Example", id: "id of a.example", weight: null },
      { host: "B", id: "id of b", weight: null },
    ]);
    await lab.configure(
      pool('name = "a"\nmembers = [{ host = "b" }, { host = "a.example" }]'),
    );
    assertEquals(await lab.hasChanges(), false);
  },
);

acceptanceTest(
  "a float may have more digits, or be larger, than a double shows",
  async () => {
    await using lab = await Lab.create();
    const shares = [
      "1 / 3",
      "9007199254740992",
      "1000000000000000000",
      "1e300",
    ];
    for (const share of shares) {
      await lab.configure(pool(`name = "a"
  share   = ${share}
  members = [{ host = "a", weight = ${share} }]`));
      await lab.apply();
      assertEquals(await lab.hasChanges(), false, share);
    }
    await lab.configure(
      pool('name = "a"\nshare = 1e400'),
    );
    assertStringIncludes(
      await lab.fail("plan", "-no-color"),
      "`share` must be within the range of a 64-bit float, but it has 401 characters",
    );
  },
);

acceptanceTest(
  "what exists is in the state even if its values cannot be stored",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(pool('name = "endless"\nlimits = [1]'));
    const said = await lab.fail("apply", "-auto-approve", "-no-color");
    assertStringIncludes(said, "limits[0]");
    assertStringIncludes(said, "It is infinite, which no state can hold.");
    assertEquals(await lab.addresses(), ["lab_pool.a"]);
    assertEquals(await lab.store.ids(), ["pool-endless"]);
  },
);
