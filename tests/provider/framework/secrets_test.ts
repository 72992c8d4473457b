import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  isStoredForm,
  leaveName,
  maskSecret,
  redact,
  redactSecrets,
  sanitizeForDisplay,
  sanitizeLines,
  storedForm,
} from "../../../provider/framework/secrets.ts";
import { displayValue } from "../../../provider/framework/validators/report.ts";
import { show } from "../../../provider/framework/check/validation_error.ts";
import { shellLine } from "../../../provider/framework/shell.ts";
import { property } from "../../support/property.ts";
import { base64, forms } from "../../support/secret_forms.ts";
import type { Random } from "../../support/random_values.ts";
import { testIf } from "../../support/skip.ts";
import { run } from "../../../provider/framework/testing/system/run.ts";
import { inRoot } from "../../../tools/paths.ts";

const letters = [..."abcXYZ019 \"'\\/&<>%+=äß語😀-_.:\n", "${", "%{"];

function randomSecret(random: Random, size: number): string {
  const length = 8 + random.below(8 * (size + 1));
  const text = Array.from({ length }, () => random.pick(letters)).join("");
  return `k7${text}7k`;
}

property(
  "a secret is masked in each form in which services repeat it",
  500,
  (random, size) => {
    const secret = randomSecret(random, size);
    maskSecret(secret);
    for (const [name, form] of Object.entries(forms)) {
      assertEquals(
        redactSecrets(`it is [${form(secret)}], no more`),
        "it is [***], no more",
        name,
      );
    }
  },
);

property(
  "a secret is masked whichever form each of its characters has",
  500,
  (random, size) => {
    // Escapes of what begins an escape can mean several things.
    const secret = randomSecret(random, size).replaceAll(/[%&\\]/g, " ");
    maskSecret(secret);
    const mixed = Array.from(secret, (char) => {
      const code = char.codePointAt(0)?.toString(16);
      return random.pick([
        char === " " ? "+" : char,
        char === "+" ? "%2B" : char,
        encodeURIComponent(char),
        `&#x${code};`,
        `\\u{${code}}`,
      ]);
    }).join("");
    assertEquals(redactSecrets(`it is [${mixed}]`), "it is [***]", secret);
  },
);

property(
  "a secret is masked in base64, wherever it stands",
  500,
  (random, size) => {
    const secret = randomSecret(random, size);
    maskSecret(secret);
    for (const before of ["", "u", "u:", "us:"]) {
      const encoded = base64(`${before}${secret}`).replace(/=+$/, "");
      const url = encoded.replaceAll("+", "-").replaceAll("/", "_");
      for (const form of [encoded, url]) {
        const [left = "", right = "", ...more] = redactSecrets(`[${form}]`)
          .split(
            "***",
          );
        assertEquals(more, []);
        // At most what the neighbours have a part in.
        assertMatch(left, /^\[.{0,4}$/);
        assertMatch(right, /^.{0,2}\]$/);
      }
    }
  },
);

property(
  "a secret is masked in base64 that has line ends",
  100,
  (random) => {
    const digits = [..."ABCXYZabcxyz0123456789+/=:"];
    const secret = Array.from({ length: 90 }, () => random.pick(digits))
      .join("");
    maskSecret(secret);
    const whole = base64(`user:${secret}`);
    for (const columns of [60, 64, 76]) {
      for (
        const end of [
          "\n",
          "\r\n",
          "\n  ",
          " ",
          "\\n",
          "\\r\\n",
          "&#10;",
          "%25250A",
        ]
      ) {
        const wrapped = whole.replaceAll(
          new RegExp(`.{${columns}}(?!$)`, "g"),
          `$&${end}`,
        );
        const shown = redactSecrets(`[${wrapped}]`);
        assertMatch(shown, /^\[.{0,8}\*\*\*.{0,4}\]$/, wrapped);
      }
    }
  },
);

Deno.test("a secret that holds escapes is masked when only its other characters are escaped", () => {
  const cases = [
    ["https://h.example/x?s=a%2Fd e%3D", "https://h.example/x?s=a%2Fd%20e%3D"],
    ["pa%41ss-wörd-12345", "pa%41ss-w%C3%B6rd-12345"],
    ["a&amp;b<c-secretvalue1", "a&amp;b&lt;c-secretvalue1"],
    ["C:\\new\\tök3n-12345", "C:\\new\\t\\u00f6k3n-12345"],
    ["abc+def ghi/jkl%20mno", "abc%2Bdef+ghi/jkl%20mno"],
  ];
  for (const [secret = "", escaped] of cases) {
    maskSecret(secret);
    assertEquals(redactSecrets(`it is [${escaped}]`), "it is [***]", secret);
  }
});

Deno.test("what is escaped beside a secret stays", () => {
  maskSecret("a+b&c/d=e");
  const cases = [
    ["?x=%2B&y=a%2Bb%26c/d%3De%26&z=%20", "?x=%2B&y=***%26&z=%20"],
    ['\\"a\\u002Bb&amp;c\\/d=e\\"\\n', '\\"***\\"\\n'],
    ["&lt;a+b&amp;c/d=e&gt;", "&lt;***&gt;"],
    ["%41a+b&c/d=e\n&amp;a&#43;b&amp;c/d=e;", "%41***\n&amp;***;"],
    ["100 % of \\ & &amp; \n", "100 % of \\ & &amp; \n"],
  ];
  for (const [text = "", expected] of cases) {
    assertEquals(redactSecrets(text), expected);
  }
});

property("each line of a secret is masked", 200, (random) => {
  const digits = [..."ABCXYZabcxyz0123456789+/"];
  const line = () =>
    Array.from({ length: 64 }, () => random.pick(digits)).join("");
  const lines = [line(), line(), line()];
  const frame = ["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"];
  maskSecret([frame[0], ...lines, frame[1], ""].join("\n"));
  for (const one of lines) {
    for (const [name, form] of Object.entries(forms)) {
      assertEquals(redactSecrets(`<${form(one)}>`), "<***>", name);
    }
  }
  // The lines around a key are no secret.
  assertEquals(redactSecrets(`no ${frame[0]}`), `no ${frame[0]}`);
});

Deno.test("of the lines of a long secret the first thousand are masked, and all as a whole", () => {
  const lines = Array.from({ length: 1001 }, (_, at) => `line-${at}-of-many`);
  const secret = lines.join("\n");
  maskSecret(secret);
  assertEquals(redactSecrets(`<${lines[999]}>`), "<***>");
  assertEquals(redactSecrets(`<${lines[1000]}>`), `<${lines[1000]}>`);
  assertEquals(redactSecrets(`<${secret}>`), "<***>");
});

Deno.test("of lines that begin alike each is found, and not each is tried", () => {
  const lines = Array.from(
    { length: 1000 },
    (_, at) => `export KEY_${at}=${"v".repeat(at % 7)}kd93hf83`,
  );
  maskSecret(lines.join("\n"));
  const forms = lines.flatMap((line) => [line, base64(line)]);
  assertEquals(
    redactSecrets(forms.join("; ")),
    forms.map(() => "***").join("; "),
  );
  const alike = base64("export KEY_").slice(0, 8).repeat(100_000);
  assertEquals(redactSecrets(`${alike}%41`), `${alike}%41`);
});

Deno.test("a short secret or one of letters is masked where it stands alone", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["2026-", "At 2026-11-22, 2026- it is", "At 2026-11-22, *** it is"],
    ["s3cr", "s3cr, s3crets and as3cr", "***, s3crets and as3cr"],
    ["pineapple", "a pineapple, the pineapples", "a ***, the pineapples"],
    ["correct horse", "(correct horse)", "(***)"],
    [
      "ab1-x",
      `in "${base64("ab1-x")}", x${base64("ab1-x")}`,
      'in "***", xYWIxLXg=',
    ],
  ];
  for (const [secret, text, expected] of cases) {
    maskSecret(secret);
    assertEquals(redactSecrets(text), expected, secret);
  }
});

Deno.test("a token of letters is masked wherever it stands, and its lines where they do alone", () => {
  const token = "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";
  const lines = "first grapefruit line\ngrapefruit\nk3y: qT7";
  for (const secret of [token, lines]) maskSecret(secret, { isToken: true });
  assertEquals(
    redactSecrets(`x_${token}y, grapefruit, grapefruits`),
    "x_***y, ***, grapefruits",
  );
});

Deno.test("a secret stands alone beside what steers a terminal", () => {
  for (const secret of ["k3y5ab", "swordfish"]) {
    maskSecret(secret);
    for (
      const before of ["\u001b[1m", "\u009b31m", "\u0000", "\u001b[38;2;1;2;3m"]
    ) {
      const text = `is${before}${secret}\u001b[0mhere`;
      assertEquals(sanitizeForDisplay(`"${text}"`), '"is***here"', text);
      const json = JSON.stringify(text);
      assertEquals(redactSecrets(json).includes(secret), false, json);
    }
  }
});

Deno.test("no secret masks the words of messages and schemas", () => {
  for (const name of ["password", "instance_type", "sha256_of_all"]) {
    leaveName(name);
  }
  const message = "Failed to create `old_password`: password, instance_type, " +
    "sha256_of_all and namespace of info_password are read. It is invalid";
  for (
    const secret of [
      ...["password", "Password", "create", "info", "instance_type", "READ"],
      ...["namespace", "pass", "type", "space", "name", "invalid", "inst"],
      ...["sha256_of_all", "Failed", "true"],
    ]
  ) maskSecret(secret);
  assertEquals(sanitizeForDisplay(message), message);
  // Quoted, a word is a value; and others do not quote.
  assertEquals(
    sanitizeForDisplay(
      'No "create", \\"invalid\\", but "password" or "old create", create',
    ),
    'No "***", \\"***\\", but "password" or "old ***", create',
  );
  assertEquals(
    redactSecrets("create is invalid, password and true are not"),
    "*** is ***, password and true are not",
  );
});

Deno.test("what no message has as a word is masked in messages too", () => {
  const secrets = ["qwhzkjbtqwhzkjbt", "kRvQxZaB", "correct horse", "wo0rd"];
  for (const secret of secrets) {
    maskSecret(secret);
    assertEquals(sanitizeForDisplay(`It is ${secret} here`), "It is *** here");
  }
});

Deno.test("secrets that overlap leave nothing of each other", () => {
  for (const one of ["overlap-1", "1-two-3", "overlap-1-and-more"]) {
    maskSecret(one);
  }
  assertEquals(redactSecrets("<overlap-1-two-3>"), "<***>");
  assertEquals(redactSecrets("<overlap-1-and-more>"), "<***>");
  assertEquals(redactSecrets("<overlap-1overlap-1>"), "<***>");
});

Deno.test("a secret is masked wherever in a large text it stands", () => {
  const secret = 'k7 <p\u00e4ss>\n"word" & 100%\\ ${x} %{y 7k';
  maskSecret(secret);
  const filling = "%41 &lt; \\n c \n";
  const escaped = (text: string) =>
    text.replaceAll(
      /[^]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const longest = (text: string) => escaped(escaped(escaped(text)));
  const all = [...Object.values(forms), longest]
    .map((form) => `[${form(secret)}]`);
  for (const start of [0, 17, 40]) {
    const text = Array.from(
      { length: 50 * all.length },
      (_, at) =>
        filling.repeat(9).slice(0, start + at % 37) + all[at % all.length],
    ).join(" ");
    const left = redactSecrets(text).replaceAll("[***]", "");
    assertEquals(left.match(/\[[^]{0,40}/)?.[0], undefined);
  }
});

Deno.test("a large text of nothing but secrets is masked", () => {
  const secret = "k7-&-7kQ";
  maskSecret(secret);
  const text = `${secret} & `.repeat(130_000);
  assertEquals(redactSecrets(text), "*** & ".repeat(130_000));
});

testIf({
  name: "masking a large text takes little memory, whatever escapes it has",
  skipped: Deno.build.os === "linux"
    ? undefined
    : "the memory of a process is read from /proc",
  fn: async () => {
    const { code, stdout, stderr } = await run(Deno.execPath(), [
      "eval",
      "--no-lock",
      `
import { maskSecret, redactSecrets } from "./provider/framework/secrets.ts";
maskSecret("kR8vQ2xZ-kR8vQ2xZ");
const most = () => {
  const status = Deno.readTextFileSync("/proc/self/status");
  return Number(/VmHWM:\\s+(\\d+)/.exec(status)[1]) / 1024;
};
const escapes = "%252541 \\\\\\\\u005cu0041 &amp;amp;amp; \\\\\\\\\\\\\\\\n ";
const text = escapes.repeat(2 ** 22 / escapes.length);
const before = most();
redactSecrets(text);
console.log(most() - before);
`,
    ], { cwd: inRoot(".") });
    assertEquals(code, 0, stderr);
    const grown = Number(stdout);
    assert(grown > 0 && grown < 130, `The process grew by ${grown} MiB`);
  },
});

Deno.test("what is too short to be told from a word is left", () => {
  maskSecret("no");
  maskSecret("");
  assertEquals(redactSecrets("no, none"), "no, none");
});

Deno.test("escape codes and other control characters are removed", () => {
  const cases = [
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007text", "text"],
    ["\u001b]8;;http://x\u001b\\link", "link"],
    ["\u009b2Jcleared", "cleared"],
    ["a\r\nb\tc\u0008\u007f", "a\nb\tc"],
    ["\u202eevil\u2066", "evil"],
    ["a\u200bd\u200em\u061ci\u2028n\ufeff", "admin"],
    ["\u0646\u0645\u06cc\u200c\u062e", "\u0646\u0645\u06cc\u200c\u062e"],
    ["No.\n\nError: Forged", "No.\n\n> Error: Forged"],
    ["No.\n\u2577\n\u2502 Warning: x", "No.\n> \n> Warning: x"],
    ...["\u034f", "\u3164", "\u200d", "\ufe0f"].map((unseen) =>
      [`No.\n${unseen}Error: x`, "No.\n> Error: x"] as const
    ),
    ["Errors: none", "Errors: none"],
    ["::stop-commands::x", ": :stop-commands::x"],
    ["::Stop-Commands::x", ": :Stop-Commands::x"],
    ["│::stop-commands::x", "> : :stop-commands::x"],
    ["a ::set-output name=a::b", "a : :set-output name=a::b"],
    ["a##vso[task.complete]##[error]b", "a# #vso[task.complete]# #[error]b"],
    ["##teamcity[x] ## a", "# #teamcity[x] ## a"],
    [
      "a::b ::1 provider::huggingface::f(",
      "a::b ::1 provider::huggingface::f(",
    ],
    ["ﬂags 🏳️‍🌈 stay", "ﬂags 🏳️‍🌈 stay"],
  ];
  for (const [text = "", expected = ""] of cases) {
    assertEquals(sanitizeLines(text), expected);
  }
});

Deno.test("a text of others makes no line of its own where its line is wrapped", () => {
  const unseen =
    /[\p{Z}\p{Cc}\p{Cf}\p{DI}\p{M}\u2800\u{13441}\u{13442}\u{1d159}]/u;
  for (let code = 0; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code);
    if (!unseen.test(char)) continue;
    const blanks = " ".repeat(150);
    for (const run of [char.repeat(300), blanks + char + blanks]) {
      const shown = sanitizeForDisplay(`It is ${run} and`);
      // Who wraps breaks lines at these only.
      const words = shown.split(/[ \t\n]/).map((it) => it.length);
      const what = `U+${code.toString(16)}: ${shown}`;
      assert(Math.max(...words) < 60 && words.length <= 5, what);
    }
  }
});

Deno.test("what steers a terminal hides no secret in the words of a service", () => {
  const long = "\x1b[0;38;2;255;255;255;48;2;255;255;255m";
  for (const secret of ["correcthorse", "Tr0ub4", "kR8vQ2xZ-0123456"]) {
    maskSecret(secret);
    const [first = "", ...rest] = secret;
    const texts = [
      ...[long, "\x1b(B", "\x1b7", "\x1b", "\x1b[0m", "\u200b"].map((it) =>
        it + secret
      ),
      ...["\u200b", "\u00ad", "\x1b[0m"].map((it) =>
        first + it + rest.join("")
      ),
    ];
    for (const text of texts) {
      for (const shown of [redactSecrets(text), redact(text)]) {
        assertEquals(sanitizeForDisplay(`It is ${shown}`), "It is ***", text);
      }
    }
  }
});

Deno.test("a mark that melts with the last letter of a token hides none from a state", () => {
  maskSecret("hf_0letters1at2the3main", { isToken: true });
  for (const isComputed of [true, false]) {
    assertEquals(
      storedForm("hf_0letters1at2the3main\u0301", isComputed),
      "***\u0301",
    );
  }
});

Deno.test("no secret is cut or quoted before it is masked", () => {
  const key = "wR7-kQ9z'T2mXv8Lp4n";
  maskSecret(key);
  for (let at = 55; at < 80; at++) {
    const value = `${"x".repeat(at)} ${key}`;
    for (const shown of [displayValue(value) ?? "", show(value)]) {
      assert(!shown.includes("wR7"), shown);
    }
  }
  for (const before of ["1 ", "1\u0007"]) {
    const line = shellLine("import", `${before}${key}`);
    assert(!/wR7|\\167\\122\\067/.test(line), line);
  }
});

Deno.test("control characters hide no secret", () => {
  maskSecret("split-secret");
  maskSecret("with\u0007bell");
  assertEquals(sanitizeForDisplay("split\u0000-sec\u001b[1mret"), "***");
  assertEquals(sanitizeForDisplay("with\u0007bell"), "***");
});

Deno.test("of a long text only the ends are held against a masked one", () => {
  const run = "a".repeat(120_000);
  const text = run.repeat(4);
  assert(isStoredForm(`***${run}b${run}***`, text));
  assert(isStoredForm(`a***${run}`, text));
  assert(!isStoredForm(`b***`, text));
  assert(!isStoredForm(`***b`, text));
});

Deno.test("long text is cut, and what to do next is still there", () => {
  const line = sanitizeLines(
    `It answered: ${"x".repeat(65_536)}\nTry again.`,
  );
  assertEquals(line.length < 2_200, true);
  assertMatch(line, /characters left out\)\nTry again\.$/);
  const lines = sanitizeLines(`${"line\n".repeat(20_000)}Try again.`);
  assertEquals(lines.length < 9_000, true);
  assertMatch(lines, /Try again\.$/);
});

for (const [start, piece] of [['"', "a"], ["", "─"]] as const) {
  Deno.test(`a message of millions of ${piece} is shown`, () => {
    const shown = sanitizeLines(
      `${start}${piece.repeat(9_000_000)}"\nTry again.`,
    );
    assertEquals(shown.length < 9_000, true);
    assertMatch(shown, /Try again\.$/);
  });
}
