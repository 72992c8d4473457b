import { assertEquals, assertStringIncludes } from "@std/assert";
import { Deferral } from "../../../../provider/framework/define/deferral.ts";
import type {
  Action,
  ListResource,
  ListResult,
} from "../../../../provider/framework/define/list_and_action.ts";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import { invokeAction } from "../../../../provider/framework/engine/action.ts";
import { listResource } from "../../../../provider/framework/engine/list_resource.ts";
import { planAction } from "../../../../provider/framework/engine/action.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import {
  ableClient,
  call,
  details,
  failIfCalled,
  idIdentity,
  lines,
  ManualTimers,
  plainClient,
  resourceOf,
  serverOf,
  whole,
} from "./support.ts";

const { defineListResource, defineAction } = definersFor<unknown>();

const schema = s.schema({
  description: "A thing.",
  attributes: { id: s.string({ computed: true, description: "Id." }) },
});

const resource = resourceOf(schema, { identity: idIdentity });

const searchSchema = s.schema({
  description: "A search.",
  attributes: { owner: s.string({ required: true, description: "Owner." }) },
});

const config = whole(searchSchema, { owner: "me" });

function lister(list: ListResource["list"]): ListResource {
  const base = defineListResource({
    typeName: "test_thing",
    schema: searchSchema,
    list: async function* () {},
  });
  return { ...base, list };
}

function search(list: ListResource["list"], limit = 0, includeResource = true) {
  const server = serverOf({
    resources: [resource],
    listResources: [lister(list)],
  });
  const request = { typeName: "test_thing", config, includeResource, limit };
  return listResource(server, request, call);
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Counts up for ever and notes how far it got and that it was ended. */
function counter(log: string[]): ListResource["list"] {
  return async function* () {
    try {
      for (let i = 1;; i++) {
        log.push(`make ${i}`);
        await Promise.resolve();
        const id = String(i);
        yield { identity: { id }, displayName: `No. ${i}`, resource: { id } };
      }
    } finally {
      log.push("ended");
    }
  };
}

Deno.test("a display name is one line", async () => {
  const [event] = await collect(search(async function* () {
    yield { identity: { id: "1" }, displayName: "one\n\rtwo\n##vso[x]" };
    await Promise.resolve();
  }, 1));
  assertEquals(event?.displayName, "one two # #vso[x]");
});

Deno.test("warnings come with the results, as nobody reads on at the limit", async () => {
  const events = await collect(search(async function* ({ diagnostics }) {
    yield { identity: { id: "1" }, displayName: "one" };
    diagnostics.addWarning("Early", "Early.");
    yield { identity: { id: "2" }, displayName: "two" };
    diagnostics.addWarning("Last", "Last.");
    yield { identity: { id: "3" }, displayName: "three" };
    await Promise.resolve();
  }, 3));
  assertEquals(events.map(({ diagnostics }) => lines(diagnostics)), [
    [],
    ["warning: Early"],
    ["warning: Last"],
  ]);
  const [, late] = await collect(search(async function* ({ diagnostics }) {
    yield { identity: { id: "1" }, displayName: "one" };
    await Promise.resolve();
    diagnostics.addWarning("End", "End.");
  }));
  assertEquals(lines(late?.diagnostics ?? fail()), ["warning: End"]);
});

Deno.test("a result without identity is an error, not a row", async () => {
  const [event] = await collect(search(async function* () {
    await Promise.resolve();
    yield { identity: null as never, displayName: "one" };
  }));
  assertEquals(event?.identity, undefined);
  assertStringIncludes(details(event?.diagnostics ?? fail()), "no identity");
});

Deno.test("what Terraform cannot name is left out, with a warning", async () => {
  const names = ["one", "\u212a1", "e\u0301", "\u001b[1m", "a\u202eb", "two"];
  const events = await collect(search(async function* () {
    for (const id of names) yield { identity: { id }, displayName: id };
    await Promise.resolve();
  }));
  assertEquals(events.map(({ displayName }) => displayName), ["one", "two"]);
  assertEquals(
    events.flatMap(({ diagnostics }) => lines(diagnostics)),
    Array(4).fill("warning: An object is left out"),
  );
});

Deno.test("list: states are left out when they are not asked for", async () => {
  const [event] = await collect(search(counter([]), 1, false));
  assertEquals(event?.resource, undefined);
});

Deno.test("list: a client that leaves ends the search", async () => {
  const log: string[] = [];
  for await (const event of search(counter(log))) {
    if (event.displayName === "No. 3") break;
  }
  while (!log.includes("ended")) await Promise.resolve();
  assertEquals(log.includes("make 10"), false);
});

Deno.test("list: a failure and a wrong result end the stream with an error", async () => {
  const failing = await collect(search(async function* () {
    yield { identity: { id: "1" }, displayName: "one" };
    await Promise.resolve();
    throw new Error("HTTP 500");
  }));
  assertEquals(failing.length, 2);
  assertEquals(failing[1]?.identity, undefined);
  assertStringIncludes(details(failing[1]?.diagnostics ?? fail()), "HTTP 500");
  const wrong = await collect(search(async function* () {
    yield { identity: {}, displayName: "one" };
    await Promise.resolve();
    yield { identity: { id: "2" }, displayName: "two" };
  }));
  assertEquals(wrong.length, 1);
  assertEquals(wrong[0]?.diagnostics.hasErrors, true);
});

function fail(): never {
  throw new Error("There is no such event");
}

Deno.test("list: a search that hangs after a stop is given up", async () => {
  const timers = new ManualTimers();
  const hanging = lister(async function* () {
    const item: ListResult = await new Promise(() => {});
    yield item;
  });
  const parts = { resources: [resource], listResources: [hanging] };
  const server = serverOf(parts, { timers });
  const request = {
    typeName: "test_thing",
    config,
    includeResource: false,
    limit: 0,
  };
  const events = collect(listResource(server, request, call));
  await Promise.resolve();
  server.stop();
  timers.advance(5000);
  assertStringIncludes(
    details((await events)[0]?.diagnostics ?? fail()),
    "did not end in time",
  );
});

function action(parts: Partial<Action>): Action {
  const base = defineAction({
    typeName: "test_restart",
    schema: searchSchema,
    invoke: failIfCalled,
  });
  return { ...base, ...parts };
}

Deno.test("action: who tells how far it is can wait until that is taken", async () => {
  const taken: number[] = [];
  const invoke: Action["invoke"] = async ({ progress }) => {
    for (const at of [1, 2, 3]) {
      await progress(`step ${at}`);
      taken.push(at);
    }
  };
  const server = serverOf({ actions: [action({ invoke })] });
  const request = { typeName: "test_restart", config };
  const events = invokeAction(server, request, call);
  await events.next();
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(taken.includes(3), false);
  assertEquals((await collect(events)).length, 3);
  assertEquals(taken, [1, 2, 3]);
});

Deno.test("action: its plan may be deferred only if the client allows it", async () => {
  const reason = "provider_config_unknown";
  const plans: NonNullable<Action["plan"]>[] = [
    () => reason,
    () => Promise.reject(new Deferral(reason)),
  ];
  for (const plan of plans) {
    const server = serverOf({ actions: [action({ plan })] });
    const request = { typeName: "test_restart", config };
    const allowed = await planAction(
      server,
      { ...request, clientCapabilities: ableClient },
      call,
    );
    assertEquals(allowed.deferred, reason);
    assertEquals(allowed.diagnostics.items, []);
    const refused = await planAction(
      server,
      { ...request, clientCapabilities: plainClient },
      call,
    );
    assertEquals(refused.deferred, undefined);
    assertEquals(lines(refused.diagnostics), ["error: Deferral not supported"]);
  }
});
