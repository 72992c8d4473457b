/**
 * Two worlds of one service, ours and a colleague's, and requests of ours whose
 * answer is lost.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import { ResourceWorld } from "../../support/resource_world.ts";
import { sampleOf } from "../../support/samples.ts";

/** Answers a request. */
export type RequestHandler = (request: Request) => Promise<Response>;

/** Resources whose answer says who made them. */
export const resourcesWithMaker: ReadonlySet<string> = new Set([
  "huggingface_dataset",
  "huggingface_endpoint",
  "huggingface_model",
  "huggingface_scheduled_job",
  "huggingface_space",
]);

/** Resources whose create takes what is there, as their pages say. */
export const adoptingTypes: ReadonlySet<string> = new Set([
  "huggingface_organization_member",
  "huggingface_organization_network_security",
]);

/** Resources that hold what is equal already for theirs. */
export const comparingTypes: ReadonlySet<string> = new Set([
  "huggingface_repo_file",
  "huggingface_repo_files",
  "huggingface_resource_group_members",
]);

/** The token of the colleague. */
export const colleague = "hf_alice0write";

/**
 * The world of our token, and another one that may do the same.
 *
 * @param isColleague Whether the other one has the token of another user.
 */
export async function worldsOf(
  resource: Resource,
  isColleague = true,
): Promise<readonly [ResourceWorld, ResourceWorld]> {
  const sandbox = new Sandbox({
    startupMs: 0,
    tokens: { [colleague]: "alice:write" },
    organizations: [{
      name: "acme",
      plan: "plus",
      members: { alice: "admin", bob: "read" },
    }],
  });
  const ours = await ResourceWorld.start(resource, sandbox, { maxRetries: 2 });
  const token = isColleague ? colleague : sandbox.token;
  return [ours, new ResourceWorld(resource, sandbox, { token })];
}

/** Whether a request changes something. */
export function isWrite(
  { method, url }: Pick<Request, "method" | "url">,
): boolean {
  return method !== "GET" && method !== "HEAD" &&
    !/\/(?:paths-info|preupload|validate-yaml)\b/.test(url);
}

/** A request's method and path, which names no commit. */
export function routeOf({ method, url }: Request): string {
  const { pathname } = new URL(url);
  return `${method} ${pathname.replace(/[0-9a-f]{40}/, "*")}`;
}

/** The fate of the first write, or of the first of a route. */
export interface Loss {
  readonly route?: string;
  readonly reaches: boolean;
  /** The status by which it is refused, in place of a lost answer. */
  readonly status?: number;
  before?(): Promise<unknown>;
  between?(): Promise<unknown>;
}

/** Has the connection break, or a rate limit refuse, at the first write. */
export function loseWrite(
  send: RequestHandler,
  { route, reaches, status, before, between }: Loss,
): RequestHandler {
  let isLost = false;
  return async (request) => {
    const isMeant = route === undefined || route === routeOf(request);
    if (isLost || !isWrite(request) || !isMeant) return await send(request);
    isLost = true;
    await before?.();
    if (reaches) await send(request);
    await between?.();
    if (status === 429) {
      const headers = { "retry-after": "1", ratelimit: '"api";r=0;t=1' };
      return new Response("{}", { status, headers });
    }
    if (status !== undefined) return Response.json({ error: "No" }, { status });
    throw new TypeError("connection reset");
  };
}

/** All that a world is shown of its object. */
export async function seenBy(world: ResourceWorld): Promise<string> {
  const { newState, diagnostics } = await world.tryRead(world.state);
  assertEquals(diagnostics.hasErrors, false);
  return JSON.stringify(newState);
}

/**
 * Has the rate limit hold a write back: the answer to the request before it says
 * that none is left for a second.
 *
 * @param at The number of requests before the write.
 */
export function holdWrite(
  send: RequestHandler,
  at: number,
  between: () => Promise<unknown>,
): RequestHandler {
  let left = at;
  return async (request) => {
    const response = await send(request);
    if (--left !== 0) return response;
    await between();
    const headers = new Headers(response.headers);
    headers.set("ratelimit", '"api";r=0;t=0');
    headers.set("ratelimit-policy", '"fixed window";"api";q=500;w=300');
    const { status } = response;
    return new Response(response.body, { status, headers });
  };
}

/** Somebody else who has imported it, and the values that they give it. */
export async function importByOthers(
  { resource, sandbox, importId }: ResourceWorld,
  config: ValueObject,
) {
  const them = new ResourceWorld(resource, sandbox);
  sandbox.advance(1000);
  await them.import(importId);
  // What an import has found stays, and is replaced.
  const overwrite = "overwrite" in resource.schema.attributes;
  const { theirs } = sampleOf(resource);
  const values = { ...config, ...theirs, ...overwrite && { overwrite } };
  return { them, values };
}

/** Has somebody else take its name: it has another one by then, or is gone. */
export async function takeName(
  { resource, sandbox, client: { repos } }: ResourceWorld,
  id: string,
  config: ValueObject,
): Promise<ResourceWorld> {
  const them = new ResourceWorld(resource, sandbox);
  sandbox.advance(1000);
  await them.import(id);
  const type = resource.typeName.replace("huggingface_", "");
  const kind = (["model", "dataset", "space", "bucket"] as const)
    .find((one) => one === type);
  if (kind === undefined) await them.destroy();
  else await repos.move({ type: kind, id }, "acme/moved");
  them.lose();
  await them.apply(config);
  return them;
}

/** Has somebody else make it anew. */
export async function makeAnew(
  world: ResourceWorld,
  config: ValueObject,
): Promise<ResourceWorld> {
  const { them, values } = await importByOthers(world, config);
  await them.tryDestroy(them.state);
  them.lose();
  const planned = await them.plan(values);
  if (!planned.diagnostics.hasErrors) {
    await them.attempt(values, undefined, planned);
  }
  return them;
}
