import { assertEquals, assertMatch } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { checkSignature } from "../../provider/framework/cli/release/check.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { targets } from "../../provider/framework/cli/targets.ts";
import { makeKey } from "../release/signed_release.ts";
import { testIf } from "../support/skip.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const folder = ".github/workflows";

for await (const { name } of Deno.readDir(inRoot(folder))) {
  const text = await Deno.readTextFile(inRoot(`${folder}/${name}`));

  Deno.test(`${name} pins what it uses by hash, with the version beside it`, () => {
    const loose = Array.from(
      text.matchAll(/uses: (\S+)(.*)/g),
      ([, action = "", rest = ""]) => action + rest,
    ).filter((used) =>
      !used.startsWith("./") && !/@[0-9a-f]{40} # v[\d.]+$/.test(used)
    );
    assertEquals(loose, []);
  });

  Deno.test(`${name} may read the repository, and jobs ask for the rest`, () => {
    assertMatch(text, /^permissions:\n {2}contents: read\n\n/m);
  });

  Deno.test(`${name} gives no job a token that it does not need`, () => {
    const checkouts = text.split("actions/checkout@").length - 1;
    const without = text.split("persist-credentials: false").length - 1;
    assertEquals(without, checkouts);
  });
}

Deno.test("only a tag is released and published", async () => {
  const read = (name: string) => Deno.readTextFile(inRoot(`${folder}/${name}`));
  const starts = (text: string) =>
    /^on:\n((?: .*\n)+)/m.exec(text)?.[1]?.trimEnd();
  const [release, publish] = [
    await read("release.yml"),
    await read("publish.yml"),
  ];
  assertEquals(starts(release), '  push:\n    tags: ["v*"]');
  assertEquals(starts(publish), "  workflow_call:");
  assertMatch(publish, /if: startsWith\(github\.ref, 'refs\/tags\/v'\)/);
  assertEquals((await read("ci.yml")).includes("publish.yml"), false);
});

Deno.test("what releases and publishes checks the sum of its Deno before it runs it", async () => {
  for (const name of ["release.yml", "publish.yml"]) {
    for (const [job, text] of await jobsOf(name)) {
      const [, ...after] = text.split("denoland/setup-deno@");
      for (const rest of after) {
        assertMatch(
          rest,
          /^.*\n {8}with:\n {10}deno-version: .*\n {6}- run: \.ci\/pinned\n/,
          `${name}: ${job}`,
        );
      }
    }
  }
});

Deno.test("what releases and publishes takes one version of each program", async () => {
  for (const name of ["release.yml", "publish.yml"]) {
    const text = await Deno.readTextFile(inRoot(`${folder}/${name}`));
    const steps = text.split("uses: ").slice(1).filter((step) =>
      /^\S+\/setup-/.test(step)
    );
    const loose = steps.filter((step) =>
      !/^\S+ # \S+\n {8}with:\n {10}\w+[-_]version: \d+\.\d+\.\d+\n/.test(step)
    );
    assertEquals(loose, [], name);
  }
});

testIf({
  name: "a Deno whose sum is not pinned does not run",
  skipped: Deno.build.os === "linux" ? undefined : "workflows run on Linux",
  fn: async () => {
    await withTemporaryFolder(async (folder) => {
      const check = () =>
        run(inRoot(".ci/pinned"), [], {
          env: { PATH: `${folder}:${Deno.env.get("PATH")}` },
        });
      await Deno.symlink(Deno.execPath(), `${folder}/deno`);
      assertEquals((await check()).code, 0);
      await Deno.remove(`${folder}/deno`);
      const forged = `#!/bin/sh\ntouch '${folder}/ran'\n`;
      await Deno.writeTextFile(`${folder}/deno`, forged, { mode: 0o755 });
      const { code, stderr } = await check();
      assertEquals(code, 1);
      assertMatch(stderr, /is not pinned/);
      const names = await Array.fromAsync(
        Deno.readDir(folder),
        ({ name }) => name,
      );
      assertEquals(names, ["deno"]);
    });
  },
});

const releaseJobs = () => jobsOf("release.yml");

/** The jobs of a workflow by their names, as text. */
async function jobsOf(name: string): Promise<ReadonlyMap<string, string>> {
  const text = await Deno.readTextFile(inRoot(`${folder}/${name}`));
  const jobs = text.slice(text.indexOf("\njobs:\n"));
  return new Map(
    jobs.split(/^ {2}(?=[\w-]+:$)/m).slice(1).map((job) => [
      job.slice(0, job.indexOf(":")),
      job,
    ]),
  );
}

Deno.test("tests, building, signing and publishing are jobs of their own, each with what it needs", async () => {
  const jobs = await releaseJobs();
  const having = (pattern: RegExp) =>
    [...jobs].filter(([, job]) => pattern.test(job)).map(([name]) => name);
  assertEquals([...jobs.keys()], [
    "test",
    "code",
    "build",
    "start",
    "sign",
    "publish",
    "client",
  ]);
  assertEquals(having(/secrets\./), ["sign"]);
  assertEquals(having(/: write/), ["build", "publish", "client"]);
  assertEquals(having(/deno task (ok|test)/), ["test"]);
  // No job that runs tests reaches what is compiled into the executables.
  assertMatch(
    jobs.get("build") ?? "",
    /^ {4}needs: code$[^]*sha256sum --check/m,
  );
  assertMatch(jobs.get("start") ?? "", /"The compiled code was taken"/);
  const sign = jobs.get("sign") ?? "";
  assertMatch(sign, /needs: \[test, build, start\]\n[^]*permissions: \{\}\n/);
  // The job with the key runs nothing of this repository, nor of a registry.
  assertEquals(/checkout|setup-|deno|npm|npx/.test(sign), false);
});

/** The script of the step of a job that has these words. */
async function scriptOf(name: string, words: string): Promise<string> {
  const job = (await releaseJobs()).get(name) ?? "";
  const scripts = job.matchAll(/run: \|\n((?: {10}.*\n)+)/g);
  const found = [...scripts].map(([, script = ""]) => script)
    .find((script) => script.includes(words)) ?? "";
  return found.replaceAll(/^ {10}/gm, "");
}

testIf({
  name: "what the release signs passes the check of a release",
  skipped: await whyNoGpg(),
  fn: async () => {
    await withTemporaryFolder(async (base) => {
      const sums = "terraform-provider-huggingface_1.2.3_SHA256SUMS";
      await Deno.mkdir(`${base}/release`);
      await Deno.writeTextFile(`${base}/release/file`, "content");
      const made = await run("bash", ["-c", `sha256sum file > ${sums}`], {
        cwd: `${base}/release`,
      });
      assertEquals(made.code, 0, made.stderr);
      const key = await makeKey("rsa2048");
      const given = await Deno.readTextFile(`${base}/release/${sums}`);
      const sign = async () =>
        await run("bash", [
          ...strict,
          await scriptOf("sign", "--detach-sign"),
        ], {
          cwd: base,
          env: {
            GPG_PRIVATE_KEY: key.secret,
            PASSPHRASE: key.passphrase,
            SUMS: given.trimEnd(),
          },
        });
      const signed = await sign();
      assertEquals(signed.code, 0, signed.stderr);
      const publicKey = await Deno.readTextFile(`${base}/public-key.asc`);
      assertEquals(
        await checkSignature(`${base}/release/${sums}`, publicKey),
        [],
      );
      // A file that was changed after it was built is not signed,
      await Deno.remove(`${base}/release/${sums}.sig`);
      await Deno.writeTextFile(`${base}/release/file`, "changed");
      assertEquals((await sign()).code === 0, false);
      // not even with sums that fit it, in an artifact put in its place.
      await run("bash", ["-c", `sha256sum file > ${sums}`], {
        cwd: `${base}/release`,
      });
      assertEquals((await sign()).code === 0, false);
    });
  },
});

/** The way in which GitHub starts bash. */
const strict = ["-euo", "pipefail", "-c"];

testIf({
  name: "what is published is what was built, whatever the artifact holds",
  skipped: Deno.build.os === "linux" ? undefined : "it is published on Linux",
  fn: async () => {
    await withTemporaryFolder(async (base) => {
      await Deno.mkdir(`${base}/published`);
      // The check of the files is green: another signed them.
      await Deno.writeTextFile(`${base}/deno`, "#!/bin/sh\n", { mode: 0o755 });
      const script = await scriptOf("publish", "release:check");
      for (const [sums, isRight] of [["01  a\n", true], ["02  a\n", false]]) {
        await Deno.writeTextFile(`${base}/published/a_SHA256SUMS`, `${sums}`);
        const { code } = await run("bash", [...strict, script], {
          env: {
            PATH: `${base}:${Deno.env.get("PATH")}`,
            RUNNER_TEMP: base,
            SUMS: "01  a",
            VERSION: "1.2.3",
          },
        });
        assertEquals(code === 0, isRight);
      }
    });
  },
});

async function whyNoGpg(): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return "the release is signed on Linux";
  try {
    await run("gpg", ["--version"]);
    return undefined;
  } catch {
    return "gpg is not installed";
  }
}

Deno.test("what the tests of a release run is pinned, and what is built says where it comes from", async () => {
  const jobs = await releaseJobs();
  assertMatch(jobs.get("test") ?? "", /JSR_URL: http:\/\/127\.0\.0\.1:9\//);
  assertMatch(
    jobs.get("build") ?? "",
    /sums: \$\{\{ steps\.sums\.outputs\.sums/,
  );
  assertMatch(jobs.get("build") ?? "", /actions\/attest@[^]*sbom-path:/);
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    await Deno.readTextFile(inRoot("deno.json")),
  );
  const loose = Object.values(imports).filter((to) =>
    !/^(npm|jsr):(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+(\/|$)/.test(to)
  );
  assertEquals(loose, []);
});

Deno.test("every platform that is released is started first", async () => {
  const start = (await releaseJobs()).get("start") ?? "";
  const started = Array.from(
    start.matchAll(/platform: (\w+) /g),
    ([, platform]) => platform,
  );
  assertEquals(
    started.toSorted(),
    targets.map(({ os, arch }) => `${os}_${arch}`).toSorted(),
  );
});
