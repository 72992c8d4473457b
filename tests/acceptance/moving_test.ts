// An object is not lost on its way from one resource to another: every plan
// that would move it is refused, and the ways of the guide move it.

import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
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
