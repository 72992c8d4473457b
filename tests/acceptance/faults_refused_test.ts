// Regressions of version 0.1.0, by the numbers of the faults: configurations
// that are refused before anything is sent.

import { assert, assertEquals } from "@std/assert";
import { assertFailure, unwrapMessage } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** Paths that lead out of a repository, or into what git keeps there. */
const outside = [
  ".a/../../../etc/passwd",
  "../up",
  "a/..",
  "./a",
  "a/./b",
  "/etc/passwd",
  "a//b",
  "a/",
  ".",
  "..",
  ".git/config",
  "a/.git/hooks/x",
  "a\\\\b",
  "line\\nbreak",
];

/** Paths of files that there are. */
const inside = [
  ".gitattributes",
  ".github/workflows/a.yml",
  "a.b/..c/d...e",
  "Dockerfile",
  "données/ü 1.txt",
];

acceptanceTest(
  "paths, namespaces and import IDs that lead elsewhere are refused",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    const address = "huggingface_space.this";
    const space = (more: string, name = "this") => `
resource "huggingface_space" "${name}" {
  name = "this"
  sdk  = "static"
  ${more}
}
`;
    const files = (paths: readonly string[]) =>
      `files = { ${paths.map((path) => `"${path}" = "x"`).join(", ")} }`;

    await t.step("paths of files", async () => {
      await world.configure(
        outside.map((path, i) => space(files([path]), `wrong_${i}`)).join("") +
          space(files(inside), "right"),
      );
      const message = unwrapMessage((await workspace.validate()).stderr);
      for (const [i, path] of outside.entries()) {
        assert(message.includes(`huggingface_space.wrong_${i},`), path);
      }
      assert(!message.includes("huggingface_space.right"), message);
      assert(message.includes("a path inside the repository"), message);
    });

    await t.step("dots as a namespace", async () => {
      const endpoint = `
resource "huggingface_endpoint" "dots" {
  namespace = ".."
  name      = "x"
  model     = { repository = "gpt2" }
  compute   = { instance_type = "intel-spr" }
}
`;
      const secret = `
resource "huggingface_space_secret" "dots" {
  space = "../x"
  key   = "KEY"
  value = "value"
}
`;
      await world.configure(
        space('namespace = "."', "dots") + endpoint + secret,
      );
      const message = assertFailure(await workspace.validate(), "acme");
      for (const type of ["space", "endpoint", "space_secret"]) {
        assert(message.includes(`huggingface_${type}.dots,`), message);
      }
      assert(!message.includes("bug in the provider"), message);
      await world.configure(
        `provider "huggingface" { namespace = ".." }\n${space("")}`,
      );
      assertFailure(await workspace.validate(), "`namespace` must be");
    });

    await t.step("import IDs on other hosts", async () => {
      await world.configure(space(""));
      for (
        const id of ["https://evil.example/spaces/acme/x", "../x", "acme/.."]
      ) {
        assertFailure(await workspace.import(address, id), "`namespace/name`");
      }
    });

    assertEquals(world.requests(), []);
  },
);

acceptanceTest(
  "what an apply comes to know is refused before the object's first request",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure(`
resource "terraform_data" "late" {
  input = "no base64 !"
}

resource "huggingface_model" "this" {
  name = "this"
}

resource "huggingface_repo_files" "this" {
  repository   = huggingface_model.this.id
  files        = { "a.txt" = "x" }
  files_base64 = { "b.txt" = terraform_data.late.output }
}
`);
    assertFailure(await workspace.apply(), "base64");
    assertEquals(world.writes(), ["POST /api/repos/create"]);
  },
);
