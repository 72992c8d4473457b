// One thing stands in one resource: a plan refuses a second one, whether that is
// to have it too or to have it in place of the first, and both ways to move a
// thing lose nothing.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import type { RepoRef } from "../../mod.ts";
import {
  configureEvery,
  everyType,
  startWithEveryResource,
} from "../support/every_resource.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const model: RepoRef = { type: "model", id: "acme/m" };

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

const createBeforeDestroy = "lifecycle { create_before_destroy = true }";

async function contentOf(
  { client }: SpaceWorld,
  path = "a.txt",
): Promise<string | undefined> {
  try {
    return await client.files.read(model, path);
  } catch {
    return undefined;
  }
}

/** Somebody commits the path between the look and the commit. */
function meanwhile({ sandbox }: SpaceWorld, content: string): void {
  sandbox.addFault({
    match: { method: "POST", path: "/commit/" },
    action: {
      meanwhile: {
        method: "POST",
        path: "/api/models/acme/m/commit/main",
        body: {
          summary: "Elsewhere",
          files: [{ path: "a.txt", content, encoding: "utf-8" }],
        },
      },
    },
  });
}

acceptanceTest(
  "a file that appears before the commit is not ours",
  async (t) => {
    await using world = await startWithModel();
    const { workspace, sandbox } = world;

    await t.step("with other content it is not overwritten", async () => {
      meanwhile(world, "theirs");
      await world.configure(file("this"));
      assertFailure(
        await workspace.apply(),
        "a.txt is there already, with other content",
      );
      assertEquals(await contentOf(world), "theirs");
    });

    await t.step("with the same content it is not deleted", async () => {
      await world.client.files.commit(model, {
        summary: "Elsewhere",
        operations: [{ deleted: "a.txt" }],
      });
      meanwhile(world, "a");
      assertSuccess(await workspace.apply());
      assertWarning(
        await workspace.destroy(),
        "Files of acme/m stay on the Hub",
      );
      assertEquals(await contentOf(world), "a");
    });

    await t.step("one whose answer was lost is ours", async () => {
      await world.client.files.commit(model, {
        summary: "Elsewhere",
        operations: [{ deleted: "a.txt" }],
      });
      sandbox.addFault({
        match: { method: "POST", path: "/commit/" },
        action: { close: "after" },
      });
      assertSuccess(await workspace.apply());
      assertSuccess(await workspace.destroy());
      assertEquals(await contentOf(world), undefined);
    });
  },
);

acceptanceTest("a replacement of a file keeps it", async (t) => {
  for (const more of ["", createBeforeDestroy]) {
    await t.step(`-replace ${more}`, async () => {
      await using world = await startWithModel();
      const { workspace } = world;
      const kept = set("kept", { "b.txt": "b", "c.txt": "c" }, more);
      await world.configure(file("this", more) + kept);
      assertSuccess(await workspace.apply());
      const args = ["huggingface_repo_file.this", "huggingface_repo_files.kept"]
        .map((address) => `-replace=${address}`);
      const fewer = set("kept", { "b.txt": "b" }, more);
      await world.configure(file("this", more) + fewer);
      assertSuccess(await workspace.apply({ args }));
      assertEquals(await contentOf(world), "a");
      assertEquals(await contentOf(world, "b.txt"), "b");
      assertEquals(await contentOf(world, "c.txt"), undefined);
      await assertEmptyPlan(workspace);
    });
  }
});

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
  "names that the Hub tells from each other are two things, others are one",
  async (t) => {
    await using world = await startWithModel();
    const { workspace, client } = world;
    await client.repos.create({ type: "space", id: "acme/s" }, {
      sdk: "static",
    });
    const each = (type: string, name: string, more: string) =>
      [name.toUpperCase(), name].map((value, i) => `
resource "huggingface_${type}" "l${i}" {
  ${more.replace("NAME", value)}
}
`).join("");
    const repo = 'namespace = "acme"\n  name = "NAME"';
    const one = {
      "two models": each("model", "new", repo),
      "two Spaces": each("space", "new", `${repo}\n  sdk = "static"`),
      "two members": each(
        "organization_member",
        "alice",
        'organization = "acme"\n  username = "NAME"\n  role = "read"',
      ),
    };
    for (const [name, configured] of Object.entries(one)) {
      await t.step(name, async () => {
        await world.configure(configured);
        assertFailure(await workspace.plan(), "Two resources manage the ");
      });
    }
    const two = {
      "two tags": each(
        "repo_tag",
        "v1",
        'repository = "acme/m"\n  name = "NAME"',
      ),
      "two files": each(
        "repo_file",
        "a",
        'repository = "acme/m"\n  path = "NAME"\n  content = "x"',
      ),
      "two variables": each(
        "space_variable",
        "key",
        'space = "acme/s"\n  key = "NAME"\n  value = "x"',
      ),
    };
    for (const [name, configured] of Object.entries(two)) {
      await t.step(name, async () => {
        await world.configure(configured);
        assertSuccess(await workspace.apply());
        await assertEmptyPlan(workspace);
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

const newGroup = `
resource "huggingface_resource_group" "new" {
  organization = "acme"
  name         = "new"
}
`;

/** All members of the new group, or one, after something else. */
function ofNewGroup(type: string, members: string, after = ""): string {
  return `
resource "${type}" "this" {
  organization      = "acme"
  resource_group_id = huggingface_resource_group.new.resource_group_id
  ${members}
  depends_on        = [${after}]
}
`;
}

acceptanceTest(
  "a new group's members beside a single one: the second is refused before it is sent",
  async (t) => {
    const all = "huggingface_resource_group_members";
    const one = "huggingface_resource_group_member";
    const bob = 'members = [{ username = "bob", role = "read" }]';
    const alice = 'username = "alice"\n  role = "read"';
    for (
      const [first, text, left] of [
        [
          all,
          ofNewGroup(all, bob) + ofNewGroup(one, alice, `${all}.this`),
          "bob",
        ],
        [
          one,
          ofNewGroup(one, alice) + ofNewGroup(all, bob, `${one}.this`),
          "alice",
        ],
      ] as const
    ) {
      await t.step(`after ${first}`, async () => {
        await using world = await startSpaceWorld();
        const { workspace, client: { organizations } } = world;
        await world.configure(newGroup + text);
        assertFailure(
          await workspace.apply(),
          "Two resources manage the members of the resource group acme/",
        );
        const [, ...members] = world.writes();
        assertEquals(members.length, 1, "only the first one was sent");
        const [group] = await organizations.resourceGroups.list("acme")
          .toArray();
        assertEquals(group?.users?.map(({ name }) => name), [left]);
      });
    }
  },
);

/** Resources of which two may be equal, and why. */
const mayBeTwice: Readonly<Record<string, string>> = {
  huggingface_scheduled_job: "a job may run twice",
  huggingface_service_account_token: "an account has several tokens",
};

const types = everyType.filter((type) => !(type in mayBeTwice));

acceptanceTest("two of every resource are refused by one plan", async () => {
  await using world = await startWithEveryResource();
  await configureEvery(world, types, ["a", "b"]);
  const said = assertFailure(
    await world.workspace.plan(),
    "Two resources manage",
  );
  for (const type of types) {
    const isRefused = new RegExp(
      `Two resources manage[^╷]*with ${type}\\.[ab],`,
    ).test(said);
    assert(isRefused, `${type} passes twice:\n${said}`);
  }
});

acceptanceTest(
  "no resource is destroyed and created at once",
  async (t) => {
    await using world = await startWithEveryResource();
    const { workspace } = world;
    await configureEvery(world, everyType, ["a"]);
    assertSuccess(await workspace.apply());
    await configureEvery(world, everyType, ["b"]);

    await t.step("a plan refuses it", async () => {
      const said = assertFailure(await workspace.plan(), "No apply moves");
      for (const type of everyType) {
        const isRefused = new RegExp(`No apply moves[^╷]*\`${type}\``)
          .test(said.replaceAll(/\n[│\s]*/g, " "));
        assert(isRefused, `${type} moves without a word:\n${said}`);
      }
    });

    await t.step("another address is no destroy", async () => {
      const moved = everyType.map((type) => ({
        from: `${type}.a`,
        to: `${type}.b`,
      }));
      await workspace.write({ "moved.tf.json": JSON.stringify({ moved }) });
      world.requests();
      assertSuccess(await workspace.apply());
      assertEquals(world.writes(), []);
    });
  },
);

acceptanceTest("what is refused can be destroyed", async (t) => {
  await using world = await startWithModel();
  const { workspace } = world;
  for (const more of [file("b"), set("b", { "a.txt": "a" })]) {
    await world.configure(file("a"));
    assertSuccess(await workspace.apply());
    await t.step("with the flag that the error names", async () => {
      await world.configure(file("a") + more);
      const said = assertFailure(await workspace.destroy(), "Two resources");
      const [flag = ""] = /-refresh=false/.exec(said) ?? [];
      assertSuccess(await workspace.destroy({ args: [flag] }));
      assertEquals(await contentOf(world), undefined);
    });
  }
});

acceptanceTest(
  "what a destroy keeps is not created again by the same plan",
  async (t) => {
    await using world = await startWithModel();
    const { workspace } = world;
    const kept = {
      huggingface_model: 'namespace = "acme"\n  name = "kept"',
      huggingface_dataset: 'namespace = "acme"\n  name = "kept"',
      huggingface_repo_branch: 'repository = "acme/m"\n  name = "kept"',
    };
    const configure = (label: string, end: string, lifecycle = "") =>
      world.configure(
        Object.entries(kept).map(([type, named]) => `
resource "${type}" "${label}" {
  ${named}
  on_destroy = "${end}"
  ${lifecycle}
}
`).join(""),
      );
    const types = Object.keys(kept);
    await configure("a", "keep");
    assertSuccess(await workspace.apply());

    for (const lifecycle of ["", createBeforeDestroy]) {
      await t.step(`not by a replacement ${lifecycle}`, async () => {
        await configure("a", "keep", lifecycle);
        for (const type of types) {
          const plan = ["plan", "-input=false", `-replace=${type}.a`];
          assertFailure(
            await workspace.run(plan),
            "cannot be replaced: its destroy leaves it",
          );
        }
        await assertEmptyPlan(workspace);
      });
    }

    await t.step(
      "nor as it is tainted",
      async () => {
        await configure("a", "keep");
        for (const type of types) {
          assertSuccess(await workspace.run(["taint", `${type}.a`]));
          assertFailure(
            await workspace.run(["plan", "-input=false"]),
            "cannot be replaced: its destroy leaves it",
          );
          assertSuccess(await workspace.run(["untaint", `${type}.a`]));
        }
        await assertEmptyPlan(workspace);
      },
    );

    await t.step("not under another address", async () => {
      await configure("b", "keep");
      const said = assertFailure(await workspace.plan(), "No apply moves");
      for (const type of types) assert(said.includes(`\`${type}\` acme/`));
    });

    await t.step("what is deleted is replaced", async () => {
      await configure("a", "delete");
      assertSuccess(await workspace.apply());
      const replace = types.map((type) => `-replace=${type}.a`);
      assertSuccess(
        await workspace.run([
          "apply",
          "-input=false",
          "-auto-approve",
          ...replace,
        ]),
      );
      await assertEmptyPlan(workspace);
    });
  },
);

acceptanceTest(
  "what another resource has already is not destroyed with this one",
  async () => {
    await using world = await startWithEveryResource();
    const { workspace } = world;
    await configureEvery(world, everyType, ["a"]);
    assertSuccess(await workspace.apply());
    const made = await workspace.stateResources();
    await configureEvery(world, everyType, ["b"]);
    await workspace.write({
      "import.tf.json": JSON.stringify({
        import: made.map(({ type, values }) => ({
          to: `${type}.b`,
          id: values["id"],
        })),
      }),
    });
    const said = assertFailure(await workspace.plan(), "No apply moves");
    const lines = said.replaceAll(/\n[│\s]*/g, " ");
    const taken = everyType.filter((type) =>
      !new RegExp(`No apply moves[^╷]*\`${type}\``).test(lines)
    );
    assertEquals(taken, []);
  },
);

acceptanceTest(
  "a tag that a dependent replaces first is moved",
  async () => {
    await using world = await startWithModel();
    const { workspace, client } = world;
    const heads: string[] = [];
    for (const content of ["one", "two"]) {
      const { commitOid } = await client.files.commit(model, {
        summary: content,
        operations: [{ path: "x.txt", content }],
      });
      heads.push(commitOid ?? "");
    }
    for (const head of heads) {
      await world.configure(`
resource "huggingface_repo_tag" "this" {
  repository = "acme/m"
  name       = "v1"
  revision   = "${head}"
}
resource "terraform_data" "serving" {
  triggers_replace = huggingface_repo_tag.this.commit
  lifecycle { create_before_destroy = true }
}
`);
      assertSuccess(await workspace.apply());
      const { tags } = await client.refs.get(model);
      assertEquals(tags.map(({ targetCommit }) => targetCommit), [head]);
      await assertEmptyPlan(workspace);
    }
  },
);

acceptanceTest(
  "a name that the old one has still is explained",
  async () => {
    await using world = await startSpaceWorld({ createMs: 0 });
    const { workspace } = world;
    await configureEvery(world, ["huggingface_endpoint"], ["this"], {
      create_before_destroy: true,
    });
    assertSuccess(await workspace.apply());
    const args = ["-replace=huggingface_endpoint.this"];
    assertFailure(await workspace.apply({ args }), "`create_before_destroy`");
  },
);

acceptanceTest("what a Space overwrites is said", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  const space = (files: string) => `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "s"
  sdk       = "static"
  files     = { ${files} }
}
`;
  await world.configure(space('"index.html" = "a"'));
  assertSuccess(await workspace.apply());
  const { commitOid } = await client.files.commit(
    { type: "space", id: "acme/s" },
    {
      summary: "Elsewhere",
      operations: [{ path: "style.css", content: "theirs" }],
    },
  );
  await world.configure(space('"index.html" = "b", "style.css" = "ours"'));
  const result = await workspace.apply();
  assertWarning(result, "were overwritten: style.css");
  assertWarning(result, `${commitOid}`);
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
