import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Fault } from "@hf-terraform/sandbox";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  unwrapped,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  spaceRef,
  type SpaceWorld,
  startSpaceWorld,
} from "../support/space_world.ts";

type Action = Fault["action"];

/** What passes by itself: one such answer must do no harm. */
const passing: Readonly<Record<string, Action>> = {
  broken: { status: 500, body: { error: "Internal error" } },
  done: { status: 500, take_effect: true },
  gateway: { status: 502, body: "<html>Bad gateway</html>" },
  before: { close: "before" },
  after: { close: "after" },
};

/** What stays until somebody does something. */
const refused: Readonly<Record<string, Action>> = {
  quota: { status: 429, body: { error: "You can retry in about 1 hour." } },
  r401: { status: 401, body: { error: "Invalid credentials" } },
  r403: { status: 403, body: { error: "Forbidden" } },
};

/** What the Hub says when a user creates two things at a time. */
const conflict: Action = {
  status: 409,
  body: {
    error: "Cannot create repo: another conflicting operation is in progress",
  },
};

/** The requests about a Space that an update sends, by method and path. */
const steps: readonly (readonly [method: string, path: string])[] = [
  ["PUT", "settings"],
  ["POST", "secrets"],
  ["DELETE", "secrets"],
  ["GET", "secrets"],
  ["POST", "variables"],
  ["PUT", "volumes"],
  ["POST", "hardware"],
  ["POST", "dev-mode"],
  ["POST", "commit"],
  ["GET", "runtime"],
];

function name(step: readonly [string, string], kind: string): string {
  return `${step[0]}-${step[1]}-${kind}`.toLowerCase();
}

/** One Space for each request and each way in which it is disturbed. */
function spaces(kinds: readonly string[], version: number): string {
  const names = steps.flatMap((step) => kinds.map((kind) => name(step, kind)));
  return `
provider "huggingface" {
  namespace = "acme"
}
resource "huggingface_space" "all" {
  for_each   = toset(${JSON.stringify(names)})
  name       = each.key
  sdk        = "docker"
  visibility = "${version === 1 ? "private" : "public"}"
  hardware   = "${version === 1 ? "t4-small" : "l4x1"}"
  dev_mode   = ${version === 1}
  variables  = { MODE = "${version}" }
  secrets    = { TOKEN = "${version}", OLD_${version} = "x" }
  files      = { "Dockerfile" = "FROM a:${version}" }
  volumes    = [{ type = "bucket", source = "acme/v${version}", mount_path = "/v" }]
}
`;
}

/** Makes what the volumes of the Spaces name. */
async function addBuckets({ client }: SpaceWorld): Promise<void> {
  for (const id of ["acme/v1", "acme/v2"]) await client.buckets.create(id);
}

function arm(
  { sandbox }: SpaceWorld,
  kinds: Readonly<Record<string, Action>>,
  options: { readonly times?: number } = {},
): void {
  for (const step of steps) {
    for (const [kind, action] of Object.entries(kinds)) {
      sandbox.addFault({
        match: {
          method: step[0],
          path: `/api/spaces/acme/${name(step, kind)}/${step[1]}`,
        },
        action,
        ...options,
      });
    }
  }
}

acceptanceTest(
  "requests of an update that fail once do no harm, whatever happened to them",
  async () => {
    await using world = await startSpaceWorld({ createMs: 0 });
    const { workspace, client } = world;
    await addBuckets(world);
    const kinds = Object.keys(passing);
    await world.configure(spaces(kinds, 1));
    const parallel = { args: ["-parallelism=40"] };
    assertSuccess(await workspace.apply(parallel));
    await world.configure(spaces(kinds, 2));
    arm(world, passing);
    assertSuccess(await workspace.apply(parallel));
    const failed = world.requests().filter(({ status }) => status >= 500);
    assertEquals(failed.length, steps.length * 3);
    // Whether a secret is the one that was sent, nobody can see.
    assertSuccess(await workspace.apply(parallel));
    assertEquals(
      world.writes().toSorted(),
      ["after", "done"].map((kind) =>
        `POST /api/spaces/acme/post-secrets-${kind}/secrets`
      ),
    );
    await assertEmptyPlan(workspace, parallel);
    const all = await client.repos.list("space", {
      author: "acme",
      pageSize: 100,
    }).toArray();
    assertEquals(all.length, steps.length * kinds.length);
    for (const { id, private: isPrivate } of all) {
      assertEquals(isPrivate, false, id);
    }
    const commits = await client.refs.listCommits(
      spaceRef("acme/post-commit-after"),
    ).toArray();
    assertEquals(commits.length, 3, "the commit was sent once only");
  },
);

acceptanceTest(
  "requests of an update that are refused leave a state from which the next apply goes on",
  async () => {
    await using world = await startSpaceWorld({ createMs: 0 });
    const { workspace, sandbox } = world;
    await addBuckets(world);
    const kinds = Object.keys(refused);
    await world.configure(spaces(kinds, 1));
    const parallel = { args: ["-parallelism=40"] };
    assertSuccess(await workspace.apply(parallel));
    await world.configure(spaces(kinds, 2));
    assertEquals((await workspace.plan(parallel)).code, 2);
    arm(world, refused, { times: 100 });
    const failed = await workspace.applyPlan(parallel);
    const message = assertFailure(failed, "Cannot change the hardware of");
    assertStringIncludes(message, "`repo.write`");
    assertStringIncludes(message, "the environment variable `HF_TOKEN`");
    assert(!message.includes(sandbox.token), "the token is in a message");
    // A refused refresh keeps the state and plans nothing.
    const refresh = unwrapped((await workspace.plan(parallel)).stderr);
    assertStringIncludes(refresh, "The Space stays in the state.");
    const ids = async () =>
      (await workspace.stateResources()).map(({ values }) =>
        values["space_id"]
      );
    const before = await ids();
    assertEquals(before.length, steps.length * kinds.length);
    sandbox.clearFaults();
    world.requests();
    assertSuccess(await workspace.apply(parallel));
    const writes = world.writes();
    assertEquals(writes.filter((line) => /create|delete$/.test(line)), []);
    await assertEmptyPlan(workspace, parallel);
    assertEquals(await ids(), before);
  },
);

acceptanceTest(
  "creates, renames and deletes whose answers are lost are looked for",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client, sandbox } = world;
    const all = { ...passing, ...refused };
    const config = (prefix: string) => `
resource "huggingface_space" "all" {
  count   = ${Object.keys(all).length}
  name    = "${prefix}-\${count.index}"
  sdk     = "docker"
  secrets = { TOKEN = "x" }
}
`;
    /** Disturbs each of the next such requests in another way. */
    const armEach = (
      method: string,
      path: string,
      kinds: Readonly<Record<string, Action>>,
    ) => {
      for (const action of Object.values(kinds)) {
        sandbox.addFault({ match: { method, path }, action });
      }
    };
    const there = async () => {
      const list = client.repos.list("space", {
        author: "sandbox",
        pageSize: 100,
      });
      return (await Array.fromAsync(list)).map(({ id }) => id).sort();
    };
    const known = async () =>
      (await workspace.stateResources())
        .map(({ values }) => String(values["id"])).sort();

    await t.step(
      "what was created is in the state, and nothing else",
      async () => {
        await world.configure(config("made"));
        armEach("POST", "**/repos/create", { conflict, ...all });
        const message = assertFailure(
          await workspace.apply(),
          "was looked for and is not there",
        );
        assertStringIncludes(message, "`hf auth whoami`");
        const created = await there();
        assert(created.length >= 2, "those whose answers were lost are there");
        assertEquals(await known(), created);
        sandbox.clearFaults();
        assertSuccess(await workspace.apply());
        assertEquals((await there()).length, Object.keys(all).length);
        await assertEmptyPlan(workspace);
      },
    );
    await t.step("a lost rename is found", async () => {
      await world.configure(config("moved"));
      armEach("POST", "**/repos/move", passing);
      assertSuccess(await workspace.apply());
      assertEquals(await known(), await there());
      assert((await there()).every((id) => id.startsWith("sandbox/moved-")));
    });
    await t.step("a refused delete keeps the Space in the state", async () => {
      armEach("DELETE", "**/repos/delete", refused);
      assertFailure(await workspace.destroy(), "Cannot delete the Space");
      assertEquals(await known(), await there());
      assertEquals((await there()).length, Object.keys(refused).length);
    });
    await t.step("a lost delete is confirmed", async () => {
      armEach("DELETE", "**/repos/delete", passing);
      armEach("GET", "/api/spaces/sandbox/moved-", passing);
      assertSuccess(await workspace.destroy());
      assertEquals([await known(), await there()], [[], []]);
    });
  },
);
