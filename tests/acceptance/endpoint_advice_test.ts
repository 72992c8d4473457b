import { assert, assertEquals, assertNotMatch } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import { dollars } from "../../provider/huggingface/cost/price.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
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
  "a plan warns of machines that cannot be had, with one request for all",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      await configure(workspace, {
        provider: { namespace: "sandbox" },
        endpoints: {
          elsewhere: endpoint("elsewhere", {
            compute: { instance_type: "nvidia-h200" },
            cloud: { vendor: "gcp", region: "us-east4" },
          }),
          old: endpoint("old", {
            compute: { instance_type: "intel-icl" },
            cloud: { vendor: "aws", region: "us-east-1" },
          }),
          many: endpoint("many", {
            cloud: { vendor: "gcp", region: "us-east4" },
            compute: {
              instance_type: "nvidia-a100",
              instance_size: "x8",
              scaling: { min_replica: 3, max_replica: 3 },
            },
          }),
          fine: endpoint("fine"),
        },
      });
      const plan = await workspace.plan();
      assertEquals(plan.code, 2);
      assertSays(
        plan,
        "nvidia-h200 x1 is not offered in gcp us-east4",
        "It is offered in: aws us-west-2",
        "intel-icl x1 is not offered anywhere",
        "Quota of sandbox for nvidia-a100 is too small",
        "the plan needs 24 more accelerators",
      );
      assertNotMatch(outputOf(plan), /intel-spr x1 is/);
      const paths = sandbox.requests.map(({ path }) =>
        path.split("?")[0] ?? ""
      );
      assertEquals(paths.toSorted(), [
        "/api/models/gpt2", // Which leads to its name of today.
        "/api/models/openai-community/gpt2",
        "/api/organizations/sandbox/overview",
        "/api/users/sandbox/overview",
        "/v2/endpoint/sandbox", // Whether one of them exists already.
        "/v2/provider/sandbox",
      ]);
    }),
);

acceptanceTest(
  "a catalogue that is slow or broken changes nothing where cloud is set",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      const cloud = { vendor: "aws", region: "us-east-1" };
      await configure(workspace, {
        endpoints: { this: endpoint("x", { cloud }) },
      });
      sandbox.addFault({
        match: { path: "/v2/provider" },
        action: { delay_ms: 60_000 },
      });
      const slow = await workspace.plan();
      assertEquals(slow.code, 2, slow.stderr);
      sandbox.addFault({
        match: { path: "/v2/provider" },
        times: 9,
        action: { status: 500 },
      });
      await mustApply(workspace);
      await assertState(workspace, "this", { id: "sandbox/x" });
    }),
);

acceptanceTest(
  "an instance family that is not known is looked up in the catalogue",
  () =>
    withSandbox(async ({ workspace, sandbox, client }) => {
      const catalog = await client.endpoints.getCompute("sandbox");
      const text = JSON.stringify(catalog).replaceAll("intel-spr", "quantum-1");
      sandbox.addFault({
        match: { path: "/v2/provider" },
        times: 9,
        action: { status: 200, body: JSON.parse(text) },
      });
      await configure(workspace, {
        endpoints: {
          this: endpoint("x", { compute: { instance_type: "quantum-1" } }),
        },
      });
      // The sandbox itself does not know it, which shows what was sent.
      assertSays(
        await workspace.apply(),
        "Cannot create the endpoint sandbox/x",
        "'Cpu' - 'quantum-1'",
      );
      await configure(workspace, {
        endpoints: {
          this: endpoint("x", { compute: { instance_type: "warp-9" } }),
        },
      });
      assertSays(
        await workspace.apply(),
        "No place offers warp-9 x1",
        "nvidia-l4",
      );
    }),
);

acceptanceTest(
  "the token file of `hf auth login` is used, and the catalogue can be asked",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      await workspace.write({ "hf/token": `${sandbox.token}\n` });
      await configure(workspace, {
        endpoints: { this: endpoint("x") },
        more: {
          data: {
            huggingface_endpoint: {
              this: { name: "${huggingface_endpoint.this.name}" },
            },
            huggingface_endpoint_compute: {
              gpus: {
                vendor: "gcp",
                region: "us-east4",
                accelerator: "gpu",
                status: "available",
              },
            },
          },
          output: {
            cheapest: {
              value:
                "${data.huggingface_endpoint_compute.gpus.instances[0].id}",
            },
            price: {
              value:
                "${data.huggingface_endpoint_compute.gpus.instances[0].price_per_hour}",
            },
            status: { value: "${data.huggingface_endpoint.this.status}" },
          },
        },
      });
      workspace.env.HF_TOKEN = "";
      workspace.env.HF_HOME = `${workspace.folder}/hf`;
      assertSuccess(await workspace.apply());
      const output = async (name: string) =>
        (await workspace.output(name)).stdout;
      assertEquals(await output("cheapest"), "gcp-us-east4-nvidia-t4-x1");
      assertEquals(await output("price"), "0.5");
      assertEquals(await output("status"), "running");
    }),
);

acceptanceTest(
  "a plan says what an endpoint costs that is created or becomes dearer",
  () =>
    withSandbox(async ({ workspace, sandbox, client }) => {
      const plan = async (most: number, provider: object = {}) => {
        const more = {
          cloud: { vendor: "aws", region: "us-east-1" },
          compute: { scaling: { min_replica: 0, max_replica: most } },
        };
        await configure(workspace, {
          provider: { namespace: "sandbox", ...provider },
          endpoints: {
            one: endpoint("one", more),
            two: endpoint("two", more),
          },
        });
        sandbox.clearRequests();
        const said = outputOf(await workspace.plan());
        const catalogues = sandbox.requests
          .filter(({ path }) => path.startsWith("/v2/provider"));
        assert(catalogues.length <= 1, `${catalogues.length} catalogues`);
        return said.match(/Warning: Endpoint \w+ costs .*? an hour/g) ?? [];
      };
      const machine = (await client.endpoints.getCompute()).vendors
        .flatMap(({ regions }) => regions).flatMap(({ computes }) => computes)
        .find(({ instanceType, instanceSize }) =>
          instanceType === "intel-spr" && instanceSize === "x1"
        );
      const title = (name: string, most: number) =>
        `Warning: Endpoint ${name} costs $0.00 to ` +
        `$${dollars(most * (machine?.pricePerHour ?? NaN))} an hour`;
      const both = (most: number) => [title("one", most), title("two", most)];
      assertEquals((await plan(2)).toSorted(), both(2));
      assertEquals(await plan(2, { cost_estimation: false }), []);
      assertSuccess(await workspace.apply());
      assertEquals(await plan(2), []);
      assertEquals((await plan(4)).toSorted(), both(4));
      assertEquals(await plan(1), []);
    }),
);

faultTest(
  "a catalogue that is refused is said at plan, once, in the service's words",
  async ({ workspace, sandbox }) => {
    sandbox.addFault({
      match: { path: "/v2/provider" },
      times: 99,
      action: {
        status: 403,
        body: { error: "Payment method required for namespace: sandbox" },
      },
    });
    const cloud = { vendor: "aws", region: "us-east-1" };
    await configure(workspace, {
      provider: { max_hourly_cost: 100 },
      endpoints: {
        one: endpoint("one", { cloud }),
        two: endpoint("two", { cloud, namespace: "acme" }),
      },
    });
    const plan = await workspace.plan();
    assertEquals(plan.code, 2);
    const output = outputOf(plan);
    const title = "Cannot read the catalogue of machines";
    assertEquals(output.split(`Warning: ${title}`).length, 2, output);
    assertSays(
      plan,
      "Payment method required for namespace: sandbox",
      "https://huggingface.co/settings/billing",
    );
    assertEquals(output.includes("needs the permission"), false, output);
  },
);
