import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  changeOf,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { spaceRef, startSpaceWorld } from "../support/space_world.ts";

const address = "huggingface_space.this";

interface Values {
  readonly [attribute: string]: string;
}

function space(values: Values): string {
  const lines = Object.entries(values).map(([name, value]) =>
    `  ${name} = ${value}`
  );
  return `resource "huggingface_space" "this" {\n${lines.join("\n")}\n}\n`;
}

const fixed = { namespace: '"acme"', name: '"app"', sdk: '"docker"' };

const first: Values = {
  ...fixed,
  region: '"eu"',
  visibility: '"private"',
  title: '"One"',
  short_description: '"First"',
  license: '"mit"',
  hardware: '"t4-small"',
  sleep_time: "3600",
  replicas: "2",
  volumes: '[{ type = "bucket", source = "acme/data", mount_path = "/data" }]',
  dev_mode: "true",
  resource_group_id: '"aaaaaaaaaaaaaaaaaaaaaaaa"',
  variables: '{ MODE = "fast", GONE = "1" }',
  secrets: '{ TOKEN = "t1", OLD = "o" }',
  secrets_wo: '{ WO = "w1", WO_OLD = "w" }',
  secrets_wo_version: "1",
  files: '{ "Dockerfile" = "FROM a", "old.txt" = "old" }',
};

const second: Values = {
  ...fixed,
  region: '"eu"',
  visibility: '"protected"',
  title: '"Two: \\"quoted\\""',
  short_description: '"Second"',
  license: '"apache-2.0"',
  hardware: '"l4x1"',
  sleep_time: "-1",
  replicas: "3",
  volumes:
    '[{ type = "bucket", source = "acme/data", mount_path = "/data", read_only = true }, { type = "model", source = "acme/m", mount_path = "/m", revision = "v1" }]',
  dev_mode: "false",
  resource_group_id: '"bbbbbbbbbbbbbbbbbbbbbbbb"',
  variables: '{ MODE = "slow", NEW = "2" }',
  secrets: '{ TOKEN = "t2", FRESH = "f" }',
  secrets_wo: '{ WO = "w2", WO_NEW = "n" }',
  secrets_wo_version: "2",
  files: '{ "Dockerfile" = "FROM b", "new.txt" = "new" }',
};

const base = "/api/spaces/acme/app";

acceptanceTest(
  "every attribute of a Space is changed in place, found when changed outside, and removed",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client, sandbox } = world;
    await client.buckets.create("acme/data");
    await client.repos.create({ type: "model", id: "acme/m" });
    await world.configure(space(first));
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);

    await t.step("changed in place, one request for each thing", async () => {
      await world.configure(space(second));
      const plan = await workspace.planJson();
      assertActions(plan, address, ["update"]);
      const { before, after } = changeOf(plan, address).change;
      for (const name of Object.keys(second)) {
        if (name in fixed || name === "region" || name === "secrets_wo") {
          continue;
        }
        assertEquals(
          JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]),
          false,
          name,
        );
      }
      world.requests();
      assertSuccess(await workspace.applyPlan());
      assertEquals(world.writes().toSorted(), [
        `DELETE ${base}/secrets`,
        `DELETE ${base}/secrets`,
        `DELETE ${base}/variables`,
        `POST ${base}/commit/main`,
        `POST ${base}/dev-mode`,
        `POST ${base}/hardware`,
        `POST ${base}/replicas`,
        `POST ${base}/resource-group`,
        `POST ${base}/secrets`,
        `POST ${base}/secrets`,
        `POST ${base}/secrets`,
        `POST ${base}/secrets`,
        `POST ${base}/variables`,
        `POST ${base}/variables`,
        `PUT ${base}/settings`,
        `PUT ${base}/volumes`,
      ]);
      await assertEmptyPlan(workspace);
      assertEquals(
        Object.keys(await client.spaces.getSecrets("acme/app")).sort(),
        [
          "FRESH",
          "TOKEN",
          "WO",
          "WO_NEW",
        ],
      );
      const files = await client.files.list(spaceRef("acme/app")).toArray();
      assertEquals(files.map(({ path }) => path), [
        ".gitattributes",
        "Dockerfile",
        "README.md",
        "new.txt",
      ]);
      const info = await client.repos.get(spaceRef("acme/app"));
      assertEquals(info.cardData?.["title"], 'Two: "quoted"');
      assertEquals(info.cardData?.["sdk"], "docker");
    });

    await t.step(
      "changed outside: the plan shows each, and puts it right",
      async () => {
        // It is paused below, and then tells no sleep time, dev mode or volumes.
        const { repos, spaces, files } = client;
        const ref = spaceRef("acme/app");
        await repos.update(ref, { visibility: "private" });
        await repos.setResourceGroup(ref, null);
        await spaces.setHardware(ref.id, {
          flavor: "t4-medium",
        });
        await spaces.setReplicas(ref.id, 1);
        await spaces.setVariable(ref.id, { key: "MODE", value: "by hand" });
        await spaces.deleteVariable(ref.id, "NEW");
        sandbox.advance(1000);
        await spaces.setSecret(ref.id, { key: "TOKEN", value: "by hand" });
        await spaces.setSecret(ref.id, { key: "WO", value: "by hand" });
        await spaces.deleteSecret(ref.id, "FRESH");
        await files.commit(ref, {
          summary: "By hand",
          operations: [
            { path: "Dockerfile", content: "FROM hand" },
            { deleted: "new.txt" },
            {
              path: "README.md",
              content: "---\nsdk: docker\ntitle: Hand\nemoji: x\n---\nText\n",
            },
          ],
        });
        await spaces.pause(ref.id);
        const plan = await workspace.planJson();
        const { before, after } = changeOf(plan, address).change;
        assertActions(plan, address, ["update"]);
        const seen = {
          visibility: "private",
          resource_group_id: null,
          hardware: "t4-medium",
          replicas: 1,
          variables: { MODE: "by hand" },
          secrets: {},
          secrets_wo_version: null,
          files: { Dockerfile: "FROM hand" },
          title: "Hand",
          paused: true,
        };
        for (const [name, value] of Object.entries(seen)) {
          assertEquals(before?.[name], value, name);
          assertEquals(after?.[name] === value, false, name);
        }
        assertSuccess(await workspace.applyPlan());
        await assertEmptyPlan(workspace);
        const readme = await files.read(ref, "README.md");
        assertStringIncludes(readme, "emoji: x\n");
        assertStringIncludes(readme, "---\nText\n");
        assertEquals((await spaces.getRuntime(ref.id)).stage, "RUNNING");
      },
    );

    await t.step("removed: paid things end, the card stays", async () => {
      await world.configure(space(fixed));
      world.requests();
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      const { values } = await workspace.stateResource(address);
      assertEquals(values["hardware"], "cpu-basic");
      assertEquals(values["visibility"], "private");
      assertEquals(values["title"], 'Two: "quoted"');
      for (
        const name of ["volumes", "variables", "secrets", "files", "replicas"]
      ) {
        assertEquals(values[name], name === "replicas" ? 1 : null, name);
      }
      assertEquals(await client.spaces.getVariables("acme/app"), {});
      assertEquals(await client.spaces.getSecrets("acme/app"), {});
      const { hardware, volumes } = await client.spaces.getRuntime("acme/app");
      assertEquals([hardware?.requested, volumes], ["cpu-basic", undefined]);
    });

    await t.step(
      "paused and restarted; another region is refused",
      async () => {
        await world.configure(space({ ...fixed, paused: "true" }));
        assertSuccess(await workspace.apply());
        assertEquals(
          (await client.spaces.getRuntime("acme/app")).stage,
          "PAUSED",
        );
        await world.configure(space({ ...fixed, region: '"us"' }));
        assertFailure(await workspace.plan(), "region of the Space acme/app");
      },
    );
  },
);

acceptanceTest(
  "a Space is planned with values that are not known yet, and refused with wrong ones",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    await client.buckets.create("acme/later");
    await t.step("unknown values plan, apply, and come to rest", async () => {
      await world.configure(`
resource "terraform_data" "text" {
  input = "later"
}
locals {
  text = terraform_data.text.output
}
resource "huggingface_space" "this" {
  namespace         = local.text == "later" ? "acme" : "sandbox"
  name              = "app-\${local.text}"
  sdk               = local.text == "later" ? "docker" : "gradio"
  title             = local.text
  short_description = local.text
  visibility        = local.text == "later" ? "public" : "private"
  hardware          = local.text == "later" ? "t4-small" : "cpu-basic"
  sleep_time        = length(local.text) * 100
  replicas          = length(local.text) - 4
  variables         = { MODE = local.text, FIXED = "1" }
  secrets           = local.text == "later" ? { TOKEN = local.text } : {}
  files             = { "Dockerfile" = "FROM \${local.text}" }
  volumes = [{
    type       = local.text == "later" ? "bucket" : "model"
    source     = "acme/\${local.text}"
    mount_path = "/\${local.text}"
  }]
}
resource "huggingface_space_variable" "one" {
  space = huggingface_space.this.id
  key   = "SINGLE_\${local.text}"
  value = local.text
}
`);
      const plan = await workspace.planJson();
      assertActions(plan, address, ["create"]);
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
    });
    await t.step("an unknown change of what exists is an update", async () => {
      const text = await workspace.read("main.tf");
      await workspace.write({
        "main.tf": text.replace(
          'input = "later"',
          'input = "later"\n  triggers_replace = 1',
        ),
      });
      const plan = await workspace.planJson();
      assertEquals(
        changeOf(plan, address).change.actions.includes("no-op"),
        false,
      );
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
    });
    await t.step("wrong values are refused where they stand", async () => {
      await world.configure(`
resource "huggingface_space" "a" {
  name       = "bad--name"
  sdk        = "streamlit"
  visibility = "secret"
  sleep_time = 0
  variables  = { "1ST" = "x" }
}
resource "huggingface_space" "b" {
  name     = "b"
  sdk      = "static"
  hardware = "t4-small"
  paused   = true
}
resource "huggingface_space" "c" {
  name     = "c"
  replicas = 2
}
resource "huggingface_space" "d" {
  name  = "d"
  sdk   = "docker"
  title = "Twice"
  files = { "README.md" = "# No front matter" }
  secrets    = { KEY = "x" }
  variables  = { KEY = "x" }
  volumes = [{ type = "model", source = "a/b", mount_path = "/m", read_only = false }]
}
resource "huggingface_space" "e" {
  name       = "e"
  sdk        = "docker"
  replicas   = 2
  secrets_wo = { A = "b" }
}
`);
      const message = assertFailure(
        await workspace.validate(),
        "1 to 96 letters",
      );
      for (
        const text of [
          "`gradio`, `docker`",
          "Invalid sleep time",
          "with a letter first",
          "Static Space cannot have hardware",
          "Static Space cannot have paused",
          "`sdk` and `template` must be set",
          "Two sources of the README",
          "README without configuration",
          "`KEY` is in `variables` and in `secrets`",
          "Repository cannot be written to",
          "Replicas need paid hardware",
          "secrets_wo_version",
        ]
      ) assertStringIncludes(message, text);
    });
  },
);
