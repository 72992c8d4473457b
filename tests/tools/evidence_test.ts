import { assert, assertEquals } from "@std/assert";
import { marks, readEvidence } from "../../tools/evidence.ts";
import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { readAnswers } from "../recorded/answers.ts";

/** Every source of the client without its comments, by path. */
const sources = await Promise.all(
  // The sandbox, and code that sends requests of its own, are no part of it.
  (await filesBelow(inRoot("client"))).filter((name) =>
    !/^(?:confirm|sandbox)\//.test(name)
  ).map(async (name) => {
    const text = await Deno.readTextFile(inRoot(`client/${name}`));
    return [name, text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "")] as const;
  }),
);

/** The words of the paths that the client asks for, each with its file. */
const words = new Map(
  sources.flatMap(([file, code]) =>
    Array.from(code.matchAll(/["`](\/[^"`\s]*)["`]/g), ([, path = ""]) => path)
      .flatMap((path) =>
        path.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "").split(/[/?$]/)
      )
      .filter((word) => /^[a-z][a-z0-9-]+$/.test(word))
      .map((word) => [word, file])
  ),
);

Deno.test("every route of the client has its evidence", async () => {
  const table = await readEvidence();
  const known = table.map(({ subject, note }) => `${subject} ${note}`)
    .join("\n");
  assert(words.size > 50, `${words.size}`);
  // Add a line for the route to EVIDENCE.md.
  assertEquals(
    [...words].filter(([word]) =>
      !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(known)
    ),
    [],
  );
});

Deno.test("every line has a mark that is known, and none stands twice", async () => {
  const table = await readEvidence();
  assert(table.length > 80);
  assertEquals(table.filter(({ mark }) => !marks.includes(mark)), []);
  const subjects = table.map(({ subject }) => subject);
  assertEquals(new Set(subjects).size, subjects.length);
});

const answers = (await readAnswers()).filter(({ kind }) =>
  kind === "recorded" || kind === "observed"
);
const routes = (await readEvidence()).filter(({ subject }) =>
  /^`[A-Z]+ [^`]+`$/.test(subject)
);
const confirmed = routes.filter(({ mark }) => mark === "recorded");

Deno.test("a route is marked as recorded if and only if the service's answer is", () => {
  const answered = answers.map(({ route }) => `\`${route}\``)
    .filter((route) => route !== "`POST / of the endpoint`");
  assertEquals(
    new Set(confirmed.map(({ subject }) => subject)),
    new Set(answered),
  );
});

Deno.test("the first sentence of EVIDENCE.md has the numbers", async () => {
  const text = await Deno.readTextFile(inRoot("client/sandbox/EVIDENCE.md"));
  const [sentence] = text.replaceAll("\n", " ").split(". ");
  assertEquals(
    sentence?.match(/\d+/g)?.map(Number),
    [confirmed.length, answers.length],
  );
});
