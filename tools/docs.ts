/**
 * `deno task docs`: writes `docs/`, the pages that the registries show.
 *
 * The pages are made by `tfplugindocs` from what the CLI says about the
 * provider, and from `examples/` and `templates/`.
 *
 * @module
 */
import { cp } from "node:fs/promises";
import { delimiter } from "node:path";
import { providerAddress } from "../tests/support/cli_config.ts";
import { Workspace } from "../tests/support/workspace.ts";
import {
  actionSchemas,
  identitySchemas,
  listResourceSchemas,
} from "./docs_newer.ts";
import { loadProvider } from "../provider/framework/mod.ts";
import { provider } from "../provider/huggingface/provider.ts";
import { accessPlace, accessTable } from "./docs_access.ts";
import { withLimits } from "./docs_limits.ts";
import { complain, say } from "./output.ts";
import { exists, filesBelow, inRoot, readIfThere } from "./paths.ts";
import { run } from "./run.ts";
import { type Arguments, runTask, task } from "./task.ts";
import { userCache } from "./user_cache.ts";

const toolModule = "github.com/hashicorp/terraform-plugin-docs";
const toolVersion = "v0.25.0";

/** Kinds of objects in the schema, and the folder that each must have. */
const folders: Readonly<Record<string, string>> = {
  resource_schemas: "resources",
  data_source_schemas: "data-sources",
  ephemeral_resource_schemas: "ephemeral-resources",
  functions: "functions",
  action_schemas: "actions",
  list_resource_schemas: "list-resources",
};

type ProviderSchema = Record<string, Record<string, unknown>>;

const command = task({
  name: "docs",
  summary: "Writes docs/, the pages that the registries show.\nTFPLUGINDOCS " +
    "names the program that makes them; else it is installed once into the\n" +
    "user's cache, which needs Go.",
  options: {
    check: {
      help: "write nothing; fail if a page would change or be refused",
    },
  },
});

async function main(
  { options: { check } }: Arguments<typeof command.options>,
): Promise<number> {
  const tool = await findTool();
  const folder = await Deno.makeTempDir({ prefix: "hf_docs_" });
  try {
    for (const name of ["examples", "templates"]) {
      if (await exists(inRoot(name))) {
        await cp(inRoot(name), `${folder}/${name}`, { recursive: true });
      }
    }
    await writeAccess(`${folder}/templates/guides/authentication.md.tmpl`);
    const schema = await providerSchema();
    await generate(tool, folder, schema);
    const missing = await missingPages(folder, schema);
    for (const page of missing) complain(`There is no page ${page}`);
    if (missing.length > 0) return 1;
    if (check) return await compare(`${folder}/docs`);
    await replaceDocs(`${folder}/docs`);
    say("Wrote docs/");
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What the CLI says of the provider, and what only newer CLIs would say. */
async function providerSchema(): Promise<ProviderSchema> {
  await using workspace = await Workspace.create({
    files: {
      "main.tf.json": JSON.stringify({
        terraform: {
          required_providers: { huggingface: { source: providerAddress } },
        },
      }),
    },
  });
  const { code, stdout, stderr } = await workspace.run([
    "providers",
    "schema",
    "-json",
  ]);
  if (code !== 0) throw new Error(`Cannot read the schema: ${stderr}`);
  const said: { provider_schemas: Record<string, ProviderSchema> } = JSON.parse(
    stdout,
  );
  const [schema = {}] = Object.values(said.provider_schemas);
  return {
    ...withLimits({
      ...schema,
      action_schemas: actionSchemas(),
      list_resource_schemas: listResourceSchemas(),
    }),
    resource_identity_schemas: identitySchemas(),
  };
}

/** Puts the table of permissions into the guide that has a place for it. */
async function writeAccess(guide: string): Promise<void> {
  const text = await Deno.readTextFile(guide);
  const table = accessTable(await loadProvider(provider));
  await Deno.writeTextFile(guide, text.replace(accessPlace, table));
}

async function generate(
  tool: string,
  folder: string,
  schema: ProviderSchema,
): Promise<void> {
  // The program looks for this name, whoever publishes the provider.
  const name = "registry.terraform.io/hashicorp/huggingface";
  const file = `${folder}/schema.json`;
  await Deno.writeTextFile(
    file,
    JSON.stringify({
      format_version: "1.0",
      provider_schemas: { [name]: schema },
    }),
  );
  const common = [
    `--providers-schema=${file}`,
    "--provider-name=huggingface",
    `--provider-dir=${folder}`,
  ];
  for (
    const args of [
      ["generate", "--rendered-provider-name=Hugging Face", ...common],
      ["validate", ...common],
    ]
  ) {
    const { code, stdout, stderr } = await run(tool, args);
    if (code !== 0) {
      throw new Error(`Cannot ${args[0]} the pages: ${stdout}\n${stderr}`);
    }
  }
}

/** Objects without a page: the program does not miss a whole folder. */
async function missingPages(
  folder: string,
  schema: ProviderSchema,
): Promise<string[]> {
  const pages = ["docs/index.md"];
  for (const [kind, name] of Object.entries(folders)) {
    for (const object of Object.keys(schema[kind] ?? {})) {
      pages.push(`docs/${name}/${object.replace(/^huggingface_/, "")}.md`);
    }
  }
  const there = await Promise.all(
    pages.map((page) => exists(`${folder}/${page}`)),
  );
  return pages.filter((_, at) => !there[at]);
}

async function compare(made: string): Promise<number> {
  const names = new Set([
    ...await filesBelow(made),
    ...await filesBelow(inRoot("docs")),
  ]);
  let different = 0;
  for (const name of [...names].toSorted()) {
    const [now, then] = await Promise.all([
      readIfThere(`${made}/${name}`),
      readIfThere(inRoot(`docs/${name}`)),
    ]);
    if (now === then) continue;
    different++;
    complain(`docs/${name} is not what deno task docs would write`);
  }
  if (different === 0) say(`Docs: ${names.size} pages are up to date`);
  return different === 0 ? 0 : 1;
}

async function replaceDocs(made: string): Promise<void> {
  if (await exists(inRoot("docs"))) {
    await Deno.remove(inRoot("docs"), { recursive: true });
  }
  await cp(made, inRoot("docs"), { recursive: true });
}

async function findTool(): Promise<string> {
  const given = Deno.env.get("TFPLUGINDOCS");
  if (given !== undefined && given !== "") return given;
  const folder = `${userCache()}/tfplugindocs-${toolVersion}`;
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  const program = `${folder}/tfplugindocs${suffix}`;
  if (await exists(program)) return program;
  say(`Installing tfplugindocs ${toolVersion}, once`);
  const installed = await run("go", [
    "install",
    `${toolModule}/cmd/tfplugindocs@${toolVersion}`,
  ], {
    env: {
      GOBIN: folder,
      PATH: [Deno.env.get("PATH") ?? "", "/usr/local/go/bin"].join(delimiter),
    },
  }).catch((cause: unknown) => {
    throw new Error(
      "Cannot install tfplugindocs without Go: install Go, or name the " +
        "program in TFPLUGINDOCS",
      { cause },
    );
  });
  if (installed.code !== 0) {
    throw new Error(`Cannot install tfplugindocs: ${installed.stderr}`);
  }
  return program;
}

if (import.meta.main) await runTask(command, main);
