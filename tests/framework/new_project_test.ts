/**
 * The project that the task `new` writes: its own tests are green, and what it
 * compiles and installs works with the real CLI.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { delimiter } from "node:path";
import { pathToFileURL } from "node:url";
import { namesOf } from "../../provider/framework/cli/new/names.ts";
import {
  newProject,
  type NewProjectOptions,
} from "../../provider/framework/cli/new/new.ts";
import { surroundings } from "../../provider/framework/cli/new/surroundings.ts";
import { tryFindCli } from "../../provider/framework/testing/system/find_cli.ts";
import {
  exists,
  filesBelow,
} from "../../provider/framework/testing/system/files.ts";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { packInto } from "../support/published_package.ts";
import { thisTarget } from "../release/signed_release.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { findNode } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";

const cli = await tryFindCli();
const node = await findNode();
const missing = "reason" in cli
  ? cli.reason
  : "reason" in node
  ? node.reason
  : undefined;

/**
 * Makes a project on this checkout in an empty folder, which is removed
 * afterwards.
 */
async function inProject(
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const base = await Deno.makeTempDir({ prefix: "new_" });
  try {
    const folder = `${base}/notes`;
    await newProject("acme/notes", { folder, packages: root });
    await test(folder);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

/** Runs a task of a project, and returns what it prints. */
async function must(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["task", ...args],
    { cwd: folder, env: { NO_COLOR: "1", ...env } },
  );
  assertEquals(code, 0, `${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

Deno.test("the workflows of a new project pin the actions that ours pin", async () => {
  const used = (text: string) =>
    Array.from(text.matchAll(/uses: ([^.].*)/g), ([, action = ""]) => action);
  const ours = new Set<string>();
  for (const name of await filesBelow(inRoot(".github/workflows"))) {
    const text = await Deno.readTextFile(inRoot(`.github/workflows/${name}`));
    for (const action of used(text)) ours.add(action);
  }
  for (const [runtime, count] of [["deno", 7], ["node", 6]] as const) {
    const packages = { imports: {}, links: [], dependencies: {} };
    const files = surroundings(namesOf("acme/notes"), packages, runtime);
    const theirs = Object.values(files).flatMap(used);
    assertEquals(theirs.length, count);
    assertEquals(theirs.filter((action) => !ours.has(action)), []);
  }
});

Deno.test("nothing has npm fetch by name what is not there: anybody could publish it", async () => {
  const names = namesOf("acme/notes");
  const packages = { imports: {}, links: [], dependencies: {} };
  const texts: Record<string, string> = {
    ...surroundings(names, packages, "deno"),
    ...surroundings(names, packages, "node"),
  };
  for (const name of await filesBelow(inRoot("."))) {
    if (
      !/^[^.]*\.(md|ts|tmpl)$/.test(name) || /node_modules|^tests/.test(name)
    ) {
      continue;
    }
    texts[name] = await Deno.readTextFile(inRoot(name));
  }
  for (const [name, text] of Object.entries(texts)) {
    const found = text.matchAll(
      /\b(?:npx|npm i(?:nstall)?) (?:terraform-framework|@hf-terraform).*/g,
    );
    assertEquals(Array.from(found, ([line]) => line), [], name);
  }
  await assertRejects(
    () => newProject("acme/notes", { folder: "none", runtime: "node" }),
    Error,
    "--packages",
  );
});

/** The lines by which README.md starts from packed packages. */
const [packedStart = ""] = codeBlocks(
  await Deno.readTextFile(inRoot("provider/framework/README.md")),
  "sh",
).filter((text) => text.includes("PACKAGES"));

/** The folders of PATH that have no Deno. */
async function pathWithoutDeno(): Promise<string> {
  const folders = (Deno.env.get("PATH") ?? "").split(delimiter);
  const has = await Promise.all(folders.map((path) => exists(`${path}/deno`)));
  return folders.filter((_, at) => !has[at]).join(delimiter);
}

testIf({
  name:
    "a new project on a checkout is built, and a broken one has no green run",
  skipped: missing,
  fn: () =>
    inProject(async (folder) => {
      await must(folder, ["build"]);
      await Deno.writeTextFile(`${folder}/version.ts`, "broken");
      const { code } = await run(Deno.execPath(), ["task", "test"], {
        cwd: folder,
      });
      assertEquals(code, 1);
    }),
});

// The tutorial's test has one on Deno.
testIf({
  name: "a new project stands on the packed framework alone, on Node without " +
    "Deno, by README.md: it has no error, and its tests are green",
  skipped: missing,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "new_" });
    await packInto(folder, ["tfplugin", "framework"]);
    const env = { PATH: await pathWithoutDeno(), NO_COLOR: "1" };
    const npm = (...args: string[]) =>
      run("npm", args, { cwd: `${folder}/notes`, env });
    const { stdout, stderr } = await run("sh", [
      "-ec",
      packedStart.replaceAll("PACKAGES", folder),
    ], { cwd: folder, env });
    assertMatch(stdout, /^6 passed, 0 failed$/m, stderr);
    const checked = await npm("run", "check");
    assertEquals(checked.code, 0, checked.stdout);
    // A broken build is no green run.
    await Deno.writeTextFile(`${folder}/notes/client.ts`, "broken");
    assertEquals((await npm("test")).code, 1);
    await Deno.remove(folder, { recursive: true });
  },
});

interface ServiceModule {
  startService(): Promise<
    AsyncDisposable & {
      readonly url: string;
      readonly token: string;
      readonly stored: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
    }
  >;
}

const base = Deno.env.has("DENORT_BIN") || Deno.env.has("HF_TEST_RELEASE")
  ? undefined
  : "DENORT_BIN names no base executable, and HF_TEST_RELEASE allows no " +
    "download";

testIf({
  name: "what a new project compiles is installed, found by init and applied",
  skipped: missing ?? base,
  fn: () =>
    inProject(async (folder) => {
      const target = `--target=${thisTarget().triple}`;
      const compiled = await must(folder, ["compile", target]);
      const [, executable = ""] = /: (\S+)$/m.exec(compiled) ?? [];
      const home = await Deno.makeTempDir({ dir: folder });
      await must(folder, ["install", `--executable=${executable}`], {
        HOME: home,
        DENO_DIR: await denoFolder(),
      });
      const work = await Deno.makeTempDir({ dir: folder });
      for (
        const example of ["provider/provider", "resources/notes_note/resource"]
      ) {
        await Deno.copyFile(
          `${folder}/examples/${example}.tf`,
          `${work}/${example.replaceAll("/", "_")}.tf`,
        );
      }
      const path = pathToFileURL(`${folder}/tests/service.ts`).href;
      const { startService }: ServiceModule = await import(path);
      await using service = await startService();
      const provider = `${work}/provider_provider.tf`;
      const text = await Deno.readTextFile(provider);
      await Deno.writeTextFile(
        provider,
        text.replace("https://notes.example.com", service.url),
      );
      assert("path" in cli);
      const command = async (...args: string[]) => {
        const { code, stdout, stderr } = await run(cli.path, args, {
          cwd: work,
          clearEnv: true,
          env: {
            HOME: home,
            PATH: "/usr/bin:/bin",
            CHECKPOINT_DISABLE: "1",
            NOTES_TOKEN: service.token,
          },
        });
        assertEquals(code, 0, stdout + stderr);
      };
      await command("init");
      await command("apply", "-auto-approve");
      assertEquals(
        Array.from(service.stored.values(), ({ title }) => title),
        ["Shopping"],
      );
      await command("destroy", "-auto-approve");
      assertEquals(service.stored.size, 0);
    }),
});

/**
 * Finds the folder of this Deno's packages, for a process with another home.
 */
async function denoFolder(): Promise<string> {
  const { stdout } = await run(Deno.execPath(), ["info", "--json"]);
  const { denoDir }: { denoDir: string } = JSON.parse(stdout);
  return denoDir;
}

Deno.test("an address that no registry takes, and a folder with something in it, are refused", async () => {
  const folder = await Deno.makeTempDir({ prefix: "new_" });
  await Deno.writeTextFile(`${folder}/mine.txt`, "");
  const refused: [string, NewProjectOptions, RegExp][] = [
    ["notes", { folder }, /"notes" is no address of a provider/],
    ["acme/Notes", { folder }, /"acme\/Notes" is no address of a provider/],
    [
      "acme/notes",
      { folder: `${folder}/x`, packages: folder },
      /has no \*\.tgz of/,
    ],
  ];
  for (const [address, options, message] of refused) {
    const error = await assertRejects(() => newProject(address, options));
    assertMatch(String(error), message);
  }
  const cases: [string[], number, RegExp][] = [
    [["acme/notes", folder], 1, /There is something in .*: give a new folder/],
    [["acme/notes"], 2, /Say which provider, and where/],
  ];
  for (const [args, exit, message] of cases) {
    const { code, stderr } = await run(Deno.execPath(), [
      "run",
      "-A",
      "--no-lock",
      "provider/framework/cli/mod.ts",
      "new",
      ...args,
    ], { cwd: root });
    assertEquals(code, exit);
    assertMatch(stderr, message);
  }
  assertEquals(await filesBelow(folder), ["mine.txt"]);
  await Deno.remove(folder, { recursive: true });
});

const entries: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "a file": (path) => Deno.writeTextFile(path, ""),
  "an empty folder": (path) => Deno.mkdir(path),
  "a link to a file": (path) => Deno.symlink("../victim", path),
  "a link to a folder": (path) => Deno.symlink("..", path),
  "a link to nothing": (path) => Deno.symlink("../nothing", path),
};

for (const [name, make] of Object.entries(entries)) {
  testIf({
    name: `a folder with ${name} is not new, and nothing outside is written`,
    skipped: Deno.build.os === "windows" ? "links need rights" : undefined,
    fn: async () => {
      const base = await Deno.makeTempDir({ prefix: "new_" });
      try {
        await Deno.writeTextFile(`${base}/victim`, "precious");
        await Deno.mkdir(`${base}/n`);
        await make(`${base}/n/provider.ts`);
        await assertRejects(
          () => newProject("acme/notes", { folder: `${base}/n` }),
          Error,
          "There is something in",
        );
        assertEquals(await Deno.readTextFile(`${base}/victim`), "precious");
        assert(!await exists(`${base}/nothing`));
      } finally {
        await Deno.remove(base, { recursive: true });
      }
    },
  });
}
