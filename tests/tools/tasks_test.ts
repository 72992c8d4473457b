import { assertEquals, assertMatch } from "@std/assert";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";

const { tasks }: {
  tasks: Record<string, { description: string; command: string }>;
} = JSON.parse(await Deno.readTextFile(inRoot("deno.json")));

/** The program of each task with its arguments; several tasks may share it. */
const programs = [
  ...new Set(
    Object.values(tasks).map(({ command }) =>
      command.replace(/^deno run -A /, "").replace(/ (check|doc:lint)$/, "")
    ),
  ),
];

/** Starts a program of this project. */
const start = (program: string, ...args: string[]) =>
  run(Deno.execPath(), [
    ...["run", "-A", "--no-lock", ...program.split(" ")],
    ...args,
  ], { cwd: root });

/** The help of each program that was asked for it. */
const helps = new Map<string, ReturnType<typeof run>>();

function help(program: string): ReturnType<typeof run> {
  const asked = helps.get(program) ?? start(program, "--help");
  helps.set(program, asked);
  return asked;
}

async function snapshot(): Promise<string> {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: root });
  return stdout;
}

/** Every flag of a help, each with a value that it takes. */
function flagsOf(help: string): string[] {
  const lines = help.matchAll(/^ {2}--(\S+)( \S+)? {2,}(.*(?:\n {4,}.*)*)/gm);
  return [...lines].flatMap(([, name = "", value, text = ""]) => {
    if (name === "help") return [];
    const [, first = "1"] = /: ([\w-]+)(?:, [\w-]+)+$/.exec(text) ?? [];
    return value === undefined ? [`--${name}`] : [`--${name}`, first];
  });
}

for (const program of programs) {
  Deno.test(`${program} answers --help, refuses what it does not know, and changes nothing`, async () => {
    const before = await snapshot();
    const { code, stdout, stderr } = await help(program);
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /^Usage: [\s\S]*^ {2}--help /m);
    const typo = await start(program, ...flagsOf(stdout), "--hepl");
    assertEquals(typo.code, 2, typo.stdout);
    assertMatch(
      typo.stderr,
      // The client has no dependency that finds the nearest word.
      program.startsWith("client/")
        ? /Unknown option '--hepl'\. See --help/
        : /Unknown option --hepl\. Did you mean `--help`\?/,
    );
    assertEquals(await snapshot(), before);
  });
}

const refused: [program: string, args: string[], message: RegExp][] = [
  ["tools/tasks.ts", ["biuld"], /no task "biuld"\. Did you mean `build`\?/],
  ["tools/tasks.ts", [], /Say which task: build, compile, docs, /],
  ["tools/tasks.ts install", ["--nod"], /Did you mean `--node`\?/],
  [
    "tools/tasks.ts install",
    ["--executable", "x", "--node"],
    /--executable and --node exclude each other/,
  ],
  ["tools/tasks.ts compile", ["mars"], /does not take the argument "mars"/],
  [
    "tools/tasks.ts compile",
    ["--target", "mars"],
    /"mars" is not a valid --target\. Use one/,
  ],
  ["tools/sandbox.ts", ["--token", "x=king"], /ROLE is read, write or perm/],
  ["tools/sandbox.ts", ["--token", "x=wirte"], /Did you mean `write`\?/],
  ["tools/sandbox.ts", ["--port", "http"], /--port needs a whole number/],
  ["tools/ok.ts", ["fnt"], /Did you mean `fmt`\?/],
  [
    "tools/tasks.ts test",
    ["tests/none_test.ts"],
    /There is no tests\/none_test\.ts/,
  ],
  [
    "tools/tasks.ts test",
    ["tests/tools/test_summary_test.ts", "--filter", "zzz"],
    /No test has "zzz" in its name/,
  ],
  [
    "tools/tasks.ts test",
    ["tests/support/walk.ts"],
    /There is no test in/,
  ],
];

for (const [program, args, message] of refused) {
  Deno.test(`${program} ${args.join(" ")} is refused`, async () => {
    const { code, stderr } = await start(program, ...args);
    assertEquals(code, 2, stderr);
    assertMatch(stderr, message);
  });
}

Deno.test("each flag of a task that a page names is in the task's help", async () => {
  const { stdout } = await run("git", ["ls-files", "*.md", "*.md.tmpl"], {
    cwd: root,
  });
  const named = new Map<string, Set<string>>();
  for (const page of stdout.trim().split("\n")) {
    const text = await Deno.readTextFile(inRoot(page));
    const calls = text.matchAll(/\btask ([a-z:]+)((?: [^\s`|;&)]+)*)/g);
    for (const [, name = "", args = ""] of calls) {
      for (const [flag] of args.matchAll(/(?<= )--[\w-]+/g)) {
        if (name in tasks) {
          named.set(name, (named.get(name) ?? new Set()).add(flag));
        }
      }
    }
  }
  assertEquals(named.size > 5, true);
  for (const [name, flags] of named) {
    const [, , , ...program] = tasks[name]?.command.split(" ") ?? [];
    const { stdout } = await help(program.join(" "));
    for (const flag of flags) {
      assertMatch(stdout, new RegExp(`^ +${flag} `, "m"), `task ${name}`);
    }
  }
});
