/**
 * A commit of somebody else at any moment of an apply that commits: no commit of
 * the apply undoes it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { CommitOperation, RepoRef } from "../../../mod.ts";
import {
  loadProvider,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { resourceNamed, ResourceWorld } from "../../support/resource_world.ts";
import { isWrite, loseWrite, routeOf } from "./lost_requests.ts";

const { resources } = await loadProvider(provider);

const model: RepoRef = { type: "model", id: "acme/m" };
const space: RepoRef = { type: "space", id: "acme/x" };

/** An apply that commits, and the file that somebody else changes meanwhile. */
interface Race {
  readonly type: string;
  readonly does: string;
  readonly repo: RepoRef;
  readonly path: string;
  readonly first: ValueObject;
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
 * @returns Whether the apply had that many, and how it ended.
 */
async function race(
  { type, repo, path, first, planned }: Race,
  moment: number,
) {
  const resource = resources.find(({ typeName }) =>
    typeName === `huggingface_${type}`
  );
  assert(resource !== undefined);
  const world = new ResourceWorld(resource);
  const { files, repos } = world.client;
  if (repo === model) await repos.create(model);
  await world.apply(first);
  const theirs = `---\ntitle: Theirs\nsdk: static\n---\n`;
  let left = moment;
  const commit = () =>
    files.commit(repo, {
      summary: "Elsewhere",
      operations: [{ path, content: theirs }],
    });
  const { answer } = world;
  const writes: string[] = [];
  const { diagnostics: { hasErrors } } = await world.attempt(planned, () => {
    world.answer = async (request) => {
      if (left-- === 0) await commit();
      if (isWrite(request)) writes.push(routeOf(request));
      return await answer(request);
    };
    return Promise.resolve();
  });
  if (left >= 0) return undefined;
  assertEquals(await files.read(repo, path), theirs, `request ${moment}`);
  return { hasErrors, writes };
}

for (const one of races) {
  Deno.test({
    name: `${one.type}: a ${one.does} undoes no commit that comes meanwhile`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const early = await race(one, 0);
      // A plan that is refused is refused before anything is sent.
      assertEquals(early, { hasErrors: true, writes: [] });
      let moment = 1;
      while (await race(one, moment) !== undefined) moment++;
      assert(moment > 1);
    },
  });
}

for (const one of races.filter(({ does }) => /destroy|giving up/.test(does))) {
  Deno.test({
    name:
      `${one.type}: a ${one.does} whose answer was lost leaves what somebody made again`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const resource = resourceNamed(one.type);
      const world = new ResourceWorld(resource, undefined, { maxRetries: 2 });
      const { files, repos } = world.client;
      if (one.repo === model) await repos.create(model);
      await world.apply(one.first);
      const content = await files.read(one.repo, one.path);
      world.answer = loseWrite(world.answer, {
        route: `POST /api/${one.repo.type}s/${one.repo.id}/commit/main`,
        reaches: true,
        between: () =>
          files.commit(one.repo, {
            summary: "Elsewhere",
            operations: [{ path: one.path, content }],
          }),
      });
      await world.attempt(one.planned);
      assertEquals(await files.read(one.repo, one.path), content);
    },
  });
}

/** Configurations of one file, with the content `a` and `b`. */
const kinds = {
  repo_file: fileOf,
  repo_files: (text: string) => filesOf({ "a.txt": text }),
};

/** A world in which somebody else has committed the file `a.txt`. */
async function arrive(
  type: string,
  configOf: (text: string) => ValueObject,
  arrival: string,
): Promise<ResourceWorld> {
  const world = new ResourceWorld(resourceNamed(type));
  const { files, repos } = world.client;
  await repos.create(model);
  const commit = (operation: CommitOperation) =>
    files.commit(model, { summary: "Elsewhere", operations: [operation] });
  if (arrival.startsWith("made again")) {
    await world.apply(configOf("a"));
    await commit({ deleted: "a.txt" });
    world.state = await world.read(world.state);
  }
  await commit({ path: "a.txt", content: "a" });
  return world;
}

for (const [type, configOf] of Object.entries(kinds)) {
  for (
    const arrival of ["found equal", "made again by somebody else", "imported"]
  ) {
    const isImported = arrival === "imported";
    Deno.test({
      name: `${type}: a file that was ${arrival} is ${
        isImported ? "changed, and" : "not changed, nor"
      } ${isImported ? "not " : ""}deleted`,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const world = await arrive(type, configOf, arrival);
        if (isImported) {
          const id = type === "repo_file"
            ? "blob/main/a.txt"
            : "tree/main?path=a.txt";
          await world.import(`acme/m/${id}`);
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
        await world.attempt(null);
        const content = await world.client.files.read(model, "a.txt");
        assertEquals(content, isImported ? "b" : "a");
      },
    });
    if (isImported) continue;
    Deno.test({
      name:
        `${type}: a file that was ${arrival} is changed with \`overwrite = true\`, and then stays ours to change`,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const world = await arrive(type, configOf, arrival);
        await world.apply(configOf("a"));
        await world.apply({ ...configOf("b"), overwrite: true });
        await world.apply(configOf("c"));
        const content = await world.client.files.read(model, "a.txt");
        assertEquals(content, "c");
      },
    });
  }
}
