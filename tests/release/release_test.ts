import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "node:path";
import { root } from "../../tools/paths.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import {
  billOfMaterials,
  bundledPackages,
  notices,
  packageOf,
  runtimeComponents,
} from "../../provider/framework/cli/release/components.ts";
import {
  compiledPath,
  compilerEnvironment,
} from "../../provider/framework/cli/compile.ts";
import { releaseNames } from "../../provider/framework/cli/release/names.ts";
import { release } from "../../provider/framework/cli/release/release.ts";
import { targetNamed } from "../../provider/framework/cli/targets.ts";
import { sha256 } from "../../provider/framework/testing/system/sha256.ts";
import { project } from "../../tools/project.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const target = "aarch64-pc-windows-msvc";

/** Runs the task on a machine whose base executable is not there. */
async function runRelease(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return await withTemporaryFolder(async (folder) => {
    const result = await run(Deno.execPath(), [
      "run",
      "--allow-all",
      "tools/tasks.ts",
      "release",
      `--out`,
      `${folder}/out`,
      ...args,
    ], {
      cwd: root,
      env: {
        DENO: Deno.execPath(),
        DENORT_BIN: `${folder}/no_such_file`,
        DENORT_TARGET: target,
        GPG_PRIVATE_KEY: "",
        NO_COLOR: "1",
        ...env,
      },
    });
    const files = await Array.fromAsync(Deno.readDir(`${folder}/out`))
      .catch(() => []);
    return { ...result, files: files.map(({ name }) => name) };
  });
}

Deno.test("what a machine has for other programs goes into no executable", () => {
  const variables = {
    PATH: "/bin",
    DENORT_BIN: "/base",
    DENORT_TARGET: "x86_64-unknown-linux-gnu",
    JSR_URL: "https://mirror.example",
    OTEL_DENO: "true",
    DENO_COMPAT: "1",
    DENO_UNSTABLE_SLOPPY_IMPORTS: "1",
  };
  const names = (target: string) =>
    Object.keys(compilerEnvironment(target, variables)).toSorted();
  const common = ["DENORT_TARGET", "NO_COLOR", "PATH", "RUST_BACKTRACE"];
  assertEquals(names("aarch64-apple-darwin"), common);
  assertEquals(names("x86_64-unknown-linux-gnu"), ["DENORT_BIN", ...common]);
});

Deno.test("a target without a base is named, and there is no release", async () => {
  const { code, stderr, files } = await runRelease([
    "--version",
    "1.2.3",
    "--target",
    target,
    "--unsigned",
  ]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, `Cannot release for:\n  ${target}: `);
  assertEquals(files, []);
});

for (
  const { name, args, code: expected, says } of [
    {
      name: "a release without a key says which variable is missing",
      args: ["--version", "1.2.3"],
      code: 1,
      says: "set GPG_PRIVATE_KEY, or say --unsigned",
    },
    {
      name: "a version with the tag's letter is refused",
      args: ["--version", "v1.2.3", "--unsigned"],
      code: 1,
      says: 'The version "v1.2.3" is not of the form 1.2.3 or 1.2.3-rc.1',
    },
    {
      name: "a target that Deno does not know is refused with those it knows",
      args: ["--target", "riscv", "--unsigned"],
      says: '"riscv" is not a valid --target. Use one of x86_64-unknown-',
      code: 2,
    },
  ]
) {
  Deno.test(name, async () => {
    const { code, stderr, files } = await runRelease(args);
    assertEquals(code, expected, stderr);
    assertStringIncludes(stderr, says);
    assertEquals(files, []);
  });
}

for (const variable of ["DENO", "DENORT_BIN"]) {
  Deno.test(`a release runs nothing that ${variable} names and no sum is known of`, () =>
    withTemporaryFolder(async (folder) => {
      const forged = `${folder}/forged`;
      await Deno.writeTextFile(forged, `#!/bin/sh\ntouch '${folder}/ran'\n`, {
        mode: 0o755,
      });
      const name = `denort-${target}`;
      const sums = `${folder}/sums`;
      await Deno.writeTextFile(sums, `${"0".repeat(64)}  ${name}\n`);
      const { code, stderr, files } = await runRelease(
        ["--unsigned", `--target=${target}`, `--sums=${sums}`],
        { [variable]: forged },
      );
      assertEquals(code, 1, stderr);
      assertStringIncludes(stderr, `${forged} has the SHA-256 `);
      assertStringIncludes(stderr, "which is not pinned for deno");
      assertEquals(files, []);
      assertEquals(await exists(`${folder}/ran`), false);
    }));
}

for (
  const place of [
    "npm/registry.npmjs.org/yaml/2.8.1",
    "npm/_7977/@acme/yaml/2.8.1",
    "npm/acme.example/artifactory/api/npm/@acme/yaml/2.8.1",
    "node_modules/@acme/yaml",
    "node_modules/.deno/yaml@2.8.1/node_modules/yaml",
  ]
) {
  Deno.test(`a file is of the package in ${place}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "hf_package_" });
    const home = `${folder}/${place}/`;
    await Deno.mkdir(`${home}dist/esm`, { recursive: true });
    await Deno.writeTextFile(`${home}dist/esm/package.json`, "{}");
    await Deno.writeTextFile(
      `${home}package.json`,
      '{ "name": "yaml", "version": "2.8.1" }',
    );
    assertEquals(await packageOf(`${home}dist/esm/a.js`), home);
    assertEquals(await packageOf(`${home}gone/a.ts`), home);
    assertEquals(await packageOf(`${folder}/a.js`), undefined);
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("the bill and the notices name what the bundle holds, and nothing that it does not", async () => {
  const packages = await bundledPackages(project);
  const names = packages.map(({ name }) => name);
  for (const held of ["@grpc/grpc-js", "protobufjs", "yaml", "leven", "long"]) {
    assert(names.includes(held), `${held} is missing among ${names}`);
  }
  // Of the lock file, but used by tools and tests only, or by nothing.
  for (const other of ["fflate", "fast-check", "ajv", "yargs"]) {
    assert(!names.includes(other), other);
  }
  const all = [...await runtimeComponents(), ...packages];
  const text = notices(project, all);
  for (const component of all) {
    assert(component.text.length > 200, component.name);
    assertStringIncludes(text, component.text.trim());
    assert(/^[\w.-]+$/.test(component.license), component.license);
    assert(/^\d/.test(component.version), component.name);
  }
  assert(packages.every(({ sha512 }) => sha512?.length === 128));
  const bill = billOfMaterials(project, "1.2.3", all);
  assertEquals(bill, billOfMaterials(project, "1.2.3", all));
  const { components } = JSON.parse(bill);
  assertEquals(components.length, all.length);
});

Deno.test("the sums are of what was written, whatever the folder has by then", async () => {
  const folder = await Deno.makeTempDir({ prefix: "hf_swapped_" });
  const swappable = { ...project, address: "acme/swapped" };
  const compiled = compiledPath(swappable, target);
  try {
    await Deno.mkdir(dirname(compiled), { recursive: true });
    await Deno.writeTextFile(compiled, "a program");
    const out = `${folder}/out`;
    const { zip, sums } = releaseNames(swappable, project.version);
    const path = `${out}/${zip(targetNamed(target))}`;
    let isOver = false;
    const swapped = (async () => {
      while (!isOver) {
        if (await exists(path)) await Deno.writeTextFile(path, "another");
      }
    })();
    try {
      await release(swappable, {
        version: project.version,
        targets: [targetNamed(target)],
        out,
        compiled: true,
      });
    } finally {
      isOver = true;
      await swapped;
    }
    assertEquals(await Deno.readTextFile(path), "another");
    const other = await sha256(new TextEncoder().encode("another"));
    const text = await Deno.readTextFile(`${out}/${sums}`);
    assert(!text.includes(other), text);
  } finally {
    await Deno.remove(compiled);
    await Deno.remove(folder, { recursive: true });
  }
});
