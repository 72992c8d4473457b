/**
 * A request whose answer was lost is sent again only if what is there now is
 * still the object: what somebody else made or set meanwhile stays.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { isLocal } from "../../../provider/framework/binding/table.ts";
import { HuggingFace, type RepoRef } from "../../../mod.ts";
import {
  deletedConfigOf,
  entriesOf,
  sampleOf,
  samplesOf,
} from "../../support/samples.ts";
import {
  commitFiles,
  distinctResources,
  resourceNamed,
  type ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import {
  adoptingTypes,
  colleague,
  comparingTypes,
  isWrite,
  loseWrite,
  routeOf,
  seenBy,
  worldsOf,
} from "./lost_requests.ts";

/**
 * Resources of which nothing tells whether they were made again: what is told is
 * at most a commit, or who made them.
 */
const untold = new Set([
  "huggingface_repo_branch",
  "huggingface_repo_tag",
  "huggingface_resource_group_member",
]);

const deleted = distinctResources.filter(({ typeName }) =>
  !adoptingTypes.has(typeName) && !comparingTypes.has(typeName)
);

for (const resource of deleted) {
  const { typeName } = resource;
  const isTold = !untold.has(typeName);
  const then = isTold ? "is sent again" : "is sent by the next destroy";
  Deno.test(`${typeName}: a delete that was lost on its way ${then}`, async () => {
    const [ours] = await worldsOf(resource);
    await ours.apply(deletedConfigOf(resource));
    const { state, answer } = ours;
    ours.answer = loseWrite(answer, { reaches: false });
    const { diagnostics, newState } = await ours.tryDestroy(state);
    assertEquals(diagnostics.hasErrors, !isTold);
    assertEquals(newState === null, isTold);
    if (!isTold) await ours.destroy();
    assertEquals(await ours.read(state), null);
  });
  Deno.test(`${typeName}: a delete whose answer was lost leaves alone what was made since`, async () => {
    const [ours, theirs] = await worldsOf(resource, false);
    await ours.apply(deletedConfigOf(resource));
    let seen = "";
    ours.answer = loseWrite(ours.answer, {
      reaches: true,
      async between() {
        await theirs.apply(deletedConfigOf(resource));
        seen = await seenBy(theirs);
      },
    });
    const { diagnostics } = await ours.tryDestroy(ours.state);
    assertEquals(diagnostics.hasErrors && isTold, false);
    assert(seen.length > "null".length);
    assertEquals(await seenBy(theirs), seen);
  });
}

/** Resources that have a name for their id, of which the service tells more. */
const named = deleted.filter(({ typeName }) =>
  [
    "huggingface_endpoint",
    "huggingface_repo_access_grant",
    "huggingface_resource_group_member",
    "huggingface_space_secret",
    "huggingface_space_variable",
  ].includes(typeName)
);

for (const resource of named) {
  const { typeName } = resource;
  Deno.test(`${typeName}: a destroy planned before a colleague made it again is refused`, async () => {
    const [ours, theirs] = await worldsOf(resource);
    await ours.apply(deletedConfigOf(resource));
    await theirs.import(ours.importId);
    await theirs.destroy();
    theirs.lose();
    await theirs.apply(deletedConfigOf(resource));
    const seen = await seenBy(theirs);
    const { diagnostics } = await ours.attempt(null);
    assert(diagnostics.hasErrors);
    assertEquals(await seenBy(theirs), seen);
  });
}

/** A change of one attribute in place. */
interface Change {
  readonly before: ValueObject;
  readonly after: ValueObject;
}

function changesOf(resource: Resource): readonly Change[] {
  return entriesOf(resource).filter(({ binding, isParent }) =>
    !isParent && !isLocal(binding) && binding.change !== "immutable"
  ).flatMap((entry) => {
    const { config, values, isNeeded } = samplesOf(resource.typeName, entry);
    const rest = { ...deletedConfigOf(resource), ...config };
    const [first, second] = values.map((value) =>
      withValue(rest, entry.names, value)
    );
    if (first === undefined || second === undefined) return [];
    const cleared = { before: second, after: rest };
    return [
      { before: first, after: second },
      { before: second, after: first },
      ...isNeeded || entry.attribute.mode === "required" ? [] : [cleared],
    ];
  });
}

/** A destroy of what a configuration has made. */
interface Destroy {
  readonly before: ValueObject;
  readonly after: null;
}

/** A create of what is not there. */
interface Creation {
  readonly before: null;
  readonly after: ValueObject;
}

type Routes = ReadonlyMap<string, Change>;

const routes = new Map<Resource, Promise<Routes>>();

/** The changes of a resource, each with a route that it alone is walked for. */
function routesOf(resource: Resource): Promise<Routes> {
  const found = routes.get(resource) ?? findRoutes(resource);
  routes.set(resource, found);
  return found;
}

async function findRoutes(resource: Resource): Promise<Routes> {
  const found = new Map<string, Change>();
  for (const change of changesOf(resource)) {
    const [ours] = await worldsOf(resource);
    if ((await ours.plan(change.before)).diagnostics.hasErrors) continue;
    await ours.apply(change.before);
    if ((await ours.plan(change.after)).diagnostics.hasErrors) continue;
    const { answer } = ours;
    ours.answer = async (request) => {
      const route = routeOf(request);
      if (isWrite(request) && !found.has(route)) found.set(route, change);
      return await answer(request);
    };
    await ours.attempt(change.after);
  }
  return found;
}

for (const resource of deleted) {
  const { typeName } = resource;
  if (untold.has(typeName) || sampleOf(resource).isUsersOwn) continue;
  Deno.test(`${typeName}: a change whose answer was lost leaves alone what a colleague made since`, async () => {
    const touched: string[] = [];
    const routes = await routesOf(resource);
    await Promise.all([...routes].map(async ([route, { before, after }]) => {
      const [ours, theirs] = await worldsOf(resource);
      await ours.apply(before);
      let seen = "";
      ours.answer = loseWrite(ours.answer, {
        route,
        reaches: true,
        async between() {
          theirs.state = await theirs.read(ours.state);
          if (theirs.state !== null) await theirs.attempt(null);
          theirs.lose();
          await theirs.apply(before);
          seen = await seenBy(theirs);
        },
      });
      await ours.attempt(after);
      assert(seen.length > "null".length, route);
      if (await seenBy(theirs) !== seen) touched.push(route);
    }));
    assertEquals(touched, []);
  });
}

/** The object that a resource is, or is in. */
function ownerOf({ typeName, resource, state }: ResourceWorld): RepoRef {
  const known =
    (state ?? { id: "acme/x", ...deletedConfigOf(resource) }) as ValueObject;
  const [, kind = ""] = /^huggingface_(repo|space|.*)/.exec(typeName) ?? [];
  const type = known["repository_type"] ?? (kind === "repo" ? "model" : kind);
  const id = known["repository"] ?? known["space"] ?? known["id"];
  return { type, id } as RepoRef;
}

/** Has a colleague take the name of an object of ours; returns what tells it. */
async function takeName(
  ours: ResourceWorld,
  theirs: ResourceWorld,
): Promise<string> {
  const { client } = theirs;
  const { type, id } = ownerOf(ours);
  if (type === "endpoint") {
    await client.endpoints.delete(id);
    await theirs.apply(deletedConfigOf(theirs.resource));
    return JSON.stringify((theirs.state as ValueObject)["created_at"]);
  }
  await client.repos.move({ type, id }, `${id}-old`);
  const made = type === "bucket"
    ? await client.buckets.create(id)
    : await client.repos.create({ type, id }, { sdk: "docker" });
  if (type !== "bucket") {
    // It has a history of its own.
    const theirs = { "theirs.txt": "theirs" };
    await commitFiles(client.files, { type, id }, theirs);
  }
  ours.sandbox.clearRequests();
  return JSON.stringify(made.id);
}

const renamed = distinctResources.filter(({ typeName }) =>
  /_(?:bucket|dataset|model|repo|space)(?:_|$)/.test(typeName)
);

for (const resource of renamed) {
  const { typeName } = resource;
  for (const isRefused of [false, true]) {
    const what = isRefused ? "the rate limit held back" : "was lost on its way";
    Deno.test(`${typeName}: a write that ${what} goes to nothing that has the name since`, async () => {
      const touched: string[] = [];
      const send = async (
        change: Change | Destroy | Creation,
        route?: string,
      ) => {
        const [ours, theirs] = await worldsOf(resource);
        if (change.before !== null) await ours.apply(change.before);
        const { id } = ownerOf(ours);
        let taken = "";
        ours.answer = loseWrite(ours.answer, {
          ...route !== undefined && { route },
          reaches: false,
          ...isRefused && { status: 429 },
          async between() {
            taken = await takeName(ours, theirs);
          },
        });
        const { state } = ours;
        const { diagnostics } = await ours.attempt(change.after);
        assert(taken, route);
        const { requests } = ours.sandbox;
        touched.push(
          ...requests.filter(({ method, path: url, status }) =>
            isWrite({ method, url }) && status < 300 &&
            `${url}/`.includes(`/${id}/`)
          ).map(({ method, path }) => `${method} ${path}`),
        );
        if (change.after === null && !diagnostics.hasErrors) {
          assertEquals(await ours.read(state), null, "it is there still");
        }
      };
      const config = deletedConfigOf(resource);
      const isPart = /_(?:repo|space)_/.test(typeName);
      const routes = await routesOf(resource);
      await Promise.all([
        send({ before: config, after: null }),
        ...isPart ? [send({ before: null, after: config })] : [],
        ...[...routes].map(([route, change]) => send(change, route)),
      ]);
      assertEquals(touched, []);
    });
  }
}

for (const resource of [resourceNamed("endpoint"), ...renamed]) {
  const { typeName, schema: { attributes } } = resource;
  /** Applies a change, and has the name taken once that many are answered. */
  const taking = async (
    { before, after }: Change | Creation,
    isMeant: (request: Request) => boolean,
  ) => {
    const [ours, theirs] = await worldsOf(resource);
    if (before !== null) await ours.apply(before);
    const { answer } = ours;
    let taken = "";
    ours.answer = async (request) => {
      const response = await answer(request);
      if (taken === "" && isMeant(request)) {
        taken = await takeName(ours, theirs);
      }
      return response;
    };
    await ours.attempt(after);
    assert(taken === "" || !JSON.stringify(ours.state).includes(taken));
    return taken !== "";
  };
  Deno.test(`${typeName}: a create takes over nothing that has the name since`, async () => {
    const waits = "wait_for_ready" in attributes && { wait_for_ready: true };
    const after = { ...deletedConfigOf(resource), ...waits };
    let isTaken = true;
    for (let count = 0; isTaken; count++) {
      let left = count;
      let isMade = false;
      isTaken = await taking({ before: null, after }, (request) => {
        isMade ||= isWrite(request);
        return isMade && left-- === 0;
      });
      assert(isTaken || count > 0);
    }
  });
  Deno.test(`${typeName}: a change takes over nothing that has the name since`, async () => {
    await Promise.all(
      [...await routesOf(resource)].map(async ([route, change]) => {
        if (route.endsWith("/move")) return;
        const isMeant = (request: Request) => routeOf(request) === route;
        assert(await taking(change, isMeant), route);
      }),
    );
  });
}

/** Parts of an object that have requests of their own. */
const parts: readonly {
  readonly typeName: string;
  readonly change: Change;
  /** The method of the first request whose answer is lost. */
  readonly method: string;
  /** Runs before the change. */
  ready?(client: HuggingFace): Promise<unknown>;
  /** Sets the part anew. */
  set(client: HuggingFace): Promise<unknown>;
  /** Shows that it is the colleague's. */
  see(client: HuggingFace): Promise<unknown>;
}[] = [
  ...(["secret", "variable"] as const).flatMap((kind) =>
    (["POST", "DELETE"] as const).map((method) => {
      const of = (map: ValueObject) => ({
        ...deletedConfigOf(resourceNamed("space")),
        [`${kind}s`]: map,
      });
      const removed = { A: "1" };
      const changed = { ...removed, B: "3" };
      return {
        typeName: "huggingface_space",
        change: {
          before: of({ ...removed, B: "2" }),
          after: of(method === "POST" ? changed : removed),
        },
        method,
        set: ({ spaces }: HuggingFace) => {
          const body = { key: "B", value: "theirs" };
          return kind === "secret"
            ? spaces.setSecret("acme/x", body)
            : spaces.setVariable("acme/x", body);
        },
        async see({ spaces }: HuggingFace) {
          const keys = kind === "secret"
            ? await spaces.getSecrets("acme/x")
            : await spaces.getVariables("acme/x");
          return keys["B"];
        },
      };
    })
  ),
  {
    typeName: "huggingface_resource_group_members",
    change: {
      before: membersOf("alice", "bob"),
      after: membersOf("alice"),
    },
    method: "DELETE",
    set: async ({ organizations: { resourceGroups } }) => {
      await resourceGroups.removeUser("acme", groupId(), "bob")
        .catch(() => {});
      const users = [{ user: "bob", role: "admin" }] as const;
      await resourceGroups.addUsers("acme", groupId(), users);
    },
    async see({ organizations: { resourceGroups } }) {
      const { users } = await resourceGroups.get("acme", groupId());
      return users?.find(({ name }) => name === "bob");
    },
  },
  {
    typeName: "huggingface_repo_tag",
    change: {
      before: { repository: "acme/m", name: "x" },
      after: { repository: "acme/m", name: "x", message: "Again" },
    },
    method: "DELETE",
    ready: commit,
    async set(client) {
      const model = { type: "model", id: "acme/m" } as const;
      await client.refs.deleteTag(model, "x").catch(() => {});
      await commit(client);
      await client.refs.createTag(model, "x");
    },
    async see({ refs }) {
      const { tags } = await refs.get({ type: "model", id: "acme/m" });
      return tags.find(({ name }) => name === "x");
    },
  },
];

async function commit({ files }: HuggingFace): Promise<void> {
  const path = crypto.randomUUID();
  await commitFiles(files, { type: "model", id: "acme/m" }, { [path]: path });
}

function groupId(): string {
  const members = resourceNamed("resource_group_members");
  return String(deletedConfigOf(members)["resource_group_id"]);
}

function membersOf(...names: readonly string[]): ValueObject {
  return {
    ...deletedConfigOf(resourceNamed("resource_group_members")),
    members: names.map((username) => ({ username, role: "read" })),
  };
}

for (const { typeName, change, method, ready, set, see } of parts) {
  const what = `a ${method} of ${Object.keys(change.after).at(-1)}`;
  const resource = resourceNamed(typeName.slice("huggingface_".length));
  /** Applies the change, and sees what a colleague set meanwhile. */
  const changing = async (
    apply: (
      ours: ResourceWorld,
      meanwhile: () => Promise<void>,
    ) => Promise<unknown>,
  ) => {
    const [ours] = await worldsOf(resource);
    await ours.apply(change.before);
    const fetch = (request: Request) => ours.sandbox.fetch(request);
    const theirs = new HuggingFace({ token: colleague, fetch });
    await ready?.(theirs);
    let seen: unknown;
    await apply(ours, async () => {
      await set(theirs);
      seen = await see(theirs);
    });
    assert(seen !== undefined);
    assertEquals(await see(theirs), seen);
  };

  Deno.test(`${typeName}: ${what} that was lost leaves alone what a colleague set since`, () =>
    changing(async (ours, between) => {
      ours.answer = loseWrite(ours.answer, { reaches: true, between });
      await ours.attempt(change.after);
    }));

  Deno.test(`${typeName}: ${what} leaves alone what a colleague set after the plan`, () =>
    changing((ours, between) => ours.attempt(change.after, between)));
}

Deno.test("a removal from a group whose answer was lost leaves whoever is added again in the same role", async () => {
  const resource = resourceNamed("resource_group_members");
  const [ours] = await worldsOf(resource);
  await ours.apply(membersOf("alice", "bob"));
  const { resourceGroups } = ours.client.organizations;
  const again = [{ user: "bob", role: "read" }] as const;
  ours.answer = loseWrite(ours.answer, {
    reaches: true,
    between: () => resourceGroups.addUsers("acme", groupId(), again),
  });
  const { diagnostics } = await ours.attempt(membersOf("alice"));
  assert(diagnostics.hasErrors);
  const { users } = await resourceGroups.get("acme", groupId());
  assertEquals(users?.map(({ name }) => name), ["alice", "bob"]);
});
