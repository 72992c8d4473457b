import { assertEquals } from "@std/assert";
import { userAgent } from "../../client/core/user_agent.ts";
import { VERSION } from "../../client/core/version.ts";

const OWN = `hf-terraform-client/${VERSION}`;

const AGENTS: readonly [
  string,
  unknown,
  string | undefined,
  string | undefined,
][] = [
  ["Deno", { userAgent: "Deno/2.9.6" }, undefined, `${OWN} (Deno/2.9.6)`],
  ["Node 20, which has no navigator", undefined, undefined, OWN],
  ["a runtime that says nothing", {}, undefined, OWN],
  ["a tool on top", undefined, "tool/1", `${OWN} tool/1`],
  ["an empty suffix", undefined, "", OWN],
  ["a browser", { userAgent: "Mozilla/5.0 X" }, "tool/1", undefined],
];

for (const [name, navigator, suffix, expected] of AGENTS) {
  Deno.test(`the user agent of ${name} is ${expected}`, () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", {
      value: navigator,
      configurable: true,
    });
    try {
      assertEquals(userAgent(suffix), expected);
    } finally {
      if (before !== undefined) {
        Object.defineProperty(globalThis, "navigator", before);
      }
    }
  });
}
