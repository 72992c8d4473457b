import {
  assert,
  assertEquals,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  whyNot,
} from "@hf-terraform/framework/testing";
import { waitForRequest } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { assertSays } from "./endpoint_support.ts";

const skipped = await whyNot({
  terraform: "1.11",
  tofu: "1.11",
});

/** The form of a token that the sandbox issued. */
const tokens = /hf_jwt_[A-Za-z0-9+/]{20}|\bey[0-9a-f]{40}/;

/** Registers a test in which the CLI starts the provider for each alias. */
function aliasTest(
  name: string,
  fn: (world: SpaceWorld) => Promise<void>,
): void {
  ephemeralTest(name, fn, 20, "started");
}

function ephemeralTest(
  name: string,
  fn: (world: SpaceWorld) => Promise<void>,
  startupMs = 20,
  launch: "attached" | "started" = "attached",
): void {
  testIf({
    name,
    skipped,
    fn: async () => {
      await using world = await startSpaceWorld({ startupMs }, { launch });
      for (const name of ["chat", "other"]) {
        await world.client.repos.create({ type: "model", id: `acme/${name}` }, {
          visibility: "private",
        });
      }
      await fn(world);
    },
  });
}

/** Asserts that no file of the working folder holds a token. */
async function assertNoToken({ workspace }: SpaceWorld): Promise<void> {
  let files = 0;
  for await (const { name, isFile } of Deno.readDir(workspace.folder)) {
    if (!isFile || name.endsWith(".tf")) continue;
    files++;
    assertNotMatch(await workspace.read(name), tokens, name);
  }
  assert(files > 0);
}

/** The bodies that were sent to set secrets. */
function secretsSent({ sandbox }: SpaceWorld): string {
  return JSON.stringify(
    sandbox.requests.filter(({ path }) => path.endsWith("/secrets"))
      .map(({ body }) => body),
  );
}

const space = `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "reader"
  sdk       = "static"
}
resource "huggingface_space_secret" "this" {
  space            = huggingface_space.this.id
  key              = "TOKEN"
  value_wo         = TOKEN
  value_wo_version = 1
}
`;

const tokenOf = "ephemeral.huggingface_repo_token.this.token";

aliasTest(
  "a provider with such a token reads its repository, and no other",
  async (world) => {
    const { workspace } = world;
    const read = (repository: string) =>
      world.configure(`
ephemeral "huggingface_repo_token" "this" {
  repository = "acme/chat"
  expires_in = 600
}
provider "huggingface" {
  alias = "reader"
  token = ${tokenOf}
}
data "huggingface_model" "this" {
  provider   = huggingface.reader
  repository = "${repository}"
}
output "id" {
  value = data.huggingface_model.this.id
}
`);
    await read("acme/chat");
    assertSuccess(await workspace.apply());
    assertEquals((await workspace.output("id")).stdout, "acme/chat");
    await assertNoToken(world);
    await read("acme/other");
    assertFailure(
      await workspace.plan(),
      "Cannot read the model acme/other",
    );
  },
);

ephemeralTest(
  "a run that outlasts its token says so, and loses nothing",
  async (world) => {
    const { workspace } = world;
    await world.configure(`
ephemeral "huggingface_repo_token" "this" {
  repository = "acme/chat"
  expires_in = 1
}
resource "huggingface_space" "slow" {
  namespace = "acme"
  name      = "slow"
  sdk       = "gradio"
  files     = { "app.py" = "print(1)" }
}
${
      space.replace(
        "TOKEN\n",
        `${tokenOf}\n  depends_on = [huggingface_space.slow]\n`,
      )
    }`);
    const result = await workspace.apply();
    assertSays(
      assertSuccess(result),
      "The token for the model acme/chat ended during the run",
    );
    await assertNoToken(world);
  },
  3000,
);

ephemeralTest(
  "an interrupted run leaves no token behind",
  async (world) => {
    const { workspace, sandbox } = world;
    await world.configure(`
ephemeral "huggingface_repo_token" "this" {
  repository = "acme/chat"
}
resource "huggingface_space" "slow" {
  namespace = "acme"
  name      = "slow"
  sdk       = "gradio"
  files     = { "app.py" = "print(1)" }
  variables = { WAITS = "long" }
}
${space.replace("TOKEN\n", `${tokenOf}\n`)}`);
    const interrupt = new AbortController();
    const apply = workspace.apply({ signal: interrupt.signal });
    await waitForRequest(sandbox, "POST", /\/acme\/reader\/secrets$/);
    interrupt.abort();
    const { stdout, stderr } = await apply;
    assertNotMatch(stdout + stderr, tokens);
    await assertNoToken(world);
  },
  60_000,
);

ephemeralTest(
  "a token that cannot be made is an error at its repository",
  async (world) => {
    await world.configure(`
ephemeral "huggingface_repo_token" "this" {
  repository = "acme/nowhere"
}
`);
    const said = assertFailure(
      await world.workspace.plan(),
      "Cannot make a token for the model acme/nowhere",
    );
    assertStringIncludes(said, 'repository = "acme/nowhere"');
  },
);

ephemeralTest(
  "a token for a repository of the same apply is made when it is there, and reaches no file",
  async (world) => {
    const { workspace } = world;
    const kinds = ["model", "dataset", "space"];
    const all = kinds.map((kind) => `
resource "huggingface_${kind}" "new" {
  namespace = "acme"
  name      = "brand-new"
  ${kind === "space" ? 'sdk = "static"' : ""}
}
ephemeral "huggingface_repo_token" "${kind}" {
  repository      = huggingface_${kind}.new.id
  repository_type = "${kind}"
}
resource "huggingface_space_secret" "${kind}" {
  space            = "acme/reader"
  key              = "TOKEN_${kind}"
  value_wo         = ephemeral.huggingface_repo_token.${kind}.token
  value_wo_version = 1
}
`);
    const reader = { type: "space", id: "acme/reader" } as const;
    await world.client.repos.create(reader, { sdk: "static" });
    await world.configure(all.join(""));
    const plan = await workspace.plan();
    assertEquals(plan.code, 2, plan.stderr);
    await assertNoToken(world);
    const result = assertSuccess(await workspace.applyPlan());
    assertNotMatch(result.stdout + result.stderr, tokens);
    for (const kind of kinds) {
      assertStringIncludes(
        secretsSent(world),
        `"key":"TOKEN_${kind}","value":"hf_jwt_`,
      );
    }
    await assertNoToken(world);
    await assertEmptyPlan(workspace);
    assertSuccess(await workspace.destroy());
  },
);

/**
 * Makes a configuration that reads a repository with the token of a new service
 * account.
 */
async function accountWorld({ client, workspace, configure }: SpaceWorld) {
  const { serviceAccounts } = client.organizations;
  const { _id } = await serviceAccounts.create("acme", { name: "ci" });
  return {
    account: _id,
    /** The ids of the tokens that there are now. */
    left: async () =>
      ((await serviceAccounts.get("acme", _id)).accessTokens ?? [])
        .map((token) => token._id),
    plan: async (repository: string) => {
      await configure(`
ephemeral "huggingface_service_account_token" "this" {
  organization       = "acme"
  service_account_id = "${_id}"
  permissions        = ["repo.content.read"]
  endpoint_patterns  = ["acme/chat-*"]
}
provider "huggingface" {
  alias = "reader"
  token = ephemeral.huggingface_service_account_token.this.token
}
data "huggingface_model" "this" {
  provider   = huggingface.reader
  repository = "${repository}"
}
`);
      return await workspace.plan();
    },
  };
}

/** The requests about tokens that were sent with a method. */
function tokenRequests({ sandbox }: SpaceWorld, method: string) {
  return sandbox.requests.filter((one) =>
    one.method === method && /\/tokens(?:\/|$)/.test(one.path)
  );
}

aliasTest(
  "a token of a service account is deleted when the run ends, well or not",
  async (world) => {
    const { left, plan } = await accountWorld(world);
    assertSuccess(await plan("acme/chat"));
    const [made] = tokenRequests(world, "POST");
    assertStringIncludes(JSON.stringify(made?.body), '["acme/chat-*"]');
    assertEquals(tokenRequests(world, "DELETE").length, 1);
    assertEquals(await left(), []);
    // The CLI closes nothing after what depends on it has failed.
    assertFailure(await plan("acme/none"), "Cannot read the model acme/none");
    assertEquals(tokenRequests(world, "POST").length, 2);
    assertEquals(await left(), []);
  },
);

aliasTest(
  "a token of a service account whose value is lost is named",
  async (world) => {
    const { plan } = await accountWorld(world);
    world.sandbox.addFault({
      match: { method: "POST", path: "**/tokens" },
      action: { close: "after" },
    });
    const result = await plan("acme/chat");
    const [made] = tokenRequests(world, "POST");
    assertFailure(result, "Nobody was shown its value");
    const { displayName = "none" } = Object(made?.body);
    assertStringIncludes(
      result.stderr.replaceAll(/[\s│]+/g, " "),
      `A token \`${displayName}\` may be there`,
    );
  },
);

aliasTest(
  "a token of a service account that cannot be deleted is named, one that is gone is not",
  async (world) => {
    const { account, left, plan } = await accountWorld(world);
    const answer = (status: number) =>
      world.sandbox.addFault({
        match: { method: "DELETE", path: "/tokens/" },
        action: { status, body: { error: "No" } },
      });
    answer(404);
    assertSuccess(await plan("acme/chat"));
    assertEquals((await left()).length, 1);
    answer(403);
    assertFailure(
      await plan("acme/chat"),
      `Cannot delete the token acme/${account}/${(await left())[1]}`,
    );
  },
);
