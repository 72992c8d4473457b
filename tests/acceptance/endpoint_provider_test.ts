import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { inputsOf, Later } from "./endpoint_later.ts";
import {
  assertState,
  configure,
  endpoint,
  withSandbox,
} from "./endpoint_support.ts";

acceptanceTest(
  "an unknown provider block is complained of only when it is needed",
  () =>
    withSandbox(async ({ workspace, url, sandbox }) => {
      const later = new Later();
      const provider = {
        token: later.value(sandbox.token),
        inference_endpoints_url: later.value(url),
        endpoint: later.value(url),
        namespace: later.value("acme"),
        cloud: {
          vendor: later.value("aws"),
          region: later.value("us-east-1"),
        },
      };
      await configure(workspace, {
        provider,
        endpoints: { this: endpoint("x") },
        more: { resource: later.resource },
      });
      const bare = {
        HF_TOKEN: "",
        HF_ENDPOINT: "",
        HF_INFERENCE_ENDPOINTS_URL: "",
      };
      assertSuccess(await workspace.apply({ env: bare }));
      await assertState(workspace, "this", {
        id: "acme/x",
        "cloud.vendor": "aws",
      });
      await assertEmptyPlan(workspace, { env: bare });

      const again = new Later();
      again.value("another");
      await configure(workspace, {
        provider: { ...provider, token: "${terraform_data.new.output}" },
        endpoints: { this: endpoint("x") },
        more: {
          resource: {
            terraform_data: {
              later: later.resource.terraform_data === undefined
                ? {}
                : { input: inputsOf(later) },
              new: { input: sandbox.token },
            },
          },
        },
      });
      const { code, stderr } = await workspace.plan({ env: bare });
      assertEquals(code, 1);
      for (
        const text of [
          "Provider attribute token is not known yet",
          "-target",
          "HF_TOKEN",
        ]
      ) {
        assertEquals(
          stderr.replaceAll(/\s+/g, " ").includes(text),
          true,
          stderr,
        );
      }
    }),
);
