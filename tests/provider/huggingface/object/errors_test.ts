import {
  assert,
  assertEquals,
  assertMatch,
  assertStrictEquals,
} from "@std/assert";
import { textOf } from "../../../../provider/framework/diagnostics.ts";
import {
  AbortedError,
  ConnectionError,
  PermissionDeniedError,
  ServerError,
  TimeoutError,
} from "../../../../mod.ts";
import {
  DiagnosticsError,
  failure,
  maskSecret,
  redactValues,
} from "../../../../provider/framework/mod.ts";
import { wireDiagnostics } from "../../../../provider/framework/rpc/messages.ts";
import {
  sanitizeForDisplay,
  sanitizeLines,
} from "../../../../provider/framework/secrets.ts";
import { run } from "../../../../provider/framework/testing/system/run.ts";
import { ShownLogs } from "../../../../provider/huggingface/define/shown_logs.ts";
import {
  explain,
  quoteWords,
} from "../../../../provider/huggingface/object/errors.ts";
import { importCommand } from "../../../../provider/huggingface/object/remote_object.ts";
import {
  lastLines,
  LOG_LINES,
} from "../../../../provider/huggingface/object/wait.ts";
import { testIf } from "../../../support/skip.ts";

const request = {
  action: "read the endpoint acme/x",
  method: "GET",
  url: "https://api.example/v2/endpoint/acme/x",
};

const context = {
  summary: "Cannot read the endpoint acme/x",
  provider: { tokenSource: () => Promise.resolve("the variable `HF_TOKEN`") },
  namespace: "acme",
  permission: "inference.endpoints.write" as const,
};

const table: Record<string, { error: Error; says: readonly string[] }> = {
  "what was interrupted says so, and blames no proxy": {
    error: new AbortedError(
      { ...request, reason: "the caller ended it" },
      { cause: new DOMException("Terraform asked to stop", "AbortError") },
    ),
    says: ["It was interrupted: Terraform asked to stop.", "Run the command"],
  },
  "5xx gives the request id": {
    error: new ServerError({
      ...request,
      status: 502,
      reason: "",
      requestId: "req-7",
    }),
    says: ["request id req-7", "status.huggingface.co"],
  },
  "a time limit": {
    error: new TimeoutError({ ...request, reason: "no answer in 30 s" }),
    says: ["request_timeout"],
  },
  "a broken network": {
    error: new ConnectionError({ ...request, reason: "connection refused" }),
    says: ["Connection refused", "HTTPS_PROXY"],
  },
};

for (const [name, { error, says }] of Object.entries(table)) {
  Deno.test(`explained: ${name}`, async () => {
    const explained = await explain(error, context);
    assert(explained instanceof DiagnosticsError);
    const [diagnostic] = explained.diagnostics;
    assertEquals(diagnostic?.severity, "error");
    assertEquals(diagnostic?.summary, context.summary);
    const detail = diagnostic?.detail ?? "";
    for (const text of says) assert(detail.includes(text), detail);
    assert(/[.!]$/.test(detail), detail);
  });
}

Deno.test("no word of a service is so long that the advice after it is cut", async () => {
  const advice = "To stop it: `hf jobs cancel acme/1ff96f41c97acab0a1b2c3d4`.";
  const error = new PermissionDeniedError({
    ...request,
    status: 403,
    reason: "no ".repeat(2000),
    requestId: "x".repeat(700),
    body: {},
  });
  const explained = await explain(error, { ...context, advice });
  assert(explained instanceof DiagnosticsError);
  const [{ detail = "" } = {}] = wireDiagnostics(explained.diagnostics);
  assert(detail.includes(advice), detail);
});

Deno.test("other errors are left as they are", async () => {
  for (const error of [new TypeError("a bug"), "text", undefined]) {
    assertStrictEquals(await explain(error, context), error);
  }
});

Deno.test("a secret that is a word is masked in what a service says, and never in our words", async () => {
  for (const word of ["pineapple", "endpoint", "cannot", "last", "network"]) {
    maskSecret(word);
  }
  const reason = "No pineapple for this endpoint.";
  const explained = await explain(
    new PermissionDeniedError({ ...request, status: 403, reason }),
    context,
  );
  assert(explained instanceof DiagnosticsError);
  const detail = explained.diagnostics[0]?.detail ?? "";
  assert(detail.includes("No *** for this *** (GET"), detail);
  assertEquals(sanitizeForDisplay(detail), detail);
  const lines = await lastLines("log", () => Promise.resolve(["a pineapple"]));
  assertEquals(
    lines,
    ["The last lines of its log:", { lines: "a ***" }],
  );
  const key = "a key of many lines,".repeat(60);
  maskSecret(key);
  const folded = btoa(key).match(/.{1,76}/g);
  assertEquals(
    await lastLines("log", () => Promise.resolve(["begin", ...folded ?? []])),
    ["The last lines of its log:", { lines: "begin\n***" }],
  );
  const shown: string[] = [];
  const logs = new ShownLogs({
    signal: new AbortController().signal,
    progress: (line) => shown.push(textOf(line)),
  });
  logs.show("log", async function* () {
    yield await Promise.resolve("a pineapple");
  });
  await logs.end(1000);
  assertEquals(shown, ["  a ***"]);
});

for (const [length, most] of [[1, 100], [2 ** 20, 4]] as const) {
  const text = "a".repeat(length);
  Deno.test(`a log with lines of ${length} is read no faster than they are taken`, async () => {
    let read = 0;
    const logs = new ShownLogs({
      signal: new AbortController().signal,
      progress: () => new Promise(() => {}),
    });
    logs.show("log", async function* () {
      while (read++ < 1000) yield await Promise.resolve(text);
    });
    await new Promise((resolve) => setTimeout(resolve));
    assert(read < most, `${read} lines were read`);
  });
}

Deno.test("of a log that is shown the last lines are kept, fewer of long ones", async () => {
  const kept = async (length: number) => {
    const { signal } = new AbortController();
    const logs = new ShownLogs({ signal, progress: () => {} });
    logs.show("log", async function* () {
      for (let at = 0; at < 40; at++) {
        yield await Promise.resolve(`${at}`.padEnd(length));
      }
    });
    await logs.end(1000);
    return logs.lines.map((line) => line.trim());
  };
  assertEquals((await kept(2)).length, LOG_LINES);
  assertEquals(await kept(2 ** 20), ["38", "39"]);
});

Deno.test("no line of a log begins where a message or a terminal has its own", async () => {
  const forged = "The Space is well. To go on, run\n\n  curl a | sh";
  const wide = "\u6f22".repeat(500) + forged;
  const logs = [
    `Error: out of memory ${"x ".repeat(500)}${forged}`,
    ...Array.from({ length: 20 }, (_, i) => "y".repeat(2000 + i) + forged),
    wide,
    `${" ".repeat(70)}\u2577${" ".repeat(9)}${"\t".repeat(50)}Error: a`,
    `begin\n\n${"\u0085To go on, run this.\n".repeat(LOG_LINES - 1)}`,
    `begin\n\n${"To go on, run this.\n".repeat(LOG_LINES - 1)}`,
  ];
  for (const log of [logs, ...logs.map((one) => [one])]) {
    const lines = await lastLines("log", () => Promise.resolve(log));
    const failed = failure("It failed", [...lines, "Apply again."]);
    const shown = sanitizeLines(failed.diagnostics[0]?.detail ?? "");
    const [first, ...rest] = shown.split("\n");
    assertEquals(first, "The last lines of its log:");
    assertEquals(rest.pop(), "Apply again.");
    assertEquals(rest.filter((line) => /^\S/.test(line)), []);
    assert(rest.every((line) => line.length <= 110), shown);
  }
});

Deno.test("quoted words stay in their quotes, however long, in a message", () => {
  for (
    const words of ["a".repeat(5000), '"'.repeat(5000), "a\nb ".repeat(500)]
  ) {
    const shown = redactValues`${quoteWords(words)}`;
    assertMatch(shown, /^"(?:[^"\\\n]|\\.)*…"$/);
  }
});

testIf({
  name:
    "the command that a message advises imports the id, and runs nothing of it, whatever tokens a service has handed out",
  skipped: Deno.build.os === "windows" ? "there is no sh" : undefined,
  fn: async () => {
    const ids = [
      "datasets/acme/x/branch/it's`id`$(id)${IFS};\"&\\",
      "acme/x; id #",
      "acme/x",
    ];
    const tokens = [
      "ADDRESS '",
      "terraform import",
      "terraform",
      "import ADDRESS acme/x",
      "  terraform",
      "printf",
    ];
    for (const token of ["", ...tokens]) {
      if (token !== "") maskSecret(token, { isToken: true });
      for (const id of ids) {
        const { diagnostics } = failure("No", ["So:", importCommand({ id })]);
        const [{ detail = "" } = {}] = wireDiagnostics(diagnostics);
        const { stdout } = await run("sh", [
          "-c",
          `terraform() { printf '%s\\n' "$@"; }\n${detail.replace("So:", "")}`,
        ]);
        assertEquals(stdout, `import\nADDRESS\n${id}\n`, token);
      }
    }
  },
});
