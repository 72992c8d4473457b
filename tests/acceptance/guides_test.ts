import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HuggingFace } from "@hf-terraform/client";
import { assertSuccess, tryFindCli } from "@hf-terraform/framework/testing";
import { inRoot } from "../../tools/paths.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import {
  control,
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";
import { cpuEndpoint } from "../support/cpu_endpoint.ts";
import { testIf } from "../support/skip.ts";
import { requirement } from "../support/space_world.ts";
import { createWorkspace, standInFor } from "../support/workspace.ts";

const folder = "templates/guides";

/** Values for the variables of the guides. */
const variables: Readonly<Record<string, string>> = {
  TF_VAR_api_key: "a key",
  TF_VAR_database_password: "correct horse",
  TF_VAR_huggingface_token: "hf_sandbox0write0token",
  TF_VAR_research_token: "hf_sandbox0write0token",
  TF_VAR_name: "under-test",
};

const cli = await tryFindCli();
const windows = Deno.build.os === "windows" ? "it needs a shell" : undefined;

/** Returns the reason why this CLI cannot plan a configuration. */
function reason(configuration: string): string | undefined {
  if ("reason" in cli) return cli.reason;
  const [, minor = 0] = cli.version.split(".").map(Number);
  const needed = /ephemeral *=|_wo\b|terraform\.applying/.test(configuration)
    ? 11
    : 8;
  return minor < needed
    ? `${cli.name} ${cli.version} has no write-only arguments or no terraform.applying`
    : undefined;
}

/** Returns the plan arguments that let Terraform generate missing resources. */
function planArguments(configuration: string): string[] {
  return configuration.includes("import {") &&
      !configuration.includes('resource "')
    ? ["-generate-config-out=generated.tf"]
    : [];
}

async function guides(): Promise<string[]> {
  const found = [];
  for await (const { name } of Deno.readDir(inRoot(folder))) found.push(name);
  return found.toSorted();
}

for (const guide of await guides()) {
  const text = await Deno.readTextFile(inRoot(`${folder}/${guide}`));
  for (const [at, block] of codeBlocks(text, "terraform").entries()) {
    testIf({
      name: `${guide}: configuration ${at + 1} is valid and plans`,
      skipped: reason(block),
      fn: () => assertPlans(block),
    });
  }
}

/** Two organizations, `acme` with an endpoint `embeddings` in it. */
async function populatedSandbox(): Promise<RunningSandbox> {
  const sandbox = await startSandbox({
    startupMs: 0,
    organizations: [{ name: "acme", plan: "plus" }, { name: "acme-research" }],
  });
  const client = new HuggingFace({
    token: sandbox.token,
    endpoint: sandbox.url,
    inferenceEndpointsUrl: sandbox.url,
  });
  await client.repos.create({ type: "model", id: "acme/acme-chat" });
  await client.endpoints.create("acme/embeddings", {
    ...cpuEndpoint,
    type: "authenticated",
    provider: { vendor: "gcp", region: "us-east4" },
    compute: {
      ...cpuEndpoint.compute,
      scaling: { minReplica: 1, maxReplica: 1 },
    },
  });
  return sandbox;
}

async function assertPlans(block: string): Promise<void> {
  await using sandbox = await populatedSandbox();
  await using workspace = await createWorkspace({
    // Each configuration of the provider is a process of its own.
    launch: /\balias\b/.test(block) ? "started" : "attached",
    files: {
      "guide.tf": block,
      ...block.includes("required_providers")
        ? {}
        : { "requirement.tf": requirement },
    },
    env: { ...sandbox.env, ...variables },
  });
  if (block.includes("huggingface-spaces")) {
    await standInFor(workspace, "strickvl/huggingface-spaces");
  }
  const args = planArguments(block);
  const { code, stdout, stderr } = await workspace.plan({ args });
  assert(code !== 1, stdout + stderr);
  assertEquals(
    /^Warning: (?!Provider development|(?:Endpoint|Space|Scheduled job) (?:\S+ )?(?:goes to|costs)|Config generation|Deprecated attr|The \S+ acme\/\S+ (?:is not there yet|exists already))/m
      .test(stdout),
    false,
    stdout,
  );
  if (block.includes("import {")) {
    assertStringIncludes(stdout, "1 to import, 0 to add, 0 to change");
  }
}

/** A guide with nothing but its numbered steps, no longer indented. */
function stepsOf(text: string): string {
  return text.split("\n").filter((line) => line === "" || /^ {3}/.test(line))
    .map((line) => line.slice(3)).join("\n");
}

/** The blocks in the steps of a guide, which are one configuration. */
function configurationOf(text: string): string {
  const blocks = codeBlocks(stepsOf(text), "terraform").join("\n");
  const names = new Set(
    Array.from(blocks.matchAll(/\bvar\.(\w+)/g), ([, name]) => name),
  );
  return blocks +
    Array.from(names, (name) => `variable "${name}" { default = "x" }\n`)
      .join("");
}

for (const guide of await guides()) {
  const text = await Deno.readTextFile(inRoot(`${folder}/${guide}`));
  const configuration = configurationOf(text);
  if (configuration === "") continue;
  testIf({
    name: `${guide}: the steps are valid and plan`,
    skipped: reason(configuration),
    fn: () => assertPlans(configuration),
  });
}

const place = { vendor: "aws", region: "us-east-1" };

/** The endpoints of the guides, in the state of the other providers. */
const stored: Readonly<Record<string, { label: string; attributes: object }>> =
  {
    issamemari: {
      label: "chat",
      attributes: {
        name: "chat",
        type: "authenticated",
        cloud: place,
        compute: {
          accelerator: "gpu",
          instance_size: "x1",
          instance_type: "nvidia-l4",
          scaling: {
            min_replica: 0,
            max_replica: 2,
            scale_to_zero_timeout: 30,
          },
        },
        model: {
          framework: "custom",
          repository: "gpt2",
          task: "text-generation",
          env: { LOG_LEVEL: "info" },
          image: {
            custom: {
              url: "ghcr.io/acme/chat:1",
              port: 8000,
              health_route: "/health",
            },
          },
        },
      },
    },
    "gorgias-oss": {
      label: "chat",
      attributes: {
        name: "chat",
        type: "authenticated",
        cloud: { vendor: "gcp", region: "us-east4" },
        compute: {
          accelerator: "gpu",
          instance_size: "x1",
          instance_type: "nvidia-l4",
          scaling: { min_replica: 1, max_replica: 1 },
        },
        model: {
          framework: "custom",
          repository: "Qwen/Qwen3-8B",
          task: "text-generation",
          image: {
            vllm: {
              url: "vllm/vllm-openai:v0.19.1",
              max_num_seqs: 16,
              max_model_len: 8192,
              server_args: ["--enforce-eager"],
            },
          },
        },
      },
    },
    sebps: {
      label: "embeddings",
      attributes: {
        id: "acme/embeddings",
        namespace: "acme",
        name: "embeddings",
        type: "authenticated",
        cloud_provider: place,
        compute: {
          id: "aws-us-east-1-intel-spr-x1",
          accelerator: "cpu",
          instance_type: "intel-spr",
          instance_size: "x1",
          scaling: {
            min_replica: 1,
            max_replica: 1,
            metric: "hardwareUsage",
            measure: { hardware_usage: 80, pending_requests: null },
          },
        },
        model: {
          repository: "gpt2",
          framework: "pytorch",
          task: "text-generation",
          image: { huggingface: {} },
        },
        tags: ["search"],
      },
    },
  };

for (const [owner, { label, attributes }] of Object.entries(stored)) {
  const guide = `moving-from-${owner}.md`;
  testIf({
    name: `the steps of ${guide} lead to an empty plan`,
    skipped: "reason" in cli ? cli.reason : windows,
    fn: async () => {
      const text = await Deno.readTextFile(inRoot(`${folder}/${guide}.tmpl`));
      const [steps = ""] = [
        ...codeBlocks(stepsOf(text), "shell"),
        ...codeBlocks(text, "shell"),
      ];
      const configuration = codeBlocks(text, "terraform").join("\n");
      await using sandbox = await startSandbox({ startupMs: 0 });
      await using workspace = await createWorkspace({
        launch: "installed",
        files: {
          "main.tf": configuration,
          ...!configuration.includes("required_providers") &&
            { "requirement.tf": requirement },
        },
        env: sandbox.env,
      });
      assertSuccess(await workspace.init());
      assertSuccess(await workspace.apply());
      // Each CLI writes the host of its own registry into a state.
      const host = "name" in cli && cli.name === "tofu"
        ? "registry.opentofu.org"
        : "registry.terraform.io";
      await workspace.write({
        "terraform.tfstate": JSON.stringify({
          version: 4,
          terraform_version: "1.11.4",
          serial: 7,
          lineage: "22222222-2222-2222-2222-222222222222",
          outputs: {},
          resources: [{
            mode: "managed",
            type: "huggingface_endpoint",
            name: label,
            provider: `provider["${host}/${owner}/huggingface"]`,
            instances: [
              { schema_version: 0, attributes, sensitive_attributes: [] },
            ],
          }],
        }),
      });
      assertSuccess(
        await workspace.shell(
          steps.replace("replace-provider", "replace-provider -auto-approve"),
        ),
      );
      const { code, stdout, stderr } = await workspace.plan();
      assertEquals(code, 0, stdout + stderr);
    },
  });
}

testIf({
  name: "moving-from-huggingface-spaces.md: the commands without moved blocks",
  skipped: "reason" in cli ? cli.reason : windows,
  fn: async () => {
    const text = await Deno.readTextFile(
      inRoot(`${folder}/moving-from-huggingface-spaces.md.tmpl`),
    );
    const [commands = ""] = codeBlocks(text, "shell");
    const [, resource = ""] = codeBlocks(stepsOf(text), "terraform");
    await using sandbox = await startSandbox({ startupMs: 0 });
    const client = new HuggingFace({
      token: sandbox.token,
      endpoint: sandbox.url,
    });
    await client.repos.create({ type: "space", id: "app" }, { sdk: "docker" });
    await using workspace = await createWorkspace({
      files: {
        "main.tf": requirement + resource.replace(/^ *moved \{[^}]*\}/m, "") +
          'variable "token" { default = "x" }\n',
        // The old provider's, as far as Terraform looks at it.
        "terraform.tfstate": JSON.stringify({
          version: 4,
          terraform_version: "1.11.4",
          serial: 1,
          lineage: "33333333-3333-3333-3333-333333333333",
          outputs: {},
          resources: [{
            mode: "managed",
            type: "huggingface-spaces_space",
            name: "app",
            provider:
              'provider["registry.terraform.io/strickvl/huggingface-spaces"]',
            instances: [{ schema_version: 0, attributes: {} }],
          }],
        }),
      },
      env: sandbox.env,
    });
    await standInFor(workspace, "strickvl/huggingface-spaces");
    const steps = commands.replace("my-name/app", "sandbox/app");
    assertSuccess(await workspace.shell(steps));
    assertSuccess(await workspace.apply());
    assertEquals((await workspace.plan()).code, 0);
  },
});

testIf({
  name: "cost-control.md: the commands of evening and morning pause and resume",
  skipped: "reason" in cli ? cli.reason : windows,
  fn: async () => {
    const text = await Deno.readTextFile(
      inRoot(`${folder}/cost-control.md.tmpl`),
    );
    const block = codeBlocks(text, "terraform").find((one) =>
      one.includes("var.awake")
    ) ?? "";
    const [commands = ""] = codeBlocks(text, "shell");
    await using sandbox = await startSandbox({ startupMs: 0 });
    await using workspace = await createWorkspace({
      files: { "main.tf": requirement + block },
      env: { ...sandbox.env, TF_CLI_ARGS_apply: "-auto-approve" },
    });
    assertSuccess(await workspace.shell(commands));
    const seen = sandbox.sandbox.requests.map(({ path }) => path)
      .filter((path) => /\/(pause|resume)$/.test(path));
    assertEquals(seen.map((path) => path.split("/").at(-1)), [
      "pause",
      "resume",
    ]);
  },
});

testIf({
  name: "importing.md says what a generated secret lacks, and that is enough",
  skipped: reason("_wo"),
  fn: async () => {
    await using sandbox = await startSandbox({ startupMs: 0 });
    const client = new HuggingFace({
      token: sandbox.token,
      endpoint: sandbox.url,
    });
    await client.repos.create({ type: "space", id: "demo" }, { sdk: "static" });
    await client.spaces.setSecret("sandbox/demo", { key: "KEY", value: "x" });
    const block = `import {
  to = huggingface_space_secret.key
  id = "sandbox/demo/KEY"
}
`;
    await using workspace = await createWorkspace({
      files: { "main.tf": requirement + block },
      env: sandbox.env,
    });
    const lacking = await workspace.plan({
      args: ["-generate-config-out=generated.tf"],
    });
    assertEquals(lacking.code, 1);
    assertStringIncludes(
      lacking.stderr.replaceAll(/\s+/g, " "),
      "Exactly one of `value` and `value_wo` must be set. Add one.",
    );
    const generated = await workspace.read("generated.tf");
    const lines = generated.split("\n").filter((line) =>
      !/^ *value/.test(line)
    );
    await workspace.write({
      "generated.tf": lines.join("\n").replace(
        /\}\s*$/,
        '  value_wo = "y"\n  value_wo_version = "1"\n}\n',
      ),
    });
    assertSuccess(await workspace.apply());
    assertEquals((await workspace.plan()).code, 0);
  },
});

testIf({
  name: "testing-modules.md, followed to the letter",
  skipped: "reason" in cli ? cli.reason : windows,
  fn: async () => {
    const text = await Deno.readTextFile(
      inRoot(`${folder}/testing-modules.md.tmpl`),
    );
    const [module = ""] = codeBlocks(text, "terraform");
    const [test = "", mocked = ""] = codeBlocks(text, "hcl");
    const [, commands = "", faults = ""] = codeBlocks(text, "shell");
    await using sandbox = await startSandbox({ startupMs: 0 });
    await using workspace = await createWorkspace({
      launch: "installed",
      files: {
        "main.tf": module,
        "tests/endpoint.tftest.hcl": test,
        "tests/mocked.tftest.hcl": mocked,
      },
      env: sandbox.env,
    });
    const seen = async () => {
      const answer = await control(sandbox, "requests");
      const list: { status: number }[] = await answer.json();
      return list.filter(({ status }) => status === 503).length;
    };
    const tested = assertSuccess(await workspace.shell(commands));
    assertStringIncludes(tested.stdout, "3 passed, 0 failed");
    // The run after the faults meets them, and passes all the same.
    assertSuccess(await workspace.shell(faults));
    assertSuccess(await workspace.shell("terraform test"));
    assertEquals(await seen(), 3);
    for (const [method, path] of requestsOf(text)) {
      const answer = await fetch(`${sandbox.url}${path}`, {
        method,
        headers: { "x-sandbox-key": sandbox.sandbox.key },
      });
      const text = await answer.text();
      assert(answer.ok, `${method} ${path}: ${text}`);
    }
    assertEquals(await seen(), 0);
  },
});

/** The requests in a page's table. */
function requestsOf(text: string): [method: string, path: string][] {
  return Array.from(
    text.matchAll(/^\| `([A-Z]+) (\/_sandbox\/\w+)` \|/gm),
    ([, method = "", path = ""]) => [method, path],
  );
}

testIf({
  name: "the guides have the CLI's format",
  skipped: "reason" in cli ? cli.reason : undefined,
  fn: async () => {
    await using workspace = await createWorkspace();
    for (const guide of await guides()) {
      const text = await Deno.readTextFile(inRoot(`${folder}/${guide}`));
      for (const [at, block] of codeBlocks(text, "terraform").entries()) {
        await workspace.write({
          [`${guide}_${at + 1}.tf`]: `${block.trimEnd()}\n`,
        });
      }
    }
    const { code, stdout } = await workspace.run([
      "fmt",
      "-check",
      "-diff",
      "-no-color",
    ]);
    assertEquals(code, 0, stdout);
  },
});
