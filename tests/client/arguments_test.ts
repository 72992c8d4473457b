import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  HuggingFace,
  InvalidArgumentError,
  isHuggingFaceError,
} from "../../mod.ts";
import { Accounts } from "../../client/sandbox/core/accounts.ts";
import { Clock } from "../../client/sandbox/core/clock.ts";
import { buildServices } from "../../client/sandbox/services.ts";
import { readEvidence } from "../../tools/evidence.ts";
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
  num: 1,
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

const { router } = buildServices(
  new Clock(Date.now),
  new Accounts([], {}),
  {},
);

/** The lines of EVIDENCE.md about routes that the sandbox has not. */
const lacking = (await readEvidence())
  .filter(({ note }) => note.includes("the sandbox has none"))
  .map(({ subject, note }) => subject + note).join();

let sent = "";
let asked: [method: string, path: string][] = [];
const client = new HuggingFace({
  token: "hf_nobody",
  maxRetries: 0,
  fetch: async (request) => {
    asked.push([request.method, new URL(request.url).pathname]);
    sent += decodeURIComponent(request.url) + await request.text();
    return Response.json({ error: "No" }, { status: 400 });
  },
});

for (const { area, name, call, parameters } of methodsOf(client)) {
  Deno.test(`${area}.${name} sends all that it is given to a route of the sandbox`, async () => {
    sent = "";
    asked = [];
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
    for (const [method, path] of asked) {
      const words = path.split("/").filter((word) => /^[a-z-]+$/.test(word));
      const last = words.filter((word) => !word.startsWith("given-")).at(-1);
      if (lacking.includes(`/${last}`) || lacking.includes(`\`${last}`)) {
        continue;
      }
      const { params } = router.find(method, path);
      if (parameters.includes("namespace")) {
        assertEquals(
          params["namespace"] ?? "given-namespace",
          "given-namespace",
        );
      }
    }
  });
}

/** Values that are no name at all, as a program may pass them by mistake. */
const none = ["", undefined, null, 7, {}, ["a"]];

/** Values that no path can be made of. */
const wrong = [...none, "..", "a/b/c/d"];

/** Values that a parameter refuses, where they are not those of a name. */
const refused: Readonly<Record<string, readonly unknown[]>> = {
  type: none,
  repo: [
    ...wrong,
    ...wrong.map((id) => ({ type: "model", id })),
    ...none.map((type) => ({ type, id: "acme/a" })),
  ],
};

/** Parameters whose value stands in the path, wherever they occur. */
const inPath = ["id", "namespace", "organization", "repo", "slug", "type"];

let urls: string[] = [];
const refusing = new HuggingFace({
  maxRetries: 0,
  fetch: ({ url }) => {
    urls.push(url);
    return Promise.resolve(Response.json({ error: "No" }, { status: 400 }));
  },
});

/** The error of a call, thrown at once or by the promise. */
async function outcome(call: () => unknown): Promise<unknown> {
  try {
    const answer = call();
    await (typeof answer === "object" && answer !== null &&
        Symbol.asyncIterator in answer
      ? Array.fromAsync(answer as AsyncIterable<unknown>)
      : answer);
    return undefined;
  } catch (error) {
    return error;
  }
}

for (const { area, name, call, parameters } of methodsOf(refusing)) {
  const place = parameters.findIndex((parameter) => inPath.includes(parameter));
  if (place < 0) continue;
  Deno.test(`${area}.${name} fails where its ${parameters[place]} is wrong`, async () => {
    const rest: unknown[] = parameters.map((parameter) =>
      samples[parameter]?.[0] ?? "c"
    );
    for (const value of refused[parameters[place] ?? ""] ?? wrong) {
      // No organization is the user, no namespace the public catalogue.
      if (value === undefined && /Inventory|getCompute/.test(name)) continue;
      urls = [];
      const error = await outcome(() => call(...rest.with(place, value)));
      const shown = JSON.stringify(value);
      assert(isHuggingFaceError(error), `${shown}: ${error}`);
      // A single name keeps its slashes to itself.
      if (urls[0]?.includes("a%2Fb%2Fc%2Fd")) continue;
      assertInstanceOf(error, InvalidArgumentError, shown);
      assertEquals(urls, []);
    }
  });
}
