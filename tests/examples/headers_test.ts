import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import {
  exampleNames,
  offlineMap,
  permissionsOf,
  readExample,
  runExample,
} from "./support.ts";

const names = await exampleNames();

for (const name of names) {
  Deno.test(`${name} says what it does and what it may`, async () => {
    const text = await readExample(name);
    assert(text.startsWith("/**\n * "), "it begins with its header");
    assertStringIncludes(text, ` *   ${name}`);
    const kinds = permissionsOf(text).map((flag) => flag.split("=")[0]);
    assertEquals(kinds.toSorted(), ["--allow-env", "--allow-net"]);
    for (const flag of permissionsOf(text)) assertStringIncludes(flag, "=");
  });

  Deno.test(`${name} imports by JSR names, so that it runs anywhere`, async () => {
    const text = await readExample(name);
    const imports = Array.from(
      text.matchAll(/ from "([^"]+)"/g),
      ([, it]) => it,
    );
    assert(imports.length > 0);
    for (const specifier of imports) {
      assert(/^jsr:@[\w-]+\/[\w-]+@\^\d/.test(specifier ?? ""), specifier);
    }
  });
}

Deno.test("in a checkout the client comes from the checkout, not from JSR", async () => {
  for (const name of names) {
    const path = inRoot(`examples/client/${name}`);
    const args = ["info", "--json", "--no-lock", path];
    const { stdout, stderr } = await run(Deno.execPath(), args, {
      cwd: root,
      // A port that nothing listens on.
      env: { JSR_URL: "http://127.0.0.1:1/" },
    });
    assertStringIncludes(stdout, `"${pathToFileURL(root)}/mod.ts"`, stderr);
  }
});

/** The arguments of scripts; those that are not here take a namespace. */
const args: Readonly<Record<string, readonly string[]>> = {
  "clone_endpoint.ts": ["acme/a", "acme/b"],
  "wait_and_call.ts": ["acme/a", "hello"],
};

Deno.test("a script that a refused token ends says so in one line", async () => {
  await using sandbox = await startSandbox();
  // The receiver waits for requests, and says to each what failed.
  for (const name of names.filter((name) => name !== "webhook_receiver.ts")) {
    const { code, stderr } = await runExample(
      name,
      sandbox,
      args[name] ?? ["acme"],
      { env: { HF_TOKEN: "hf_refused" } },
    );
    assertEquals(code, 1, `${name}: ${stderr}`);
    assertEquals(stderr.match(/^Cannot .* 401 [^\n]*\n$/)?.length, 1, stderr);
  }
});

Deno.test("the command on the page about the examples runs as it stands", async () => {
  const page = await Deno.readTextFile(inRoot("examples/client/README.md"));
  const [block = ""] = codeBlocks(page, "sh");
  await using sandbox = await startSandbox({ seedEndpoints: 1 });
  const deno = ['"$DENO" run --quiet --no-lock', ...offlineMap()].join(" ");
  const script = block
    .replaceAll("http://127.0.0.1:PORT", sandbox.url)
    .replace("=TOKEN", `=${sandbox.token}`)
    .replace("deno run", deno);
  const { code, stdout, stderr } = await run("sh", ["-eu", "-c", script], {
    cwd: root,
    env: { DENO: Deno.execPath(), NO_COLOR: "1" },
  });
  assertEquals(code, 0, stderr);
  assertStringIncludes(stdout, "endpoints, ");
});

Deno.test("the page about the examples names each of them", async () => {
  const page = await Deno.readTextFile(inRoot("examples/client/README.md"));
  for (const name of names) assertStringIncludes(page, `(${name})`);
});

Deno.test("every example is run by a test", async () => {
  let tests = "";
  for await (const { name } of Deno.readDir(inRoot("tests/examples"))) {
    tests += await Deno.readTextFile(inRoot(`tests/examples/${name}`));
  }
  const untested = names.filter((name) => !tests.includes(`"${name}"`));
  assertEquals(untested, []);
});
