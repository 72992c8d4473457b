/**
 * One thing stands in one resource: a plan refuses a second one, whether that
 * is to have it too or to have it in place of the first. The moves of whole
 * samples and of their parts are walked in `tests/disturbed`.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sandbox } from "@hf-terraform/sandbox";
import type { JsonObject } from "@hf-terraform/framework/testing";
import { HuggingFace } from "../../../mod.ts";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  deletedConfigOf,
  entriesOf,
  sampleOf,
  samplesOf,
} from "../../support/samples.ts";
import { receiverOf } from "../../../provider/huggingface/automation/webhook.ts";
import {
  commitFiles,
  resourceNamed,
  resources,
  ResourceWorld,
  testedResources,
} from "../../support/resource_world.ts";
import { applyAll, Terraform } from "../../support/terraform.ts";

/** A service, and resources of one configuration there. */
function start() {
  const sandbox = new Sandbox({ startupMs: 0, createMs: 0 });
  const fetch = (request: Request) => sandbox.fetch(request);
  return {
    sandbox,
    client: new HuggingFace({ token: sandbox.token, fetch }),
    resource: (type: string) => Terraform.of(`huggingface_${type}`, sandbox),
  };
}

/** Applies configurations of resources; undefined: it is configured no more. */
function apply(
  ...wanted: readonly (readonly [Terraform, JsonObject | undefined])[]
) {
  return applyAll(wanted.map(([terraform, values]) => ({ terraform, values })));
}

async function assertRefused(
  outcome: ReturnType<typeof apply>,
  words: string,
): Promise<void> {
  const { ok, output, actions } = await outcome;
  assertStringIncludes(output, words);
  assertEquals([ok, actions], [false, []]);
}

async function assertApplied(
  outcome: ReturnType<typeof apply>,
  ...expected: readonly string[]
): Promise<void> {
  const { output, actions } = await outcome;
  assertEquals(actions, expected, output);
}

const key = { space: "acme/s", key: "KEY", value: "a" };
const webhook = {
  watched: [{ type: "org", name: "acme" }],
  domains: ["repo"],
  url: "https://example.com/hooks/opens",
};
const file = { repository: "acme/m", path: "a.txt", content: "a" };
const set = { repository: "acme/m", files: { "a.txt": "a" } };
const model = { namespace: "acme", name: "m" };
const group = (id: string) => ({
  organization: "acme",
  resource_group_id: id,
});

const space = { ...model, name: "s", sdk: "docker", wait_for_ready: false };
/** Each way to set a key of a Space, of either kind. */
const keyWays = ["space", "space_secret", "space_variable"].flatMap((type) => {
  const { schema: { attributes } } = resourceNamed(type);
  const isWhole = attributes["key"] === undefined;
  return (isWhole ? ["variables", "secrets", "secrets_wo"] : ["value"])
    .map((name) => ({
      type,
      name: `${type}.${name}`,
      values: !isWhole ? key : {
        ...space,
        [name]: { KEY: "a" },
        ...name === "secrets_wo" && { secrets_wo_version: "1" },
      },
      without: isWhole ? space : undefined,
    }));
});

for (const one of keyWays) {
  for (const other of keyWays) {
    if (one.type === "space" && other.type === "space") continue;
    Deno.test(`a key of ${one.name} is none of ${other.name} too, nor moves there in one apply`, async () => {
      const { client: { repos, spaces }, resource } = start();
      const isInSpace = one.without ?? other.without;
      if (!isInSpace) {
        await repos.create({ type: "space", id: "acme/s" }, { sdk: "docker" });
      }
      const [it, next] = [await resource(one.type), await resource(other.type)];
      const both = (
        mine: JsonObject | undefined,
        its: JsonObject | undefined,
      ) => {
        const all = [[it, mine], [next, its]] as const;
        // A Space comes before what is in it.
        return apply(...other.without ? all.toReversed() : all);
      };
      const thing = "the key acme/s/KEY";
      const twice = `Two resources manage ${thing}`;
      await assertRefused(both(one.values, other.values), twice);
      assert((await both(one.values, other.without)).ok);
      await assertRefused(both(one.values, other.values), twice);
      const outcome = both(one.without, other.values);
      await assertRefused(outcome, `No apply moves ${thing}`);
      const { output } = await outcome;
      for (const { type } of [one, other]) {
        assertStringIncludes(output, `\`huggingface_${type}\``);
      }
      // It needs two.
      assert((await both(one.without, other.without)).ok);
      assert((await both(one.without, other.values)).ok);
      await assertApplied(both(one.without, other.values));
      const lists = await Promise.all([
        spaces.getSecrets("acme/s"),
        spaces.getVariables("acme/s"),
      ]);
      assertEquals(lists.flatMap((list) => Object.keys(list)), ["KEY"]);
    });
  }
}

/** Two resources, and what both of them are to manage. */
const twice: readonly (readonly [
  first: readonly [string, JsonObject],
  second: readonly [string, JsonObject],
  thing: string,
])[] = [
  [
    ["webhook", webhook],
    ["webhook", webhook],
    "the webhook for example.com that",
  ],
  [
    ["repo_file", file],
    ["repo_files", set],
    "the file a.txt on the branch main of acme/m",
  ],
  [["model", model], ["model", { ...model, name: "M" }], "the model acme/M"],
  [
    ["space", { ...space, license: "mit" }],
    ["repo_file", {
      repository: "acme/s",
      repository_type: "space",
      path: "README.md",
      content: "---\nsdk: docker\n---\n",
    }],
    "the file README.md on the branch main of spaces/acme/s",
  ],
];

for (const [[type, first], [other, second], thing] of twice) {
  Deno.test(`a ${type} and a ${other} do not both manage ${thing}`, async () => {
    const { resource } = start();
    await assertRefused(
      apply([await resource(type), first], [await resource(other), second]),
      `Two resources manage ${thing}`,
    );
  });
}

const inSpace = { repository: "acme/s", repository_type: "space" };
/** Resources that hold a file of a Space, or none any more. */
const fileHolders: Readonly<
  Record<string, (path: string | null) => JsonObject | undefined>
> = {
  space: (path) => ({ ...space, files: path && { [path]: "a" } }),
  repo_file: (path) =>
    path === null ? undefined : { ...inSpace, path, content: "a" },
  repo_files: (path) =>
    path === null ? undefined : { ...inSpace, files: { [path]: "a" } },
};

for (const [type, first] of Object.entries(fileHolders)) {
  for (const [other, second] of Object.entries(fileHolders)) {
    if (type === "space" && other === "space") continue;
    Deno.test(`the file of a ${type} is no folder of a ${other}`, async () => {
      const { client: { repos }, resource } = start();
      if (![type, other].includes("space")) {
        await repos.create({ type: "space", id: "acme/s" }, { sdk: "docker" });
      }
      const [one, two] = [await resource(type), await resource(other)];
      const both = (path: string | null, inFolder: string | null) => {
        const pairs = [
          [one, first(path)] as const,
          [two, second(inFolder)] as const,
        ];
        // A Space comes before what is in it.
        return apply(...other === "space" ? pairs.reverse() : pairs);
      };
      const file = "the file w on the branch main of spaces/acme/s";
      await assertRefused(both("w", "w/b"), `Two resources manage ${file}`);
      assert((await both("w", null)).ok);
      await assertRefused(both(null, "w/b"), `No apply moves ${file}`);
      assert((await both(null, null)).ok);
      assert((await both("w/a", null)).ok);
      assert((await both(null, "w/b")).ok, "one goes, another one comes");
      assert((await both("w/a", "w/b")).ok);
      await assertApplied(both("w/a", "w/b"));
      await assertRefused(both("w", "w/b"), `Two resources manage ${file}`);
    });
  }
}

/** Files that no set of them can hold. */
const impossible: Readonly<Record<string, ValueObject>> = {
  "one path in both maps": { files_base64: { "a.txt": "AAAA" } },
  "names that some systems take for one": {
    files: { "README.md": "a", "readme.md": "a" },
  },
  "a file that is a folder too": { files: { a: "a", "a/b": "a" } },
  "base64 that is cut": { files_base64: { b: "AAA" } },
  "a README that the Hub refuses": {
    files: { "README.md": "---\ntitle: a: b\n---\n" },
  },
  "a README with a key that is in it twice": {
    files: { "README.md": "---\nsdk: static\nsdk: static\n---\n" },
  },
  "more files than one commit takes": {
    files: Object.fromEntries(
      Array.from({ length: 1001 }, (_, at) => [`a${at}`, "a"]),
    ),
  },
};

for (const [name, more] of Object.entries(impossible)) {
  Deno.test(`no set of files has ${name}`, async () => {
    const world = new ResourceWorld(resourceNamed("repo_files"));
    assert(await world.isValid(set));
    assertEquals(await world.isValid({ ...set, ...more }), false);
    const content = Object(more["files"])["README.md"];
    if (content?.startsWith("---") !== true) return;
    const one = new ResourceWorld(resourceNamed("repo_file"));
    const readme = { ...file, path: "README.md", content };
    assertEquals(await one.isValid(readme), false);
    const inSpace = new ResourceWorld(resourceNamed("space"));
    const files = { "README.md": content };
    assertEquals(
      await inSpace.isValid({ ...space, sdk: "static", files }),
      false,
    );
  });
}

Deno.test("letter case tells branches and tags from each other", async () => {
  const { client, resource } = start();
  await client.repos.create({ type: "model", id: "acme/m" });
  for (const type of ["repo_branch", "repo_tag"]) {
    const [one, other] = [await resource(type), await resource(type)];
    const named = (name: string) => ({ repository: "acme/m", name });
    await assertApplied(
      apply([one, named("next")], [other, named("NEXT")]),
      "create",
      "create",
    );
  }
});

Deno.test("a group's members beside a single one are refused", async () => {
  const { client: { organizations: { resourceGroups } }, resource } = start();
  const make = async (name: string) =>
    group((await resourceGroups.create("acme", { name })).id);
  const [one, other] = [await make("one"), await make("other")];
  const all = await resource("resource_group_members");
  const [alice, bob] = [
    await resource("resource_group_member"),
    await resource("resource_group_member"),
  ];
  const members = [{ username: "bob", role: "read" }];
  const single = (username: string) => ({ ...one, username, role: "read" });
  for (const username of ["alice", "bob"]) {
    await assertRefused(
      apply([all, { ...one, members }], [bob, single(username)]),
      "Two resources manage the members of the resource group acme/" +
        one.resource_group_id,
    );
  }
  const apart = () =>
    apply(
      [all, { ...other, members }],
      [alice, single("alice")],
      [bob, single("bob")],
    );
  await assertApplied(apart(), "create", "create", "create");
  await assertApplied(apart());
  const carol = await resource("resource_group_member");
  const swap = apply(
    [all, { ...other, members }],
    [alice, single("alice")],
    [bob, undefined],
    [carol, single("sandbox")],
  );
  assert((await swap).ok, "one goes, another one comes");
});

for (
  const [from, to] of [
    ["resource_group_members", "resource_group_member"],
    ["resource_group_member", "resource_group_members"],
  ] as const
) {
  Deno.test(`a group's member moves from a ${from} to a ${to} when it is forgotten, and not before`, async () => {
    const { client: { organizations: { resourceGroups } }, resource } = start();
    const { id } = await resourceGroups.create("acme", { name: "one" });
    const bob = { username: "bob", role: "read" };
    const values = {
      resource_group_members: { ...group(id), members: [bob] },
      resource_group_member: { ...group(id), ...bob },
    };
    const [giver, taker] = [await resource(from), await resource(to)];
    await assertApplied(apply([giver, values[from]]), "create");
    await assertRefused(
      apply([giver, undefined], [taker, values[to]]),
      `\`huggingface_${from}\` acme/${id}`,
    );
    giver.stored = undefined;
    const part = to.endsWith("s") ? "" : "/bob";
    assert((await taker.import(`acme/${id}${part}`)).ok);
    await assertApplied(apply([taker, values[to]]));
    const [found] = await resourceGroups.list("acme").toArray();
    assertEquals(found?.users?.map(({ name }) => name), ["bob"]);
  });
}

Deno.test("a name that one gives up and another one takes needs two applies", async () => {
  const { resource } = start();
  const [it, next] = [await resource("model"), await resource("model")];
  const other = { ...model, name: "other" };
  await assertApplied(apply([it, model]), "create");
  await assertRefused(
    apply([it, other], [next, model]),
    "No apply moves the model acme/m",
  );
  await assertApplied(apply([it, other]), "update");
  await assertApplied(apply([it, other], [next, model]), "create");
  await assertApplied(apply([it, other], [next, model]));
});

for (const { typeName, schema: { attributes } } of testedResources) {
  const { namespace } = attributes;
  if (!namespace?.optional || !namespace.computed) continue;
  Deno.test(`a ${typeName} of the token's user is not moved to another resource`, async () => {
    const { client, sandbox } = start();
    const sample = sampleOf({ typeName });
    await sample.setUp?.(client);
    let isUserTold = true;
    const [it, next] = await Promise.all(
      [1, 2].map(() =>
        Terraform.of(typeName, {
          token: sandbox.token,
          send: async (request) =>
            isUserTold || !request.url.endsWith("/whoami-v2")
              ? await sandbox.fetch(request)
              : Response.json({ error: "No" }, { status: 403 }),
          namespace: null,
        })
      ),
    );
    assert(it && next);
    const { namespace: _, ...config } = sample.config;
    await assertApplied(apply([it, config]), "create");
    const move = () => apply([it, undefined], [next, config]);
    await assertRefused(move(), "No apply moves");
    isUserTold = false;
    await assertRefused(move(), "Cannot determine the token's user");
  });
}

Deno.test("a receiver is named by its host, and by none that takes minutes to parse", () => {
  assertEquals(
    receiverOf("https://user:pw@example.com/opens?a"),
    "example.com",
  );
  assertEquals(receiverOf(`https://${"a".repeat(5000)}/`), "a URL");
  assertEquals(
    receiverOf("6531a1b2c3d4e5f607182931"),
    "6531a1b2c3d4e5f607182931",
  );
});

/** Attributes in which two that are equal may differ. */
const notTold: Readonly<Record<string, RegExp>> = {
  huggingface_scheduled_job: /^(?:suspended|secrets.*|timeout_seconds)$/,
};

for (const one of resources) {
  const { typeName } = one;
  const type = typeName.replace("huggingface_", "");
  /** Two of them, which differ in one attribute alone. */
  const startTwo = async (
    { config }: ReturnType<typeof samplesOf>,
    name: string,
    values: readonly Value[],
  ) => {
    const { client, resource } = start();
    await sampleOf(one).setUp?.(client);
    const [own, its] = values.map((value) =>
      ({ ...deletedConfigOf(one), ...config, [name]: value }) as JsonObject
    );
    return [await resource(type), await resource(type), own, its] as const;
  };
  Deno.test(`a ${typeName} is not given what tells one that is destroyed from it, and stands in for no other one`, async () => {
    for (const entry of entriesOf(one)) {
      const [name = "", ...within] = entry.names;
      if (within.length > 0 || notTold[typeName]?.test(name)) continue;
      const sample = samplesOf(typeName, entry);
      const { values, values: [first], isNeeded } = sample;
      const isOpen = !isNeeded && !entry.attribute.required;
      for (
        const pair of [values, ...isOpen ? [[null, first], [first, null]] : []]
      ) {
        const what = `${name}: ${JSON.stringify(pair)}`;
        const [it, next, own, its] = await startTwo(sample, name, pair);
        if (!(await apply([it, own], [next, its])).ok) continue;
        // As a list with `count` has it that loses its first element.
        await assertRefused(apply([it, its], [next, undefined]), "");
        // As a map with `for_each` has it that gets another key, or one more.
        for (
          const [one, other] of [[own, undefined], [undefined, its], [own, its]]
        ) {
          const { ok, output } = await apply([it, one], [next, other]);
          assert(ok, `${what}: ${output}`);
        }
      }
    }
  });
}

Deno.test("one of several equal jobs is replaced", async () => {
  const { resource } = start();
  const type = "scheduled_job";
  const [it, next] = [await resource(type), await resource(type)];
  const { config } = sampleOf({ typeName: `huggingface_${type}` });
  const both = () => apply([it, config], [next, config]);
  await assertApplied(both(), "create", "create");
  assert(it.stored);
  it.stored = { ...it.stored, isTainted: true };
  const { ok, output } = await both();
  assert(ok, output);
  await assertApplied(both());
});

/** The attribute that names the repository of a part. */
const nameOf = ({ schema: { attributes } }: Resource) =>
  ["repository", "space"].find((name) =>
    attributes[`${name}_id`] && attributes[name]
  );

for (const part of resources.filter(nameOf)) {
  const { typeName } = part;
  const name = nameOf(part) ?? "";
  /** Two of them of one repository, which is renamed from `old` to `new`. */
  const startTwo = async () => {
    const { client: { repos }, resource } = start();
    const type = name === "space" ? "space" : "model";
    const old = { type, id: "acme/old" } as const;
    await repos.create(old, { sdk: "static" });
    if (type === "model") await repos.update(old, { gated: "manual" });
    const make = () => resource(typeName.replace("huggingface_", ""));
    const [a, b] = [await make(), await make()];
    const of = (id: string) => ({
      ...sampleOf(part).config,
      [name]: `acme/${id}`,
    });
    return { a, b, of, rename: () => repos.move(old, "acme/new") };
  };
  Deno.test(`two ${typeName} do not manage one part under two names of its repository`, async () => {
    const { a, b, of, rename } = await startTwo();
    await rename();
    await assertRefused(
      apply([a, of("old")], [b, of("new")]),
      "Two resources manage",
    );
    await assertRefused(
      apply([a, of("new")], [b, of("old")]),
      "Two resources manage",
    );
  });
  for (const [had, wanted] of [["old", "new"], ["new", "old"]] as const) {
    Deno.test(`a ${typeName} of acme/${had} is not moved to one under the name acme/${wanted}`, async () => {
      const { a, b, of, rename } = await startTwo();
      if (had === "new") await rename();
      await assertApplied(apply([a, of(had)]), "create");
      if (had === "old") await rename();
      await assertRefused(
        apply([a, undefined], [b, of(wanted)]),
        "No apply moves",
      );
    });
  }
}

for (const kind of ["secret", "variable"] as const) {
  for (const isRefreshed of [true, false]) {
    for (const isLast of [true, false]) {
      const how = isRefreshed ? "" : ", with -refresh=false";
      Deno.test(`a renamed Space ${isLast ? "after" : "before"} a space_${kind} has none of its own${how}`, async () => {
        const { client: { repos }, resource } = start();
        const [whole, part] = [
          await resource("space"),
          await resource(`space_${kind}`),
        ];
        await assertApplied(apply([whole, space]), "create");
        await repos.move({ type: "space", id: "acme/s" }, "acme/z");
        whole.isRefreshed = isRefreshed;
        const held = {
          ...space,
          name: isRefreshed ? "z" : "s",
          [`${kind}s`]: { KEY: "a" },
        };
        const both = (of: JsonObject | undefined, id: string) => {
          const pairs = [
            [whole, { ...space, ...of }] as const,
            [part, of && { ...key, space: id }] as const,
          ];
          return apply(...isLast ? pairs.toReversed() : pairs);
        };
        for (const id of ["acme/s", "acme/z"]) {
          await assertRefused(
            both(held, id),
            "Two resources manage the key",
          );
        }
        await assertApplied(
          apply([part, { ...key, space: "acme/z" }]),
          "create",
        );
        await assertRefused(
          apply([part, undefined], [whole, held]),
          "No apply moves the key",
        );
      });
    }
  }
}

Deno.test("the parts of a model are replaced with it, as the plan says", async () => {
  const { client: { files }, resource } = start();
  const it = await resource("model");
  const whole = { ...model, gated: "manual", on_destroy: "delete" };
  const parts: [Terraform, JsonObject][] = [];
  for (const type of ["branch", "tag", "file", "files", "access_grant"]) {
    const part = await resource(`repo_${type}`);
    const { config } = sampleOf(part.resource);
    const own = type === "file" ? { path: "one.txt" } : {};
    parts.push([part, { ...config, ...own }]);
  }
  const all = () => apply([it, whole], ...parts);
  await assertApplied(all(), ...Array(6).fill("create"));
  await assertApplied(all());
  assert(it.stored !== undefined);
  it.stored = { ...it.stored, isTainted: true };
  await commitFiles(files, { type: "model", id: "acme/m" }, {
    "one.txt": "theirs",
  });
  const replaced = await all();
  assertEquals(replaced.actions, Array(6).fill(["delete", "create"]).flat());
  assertStringIncludes(replaced.output, "changed one.txt on the branch main");
  await assertApplied(all());
});

Deno.test("what others made of a part is told when it goes to a new model", async () => {
  const { client: { files, repos }, resource } = start();
  const old = { type: "model", id: "acme/old" } as const;
  await repos.create(old);
  const [it, branch, part] = [
    await resource("model"),
    await resource("repo_branch"),
    await resource("repo_file"),
  ];
  const named = { repository: "acme/old", name: "dev" };
  const content = { ...file, repository: "acme/old" };
  assert((await apply([branch, named], [part, content])).ok);
  await commitFiles(files, old, { "a.txt": "theirs" });
  await assertRefused(
    apply([it, model], [branch, { ...named, repository: "acme/m" }]),
    "repository of the branch acme/old/branch/dev cannot be changed",
  );
  const moved = await apply([it, model], [part, file]);
  assertEquals(moved.actions, ["create", "delete", "create"], moved.output);
  assertStringIncludes(moved.output, "changed a.txt on the branch main");
});

for (const part of testedResources) {
  const { typeName, schema: { attributes } } = part;
  const name = ["repository", "space"].find((name) =>
    attributes[name] && attributes[`${name}_id`]
  );
  if (name === undefined) continue;
  Deno.test(`${typeName}: two stay where they are when what has them swaps names`, async () => {
    const { client: { repos }, resource } = start();
    const type = name === "space" ? "space" : "model";
    for (const id of ["acme/a", "acme/b"]) {
      await repos.create({ type, id }, { sdk: "static" });
      if (type === "model") {
        await repos.update({ type, id }, { gated: "manual" });
      }
    }
    const kind = typeName.replace("huggingface_", "");
    const [one, two] = [await resource(kind), await resource(kind)];
    const { config } = sampleOf(part);
    const of = (id: string) => ({ ...config, [name]: id }) as JsonObject;
    const first = await apply([one, of("acme/a")], [two, of("acme/b")]);
    assert(first.ok, first.output);
    for (const [from, to] of [["a", "c"], ["b", "a"], ["c", "b"]]) {
      await repos.move({ type, id: `acme/${from}` }, `acme/${to}`);
    }
    const { ok, output } = await apply(
      [one, of("acme/b")],
      [two, of("acme/a")],
    );
    assert(ok, output);
  });
}
