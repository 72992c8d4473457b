import { assertEquals } from "@std/assert";
import { coverage, page } from "../../tools/coverage.ts";
import { inRoot } from "../../tools/paths.ts";

Deno.test("COVERAGE.md is what `deno task coverage` writes", async () => {
  assertEquals(await Deno.readTextFile(inRoot("COVERAGE.md")), await page());
});

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
