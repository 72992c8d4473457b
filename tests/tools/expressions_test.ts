import { assertEquals, assertNotEquals } from "@std/assert";
import { expressionsOf, lineOf, sourceFiles } from "../../tools/source_text.ts";
import { inRoot } from "../../tools/paths.ts";
import { findBacktracking } from "../support/slow_expressions.ts";

/** They read what developers and their tools write, at their own machines. */
const toolsOfDevelopers = /^provider\/framework\/(?:cli|testing)\//;

Deno.test("no regular expression backtracks beyond linear time", async () => {
  const found: string[] = [];
  for (const folder of ["mod.ts", "client", "provider", "proto"]) {
    for (const file of await sourceFiles(folder)) {
      if (toolsOfDevelopers.test(file)) continue;
      const source = await Deno.readTextFile(inRoot(file));
      for (const { text, index } of expressionsOf(source)) {
        const end = text.lastIndexOf("/");
        const why = findBacktracking(
          new RegExp(text.slice(1, end), text.slice(end + 1)),
        );
        if (why === undefined) continue;
        found.push(`${file}:${lineOf(source, index)}: ${text}: ${why}`);
      }
    }
  }
  assertEquals(found, []);
});

Deno.test("no regular expression that modules put together does", async () => {
  const Own = globalThis.RegExp;
  const built = new Map<string, RegExp>();
  globalThis.RegExp = new Proxy(Own, {
    construct(target, [pattern, flags]) {
      const made = new target(pattern, flags);
      built.set(`${made}`, made);
      return made;
    },
  });
  try {
    const provider = await import("../../provider/huggingface/provider.ts");
    assertNotEquals(provider, undefined);
    await import("@hf-terraform/framework/command");
    await import("@hf-terraform/sandbox");
  } finally {
    globalThis.RegExp = Own;
  }
  assertNotEquals(built.size, 0);
  const found = built.values().map((
    made,
  ) => [`${made}`, findBacktracking(made)])
    .filter(([, why]) => why !== undefined);
  assertEquals([...found], []);
});

Deno.test("backtracking beyond linear time is found", () => {
  const quadratic = [
    /\s*[\r\n]\s*/,
    /(?<=\w{16}\n[ \t]*)\w/,
    /^resource (".+" ".+") \{/m,
    /\/\*[^]*?\*\//y,
    /\/+$/,
    /(?<=.)\/+$/,
    /^.*<(.*)>$/,
    /^\/+(?!.*\.\.)[^/]/,
    /^(?:a|a)*$/,
    /^(?:a+)+$/,
    /(?:a*b)?/,
    /"(?:[^"\\]|\\.)*"/,
    /^(\w+)\.{0,1}(\w+)$/,
    /^(a+)\1$/,
  ];
  assertEquals(
    quadratic.filter((one) => findBacktracking(one) === undefined),
    [],
  );
});
