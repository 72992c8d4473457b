// Ids, by the numbers of the faults; and for every resource: its own `id`
// imports it.

import { assert, assertEquals } from "@std/assert";
import { assertFailure, assertSuccess } from "@hf-terraform/framework/testing";
import type { RepoRef } from "../../mod.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const names = ["raw", "tree", "commit", "blob"];
const paths = ["a%20b.txt", "c++.md", "x#y.md", "q?path=z.md", "a b&c.txt"];

acceptanceTest("an id is taken as it is printed", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const blocks: string[] = [];
  const imports: string[] = [];
  const expected: string[] = [];
  const add = (type: string, label: string, text: string, id: string) => {
    blocks.push(`resource "${type}" "${label}" {\n${text}\n}\n`);
    imports.push(
      `import {\n  to = ${type}.${label}\n  id = ${JSON.stringify(id)}\n}\n`,
    );
    expected.push(id.replace(/\?path=(?!z\.md).*$/, ""));
  };
  for (const [at, name] of names.entries()) {
    const repo: RepoRef = { type: "model", id: `acme/${name}` };
    await client.repos.create({ type: "model", id: `acme/${name}` });
    await client.refs.createBranch(repo, "v/1");
    await client.files.commit(repo, {
      summary: "Files",
      revision: "v/1",
      operations: paths.map((path) => ({ path, content: "x" })),
    });
    const repository = `repository = "acme/${name}"`;
    add(
      "huggingface_repo_branch",
      `b${at}`,
      `${repository}\nname = "v/1"`,
      `acme/${name}/branch/v/1`,
    );
    // The sandbox takes `acme/raw/resolve/…` for a file of the model `acme`.
    for (const [index, path] of name === "raw" ? [] : paths.entries()) {
      add(
        "huggingface_repo_file",
        `f${at}${index}`,
        `${repository}\nbranch = "v/1"\npath = ${
          JSON.stringify(path)
        }\ncontent = "x"`,
        `acme/${name}/blob/v%2F1/${path}`,
      );
    }
    add(
      "huggingface_repo_branch",
      `m${at}`,
      `${repository}\nname = "main"\non_destroy = "keep"`,
      `acme/${name}/branch/main`,
    );
  }
  await world.configure(blocks.join("") + imports.join(""));
  const result = await workspace.apply();
  assertSuccess(result);
  const found = await workspace.stateResources();
  assertEquals(
    found.map(({ values }) => values.id as string).toSorted(),
    expected.toSorted(),
  );
});

acceptanceTest("a set of files is imported by literal paths", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  await client.repos.create({ type: "model", id: "acme/m" });
  const literal = paths.filter((path) => !path.includes("?"));
  await client.files.commit({ type: "model", id: "acme/m" }, {
    summary: "Files",
    operations: literal.map((path) => ({ path, content: "x" })),
  });
  await world.configure(`
resource "huggingface_repo_files" "this" {
  repository = "acme/m"
  files      = { for path in ${JSON.stringify(literal)} : path => "x" }
}
`);
  const id = `acme/m/tree/main?${
    literal.map((path) => `path=${path}`).join("&")
  }`;
  assertSuccess(await workspace.import("huggingface_repo_files.this", id));
  const { values } = await workspace.stateResource(
    "huggingface_repo_files.this",
  );
  assertEquals(Object.keys(values.files as object), literal.toSorted());
});

acceptanceTest("a dataset among models is named as such", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  await client.repos.create({ type: "dataset", id: "acme/d" });
  await world.configure(`
resource "huggingface_repo_file" "this" {
  repository = "acme/d"
  path       = "a.txt"
  content    = "a"
}
`);
  assertFailure(
    await workspace.apply(),
    'is a dataset: set `repository_type = "dataset"`',
  );
});

acceptanceTest(
  "of repositories of one name the model is meant unless the type is set",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    for (const type of ["model", "dataset"] as const) {
      await client.repos.create({ type, id: "acme/d" });
    }
    const parts = (type: string) =>
      Object.entries({
        repo_file: 'path = "a.txt"\ncontent = "a"',
        repo_files: 'files = { "b.txt" = "b" }',
        repo_branch: 'name = "b"',
        repo_tag: 'name = "t"',
      }).map(([part, more]) => `
resource "huggingface_${part}" "this" {
  repository = "acme/d"
  ${type}
  ${more}
}
`).join("");
    await world.configure(parts(""));
    world.writes();
    assertSuccess(await workspace.apply());
    assert(world.writes().every((write) => write.includes("/models/")));
    assertSuccess(await workspace.destroy());
    world.writes();
    await world.configure(parts('repository_type = "dataset"'));
    assertSuccess(await workspace.apply());
    assert(world.writes().every((write) => write.includes("/datasets/")));
  },
);
