import { takeSteps, whyNot } from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { address, endpoint, withSandbox } from "./endpoint_support.ts";

testIf({
  name: "an endpoint is imported by its identity, with and without namespace",
  skipped: await whyNot({ terraform: "1.12", tofu: "1.12" }),
  fn: () =>
    withSandbox(async ({ workspace }) => {
      const mine = address("mine");
      const ours = address("ours");
      const huggingface_endpoint = {
        mine: endpoint("x"),
        ours: endpoint("y", { namespace: "acme" }),
      };
      await takeSteps(workspace, [
        {
          config: {
            "main.tf.json": JSON.stringify({
              resource: { huggingface_endpoint },
            }),
          },
          state: { [mine]: { id: "sandbox/x" }, [ours]: { id: "acme/y" } },
        },
        { import: mine, by: "identity", identity: { name: "x" } },
        { import: ours, by: "identity" },
      ]);
    }),
});
