import { type JsonObject, stringsAt } from "../core/json.ts";

/**
 * Simulates a command: `echo` writes, `sleep` takes seconds, and `false` or
 * `exit 1` fails, also within `sh -c`.
 */
export function simulateCommand(
  spec: JsonObject,
): { output: string[]; seconds: number; fails: boolean } {
  const words = [
    ...stringsAt(spec, "command"),
    ...stringsAt(spec, "arguments"),
  ];
  const script = words.join(" ").replace(/^\S*sh -c /, "");
  const steps = script.split(/&&|;/).map((step) => step.trim());
  const argumentsOf = (name: string) =>
    steps.flatMap((step) =>
      step.startsWith(`${name} `) ? [step.slice(name.length + 1)] : []
    );
  const seconds = argumentsOf("sleep").map(Number).filter((each) => each > 0);
  return {
    output: argumentsOf("echo"),
    seconds: seconds.reduce((sum, each) => sum + each, 0),
    fails: steps.some((step) => /^(false|exit [1-9]\d*)$/.test(step)),
  };
}
