import { assert, assertEquals } from "@std/assert";
import {
  assertSays,
  configure,
  endpoint,
  faultTest,
  mustApply,
  outputOf,
} from "./endpoint_support.ts";

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
