import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { checkCircles, checkFile } from "../../tools/layers.ts";

const refused: [file: string, text: string, message: RegExp][] = [
  ["client/a.ts", `import { b } from "node:fs";`, /may not import "node:fs"/],
  ["client/a.ts", `import "../provider/main.ts";`, /may not import/],
  ["client/core/a.ts", `import "../users.ts";`, /may not import/],
  ["client/a.ts", `import "./sandbox/../../mod.ts";`, /may not import/],
  ["client/a.ts", `const b = await import("npm:left");`, /may not import/],
  ["client/a.ts", `export * from 'jsr:@std/http';`, /may not import/],
  ["client/a.ts", `Deno.readTextFile("x")`, /Deno belongs to/],
  ["tests/a_test.ts", `Deno.env.set("A", "b");`, /another test may run/],
  ["tests/a_test.ts", `process.env.A = "b";`, /another test may run/],
  ["tests/a_test.ts", `process.env["A"] ??= "b";`, /another test may run/],
  ["tests/a_test.ts", `delete process.env.A;`, /another test may run/],
  [
    "provider/framework/values/a.ts",
    `import "../schema/s.ts";`,
    /may not import "provider\/framework\/schema\/s\.ts"/,
  ],
  ["provider/framework/a.ts", `import "@hf-terraform/client";`, /may not/],
  ["provider/framework/a.ts", `import "../../mod.ts";`, /is a package/],
  ["proto/a.ts", `import "../mod.ts";`, /is a package/],
  ["client/sandbox/mod.ts", `import "../repos.ts";`, /is a package/],
  ["client/sandbox/hub/a.ts", `import "../endpoints/a.ts";`, /may not/],
  [
    "provider/framework/engine/a.ts",
    `import "../rpc/a.ts";`,
    /may not import/,
  ],
  [
    "provider/framework/plugin/a.ts",
    `import "../engine/a.ts";`,
    /may not import/,
  ],
  [
    "provider/framework/plugin/a.ts",
    `import "@hf-terraform/tfplugin/tfplugin6";`,
    /wire types/,
  ],
  [
    "provider/framework/a.ts",
    `import type { X } from "@hf-terraform/tfplugin/tfplugin6";`,
    /wire types/,
  ],
  [
    "provider/huggingface/a.ts",
    `import "../framework/engine/a.ts";`,
    /may not import/,
  ],
  ["provider/huggingface/a.ts", `import "../../client/a.ts";`, /may not/],
  ["provider/framework/a.ts", `// for Hugging Face`, /knows nothing/],
  [
    "provider/huggingface/spaces/a.ts",
    `import "../endpoints/endpoint.ts";`,
    /may not import/,
  ],
  [
    "provider/huggingface/object/a.ts",
    `import "../spaces/space.ts";`,
    /may not import/,
  ],
];

for (const [file, text, message] of refused) {
  Deno.test(`layers refuse in ${file}: ${text}`, () => {
    const [breach] = checkFile(file, `\n${text}`);
    assertMatch(breach?.message ?? "nothing was found", message);
    assertEquals(breach?.line, 2);
  });
}

Deno.test("layers refuse files that import each other", () => {
  const files = {
    "client/a.ts": `import "./b.ts";`,
    "client/b.ts": `import type { C } from "./c/c.ts";`,
    "client/c/c.ts": `export * from "../b.ts"; import "./d.ts";`,
    "client/c/d.ts": `// import "./c.ts";`,
  };
  const found = checkCircles(new Map(Object.entries(files)));
  assertEquals(found.map(({ file }) => file), [
    "client/a.ts",
    "client/b.ts",
    "client/c/c.ts",
  ]);
});

Deno.test("commands and configuration are written by the one function that quotes for them", async () => {
  // Constants say what they are; values go through shellLine() and hclText().
  const forbidden = [
    /\b(?:hf|terraform)(?: [a-z-]+)+ [^`\n]*\$\{/,
    /\\`[a-z][\w-]*(?: [\w./-]+)* \$\{/,
    /\b(?:cd|docker|git|npm|npx|podman|tofu)(?: [\w./=-]+)* \$\{/,
    /replaceAll\(\s*"'",\s*"'\\\\''/,
    /write (?:\\`)?\$\{JSON\.stringify/,
  ];
  const found: string[] = [];
  for (const folder of ["provider", "client", "tools"]) {
    for (const file of await filesBelow(inRoot(folder))) {
      if (!file.endsWith(".ts") || file === "framework/shell.ts") continue;
      const text = await Deno.readTextFile(inRoot(`${folder}/${file}`));
      for (const pattern of forbidden) {
        const [match] = pattern.exec(text) ?? [];
        if (match !== undefined) found.push(`${folder}/${file}: ${match}`);
      }
    }
  }
  assertEquals(found, []);
});
