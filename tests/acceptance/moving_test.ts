// An object is not lost on its way from one resource to another: every plan
// that would move it is refused, and the ways of the guide move it.

import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import type { RepoRef } from "../../mod.ts";
import { inRoot } from "../../tools/paths.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const chat: RepoRef = { type: "model", id: "acme/chat" };
const app = "acme/app";

async function start(): Promise<SpaceWorld> {
  const world = await startSpaceWorld();
  await world.client.repos.create(chat);
  return world;
}

function set(...paths: readonly string[]): string {
  const files = Object.fromEntries(paths.map((path) => [path, `of ${path}`]));
  return `
resource "huggingface_repo_files" "all" {
  repository = "acme/chat"
  files      = jsondecode(${JSON.stringify(JSON.stringify(files))})
}
`;
}

function file(label: string, path: string): string {
  return `
resource "huggingface_repo_file" "${label}" {
  repository = "acme/chat"
  path       = "${path}"
  content    = "of ${path}"
}
`;
}

function space(variables: string, secrets: string): string {
  return `
resource "huggingface_space" "app" {
  namespace = "acme"
  name      = "app"
  sdk       = "static"
  variables = { ${variables} }
  secrets   = { ${secrets} }
}
`;
}

function key(kind: "secret" | "variable", label: string, name: string): string {
  return `
resource "huggingface_space_${kind}" "${label}" {
  space = "${app}"
  key   = "${name}"
  value = "v"
}
`;
}

function importBlock(to: string, id: string): string {
  return `
import {
  to = ${to}
  id = "${id}"
}
`;
}

/** Lists the content of the Hub: the files, and the keys of the Space. */
async function listContent({ client }: SpaceWorld): Promise<readonly string[]> {
  const paths = ["README.md", "config.json"];
  const files = await client.files.getPaths(chat, paths);
  const variables = await client.spaces.getVariables(app).catch(() => ({}));
  const secrets = await client.spaces.getSecrets(app).catch(() => ({}));
  return [
    ...files.map(({ path }) => path),
    ...Object.keys(variables),
    ...Object.keys(secrets),
  ].toSorted();
}

const bothFiles = set("README.md", "config.json");
const bothKeys = space('MODE = "v", KEPT = "v"', 'TOKEN = "v"');
const config = "huggingface_repo_file.config";
const configId = "acme/chat/blob/main/config.json";

/** Configurations before and after a move, the new address, the import ID. */
const moves: Readonly<
  Record<string, readonly [string, string, string, string]>
> = {
  "a file of a set": [
    bothFiles,
    set("README.md") + file("config", "config.json"),
    config,
    configId,
  ],
  "a file of a set that is split": [
    bothFiles,
    set("README.md") +
    set("config.json").replace('"all"', '"other"'),
    "huggingface_repo_files.other",
    "acme/chat/tree/main?path=config.json",
  ],
  "a file that goes into a set": [
    set("README.md") + file("config", "config.json"),
    bothFiles,
    "huggingface_repo_files.all",
    "acme/chat/tree/main?path=config.json",
  ],
  "a variable of a Space": [
    bothKeys,
    space('KEPT = "v"', 'TOKEN = "v"') + key("variable", "mode", "MODE"),
    "huggingface_space_variable.mode",
    `${app}/MODE`,
  ],
  "a secret of a Space": [
    bothKeys,
    space('MODE = "v", KEPT = "v"', "") + key("secret", "token", "TOKEN"),
    "huggingface_space_secret.token",
    `${app}/TOKEN`,
  ],
  "a secret of a Space that no state holds": [
    bothKeys.replace(
      'secrets   = { TOKEN = "v" }',
      'secrets_wo = { TOKEN = "v" }\n  secrets_wo_version = "1"',
    ),
    space('MODE = "v", KEPT = "v"', "") + key("secret", "token", "TOKEN"),
    "huggingface_space_secret.token",
    `${app}/TOKEN`,
  ],
};

acceptanceTest("no plan moves a thing, and nothing is lost", async (t) => {
  for (const [name, [before, after, to, id]] of Object.entries(moves)) {
    await t.step(name, async () => {
      await using world = await start();
      const { workspace } = world;
      await world.configure(before);
      assertSuccess(await workspace.apply());
      const all = await listContent(world);
      const isThere = before.includes(`"${to.split(".")[1]}"`);

      await world.configure(after);
      assertFailure(await workspace.plan(), "No apply moves");
      for (const args of [["-refresh=false"], ["-parallelism=1"]]) {
        assertFailure(await workspace.apply({ args }), "No apply moves");
      }
      if (!isThere) {
        await world.configure(after + importBlock(to, id));
        assertFailure(await workspace.apply(), "No apply moves");
        await world.configure(after);
        await workspace.apply({ args: [`-target=${to}`] });
        assertEquals(await listContent(world), all, "the target");
        assertFailure(await workspace.apply(), "No apply moves");
      }
      assertEquals(await listContent(world), all);
    });
  }
});

acceptanceTest("a list that shifts is refused, and keys are well", async () => {
  await using world = await start();
  const { workspace } = world;
  const listed = (paths: string) => `
resource "huggingface_repo_file" "each" {
  count      = length(${paths})
  repository = "acme/chat"
  path       = ${paths}[count.index]
  content    = "of \${${paths}[count.index]}"
}
`;
  const keyed = (paths: string) => `
resource "huggingface_repo_file" "each" {
  for_each   = toset(${paths})
  repository = "acme/chat"
  path       = each.key
  content    = "of \${each.key}"
}
`;
  const both = '["README.md", "config.json"]';
  await world.configure(listed(both));
  assertSuccess(await workspace.apply());
  await world.configure(listed('["config.json"]'));
  const said = assertFailure(await workspace.plan(), "No apply moves the file");
  assertStringIncludes(said, "an index of `count`");
  const moved = ["README.md", "config.json"].map((path, i) => `
moved {
  from = huggingface_repo_file.each[${i}]
  to   = huggingface_repo_file.each["${path}"]
}
`).join("");
  world.requests();
  await world.configure(keyed(both) + moved);
  assertSuccess(await workspace.apply());
  assertEquals(world.writes(), []);
  await world.configure(keyed('["config.json"]') + moved);
  assertSuccess(await workspace.apply());
  assertEquals(await listContent(world), ["config.json"]);
});

acceptanceTest("the guide moves things, and deletes none", async (t) => {
  const guide = await Deno.readTextFile(
    inRoot("templates/guides/moving-things-between-resources.md.tmpl"),
  );
  const [moved = "", ...taken] = codeBlocks(guide, "hcl");
  const [split = "", keys = ""] = codeBlocks(guide, "shell");
  const cases: Readonly<Record<string, readonly [string, string, string]>> = {
    "another address": [
      file("card", "README.md"),
      file("readme", "README.md") + moved,
      "",
    ],
    "a resource that goes to another one": [
      file("config", "config.json") + file("readme", "README.md"),
      bothFiles + taken.join("\n") + `
removed {
  from = huggingface_repo_file.readme
  lifecycle { destroy = false }
}
`,
      "",
    ],
    "out of a set that stays": [
      bothFiles,
      set("README.md") + file("config", "config.json"),
      split,
    ],
    "out of a Space that stays": [
      bothKeys,
      space('KEPT = "v"', "") + key("variable", "mode", "MODE") +
      key("secret", "token", "TOKEN"),
      keys,
    ],
  };
  for (const [name, [before, after, commands]] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using world = await start();
      const { workspace } = world;
      await world.configure(before);
      assertSuccess(await workspace.apply());
      const all = await listContent(world);
      world.requests();
      await world.configure(after);
      assertSuccess(await workspace.shell(commands));
      assertSuccess(await workspace.apply());
      assertEquals(
        world.writes().filter((one) => one.startsWith("DELETE")),
        [],
      );
      assertEquals(await listContent(world), all);
      await assertEmptyPlan(workspace);
    });
  }
});
