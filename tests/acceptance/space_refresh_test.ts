import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HuggingFace } from "@hf-terraform/client";
import {
  assertActions,
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  spaceRef,
  type SpaceWorld,
  startSpaceWorld,
} from "../support/space_world.ts";

const parallel = { args: ["-parallelism=40"] };

function spaces(count: number): string {
  return `
resource "huggingface_space" "all" {
  count     = ${count}
  namespace = "acme"
  name      = "space-\${count.index}"
  sdk       = "static"
  secrets   = { TOKEN = "t" }
  variables = { MODE = "fast" }
}
`;
}

/**
 * Many Spaces and their state, made past the rate limit of the token: one is
 * applied, the others are made in its image.
 */
async function populate(world: SpaceWorld, count: number): Promise<void> {
  const { workspace, sandbox } = world;
  const seeder = new HuggingFace({
    token: "hf_seeder",
    fetch: (request) => sandbox.fetch(request),
  });
  await world.configure(spaces(1));
  assertSuccess(await workspace.apply());
  const state = JSON.parse(await workspace.read("terraform.tfstate"));
  const [first] = state.resources[0].instances;
  for (let i = 1; i < count; i++) {
    const name = `space-${i}`;
    const { id, name: fullName } = await seeder.repos.create({
      type: "space",
      id: `acme/${name}`,
    }, {
      sdk: "static",
      visibility: "private",
      secrets: [{ key: "TOKEN", value: "t" }],
      variables: [{ key: "MODE", value: "fast" }],
    });
    const url = `${world.url}/spaces/${fullName}`;
    const { private: _, ...instance } = first;
    state.resources[0].instances.push({
      ...instance,
      index_key: i,
      attributes: {
        ...first.attributes,
        id: fullName,
        name,
        space_id: id,
        url,
        git_url: url,
        app_url: `https://acme-${name}.hf.space`,
      },
      ...first.identity === undefined ? {} : { identity: { space_id: id } },
    });
  }
  state.serial++;
  await workspace.write({ "terraform.tfstate": JSON.stringify(state) });
  await world.configure(spaces(count));
  // Titles, times and commits of the copies come with the first refresh.
  sandbox.clearRequests();
}

acceptanceTest(
  "300 Spaces with secrets and variables are planned within 1,000 requests",
  async () => {
    await using world = await startSpaceWorld({
      createMs: 0,
      rateLimit: { requests: 1000, windowSeconds: 300 },
      tokens: { hf_seeder: "write" },
    });
    const { workspace } = world;
    await populate(world, 300);
    const { code, stdout, stderr } = await workspace.plan(parallel);
    assert(code !== 1, stderr);
    assertEquals(stdout.includes("will be created"), false);
    assertEquals(stdout.includes("will be updated"), false, stdout);
    const requests = world.requests();
    assertEquals(requests.filter(({ status }) => status === 429), []);
    const count = (path: RegExp) =>
      requests.filter((one) => path.test(one.path)).length;
    assertEquals(count(/\/secrets$/), 300);
    assertEquals(count(/\/variables$/), 300);
    assert(count(/^\/api\/spaces$/) <= 6, `${count(/^\/api\/spaces$/)} pages`);
    assert(requests.length <= 700, `${requests.length} requests`);
  },
);

acceptanceTest(
  "a plan that comes near the rate limit slows down, and says so",
  async () => {
    await using world = await startSpaceWorld({
      createMs: 0,
      rateLimit: { requests: 60, windowSeconds: 2 },
      tokens: { hf_seeder: "write" },
    }, { launch: "started" });
    const { workspace } = world;
    await populate(world, 40);
    const { code, stderr } = await workspace.plan({
      ...parallel,
      env: { TF_LOG_PROVIDER: "INFO" },
    });
    assert(code !== 1, stderr);
    assertStringIncludes(stderr, "Held back by the rate limit");
    assertEquals(world.requests().filter(({ status }) => status === 429), []);
  },
);

acceptanceTest(
  "few Spaces are read one by one, and a missing one is found missing",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client, sandbox } = world;
    await world.configure(`
resource "huggingface_space" "public" {
  count      = 12
  namespace  = "acme"
  name       = "public-\${count.index}"
  sdk        = "static"
  visibility = "public"
}
`);
    assertSuccess(await workspace.apply());
    world.requests();
    await assertEmptyPlan(workspace);
    const lists = world.requests();
    assert(lists.length <= 3, lists.map(({ path }) => path).join("\n"));
    const one = { args: ["-target=huggingface_space.public[3]"] };
    await assertEmptyPlan(workspace, one);
    assertEquals(
      world.requests().map(({ path }) => path),
      ["/api/spaces/acme/public-3"],
    );
    await client.repos.delete(spaceRef("acme/public-3"));
    const plan = await workspace.planJson();
    assertActions(plan, "huggingface_space.public[3]", ["create"]);
    assertActions(plan, "huggingface_space.public[4]", ["no-op"]);
    // A token that sees less than all is no proof that something is gone.
    sandbox.addFault({
      match: { method: "GET", path: "/whoami-v2" },
      times: 20,
      action: { status: 401, body: { error: "Invalid credentials" } },
    });
    const refused = await workspace.plan(one);
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.stderr, "The Space stays in the state.");
  },
);
