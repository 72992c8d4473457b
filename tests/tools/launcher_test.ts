import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { launcher } from "../../provider/framework/cli/launcher.ts";
import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import {
  compiledPermissions,
  environmentOf,
} from "../../provider/framework/cli/permissions.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { launch } from "../support/plugin_client.ts";
import { testIf } from "../support/skip.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";
import { providerExecutable } from "../support/terraform_provider.ts";

const skipped = Deno.build.os === "windows"
  ? "the launcher is a script for POSIX shells"
  : undefined;

/** Registers a test where launchers start, in a folder of its own. */
function launcherTest(
  name: string,
  fn: (folder: string) => Promise<void>,
): void {
  testIf({ name, skipped, fn: () => withTemporaryFolder(fn) });
}

const fake = `#!/bin/sh\necho "$0" "$@"\n`;

/** Makes a launcher, an empty bundle, and fake Denos by name. */
async function makeScene(
  folder: string,
  builder: string,
  denos: readonly string[],
): Promise<void> {
  await Deno.writeTextFile(`${folder}/provider.js`, "");
  await script(
    `${folder}/provider`,
    launcher(project, builder.replace("~", folder)),
  );
  for (const deno of denos) await script(`${folder}/${deno}`, fake);
}

async function script(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, 0o755);
}

const cases: {
  name: string;
  builder?: string;
  denos: string[];
  env?: Record<string, string>;
  starts: string;
}[] = [
  {
    name: "the Deno of HF_PROVIDER_DENO before all others",
    denos: ["mine", "built", "bin/deno"],
    env: { HF_PROVIDER_DENO: "~/mine" },
    starts: "mine",
  },
  {
    name: "the Deno that built it before the one on PATH",
    denos: ["built", "bin/deno"],
    starts: "built",
  },
  {
    name: "the Deno on PATH when the builder is gone",
    denos: ["bin/deno"],
    starts: "bin/deno",
  },
  {
    name: "a Deno in a folder with a space and a quote",
    builder: "~/it's here/deno",
    denos: ["it's here/deno"],
    starts: "it's here/deno",
  },
];

for (const { name, builder, denos, env, starts } of cases) {
  launcherTest(
    `launcher() starts ${name}`,
    async (folder) => {
      await makeScene(folder, builder ?? "~/built", denos);
      const { stdout } = await start(folder, `${folder}/provider`, env);
      assertEquals(stdout.split(" run ")[0], `${folder}/${starts}`);
      assertStringIncludes(stdout, `${folder}/provider.js --flag`);
    },
  );
}

launcherTest(
  "launcher() finds its bundle when it is called through a link",
  async (folder) => {
    await makeScene(folder, "~/built", ["built"]);
    await Deno.mkdir(`${folder}/elsewhere`);
    await Deno.symlink(`${folder}/provider`, `${folder}/elsewhere/linked`);
    const { stdout } = await start(folder, `${folder}/elsewhere/linked`);
    assertStringIncludes(stdout, `${folder}/provider.js`);
  },
);

launcherTest(
  "launcher() starts compiled code on the Deno that made it, and lets it " +
    "read that alone",
  async (folder) => {
    await makeScene(folder, "~/built", ["built", "mine"]);
    await Deno.writeTextFile(`${folder}/start.js`, "");
    await Deno.writeTextFile(`${folder}/provider.cache`, "");
    const { stdout } = await start(folder, `${folder}/provider`);
    assertStringIncludes(stdout, `${folder}/start.js --flag`);
    assertStringIncludes(
      stdout,
      `,${folder}/provider.cjs,${folder}/provider.cache --allow-write`,
    );
    const other = await start(folder, `${folder}/provider`, {
      HF_PROVIDER_DENO: "~/mine",
    });
    assertStringIncludes(other.stdout, `${folder}/provider.js --flag`);
    assertEquals(other.stdout.includes("provider.cjs"), false);
  },
);

/** Settings of Deno by which it loads code, writes files and sends logs. */
const settings = {
  DENO_AUDIT_PERMISSIONS: "audit",
  DENO_COVERAGE_DIR: "coverage",
  DENO_V8_FLAGS: "--no-such-flag",
  NODE_OPTIONS: "--require ./hook.cjs",
  NODE_V8_COVERAGE: "coverage",
  OTEL_DENO: "true",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
  SSLKEYLOGFILE: "keys",
};

launcherTest(
  "launcher() gives Deno no variable that it obeys but those that pages " +
    "name",
  async (folder) => {
    const promised = new Set(["DENO_DIR"]);
    for (const name of await filesBelow(inRoot("docs"))) {
      const page = await Deno.readTextFile(inRoot(`docs/${name}`));
      for (const [found] of page.matchAll(/\b(?:DENO|NODE)_[A-Z_]+/g)) {
        promised.add(found);
      }
    }
    const others = { HF_TOKEN: "token", LINES: "a\nNODE_b c\n*'\"\nexport X=" };
    await makeScene(folder, "~/built", []);
    await script(`${folder}/built`, "#!/bin/sh\nexec /usr/bin/env -0\n");
    const given = {
      ...settings,
      ...others,
      ...Object.fromEntries([...promised].map((name) => [name, "set"])),
    };
    const { stdout } = await start(folder, `${folder}/provider`, given);
    const got = Object.fromEntries(
      stdout.split("\0").map((line) => line.split(/=([^]*)/)),
    );
    assertEquals(
      Object.keys(got).filter((name) => name in given).toSorted(),
      [...promised, ...Object.keys(others)].toSorted(),
    );
    assertEquals(got.LINES, others.LINES);
  },
);

launcherTest(
  "the provider loads no code from the working directory and writes " +
    "nothing there, whatever Deno's settings say",
  async (folder) => {
    await makeScene(folder, Deno.execPath(), []);
    const cwd = `${folder}/working`;
    await Deno.mkdir(cwd);
    await Deno.writeTextFile(`${cwd}/hook.cjs`, 'console.log("hooked");');
    await Deno.writeTextFile(
      `${folder}/provider.js`,
      'console.log("started");',
    );
    const { stdout, stderr } = await run(`${folder}/provider`, [], {
      cwd,
      env: settings,
    });
    assertEquals([stdout, stderr], ["started\n", ""]);
    const names = Array.from(Deno.readDirSync(cwd), ({ name }) => name);
    assertEquals(names, ["hook.cjs"]);
  },
);

launcherTest(
  "launcher() says what to do when there is no Deno",
  async (folder) => {
    await makeScene(folder, "~/gone", []);
    const { code, stdout, stderr } = await start(folder, `${folder}/provider`);
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(stderr, "HF_PROVIDER_DENO");
  },
);

launcherTest(
  "launcher() lets the provider read the token file and write sockets",
  async (folder) => {
    await makeScene(folder, "~/built", ["built"]);
    const { stdout } = await start(folder, `${folder}/provider`, {
      HF_HOME: "/hf",
      HF_TOKEN_PATH: "/secret/token",
      PLUGIN_UNIX_SOCKET_DIR: "/sockets",
      TMPDIR: "/temporary",
    });
    assertStringIncludes(
      stdout,
      "--allow-read=/temporary,/hf,/secret/token,/sockets " +
        "--allow-write=/temporary,/sockets ",
    );
    // A token file of others is not read.
    assertStringIncludes(stdout, " --allow-sys=uid ");
  },
);

launcherTest(
  "launcher() starts a Deno that finds no home, as in a container with a " +
    "user of its own",
  async (folder) => {
    await makeScene(folder, "~/built", []);
    await script(`${folder}/built`, "#!/bin/sh\necho ${DENO_DIR-none}\n");
    for (
      const [env, shown] of [
        [{ HOME: "" }, "/dev/null"],
        [{ HOME: "", DENO_DIR: "/kept" }, "/kept"],
        [{ HOME: "/home" }, "none"],
      ] as const
    ) {
      const { stdout } = await start(folder, `${folder}/provider`, env);
      assertEquals(stdout, `${shown}\n`);
    }
  },
);

launcherTest(
  "launcher() lets an export write where it is told",
  async (folder) => {
    await makeScene(folder, "~/built", ["built"]);
    const args = ["export", "--out=/elsewhere"];
    const { stdout } = await run(`${folder}/provider`, args);
    assertStringIncludes(
      stdout,
      ` --allow-read --allow-write ${folder}/provider.js ${args.join(" ")}\n`,
    );
  },
);

/** Tries what the README says that the provider cannot do. */
const probe = `
const tries = {
  run: () => new Deno.Command("true").outputSync(),
  load: () => Deno.dlopen("/lib/none.so", {}),
  read: () => Deno.readTextFileSync("/etc/passwd"),
  write: () => Deno.writeTextFileSync(Deno.args[0], ""),
  variable: () => {
    if (Deno.env.get("TF_VAR_secret") === undefined) {
      throw new Deno.errors.NotCapable();
    }
  },
};
const able = Object.entries(tries).filter(([, attempt]) => {
  try {
    attempt();
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotCapable);
  }
});
console.log(able.map(([name]) => name).join());
`;

launcherTest(
  "the provider runs no program, loads no library, sees no variable of " +
    "others, and from a checkout reads and writes no other folder",
  async (folder) => {
    await makeScene(folder, "~/built", ["built"]);
    const { stdout } = await start(folder, `${folder}/provider`, {
      TMPDIR: `${folder}/temporary`,
    });
    const given = stdout.split(" ").filter((word) => word.startsWith("--"))
      .filter((word) => word !== "--flag");
    await Deno.writeTextFile(`${folder}/provider.js`, probe);
    const able = async (flags: readonly string[]) => {
      const { stdout } = await run(Deno.execPath(), [
        "run",
        ...flags,
        `${folder}/provider.js`,
        `${folder}/elsewhere`,
      ], { env: { TF_VAR_secret: "theirs" } });
      return stdout.trim().split(",").filter((name) => name !== "");
    };
    assertEquals(await able(given), []);
    assertEquals(await able(compiledPermissions(project)), ["read", "write"]);
    assertEquals(await able(["--allow-all"]), [
      "run",
      "load",
      "read",
      "write",
      "variable",
    ]);
  },
);

for (
  const name of [
    "TMPDIR",
    "HF_HOME",
    "HF_TOKEN_PATH",
    "PLUGIN_UNIX_SOCKET_DIR",
    "HOME",
  ]
) {
  launcherTest(
    `launcher() takes no comma in ${name}, which would let more in`,
    async (folder) => {
      await makeScene(folder, "~/built", ["built"]);
      const { code, stdout, stderr } = await start(
        folder,
        `${folder}/provider`,
        { [name]: "/tmp,/" },
      );
      assertEquals([code, stdout], [1, ""]);
      assertStringIncludes(stderr, "cannot use /tmp,/");
    },
  );
}

launcherTest(
  "the provider says which path is too long for a socket",
  async (folder) => {
    const long = `${folder}/${"x".repeat(100)}`;
    await Deno.mkdir(long);
    const command = [await providerExecutable()] as const;
    const env = { PLUGIN_UNIX_SOCKET_DIR: long };
    await assertRejects(
      () => launch([...command], { env }),
      Error,
      "to a folder with a shorter path",
    );
  },
);

launcherTest(
  "a client that refuses all protocols leaves no folder behind",
  async (folder) => {
    const start = async (protocols: readonly number[]) => {
      const env = { PLUGIN_UNIX_SOCKET_DIR: folder };
      await using process = await launch([await providerExecutable()], {
        env,
        protocols,
      });
      const { protocol } = process.handshake;
      const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
      return [protocol, names.length];
    };
    assertEquals(await start([4]), [6, 0]);
    assertEquals(await start([6]), [6, 1]);
  },
);

Deno.test("the provider may read the variables that it uses, and no pattern of them", async () => {
  const environment = environmentOf(project);
  assertEquals(environment.filter((name) => name.includes("*")), []);
  const names = new Set<string>();
  const reads =
    /\benv(?:\.|\(")((?:TF|PLUGIN|HF|HUGGING_FACE)_[A-Z_]+)|"((?:TF_LOG|TF_PLUGIN|PLUGIN|HF|HUGGING_FACE)_?[A-Z_]*)"/g;
  for (const name of await filesBelow(inRoot("provider"))) {
    // No provider's process loads these.
    if (/^framework\/(cli|system|testing)\//.test(name)) continue;
    const text = await Deno.readTextFile(inRoot(`provider/${name}`));
    for (const [, read, quoted] of text.matchAll(reads)) {
      names.add(read ?? quoted ?? "");
    }
  }
  assert(names.size > 10, [...names].join());
  assertEquals([...names].filter((name) => !environment.includes(name)), []);
});

function start(
  folder: string,
  program: string,
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof run> {
  const placed = Object.entries(env).map(([name, value]) => [
    name,
    value.replace("~", folder),
  ]);
  return run(program, ["--flag"], {
    clearEnv: true,
    env: {
      HOME: folder,
      PATH: `${folder}/bin:/usr/bin:/bin`,
      ...Object.fromEntries(placed),
    },
  });
}
