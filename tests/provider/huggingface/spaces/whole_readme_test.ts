// What is edited and committed has to be the file: an answer may be cut without an
// error, as HTTP/2 does on some runtimes, or come from another host, and the Hub
// could have a page of the user's network sent to it.

import { assertEquals } from "@std/assert";
import {
  errorsOf,
  resourceNamed,
  ResourceWorld,
} from "../../../support/resource_world.ts";

const others: Readonly<Record<string, (answer: Response) => unknown>> = {
  "is cut": async (answer) => new Response((await answer.text()).slice(0, -4)),
  "comes from another host": () =>
    new Response(null, {
      status: 302,
      headers: { location: "https://wiki.internal/" },
    }),
};

for (const [what, change] of Object.entries(others)) {
  Deno.test(`a README that ${what} is not committed with other settings`, async () => {
    const resource = resourceNamed("space");
    const { world, config } = await ResourceWorld.applied(resource);
    const { answer } = world;
    const sent: string[] = [];
    world.answer = async (request) => {
      const { host, pathname } = new URL(request.url);
      if (host === "wiki.internal") {
        return new Response("---\nsdk: docker\n---\nkey");
      }
      if (pathname.includes("/commit/")) sent.push(pathname);
      const found = await answer(request);
      return pathname.includes("/resolve/")
        ? (await change(found)) as Response
        : found;
    };
    const { diagnostics } = await world.attempt({ ...config, title: "New" });
    assertEquals(
      errorsOf(diagnostics).map((one) => one.replace(/:.*/s, "")),
      ["README.md of the Space acme/x cannot be read whole"],
    );
    assertEquals(sent, []);
  });
}
