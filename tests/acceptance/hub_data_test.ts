import { takeSteps } from "@hf-terraform/framework/testing";
import { HuggingFace } from "../../mod.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "a data source tells of private links",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, url } = world;
    const { endpoints } = new HuggingFace({
      token: sandbox.token,
      inferenceEndpointsUrl: url,
    });
    for (const [name, accountId] of [["a", "1"], ["b", "2"]]) {
      await endpoints.create(`acme/${name ?? ""}`, {
        type: "private",
        provider: { vendor: "aws", region: "us-east-1" },
        compute: {
          accelerator: "cpu",
          instanceType: "intel-spr",
          instanceSize: "x1",
          scaling: { minReplica: 0, maxReplica: 1 },
        },
        model: {
          repository: "gpt2",
          framework: "pytorch",
          image: { huggingface: {} },
        },
        privateService: {
          accountId: `${accountId}`.repeat(12),
          shared: false,
        },
      });
    }
    const config = `
data "huggingface_endpoint_private_services" "all" {
  namespace = "acme"
}
data "huggingface_endpoint_private_services" "one" {
  namespace  = "acme"
  account_id = "222222222222"
}
output "found" {
  value = {
    links   = data.huggingface_endpoint_private_services.all.private_services[*].endpoint
    account = data.huggingface_endpoint_private_services.one.private_services[*].account_id
  }
}
`;
    const found = {
      links: ["a", "b"],
      account: ["222222222222"],
    };
    await takeSteps(workspace, [{ config, outputs: { found } }]);
  },
);

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
