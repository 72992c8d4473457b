import { assertEquals } from "@std/assert";
import {
  type Detail,
  textOf,
} from "../../../../provider/framework/diagnostics.ts";
import { maskSecret } from "../../../../provider/framework/secrets.ts";
import { ShownLogs } from "../../../../provider/huggingface/define/shown_logs.ts";
import { base64 } from "../../../support/secret_forms.ts";

const secret = `sk-live-${"9f8e7d6c5b4a39281706".repeat(5)}/ABCD`;
maskSecret(secret);
const wrapped = (end: string) =>
  base64(`user:${secret}`).replaceAll(/.{76}(?!$)/g, `$&${end}`);
const shown = /(?<=^ *)dXNlcjp?\*\*\*=*$/;

/** The lines of a log that are shown, indented, and those that are kept. */
async function show(
  lines: () => AsyncIterable<string> | Iterable<string>,
): Promise<readonly (readonly string[])[]> {
  const told: string[] = [];
  const { signal } = new AbortController();
  const progress = (lines: Detail) => told.push(...textOf(lines).split("\n"));
  const logs = new ShownLogs({ signal, progress });
  logs.show("log", async function* () {
    yield* lines();
  });
  await logs.end(60_000);
  return [told, logs.lines];
}

for (const [title, end] of [["plain", "\n"], ["with CRLF", "\r\n"]] as const) {
  Deno.test(`base64 over several lines of a log is masked, ${title}`, async () => {
    const lines = ["Logging in:", ...wrapped(end).split("\n"), "", "Done."];
    const [told, kept] = (await show(() => lines)).map((all) =>
      all.map((line) => line.replace(shown, "***"))
    );
    assertEquals(kept, ["Logging in:", "***", "", "Done."]);
    assertEquals(told, ["  Logging in:", "  ***", "  ", "  Done."]);
  });
}

Deno.test("base64 at the end of a log is masked, however that ends", async () => {
  const [told = []] = await show(async function* () {
    yield* wrapped("\n").split("\n");
    await Promise.reject(new Error("It broke off"));
  });
  assertEquals(told.map((line) => shown.test(line)), [true]);
});

for (const [first, most] of [[1024, 200], [200_000, 3]] as const) {
  Deno.test(`lines that look like base64 are shown before the log ends, after one of ${first}`, async () => {
    const told: string[] = [];
    const { signal } = new AbortController();
    const progress = (lines: Detail) => told.push(...textOf(lines).split("\n"));
    const logs = new ShownLogs({ signal, progress });
    let count = 0;
    logs.show("log", async function* () {
      yield await Promise.resolve("a".repeat(first));
      for (count++; told.length === 0 && count < 1000; count++) {
        yield await Promise.resolve("a".repeat(1024));
      }
    });
    await logs.end(60_000);
    assertEquals(count < most, true);
    assertEquals(told.length, count);
  });
}

Deno.test("a secret in base64 is masked wherever in a long run of base64 it stands", async () => {
  const long = "4b3a2c1d/".repeat(1500);
  maskSecret(long);
  const folded = base64(long).match(/.{1,76}/g) ?? [];
  const filler = base64("x".repeat(57));
  const beginnings = [
    ...Array.from({ length: 8 }, (_, at) => Array(1500 + 40 * at).fill(filler)),
    [filler.repeat(1722)],
    [
      "sk-live-\x1b[0m" + secret.slice(8),
      ...Array(1625).fill(`\x1b[0m${filler}`),
    ],
  ];
  const seen: string[] = [];
  for (const end of ["", "\x1b[0m", "\u200b"]) {
    for (const beginning of end === "" ? beginnings : [[]]) {
      const [told = []] = await show(() => [
        ...beginning,
        ...folded.map((line) => line + end),
        ...Array(3000).fill(filler),
      ]);
      const all = told.join("\n");
      seen.push(...folded.filter((line) => all.includes(line)));
    }
  }
  assertEquals(seen, []);
});

Deno.test("an endless log is shown up to a bound, with the count of the rest", async () => {
  const line = "x".repeat(99);
  const [told = [], kept] = await show(function* () {
    for (let count = 0; count < 100_000; count++) yield line;
    yield "the last line";
  });
  const lines = told
    .filter((one) => one.replace(/^ {2}(?:\| )?/, "") === line).length;
  assertEquals(told.slice(lines), [
    "The log goes on; the rest is left out",
    `${100_001 - lines} lines of the log were left out`,
  ]);
  assertEquals(lines > 10_000 && lines < 60_000, true);
  assertEquals(kept?.at(-1), "the last line");
});

Deno.test("a text of many lines is shown in few messages, and nothing of it cut", async () => {
  const lines = Array.from({ length: 300_000 }, (_, i) => `${i}`);
  const told: string[] = [];
  const { signal } = new AbortController();
  const progress = (text: Detail) => told.push(textOf(text));
  const logs = new ShownLogs({ signal, progress });
  logs.show("log", async function* () {
    yield await Promise.resolve(lines.join("\n"));
  });
  await logs.end(60_000);
  assertEquals(told.join("\n"), lines.map((line) => `  | ${line}`).join("\n"));
  assertEquals(told.length < 1000, true);
  assertEquals(Math.max(...told.map(({ length }) => length)) <= 4096, true);
  assertEquals(logs.lines, lines.slice(-20));
});

for (
  const blank of [
    ...[" ", "\t", "\u00a0", "\u2800", "\u3000", "\u200b ", "\u3164"],
    `${" ".repeat(16)}\u{1bc9d}`,
  ]
) {
  Deno.test(`no line of a log draws a box of the CLI, filled with ${JSON.stringify(blank)}`, async () => {
    const fill = blank.repeat(80);
    const [told = []] = await show(() => [`${fill}╵${fill}╷${fill}│ Error: x`]);
    const gap = " ".repeat(16);
    assertEquals(told, [`  ${gap}+${gap}+${gap}+ Error: x`]);
  });
}
