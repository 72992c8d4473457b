/**
 * A deleted object is planned anew, and nothing else: an object that the
 * service hides from a token, or that a list lacks, stays in the state.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import {
  deletedConfigOf,
  endedConfigsOf,
  sampleOf,
} from "../../support/samples.ts";
import {
  resourceNamed,
  ResourceWorld,
  testedResources,
} from "../../support/resource_world.ts";
import { isWrite } from "./lost_requests.ts";

type Send = (request: Request) => Promise<Response>;

/** Resources that are about what their destroy leaves. */
const everThere = new Set([
  "huggingface_organization_member",
  "huggingface_organization_network_security",
  "huggingface_repo_files",
  "huggingface_resource_group_members",
]);

/** Types that a destroy leaves as they are, without a request. */
const left = new Set(["huggingface_organization_network_security"]);

/** The role that a destroy gives back. */
const admin = { role_on_destroy: "admin" };

async function applySample(
  resource: Resource,
  more: ValueObject = {},
  config: ValueObject = deletedConfigOf(resource),
): Promise<ResourceWorld> {
  const world = await ResourceWorld.start(resource);
  await world.apply({
    ...config,
    ...more,
    ...resource.typeName.endsWith("_organization_member") && admin,
  });
  return world;
}

/** Changes the service's answer about the token's user. */
function whoamiOf(change: (who: Readonly<Record<string, unknown>>) => object) {
  return async (send: Send, request: Request): Promise<Response> =>
    Response.json(change(await (await send(request)).json()));
}

const inOrg = (fields: object) =>
  whoamiOf(({ orgs, ...who }) => ({
    ...who,
    orgs: (Array.isArray(orgs) ? orgs : [])
      .map((org: object) => ({ ...org, ...fields })),
  }));

const ofOrganization = ({ schema }: Resource) =>
  schema.attributes["organization"] !== undefined;

const notFound = () => Response.json({ error: "Not found" }, { status: 404 });

/** An answer as the service gives it to who may not see what it is about. */
function hideBody(body: unknown): Response {
  if (Array.isArray(body)) return Response.json([]);
  const lists = ["Resources", "items", "accessTokens"];
  const list = lists.find((name) => Array.isArray(Object(body)[name]));
  // A list, and no single one that has a list.
  return list === undefined || Object(body)._id !== undefined ||
      Object(body).slug !== undefined
    ? notFound()
    : Response.json({ ...Object(body), [list]: [], totalResults: 0 });
}

const isRead = ({ method, url }: Request) =>
  method === "GET" || /\/paths-info\//.test(url);

/** A world that says something else of the token's user. */
function withWhoami(
  send: Send,
  whoami: ReturnType<typeof whoamiOf>,
  others: Send = send,
): Send {
  return async (request) =>
    new URL(request.url).pathname === "/api/whoami-v2"
      ? await whoami(send, request)
      : await others(request);
}

/** A world that hides all that is in it, and says so of the token's user. */
function hideAll(send: Send, whoami: ReturnType<typeof whoamiOf>): Send {
  return withWhoami(send, whoami, async (request) => {
    if (request.method !== "GET") return notFound();
    const answer = await send(request);
    return answer.ok ? hideBody(JSON.parse(await answer.text())) : answer;
  });
}

/** To whom the service hides what of all resources. */
const tokens = [
  {
    who: "a member without access",
    whoami: inOrg({ roleInOrg: "no_access" }),
    // Those are the user's own.
    hides: (resource: Resource) => !sampleOf(resource).isUsersOwn,
  },
  {
    who: "somebody else",
    whoami: whoamiOf((who) => ({
      ...who,
      name: "somebody",
      id: "6531a1b2c3d4e5f60718293b",
      orgs: [],
    })),
    hides: () => true,
  },
  {
    who: "a token that is not told whose it is",
    whoami: () => Promise.resolve(Response.json({}, { status: 401 })),
    hides: () => true,
  },
  {
    who: "a member who is no admin any more",
    whoami: inOrg({ roleInOrg: "read" }),
    hides: ofOrganization,
  },
  {
    who: "a token that may do other things only",
    whoami: whoamiOf((who) => ({
      ...who,
      auth: {
        type: "access_token",
        accessToken: {
          displayName: "other",
          role: "fineGrained",
          fineGrained: {
            scoped: ["org", "user"].map((type) => ({
              entity: {
                _id: "6531a1b2c3d4e5f60718293a",
                type,
                name: type === "org" ? "acme" : "sandbox",
              },
              permissions: ["discussion.write"],
            })),
          },
        },
      },
    })),
    hides: () => true,
  },
];

type Try = "tryRead" | "tryDestroy";

/** Whether a resource is kept, with an error. */
async function isKept(world: ResourceWorld, how: Try): Promise<boolean> {
  const { newState, diagnostics } = await world[how](world.state);
  return newState !== null && diagnostics.hasErrors;
}

/** The resources that a world loses. */
async function lostBy(
  among: readonly Resource[],
  change: (send: Send) => Send,
  how: Try = "tryRead",
): Promise<readonly unknown[]> {
  const lost = await Promise.all(
    among.flatMap((resource) =>
      endedConfigsOf(resource).map(async (config) => {
        const world = await applySample(resource, {}, config);
        world.answer = change(world.answer);
        return await isKept(world, how) ? [] : [resource.typeName, config];
      })
    ),
  );
  return lost.flat();
}

for (const { who, whoami, hides } of tokens) {
  for (const how of ["tryRead", "tryDestroy"] as const) {
    Deno.test(`every resource: what the service hides from ${who} stays in the state: ${how}`, async () => {
      const lost = await lostBy(
        testedResources.filter((resource) =>
          hides(resource) &&
          (how === "tryRead" || !left.has(resource.typeName))
        ),
        (send) => hideAll(send, whoami),
        how,
      );
      assertEquals(lost, []);
    });
  }
}

Deno.test("every resource: what is hidden from any request of its destroy on stays in the state", async () => {
  const lost = await Promise.all(
    tokens.flatMap(({ who, whoami, hides }) =>
      testedResources.filter((one) => hides(one) && !left.has(one.typeName))
        .map(async (resource) => {
          for (let at = 1, isOver = false; !isOver; at++) {
            const world = await applySample(resource);
            const { answer } = world;
            const hidden = hideAll(answer, whoami);
            let count = 0;
            // What reaches the service may delete it.
            world.answer = async (request) => {
              const isHidden = count++ >= at;
              isOver ||= !isHidden && isWrite(request);
              return await (isHidden ? hidden : answer)(request);
            };
            const isSafe = await isKept(world, "tryDestroy");
            isOver ||= count <= at;
            if (!isOver && !isSafe) {
              return [`${resource.typeName}, ${who}: after ${at} requests`];
            }
          }
          return [];
        })
    ),
  );
  assertEquals(lost.flat(), []);
});

for (const how of ["tryRead", "tryDestroy"] as const) {
  Deno.test(`every resource: a proxy's page is no word of the service that it is gone: ${how}`, async () => {
    const page = () =>
      Promise.resolve(new Response("<html>Not Found</html>", { status: 404 }));
    const lost = await lostBy(
      testedResources.filter(({ typeName }) =>
        how === "tryRead" || !left.has(typeName)
      ),
      (send) => withWhoami(send, (send, request) => send(request), page),
      how,
    );
    assertEquals(lost, []);
  });
}

const ofHub = { endpoint: "https://mirror.example" };
const ofEndpoints = { inference_endpoints_url: "https://endpoints.example" };

/** Has services at other addresses, where nothing but the token's user is found. */
function moveServices(world: ResourceWorld, block: ResourceWorld["block"]) {
  const hidden = hideAll(world.answer, whoamiOf((who) => who));
  world.block = block;
  world.answer = async (request) => {
    const url = new URL(request.url);
    if (url.hostname === "mirror.example") url.hostname = "huggingface.co";
    return await hidden(new Request(url, request));
  };
}

Deno.test("every resource: what its own service lacks is gone, wherever the other service is", async () => {
  const kept = await Promise.all(testedResources.map(async (resource) => {
    const { typeName } = resource;
    const isEndpoint = typeName.startsWith("huggingface_endpoint");
    const ends = [{}, isEndpoint ? ofHub : ofEndpoints].map(async (block) => {
      const world = await applySample(resource);
      moveServices(world, block);
      return (await world.tryRead(world.state)).newState === null;
    });
    const [isGone, isGoneThen] = await Promise.all(ends);
    return isGone === isGoneThen ? [] : [typeName];
  }));
  assertEquals(kept.flat(), []);
});

for (const how of ["tryRead", "tryDestroy"] as const) {
  Deno.test(`every resource: what another service lacks stays in the state: ${how}`, async () => {
    const kept = await Promise.all(
      testedResources.filter(({ typeName }) =>
        how === "tryRead" || !left.has(typeName)
      ).map(async (resource) => {
        const world = await applySample(resource);
        moveServices(world, { ...ofHub, ...ofEndpoints });
        return await isKept(world, how) ? [] : [resource.typeName];
      }),
    );
    assertEquals(kept.flat(), []);
  });
}

Deno.test("what no id tells from that of another service is changed there with a warning", async () => {
  const said = await Promise.all(
    ["organization_member", "organization_network_security"].map(
      async (type) => {
        const world = await applySample(resourceNamed(type));
        const { answer } = world;
        world.block = { endpoint: "https://mirror.example" };
        world.answer = (request) =>
          answer(
            new Request(
              request.url.replace("mirror.example", "huggingface.co"),
              request,
            ),
          );
        const { diagnostics } = await world.tryRead(world.state);
        return diagnostics.items.map(({ severity, summary }) =>
          `${severity}: ${summary.includes("was seen elsewhere")}`
        );
      },
    ),
  );
  assertEquals(said, [["warning: true"], ["warning: true"]]);
});

/** An answer in which no item of a list can be read. */
function blankItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(() => ({}));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, blankItems(one)]),
  );
}

Deno.test("every resource: an item of a list that cannot be read is none that is gone", async () => {
  const lost = await Promise.all(testedResources.map(async (resource) => {
    const world = await applySample(resource);
    const { state, answer } = world;
    let isBlank = false;
    world.answer = async (request) => {
      const response = await answer(request);
      const isOther = !isRead(request) || request.url.endsWith("/whoami-v2");
      if (isOther || !response.ok) return response;
      const body = await response.json();
      const blank = blankItems(body);
      isBlank ||= JSON.stringify(blank) !== JSON.stringify(body);
      return Response.json(blank);
    };
    const { newState } = await world.tryRead(state);
    return newState !== null || !isBlank ? [] : [resource.typeName];
  }));
  assertEquals(lost.flat(), []);
});

/** Puts all that an organization has into a resource group, and reads that. */
async function moveIntoGroup(
  world: ResourceWorld,
  to?: null,
): Promise<string> {
  const { client } = world;
  const made = await client.organizations.resourceGroups.create("acme", {
    name: `hidden${to}`,
  });
  const id = to === null ? null : made.id;
  for (const type of ["model", "dataset", "space"] as const) {
    for await (const repo of client.repos.list(type, { author: "acme" })) {
      await client.repos.setResourceGroup({ type, id: repo.id }, id);
    }
  }
  for await (const bucket of client.buckets.list("acme")) {
    await client.buckets.setResourceGroup(bucket.id, id);
  }
  for await (const { slug } of client.collections.list({ owner: ["acme"] })) {
    await client.collections.setResourceGroup(slug, id);
  }
  await world.refresh();
  return made.id;
}

/** More of the samples that no move puts into a group. */
const groupedConfigs: Readonly<Record<string, ValueObject>> = {
  huggingface_endpoint: { model: { repository: "acme/m" } },
  huggingface_scheduled_job: { resource_group_id: "6531a1b2c3d4e5f60718293a" },
};

for (const how of ["tryRead", "tryDestroy"] as const) {
  Deno.test(`every resource: what a resource group hides stays in the state: ${how}`, async () => {
    const whoami = inOrg({ roleInOrg: "write", resourceGroups: [] });
    const lost = await Promise.all(
      testedResources.filter((resource) =>
        !sampleOf(resource).isUsersOwn &&
        (how === "tryRead" || !left.has(resource.typeName))
      ).flatMap((resource) =>
        endedConfigsOf(resource).map(async (config) => {
          const world = await applySample(
            resource,
            groupedConfigs[resource.typeName],
            config,
          );
          await moveIntoGroup(world);
          world.answer = hideAll(world.answer, whoami);
          return await isKept(world, how) ? [] : [resource.typeName, config];
        })
      ),
    );
    assertEquals(lost.flat(), []);
  });
}

Deno.test("every resource: what is gone is planned anew for a member who is in its resource group", async () => {
  const kept = await Promise.all(testedResources.map(async (resource) => {
    if (
      everThere.has(resource.typeName) || ofOrganization(resource)
    ) return [];
    const world = await applySample(resource);
    const id = await moveIntoGroup(world);
    const { state, answer } = world;
    await world.destroy();
    const whoami = inOrg({
      // The Hub minds no letter case of names.
      name: "Acme",
      roleInOrg: "write",
      resourceGroups: [{ id }],
    });
    world.answer = withWhoami(answer, whoami);
    const { newState } = await world.tryRead(state);
    return newState === null ? [] : [resource.typeName];
  }));
  assertEquals(kept.flat(), []);
});

/** Lives of what is gone, as far as a member has seen of resource groups. */
const pasts: Readonly<Record<string, (world: ResourceWorld) => unknown>> = {
  "that no read has seen": () => undefined,
  "that never had a resource group": (world) => world.refresh(),
  "that is in no resource group any more": async (world) => {
    await moveIntoGroup(world);
    await moveIntoGroup(world, null);
  },
};

for (const [what, live] of Object.entries(pasts)) {
  Deno.test(`every resource: for a member what is gone ${what} is planned anew`, async () => {
    const whoami = inOrg({ roleInOrg: "write", resourceGroups: [] });
    const kept = await Promise.all(testedResources.map(async (resource) => {
      const { typeName } = resource;
      if (everThere.has(typeName) || ofOrganization(resource)) return [];
      const world = await ResourceWorld.start(resource);
      const isEndpoint = typeName.startsWith("huggingface_endpoint");
      if (isEndpoint) {
        await world.client.repos.create({ type: "model", id: "acme/m" });
      }
      await world.apply({
        ...deletedConfigOf(resource),
        ...isEndpoint && groupedConfigs[typeName],
      });
      await live(world);
      const { state, answer } = world;
      await world.destroy();
      world.answer = withWhoami(answer, whoami);
      const { newState, diagnostics } = await world.tryRead(state);
      return newState === null
        ? []
        : [typeName, ...diagnostics.items.map(({ detail }) => detail)];
    }));
    assertEquals(kept.flat(), []);
  });
}

/** The resources that a world of empty lists loses. */
async function lostByEmpty(
  how: "one list" | "every list",
): Promise<readonly string[]> {
  const lost = await Promise.all(testedResources.map(async (resource) => {
    const world = await applySample(resource);
    const { answer } = world;
    let isShort = false;
    world.answer = async (request) => {
      const served = await answer(request);
      const isOver = isShort && how === "one list";
      if (isOver || !isRead(request) || !served.ok) return served;
      const text = await served.text();
      const { status, headers } = served;
      const whole = new Response(text, { status, headers });
      if (!/^[[{]/.test(text)) return whole;
      const body = JSON.parse(text);
      const lists = ["Resources", "items", "accessTokens", "users", "tags"];
      const list = lists.find((name) => Array.isArray(body[name]));
      if (!Array.isArray(body) && list === undefined) return whole;
      isShort = true;
      return Array.isArray(body)
        ? Response.json([])
        : Response.json({ ...body, [list ?? ""]: [] });
    };
    const { newState } = await world.tryRead(world.state);
    return newState !== null ? [] : [resource.typeName];
  }));
  return lost.flat();
}

Deno.test("every resource: what one list lacks stays in the state as it is", async () => {
  assertEquals(await lostByEmpty("one list"), []);
});

Deno.test("every resource: an empty list is proof only where all that it lists may be gone", async () => {
  const lost = await lostByEmpty("every list");
  const listed = testedResources.filter((one) => sampleOf(one).isOnlyListed);
  assertEquals(
    lost.toSorted(),
    listed.map(({ typeName }) => typeName).toSorted(),
    "`isOnlyListed` of the sample says so",
  );
});

/** Ids of repositories or groups that a token may be for alone. */
const scopes = {
  "its repository": (world: ResourceWorld) => {
    const { repository_id, space_id = repository_id } = Object(world.state);
    const isWhole = /_(model|dataset|space)$/.test(world.typeName);
    return isWhole ? undefined : space_id;
  },
  "its resource group": (world: ResourceWorld) =>
    /_(repo_\w+|space_\w+|model|dataset|space|bucket)$/.test(world.typeName)
      ? moveIntoGroup(world)
      : undefined,
};

for (const [what, scopeOf] of Object.entries(scopes)) {
  Deno.test(`every resource: what is gone for a token that may only write ${what} is planned anew`, async () => {
    let count = 0;
    const kept = await Promise.all(testedResources.map(async (resource) => {
      const { typeName } = resource;
      if (everThere.has(typeName)) return [];
      const world = await applySample(resource);
      const _id: unknown = await scopeOf(world);
      if (_id === undefined) return [];
      count++;
      const { state, answer } = world;
      await world.destroy();
      const whoami = whoamiOf((who) => ({
        ...who,
        auth: {
          type: "access_token",
          accessToken: {
            displayName: "one",
            role: "fineGrained",
            fineGrained: {
              scoped: [{
                entity: { _id, type: "resource-group", name: "one" },
                permissions: ["repo.write", "repo.access.read"],
              }],
            },
          },
        },
      }));
      world.answer = withWhoami(answer, whoami);
      const { newState, diagnostics } = await world.tryRead(state);
      return newState === null
        ? []
        : [typeName, ...diagnostics.items.map(({ detail }) => detail)];
    }));
    assertEquals(kept.flat(), []);
    // Of a few resources, none may have such a token.
    assertEquals(count > 4 || testedResources.length < 5, true, `${count}`);
  });
}

Deno.test("a collection that the list still shows is not gone, whatever else answers", async () => {
  const world = await applySample(resourceNamed("collection"));
  const planned = await world.plan(null);
  const { pathname } = new URL(`https://a/${world.importId}`);
  const { answer } = world;
  world.answer = async (request) =>
    new URL(request.url).pathname.startsWith(`/api/collections${pathname}`)
      ? Response.json({ error: "Collection not found" }, { status: 404 })
      : await answer(request);
  const { hasErrors } = await world.deletePlanned(planned);
  assertEquals(hasErrors, true);
});

Deno.test("what the token of another user has made again is gone for that one", async () => {
  const webhook = resourceNamed("webhook");
  const world = await applySample(webhook);
  const { answer } = world;
  const whoami = whoamiOf((who) => ({
    ...who,
    name: "somebody",
    id: "6531a1b2c3d4e5f60718293b",
  }));
  world.answer = withWhoami(answer, whoami);
  assertEquals(await world.replaceNow(deletedConfigOf(webhook)), true);
  await world.destroy();
  assertEquals(await world.read(world.state), null);
});

Deno.test("a token that works stays in the state, whatever its account lists", async () => {
  const world = await applySample(resourceNamed("service_account_token"));
  const { answer } = world;
  world.answer = async (request) => {
    const served = await answer(request);
    if (!request.url.includes("/service-accounts/")) return served;
    return Response.json({ ...await served.json(), accessTokens: [] });
  };
  assertEquals(await world.read(world.state), world.state);
});

for (const status of [402, 403, 404]) {
  Deno.test(`every resource: what a lost plan answers ${status} stays in the state`, async () => {
    const whoami = inOrg({ plan: undefined });
    const lost = await lostBy(
      testedResources.filter(ofOrganization),
      (send) =>
        withWhoami(
          send,
          whoami,
          () =>
            Promise.resolve(
              Response.json({ error: "A plan is needed" }, { status }),
            ),
        ),
    );
    assertEquals(lost, []);
  });
}

Deno.test("every resource: what is gone is planned anew", async () => {
  const kept = await Promise.all(testedResources.map(async (resource) => {
    if (everThere.has(resource.typeName)) return [];
    const world = await applySample(resource);
    await world.destroy();
    const { newState, diagnostics } = await world.tryRead(world.state);
    return newState === null && !diagnostics.hasErrors
      ? []
      : [resource.typeName, ...diagnostics.items];
  }));
  assertEquals(kept.flat(), []);
});

Deno.test("what is gone for the token of a service account is planned anew", async () => {
  const whoami = whoamiOf((who) => ({
    ...who,
    name: "acme-sa-1",
    orgs: [],
    auth: {
      type: "access_token",
      accessToken: {
        displayName: "ci",
        role: "fineGrained",
        fineGrained: {
          scoped: [{
            entity: {
              _id: "6531a1b2c3d4e5f60718293a",
              type: "org",
              name: "acme",
            },
            permissions: ["inference.endpoints.write", "repo.write"],
          }],
        },
      },
    },
  }));
  for (const type of ["endpoint", "model"]) {
    const world = await applySample(resourceNamed(type));
    await world.destroy();
    const { answer } = world;
    world.answer = withWhoami(answer, whoami);
    assertEquals(await world.read(world.state), null);
  }
});

Deno.test("every resource: a user who is renamed sees what is there, and what is gone", async () => {
  const found = await Promise.all(testedResources.map(async (resource) => {
    const world = await applySample(resource);
    const { typeName } = resource;
    const { answer } = world;
    world.answer = async (request) => {
      const served = await answer(request);
      const { headers, status } = served;
      const text = (await served.text()).replaceAll('"sandbox"', '"renamed"');
      return new Response([204, 304].includes(status) ? null : text, {
        status,
        headers,
      });
    };
    const { newState, diagnostics } = await world.tryRead(world.state);
    if (newState === null || diagnostics.items.length > 0) {
      return [typeName, diagnostics.items];
    }
    if (everThere.has(typeName)) return [];
    await world.refresh();
    await world.destroy();
    const gone = await world.tryRead(world.state);
    return gone.newState === null ? [] : [typeName, gone.diagnostics.items];
  }));
  assertEquals(found.flat(), []);
});

Deno.test("what an admin has moved into a resource group since is not made twice", async () => {
  const whoami = inOrg({ roleInOrg: "write", resourceGroups: [] });
  for (const type of ["model", "dataset", "space", "bucket"]) {
    const world = await applySample(resourceNamed(type));
    const { answer } = world;
    world.answer = withWhoami(answer, whoami, async (request) => {
      const served = await answer(request);
      return isRead(request) && served.ok
        ? hideBody(JSON.parse(await served.text()))
        : served;
    });
    await world.refresh();
    assertEquals(world.state, null);
    const { diagnostics } = await world.attempt(
      deletedConfigOf(world.resource),
    );
    const said = diagnostics.items.map(({ summary }) => summary).join();
    assertEquals([world.state, said.endsWith("exists already")], [null, true]);
  }
});
