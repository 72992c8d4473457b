// One thing stands in one resource: a plan refuses a second one, whether that is
// to have it too or to have it in place of the first, and both ways to move a
// thing lose nothing.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

async function startWithModel(): Promise<SpaceWorld> {
  const world = await startSpaceWorld();
  await world.client.repos.create({ type: "model", id: "acme/m" });
  return world;
}

function set(label: string, files: object, more = ""): string {
  return `
resource "huggingface_repo_files" "${label}" {
  repository = "acme/m"
  files      = jsondecode(${JSON.stringify(JSON.stringify(files))})
  ${more}
}
`;
}

function file(label: string, more = ""): string {
  return `
resource "huggingface_repo_file" "${label}" {
  repository = "acme/m"
  path       = "a.txt"
  content    = "a"
  ${more}
}
`;
}

acceptanceTest(
  "what is claimed twice is refused",
  async (t) => {
    await using world = await startWithModel();
    const { workspace } = world;
    const key = (kind: string, label: string) => `
resource "huggingface_space_${kind}" "${label}" {
  space = "acme/s"
  key   = "KEY"
  value = "${label}"
}
`;
    const webhook = (label: string) => `
resource "huggingface_webhook" "${label}" {
  watched = [{ type = "org", name = "acme" }]
  domains = ["repo"]
  url     = "https://example.com"
}
`;
    const cases = {
      "two secrets of one key": [
        key("secret", "a") + key("secret", "b"),
        "Two resources manage the secret acme/s/KEY",
      ],
      "two variables of one key": [
        key("variable", "a") + key("variable", "b"),
        "Two resources manage the variable acme/s/KEY",
      ],
      "two equal webhooks": [
        webhook("a") + webhook("b"),
        "Two resources manage the webhook for https://example.com",
      ],
      "a file and a set that holds it": [
        file("a") + set("b", { "a.txt": "a" }),
        "Two resources manage the file a.txt on the branch main of acme/m",
      ],
      "two models of the default owner": [
        ["a", "b"].map((label) =>
          `resource "huggingface_model" "${label}" { name = "m" }\n`
        ).join(""),
        "Two resources manage the model (the token's user)/m",
      ],
      "one path in both maps": [
        set("a", { "a.txt": "a" }, `files_base64 = { "a.txt" = "AAAA" }`),
        "Two files are called a.txt",
      ],
      "names that some systems take for one": [
        set("a", { "README.md": "a", "readme.md": "a" }),
        "README.md is configured too",
      ],
      "a file that is a folder too": [
        set("a", { "a": "a", "a/b": "a" }),
        "a is a file and a folder",
      ],
      "base64 that is cut": [
        set("a", { "a": "a" }, `files_base64 = { "b" = "AAA" }`),
        "must be base64",
      ],
      "more files than one commit takes": [
        `
resource "huggingface_repo_files" "a" {
  repository   = "acme/m"
  files        = { for i in range(600) : "a\${i}" => "a" }
  files_base64 = { for i in range(600) : "b\${i}" => "AAAA" }
}
`,
        "More than 1000 files",
      ],
    } as const;
    for (const [name, [configured, message]] of Object.entries(cases)) {
      await t.step(name, async () => {
        await world.configure(configured);
        assertFailure(await workspace.plan(), message);
      });
    }
  },
);

acceptanceTest(
  "a group's members beside a single one are refused",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations: { resourceGroups } } } = world;
    const group = async (name: string) =>
      (await resourceGroups.create("acme", { name })).id;
    const [one, other] = [await group("one"), await group("other")];
    const all = (id: string) => `
resource "huggingface_resource_group_members" "all" {
  organization      = "acme"
  resource_group_id = "${id}"
  members           = [{ username = "bob", role = "read" }]
}
`;
    const single = (username: string) => `
resource "huggingface_resource_group_member" "${username}" {
  organization      = "acme"
  resource_group_id = "${one}"
  username          = "${username}"
  role              = "read"
}
`;
    for (const username of ["alice", "bob"]) {
      await t.step(`${username} of the same group`, async () => {
        await world.configure(all(one) + single(username));
        assertFailure(
          await workspace.plan(),
          `Two resources manage the members of the resource group acme/${one}`,
        );
      });
    }
    await t.step("two single ones, and another group, are well", async () => {
      await world.configure(all(other) + single("alice") + single("bob"));
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
    });
  },
);

acceptanceTest(
  "a group's member does not go with the other resource that manages it",
  async (t) => {
    for (const [from, to] of [["all", "bob"], ["bob", "all"]] as const) {
      await using world = await startSpaceWorld();
      const { workspace, client: { organizations: { resourceGroups } } } =
        world;
      const { id } = await resourceGroups.create("acme", { name: "one" });
      const blocks = {
        all: `
resource "huggingface_resource_group_members" "all" {
  organization      = "acme"
  resource_group_id = "${id}"
  members           = [{ username = "bob", role = "read" }]
}
`,
        bob: `
resource "huggingface_resource_group_member" "bob" {
  organization      = "acme"
  resource_group_id = "${id}"
  username          = "bob"
  role              = "read"
}
`,
      };
      const types = {
        all: "huggingface_resource_group_members",
        bob: "huggingface_resource_group_member",
      };
      await world.configure(blocks[from]);
      assertSuccess(await workspace.apply());
      await t.step(`a move to ${to} is refused`, async () => {
        await world.configure(blocks[to]);
        assertFailure(
          await workspace.plan(),
          `\`${types[from]}\` acme/${id}`,
        );
      });
      await t.step(`what is forgotten moves to ${to}`, async () => {
        const imported = to === "all" ? `acme/${id}` : `acme/${id}/bob`;
        await world.configure(`${blocks[to]}
removed {
  from = ${types[from]}.${from}
  lifecycle {
    destroy = false
  }
}
import {
  to = ${types[to]}.${to}
  id = "${imported}"
}
`);
        world.requests();
        assertSuccess(await workspace.apply());
        assertEquals(world.writes(), []);
        const [group] = await resourceGroups.list("acme").toArray();
        assertEquals(group?.users?.map(({ name }) => name), ["bob"]);
      });
    }
  },
);

acceptanceTest("a Space overwrites what it was told to", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const space = (files: string, more = "") => `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "s"
  sdk       = "static"
  files     = { ${files} }
  ${more}
}
`;
  await world.configure(space('"index.html" = "a"'));
  assertSuccess(await workspace.apply());
  const repo = { type: "space", id: "acme/s" } as const;
  await client.files.commit(repo, {
    summary: "Elsewhere",
    operations: [{ path: "theirs.css", content: "theirs" }],
  });
  const files = '"index.html" = "b", "theirs.css" = "ours"';
  await world.configure(space(files));
  assertFailure(
    await workspace.plan(),
    "theirs.css is there already, with other content",
  );
  await world.configure(space(files, "overwrite = true"));
  assertSuccess(await workspace.apply());
  assertEquals(await client.files.read(repo, "theirs.css"), "ours");
});

acceptanceTest(
  "a README that the Hub refuses is refused by the plan",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    const readmes = {
      "is invalid": "---\\nsdk: static\\ntitle: a: b\\n---\\n",
      "`sdk` is in it twice": "---\\nsdk: static\\nsdk: static\\n---\\n",
    };
    for (const [message, readme] of Object.entries(readmes)) {
      await world.configure(`
resource "huggingface_space" "this" {
  name  = "s"
  sdk   = "static"
  files = {
    "README.md" = "${readme}"
  }
}
resource "huggingface_repo_file" "this" {
  repository = "acme/m"
  path       = "README.md"
  content    = "${readme}"
}
resource "huggingface_repo_files" "this" {
  repository = "acme/m"
  files = {
    "README.md" = "${readme}"
  }
}
`);
      const said = assertFailure(await workspace.validate(), message);
      for (const type of ["space", "repo_file", "repo_files"]) {
        assert(said.includes(`with huggingface_${type}.this,`), said);
      }
    }
  },
);

acceptanceTest(
  "a part is replaced with the whole, and the plan says so",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure(`
provider "huggingface" {
  namespace = "acme"
}

resource "huggingface_model" "it" {
  name       = "m"
  gated      = "manual"
  on_destroy = "delete"
}

resource "huggingface_space" "it" {
  name = "s"
  sdk  = "static"
}

resource "huggingface_repo_branch" "it" {
  repository = huggingface_model.it.id
  name       = "next"
}

resource "huggingface_repo_tag" "it" {
  repository = huggingface_model.it.id
  name       = "v1"
  revision   = huggingface_repo_file.it.branch
}

resource "huggingface_repo_file" "it" {
  repository = huggingface_model.it.id
  path       = "a"
  content    = "x"
}

resource "huggingface_repo_files" "it" {
  repository = huggingface_model.it.id
  files      = { b = "x" }
  depends_on = [huggingface_repo_file.it]
}

resource "huggingface_repo_access_grant" "it" {
  repository = huggingface_model.it.id
  user       = "bob"
}

resource "huggingface_space_variable" "it" {
  space = huggingface_space.it.id
  key   = "A"
  value = "1"
}

resource "huggingface_space_secret" "it" {
  space = huggingface_space.it.id
  key   = "B"
  value = "1"
}
`);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const ofSpace = ["-replace=huggingface_space.it"];
    const refused = await workspace.plan({ args: ofSpace });
    assertFailure(refused, "its files and history");
    const args = ["-replace=huggingface_model.it"];
    const { stdout } = assertSuccess(await workspace.apply({ args }));
    assertStringIncludes(stdout, "6 to add, 0 to change, 6 to destroy");
    await assertEmptyPlan(workspace);
  },
);
acceptanceTest(
  "a name that one gives up and another one takes needs two applies",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    const named = (name: string, more = "") =>
      world.configure(`
resource "huggingface_model" "it" {
  namespace = "acme"
  name      = "${name}"
}

resource "huggingface_repo_branch" "it" {
  repository = huggingface_model.it.id
  name       = "next"
}
${more}`);
    const another = `
resource "huggingface_model" "new" {
  namespace = "acme"
  name      = "m"
}
`;
    await named("m");
    assertSuccess(await workspace.apply());
    await named("other", another);
    assertFailure(await workspace.plan(), "No apply moves the model acme/m");
    await named("other");
    assertSuccess(await workspace.apply());
    await named("other", another);
    const { stdout } = assertSuccess(await workspace.apply());
    assertStringIncludes(stdout, "1 to add, 0 to change, 0 to destroy");
    await assertEmptyPlan(workspace);
  },
);

for (const [had, wanted] of [["old", "new"], ["new", "old"]] as const) {
  acceptanceTest(
    `a file of acme/${had} is not moved to one under the name acme/${wanted}`,
    async () => {
      await using world = await startSpaceWorld();
      const { workspace, client } = world;
      const old = { type: "model", id: "acme/old" } as const;
      await client.repos.create(old);
      const file = (label: string, repository: string) => `
resource "huggingface_repo_file" "${label}" {
  repository = "acme/${repository}"
  path       = "a.txt"
  content    = "a"
}
`;
      const rename = () => client.repos.move(old, "acme/new");
      if (had === "new") await rename();
      await world.configure(file("a", had));
      assertSuccess(await workspace.apply());
      if (had === "old") await rename();
      await world.configure(file("b", wanted));
      assertFailure(await workspace.plan(), "No apply moves the file a.txt");
    },
  );
}
