import { assertEquals, assertMatch } from "@std/assert";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/system/run.ts";

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

async function snapshot(): Promise<string> {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: root });
  return stdout;
}

for (const program of programs) {
  Deno.test(`D5: ${program} answers --help, refuses what it does not know, and changes nothing`, async () => {
    const before = await snapshot();
    const start = (...args: string[]) =>
      run(Deno.execPath(), [
        ...["run", "-A", "--no-lock", ...program.split(" ")],
        ...args,
      ], { cwd: root });
    const help = await start("--help");
    assertEquals(help.code, 0, help.stderr);
    assertMatch(help.stdout, /^Usage: [\s\S]*^ {2}--help /m);
    const typo = await start("--hepl");
    assertEquals(typo.code, 2, typo.stdout);
    assertMatch(typo.stderr, /Unknown option --hepl\. Did you mean `--help`\?/);
    assertEquals(await snapshot(), before);
  });
}

const refused: [program: string, args: string[], message: RegExp][] = [
  ["tools/tasks.ts", ["biuld"], /no task "biuld"\. Did you mean `build`\?/],
  ["tools/tasks.ts", [], /Say which task: build, compile, docs, /],
  ["tools/tasks.ts install", ["--nod"], /Did you mean `--node`\?/],
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
  ["tools/tasks.ts test", ["tests/support/walk.ts"], /There is no test in/],
];

for (const [program, args, message] of refused) {
  Deno.test(`D5: ${program} ${args.join(" ")} is refused`, async () => {
    const { code, stderr } = await run(
      Deno.execPath(),
      ["run", "-A", "--no-lock", ...program.split(" "), ...args],
      { cwd: root },
    );
    assertEquals(code, 2, stderr);
    assertMatch(stderr, message);
  });
}
