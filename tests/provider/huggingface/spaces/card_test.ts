import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import process from "node:process";
import fc from "fast-check";
import { parse, stringify } from "yaml";
import { Diagnostics, Path } from "../../../../provider/framework/mod.ts";
import {
  parseFrontMatter,
  refuseInvalidReadme,
} from "../../../../provider/huggingface/repo/readme.ts";
import {
  cardTextsOf,
  withCard,
} from "../../../../provider/huggingface/spaces/card.ts";

const readme = `---
title: Old title
emoji: 🚀
license: mit
tags:
  - a
  - b
short_description: >-
  over
  two lines
models:
- gpt2
---

# Text

---
not: front matter
`;

Deno.test("a key of the card is replaced, and everything else stays", async () => {
  assertEquals(
    await withCard(readme, { title: 'New: "title"' }),
    readme.replace("title: Old title", 'title: "New: \\"title\\""'),
  );
});

Deno.test("values over several lines are replaced as a whole", async () => {
  const changed = await withCard(readme, { short_description: "short" });
  assertEquals(
    changed,
    readme.replace(
      "short_description: >-\n  over\n  two lines",
      'short_description: "short"',
    ),
  );
  assertEquals(
    await withCard(readme, { models: "x" }),
    readme.replace("models:\n- gpt2", 'models: "x"'),
  );
});

Deno.test("new keys are added at the end of the card", async () => {
  assertEquals(
    await withCard("---\nsdk: docker\n---\nText\n", {
      title: "A",
      license: "mit",
    }),
    '---\nsdk: docker\ntitle: "A"\nlicense: "mit"\n---\nText\n',
  );
});

for (
  const [what, text, expected] of [
    ["no card", "# Text\n", '---\ntitle: "A"\n---\n# Text\n'],
    ["an empty card", "---\n---\nText", '---\ntitle: "A"\n---\nText'],
    ["nothing", "", '---\ntitle: "A"\n---\n'],
    [
      "line ends of Windows",
      "---\r\nsdk: x\r\n---\r\nText",
      '---\nsdk: x\ntitle: "A"\n---\nText',
    ],
    ["a quoted key", '---\n"title": b\n---\n', '---\ntitle: "A"\n---\n'],
    [
      "a similar key",
      "---\nsubtitle: b\n---\n",
      '---\nsubtitle: b\ntitle: "A"\n---\n',
    ],
    [
      "a rule further down",
      "Text\n\n---\ntitle: b\n---\n",
      '---\ntitle: "A"\n---\nText\n\n---\ntitle: b\n---\n',
    ],
  ] as const
) {
  Deno.test(`a README with ${what} gets a title`, async () => {
    assertEquals(await withCard(text, { title: "A" }), expected);
  });
}

async function cardTextOf(readme: string, key: string) {
  return (await cardTextsOf(readme))(key);
}

Deno.test("keys are looked for in the card only", async () => {
  assertEquals(await cardTextOf(readme, "license"), "mit");
  assertEquals(await cardTextOf(readme, "not"), undefined);
  assertEquals(await cardTextOf("sdk: gradio", "sdk"), undefined);
  assertEquals(await cardTextOf("---\nsdk: gradio\n---", "sdk"), "gradio");
  assertEquals(await cardTextOf("---\nsdk:\n---", "sdk"), undefined);
  assertEquals(await cardTextOf("---\nsdk: [a]\n---", "sdk"), null);
  const ofLines = (count: number) =>
    cardTextOf(`---\nsdk: |\n${"  a\n".repeat(count)}---\n`, "sdk");
  assertEquals((await ofLines(90))?.split("\n").length, 91);
  assertEquals(await ofLines(100), null);
});

const many = (size: number, text: (at: number) => string) =>
  Array.from({ length: size }, (_, at) => text(at)).join("");

for (
  const [what, card] of [
    ["many keys", many(30_000, (at) => `k${at}: 1\n`)],
    ["a long list", `a: [${many(200_000, () => "a,")}]\n`],
    ["a few keys", many(500, (at) => `k${at}: 1\n`)],
  ] as const
) {
  Deno.test(`a stranger's card of ${what} is parsed up to 64 KiB only`, async () => {
    const text = `---\n${card}---\nText\n`;
    const isTooLong = await cardTextOf(text, "title") === null;
    const changed = withCard(text, { title: "A" }).catch(String);
    assertMatch(
      await changed,
      isTooLong ? /too long.*left as it/ : /title: "A"/,
    );
    assertEquals(isTooLong, card.length > 2 ** 16);
  });
}

Deno.test("a stranger's card of aliases within each other is left", async () => {
  const levels = many(
    10,
    (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`,
  );
  const text = `---\na0: &a0 []\n${levels}---\n`;
  const changed = await withCard(text, { title: "A" }).catch(String);
  assertMatch(changed, /too many aliases.*left as it/);
});

for (
  const [size, expected] of [
    [100, /title: "A"/],
    [101, /too many aliases.*left as it/],
  ] as const
) {
  Deno.test(`a stranger's card of ${size} aliases holds nothing up`, async () => {
    const [anchors, aliases] = ["&", "*"].map((mark) =>
      many(size, (at) => `${mark}a${at} ,`)
    );
    const text = `---\na: [${anchors}]\nb: [${aliases}]\n---\nText\n`;
    assertMatch(
      await withCard(text, { title: "A" }).catch(String),
      expected,
    );
  });
}

for (const size of [1_000, 40_000]) {
  const isTooLong = 2 * size > 2 ** 16;
  const then = isTooLong ? "left to the Hub" : "refused at its first error";
  Deno.test(`a front matter of ${size} tags is ${then}`, async () => {
    const diagnostics = new Diagnostics();
    const readme = `---\n${many(size, () => "! ")}\n---\n`;
    await refuseInvalidReadme(readme, Path.root, diagnostics);
    const texts = diagnostics.items.map(({ detail }) => detail.split(".")[0]);
    const first = "A node can have at most one tag at line 1, column 3";
    assertEquals(texts, isTooLong ? [] : [first]);
  });
}

const pieces = ["? ", "- ", "[", "{", "{? ", "{a: ", "? [", "<<: ", "- ? "];

for (
  const piece of [...pieces, "? &a ", "&a ", "*a ", "! ", "!!set ", '"', ": "]
) {
  Deno.test(`a stranger's card of ${JSON.stringify(piece)}, once or often, holds nothing up, and no word of it passes what masks`, async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    for (const count of [1, 500, 3000]) {
      const card = `${piece.repeat(count)}a\ntitle: b\n`;
      const readme = `---\n${card}---\n`;
      await cardTextOf(readme, "title");
      await refuseInvalidReadme(readme, Path.root, new Diagnostics());
      await withCard(readme, { title: "A" }).catch((error) =>
        assertMatch(`${error}`, /left as it is/)
      );
    }
    await new Promise((resolve) => setTimeout(resolve));
    process.off("warning", warn);
    assertEquals(warnings, []);
  });
}

Deno.test("a card is parsed without comparing each key with all before", async () => {
  const parsed = await parseFrontMatter("title: a\ntitle: b\n");
  // Who compares them finds an error.
  assertEquals(parsed?.fault, undefined);
});

/** Front matter in forms that a line at a time does not understand. */
const shapes: Readonly<Record<string, string>> = {
  "a block text with a blank line": "title: |\n  one\n\n  two\nsdk: x\n",
  "a quoted text with a blank line": 'title: "one\n\n  two"\nsdk: x\n',
  "a comment inside": "title: # why\n  one\nsdk: # more\n  x\n",
  "a flow mapping": "{title: one, sdk: x}\n",
  "a flow mapping over lines": "{\n  title: one, # why\n  sdk: x\n}\n",
  "an explicit key": "? title\n: one\n? sdk\n: x\n",
  "an end of the document": "title: one\nsdk: x\n...\n",
  "an anchor": "title: &t one\nsdk: x\nother: *t\n",
};

for (const [what, card] of Object.entries(shapes)) {
  Deno.test(`a README with ${what} stays valid`, async () => {
    for (const change of [{ title: "A" }, { license: "no" }]) {
      const text = `---\n${card}---\nText\n`;
      if (what === "an anchor" && "title" in change) {
        await assertRejects(() => withCard(text, change));
        continue;
      }
      const [, changed = ""] = /^---\n([^]*)---\nText\n$/
        .exec(await withCard(text, change)) ?? [];
      assertEquals(parse(changed), { ...parse(card), ...change }, changed);
    }
  });
}

const text = fc.string({ unit: "grapheme" }).filter((one) =>
  !/^---|\n---|\r/.test(one)
);

Deno.test("any card stays what it was but for the key", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), text),
      fc.constantFrom("BLOCK_LITERAL", "QUOTE_DOUBLE", "QUOTE_SINGLE", "PLAIN"),
      fc.constantFrom("title", "a"),
      text,
      async (card, defaultStringType, key, value) => {
        const front = stringify(card, { defaultStringType });
        fc.pre(!/^---|\n---/.test(front));
        const [, changed = ""] = /^---\n([^]*)---\n$/
          .exec(await withCard(`---\n${front}---\n`, { [key]: value })) ?? [];
        assertEquals(
          parse(changed),
          { ...parse(front), [key]: value },
          changed,
        );
      },
    ),
  );
});
