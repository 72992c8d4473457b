import { assertEquals } from "@std/assert";
import {
  maskSecret,
  redactSecrets,
} from "../../../provider/framework/secrets.ts";

Deno.test("a process that has read many escapes reads fewer within each other", () => {
  const token = "hf_aTokenOfLetters";
  maskSecret(token, { isToken: true });
  const once = `%68${token.slice(1)}`;
  const twice = `%25${once.slice(1)}`;
  let asked = 0;
  const masked = () =>
    [token, once, twice].map((text) => redactSecrets(`${asked++} ${text}`))
      .map((shown) => shown.endsWith(" ***"));
  assertEquals(masked(), [true, true, true]);
  const mebibyte = `&#${"0".repeat(16_379)}65;`.repeat(64);
  for (let left = 65; left > 0; left--) redactSecrets(mebibyte + left);
  assertEquals(masked(), [true, true, false]);
  for (let left = 192; left > 0; left--) redactSecrets(mebibyte + left);
  assertEquals(masked(), [true, false, false]);
});
