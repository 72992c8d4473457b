import { assertEquals, assertStringIncludes } from "@std/assert";
import { pathToFileURL } from "node:url";
import { readNodeResult } from "../../provider/framework/cli/tests_on_node.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { inRoot } from "../../tools/paths.ts";
import { Progress } from "../../provider/framework/cli/test_progress.ts";
import {
  closingLine,
  type Counts,
  failuresOf,
  readCounts,
  readSkips,
  type TestRun,
  withoutColours,
} from "../../provider/framework/cli/test_summary.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const outputs: [name: string, text: string, code: number, counts: Counts][] = [
  ["a green run", "ok | 3 passed | 0 failed (7ms)", 0, counts(3, 0, 0)],
  [
    "steps and ignored tests",
    "ok | 3 passed (2 steps) | 0 failed | 1 ignored (1 step) (7ms)",
    0,
    counts(3, 0, 1),
  ],
  [
    "colours",
    "\x1b[31mFAILED\x1b[0m | 2 passed | 2 failed (1 step) \x1b[38m(9ms)\x1b[0m",
    1,
    counts(2, 2, 0),
  ],
  ["tests that do not load", "error: Type checking failed", 1, counts(0, 1, 0)],
  [
    "a failure outside the tests",
    "ok | 3 passed | 0 failed (7ms)",
    1,
    counts(3, 1, 0),
  ],
  [
    "the last of two summaries",
    "ok | 1 passed | 0 failed (7ms)\nok | 3 passed | 0 failed (7ms)",
    0,
    counts(3, 0, 0),
  ],
];

for (const [name, text, code, expected] of outputs) {
  Deno.test(`readCounts() reads ${name}`, () => {
    assertEquals(readCounts(text, code), expected);
  });
}

Deno.test("readSkips() parts the name from the reason, and leaves out what a filter does", () => {
  const junit = `
    <testcase name="runs" classname="a" time="0.1" line="2" col="6">
    </testcase>
    <testcase name="a &lt;b&gt; — skipped: no &quot;x&quot;" classname="a" line="3">
        <skipped/>
    </testcase>
    <testcase name="mute" classname="a" time="0.000">
        <skipped/>
    </testcase>`;
  assertEquals(readSkips(junit), [
    { name: "a <b>", reason: 'no "x"' },
    { name: "mute", reason: undefined },
  ]);
  for (const filter of ["<b>", "/^a.*no/"]) {
    assertEquals(readSkips(junit, filter), [
      { name: "a <b>", reason: 'no "x"' },
    ]);
  }
});

Deno.test("closingLine() names skipped tests only if there are some", () => {
  assertEquals(closingLine(counts(4, 0, 0)), "4 passed, 0 failed");
  assertEquals(closingLine(counts(4, 1, 2)), "4 passed, 1 failed, 2 skipped");
});

function counts(passed: number, failed: number, skipped: number): Counts {
  return { passed, failed, skipped };
}

Deno.test("the counts of Node's runner and of Bun's, with the reason of each skip", () => {
  const node = `✔ a (1.5ms)
﹣ b — skipped: no CLI (0.2ms) # SKIP
﹣ c (0.1ms) # on Sundays
﹣ d (0.1ms) # test name does not match pattern
ℹ tests 6
ℹ pass 1
ℹ fail 1
ℹ cancelled 1
ℹ skipped 3`;
  assertEquals(readNodeResult(node, 1), {
    counts: counts(1, 2, 2),
    skips: [
      { name: "b", reason: "no CLI" },
      { name: "c", reason: "on Sundays" },
    ],
  });
  const bun = "(pass) a [1ms]\n\n 12 pass\n 0 fail\nRan 12 tests";
  assertEquals(readNodeResult(bun, 0).counts, counts(12, 0, 0));
  assertEquals(readNodeResult("SyntaxError", 1).counts, counts(0, 1, 0));
});

Deno.test("failuresOf() leaves out what passed, but nothing if it is unsure", () => {
  const failed = "a ... ok\nb ... FAILED\n\n ERRORS \n\nb: Error: no\n";
  assertEquals(
    failuresOf({ stdout: failed, stderr: "warning\n", code: 1 }),
    "ERRORS \n\nb: Error: no\n\nwarning",
  );
  const untold = { stdout: "Type error", stderr: "", code: 1 };
  assertEquals(failuresOf(untold), "Type error");
});

Deno.test("failuresOf() says that a signal has ended the tests", () => {
  assertEquals(
    failuresOf({ stdout: "", stderr: "", code: 137 }),
    "Signal 9 ended `deno test` before it was through.",
  );
});

Deno.test("a run that hangs ends, and names the test", () =>
  withTemporaryFolder(async (folder) => {
    const hanging = `Deno.test("good", () => {});
Deno.test("waits", () => new Promise(() => setInterval(() => {}, 1000)));`;
    await Deno.writeTextFile(`${folder}/one_test.ts`, hanging);
    const given: TestRun = {
      paths: ["one_test.ts"],
      env: {},
      args: ["--no-lock"],
      isWhole: false,
      options: { verbose: false, "fail-fast": false },
      patienceMs: 3000,
    };
    const module = inRoot("provider/framework/cli/tests_on_deno.ts");
    const { stdout, stderr } = await run(Deno.execPath(), [
      "eval",
      `import { testOnDeno } from ${JSON.stringify(pathToFileURL(module))};
const { counts } = await testOnDeno(${JSON.stringify({ folder })}, ${
        JSON.stringify(given)
      });
console.log(counts);`,
    ], { cwd: inRoot(".") });
    assertStringIncludes(stdout, "failed: 1");
    const text = withoutColours(stderr);
    assertStringIncludes(text, "waits => ./one_test.ts:2:6");
    assertEquals(text.includes("good"), false);
  }));

Deno.test({
  name:
    "a program that has ended is not waited for because of what it left running",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const script = "(sleep 15; echo late) & echo first; exit 3";
    const { code, stdout } = await run("sh", ["-c", script]);
    assertEquals([code, stdout], [3, "first\n"]);
  },
});

Deno.test("the line of a run in a pipe counts, and names the file that runs", async () => {
  const progress = new Progress(undefined, undefined);
  progress.show("running 2 tests from ./tests/a_test.ts\nfirst ... ok (1ms)\n");
  progress.show("second ... FAILED (1ms)\nrunning 1 test from ./tests/b_te");
  progress.show("st.ts\n");
  assertEquals(`${progress}`, "2 tests, 1 failed; runs tests/b_test.ts");
  await progress.end(1);
});
