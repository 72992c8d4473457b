import { assert, assertEquals } from "@std/assert";
import { coverage } from "../../tools/coverage.ts";
import document from "../contract/hub_openapi.json" with { type: "json" };

Deno.test("every operation that the provider does not use has a reason", async () => {
  const all = await coverage();
  const open = all.filter(({ isUsed, reason }) =>
    !isUsed && reason === undefined
  );
  assertEquals(open.map(({ operation }) => operation), []);
});

Deno.test("what the client sends and the provider calls is found", async () => {
  const found = new Map(
    (await coverage()).map((one) => [one.operation, one]),
  );
  for (
    const [operation, method, isUsed] of [
      ["GET /api/whoami-v2", "users.whoami", true],
      [
        "POST /api/{repoType}/{namespace}/{repo}/commit/{rev}",
        "files.commit",
        true,
      ],
      [
        "GET /api/{repoType}/{namespace}/{repo}/compare/{compare}",
        "refs.compare",
        false,
      ],
    ] as const
  ) {
    const one = found.get(operation);
    assertEquals([one?.client, one?.isUsed], [[method], isUsed], operation);
  }
});

Deno.test("the copy of the document has every operation that the client sends", async () => {
  // Addresses of collections without an id are as those with it.
  const isCopied = (operation: string) =>
    Object.hasOwn(document, operation) ||
    /\/collections\/\{namespace\}\/\{slug\}(\/|$)/.test(operation);
  const uncopied = (await coverage()).filter(({ client, operation }) =>
    client.length > 0 && !isCopied(operation)
  );
  assertEquals(uncopied.map(({ operation }) => operation), []);
});

Deno.test("172 of the sensible operations of the document are covered", async () => {
  const all = await coverage();
  const sum = (some: typeof all) =>
    some.reduce((sum, { count }) => sum + count, 0);
  const sensible = all.filter(({ isSensible }) => isSensible);
  assertEquals([sum(all), sum(sensible)], [314, 179]);
  const covered = sensible.filter(({ isUsed, client }) =>
    isUsed || client.length > 0
  );
  assert(sum(covered) >= 172, String(sum(covered)));
});
