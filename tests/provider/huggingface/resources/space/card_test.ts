import { assertEquals } from "@std/assert";
import {
  hasCardKey,
  withCard,
} from "../../../../../provider/huggingface/resources/space/card.ts";

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

Deno.test("a key of the card is replaced, and everything else stays", () => {
  assertEquals(
    withCard(readme, { title: 'New: "title"' }),
    readme.replace("title: Old title", 'title: "New: \\"title\\""'),
  );
});

Deno.test("values over several lines are replaced as a whole", () => {
  const changed = withCard(readme, { short_description: "short", tags: null });
  assertEquals(
    changed,
    readme
      .replace(
        "short_description: >-\n  over\n  two lines",
        'short_description: "short"',
      )
      .replace("tags:\n  - a\n  - b\n", ""),
  );
  assertEquals(
    withCard(readme, { models: "x" }),
    readme.replace("models:\n- gpt2", 'models: "x"'),
  );
});

Deno.test("new keys are added at the end of the card", () => {
  assertEquals(
    withCard("---\nsdk: docker\n---\nText\n", { title: "A", license: "mit" }),
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
  Deno.test(`a README with ${what} gets a title`, () => {
    assertEquals(withCard(text, { title: "A" }), expected);
  });
}

Deno.test("keys are looked for in the card only", () => {
  assertEquals(hasCardKey(readme, "license"), true);
  assertEquals(hasCardKey(readme, "not"), false);
  assertEquals(hasCardKey("sdk: gradio", "sdk"), false);
  assertEquals(hasCardKey("---\nsdk: gradio\n---", "sdk"), true);
});
