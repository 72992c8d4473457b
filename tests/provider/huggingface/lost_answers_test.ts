/**
 * An action whose answer is lost may have been done: its error says so, and
 * never just to try again.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  loadProvider,
  type Resource,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { makeAccount, providerOf, silentLog } from "../../support/account.ts";
import {
  resourceNamed,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { deletedConfigOf, sampleOf } from "../../support/samples.ts";
import { isWrite, resourcesWithMaker } from "./lost_requests.ts";

const { actions } = await loadProvider(provider);

const id = "0123456789abcdef01234567";

/** The configuration of each action. */
const configs: Readonly<Record<string, ValueObject>> = {
  huggingface_endpoint_pause: { endpoint: "acme/e" },
  huggingface_endpoint_resume: { endpoint: "acme/e" },
  huggingface_endpoint_scale_to_zero: { endpoint: "acme/e" },
  huggingface_job_run: {
    image: "python:3.12",
    command: ["echo"],
    flavor: "cpu-basic",
  },
  huggingface_scheduled_job_run: { scheduled_job: `acme/${id}` },
  huggingface_space_pause: { space: "acme/s" },
  huggingface_space_rebuild: { space: "acme/s" },
  huggingface_space_restart: { space: "acme/s" },
};

const losses: Readonly<Record<string, () => Response>> = {
  "a broken connection": () => {
    throw new TypeError("connection reset");
  },
  "504": () => new Response("Gateway Timeout", { status: 504 }),
};

/** Runs an action in a sandbox whose answers something may change. */
async function run(
  { typeName, schema, invoke }: (typeof actions)[number],
  { sandbox }: Pick<Awaited<ReturnType<typeof makeAccount>>, "sandbox">,
  fetch: (request: Request) => Promise<Response>,
): Promise<DiagnosticsError> {
  const data = providerOf(sandbox, fetch);
  const given = configs[typeName] ?? {};
  return await assertRejects(
    async () =>
      await invoke({
        config: Object.fromEntries(
          Object.keys(schema.attributes)
            .map((name) => [name, given[name] ?? null]),
        ),
        provider: data,
        signal: AbortSignal.timeout(60_000),
        providerMeta: null,
        diagnostics: new Diagnostics(),
        log: silentLog,
        progress: () => Promise.resolve(),
      }),
    DiagnosticsError,
  );
}

for (const action of actions) {
  const { typeName } = action;
  for (const [name, lose] of Object.entries(losses)) {
    Deno.test(`${typeName}: after ${name} the error says that it may have been done`, async () => {
      const account = await makeAccount();
      const { diagnostics } = await run(
        action,
        account,
        async (request) =>
          isWrite(request) ? lose() : await account.sandbox.fetch(request),
      );
      const text = JSON.stringify(diagnostics);
      assertEquals(text.split("may have been done").length, 2, text);
      assert(!/try again/i.test(text), text);
    });
  }
}

// An object whose create was not answered is not lost when the looks for it fail
// or are stopped: it is in the state, or the error says how to import it.

/**
 * Creates an object, and loses the answer.
 *
 * @param look What happens at each request after it, the first of which is 0; a
 * response is that of the service.
 */
async function loseCreate(
  resource: Resource,
  look: (at: number, world: ResourceWorld) => Response | void,
) {
  const world = await ResourceWorld.start(resource);
  const { answer } = world;
  let looks: number | undefined;
  world.answer = async (request) => {
    const instead = looks !== undefined && look(looks++, world);
    if (instead) return instead;
    const response = await answer(request);
    if (looks !== undefined || !isWrite(request)) return response;
    looks = 0;
    throw new TypeError("connection reset");
  };
  const { diagnostics } = await world.attempt(deletedConfigOf(resource));
  world.answer = answer;
  return {
    world,
    said: diagnostics.items.map(({ detail }) => detail).join("\n"),
  };
}

/** Checks that what is not in the state is adopted by the next apply. */
async function assertAdopted(
  { world, said }: Awaited<ReturnType<typeof loseCreate>>,
): Promise<void> {
  const { diagnostics } = await world.attempt(deletedConfigOf(world.resource));
  assert(!diagnostics.hasErrors, said);
}

for (const resource of resources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: what is not answered and then refused is told`, async () => {
    let isRefused = true;
    for (let looks = 0; isRefused; looks++) {
      isRefused = false;
      const lost = await loseCreate(resource, (at) => {
        if (at < looks) return;
        isRefused = true;
        return Response.json({ error: "Refused" }, { status: 403 });
      });
      const isTold = lost.said.includes("terraform import ADDRESS ");
      if (lost.world.state === null && !isTold) await assertAdopted(lost);
    }
  });
  Deno.test(`${typeName}: a Stop takes nothing from the look for what is not answered`, async () => {
    const { world: { state } } = await loseCreate(resource, () => {});
    if (state === null) return;
    // What the first look survives, later ones do.
    const lost = await loseCreate(resource, (at, world) => {
      if (at === 0) world.stop();
    });
    if (lost.world.state === null) await assertAdopted(lost);
  });
}

/** More of a create that begins with what is there. */
const begun: Readonly<
  Record<string, (world: ResourceWorld) => Promise<ValueObject>>
> = {
  async huggingface_resource_group_members({ client, resource }) {
    const { resource_group_id } = deletedConfigOf(resource);
    const { resourceGroups } = client.organizations;
    await resourceGroups.addUsers("acme", `${resource_group_id}`, [
      { user: "bob", role: "read" },
    ]);
    const roles = { alice: "read", bob: "write" };
    return {
      members: Object.entries(roles).map(([username, role]) => ({
        username,
        role,
      })),
    };
  },
};

for (const resource of resources) {
  const { typeName, schema } = resource;
  const off = Object.entries({ paused: true, suspended: true, enabled: false })
    .find(([name]) =>
      (schema.attributes[name]?.mode ?? "computed") !== "computed"
    );
  Deno.test(`${typeName}: a Stop after any answer of its create leaves it in the state, and nothing on that is planned off`, async () => {
    for (let at = 1, sent = at; sent >= at; at++) {
      sent = 0;
      const world = await ResourceWorld.start(resource);
      const more = await begun[typeName]?.(world);
      const { answer } = world;
      world.answer = async (request) => {
        const response = await answer(request);
        if (isWrite(request) && ++sent === at) world.stop();
        return response;
      };
      const { diagnostics } = await world.attempt({
        ...deletedConfigOf(resource),
        ...more,
        ...off && Object.fromEntries([off]),
      });
      world.answer = answer;
      const said = JSON.stringify(diagnostics.items);
      assert(world.state !== null, `${at}: ${said}`);
      await world.refresh();
      if (off) assertEquals(Object(world.state)[off[0]], off[1], said);
    }
  });
}

for (const typeName of resourcesWithMaker) {
  Deno.test(`${typeName}: a token's user who could not be told once is asked for again`, async () => {
    const resource = resourceNamed(typeName.replace("huggingface_", ""));
    const world = await ResourceWorld.start(resource);
    const { answer } = world;
    world.isOneProcess = true;
    let isRefused = false;
    let isLost = false;
    world.answer = async (request) => {
      if (!isRefused && isLost && request.url.endsWith("/whoami-v2")) {
        isRefused = true;
        return Response.json({ error: "No" }, { status: 503 });
      }
      const response = await answer(request);
      if (!isWrite(request)) return response;
      isLost = true;
      throw new TypeError("connection reset");
    };
    const [first = {}] = sampleOf(resource).steps;
    const config = { ...deletedConfigOf(resource), ...first };
    for (const name of ["x", "y"]) {
      world.state = null;
      const { diagnostics } = await world.attempt({ ...config, name });
      const said = JSON.stringify(diagnostics.items);
      if (name === "y") assert(world.state !== null, said);
    }
  });
}
