/**
 * Features that a CLI can use with the provider: each with the shortest
 * configuration that shows it, for the guide's table and the test that holds a
 * CLI against it.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  changeOf,
} from "@hf-terraform/framework/testing";
import { print } from "../../provider/framework/testing/system/run.ts";
import type { Outcomes } from "../../tools/cli_matrix.ts";
import { accountOptions, makeAccount } from "./account.ts";
import {
  requirement,
  type SpaceWorld,
  startSpaceWorld,
} from "./space_world.ts";
import { standInFor } from "./workspace.ts";

/** Something that a CLI has or has not. */
interface CliFeature {
  /** As the guide names it. */
  readonly name: string;
  /** Throws an error where it does not work. */
  readonly works: (world: SpaceWorld) => Promise<void>;
}

const provider = 'provider "huggingface" {\n  namespace = "acme"\n}\n';

const model = (label: string, name: string, more = "") => `
resource "huggingface_model" "${label}" {
  name = "${name}"
${more}}
`;

const pause = (space: string) => `
action "huggingface_space_pause" "it" {
  config {
    space = "${space}"
  }
}
`;

const trigger = (event: string, more = "") => `
  lifecycle {
    action_trigger {
      events  = [${event}]
      actions = [action.huggingface_space_pause.it]
${more}    }
  }
`;

const importsOne = "1 to import, 0 to add, 0 to change, 0 to destroy";

async function planText(
  world: SpaceWorld,
  text: string,
  ...args: string[]
): Promise<string> {
  await world.configure(provider + text);
  const { code, stdout, stderr } = await world.workspace.plan({ args });
  assert(code !== 1, stderr);
  return stdout + stderr;
}

async function applyText(world: SpaceWorld, text: string): Promise<string> {
  await world.configure(provider + text);
  return assertSuccess(await world.workspace.apply()).stdout;
}

/** `terraform test` of the configuration passes this one run. */
async function passes(
  world: SpaceWorld,
  text: string,
  test: string,
): Promise<void> {
  await world.configure(text);
  await world.workspace.write({ "it.tftest.hcl": test });
  const told = await world.workspace.run(["test", "-no-color"]);
  assertStringIncludes(assertSuccess(told).stdout, "1 passed, 0 failed");
}

const search =
  'list "huggingface_model" "all" {\n  provider = huggingface\n}\n';

const token = `
ephemeral "huggingface_repo_token" "it" {
  repository = "acme/m"
}
`;

/** Every feature, the oldest first. */
const features: readonly CliFeature[] = [
  {
    name: "`plan`, `apply`, an empty plan, `destroy`",
    async works(world) {
      await applyText(world, model("it", "life"));
      await assertEmptyPlan(world.workspace);
      assertSuccess(await world.workspace.destroy());
    },
  },
  {
    name: "`import`, the command",
    async works(world) {
      await world.configure(provider + model("it", "plain"));
      const address = "huggingface_model.it";
      assertSuccess(await world.workspace.import(address, "acme/plain"));
      await assertEmptyPlan(world.workspace);
    },
  },
  {
    name: "`moved` block",
    async works(world) {
      await applyText(world, model("before", "moving"));
      const told = await planText(
        world,
        model("after", "moving") +
          "moved {\n  from = huggingface_model.before\n" +
          "  to   = huggingface_model.after\n}\n",
      );
      assertStringIncludes(told, "has moved to");
      assertStringIncludes(told, "0 to add, 0 to change, 0 to destroy");
    },
  },
  {
    name: "`import` block",
    async works(world) {
      const told = await planText(
        world,
        'import {\n  to = huggingface_model.it\n  id = "acme/plain"\n}\n' +
          model("it", "plain"),
      );
      assertStringIncludes(told, importsOne);
    },
  },
  {
    name: "`plan -generate-config-out` of an endpoint",
    async works(world) {
      const text =
        'import {\n  to = huggingface_endpoint.it\n  id = "acme/e"\n}\n';
      const generated = "-generate-config-out=generated.tf";
      await planText(world, text, generated);
      assertStringIncludes(await planText(world, text), importsOne);
    },
  },
  {
    name: "`check` block",
    async works(world) {
      const told = await planText(
        world,
        `
check "it" {
  data "huggingface_model" "it" {
    repository = "acme/m"
  }
  assert {
    condition     = data.huggingface_model.it.id == ""
    error_message = "it was looked at"
  }
}
`,
      );
      assertStringIncludes(told, "it was looked at");
    },
  },
  {
    name: "`terraform test`",
    works: (world) =>
      passes(
        world,
        model("it", "tested"),
        `${provider}run "it" {
  assert {
    condition     = huggingface_model.it.id == "acme/tested"
    error_message = "not made"
  }
}
`,
      ),
  },
  {
    name: "`import` block with `for_each`",
    async works(world) {
      const told = await planText(
        world,
        `
import {
  for_each = toset(["plain"])
  to       = huggingface_model.it[each.key]
  id       = "acme/\${each.key}"
}
resource "huggingface_model" "it" {
  for_each = toset(["plain"])
  name     = each.key
}
`,
      );
      assertStringIncludes(told, importsOne);
    },
  },
  {
    name: "`removed` block, which forgets",
    async works(world) {
      await applyText(world, model("it", "forgotten"));
      await applyText(
        world,
        "removed {\n  from = huggingface_model.it\n" +
          "  lifecycle {\n    destroy = false\n  }\n}\n",
      );
      assertEquals(await world.workspace.stateResources(), []);
      await world.client.repos.get({ type: "model", id: "acme/forgotten" });
    },
  },
  {
    name: "`mock_provider` in tests",
    works: (world) =>
      passes(
        world,
        model("it", "plain"),
        'mock_provider "huggingface" {}\nrun "it" {}\n',
      ),
  },
  {
    name: "functions of the provider",
    async works(world) {
      const told = await planText(
        world,
        'output "it" {\n' +
          '  value = provider::huggingface::hf_path("acme/demo", null, null)\n}\n',
      );
      assertStringIncludes(told, "hf://acme/demo");
    },
  },
  {
    name: "`moved` block from another provider's resource",
    async works(world) {
      const { workspace, client } = world;
      await client.repos.create({ type: "space", id: "sandbox/old" }, {
        sdk: "static",
      });
      const before = workspace.providers;
      await workspace.write({ "terraform.tfstate": strickvlState });
      await standInFor(workspace, "strickvl/huggingface-spaces");
      try {
        await world.configure(`
moved {
  from = huggingface-spaces_space.app
  to   = huggingface_space.app
}
resource "huggingface_space" "app" {
  name       = "old"
  sdk        = "static"
  visibility = "public"
}
`);
        const plan = await workspace.planJson();
        assertEquals(changeOf(plan, "huggingface_space.app").change.actions, [
          "no-op",
        ]);
      } finally {
        await workspace.use(before);
      }
    },
  },
  {
    name: "provider block with `for_each`",
    async works(world) {
      await world.configure(`
provider "huggingface" {
  alias     = "by"
  for_each  = toset(["acme"])
  namespace = each.value
}
resource "huggingface_model" "it" {
  provider = huggingface.by["acme"]
  name     = "by-owner"
}
`);
      assertSuccess(await world.workspace.apply());
    },
  },
  {
    name: "ephemeral resources",
    async works(world) {
      await planText(world, token);
      const paths = world.requests().map(({ path }) => path);
      assertStringIncludes(paths.join("\n"), "/api/models/acme/m/jwt");
    },
  },
  {
    name: "write-only arguments",
    async works(world) {
      await applyText(
        world,
        `
resource "huggingface_space_secret" "it" {
  space            = "acme/s"
  key              = "WRITE_ONLY"
  value_wo         = "correct horse"
  value_wo_version = "1"
}
`,
      );
      const state = await world.workspace.read("terraform.tfstate");
      assert(!state.includes("correct horse"));
    },
  },
  {
    name: "`import` block with an identity",
    async works(world) {
      const { _id } = await world.client.repos.get({
        type: "model",
        id: "acme/plain",
      });
      const told = await planText(
        world,
        "import {\n  to = huggingface_model.it\n" +
          `  identity = {\n    repository_id = "${_id}"\n  }\n}\n` +
          model("it", "plain"),
      );
      assertStringIncludes(told, importsOne);
    },
  },
  {
    name: "lists: `query`",
    async works(world) {
      await world.configure(provider);
      await world.workspace.write({ "it.tfquery.hcl": search });
      const told = await world.workspace.run(["query", "-no-color"]);
      assertStringIncludes(assertSuccess(told).stdout, "acme/m");
    },
  },
  {
    name: "`query -generate-config-out`",
    async works(world) {
      await world.configure(provider);
      await world.workspace.write({
        "it.tfquery.hcl": search.replace(
          "\n}",
          '\n  config { search = "plain" }\n}',
        ),
      });
      assertSuccess(
        await world.workspace.run([
          ...["query", "-no-color", "-generate-config-out=generated.tf"],
        ]),
      );
      assertStringIncludes(await planText(world, ""), importsOne);
    },
  },
  {
    name: "actions: `apply -invoke`",
    async works(world) {
      await world.configure(provider + pause("acme/s"));
      const { stdout } = assertSuccess(
        await world.workspace.apply({
          args: ["-invoke=action.huggingface_space_pause.it"],
        }),
      );
      assertStringIncludes(stdout, "Space acme/s is in stage PAUSED");
    },
  },
  {
    name: "actions: `action_trigger`",
    async works(world) {
      const told = await applyText(
        world,
        model("it", "triggers", trigger("after_create")) +
          pause("acme/s"),
      );
      assertStringIncludes(told, "Space acme/s is in stage PAUSED");
    },
  },
  {
    name: "actions: `before_destroy`",
    async works(world) {
      const text = model("it", "ends", trigger("before_destroy")) +
        pause("acme/s");
      await applyText(world, text);
      const { stdout } = assertSuccess(await world.workspace.destroy());
      assertStringIncludes(stdout, "Space acme/s is in stage PAUSED");
    },
  },
  {
    name: "actions: `on_failure`",
    async works(world) {
      const more = "      on_failure = continue\n";
      await applyText(
        world,
        model("it", "continues", trigger("after_create", more)) +
          pause("acme/not-there"),
      );
    },
  },
  {
    name: "`import` block in a module",
    async works(world) {
      await world.configure(`${provider}module "m" {\n  source = "./m"\n}\n`);
      await world.workspace.write({
        "m/main.tf": `${requirement}
import {
  to = huggingface_model.it
  id = "acme/plain"
}
${model("it", "plain")}`,
      });
      assertSuccess(await world.workspace.run(["get", "-no-color"]));
      const { code, stdout, stderr } = await world.workspace.plan();
      assert(code !== 1, stderr);
      assertStringIncludes(stdout, importsOne);
    },
  },
  {
    name: "`-minimal-refresh`",
    async works(world) {
      await applyText(world, model("a", "kept") + model("b", "changed"));
      world.requests();
      await planText(
        world,
        model("a", "kept") +
          model("b", "changed", '  visibility = "public"\n'),
        "-minimal-refresh",
      );
      const paths = world.requests().map(({ path }) => path).join("\n");
      assert(!paths.includes("acme/kept"), paths);
      assertStringIncludes(paths, "acme/changed");
    },
  },
  {
    name: "`mock_provider` of ephemeral resources",
    works: (world) =>
      passes(
        world,
        `${token}
resource "huggingface_space_secret" "it" {
  space            = "acme/s"
  key              = "TOKEN"
  value_wo         = ephemeral.huggingface_repo_token.it.token
  value_wo_version = "1"
}
`,
        `mock_provider "huggingface" {
  mock_ephemeral "huggingface_repo_token" {
    defaults = {
      token = "made up"
    }
  }
}
run "it" {
  assert {
    condition     = huggingface_space_secret.it.key == "TOKEN"
    error_message = "not made"
  }
}
`,
      ),
  },
];

const strickvlState = JSON.stringify({
  version: 4,
  terraform_version: "1.5.0",
  serial: 1,
  lineage: "11111111-1111-1111-1111-111111111111",
  outputs: {},
  resources: [{
    mode: "managed",
    type: "huggingface-spaces_space",
    name: "app",
    provider: 'provider["registry.terraform.io/strickvl/huggingface-spaces"]',
    instances: [{
      schema_version: 0,
      attributes: {
        id: "sandbox/old",
        name: "old",
        private: false,
        sdk: "static",
      },
      sensitive_attributes: [],
    }],
  }],
});

/** Tries every feature with the CLI in use. */
export async function tryFeatures(): Promise<Outcomes> {
  await using world = await startSpaceWorld(accountOptions);
  const { client } = await makeAccount(world.sandbox);
  await client.repos.create({ type: "model", id: "acme/plain" }, {
    visibility: "private",
  });
  const outcomes: [string, string?][] = [];
  for (const { name, works } of features) {
    for await (const entry of Deno.readDir(world.workspace.folder)) {
      await world.workspace.remove(entry.name);
    }
    world.requests();
    outcomes.push(
      await works(world).then(() => [name], (error) => [name, String(error)]),
    );
  }
  return outcomes;
}

if (import.meta.main) print(JSON.stringify(await tryFeatures()));
