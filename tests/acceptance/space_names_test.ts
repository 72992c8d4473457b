import { assertEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { standInFor } from "../support/workspace.ts";
import { startSpaceWorld } from "../support/space_world.ts";

acceptanceTest(
  "the state of strickvl/huggingface-spaces moves over, and nothing is destroyed",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const created = await client.repos.create({ type: "space", id: "old" }, {
      sdk: "docker",
      visibility: "private",
      hardware: "t4-small",
      sleepTimeSeconds: 3600,
      secrets: [{ key: "TOKEN", value: "t" }],
      variables: [{ key: "MODE", value: "fast" }, { key: "HAND", value: "x" }],
    });
    await workspace.write({
      "terraform.tfstate": JSON.stringify({
        version: 4,
        terraform_version: "1.11.4",
        serial: 1,
        lineage: "11111111-1111-1111-1111-111111111111",
        outputs: {},
        resources: [{
          mode: "managed",
          type: "huggingface-spaces_space",
          name: "app",
          provider:
            'provider["registry.terraform.io/strickvl/huggingface-spaces"]',
          instances: [{
            schema_version: 0,
            attributes: {
              id: "sandbox/old",
              name: "old",
              private: true,
              sdk: "docker",
              template: "",
              hardware: "t4-small",
              storage: "small",
              sleep_time: 3600,
              secrets: { TOKEN: "t" },
              variables: { MODE: "fast" },
            },
            sensitive_attributes: [],
          }],
        }],
      }),
    });
    await world.configure(`
moved {
  from = huggingface-spaces_space.app
  to   = huggingface_space.app
}
resource "huggingface_space" "app" {
  name       = "old"
  sdk        = "docker"
  hardware   = "t4-small"
  sleep_time = 3600
  secrets    = { TOKEN = "t" }
  variables  = { MODE = "fast" }
}
`);
    await standInFor(workspace, "strickvl/huggingface-spaces");
    world.requests();
    assertActions(
      await workspace.planJson(),
      "huggingface_space.app",
      ["no-op"],
    );
    assertSuccess(await workspace.apply());
    assertEquals(world.writes(), []);
    await assertEmptyPlan(workspace);
    const { values } = await workspace.stateResource("huggingface_space.app");
    assertEquals(values["space_id"], created.id);
    const variables = await client.spaces.getVariables("sandbox/old");
    assertEquals(variables["HAND"]?.value, "x");
  },
);
