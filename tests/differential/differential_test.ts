/**
 * The framework against the one in Go: the same resources, sent the same
 * requests, must answer the same, but for
 * what `go.md` says is meant.
 *
 * `SEED=2` gives other lives, `SEED=random` those of a random seed.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { Random } from "../support/random_values.ts";
import { testIf } from "../support/skip.ts";
import { schemaOf } from "./description.ts";
import {
  deliberateDifferences,
  type Difference,
  differencesOf,
} from "./differences.ts";
import { type Exchange, live } from "./life.ts";
import { randomThing } from "./random_things.ts";
import { type Provider, twoProviders } from "./two_providers.ts";

const missing = await run("go", ["version"]).then(
  () => undefined,
  () => "Go is missing",
);

/** The number of lives, and the number of resources that they share. */
const [LIVES, THINGS] = [600, 40];

testIf({
  name: "600 random lives answer as in Go, or as go.md says",
  skipped: missing,
  async fn(t) {
    const random = Random.ofEnvironment();
    const described = {
      things: Object.fromEntries(
        Array.from(
          { length: THINGS },
          (_, i) => [`differential_t${i}`, randomThing(random)],
        ),
      ),
    };
    await using stack = new AsyncDisposableStack();
    const both = await twoProviders(described, stack);
    await t.step("both send the same schemas", async () => {
      assertEquals(await sentBy(both.ours), await sentBy(both.theirs));
    });
    const unmeant: string[] = [];
    const seen = new Set<string>();
    const calls = new Map<string, number>();
    const tell = (exchange: Exchange) => {
      const { call } = exchange.request;
      calls.set(call, (calls.get(call) ?? 0) + 1);
      for (const difference of differencesOf(exchange)) {
        const found = deliberateDifferences.find(({ is }) =>
          is(difference, exchange)
        );
        if (found !== undefined) seen.add(found.about);
        else unmeant.push(describeDifference(exchange, difference));
      }
    };
    const own = () => new Random(random.below(2 ** 32));
    const things = Object.entries(described.things);
    const one = async () => {
      const [typeName, thing] = random.pick(things);
      const subject = { typeName, described: thing, schema: schemaOf(thing) };
      await live(own(), { ...subject, ...both }, tell);
    };
    await t.step("the answers differ only where that is meant", async () => {
      for (let i = 0; i < LIVES; i += 20) {
        await Promise.all(Array.from({ length: 20 }, one));
      }
      assertEquals(unmeant.length, 0, unmeant.slice(0, 3).join("\n"));
      for (const [call, times] of calls) {
        assert(times >= 50, `Only ${times} calls of ${call}`);
      }
    });
    await t.step("each meant difference was seen", () => {
      const unseen = deliberateDifferences.filter(({ about, rare }) =>
        rare !== true && !seen.has(about)
      );
      assertEquals(unseen.map(({ about }) => about), []);
    });
  },
});

Deno.test("go.md lists the differences that are meant", async () => {
  const page = await Deno.readTextFile(
    inRoot("provider/framework/docs/go.md"),
  );
  const [, section = ""] = page.split("## What a port must look at");
  const rows = Array.from(
    section.split("\n## ")[0]?.matchAll(/^\| (.+?) +\|.*\|$/gm) ?? [],
    ([, about]) => about ?? "",
  );
  assertEquals(
    rows.filter((about) => !/^(What|-+)$/.test(about)).toSorted(),
    deliberateDifferences.map(({ about }) => about).toSorted(),
  );
});

function describeDifference(
  { typeName, request, ours, theirs }: Exchange,
  { part, path, ours: here, theirs: there }: Difference,
): string {
  const difference = { part, path: path.join("."), here, there };
  const options = { depth: 12, compact: true, breakLength: 160 };
  return Deno.inspect(
    { typeName, difference, request, ours, theirs },
    options,
  );
}

/** The schemas that a provider sends, without words and order. */
async function sentBy(provider: Provider): Promise<unknown> {
  const sent = await provider.schemas();
  return schemasSent(sent.resourceSchemas);
}

function schemasSent(
  schemas: Readonly<
    Record<string, { readonly block?: tfplugin6.Schema.Block }>
  >,
): unknown {
  return Object.fromEntries(
    Object.entries(schemas).toSorted(byName).map(([name, { block }]) =>
      [name, block && blockSent(block)] as const
    ),
  );
}

function typeSent(type: Uint8Array = new Uint8Array()): unknown {
  return JSON.parse(new TextDecoder().decode(type) || "null");
}

function blockSent(block: tfplugin6.Schema.Block): unknown {
  return {
    attributes: attributesSent(block.attributes),
    blocks: Object.fromEntries(
      block.blockTypes.map((inner) =>
        [inner.typeName, {
          nesting: inner.nesting,
          block: inner.block && blockSent(inner.block),
        }] as const
      ).toSorted(byName),
    ),
  };
}

function attributesSent(
  attributes: readonly tfplugin6.Schema.Attribute[],
): unknown {
  return Object.fromEntries(
    attributes.map(({ name, description: _, ...rest }) =>
      [name, {
        ...rest,
        descriptionKind: undefined,
        deprecationMessage: undefined,
        type: typeSent(rest.type),
        nestedType: rest.nestedType && {
          nesting: rest.nestedType.nesting,
          attributes: attributesSent(rest.nestedType.attributes),
        },
      }] as const
    ).toSorted(byName),
  );
}

function byName(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
) {
  return a < b ? -1 : 1;
}
