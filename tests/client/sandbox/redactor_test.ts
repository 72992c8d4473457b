import { assertEquals, assertMatch } from "@std/assert";
import { Redactor } from "../../../client/sandbox/core/redactor.ts";

Deno.test("many long secrets are masked, each as a whole", () => {
  const redactor = new Redactor();
  const secrets = Array.from(
    { length: 100 },
    (_, at) => `${at} `.repeat(1000).trim(),
  );
  for (const token of secrets) {
    redactor.learn(new URL("http://localhost/"), new Headers(), { token });
  }
  for (const secret of secrets) {
    assertEquals(redactor.redactText(`a ${secret}; b`), "a ***; b");
    assertEquals(redactor.redactText(encodeURIComponent(secret)), "***");
  }
});

Deno.test("a secret is masked in base64, wherever it stands", () => {
  const redactor = new Redactor();
  const token = "hf_sandbox>>0write0token";
  redactor.learn(new URL("http://localhost/"), new Headers(), { token });
  for (const before of ["", "u", "u:", "us:"]) {
    for (const after of ["", "/", "//"]) {
      const form = btoa(before + token + after);
      for (const one of [form, form.replaceAll("+", "-")]) {
        assertMatch(redactor.redactText(one), /^.{0,4}\*{3}.{0,6}$/);
      }
    }
  }
});

Deno.test("a secret as large as a file is masked", () => {
  const redactor = new Redactor();
  const token = "0123456789abcdef".repeat(50_000);
  redactor.learn(new URL("http://localhost/"), new Headers(), { token });
  assertEquals(redactor.redactText(token), "***");
  assertEquals(redactor.redactText(btoa(token).replace(/=+$/, "")), "***");
});

Deno.test("a secret is masked by its lines, in other escapes, and as the token of a request", () => {
  const redactor = new Redactor();
  const authorization = "Bearer hf_sandboxtoken";
  redactor.learn(new URL("http://localhost/"), new Headers({ authorization }), {
    password: "first line\nother line",
  });
  for (
    const [text, masked] of [
      ["a hf_sandboxtoken b", "a *** b"],
      ["a other line b", "a *** b"],
      ["a \\u006fther line b", "***"],
      ["a other b", "a other b"],
    ] as const
  ) assertEquals(redactor.redactText(text), masked);
});
