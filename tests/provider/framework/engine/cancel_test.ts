import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  applyChange,
  details,
  lines,
  ManualTimers,
  plain,
  resourceOf,
  serverOf,
  whole,
} from "./support.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    name: s.string({ required: true, description: "The name." }),
    timeouts: s.timeouts({ create: "30m" }),
  },
});

const planned = whole(schema, { id: unknown, name: "a" });
const saved = whole(schema, { id: "1", name: "a" });

type Create = Resource["create"];

const thing = (create: Create) => resourceOf(schema, { create });

/** Starts a create; the returned functions end it in one way or another. */
function start(create: Create, timeout?: string) {
  const timers = new ManualTimers();
  const resource = thing(create);
  const server = serverOf({ resources: [resource] }, { timers });
  const client = new AbortController();
  const config = whole(schema, {
    name: "a",
    timeouts: timeout === undefined ? null : { create: timeout },
  });
  const answer = applyChange(
    resource,
    { planned, config, call: { signal: client.signal } },
    server,
  );
  return { timers, server, client, answer };
}

/** A create that ends as soon as its signal does. */
const obedient: Create = ({ signal, saveState }) => {
  saveState(saved);
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
};

/** A create that never ends. */
const deaf: Create = ({ saveState }) => {
  saveState(saved);
  return new Promise(() => {});
};

Deno.test("cancel: stop ends what runs, and what was recorded is the state", async () => {
  const { server, answer, timers } = start(obedient);
  server.stop();
  const { diagnostics, newState } = await answer;
  assertEquals(lines(diagnostics), ["error: Cancelled: create test_thing"]);
  assertStringIncludes(details(diagnostics), "Terraform asked to stop");
  assertStringIncludes(details(diagnostics), "is in the state");
  assertEquals(plain(newState), plain(saved));
  assertEquals(timers.waiting, 0);
});

Deno.test("cancel: the client's cancellation is told as such", async () => {
  const { client, answer } = start(obedient);
  client.abort();
  const { diagnostics } = await answer;
  assertStringIncludes(details(diagnostics), "the client cancelled the call");
});

Deno.test("cancel: a create that goes on is left to itself after a grace", async () => {
  const { timers, server, answer } = start(deaf);
  await Promise.resolve();
  server.stop();
  timers.advance(5000);
  const { diagnostics, newState } = await answer;
  assertEquals(lines(diagnostics), ["error: Cancelled: create test_thing"]);
  assertStringIncludes(details(diagnostics), "did not end in time");
  assertEquals(plain(newState), plain(saved));
});

Deno.test("cancel: what a create does after it was given up changes nothing", async () => {
  const late = Promise.withResolvers<never>();
  const after: (() => void)[] = [];
  const { timers, server, answer } = start((context) => {
    after.push(() => {
      context.diagnostics.addError("Late", "Too late.");
      context.saveState(saved);
    });
    return late.promise;
  });
  await Promise.resolve();
  server.stop();
  timers.advance(5000);
  const { diagnostics, newState } = await answer;
  for (const act of after) act();
  late.reject(new Error("a late rejection must not end the process"));
  await Promise.resolve();
  assertEquals(lines(diagnostics), ["error: Cancelled: create test_thing"]);
  assertEquals(newState, null);
});

Deno.test("cancel: what fails for another reason says its own reason", async () => {
  const { server, answer } = start(({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("Disk full")));
    })
  );
  server.stop();
  const { diagnostics } = await answer;
  assertEquals(details(diagnostics), "Disk full.");
});

Deno.test("cancel: an error that wraps the cancellation counts as cancelled", async () => {
  const { server, answer } = start(({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        reject(new Error("Request failed", { cause: signal.reason }));
      });
    })
  );
  server.stop();
  const { diagnostics, newState } = await answer;
  assertEquals(lines(diagnostics), ["error: Cancelled: create test_thing"]);
  assertStringIncludes(details(diagnostics), "Nothing is in the state");
  assertEquals(newState, null);
});

Deno.test("cancel: a create that succeeds in spite of the stop is a success", async () => {
  const { server, answer } = start(({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(saved));
    })
  );
  server.stop();
  const { diagnostics, newState } = await answer;
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(newState), plain(saved));
});

Deno.test("cancel: what starts after a stop runs as usual", async () => {
  const resource = thing(() => Promise.resolve(saved));
  const server = serverOf({ resources: [resource] });
  server.stop();
  const { diagnostics } = await applyChange(resource, { planned }, server);
  assertEquals(lines(diagnostics), []);
});
