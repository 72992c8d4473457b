import { takeSteps } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "custom domains of a Space are told though no answer calls them custom",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client, sandbox } = world;
    const runtime = JSON.parse(
      await Deno.readTextFile(
        new URL(
          "../recorded/answers/spaces/space-runtime-domains.json",
          import.meta.url,
        ),
      ),
    ).body;
    const config = `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "app"
  sdk       = "static"
}
`;
    const domains = ["mistleto.hf.co"];
    const answerAsRecorded = async () => {
      const item = await client.repos.get({ type: "space", id: "acme/app" }, {
        expand: [
          "author",
          "createdAt",
          "lastModified",
          "private",
          "sdk",
          "sha",
        ],
      });
      sandbox.addFault({
        match: { method: "GET", path: "**/api/spaces/acme/app" },
        action: {
          status: 200,
          body: JSON.parse(JSON.stringify({ ...item, runtime })),
        },
        times: 1000,
      });
    };
    await takeSteps(workspace, [{ config }, {
      before: answerAsRecorded,
      config: `${config}
data "huggingface_space" "this" {
  namespace = "acme"
  name      = huggingface_space.this.name
}
`,
      state: {
        "huggingface_space.this": { custom_domains: domains },
        "data.huggingface_space.this": { custom_domains: domains },
      },
    }, { before: () => sandbox.clearFaults(), config }]);
  },
);
