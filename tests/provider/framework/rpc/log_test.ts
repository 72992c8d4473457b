import { assertEquals } from "@std/assert";
import { configureLogs } from "../../../../provider/framework/log.ts";
import { rpcLog } from "../../../../provider/framework/rpc/log.ts";

/** Runs with the given level; returns the lines that were written. */
function linesOf(
  level: string | undefined,
  run: () => void,
): readonly Record<string, unknown>[] {
  const lines: string[] = [];
  configureLogs({
    env: (name) => name === "TF_LOG" ? level : undefined,
    write: (line) => lines.push(line),
  });
  run();
  configureLogs({ env: () => undefined, write: () => {} });
  return lines.map((line) => JSON.parse(line));
}

const log = () => rpcLog(6);

Deno.test("only failures are logged at level error", () => {
  const [failed, ...more] = linesOf("error", () => {
    const entry = log()("ReadResource", "lab_thing");
    entry.fail("why");
    entry.end();
  });
  assertEquals(more, []);
  assertEquals(failed?.["error"], "why");
});

Deno.test("nothing is logged unless it is asked for", () => {
  const run = () => {
    const entry = log()("ReadResource", "lab_thing");
    entry.fail(new Error("why"));
    entry.end();
  };
  assertEquals(linesOf(undefined, run), []);
  assertEquals(linesOf("off", run), []);
});

const keys: readonly (readonly [rpc: string, key: string])[] = [
  ["ValidateResourceConfig", "tf_resource_type"],
  ["ValidateResourceTypeConfig", "tf_resource_type"],
  ["MoveResourceState", "tf_resource_type"],
  ["ReadDataSource", "tf_data_source_type"],
  ["ValidateDataResourceConfig", "tf_data_source_type"],
  ["OpenEphemeralResource", "tf_ephemeral_resource_type"],
  ["ListResource", "tf_list_resource_type"],
  ["ValidateListResourceConfig", "tf_list_resource_type"],
  ["InvokeAction", "tf_action_type"],
  ["CallFunction", "tf_function_name"],
];

for (const [rpc, key] of keys) {
  Deno.test(`${rpc} is logged with ${key}`, () => {
    const [line] = linesOf("trace", () => log()(rpc, "x"));
    assertEquals(line?.[key], "x");
    const [bare] = linesOf("trace", () => log()(rpc, undefined));
    assertEquals(bare?.[key], undefined);
  });
}
