import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { assert, assertEquals } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { inputsOf, Later } from "./endpoint_later.ts";
import {
  assertSays,
  assertState,
  configure,
  endpoint,
  faultTest,
  mustApply,
  outputOf,
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

// Regressions of version 0.1.0, by the number of the fault: a plan without a
// token, or with a wrong one.

faultTest(
  "a plan tells of a token that is missing, a placeholder or refused, and where it came from",
  async (place) => {
    const { workspace } = place;
    const settings = (token?: string, more: object = {}) =>
      configure(workspace, {
        endpoints: { this: endpoint("x") },
        provider: { namespace: "acme", ...token !== undefined && { token } },
        more: {
          resource: {
            huggingface_space: { this: { name: "x", sdk: "static" } },
          },
          ...more,
        },
      });
    await settings();

    const without = await workspace.plan({ env: { HF_TOKEN: "" } });
    assertEquals(without.code, 2, without.stderr);
    assertSays(
      without,
      "Warning: No Hugging Face token",
      "hf auth login",
      "https://huggingface.co/settings/tokens",
    );
    assert(!outputOf(without).includes("Inference Endpoints"));

    const variable = "the environment variable `HF_TOKEN`";
    for (const HF_TOKEN of ["<your token>", "$HF_TOKEN"]) {
      const placeholder = await workspace.plan({ env: { HF_TOKEN } });
      assertEquals(placeholder.code, 1);
      assertSays(placeholder, "Invalid Hugging Face token", variable);
    }

    const wrong = await workspace.plan({ env: { HF_TOKEN: "hf_unknown" } });
    assertEquals(wrong.code, 1);
    assertSays(wrong, "401", `The token from ${variable} was refused`);

    await workspace.write({ "hf/token": "hf_unknown\n" });
    const inFile = await workspace.plan({
      env: { HF_TOKEN: "", HF_HOME: `${workspace.folder}/hf` },
    });
    assertEquals(inFile.code, 1);
    assertSays(inFile, `hf/token\` of \`hf auth login\` was refused`);

    await settings("<your token>");
    const inBlock = await workspace.plan();
    assertEquals(inBlock.code, 1);
    assertSays(inBlock, "`token` in the provider block");

    // A token that is known only after apply is no fault of the plan.
    await settings("${terraform_data.token.id}", {
      resource: { terraform_data: { token: {} } },
    });
    const later = await workspace.plan({ env: { HF_TOKEN: "" } });
    assertEquals(later.code, 2, later.stderr);
    assert(!outputOf(later).includes("No Hugging Face token"));

    await settings();
    const right = await mustApply(workspace);
    assert(
      !/No Hugging Face token|was refused/.test(outputOf(right)),
      outputOf(right),
    );
  },
);
