/**
 * An answer that repeats its items, or has many, does not make the provider ask
 * for all of them at once.
 *
 * @module
 */
import { assert } from "@std/assert";
import type { Resource } from "../../../provider/framework/mod.ts";
import {
  resourceNamed,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { deletedConfigOf } from "../../support/samples.ts";
import { isWrite } from "./lost_requests.ts";

const TIMES = 30;

/**
 * Repeats the items of each list, each file with other content; of lists in
 * repeated items those in the first ones.
 */
function repeat(value: unknown, times = TIMES): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => repeat(item, times));
    if (items.some((item) => Object(item) !== item)) return items;
    const plain = value.map((item) => repeat(item, 1));
    return [...items, ...Array(times - 1).fill(plain).flat()];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "oid" ? "f".repeat(40) : repeat(inner, times),
    ]),
  );
}

async function repeatIn(response: Response): Promise<Response> {
  const text = await response.clone().text();
  if (!/^[{[]/.test(text)) return response;
  return new Response(
    JSON.stringify(repeat(JSON.parse(text))),
    response,
  );
}

/** The requests of a life whose answers repeat their items. */
async function requestsOf(resource: Resource): Promise<readonly string[]> {
  const requests: string[] = [];
  const seen = (world: ResourceWorld, isLost = false) => {
    const { answer } = world;
    world.answer = async (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      const response = await answer(request.clone());
      if (isLost && isWrite(request)) throw new TypeError("reset");
      return isWrite(request) ? response : await repeatIn(response);
    };
  };
  const config = deletedConfigOf(resource);
  const lost = await ResourceWorld.start(resource);
  seen(lost, true);
  await lost.attempt(config).catch(() => {});
  const world = await ResourceWorld.start(resource);
  await world.apply(config);
  seen(world);
  await world.tryRead(world.state);
  const again = new ResourceWorld(resource, world.sandbox);
  seen(again);
  await again.attempt(config).catch(() => {});
  return requests;
}

for (const resource of resources) {
  Deno.test(`${resource.typeName}: what an answer repeats is asked for once`, async () => {
    const requests = await requestsOf(resource);
    for (const route of new Set(requests)) {
      const { length } = requests.filter((one) => one === route);
      assert(length < TIMES, `${length} × ${route}`);
    }
  });
}

Deno.test("collections of one title are not all read at once", async () => {
  const resource = resourceNamed("collection");
  const { world, config } = await ResourceWorld.applied(resource);
  const ours = `${Object(world.state).slug}`;
  const slugs = Array.from({ length: 30 }, (_, at) => {
    const id = `${at}`.padStart(24, "0");
    return ours.replace(/[0-9a-f]{24}$/, id);
  });
  world.lose();
  let [now, most, all] = [0, 0, 0];
  world.answer = async (request) => {
    most = Math.max(most, ++now);
    const slug = slugs.find((one) => request.url.endsWith(one)) ?? "";
    if (slug !== "") all++;
    const url = request.url.replace(slug, slug && ours);
    const response = await world.sandbox.fetch(new Request(url, request));
    const text = await response.text();
    const body = JSON.parse(text.replaceAll(ours, slug || ours));
    now--;
    return Response.json(
      Array.isArray(body) ? slugs.map((slug) => ({ ...body[0], slug })) : body,
      response,
    );
  };
  await world.plan(config);
  assert(all >= 30, `${all} were read`);
  assert(most <= 10, `${most} at once`);
});
