/**
 * Rules of an organization's objects alone, beside the walks over all
 * resources: who is locked out, whose role changes, which token works.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { setTimeout } from "node:timers/promises";
import type { JsonObject } from "@hf-terraform/framework/testing";
import { Sandbox } from "@hf-terraform/sandbox";
import { unknown, type ValueObject } from "../../../provider/framework/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import {
  assertNoErrors,
  assertUnchanged,
  resourceNamed,
  ResourceWorld,
  textOf,
} from "../../support/resource_world.ts";
import {
  absentState,
  type PriorState,
  ResourceCalls,
} from "../../support/resource_calls.ts";
import { sampleOf } from "../../support/samples.ts";
import { control } from "../../support/sandbox_server.ts";
import { applyAll, Terraform } from "../../support/terraform.ts";
import { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import { serverOf, whole } from "../framework/engine/support.ts";
import { isWrite, type RequestHandler, worldsOf } from "./lost_requests.ts";

const organization = "acme";

function worldOf(type: string): ResourceWorld {
  return new ResourceWorld(resourceNamed(type));
}

/** The words of the plan of a configuration; null: of a destroy. */
async function planText(world: ResourceWorld, config: ValueObject | null) {
  return textOf((await world.plan(config)).diagnostics);
}

Deno.test("network security that would lock Terraform out is refused by the plan, and right before it is sent", async () => {
  const world = worldOf("organization_network_security");
  const { organizations } = world.client;
  const [here, elsewhere] = ["127.0.0.0/8", "192.0.2.0/24"];
  const ranges = (...ipRanges: readonly string[]) =>
    organizations.updateNetworkSecurity(organization, { ipRanges });
  const enforced = { organization, enforce_ip_restriction: true };
  const known = { ...enforced, caller_address: "127.0.0.1" };
  const says = async (config: ValueObject, words: string) =>
    assertStringIncludes(await planText(world, config), words);
  /** Refused though the plan was well: somebody changes the ranges after it. */
  const isRefusedLate = async () => {
    await ranges(here);
    if (world.state !== null) await world.refresh();
    const late = () => ranges(elsewhere);
    const { diagnostics, sent } = await world.attempt(known, late);
    assertStringIncludes(textOf(diagnostics), "would be locked out");
    assertEquals(sent, []);
  };

  await says({ ...enforced, ip_ranges: [elsewhere] }, "Set `caller_address`");
  await says(
    { ...known, ip_ranges: [elsewhere] },
    "127.0.0.1 is in none of `ip_ranges`",
  );
  assertEquals(
    await world.isValid({ ...known, ip_ranges: ["2001:db8::/32"] }),
    false,
  );
  await ranges(elsewhere);
  await says(known, "Terraform would be locked out");
  await says(enforced, "Set `caller_address`");
  const later = await world.plan({ ...enforced, caller_address: unknown });
  assertNoErrors(later.diagnostics);
  await isRefusedLate();

  await world.apply({ ...known, enforce_ip_restriction: false });
  await isRefusedLate();
  await ranges(here, elsewhere);
  await world.apply(known);
  await assertUnchanged(world, known);
  assertEquals(await planText(world, enforced), "", "it is in force already");
  const left = { enforce_ip_restriction: unknown, ip_ranges: [elsewhere] };
  assertEquals(await planText(world, { ...known, ...left }), "", "it may end");
  const { diagnostics } = await world.plan(null);
  assertStringIncludes(textOf(diagnostics), "stays as it is");
  await world.destroy();
  const now = await organizations.getNetworkSecurity(organization);
  assertEquals(
    [now.enforceIpRestriction, now.ipRanges, now.enforceAuth],
    [true, [here, elsewhere], false],
  );
});

Deno.test("addresses in a form that no configuration has let in who has them, or nobody", async () => {
  const world = worldOf("organization_network_security");
  const { answer } = world;
  const planned = async (...ipRanges: readonly string[]) => {
    world.answer = async (request) => {
      const response = await answer(request);
      return request.url.includes("network-security")
        ? Response.json({ ...await response.json(), ipRanges })
        : response;
    };
    const enforced = { organization, enforce_ip_restriction: true };
    return await planText(world, { ...enforced, caller_address: "127.0.0.1" });
  };
  assertStringIncludes(await planned("127.0.0.1"), "The create changes");
  assertStringIncludes(await planned("any", "::1:/64"), "would be locked out");
});

Deno.test("a member's role changes, and the groups of the member stay", async () => {
  const world = worldOf("organization_member");
  const { organizations } = world.client;
  const users = [{ user: "alice", role: "admin" }];
  await organizations.resourceGroups.create(organization, {
    name: "theirs",
    users,
  });
  const member = (role: string, role_on_destroy: string | null = null) => ({
    ...{ organization, username: "Alice" },
    ...{ role, role_on_destroy },
  });
  const alice = async () => {
    const all = await organizations.listMembers(organization).toArray();
    const found = all.find(({ user }) => user === "alice");
    return [found?.role, found?.resourceGroups?.map(({ role }) => role)];
  };
  await world.apply(member("contributor"));
  assertEquals(await alice(), ["contributor", ["admin"]]);
  await assertUnchanged(world, member("contributor"));
  await world.apply(member("read", "no_access"));
  assertEquals(await alice(), ["read", ["admin"]]);
  await world.destroy();
  assertEquals(await alice(), ["no_access", ["admin"]]);
  world.lose();
  await world.apply(member("write"));
  const { diagnostics } = await world.tryDestroy(world.state);
  assertStringIncludes(textOf(diagnostics), "Alice stays a member of acme");
  assertEquals(await alice(), ["write", ["admin"]]);

  const stranger = { ...member("read"), username: "somebody-else" };
  const refused = await worldOf("organization_member").attempt(stranger);
  assertStringIncludes(
    textOf(refused.diagnostics),
    "somebody-else is not a member of acme",
  );
});

Deno.test("a plan warns who takes the organization from the token's own user", async () => {
  const world = worldOf("organization_member");
  const { name } = await world.client.users.whoami();
  const warning = `${name} is the token's own user`;
  const config = { organization, username: name, role: "admin" };
  const warns = async (config: ValueObject | null) =>
    (await planText(world, config)).includes(warning);
  assertEquals(await warns(config), false);
  await world.apply(config);
  assertEquals(await warns({ ...config, role: "read" }), true);
  await world.apply({ ...config, role_on_destroy: "read" });
  assertEquals(await warns(null), true);
});

Deno.test("an invitation that was accepted gets no other address, as that removes the member", async () => {
  const world = worldOf("organization_invitation");
  const invite = (email: string) => ({
    ...{ organization, username: "somebody-else" },
    ...{ email, external_id: "1" },
  });
  await world.apply(invite("a@example.com"));
  const pending = await world.plan(invite("b@example.com"));
  assertEquals(pending.requiresReplace.map(String), ["email"]);
  assertEquals(pending.diagnostics.items, []);
  const path = "organizations/acme/invitations/somebody-else/accept";
  await control(world, path, { method: "POST" });
  const member = { ...invite("a@example.com"), username: "sandbox" };
  const refused = await new ResourceWorld(world.resource, world.sandbox)
    .attempt({ ...member, external_id: "2" });
  const needless = "Either sandbox is a member of acme already, who needs " +
    "no invitation";
  assertStringIncludes(textOf(refused.diagnostics), needless);
  await world.client.organizations.resourceGroups.create(organization, {
    ...{ name: "lab", users: [{ user: "somebody-else", role: "write" }] },
  });
  const said = await planText(world, invite("b@example.com"));
  assertStringIncludes(said, "somebody-else has accepted the invitation");
  await assertUnchanged(world, invite("a@example.com"));
  assertEquals(await planText(world, invite("A@example.com")), "");
  const last = await planText(world, null);
  assertStringIncludes(last, "somebody-else is removed from the organization");
  assertStringIncludes(last, "lab (`write`)");
});

Deno.test("who joins a group by themselves finds its limits in force, and what it holds outlives it", async () => {
  const world = worldOf("resource_group");
  const sent = await world.apply({
    ...{ organization, name: "g", auto_join: { role: "read" } },
    spend_limits: { total_cents: 100 },
  });
  assertEquals(sent.map((body) => JSON.stringify(body).includes("role")), [
    ...[true, false, false],
  ]);
  const resourceGroupId = `${valueNamed(world.state, ["resource_group_id"])}`;
  await world.client.repos.create({ type: "model", id: "acme/held" }, {
    resourceGroupId,
  });
  assertStringIncludes(await planText(world, null), "would be in no group");
});

/** Configurations by which somebody joins a group, before and after. */
const joins: Readonly<
  Record<string, readonly [type: string, ...(JsonObject | undefined)[]]>
> = {
  "a new group that all join": ["resource_group", undefined, {
    ...{ organization, name: "h", auto_join: { role: "read" } },
  }],
  "a group that all join from now on": ["resource_group", {
    ...{ organization, name: "h" },
  }, { organization, name: "h", auto_join: { role: "read" } }],
};

for (const [what, [type, before, after]] of Object.entries(joins)) {
  Deno.test(`who joins ${what} stays in it, though a role is set in the same apply`, async () => {
    const sandbox = new Sandbox({
      organizations: [{
        ...{ name: "acme", plan: "enterprise" },
        members: { alice: "read" },
      }],
    });
    const begun = new Set<"join" | "role">();
    const options = {
      token: sandbox.token,
      async send(request: Request) {
        const isRole = request.url.endsWith("/role");
        const isJoin = request.method === "POST" &&
          (await request.clone().text()).includes("autoJoin");
        if (!isRole && !isJoin) return await sandbox.fetch(request);
        begun.add(isRole ? "role" : "join");
        // Each lets the other one arrive, if it is sent meanwhile.
        for (let turn = 0; turn < 200 && begun.size < 2; turn++) {
          await setTimeout(0);
        }
        if (isRole) await setTimeout(0);
        return await sandbox.fetch(request);
      },
    };
    const member = await Terraform.of(
      "huggingface_organization_member",
      options,
    );
    const group = await Terraform.of(`huggingface_${type}`, options);
    const role = (role: string) => ({ organization, username: "alice", role });
    const apply = (values: JsonObject | undefined, name: string) =>
      applyAll([
        { terraform: member, values: role(name) },
        { terraform: group, values },
      ], { isAtOnce: true });
    assert((await apply(before, "read")).ok);
    begun.clear();
    const { ok, output } = await apply(after, "contributor");
    assert(ok, output);
    const { organizations } = new ResourceWorld(
      resourceNamed("resource_group"),
      sandbox,
    ).client;
    const groups = await organizations.resourceGroups.list(organization)
      .toArray();
    const users = groups.flatMap(({ users = [] }) =>
      users.map(({ name }) => name)
    );
    assert(users.includes("alice"), `alice is put out: ${users}`);
  });
}

for (const does of ["create", "update", "destroy"]) {
  for (const list of ["an empty list", "a list without the members"]) {
    Deno.test(`after ${list} of groups the ${does} of a role puts nobody out of one`, async () => {
      const world = worldOf("organization_member");
      const { resourceGroups } = world.client.organizations;
      const users = [{ user: "alice", role: "admin" }];
      const { id } = await resourceGroups.create(organization, {
        name: "theirs",
        users,
      });
      const member = (role: string) => ({
        ...{ organization, username: "alice" },
        ...{ role, role_on_destroy: "no_access" },
      });
      if (does !== "create") await world.apply(member("read"));
      const short = list === "an empty list" ? [] : [{ id, users: [] }];
      world.sandbox.addFault({
        match: { method: "GET", path: "**/acme/resource-groups" },
        times: 9,
        action: { status: 200, body: short },
      });
      const { diagnostics } = does === "destroy"
        ? await world.tryDestroy(world.state)
        : await world.attempt(member("contributor"));
      assertStringIncludes(textOf(diagnostics), "told in two ways");
      world.sandbox.clearFaults();
      const [found] = await resourceGroups.list(organization).toArray();
      assertEquals(found?.users?.map(({ name }) => name), ["alice"]);
    });
  }
}

Deno.test("two invitations swap no external_id in one apply", async () => {
  const sandbox = new Sandbox({
    organizations: [{ name: "acme", plan: "enterprise", members: {} }],
  });
  const type = "huggingface_organization_invitation";
  const [alice, bob] = [
    await Terraform.of(type, sandbox),
    await Terraform.of(type, sandbox),
  ];
  const apply = async (first: string, second: string) => {
    const invite = (username: string, external_id: string) => ({
      ...{ organization, username, external_id },
      email: `${username}@example.com`,
    });
    const { ok, output } = await applyAll([
      { terraform: alice, values: invite("alice", first) },
      { terraform: bob, values: invite("bob", second) },
    ]);
    return ok || output;
  };
  assertEquals(await apply("1", "2"), true);
  for (const [first, second] of [["2", "1"], ["3", "1"]] as const) {
    assertStringIncludes(
      `${await apply(first, second)}`,
      "No apply moves the `external_id` ",
    );
  }
  assertEquals(await apply("3", "2"), true);
  assertEquals(await apply("3", "1"), true);
});

Deno.test("a service account's token is rotated by a keeper, and again when somebody else has done it", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("service_account_token"),
    { permissions: ["repo.write"], rotation_keepers: { month: "1" } },
  );
  const { serviceAccounts } = world.client.organizations;
  const value = (name: string) => valueNamed(world.state, [name]);
  const works = async (token: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = "https://huggingface.co/api/whoami-v2";
    return (await world.sandbox.fetch(new Request(url, { headers }))).ok;
  };
  const [first, id] = [value("token"), value("id")];
  assert(await works(first));
  await world.apply({ ...config, permissions: ["org.read"] });
  assertEquals(value("token"), first, "another permission keeps the value");
  const next = {
    ...config,
    permissions: ["org.read"],
    rotation_keepers: { month: "2" },
  };
  await world.apply(next);
  const second = value("token");
  assertNotEquals(second, first);
  assertEquals(value("id"), id);
  assertEquals([await works(first), await works(second)], [false, true]);
  const [, account = "", token = ""] = String(id).split("/");
  await serviceAccounts.rotateToken(organization, account, token);
  await world.refresh();
  assertStringIncludes(
    await planText(world, next),
    "The value of the token is another one by now",
  );
  await world.apply(next);
  assertNotEquals(value("token"), second);
  assert(String(value("token")).endsWith(String(value("last4"))));
  await assertUnchanged(world, next);
  await world.destroy();
  assertEquals(await works(value("token")), false);
});

Deno.test("no token is for the endpoints that a masked text would match", async () => {
  const resource = resourceNamed("service_account_token");
  const world = new ResourceWorld(resource);
  const isValid = (pattern: string) =>
    world.isValid({
      ...sampleOf(resource).config,
      endpoint_patterns: [pattern],
    });
  for (const pattern of ["a-*", "*", "*a*"]) assert(await isValid(pattern));
  for (const pattern of ["***", "a-***"]) assert(!await isValid(pattern));
});

const turns = {
  organization_member: ["update"],
  resource_group_member: ["update", "destroy"],
};

for (const [type, acts] of Object.entries(turns)) {
  for (const does of acts) {
    /** @param blind The number of looks before the one that finds nothing. */
    const takeTurns = async (blind?: number) => {
      const resource = resourceNamed(type);
      const [{ sandbox }, other] = await worldsOf(resource, false);
      const of = (username: string, role: string): ValueObject => ({
        ...sampleOf(resource).config,
        username,
        role,
      });
      const callsOf = (fetch: RequestHandler) => {
        const block = { token: sandbox.token, namespace: organization };
        const more = { env: {}, userAgent: "test", fetch, gatherMs: 0 };
        const data = new HuggingFaceProvider(block, more);
        const server = serverOf({ resources: [resource] }, { data });
        return new ResourceCalls(server, resource);
      };
      const send: RequestHandler = (request) => sandbox.fetch(request);
      const change = async (
        calls: ResourceCalls,
        config: ValueObject | null,
        prior: PriorState,
      ) => {
        const values = config && whole(resource.schema, config);
        const planned = await calls.plan(values, prior);
        assertNoErrors(planned.diagnostics);
        return await calls.apply(planned, values, prior);
      };
      const names = ["alice", "bob"];
      const states = await Promise.all(names.map(async (name) => {
        const made = await change(callsOf(send), of(name, "read"), absentState);
        const { newState: value, privateState } = made;
        return { ...absentState, value, privateState };
      }));
      let [writes, looks] = [0, 0];
      const calls = callsOf(async (request) => {
        if (writes > 0 && !isWrite(request) && looks++ === blind) {
          return Response.json({ error: "Not found" }, { status: 404 });
        }
        if (isWrite(request) && writes++ === 0) {
          for (const [at, name] of names.entries()) {
            other.state = states[at]?.value ?? null;
            await other.apply(of(name, "admin"));
          }
        }
        return await send(request);
      });
      const made = await Promise.all(names.map((name, at) => {
        const config = does === "update" ? of(name, "write") : null;
        return change(calls, config, states[at] ?? absentState);
      }));
      const state = await other.read(other.state);
      assertEquals(state && valueNamed(state, ["role"]), "admin");
      return [made.map(({ diagnostics }) => diagnostics.hasErrors), writes];
    };
    Deno.test(`${type}: what waited for its turn to ${does} leaves a role that somebody has set meanwhile`, async () => {
      // The first one was on its way.
      assertEquals(await takeTurns(), [[false, true], 1]);
      for (const blind of [0, 1, 2, 3]) await takeTurns(blind);
    });
  }
}
