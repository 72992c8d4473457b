/**
 * A commit of somebody else at any moment of an apply that commits: no commit of
 * the apply undoes it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { RepoRef } from "../../../mod.ts";
import type { ValueObject } from "../../../provider/framework/mod.ts";
import {
  commitFiles,
  resourceNamed,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { lastOfOthers } from "../../../provider/huggingface/repo/repo_commit.ts";
import { isWrite, loseWrite, routeOf, worldsOf } from "./lost_requests.ts";

const model: RepoRef = { type: "model", id: "acme/m" };
const space: RepoRef = { type: "space", id: "acme/x" };

/** An apply that commits, and the file that somebody else changes meanwhile. */
interface Race {
  readonly type: string;
  readonly does: string;
  readonly repo: RepoRef;
  readonly path: string;
  /** Null: it is created. */
  readonly first: ValueObject | null;
  /** Null: it is destroyed. */
  readonly planned: ValueObject | null;
}

const spaceOf = (values: ValueObject) => ({
  name: "x",
  namespace: "acme",
  sdk: "static",
  ...values,
});
const fileOf = (content: string) => ({
  repository: "acme/m",
  path: "a.txt",
  content,
});
const filesOf = (files: ValueObject) => ({ repository: "acme/m", files });
const ofSpace = { type: "space", repo: space };
const ofModel = { repo: model, path: "a.txt" };

const creates: readonly Race[] = [
  {
    ...ofSpace,
    does: "create with files",
    path: "a.txt",
    first: null,
    planned: spaceOf({ files: { "a.txt": "a" } }),
  },
  {
    ...ofSpace,
    does: "create with a card",
    path: "README.md",
    first: null,
    planned: spaceOf({ title: "A" }),
  },
];

const races: readonly Race[] = [
  {
    ...ofSpace,
    does: "change of a file",
    path: "a.txt",
    first: spaceOf({
      files: { "a.txt": "a" },
      secrets: { T: "a" },
      variables: { V: "a" },
    }),
    planned: spaceOf({
      files: { "a.txt": "b" },
      secrets: { T: "b" },
      variables: { V: "b" },
    }),
  },
  {
    ...ofSpace,
    does: "giving up of a file",
    path: "a.txt",
    first: spaceOf({ files: { "a.txt": "a" }, secrets: { T: "a" } }),
    planned: spaceOf({ files: {}, secrets: { T: "b" } }),
  },
  {
    ...ofSpace,
    does: "change of the card",
    path: "README.md",
    first: spaceOf({ title: "A", secrets: { T: "a" } }),
    planned: spaceOf({ title: "B", secrets: { T: "b" } }),
  },
  {
    ...ofModel,
    type: "repo_file",
    does: "change",
    first: fileOf("a"),
    planned: fileOf("b"),
  },
  {
    ...ofModel,
    type: "repo_file",
    does: "destroy",
    first: fileOf("a"),
    planned: null,
  },
  {
    ...ofModel,
    type: "repo_files",
    does: "change",
    first: filesOf({ "a.txt": "a", "b.txt": "b" }),
    planned: filesOf({ "a.txt": "b", "b.txt": "b" }),
  },
  {
    ...ofModel,
    type: "repo_files",
    does: "giving up",
    first: filesOf({ "a.txt": "a", "b.txt": "b" }),
    planned: filesOf({ "b.txt": "b" }),
  },
  {
    ...ofModel,
    type: "repo_files",
    does: "destroy",
    first: filesOf({ "a.txt": "a" }),
    planned: null,
  },
];

/**
 * Runs an apply during which somebody commits.
 *
 * @param moment The number of requests of the apply before that.
 * @param isListed Whether commits can be listed.
 * @returns Whether the apply had that many, and how it ended.
 */
async function race(
  { type, repo, path, first, planned }: Race,
  moment: number,
  isListed = true,
) {
  const world = new ResourceWorld(resourceNamed(type));
  const { files, repos } = world.client;
  if (repo === model) await repos.create(model);
  let isThere = first !== null;
  if (first !== null) await world.apply(first);
  const theirs = `---\ntitle: Theirs\nsdk: static\n---\n`;
  let left = moment;
  const commit = () => commitFiles(files, repo, { [path]: theirs });
  const { answer } = world;
  const writes: string[] = [];
  const { diagnostics: { hasErrors } } = await world.attempt(planned, () => {
    world.answer = async (request) => {
      if (isThere && left-- === 0) await commit();
      if (isWrite(request)) writes.push(routeOf(request));
      const isFailing = !isListed && request.url.includes("/commits/");
      const response = isFailing
        ? Response.json({ error: "No" }, { status: 503 })
        : await answer(request);
      isThere ||= routeOf(request).includes("create");
      return response;
    };
    return Promise.resolve();
  });
  if (left >= 0) return undefined;
  assertEquals(await files.read(repo, path), theirs, `request ${moment}`);
  return { hasErrors, writes };
}

for (const one of [...creates, ...races]) {
  Deno.test(`${one.type}: a ${one.does} undoes no commit that comes meanwhile`, async () => {
    const early = await race(one, 0);
    // A plan that is refused is refused before anything is sent.
    if (one.first !== null) {
      assertEquals(early, { hasErrors: true, writes: [] });
    }
    let moment = 1;
    while (await race(one, moment) !== undefined) moment++;
    assert(moment > 1);
    // Only the list tells a Space's first commit from a colleague's.
    if (one.type === "space") return;
    for (let at = 0; at < moment; at++) await race(one, at, false);
  });
}

for (const one of races.filter(({ does }) => /destroy|giving up/.test(does))) {
  Deno.test(`${one.type}: a ${one.does} whose answer was lost leaves what somebody made again`, async () => {
    const resource = resourceNamed(one.type);
    const world = new ResourceWorld(resource, undefined, { maxRetries: 2 });
    const { files, repos } = world.client;
    if (one.repo === model) await repos.create(model);
    await world.apply(one.first ?? {});
    const content = await files.read(one.repo, one.path);
    world.answer = loseWrite(world.answer, {
      route: `POST /api/${one.repo.type}s/${one.repo.id}/commit/main`,
      reaches: true,
      between: () => commitFiles(files, one.repo, { [one.path]: content }),
    });
    await world.attempt(one.planned);
    assertEquals(await files.read(one.repo, one.path), content);
  });
}

/** A resource of files. */
interface Kind {
  readonly repo: RepoRef;
  /** A configuration of these files; none: of what needs no file. */
  configOf(files: Readonly<Record<string, string>>): ValueObject | null;
}

const spaceKind: Kind = {
  repo: space,
  configOf: (files) => spaceOf({ files }),
};

const kinds: Readonly<Record<string, Kind>> = {
  repo_file: {
    repo: model,
    configOf: ({ "a.txt": text }) => text === undefined ? null : fileOf(text),
  },
  repo_files: {
    repo: model,
    configOf: (files) =>
      Object.keys(files).length === 0 ? null : filesOf(files),
  },
  space: spaceKind,
};

for (const [type, kind] of Object.entries(kinds)) {
  for (const status of [412, 429]) {
    Deno.test(`${type}: no commit that is sent again after ${status} starts a Space that was paused meanwhile`, async () => {
      const resource = resourceNamed(type);
      const world = new ResourceWorld(resource, undefined, { maxRetries: 2 });
      const { repos, spaces } = world.client;
      const configOf = (text: string) => ({
        ...kind.configOf({ "a.txt": text }),
        ...type === "space"
          ? { sdk: "docker", wait_for_ready: false }
          : { repository: space.id, repository_type: "space" },
      });
      if (type !== "space") await repos.create(space, { sdk: "docker" });
      await world.apply(configOf("a"));
      await world.refresh();
      world.answer = loseWrite(world.answer, {
        route: `POST /api/spaces/${space.id}/commit/main`,
        reaches: false,
        status,
        between: () => spaces.pause(space.id),
      });
      await world.attempt(configOf("b"));
      assertEquals((await spaces.getRuntime(space.id)).stage, "PAUSED");
    });
  }
}

Deno.test("a Space stays paused after a commit that a proxy sends twice", async () => {
  const world = new ResourceWorld(resourceNamed("repo_files"));
  const { repos, spaces } = world.client;
  await repos.create(space, { sdk: "docker" });
  await spaces.pause(space.id);
  world.answer = loseWrite(world.answer, {
    route: `POST /api/spaces/${space.id}/commit/main`,
    reaches: true,
    status: 412,
  });
  await world.apply({
    ...{ repository: space.id, repository_type: "space" },
    files: { "a.txt": "a" },
  });
  assertEquals((await spaces.getRuntime(space.id)).stage, "PAUSED");
});

/** A repository, and the world of a resource of its files, which has none yet. */
async function worldOf(type: string, { repo, configOf }: Kind) {
  const world = new ResourceWorld(resourceNamed(type));
  const { files, repos } = world.client;
  const config = configOf({});
  if (config === null) await repos.create(repo);
  else await world.apply(config);
  const commit = (contents: Parameters<typeof commitFiles>[2]) =>
    commitFiles(files, repo, contents);
  return { world, commit, read: () => files.read(repo, "a.txt") };
}

/** A world in which somebody else has committed the file `a.txt`. */
async function arrive(type: string, kind: Kind, arrival: string) {
  const { world, commit, read } = await worldOf(type, kind);
  if (arrival.startsWith("made again")) {
    await world.apply({ ...kind.configOf({ "a.txt": "a" }) });
    await commit({ "a.txt": null });
    world.state = await world.read(world.state);
  }
  await commit({ "a.txt": "a" });
  return { world, read };
}

for (const [type, kind] of Object.entries(kinds)) {
  const configOf = (text: string): ValueObject => ({
    ...kind.configOf({ "a.txt": text }),
  });
  for (
    const arrival of ["found equal", "made again by somebody else", "imported"]
  ) {
    const isImported = arrival === "imported";
    Deno.test(
      `${type}: a file that was ${arrival} is ${
        isImported ? "changed, and" : "not changed, nor"
      } ${isImported ? "not " : ""}deleted`,
      async () => {
        const { world, read } = await arrive(type, kind, arrival);
        if (isImported) {
          const ids: Readonly<Record<string, string>> = {
            repo_file: "acme/m/blob/main/a.txt",
            repo_files: "acme/m/tree/main?path=a.txt",
            space: "acme/x",
          };
          await world.import(ids[type] ?? "");
        }
        await world.apply(configOf("a"));
        const refresh = async () => {
          if (world.state !== null) world.state = await world.read(world.state);
        };
        await refresh();
        const { diagnostics } = await world.plan(configOf("b"));
        assertEquals(diagnostics.hasErrors, !isImported);
        if (isImported) await world.apply(configOf("b"));
        await refresh();
        await world.attempt(kind.configOf({}));
        assertEquals(await read(), isImported ? "b" : "a");
      },
    );
    if (isImported) continue;
    Deno.test(`${type}: a file that was ${arrival} is changed with \`overwrite = true\`, and then stays ours to change`, async () => {
      const { world, read } = await arrive(type, kind, arrival);
      await world.apply(configOf("a"));
      await world.apply({ ...configOf("b"), overwrite: true });
      await world.apply(configOf("c"));
      assertEquals(await read(), "c");
    });
  }
  Deno.test(`${type}: a file with other content is refused, or stays once it was overwritten`, async () => {
    const { world, commit, read } = await worldOf(type, kind);
    await commit({ "a.txt": "theirs" });
    const isUpdate = world.state !== null;
    const { diagnostics } = await world.plan(configOf("ours"));
    assertEquals(diagnostics.hasErrors, isUpdate);
    assertEquals(diagnostics.items.map(({ summary }) => summary), [
      "a.txt is there already, with other content",
    ]);
    if (!isUpdate) {
      assert((await world.attempt(configOf("ours"))).diagnostics.hasErrors);
    }
    assertEquals(await read(), "theirs");
    await world.apply({ ...configOf("ours"), overwrite: true });
    assertEquals(await read(), "ours");
    await world.attempt(kind.configOf({}));
    assertEquals(await read(), "ours");
  });
}

for (const [type, kind] of Object.entries(kinds)) {
  if (type === "repo_file") continue;
  Deno.test(`${type}: an update that adds a file of somebody else is refused by its plan`, async () => {
    const { world, commit, read } = await worldOf(type, kind);
    await world.apply({ ...kind.configOf({ "b.txt": "b" }) });
    await commit({ "a.txt": "theirs" });
    const wanted = { "a.txt": "ours", "b.txt": "b" };
    const { diagnostics } = await world.plan(kind.configOf(wanted));
    assert(diagnostics.hasErrors);
    assertEquals(await read(), "theirs");
  });
}

Deno.test("space: what no plan has shown since its import is not overwritten", async () => {
  const { world, commit, read } = await worldOf("space", spaceKind);
  await commit({ "a.txt": "theirs" });
  await world.import("acme/x");
  const config = spaceOf({ files: { "a.txt": "ours" } });
  assert((await world.plan(config)).diagnostics.hasErrors);
  assertEquals(await read(), "theirs");
  await world.apply(spaceOf({ files: { "a.txt": "theirs" } }));
  await world.apply(config);
  assertEquals(await read(), "ours");
});

Deno.test("space: what the service made with it is ours to change and to delete", async () => {
  const world = new ResourceWorld(resourceNamed("space"));
  await world.apply(spaceOf({}));
  const { files } = world.client;
  const readme = await files.read(space, "README.md");
  await world.apply(spaceOf({
    files: { "README.md": readme, "index.html": "b" },
  }));
  await world.apply(spaceOf({
    files: { "README.md": `${readme}more`, "index.html": "c" },
  }));
  assertEquals(await files.read(space, "README.md"), `${readme}more`);
  await world.apply(spaceOf({ files: {} }));
  assertEquals(await files.read(space, "README.md"), `${readme}more`);
  const there = await files.getPaths(space, ["index.html"]);
  assertEquals(there.length, 0);
});

Deno.test("space: a folder in the way is told of, though its first commit is not shown", async () => {
  const world = await ResourceWorld.start(resourceNamed("space"));
  await world.apply(spaceOf({}));
  await commitFiles(world.client.files, space, {
    "a.txt/theirs.txt": "theirs",
  });
  await world.refresh();
  const { answer } = world;
  world.answer = async (request) =>
    /\/paths-info\/[0-9a-f]{40}/.test(request.url)
      ? Response.json({ error: "Busy" }, { status: 503 })
      : await answer(request);
  const config = spaceOf({ files: { "a.txt": "a" }, overwrite: true });
  const { diagnostics } = await world.plan(config);
  const said = diagnostics.items.map(({ summary }) => summary).join();
  assert(said.includes("a.txt is a file and a folder"), said);
});

for (const [type, { repo, configOf }] of Object.entries(kinds)) {
  Deno.test(`${type}: a folder in place of a file stays with what is in it`, async () => {
    const kind = { repo, configOf };
    const { world, commit } = await worldOf(type, kind);
    const { files } = world.client;
    await world.apply({ ...configOf({ "a.txt": "a" }) });
    await commit({ "a.txt": null });
    await commit({ "a.txt/theirs.txt": "theirs" });
    const content = () => files.read(repo, "a.txt/theirs.txt");
    const { state } = world;
    await world.attempt(configOf({}));
    assertEquals(await content(), "theirs");
    world.state = await world.read(state);
    if (world.state !== null) await world.attempt(configOf({}));
    assertEquals(await content(), "theirs");
    world.state = state;
    for (const overwrite of [false, true]) {
      const again = { ...configOf({ "a.txt": "b" }), overwrite };
      await world.attempt(again).catch(() => {});
      assertEquals(await content(), "theirs");
    }
  });
  for (const by of ["a colleague", "another run", "a user who is not told"]) {
    Deno.test(`${type}: a commit of ${by} is not taken for one that was lost`, async () => {
      const resource = resourceNamed(type);
      const isColleague = by !== "another run";
      const [ours, theirs] = await worldsOf(resource, isColleague);
      const first = configOf({});
      if (first !== null) await ours.apply(first);
      const { files } = theirs.user;
      // Another run has the same user, and another content.
      const content = isColleague ? "a" : "theirs";
      const { answer } = ours;
      const send = async (request: Request) =>
        by.startsWith("a user") && request.url.includes("whoami")
          ? Response.json({ error: "Busy" }, { status: 503 })
          : await answer(request);
      ours.answer = loseWrite(send, {
        route: `POST /api/${repo.type}s/${repo.id}/commit/main`,
        reaches: false,
        between: () =>
          files.commit(repo, {
            summary: "Update from Terraform",
            operations: [{ path: "a.txt", content }],
          }),
      });
      const { diagnostics } = await ours.attempt({
        ...configOf({ "a.txt": "a" }),
      });
      assertEquals(diagnostics.hasErrors, !isColleague);
      if (ours.state !== null) await ours.attempt(configOf({}));
      assertEquals(await files.read(repo, "a.txt"), content);
    });
  }
}

Deno.test("commits that the service names in a circle come to an end", () => {
  const commits = new Map([["c", "b"], ["b", "a"]]);
  assertEquals(lastOfOthers("c", { commits }), "a");
  commits.set("a", "c");
  assertEquals(lastOfOthers("c", { commits }), "c");
});
