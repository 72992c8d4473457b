import { assert, assertEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  changeOf,
} from "@hf-terraform/framework/testing";
import type { RepoRef } from "../../mod.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const model: RepoRef = { type: "model", id: "acme/m" };

async function startWithModel(): Promise<SpaceWorld> {
  const world = await startSpaceWorld();
  await world.client.repos.create({ type: "model", id: "acme/m" });
  world.requests();
  return world;
}

/** The configuration of a set of files; `more` are further arguments. */
function files(
  texts: Readonly<Record<string, string>>,
  more = "",
  repo = "acme/m",
): string {
  return `
resource "huggingface_repo_files" "this" {
  repository = "${repo}"
  files      = jsondecode(${JSON.stringify(JSON.stringify(texts))})
  ${more}
}
`;
}

/** The configuration of one file; `more` are further arguments. */
function file(path: string, more: string, name = "this"): string {
  return `
resource "huggingface_repo_file" "${name}" {
  repository = "acme/m"
  path       = "${path}"
  ${more}
}
`;
}

function read({ client }: SpaceWorld, path: string, repo = model) {
  return client.files.read(repo, path);
}

async function paths({ client }: SpaceWorld, repo = model): Promise<string[]> {
  const entries = await client.files.list(repo, { recursive: true }).toArray();
  return entries.filter(({ type, path }) =>
    type === "file" && path !== ".gitattributes"
  ).map(({ path }) => path).toSorted();
}

/** The commits among the requests since the last look. */
function commits(world: SpaceWorld): number {
  return world.writes().filter((request) => request.includes("/commit/"))
    .length;
}

acceptanceTest("files that cannot be committed are refused", async () => {
  await using world = await startWithModel();
  const { workspace, client } = world;
  const plan = async (configuration: string, message: string) => {
    await world.configure(configuration);
    assertFailure(await workspace.plan(), message);
  };
  await plan(
    files({ "model.safetensors": "x" }),
    "model.safetensors has to go by Git LFS or Xet",
  );
  await plan(
    file(
      "a.txt",
      `content = join("", [for i in range(1001) : ${
        JSON.stringify("x".repeat(10_000))
      }])`,
    ),
    "has 10010000 bytes, more than 10000000",
  );
  const binary = `content_base64 = "${btoa("PNG\0\0")}"`;
  await plan(file("logo.png", binary), '"contains binary files"');
  await plan(file("a.txt", ""), "content_base64");
  await plan(file("a.txt", `content_base64 = "%"`), "filebase64()");
  assertEquals(world.requests(), []);

  await client.files.commit(model, {
    summary: "Elsewhere",
    operations: [{
      path: ".gitattributes",
      content: "*.dat filter=lfs diff=lfs merge=lfs -text\n",
    }],
  });
  // The repository exists, so the plan asks.
  await plan(
    files({ "x.dat": "x", "y.txt": "y" }),
    'the Hub says so (`uploadMode` "lfs")',
  );
  // Content that only the apply knows is refused there, before any commit.
  await world.configure(`
resource "terraform_data" "text" { input = "x" }
${file("x.dat", "content = terraform_data.text.output")}`);
  assertFailure(
    await workspace.apply(),
    'the Hub says so (`uploadMode` "lfs")',
  );
  assertEquals(commits(world), 1);
});

acceptanceTest("a folder of local files is one commit", async () => {
  await using world = await startWithModel();
  const { workspace, client } = world;
  await world.configure(`
locals {
  folder = "\${path.module}/card"
  texts  = fileset(local.folder, "**/*.{md,json}")
  others = setsubtract(fileset(local.folder, "**"), local.texts)
}
resource "huggingface_repo_files" "this" {
  repository   = "acme/m"
  files        = { for path in local.texts : path => file("\${local.folder}/\${path}") }
  files_base64 = { for path in local.others : path => filebase64("\${local.folder}/\${path}") }
}
`);
  await workspace.write({
    "card/README.md": "# Card",
    "card/data/labels.json": "[]",
  });
  const bytes = Uint8Array.of(1, 255, 1, 254);
  await Deno.writeFile(`${workspace.folder}/card/logo.ico`, bytes);
  assertSuccess(await workspace.apply());
  assertEquals(commits(world), 1);
  assertEquals(await client.files.readBytes(model, "logo.ico"), bytes);
  assertEquals(await read(world, "data/labels.json"), "[]");
  await assertEmptyPlan(workspace);
  await workspace.write({ "card/README.md": "# New" });
  // Without other files that map is empty.
  await workspace.remove("card/logo.ico");
  const address = "huggingface_repo_files.this";
  assertActions(await workspace.planJson(), address, ["update"]);
  assertSuccess(await workspace.applyPlan());
  assertEquals(await read(world, "README.md"), "# New");
  assert(!(await paths(world)).includes("logo.ico"));
  await assertEmptyPlan(workspace);
});

acceptanceTest(
  "commits to the branch of a Space wait for each other",
  async () => {
    await using world = await startSpaceWorld({ latencyMs: 30 });
    const { workspace, client } = world;
    const space: RepoRef = { type: "space", id: "acme/app" };
    const configuration = (version: number, id: string) => `
resource "huggingface_space" "app" {
  namespace = "acme"
  name      = "app"
  sdk       = "static"
  files     = { "index.html" = "<p>${version}" }
}
resource "huggingface_repo_files" "more" {
  repository      = ${id}
  repository_type = "space"
  files           = { "version.txt" = "${version}" }
}
resource "huggingface_repo_file" "one" {
  repository      = ${id}
  repository_type = "space"
  path            = "one.txt"
  content         = "${version}"
}
`;
    await world.configure(configuration(1, "huggingface_space.app.id"));
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    // Three updates at a time: without a queue one would be refused by 412.
    await world.configure(configuration(2, '"acme/app"'));
    world.requests();
    assertSuccess(await workspace.apply());
    const commits = world.requests().filter(({ path }) =>
      path.includes("/commit/")
    );
    assertEquals(commits.map(({ status }) => status), [200, 200, 200]);
    assertEquals(await client.files.read(space, "index.html"), "<p>2");
    assertEquals(await client.files.read(space, "version.txt"), "2");
    await assertEmptyPlan(workspace);
  },
);

acceptanceTest(
  "what somebody changed is told from what is missing",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    await client.repos.create(model);
    await world.configure(`
resource "huggingface_repo_files" "set" {
  repository   = "acme/m"
  files        = { changed = "ours", same = "same", gone = "a text", large = "a text", binary = "a text" }
  files_base64 = { bytes = "aGk=" }
}
resource "huggingface_repo_file" "one" {
  repository = "acme/m"
  path       = "one"
  content    = "ours"
}
`);
    assertSuccess(await workspace.apply());
    await client.files.commit(model, {
      summary: "Elsewhere",
      operations: [
        { path: "changed", content: "theirs" },
        { path: "one", content: "theirs" },
        { path: "large", content: "y".repeat(70_000) },
        { path: "bytes", content: "ho" },
        { path: "binary", content: new Uint8Array([0xff]) },
        { deleted: "gone" },
      ],
    });
    world.requests();
    const plan = await workspace.planJson();
    const read = world.requests().filter(({ path }) =>
      path.includes("/resolve/")
    )
      .map(({ path }) => path.split("/").at(-1));
    assertEquals(read.toSorted(), ["binary", "bytes", "changed", "one"]);
    const set = changeOf(plan, "huggingface_repo_files.set");
    assertEquals(set.change.before?.["files"], {
      changed: "theirs",
      same: "same",
    });
    assertEquals(set.change.before?.["files_base64"], { bytes: "aG8=" });
    const one = changeOf(plan, "huggingface_repo_file.one");
    assertEquals(one.change.before?.["content"], "theirs");
    assertEquals(one.change.actions, ["update"]);
    const { stdout } = assertSuccess(await workspace.apply());
    const told = stdout.matchAll(/Warning: (\w+) was changed elsewhere/g);
    assertEquals([...told].map(([, path]) => path).toSorted(), [
      "binary",
      "large",
    ]);
    assertEquals(await client.files.read(model, "changed"), "ours");
    await assertEmptyPlan(workspace);
  },
);
