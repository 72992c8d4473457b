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
