import { assert, assertEquals } from "@std/assert";
import { marks, readEvidence } from "../../tools/evidence.ts";
import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { readAnswers } from "../recorded/answers.ts";

/** The text that marks a route which the sandbox lacks. */
const saidToLack = "the sandbox has none";

/** Every source of the client without its comments, by path. */
const sources = await Promise.all(
  // Code that sends requests of its own is no part of the client.
  (await filesBelow(inRoot("client"))).filter((name) =>
    !name.startsWith("confirm/")
  ).map(async (name) => {
    const text = await Deno.readTextFile(inRoot(`client/${name}`));
    return [name, text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "")] as const;
  }),
);
const isOfSandbox = ([name]: readonly [string, string]) =>
  name.startsWith("sandbox/");
const sandbox = sources.filter(isOfSandbox).map(([, code]) => code).join("\n");

/** The words of the paths that the client asks for, each with its file. */
const words = new Map(
  sources.filter((source) => !isOfSandbox(source)).flatMap(([file, code]) =>
    Array.from(code.matchAll(/["`](\/[^"`\s]*)["`]/g), ([, path = ""]) => path)
      .flatMap((path) =>
        path.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "").split(/[/?$]/)
      )
      .filter((word) => /^[a-z][a-z0-9-]+$/.test(word))
      .map((word) => [word, file])
  ),
);

/** The words that are missing in a text, and what to do about each. */
function findMissing(text: string, advice: string): string[] {
  return [...words].filter(([word]) =>
    !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text)
  ).map(([word, file]) => `\`${word}\` of a path in client/${file}: ${advice}`);
}

Deno.test("every route of the client has its evidence", async () => {
  const table = await readEvidence();
  const known = table.map(({ subject, note }) => `${subject} ${note}`);
  assert(words.size > 50, `${words.size}`);
  assertEquals(
    findMissing(known.join("\n"), "add a line for its route to EVIDENCE.md"),
    [],
  );
});

Deno.test("the sandbox has every route of the client, or EVIDENCE.md says that it has not", async () => {
  const table = await readEvidence();
  const lacking = table.filter(({ note }) => note.includes(saidToLack))
    .map(({ subject, note }) => `${subject} ${note}`);
  assertEquals(
    findMissing(
      [sandbox, ...lacking].join("\n"),
      "add its route to client/sandbox, or say in its line in EVIDENCE.md: " +
        saidToLack,
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
