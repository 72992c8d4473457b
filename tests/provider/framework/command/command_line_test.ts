import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import {
  printLine,
  readArguments,
  usage,
  UsageError,
} from "../../../../provider/framework/command/command_line.ts";
import fc from "fast-check";
import { failure } from "../../../../provider/framework/diagnostics.ts";
import { wireDiagnostics } from "../../../../provider/framework/rpc/messages.ts";
import { shellLine } from "../../../../provider/framework/shell.ts";
import { run } from "../../../../provider/framework/testing/system/run.ts";
import { oddText } from "../../../support/odd_texts.ts";
import { testIf } from "../../../support/skip.ts";

const command = {
  name: "deno task bake",
  summary: "Bakes bread.",
  options: {
    salt: { help: "with salt" },
    oven: { value: "OVEN", values: ["gas", "stone"], help: "which oven" },
    grain: { value: "GRAIN", multiple: true, help: "which grain,\nor several" },
  },
  operands: { name: "SIZE", help: "how big", values: ["small", "large"] },
} as const;

Deno.test("a command line becomes options and operands", () => {
  assertEquals(
    readArguments(command, [
      "--oven=gas",
      "small",
      "--grain",
      "rye",
      "--salt",
      "--grain=oat",
    ]),
    {
      options: { salt: true, oven: "gas", grain: ["rye", "oat"] },
      operands: ["small"],
    },
  );
  assertEquals(readArguments(command, []), {
    options: { salt: false, oven: undefined, grain: [] },
    operands: [],
  });
});

const refused: [args: string[], message: string][] = [
  [["--slat"], "Unknown option --slat. Did you mean `--salt`?"],
  [["--quite-another"], "Unknown option --quite-another."],
  [["-x"], "Unknown option -x."],
  [["--salt=much"], "--salt takes no value."],
  [["--oven"], "--oven needs a value: --oven OVEN"],
  [
    ["--oven", "ston"],
    '"ston" is not a valid --oven. Did you mean `stone`? Use one of gas, stone.',
  ],
  [
    ["smal"],
    '"smal" is not a valid SIZE. Did you mean `small`? Use one of small, large.',
  ],
];

for (const [args, message] of refused) {
  Deno.test(`the command line ${args.join(" ")} is refused`, () => {
    assertThrows(() => readArguments(command, args), UsageError, message);
  });
}

Deno.test("a command without operands takes none", () => {
  const { operands: _, ...others } = command;
  assertThrows(
    () => readArguments(others, ["small"]),
    UsageError,
    'deno task bake does not take the argument "small".',
  );
});

Deno.test("--help wins over everything, and names all that can be given", () => {
  for (const help of ["--help", "-h"]) {
    assertEquals(readArguments(command, ["--slat", help]), undefined);
  }
  const text = usage(command);
  assertMatch(text, /^Usage: deno task bake \[SIZE…\] \[options\]\n/);
  for (const name of ["SIZE", "--salt", "--oven OVEN", "--grain", "--help"]) {
    assertMatch(text, new RegExp(`^  ${name} `, "m"));
  }
  assertMatch(text, /^ {2}--grain GRAIN {2}which grain,\n {17}or several$/m);
});

Deno.test("a command prints a line, whatever a service or a name of a file has in it", () => {
  const written: string[] = [];
  const name = `acme/j${" ".repeat(80)}a\n\nError: b`;
  printLine({ write: (text) => written.push(text) }, `- ${name} left out`);
  assertEquals(written, ["- acme/j a Error: b left out\n"]);
});

Deno.test("a word that no program can be given names nothing", () => {
  const words = ["a\0b", "\ud800", "a\n\n"];
  assertEquals(shellLine("rm", ...words), "rm '…' '…' '…'");
});

testIf({
  name: "a shell reads each line of a message as the words it was written for",
  skipped: Deno.build.os === "windows" ? "there is no sh" : undefined,
  fn: async () => {
    const fixed = [
      "",
      "~",
      "=ls",
      "-n",
      "a b",
      "x$(touch${IFS}PWNED)",
      "a\nError: b",
      "\x1b]0;",
      "##[group]",
      "a ::error ::b",
      "::error::b",
      `e${"\u0301".repeat(18)}`,
    ];
    const lines = [
      ...fixed.map((word) => [word]),
      // A line end at the end is one of the message, which it indents.
      ...fc.sample(fc.array(oddText), { numRuns: 500, seed: 37 })
        .map((words) => words.filter((word) => !word.endsWith("\n"))),
    ].filter((words) => words.length > 0);
    const script = lines.map((words, i) => {
      const command = "printf '%s\\0'";
      const line = `${command} ${shellLine(...words)}`;
      const { diagnostics } = failure(
        "No",
        i % 2 === 0 ? line : [{ command, values: words }],
      );
      return wireDiagnostics(diagnostics).map(({ detail }) => `${detail}\n`);
    }).flat().join("");
    const folder = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${folder}/script`, script);
      const { code, stdout, stderr } = await run("sh", ["script"], {
        cwd: folder,
      });
      assertEquals([code, stderr], [0, ""]);
      assertEquals(stdout.split("\0").slice(0, -1), lines.flat());
      const names = await Array.fromAsync(
        Deno.readDir(folder),
        ({ name }) => name,
      );
      assertEquals(names, ["script"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
