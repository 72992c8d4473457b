import { assertEquals } from "@std/assert";
import { Redactor } from "../../../client/sandbox/core/redactor.ts";

Deno.test("many long secrets are masked, each as a whole", () => {
  const redactor = new Redactor();
  const secrets = Array.from(
    { length: 500 },
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

Deno.test("a secret as large as a file is masked", () => {
  const redactor = new Redactor();
  const token = "0123456789abcdef".repeat(50_000);
  redactor.learn(new URL("http://localhost/"), new Headers(), { token });
  assertEquals(redactor.redactText(token), "***");
  assertEquals(redactor.redactText(btoa(token).replace(/=+$/, "")), "***");
});
