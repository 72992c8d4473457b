/**
 * The task `docs`: writes `docs/`, the pages that the registries show.
 *
 * The pages are made by `tfplugindocs` from what the CLI would say about the
 * provider, and from `examples/` and `templates/`.
 *
 * @module
 */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import process from "node:process";
import { loadProvider } from "../../define/provider.ts";
import {
  exists,
  filesBelow,
  makeTempDir,
  readIfThere,
  userCache,
} from "../../testing/system/files.ts";
import { print, printError, run } from "../../testing/system/run.ts";
import { inProject, nameOf, type Project, titleOf } from "../project.ts";
import {
  type CommandArguments,
  runTask,
  type Task,
  task,
  taskLine,
} from "../task.ts";
import { printedSchema, type ProviderSchema } from "./schema.ts";
import { withOrderedSections } from "./sections.ts";

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
  project: Project,
  { options: { check } }: CommandArguments<typeof command.options>,
): Promise<number> {
  const tool = await findTool();
  const folder = await makeTempDir("docs_");
  try {
    for (const name of ["examples", "templates"]) {
      const from = inProject(project, name);
      if (!await exists(from)) continue;
      await cp(from, `${folder}/${name}`, { recursive: true });
    }
    const { prepare, refusalOf = () => undefined } = project.pages ?? {};
    await prepare?.(folder);
    const provider = await loadProvider(await project.load());
    const schema = printedSchema(provider, refusalOf);
    await generate(project, tool, folder, schema);
    const missing = await missingPages(project, folder, schema);
    for (const page of missing) printError(`There is no page ${page}`);
    if (missing.length > 0) return 1;
    if (check) return await compare(project, `${folder}/docs`);
    await replaceDocs(project, `${folder}/docs`);
    print("Wrote docs/");
    return 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function generate(
  project: Project,
  tool: string,
  folder: string,
  schema: ProviderSchema,
): Promise<void> {
  // The program looks for this name, whoever publishes the provider.
  const name = `registry.terraform.io/hashicorp/${nameOf(project)}`;
  const file = `${folder}/schema.json`;
  await writeFile(
    file,
    JSON.stringify({
      format_version: "1.0",
      provider_schemas: { [name]: schema },
    }),
  );
  const common = [
    `--providers-schema=${file}`,
    `--provider-name=${nameOf(project)}`,
    `--provider-dir=${folder}`,
  ];
  for (
    const args of [
      ["generate", `--rendered-provider-name=${titleOf(project)}`, ...common],
      ["validate", ...common],
    ]
  ) {
    const { code, stdout, stderr } = await run(tool, args);
    if (code !== 0) {
      throw new Error(`Cannot ${args[0]} the pages: ${stdout}\n${stderr}`);
    }
  }
  for (const page of await filesBelow(`${folder}/docs`)) {
    const path = `${folder}/docs/${page}`;
    const text = await readFile(path, "utf8");
    await writeFile(path, withOrderedSections(text));
  }
}

/** Objects without a page: the program does not miss a whole folder. */
async function missingPages(
  project: Project,
  folder: string,
  schema: ProviderSchema,
): Promise<string[]> {
  const prefix = `${nameOf(project)}_`;
  const pages = ["docs/index.md"];
  for (const [kind, name] of Object.entries(folders)) {
    for (const object of Object.keys(schema[kind] ?? {})) {
      const page = object.startsWith(prefix)
        ? object.slice(prefix.length)
        : object;
      pages.push(`docs/${name}/${page}.md`);
    }
  }
  const there = await Promise.all(
    pages.map((page) => exists(`${folder}/${page}`)),
  );
  return pages.filter((_, at) => !there[at]);
}

async function compare(project: Project, made: string): Promise<number> {
  const names = new Set([
    ...await filesBelow(made),
    ...await filesBelow(inProject(project, "docs")),
  ]);
  let different = 0;
  for (const name of [...names].toSorted()) {
    const [now, then] = await Promise.all([
      readIfThere(`${made}/${name}`),
      readIfThere(inProject(project, `docs/${name}`)),
    ]);
    if (now === then) continue;
    different++;
    printError(`docs/${name} is not what ${taskLine("docs")} would write`);
  }
  if (different === 0) print(`Docs: ${names.size} pages are up to date`);
  return different === 0 ? 0 : 1;
}

async function replaceDocs(project: Project, made: string): Promise<void> {
  const docs = inProject(project, "docs");
  if (await exists(docs)) await rm(docs, { recursive: true });
  await cp(made, docs, { recursive: true });
}

async function findTool(): Promise<string> {
  const given = process.env.TFPLUGINDOCS;
  if (given !== undefined && given !== "") return given;
  const folder = `${userCache("terraform-plugin-docs")}/${toolVersion}`;
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = `${folder}/tfplugindocs${suffix}`;
  if (await exists(program)) return program;
  print(`Installing tfplugindocs ${toolVersion}, once`);
  const installed = await run("go", [
    "install",
    `${toolModule}/cmd/tfplugindocs@${toolVersion}`,
  ], {
    env: {
      GOBIN: folder,
      PATH: [process.env.PATH ?? "", "/usr/local/go/bin"].join(delimiter),
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

/** The task. */
export const docsTask: Task = (project, args) =>
  runTask(command, (given) => main(project, given), args);
