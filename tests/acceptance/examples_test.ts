import { assert, assertEquals, assertMatch } from "@std/assert";
import { HuggingFace } from "@hf-terraform/client";
import {
  assertSuccess,
  tryFindCli,
  whyNot,
  type Workspace,
} from "@hf-terraform/framework/testing";
import {
  filesBelow,
  readIfThere,
} from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { requirement } from "../support/space_world.ts";
import { createWorkspace } from "../support/workspace.ts";

const block = `
provider "huggingface" {
  namespace = "acme"
}
`;

/** Every example in Terraform's language, from `examples/`. */
// The team's is a whole configuration: team_test.ts applies it.
const examples = (await filesBelow(inRoot("examples")))
  .filter((path) => path.endsWith(".tf") && !path.startsWith("team/"))
  .map((path) => `examples/${path}`);

/** The example of a resource that another example speaks of. */
async function subject(example: string): Promise<string | undefined> {
  const [, kind, type] = example.split("/");
  return example.includes("/import-by-") || kind === "data-sources"
    ? await readIfThere(inRoot(`examples/resources/${type}/resource.tf`))
    : undefined;
}

/** Returns the files that an example needs beside it for a plan, by name. */
function surroundings(
  example: string,
  resource: string | undefined,
): Record<string, string> {
  if (example.includes("/provider/")) return {};
  return {
    "surroundings.tf": requirement + block,
    ...example.includes("/import-by-") && resource !== undefined
      ? { "resource.tf": resource }
      : {},
  };
}

/**
 * Plans, and returns what is said. A value that an import cannot see is taken
 * from the configuration, with a warning; so is one that a create finds, and a
 * secret that an import finds.
 * Objects of acme are the reader's, and there are no folders beside the example.
 */
async function planQuietly(workspace: Workspace): Promise<string> {
  const { code, stdout, stderr } = await workspace.plan();
  assert(code !== 1, stdout + stderr);
  const unexpected =
    /^Warning: (?!Provider development|(?:Endpoint|Space|Scheduled job|Job of a new webhook) (?:.+ )?(?:goes to|costs)|.* is taken as it is conf|The \S+ acme\/\S+ is not there yet|The create changes |Secrets of the Space \S+ are overwritten)/m;
  assertEquals(unexpected.test(stdout), false, stdout);
  return stdout;
}

/** Makes what an example takes for granted, and forgets its state. */
async function populate(workspace: Workspace, resource: string): Promise<void> {
  await workspace.write({ "main.tf": requirement + block + resource });
  await planQuietly(workspace);
  assertSuccess(await workspace.applyPlan());
  await workspace.remove("main.tf", "terraform.tfstate");
}

/** Makes the repositories that examples of their parts take for granted. */
async function makeRepositories(
  { token, url }: RunningSandbox,
  text: string,
): Promise<void> {
  const { repos } = new HuggingFace({ token, endpoint: url });
  const isMade = /\bname += "acme-chat"/.test(text);
  if (!isMade && /(repository|source) += "acme\/acme-chat"/.test(text)) {
    const chat = { type: "model", id: "acme/acme-chat" } as const;
    await repos.create(chat, { visibility: "public" });
    await repos.update(chat, { gated: "manual" });
  }
  if (/space += "acme\/demo"/.test(text)) {
    await repos.create({ type: "space", id: "acme/demo" }, { sdk: "docker" });
  }
}

/** Adds the domain that an example takes for granted. */
async function addDomain(
  { token, url }: RunningSandbox,
  text: string,
): Promise<void> {
  const [, domain] = /\bdomain += "([\w.]+)"/.exec(text) ?? [];
  if (domain === undefined) return;
  const { endpoints } = new HuggingFace({ token, endpoint: url });
  await endpoints.network.createDomain("acme", domain);
}

/** Makes what examples of a group's or an account's parts take for granted. */
async function makeGroup(
  { token, url }: RunningSandbox,
  text: string,
): Promise<void> {
  const { organizations } = new HuggingFace({ token, endpoint: url });
  const lacks = (type: string) =>
    new RegExp(`${type}_id += "`).test(text) &&
    !text.includes(`resource "huggingface_${type}"`);
  if (lacks("resource_group")) {
    await organizations.resourceGroups.create("acme", { name: "research" });
  }
  if (lacks("service_account")) {
    await organizations.serviceAccounts.create("acme", { name: "ci" });
  }
}

/** Values for the variables that the examples declare. */
const variables = {
  TF_VAR_api_key: "correct horse",
  TF_VAR_database_password: "correct horse",
  TF_VAR_hub_token: "correct horse",
  TF_VAR_openai_api_key: "correct horse",
  TF_VAR_registry_password: "correct horse",
  TF_VAR_webhook_secret: "correct horse",
};

const cli = await tryFindCli();
const noActions = await whyNot({ terraform: "1.14" });
const noDestroyEvents = await whyNot({
  terraform: "1.16",
});

/** Returns the reason why this CLI cannot plan an example. */
function reason(example: string, text: string): string | undefined {
  if ("reason" in cli) return cli.reason;
  if (/\b(?:before|after)_destroy\b/.test(text)) return noDestroyEvents;
  if (example.includes("/actions/")) return noActions;
  const [, minor = 0] = cli.version.split(".").map(Number);
  if (example.includes("/import-by-identity") && minor < 12) {
    return `${cli.name} ${cli.version} has no import by identity`;
  }
  return /_wo\b|\bephemeral\b/.test(text) && minor < 11
    ? `${cli.name} ${cli.version} has no write-only arguments`
    : undefined;
}

for (const example of examples) {
  const imported = example.replace(/resource\.tf$/, "import-by-string-id.tf");
  // What is imported was planned and applied before.
  if (imported !== example && examples.includes(imported)) continue;
  const text = await Deno.readTextFile(inRoot(example)) +
    (await subject(example) ?? "");
  testIf({
    name: `${
      example.replace("/import-by-string", "/resource.tf, import-by-string")
    } is valid and plans`,
    skipped: reason(example, text),
    fn: async () => {
      await using sandbox = await startSandbox({ startupMs: 0 });
      const resource = await subject(example);
      await makeRepositories(sandbox, text);
      await makeGroup(sandbox, text);
      await addDomain(sandbox, text);
      await using workspace = await createWorkspace({
        // Each configuration of the provider is a process of its own.
        launch: /\balias\b/.test(text) ? "started" : "attached",
        env: { ...sandbox.env, ...variables },
      });
      if (resource !== undefined) await populate(workspace, resource);
      await workspace.write({
        ...surroundings(example, resource),
        "example.tf": await Deno.readTextFile(inRoot(example)),
      });
      const stdout = await planQuietly(workspace);
      if (example.includes("/import-by-")) {
        // What cannot be read, such as a secret, is sent again.
        assertMatch(
          stdout,
          /1 to import, 0 to add, \d to change, 0 to destroy/,
        );
      }
    },
  });
}

acceptanceTest("the examples have the CLI's format", async () => {
  if ("reason" in cli) return;
  const { code, stdout } = await run(cli.path, [
    "fmt",
    "-check",
    "-recursive",
    inRoot("examples"),
  ], { env: { TF_CLI_CONFIG_FILE: "" } });
  assertEquals(code, 0, stdout);
});

/** The blocks of a kind in a configuration, by their addresses. */
function blocksOf(kind: string, text: string): Map<string, string> {
  const block = new RegExp(
    `^${kind} "(\\w+)" "(\\w+)" \\{([\\s\\S]*?)^\\}`,
    "gm",
  );
  return new Map(
    Array.from(
      text.matchAll(block),
      ([, type, name, body = ""]) => [`${type}.${name}`, body],
    ),
  );
}

Deno.test("no action of an example or a guide names the resource that triggers it", async () => {
  const guides = (await filesBelow(inRoot("templates/guides")))
    .map((name) => `templates/guides/${name}`);
  const circles: string[] = [];
  let triggered = 0;
  for (const path of [...examples, ...guides]) {
    const text = await Deno.readTextFile(inRoot(path));
    const actions = blocksOf("action", text);
    for (const [resource, body] of blocksOf("resource", text)) {
      for (const [, action = ""] of body.matchAll(/\baction\.(\w+\.\w+)/g)) {
        triggered++;
        if (!actions.get(action)?.includes(`${resource}.`)) continue;
        circles.push(`${path}: ${action} names ${resource}`);
      }
    }
  }
  assert(triggered > 0);
  assertEquals(circles, []);
});
