/**
 * A request whose answer was lost is sent again only if what is there now is
 * still the object: what somebody else made or set meanwhile stays.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  loadProvider,
  type Resource,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import { samples } from "./bindings_samples.ts";
import { World } from "./bindings_world.ts";

type Send = (request: Request) => Promise<Response>;

/** Resources that are about what their destroy leaves, or settle by commits. */
const without = new Set([
  "huggingface_organization_member",
  "huggingface_organization_network_security",
  "huggingface_repo_file",
  "huggingface_repo_files",
  "huggingface_resource_group_members",
]);

/** Resources of which nothing but their name and commit is told. */
const untold = new Set(["huggingface_repo_branch", "huggingface_repo_tag"]);

/** Resources whose answer tells who made or set them. */
const signed: ReadonlySet<string> = new Set([
  "huggingface_dataset",
  "huggingface_endpoint",
  "huggingface_model",
  "huggingface_repo_access_grant",
  "huggingface_resource_group_member",
  "huggingface_scheduled_job",
  "huggingface_space",
]);

/** Arguments that the least configuration leaves to a test. */
const more: Readonly<Record<string, ValueObject>> = {
  huggingface_bucket: { on_destroy: "delete" },
  huggingface_dataset: { on_destroy: "delete" },
  huggingface_model: { on_destroy: "delete" },
  huggingface_repo_access_grant: { user: "bob" },
  huggingface_space: { on_destroy: "delete" },
};

const colleague = "hf_alice0write";

const { resources } = await loadProvider(provider);
const deleted = resources.filter(({ typeName }) => !without.has(typeName));

function configOf({ typeName }: Resource): ValueObject {
  return { ...samples[typeName]?.config, ...more[typeName] };
}

/** The world of our token, and that of a colleague who may do the same. */
async function worldsOf(resource: Resource): Promise<readonly [World, World]> {
  const sandbox = new Sandbox({
    startupMs: 0,
    tokens: { [colleague]: "alice:write" },
    organizations: [{
      name: "acme",
      plan: "plus",
      members: { alice: "admin", bob: "read" },
    }],
  });
  const ours = new World(resource, sandbox, { maxRetries: 2 });
  await samples[resource.typeName]?.setUp?.(ours.client);
  return [ours, new World(resource, sandbox, { token: colleague })];
}

function isWrite({ method, url }: Request): boolean {
  return method !== "GET" && method !== "HEAD" &&
    !/\/(?:paths-info|preupload|validate-yaml)\b/.test(url);
}

/** What becomes of the first write. */
interface Loss {
  readonly reaches: boolean;
  between?(): Promise<unknown>;
}

/** Has the connection break at the first write, before or after its effect. */
function losing(send: Send, { reaches, between }: Loss): Send {
  let isLost = false;
  return async (request) => {
    if (isLost || !isWrite(request)) return await send(request);
    isLost = true;
    if (reaches) await send(request);
    await between?.();
    throw new TypeError("connection reset");
  };
}

/** All that a world is shown of its object. */
async function seenBy(world: World): Promise<string> {
  const { newState, diagnostics } = await world.tryRead(world.state);
  assertEquals(diagnostics.hasErrors, false);
  return JSON.stringify(newState);
}

for (const resource of deleted) {
  const { typeName } = resource;
  Deno.test(`${typeName}: a delete that was lost on its way is sent again`, async () => {
    const [ours] = await worldsOf(resource);
    await ours.apply(configOf(resource));
    const { state, answer } = ours;
    ours.answer = losing(answer, { reaches: false });
    await ours.destroy();
    assertEquals(await ours.read(state), null);
  });
  if (untold.has(typeName)) continue;
  Deno.test(`${typeName}: a delete whose answer was lost leaves alone what a colleague made since`, async () => {
    const [ours, theirs] = await worldsOf(resource);
    await ours.apply(configOf(resource));
    let seen = "";
    ours.answer = losing(ours.answer, {
      reaches: true,
      async between() {
        await theirs.apply(configOf(resource));
        seen = await seenBy(theirs);
      },
    });
    await ours.destroy();
    assert(seen.length > "null".length);
    assertEquals(await seenBy(theirs), seen);
  });
}

for (const resource of deleted) {
  const { typeName } = resource;
  if (!signed.has(typeName)) continue;
  Deno.test(`${typeName}: what a colleague made before a create that was lost is not kept`, async () => {
    const [ours, theirs] = await worldsOf(resource);
    let seen = "";
    ours.answer = losing(ours.answer, {
      reaches: false,
      async between() {
        await theirs.apply(configOf(resource));
        seen = await seenBy(theirs);
      },
    });
    const { diagnostics } = await ours.attempt(configOf(resource));
    const text = JSON.stringify(diagnostics.items);
    assertEquals(ours.state, null, text);
    assert(text.includes("alice made it"), text);
    assertEquals(await seenBy(theirs), seen);
  });
}

for (const kind of ["secret", "variable"]) {
  Deno.test(`a ${kind} that a colleague set before a create that was lost keeps its value`, async () => {
    const resource = resources.find(({ typeName }) =>
      typeName === `huggingface_space_${kind}`
    );
    assert(resource !== undefined);
    const [ours, theirs] = await worldsOf(resource);
    let seen = "";
    ours.answer = losing(ours.answer, {
      reaches: false,
      async between() {
        await theirs.apply({ ...configOf(resource), value: "theirs" });
        seen = await seenBy(theirs);
      },
    });
    await ours.attempt(configOf(resource));
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
    await ours.apply(configOf(resource));
    await theirs.import(samples[typeName]?.idOf(ours.state) ?? "");
    await theirs.destroy();
    theirs.lose();
    await theirs.apply(configOf(resource));
    const seen = await seenBy(theirs);
    const { diagnostics } = await ours.attempt(null);
    assert(diagnostics.hasErrors);
    assertEquals(await seenBy(theirs), seen);
  });
}
