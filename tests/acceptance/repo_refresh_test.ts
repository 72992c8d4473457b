import { assert, assertEquals } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import type { RepoRef } from "@hf-terraform/client";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const COUNT = 120;

for (const type of ["model", "dataset"] as const) {
  acceptanceTest(
    `${COUNT} ${type}s are refreshed from their list; one deleted outside is made again, one renamed outside is followed`,
    async () => {
      await using world = await startSpaceWorld({ createMs: 0 });
      const { client, workspace } = world;
      const at = (i: number): RepoRef<typeof type> => ({
        type,
        id: `acme/x-${i}`,
      });
      for (let i = 0; i < COUNT; i++) {
        await client.repos.create(at(i), { visibility: "private" });
      }
      const configuration = `
resource "huggingface_${type}" "all" {
  count      = ${COUNT}
  namespace  = "acme"
  name       = "x-\${count.index}"
  visibility = "private"
  on_destroy = "delete"
}
`;
      await world.configure(
        configuration + `
import {
  for_each = { for i in range(${COUNT}) : i => i }
  to       = huggingface_${type}.all[each.value]
  id       = "acme/x-\${each.key}"
}
`,
      );
      const parallel = { args: [`-parallelism=${COUNT}`] };
      assertSuccess(await workspace.apply(parallel));
      await world.configure(configuration);

      /** What a plan changes, and what it asked, none of which was refused. */
      const plan = async () => {
        world.requests();
        const { resource_changes = [] } = await workspace.planJson(parallel);
        const seen = world.requests();
        assertEquals(seen.filter(({ status }) => status === 400), []);
        return {
          seen: seen.map(({ method, path }) => `${method} ${path}`),
          changes: resource_changes
            .map(({ change, address }) => `${change.actions.join()} ${address}`)
            .filter((line) => !line.startsWith("no-op"))
            .toSorted(),
        };
      };
      const calm = await plan();
      assertEquals(calm.changes, []);
      // On a busy machine some reads come late, and ask by themselves.
      assert(calm.seen.length <= COUNT / 4, calm.seen.join("\n"));

      await client.repos.delete(at(7));
      await client.repos.move(at(11), "acme/elsewhere");
      const after = await plan();
      assertEquals(after.changes, [
        `create huggingface_${type}.all[7]`,
        `update huggingface_${type}.all[11]`,
      ]);
      // What is gone is looked for by its name, and once more in the list.
      assert(after.seen.length <= COUNT / 4, after.seen.join("\n"));
      assertSuccess(await workspace.applyPlan());
      assertEquals((await client.repos.get(at(11))).id, "acme/x-11");
      assertEquals((await plan()).changes, []);
      assertSuccess(await workspace.destroy(parallel));
      assertEquals(await client.repos.listInventory("acme").toArray(), []);
    },
  );
}
