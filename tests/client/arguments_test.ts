import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../mod.ts";
import { methodsOf, samples } from "../../tools/coverage.ts";

/** Arguments that are no plain text; undefined: nothing of it is sent. */
const special: Readonly<Record<string, unknown>> = {
  labels: { team: "given-labels" },
  paths: ["given-paths"],
  tags: ["given-tags"],
  tokens: ["given-tokens"],
  users: ["given-users"],
  // A page is asked for by more than what is given, a wait by nothing.
  cursor: undefined,
  limit: undefined,
  pageSize: undefined,
  quietMs: undefined,
  options: undefined,
  // Only `true` is sent, by another name.
  factoryReset: undefined,
  toJSON: undefined,
};

function argument(name: string): unknown {
  return name in special
    ? special[name]
    : samples[name]?.[0] ?? `given-${name}`;
}

/** An object that has whatever is read of it, and "more", and notes each. */
function objectOf(parameter: string, names: Set<string>): object {
  const own = new Set(["more"]);
  const unread = `all of ${parameter}`;
  names.add(unread);
  return new Proxy({}, {
    get: (_, name) => {
      names.delete(unread);
      if (typeof name === "symbol") return undefined;
      names.add(name);
      own.add(name);
      return argument(name);
    },
    ownKeys: () => [...own],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Parameters that take an object. */
const objects = /^(body|params|change|decision|secret|variable|who)$/;

let sent = "";
const client = new HuggingFace({
  token: "hf_nobody",
  maxRetries: 0,
  fetch: async (request) => {
    sent += decodeURIComponent(request.url) + await request.text();
    return Response.json({ error: "No" }, { status: 400 });
  },
});

for (const { area, name, call, parameters } of methodsOf(client)) {
  Deno.test(`${area}.${name} sends all that it is given`, async () => {
    sent = "";
    const names = new Set<string>();
    const given = parameters.map((parameter) => {
      if (objects.test(parameter)) return objectOf(parameter, names);
      names.add(parameter);
      return argument(parameter);
    });
    let refusal: unknown;
    try {
      const answer = call(...given) as AsyncIterable<unknown>;
      await (Symbol.asyncIterator in answer ? Array.fromAsync(answer) : answer);
    } catch (error) {
      refusal = error;
    }
    const missing = [...names].filter((name) =>
      JSON.stringify(argument(name))?.includes("given-") &&
      !sent.includes(`given-${name}`)
    );
    assertEquals(missing, [], `${sent} ${refusal}`);
  });
}
