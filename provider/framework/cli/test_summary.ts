/**
 * Reads what `deno test` printed and wrote.
 *
 * @module
 */

/** The numbers of tests that passed, failed and were skipped. */
export interface Counts {
  /** Tests that passed. */
  readonly passed: number;
  /** Tests that failed, and modules that did not load. */
  readonly failed: number;
  /** Tests that were skipped. */
  readonly skipped: number;
}

/** A test that did not run. */
export interface Skip {
  /** The test's name without the reason. */
  readonly name: string;
  /** The reason of a skip; undefined if its name does not say. */
  readonly reason: string | undefined;
}

/** The tests to run, and how. */
export interface TestRun {
  /** Files and folders, from the project's folder. */
  readonly paths: readonly string[];
  /** Variables for the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** Further arguments of `deno test`. */
  readonly args: readonly string[];
  /** Whether these are all tests. */
  readonly isWhole: boolean;
  /** Milliseconds without a result until Deno is to name what runs, and end. */
  readonly patienceMs?: number | undefined;
  /** The options of the task. */
  readonly options: {
    readonly filter?: string | undefined;
    readonly verbose: boolean;
    readonly "fail-fast": boolean;
  };
}

/** The result of a run. */
export interface TestResult {
  /** The numbers of tests. */
  readonly counts: Counts;
  /** The tests that were skipped. */
  readonly skips: readonly Skip[];
}

/** Parts a test's name from the reason why it is skipped. */
export const skipMark = " — skipped: ";

const summary =
  /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/g;

/**
 * The counts of the last summary line in the output.
 *
 * Without one (the tests did not even load) one failure is counted, so that
 * nothing looks green that did not run.
 */
export function readCounts(output: string, exitCode: number): Counts {
  const last = [...withoutColours(output).matchAll(summary)].at(-1);
  const [passed, failed, skipped] = [1, 2, 3].map((group) =>
    Number(last?.[group] ?? 0)
  );
  return {
    passed: passed ?? 0,
    failed: exitCode === 0 ? failed ?? 0 : Math.max(failed ?? 0, 1),
    skipped: skipped ?? 0,
  };
}

/**
 * The skipped tests of a JUnit report as `deno test` writes it.
 *
 * @param filter What was given as `--filter`: to Deno, the tests that it leaves
 *   out are skipped too.
 */
export function readSkips(junit: string, filter = ""): Skip[] {
  const [, source] = /^\/(.*)\/$/.exec(filter) ?? [];
  const chosen = (name: string) =>
    source === undefined ? name.includes(filter) : RegExp(source).test(name);
  const cases = junit.matchAll(
    /<testcase name="([^"]*)"[^>]*>\s*<skipped\s*\/>/g,
  );
  return Array.from(cases, ([, text = ""]) => unescapeXml(text))
    .filter(chosen).map((text) => {
      const [name = "", reason] = text.split(skipMark);
      return { name, reason };
    });
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

/** The closing line: `N passed, N failed`, and skipped ones if there are. */
export function closingLine(counts: Counts): string {
  const line = `${counts.passed} passed, ${counts.failed} failed`;
  return counts.skipped === 0 ? line : `${line}, ${counts.skipped} skipped`;
}

/** Parses a line of `deno test` about one test; undefined: another line. */
export function resultOf(line: string): "passed" | "failed" | undefined {
  const [, word] = / \.\.\. (ok|FAILED)\b/.exec(withoutColours(line)) ?? [];
  return word === undefined ? undefined : word === "ok" ? "passed" : "failed";
}

/**
 * Formats the progress of a run, in one line.
 *
 * @param total How many tests there are, if that is known.
 */
export function progressLine(
  { passed, failed }: { readonly passed: number; readonly failed: number },
  total: number | undefined,
): string {
  const done = passed + failed;
  const broken = failed === 0 ? "" : `, ${failed} failed`;
  return total === undefined || done >= total
    ? `${done} tests${broken}`
    : `${done} of about ${total} tests${broken}`;
}

/**
 * The explanation of a failed run: the part of the output that has it, all of it
 * if unsure, and that a signal ended it, which leaves no failure to name.
 */
export function failuresOf(
  { stdout, stderr, code }: {
    readonly stdout: string;
    readonly stderr: string;
    readonly code: number;
  },
): string {
  const ended = code > 128
    ? `Signal ${code - 128} ended \`deno test\` before it was through.`
    : "";
  const at = withoutColours(stdout).search(/^\s*ERRORS\s*$/m);
  const part = at === -1
    ? stdout.split("\n").filter((line) => resultOf(line) !== "passed").join(
      "\n",
    )
    : withoutColours(stdout).slice(at);
  return [part, stderr, ended]
    .map((text) => text.trim()).filter((text) => text !== "").join("\n\n");
}

/** The text without the colours a terminal program put into it. */
export function withoutColours(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replaceAll(/\x1b\[[0-9;]*m/g, "");
}
