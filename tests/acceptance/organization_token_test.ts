import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const address = "huggingface_service_account_token.this";

/** A token of a service account, with a keeper of its value. */
function token(month: number, permission = "repo.write"): string {
  return `
resource "huggingface_service_account" "this" {
  organization = "acme"
  name         = "ci"
}

resource "huggingface_service_account_token" "this" {
  organization       = "acme"
  service_account_id = huggingface_service_account.this.service_account_id
  permissions        = ["${permission}"]
  rotation_keepers   = { month = ${month} }
}
`;
}

acceptanceTest(
  "a service account's token: rotated, changed, drifted, deleted",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations: { serviceAccounts } } } = world;
    const configure = (month: number, permission: string) =>
      world.configure(token(month, permission));
    const values = async () => (await workspace.stateResource(address)).values;
    const works = async (value: unknown) => {
      const headers = { authorization: `Bearer ${value}` };
      const answer = await fetch(`${world.url}/api/whoami-v2`, { headers });
      await answer.body?.cancel();
      return answer.ok;
    };
    await configure(1, "repo.write");
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const { token: first, id } = await values();
    assert(await works(first), "the token works");

    await t.step("another permission keeps the value", async () => {
      await configure(1, "org.read");
      assertActions(await workspace.planJson(), address, ["update"]);
      assertSuccess(await workspace.apply());
      assertEquals((await values())["token"], first);
      await assertEmptyPlan(workspace);
    });

    await t.step("a keeper rotates it, and keeps the token's id", async () => {
      await configure(2, "org.read");
      const { stdout } = assertSuccess(await workspace.apply());
      const { token: second, id: now } = await values();
      assert(second !== first && now === id, "another value of the same token");
      assert(!stdout.includes(String(second)), "the value is not shown");
      assertEquals([await works(first), await works(second)], [false, true]);
      await assertEmptyPlan(workspace);
    });

    await t.step("what somebody else lets it do is taken back", async () => {
      const [account = "", token = ""] = String(id).split("/").slice(1);
      await serviceAccounts.updateToken("acme", account, token, {
        permissions: ["org.read", "org.write"],
      });
      assertActions(await workspace.planJson(), address, ["update"]);
      assertSuccess(await workspace.apply());
      const { accessTokens } = await serviceAccounts.get("acme", account);
      assertEquals(accessTokens?.[0]?.permissions, ["org.read"]);
    });

    await t.step("destroyed, it ends", async () => {
      const { token } = await values();
      assertSuccess(await workspace.destroy());
      assertEquals(await works(token), false);
    });
  },
);

acceptanceTest(
  "a token that somebody else has rotated is rotated again",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations: { serviceAccounts } } } = world;
    await world.configure(token(1));
    assertSuccess(await workspace.apply());
    const values = async () => (await workspace.stateResource(address)).values;
    const before = await values();
    await serviceAccounts.rotateToken(
      "acme",
      String(before["service_account_id"]),
      String(before["token_id"]),
    );
    assertWarning(
      await workspace.apply(),
      "The value of the token is another one by now",
    );
    const after = await values();
    assertNotEquals(after["token"], before["token"]);
    assert(String(after["token"]).endsWith(String(after["last4"])));
    await assertEmptyPlan(workspace);
  },
);

acceptanceTest(
  "an account that shows its tokens as they were makes no other value or token",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client: { organizations } } = world;
    const { serviceAccounts } = organizations;
    const valueOf = async () =>
      (await workspace.stateResource(address)).values["token"];
    const account = async () => {
      const [{ _id } = { _id: "" }] = await serviceAccounts.list("acme")
        .toArray();
      return await serviceAccounts.get("acme", _id);
    };
    const answers = (body: object, times: number) =>
      sandbox.addFault({
        match: { method: "GET", path: "**/service-accounts/*" },
        times,
        action: { status: 200, body: JSON.parse(JSON.stringify(body)) },
      });
    await world.configure(token(1));
    assertSuccess(await workspace.apply());
    const before = await account();

    await t.step("as before the rotation", async () => {
      await world.configure(token(2));
      assertSuccess(await workspace.apply());
      const value = await valueOf();
      answers(before, 10);
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      assertEquals(await valueOf(), value);
      sandbox.clearFaults();
    });

    for (const times of [1, 10]) {
      await t.step(`without them, ${times} times`, async () => {
        answers({ ...before, accessTokens: [] }, times);
        await assertEmptyPlan(workspace);
        sandbox.clearFaults();
        assertEquals((await account()).accessTokens?.length, 1);
      });
    }
  },
);

acceptanceTest("a token that is imported keeps its value", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client: { organizations: { serviceAccounts } } } = world;
  const account = await serviceAccounts.create("acme", { name: "ci" });
  const made = await serviceAccounts.createToken("acme", account._id, {
    displayName: "Terraform",
    permissions: ["repo.write"],
  });
  const last4 = async () => {
    const { accessTokens } = await serviceAccounts.get("acme", account._id);
    return accessTokens?.map(({ last4 }) => last4);
  };
  const before = await last4();
  await world.configure(`${token(1)}
import {
  to = huggingface_service_account.this
  id = "acme/${account._id}"
}
import {
  to = ${address}
  id = "acme/${account._id}/${made.tokenInfo._id}"
}
`);
  assertSuccess(await workspace.apply());
  assertEquals(await last4(), before);
  await assertEmptyPlan(workspace);
  await world.configure(token(2));
  assertSuccess(await workspace.apply());
  assertNotEquals(await last4(), before, "the second ones rotate it");
});
