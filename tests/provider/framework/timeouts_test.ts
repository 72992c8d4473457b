import { assertEquals } from "@std/assert";
import { parseDuration } from "../../../provider/framework/timeouts.ts";

const good: readonly [string, number][] = [
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  [".5s", 500],
  ["1m0.5s", 60_500],
  ["250ms", 250],
  ["1500us", 1.5],
  ["1500µs", 1.5],
  ["2000000ns", 2],
  ["0", 0],
  ["0s", 0],
];

for (const [text, milliseconds] of good) {
  Deno.test(`duration: ${text} is ${milliseconds} ms`, () => {
    assertEquals(parseDuration(text), milliseconds);
  });
}

for (
  const text of ["", "30", "m", "-5m", "1d", "5 m", "1h30", "1e3s", "soon"]
) {
  Deno.test(`duration: ${JSON.stringify(text)} is refused`, () => {
    assertEquals(parseDuration(text), undefined);
  });
}
