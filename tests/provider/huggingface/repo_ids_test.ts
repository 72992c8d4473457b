/**
 * Parts of repositories by ids, paths and types that look like something else.
 *
 * @module
 */
import { Sandbox } from "@hf-terraform/sandbox";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { RepoRef } from "../../../mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import type { Attribute, Value } from "../../../provider/framework/mod.ts";
import {
  isValueArray,
  isValueObject,
} from "../../../provider/framework/values/value.ts";
import {
  assertNoErrors,
  resourceNamed,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { sampleOf } from "../../support/samples.ts";

function worldOf(type: string, sandbox?: Sandbox): ResourceWorld {
  return new ResourceWorld(resourceNamed(type), sandbox);
}

/** Imports an id, and returns that of the state. */
async function idOf(sandbox: Sandbox, type: string, id: string) {
  const world = worldOf(type, sandbox);
  await world.import(id);
  return valueNamed(world.state, ["id"]);
}

const paths = ["a%20b.txt", "c++.md", "x#y.md", "q?path=z.md", "a b&c.txt"];

Deno.test("an id is taken as it is printed", async () => {
  const sandbox = new Sandbox({ createMs: 0 });
  const { client } = worldOf("repo_file", sandbox);
  for (const name of ["raw", "tree", "commit", "blob"]) {
    const repo: RepoRef<"model"> = { type: "model", id: `acme/${name}` };
    await client.repos.create(repo);
    await client.refs.createBranch(repo, "v/1");
    await client.files.commit(repo, {
      summary: "Files",
      revision: "v/1",
      operations: paths.map((path) => ({ path, content: "x" })),
    });
    for (const branch of ["v/1", "main"]) {
      const id = `acme/${name}/branch/${branch}`;
      assertEquals(await idOf(sandbox, "repo_branch", id), id);
    }
    // The sandbox takes `acme/raw/resolve/…` for a file of the model `acme`.
    for (const path of name === "raw" ? [] : paths) {
      const id = `acme/${name}/blob/v%2F1/${path}`;
      assertEquals(await idOf(sandbox, "repo_file", id), id);
    }
  }
  const literal = paths.filter((path) => !path.includes("?"));
  const world = worldOf("repo_files", sandbox);
  const query = literal.map((path) => `path=${path}`).join("&");
  await world.import(`acme/tree/tree/v%2F1?${query}`);
  assertEquals(
    Object.keys(Object(valueNamed(world.state, ["files"]))).toSorted(),
    literal.toSorted(),
  );
});

Deno.test("a dataset among models is named as such", async () => {
  const world = worldOf("repo_file");
  await world.client.repos.create({ type: "dataset", id: "acme/d" });
  const { diagnostics } = await world.attempt({
    repository: "acme/d",
    path: "a.txt",
    content: "a",
  });
  assertStringIncludes(
    diagnostics.items.map(({ summary }) => summary).join(),
    'is a dataset: set `repository_type = "dataset"`',
  );
});

const parts = {
  repo_file: { path: "a.txt", content: "a" },
  repo_files: { files: { "b.txt": "b" } },
  repo_branch: { name: "b" },
  repo_tag: { name: "t" },
};

for (const [part, more] of Object.entries(parts)) {
  Deno.test(`${part}: of repositories of one name the model is meant unless the type is set`, async () => {
    const world = worldOf(part);
    for (const type of ["model", "dataset"] as const) {
      await world.client.repos.create({ type, id: "acme/d" });
    }
    const lands = async (repository_type: string | null, where: string) => {
      const config = { repository: "acme/d", repository_type, ...more };
      await world.apply(config);
      const [write = "", ...others] = (world.commands.at(-1) ?? []).filter((
        one,
      ) => !/^GET |paths-info|preupload|validate-yaml/.test(one));
      assertEquals(others, []);
      assertStringIncludes(write, where);
      await world.destroy();
      world.lose();
    };
    await lands(null, "/models/");
    await lands("dataset", "/datasets/");
  });
}

/** Paths that lead out of a repository, or into what git keeps there. */
const outside = [
  ...[".a/../../../etc/passwd", "../up", "a/..", "./a", "a/./b", "/etc/passwd"],
  ...["a//b", "a/", ".", "..", ".git/config", "a/.git/hooks/x", "a\\b", "a\nb"],
];

/** Paths of files that there are. */
const inside = [
  ...[".gitattributes", ".github/workflows/a.yml", "a.b/..c/d...e"],
  ...["Dockerfile", "données/ü 1.txt"],
];

Deno.test("no path leads out of a repository", async () => {
  const model = { repository: "acme/m" };
  const space = { name: "x", namespace: "acme", sdk: "static" };
  const forms = {
    space: (path: string) => ({ ...space, files: { [path]: "x" } }),
    repo_file: (path: string) => ({ ...model, path, content: "x" }),
    repo_files: (path: string) => ({ ...model, files: { [path]: "x" } }),
  };
  for (const [type, configOf] of Object.entries(forms)) {
    const world = worldOf(type);
    for (const path of inside) {
      assert(await world.isValid(configOf(path)), `${type} ${path}`);
    }
    for (const path of outside) {
      assert(!await world.isValid(configOf(path)), `${type} ${path}`);
    }
  }
});

Deno.test("dots are no namespace", async () => {
  const dots = {
    space: { namespace: ".", name: "x", sdk: "static" },
    endpoint: {
      ...{ namespace: "..", name: "x", model: { repository: "gpt2" } },
      compute: { instance_type: "intel-spr" },
    },
    space_secret: { space: "../x", key: "KEY", value: "value" },
  };
  for (const [type, config] of Object.entries(dots)) {
    assertEquals(await worldOf(type).isValid(config), false, type);
  }
});

// Names that the service compares without case: a configuration that writes
// one in other letters changes nothing, and never removes what has the name.

/**
 * Tests for an attribute that names a user, an organization or a repository.
 */
const isName = ({ validators, description }: Attribute) =>
  [{ description }, ...validators].some(({ description }) =>
    /name of a user or organization|namespace\/name/.test(description)
  );

/** Names that are sent as they are written, so that one can be mended. */
const sent: readonly string[] = [
  "huggingface_collection.items.id",
  "huggingface_organization_network_security.allowed_contents.scope",
  "huggingface_organization_network_security.blocked_contents.scope",
  "huggingface_webhook.watched.name",
];

/** Names of what an object runs, mounts or loads: another text is another one. */
const ofWhatRuns =
  /^huggingface_(?:endpoint\.model\.|space\.(?:template|volumes)|scheduled_job\.(?:space|volumes)|webhook\.job\.)/;

/** The attributes with a name, by the names that lead to them. */
function namesIn(
  attributes: Readonly<Record<string, Attribute>>,
  at: readonly string[] = [],
): (readonly string[])[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = [...at, name];
    if (attribute.mode === "computed") return [];
    return [
      ...isName(attribute) ? [path] : [],
      ...namesIn(attribute.nested?.attributes ?? {}, path),
    ];
  });
}

/** The value with the text at a path in capital letters, in all elements. */
function capital(value: Value, [name, ...rest]: readonly string[]): Value {
  if (isValueArray(value)) {
    return value.map((one) => capital(one, [name ?? "", ...rest]));
  }
  if (name === undefined) {
    return typeof value === "string" ? value.toUpperCase() : value;
  }
  if (!isValueObject(value)) return value;
  return { ...value, [name]: capital(value[name] ?? null, rest) };
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  for (const names of namesIn(schema.attributes)) {
    const path = names.join(".");
    if (ofWhatRuns.test(`${typeName}.${path}`)) continue;
    Deno.test(`${typeName}.${path} in other letters is no other name`, async () => {
      const { config, values = {} } = sampleOf(resource);
      const [top = ""] = names;
      const given = values[top]?.[0] ?? config[top] ?? "acme";
      const before = { ...config, [top]: given };
      const after = capital(before, names);
      assert(JSON.stringify(before) !== JSON.stringify(after), "a sample");
      const world = await ResourceWorld.start(resource);
      await world.apply(before);
      await world.refresh();
      const { requests } = world.sandbox;
      const now = isValueObject(after) ? after : {};
      const planned = await world.plan(now);
      assertNoErrors(planned.diagnostics);
      assertEquals(
        planned.requiresReplace.map(String),
        [],
        "a name needs `semanticEquals: sameName`",
      );
      if (sent.includes(`${typeName}.${path}`)) await world.apply(now);
      else assertEquals(planned.plannedState, world.state);
      const removed = requests.filter(({ method }) => method === "DELETE");
      assertEquals(removed, []);
    });
  }
}
