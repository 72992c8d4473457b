import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import {
  run,
  type RunResult,
} from "../../provider/framework/testing/system/run.ts";
import { exampleNames } from "../examples/support.ts";
import { publishedPackage } from "../support/published_package.ts";
import { type JsrRegistry, serveJsr } from "../support/jsr_registry.ts";
import { startSandbox } from "../support/sandbox_server.ts";

const program = `
import { HuggingFace } from "jsr:@hf-terraform/client@^0";
import { Sandbox } from "jsr:@hf-terraform/sandbox@^0";

const url = Deno.env.get("HF_ENDPOINT");
const client = new HuggingFace({
  token: Deno.env.get("HF_TOKEN"),
  endpoint: url,
  inferenceEndpointsUrl: url,
});
const { name } = await client.users.whoami();
for await (const endpoint of client.endpoints.list(name)) {
  console.log(endpoint.name, endpoint.status.state);
}
console.log(new Sandbox().token.length > 0);
`;

const provider = `
import { defineProvider, s } from "jsr:@hf-terraform/framework@^0";
import { verify } from "jsr:@hf-terraform/framework@^0/testing";
import { bindingTo } from "jsr:@hf-terraform/framework@^0/binding";
import { serveProvider } from "jsr:@hf-terraform/framework@^0/serve";

const provider = defineProvider({
  name: "notes",
  version: "1.0.0",
  schema: s.schema({ description: "Notes.", attributes: {} }),
  configure: () => ({}),
});
const serve: typeof serveProvider = serveProvider;
console.log(JSON.stringify(verify(provider)), typeof bindingTo && typeof serve);
`;

/** An empty folder with an empty cache, and nothing of this checkout. */
interface EmptyMachine extends AsyncDisposable {
  readonly folder: string;
  deno(
    registry: JsrRegistry,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<RunResult>;
}

async function makeEmptyMachine(): Promise<EmptyMachine> {
  const base = await Deno.makeTempDir({ prefix: "jsr_" });
  const folder = `${base}/work`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/program.ts`, program);
  return {
    folder,
    deno: (registry, args, env) =>
      run(Deno.execPath(), args, {
        cwd: folder,
        clearEnv: true,
        env: {
          PATH: Deno.env.get("PATH") ?? "",
          HOME: base,
          DENO_DIR: `${base}/cache`,
          JSR_URL: registry.url,
          NO_COLOR: "1",
          DENO_NO_UPDATE_CHECK: "1",
          // The settings by which npm, which has `yaml`, is reached here.
          ...Object.fromEntries(
            Object.entries(Deno.env.toObject()).filter(([name]) =>
              /CERT|CA_STORE|NPM_CONFIG_REGISTRY|PROXY/i.test(name)
            ),
          ),
          ...env,
        },
      }),
    [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }),
  };
}

Deno.test("what is published is the client and its papers, all of it", async () => {
  const { files } = await publishedPackage("client");
  const wanted = ["LICENSE", "README.md", "deno.json", "mod.ts"];
  const client = (await filesBelow(inRoot("client")))
    .filter((name) => !name.startsWith("sandbox/"))
    .map((name) => `client/${name}`);
  assertEquals(
    Object.keys(files).toSorted(),
    [...wanted, ...client].map((path) => `/${path}`).toSorted(),
  );
});

Deno.test("what a registry serves is checked, run and added by name", async (t) => {
  const client = await publishedPackage("client");
  const others = ["sandbox", "framework", "tfplugin"].map(publishedPackage);
  await using registry = await serveJsr([
    client,
    ...await Promise.all(others),
    {
      name: "@std/http",
      version: "1.0.99",
      exports: { "./status": "./status.ts" },
      files: {
        "/status.ts": await Deno.readTextFile(inRoot("tests/offline/http.ts")),
      },
    },
  ]);
  await using place = await makeEmptyMachine();
  await Deno.writeTextFile(`${place.folder}/provider.ts`, provider);
  const examples = await exampleNames();
  for (const name of examples) {
    await Deno.copyFile(
      inRoot(`examples/client/${name}`),
      `${place.folder}/${name}`,
    );
  }
  const succeed = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) => {
    const { code, stdout, stderr } = await place.deno(registry, args, env);
    assertEquals(code, 0, stderr);
    return stdout;
  };
  const base = `/${client.name}/${client.version}`;
  await t.step("a program uses the client by its JSR name", async () => {
    await using sandbox = await startSandbox({ seedEndpoints: 2 });
    const output = await succeed([
      "run",
      "--no-prompt",
      "--allow-env=HF_TOKEN,HF_ENDPOINT",
      `--allow-net=${new URL(sandbox.url).host}`,
      "program.ts",
    ], sandbox.env);
    assertEquals(output, "seed-0001 running\nseed-0002 running\ntrue\n");
    assert(registry.requests.includes(`${base}/client/core/transport.ts`));
  });
  await t.step("a provider stands on the framework", async () => {
    const output = await succeed(["run", "--no-prompt", "-A", "provider.ts"]);
    assertEquals(output, "[] function\n");
  });
  await t.step(
    "both, and every example, have the types that they use",
    async () => {
      await succeed(["check", "program.ts", "provider.ts", ...examples]);
    },
  );
  await t.step("nothing is asked for that the package does not have", () => {
    for (const path of registry.requests) {
      if (!path.startsWith(`/${client.name}/`)) continue;
      const file = path.replace(base, "");
      const isKnown = Object.hasOwn(client.files, file) ||
        path === `/${client.name}/meta.json` || path === `${base}_meta.json`;
      assert(isKnown, path);
    }
  });
  await t.step(
    "deno add writes it into a project, which finds it",
    async () => {
      await succeed(["add", `jsr:${client.name}`]);
      const config = await Deno.readTextFile(`${place.folder}/deno.json`);
      assertStringIncludes(config, `jsr:${client.name}@^${client.version}`);
      await Deno.writeTextFile(
        `${place.folder}/bare.ts`,
        `import { VERSION } from "${client.name}";\nconsole.log(VERSION);\n`,
      );
      assertEquals(await succeed(["run", "bare.ts"]), `${client.version}\n`);
    },
  );
});
