// A download may come from another host, as files of a store do. What is edited
// and committed may not: the Hub could have a page of the user's network sent to
// it.

import { assertEquals, assertMatch } from "@std/assert";
import {
  resourceNamed,
  ResourceWorld,
} from "../../../support/resource_world.ts";

Deno.test("a README that comes from another host is not committed with other settings", async () => {
  const resource = resourceNamed("space");
  const { world, config } = await ResourceWorld.applied(resource);
  const { answer } = world;
  const sent: string[] = [];
  world.answer = async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host === "wiki.internal") {
      return new Response("---\nsdk: docker\n---\nkey");
    }
    if (pathname.includes("/resolve/")) {
      const headers = { location: "https://wiki.internal/" };
      return new Response(null, { status: 302, headers });
    }
    if (pathname.includes("/commit/")) sent.push(await request.clone().text());
    return await answer(request);
  };
  const { diagnostics } = await world.attempt({ ...config, title: "New" });
  assertMatch(
    `${diagnostics.items.map(({ detail }) => detail)}`,
    /It came from https:\/\/wiki\.internal\./,
  );
  assertEquals(sent, []);
});
