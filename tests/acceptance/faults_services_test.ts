/**
 * Environments that are wrong or set by half: nothing reaches a service that
 * nobody meant.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  configure,
  endpoint,
  type Place,
  withSandbox,
} from "./endpoint_support.ts";

/** A plan that needs no request, in an environment; what it says, on one line. */
async function planIn(
  { workspace, url }: Place,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; text: string }> {
  const webhook = {
    watched: [{ type: "org", name: "acme" }],
    domains: ["repo"],
    url: "https://ci.example.com",
  };
  await configure(workspace, {
    more: { resource: { huggingface_webhook: { this: webhook } } },
  });
  const bare = { HF_ENDPOINT: "", HF_INFERENCE_ENDPOINTS_URL: "" };
  const filled = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replace("SANDBOX", url),
    ]),
  );
  const { code, stdout, stderr } = await workspace.plan({
    env: { ...bare, ...filled },
  });
  const text = `${stdout}${stderr}`.replaceAll(/[\s│]+/g, " ");
  return { code, text };
}

const refused = [
  {
    env: { HF_ENDPOINT: "127.0.0.1:8123" },
    says: "Invalid base URL of the Hub … Cannot use `HF_ENDPOINT`: it is not " +
      "a URL … (`127.0.0.1:8123`)",
  },
  {
    env: { HF_ENDPOINT: "SANDBOX/api" },
    says: "Cannot use `HF_ENDPOINT`: it ends in /api",
  },
  {
    env: { HF_INFERENCE_ENDPOINTS_URL: "SANDBOX/v2/" },
    says: "Invalid base URL of Inference Endpoints … it ends in /v2",
  },
  {
    env: { HF_ENDPOINT: "http://hub.example.com" },
    says: "it is `http://hub.example.com`, and the token is never sent over " +
      "plain http",
  },
  {
    env: { HF_ENDPOINT: "SANDBOX", HF_TOKEN: "Bearer hf_0123456789abcdef" },
    says: "The token from the environment variable `HF_TOKEN` begins with " +
      "`Bearer`",
  },
];

for (const { env, says } of refused) {
  const [[name, value] = []] = Object.entries(env).slice(-1);
  acceptanceTest(
    `the plan refuses ${name}=${value}`,
    () =>
      withSandbox(async (inSandbox) => {
        const { code, text } = await planIn(inSandbox, env);
        assertEquals(code, 1, text);
        for (const part of says.split(" … ")) {
          assertEquals(text.includes(part), true, text);
        }
        assertEquals(text.includes("hf_0123456789abcdef"), false);
      }),
  );
}

for (const variable of ["HF_ENDPOINT", "HF_INFERENCE_ENDPOINTS_URL"]) {
  acceptanceTest(
    `${variable} on this machine stands for both services`,
    () =>
      withSandbox(async ({ workspace, sandbox, url }) => {
        await configure(workspace, { endpoints: { this: endpoint("x") } });
        const env = {
          HF_ENDPOINT: "",
          HF_INFERENCE_ENDPOINTS_URL: "",
          [variable]: url,
        };
        assertSuccess(await workspace.apply({ env }));
        assertEquals(
          sandbox.requests.filter(({ method }) => method === "POST").map((
            { path },
          ) => path),
          ["/v2/endpoint/sandbox"],
        );
      }),
  );
}

acceptanceTest(
  "a plan says that one service is elsewhere and the other the public one",
  () =>
    withSandbox(async (inSandbox) => {
      const elsewhere = { HF_ENDPOINT: "https://hub.example.com" };
      const { text } = await planIn(inSandbox, elsewhere);
      const warning = "Requests about Inference Endpoints go to the public " +
        "service";
      assertEquals(text.includes(warning), true, text);
      const meant = await planIn(inSandbox, {
        ...elsewhere,
        HF_INFERENCE_ENDPOINTS_URL: "https://api.endpoints.huggingface.cloud",
      });
      assertEquals(meant.text.includes(warning), false, meant.text);
    }),
);
