import { assert, assertEquals, assertMatch } from "@std/assert";
import { Diagnostics, loadProvider } from "../../../provider/framework/mod.ts";
import type {
  ListResult,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { loadLists } from "../../../provider/huggingface/areas.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import {
  accountOptions,
  makeAccount,
  providerOf,
  silentLog,
} from "../../support/account.ts";
import { control } from "../../support/sandbox_server.ts";
import { Sandbox } from "@hf-terraform/sandbox";

const listResources = await loadLists();

type List = typeof listResources[number];

function listNamed(name: string): List {
  const list = listResources.find(({ typeName }) => typeName === name);
  assert(list !== undefined, name);
  return list;
}

/** All that a list finds. */
function search(
  { list, schema }: List,
  { config, ...call }:
    & Pick<Parameters<List["list"]>[0], "provider">
    & Partial<Parameters<List["list"]>[0]>,
): Promise<ListResult[]> {
  const names = Object.keys(schema.attributes);
  const none = Object.fromEntries(names.map((name) => [name, null]));
  return Array.fromAsync(list({
    config: { ...none, ...config },
    signal: AbortSignal.timeout(60_000),
    providerMeta: null,
    diagnostics: new Diagnostics(),
    log: silentLog,
    limit: 100,
    includeResource: false,
    ...call,
  }));
}

/** The names that each list finds in the account, as people see them. */
const found: Readonly<Record<string, readonly string[]>> = {
  huggingface_endpoint: ["acme/e"],
  huggingface_space: ["acme/s"],
  huggingface_space_secret: ["acme/s/TOKEN"],
  huggingface_space_variable: ["acme/s/MODE"],
  huggingface_model: ["acme/m"],
  huggingface_dataset: ["acme/d"],
  huggingface_repo_branch: ["acme/m/branch/next"],
  huggingface_repo_tag: ["acme/m/tag/v1"],
  huggingface_repo_access_grant: ["acme/m/access/ada"],
  huggingface_bucket: ["acme/b"],
};

const labels: Readonly<Record<string, RegExp>> = {
  huggingface_webhook: /^[0-9a-f]{24} \(\w+ to [\w.]+\)$/,
  huggingface_scheduled_job: /^acme\/[0-9a-f]{24} \([\w:.-]+, \S+.*\)$/,
};

for (const list of listResources) {
  Deno.test(`the list of ${list.typeName} finds what exists, with its state`, async () => {
    const { provider } = await makeAccount();
    const results: ListResult[] = await search(list, {
      provider,
      includeResource: true,
    });
    const wanted = found[list.typeName];
    // whose id says nothing to people shows what they know it by.
    const label = labels[list.typeName];
    if (label !== undefined) {
      assertMatch(results.map(({ displayName }) => displayName).join(), label);
    } else if (wanted === undefined) {
      const made =
        "makeAccount() in tests/support/account.ts makes one of each";
      assertEquals(results.length, 1, made);
    } else assertEquals(results.map(({ displayName }) => displayName), wanted);
    for (const { identity, resource } of results) {
      assert(resource !== undefined, "It has no state");
      const known = list.resource.identity?.of(resource);
      assertEquals({ ...identity }, { ...known });
    }
  });
}

Deno.test("who asked for access has no grant, and an empty group no members", async () => {
  const users = [{ name: "ada" }, { name: "bob" }];
  const { provider, client, sandbox } = await makeAccount(
    new Sandbox({ ...accountOptions, users }),
  );
  const [repo, user] = ["acme/m", "bob"];
  await control({ sandbox }, "access-requests", { body: { repo, user } });
  await client.accessRequests.handle({ type: "model", id: repo }, { user }, {
    status: "accepted",
  });
  await client.organizations.resourceGroups.create("acme", { name: "empty" });
  for (const name of ["repo_access_grant", "resource_group_members"]) {
    const list = listNamed(`huggingface_${name}`);
    assertEquals((await search(list, { provider })).length, 1, name);
  }
});

Deno.test("a search narrows what is found", async () => {
  const { provider, client } = await makeAccount();
  await client.repos.create({ type: "model", id: "acme/other" });
  const list = listNamed("huggingface_model");
  const results = await search(list, {
    config: { namespace: "acme", search: "oth" },
    provider,
  });
  assertEquals(results.map(({ displayName }) => displayName), ["acme/other"]);
});

Deno.test("the secret that the service adds to an endpoint is none to export", async () => {
  const { provider, client } = await makeAccount();
  const model = { secrets: { HF_TOKEN: "a", OURS: "b" } };
  await client.endpoints.update("acme/e", { model });
  const signal = AbortSignal.timeout(60_000);
  const means = { namespace: "acme", client, provider, signal };
  const found = await Array.fromAsync(
    listNamed("huggingface_endpoint").find(means),
  );
  assertEquals(found.map(({ secrets }) => secrets), [["OURS"]]);
});

/** The values of each filter by which none of the account is found. */
const others: ValueObject = {
  namespace: "sandbox",
  search: "none",
  tags: ["none"],
  space: "acme/t",
  repository: "acme/other",
};

Deno.test("every filter of every list narrows what is found", async () => {
  const { provider, client } = await makeAccount();
  await client.repos.create({ type: "model", id: "acme/other" });
  await client.repos.create({ type: "space", id: "acme/t" }, { sdk: "static" });
  for (const list of listResources) {
    const { typeName, schema } = list;
    for (const name of Object.keys(schema.attributes)) {
      if (name === "organization") continue;
      const results = await search(list, {
        config: { [name]: others[name] ?? null },
        provider,
      });
      const found = results.map(({ displayName }) => displayName);
      assertEquals(found, [], `${typeName} by ${name}`);
    }
  }
});

Deno.test("what the token may not read is left out with a warning", async () => {
  const { sandbox, provider, client } = await makeAccount();
  const { slug } = await client.collections.create("acme", { title: "Other" });
  sandbox.addFault({
    match: { method: "GET", path: "**/collections/acme/ours*" },
    times: 99,
    action: { status: 403, body: { error: "No" } },
  });
  const list = listNamed("huggingface_collection");
  const diagnostics = new Diagnostics();
  const results = await search(list, {
    config: { namespace: "acme" },
    provider,
    diagnostics,
    includeResource: true,
  });
  assertEquals(results.map(({ displayName }) => displayName), [slug]);
  const [warning] = diagnostics.items;
  assertMatch(warning?.summary ?? "", /^acme\/ours-\w+ is left out$/);
});

for (const list of listResources) {
  Deno.test(`the list of ${list.typeName} makes up no id that no answer tells`, async () => {
    const { sandbox, client, provider } = await makeAccount();
    const others = { type: "model", id: "acme/other" } as const;
    await client.repos.create(others);
    await client.refs.createBranch(others, "theirs");
    await client.refs.createTag(others, "theirs");
    const blind = providerOf(sandbox, async (request) => {
      const answer = await sandbox.fetch(request);
      const text = await answer.text();
      const isList =
        /\/api\/(?:(?:model|dataset|space)s|buckets\/acme)(?:\?|$)/;
      const told = isList.test(request.url)
        ? text.replaceAll(/"_id":"\w+",?/g, "")
        : text;
      return new Response(told, answer);
    });
    const [all, seen] = await Promise.all(
      [provider, blind].map((provider) => search(list, { provider })),
    );
    const [names = [], seenNames = []] = [all, seen].map((found) =>
      found?.map(({ displayName }) => displayName)
    );
    // What a list tells without an id is left out, or looked at by itself.
    if (seenNames.length > 0) assertEquals(seenNames, names);
    for (const { displayName, identity } of seen ?? []) {
      const values = Object.values(identity ?? {});
      assertEquals(values.filter((value) => value === ""), [], displayName);
    }
  });
}

/** A value without the parts of a name. */
function without(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => key !== name)
      .map(([key, one]) => [key, without(one, name)]),
  );
}

for (const list of listResources) {
  Deno.test(`the list of ${list.typeName} takes nothing that is not told for none`, async () => {
    const { sandbox } = await makeAccount();
    /** The names of lists in answers, and what is read of a repository. */
    const names = new Set(["gated"]);
    const read = async (lacking = "") => {
      const provider = providerOf(sandbox, async (request) => {
        const answer = await sandbox.fetch(request);
        const body: unknown = await answer.clone().json().catch(() => null);
        if (!answer.ok || body === null) return answer;
        JSON.stringify(body, (name, value) => {
          if (Array.isArray(value) && /^[a-z]/i.test(name)) names.add(name);
          return value;
        });
        return new Response(JSON.stringify(without(body, lacking)), answer);
      });
      const diagnostics = new Diagnostics();
      const found = await search(list, { provider, diagnostics });
      // A warning tells what is left out.
      return found.length + diagnostics.items.length;
    };
    const all = await read();
    for (const name of names) {
      // What no list can be read without is an error.
      const found = await read(name).catch(() => all);
      assertEquals([name, found], [name, all]);
    }
  });
}

/** Resources without a list, and why. */
const unlisted: Readonly<Record<string, string>> = {
  huggingface_repo_files: "which files belong together is in no repository",
  huggingface_repo_file: "the data source huggingface_repo_files lists them",
};

Deno.test("every resource has a list, or a reason", async () => {
  const { resources } = await loadProvider(provider);
  const listed = listResources.map(({ typeName }) => typeName);
  const missing = resources.map(({ typeName }) => typeName)
    .filter((name) => !listed.includes(name) && !(name in unlisted));
  assertEquals(missing, [], "they need one in `lists.ts` of their area");
});
