import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  HuggingFace,
  InvalidArgumentError,
  isHuggingFaceError,
} from "@hf-terraform/client";
import { methodsOf, samples } from "../../tools/coverage.ts";

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

let sent: string[] = [];
const client = new HuggingFace({
  maxRetries: 0,
  fetch: ({ url }) => {
    sent.push(url);
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

for (const { area, name, call, parameters } of methodsOf(client)) {
  const place = parameters.findIndex((parameter) => inPath.includes(parameter));
  if (place < 0) continue;
  Deno.test(`${area}.${name} fails where its ${parameters[place]} is wrong`, async () => {
    const rest: unknown[] = parameters.map((parameter) =>
      samples[parameter]?.[0] ?? "c"
    );
    for (const value of refused[parameters[place] ?? ""] ?? wrong) {
      // No organization is the user, no namespace the public catalogue.
      if (value === undefined && /Inventory|getCompute/.test(name)) continue;
      sent = [];
      const error = await outcome(() => call(...rest.with(place, value)));
      const shown = JSON.stringify(value);
      assert(isHuggingFaceError(error), `${shown}: ${error}`);
      // A single name keeps its slashes to itself.
      if (sent[0]?.includes("a%2Fb%2Fc%2Fd")) continue;
      assertInstanceOf(error, InvalidArgumentError, shown);
      assertEquals(sent, []);
    }
  });
}
