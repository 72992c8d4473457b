import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  tryFindCli,
} from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import {
  actionsOf,
  address,
  applied,
  assertState,
  configure,
  endpoint,
  withSandbox,
} from "./endpoint_support.ts";

const cli = await tryFindCli();

function whyNot(): string | undefined {
  if ("reason" in cli) return cli.reason;
  const [major = 0, minor = 0] = cli.version.split(".").map(Number);
  return major > 1 || minor >= 12
    ? undefined
    : `${cli.name} ${cli.version} has no identities; they came with 1.12`;
}

testIf({
  name: "an endpoint is imported by its identity, with and without namespace",
  skipped: whyNot(),
  fn: () =>
    withSandbox(async ({ workspace }) => {
      const endpoints = {
        mine: endpoint("x"),
        ours: endpoint("y", { namespace: "acme" }),
      };
      await configure(workspace, { endpoints });
      await applied(workspace);
      await workspace.remove("terraform.tfstate");
      await configure(workspace, {
        endpoints,
        more: {
          import: [
            { to: address("mine"), identity: { name: "x" } },
            {
              to: address("ours"),
              identity: { namespace: "acme", name: "y" },
            },
          ],
        },
      });
      assertEquals(actionsOf(await workspace.planJson()), {
        mine: "no-op",
        ours: "no-op",
      });
      assertSuccess(await workspace.applyPlan());
      await assertState(workspace, "mine", { id: "sandbox/x" });
      await assertState(workspace, "ours", { id: "acme/y" });
      await assertEmptyPlan(workspace);
    }),
});
