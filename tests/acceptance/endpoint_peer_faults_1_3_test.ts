// Each test is one fault of gorgias-oss/huggingface, by its number in the list of them; it
// shows that this provider does it right.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import {
  actionsOf,
  applied,
  configure,
  endpoint,
  fault,
  write,
} from "./endpoint_support.ts";

const url = "ghcr.io/acme/image:1";

fault(
  "1.3: arguments of vLLM, and a move to another region",
  async (place) => {
    const { workspace, client } = place;
    const more = (region: string): JsonObject => ({
      cloud: { vendor: "aws", region },
      model: {
        args: ["--max-model-len", "4096"],
        image: {
          vllm: { url, extra: '{"serverArgs":["--enforce-eager"]}' },
        },
      },
    });
    await write(place, more("us-east-1"));
    await applied(workspace);
    // The service does not show them, which is no reason to send them again.
    await assertEmptyPlan(workspace);
    const { model } = await client.endpoints.get("sandbox/x");
    assertEquals(model.args, ["--max-model-len", "4096"]);
    await write(place, more("eu-west-1"));
    assertEquals(actionsOf(await workspace.planJson()), {
      this: "delete+create",
    });
    assertSuccess(await workspace.applyPlan());
    const { provider } = await client.endpoints.get("sandbox/x");
    assertEquals(provider.region, "eu-west-1");
    await assertEmptyPlan(workspace);
  },
);

fault(
  "1.3: id, url and status can be used, and the token from the environment",
  async (place) => {
    const { workspace, sandbox } = place;
    await configure(workspace, {
      endpoints: { this: endpoint("x") },
      more: {
        output: Object.fromEntries(
          ["id", "url", "status"].map((name) => [name, {
            value: `\${huggingface_endpoint.this.${name}}`,
          }]),
        ),
      },
    });
    await applied(workspace);
    assertEquals((await workspace.output("id")).stdout, "sandbox/x");
    assertStringIncludes((await workspace.output("url")).stdout, "http");
    assertEquals((await workspace.output("status")).stdout, "running");
    assert(sandbox.requests.length > 0);
  },
);
