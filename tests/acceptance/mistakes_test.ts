import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../mod.ts";
import { inRoot } from "../../tools/paths.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { requirement } from "../support/space_world.ts";
import { createWorkspace } from "../support/workspace.ts";

// Mistakes of new users, and the CLI's messages. Each paragraph of the two
// files is a mistake: its type and a short description, the wrong lines, and
// for each diagnostic the line at which the CLI shows it and its text. All
// mistakes of a file are one configuration, so that one command finds them all.
// With WRITE=mistakes the test writes the CLI's messages into the files
// instead.

/**
 * The arguments that complete a configuration, unless the mistake sets them.
 */
const rest: Readonly<Record<string, readonly string[]>> = {
  huggingface_endpoint: [
    'name = "x"',
    'model = { repository = "acme/m" }',
    'compute = { instance_type = "intel-spr" }',
  ],
  huggingface_space: ['name = "x"', 'sdk = "gradio"'],
  huggingface_space_secret: ['space = "acme/x"', 'key = "A"', 'value = "x"'],
  huggingface_space_variable: ['space = "acme/x"', 'key = "A"', 'value = "x"'],
  huggingface_model: ['name = "x"'],
  huggingface_dataset: ['name = "x"'],
  huggingface_repo_branch: ['repository = "acme/m"', 'name = "x"'],
  huggingface_repo_tag: ['repository = "acme/m"', 'name = "x"'],
  huggingface_repo_files: ['repository = "acme/m"', 'files = { a = "x" }'],
  huggingface_repo_file: [
    'repository = "acme/m"',
    'path = "a"',
    'content = "x"',
  ],
  huggingface_repo_access_grant: ['repository = "acme/m"', 'user = "ann"'],
  huggingface_webhook: [
    'watched = [{ type = "model", name = "acme/m" }]',
    'domains = ["repo"]',
    'url = "https://example.com"',
  ],
  huggingface_collection: ['title = "x"'],
  huggingface_bucket: ['name = "x"'],
  huggingface_scheduled_job: [
    'schedule = "@daily"',
    'flavor = "cpu-basic"',
    'image = "python:3.12"',
    'command = ["x"]',
  ],
  huggingface_resource_group: ['name = "x"'],
  huggingface_resource_group_members: [
    'resource_group_id = "6531a1b2c3d4e5f60718293a"',
    'members = [{ username = "ann", role = "read" }]',
  ],
  huggingface_resource_group_member: [
    'resource_group_id = "6531a1b2c3d4e5f60718293a"',
    'username = "ann"',
    'role = "read"',
  ],
  huggingface_organization_member: ['username = "ann"', 'role = "read"'],
  huggingface_organization_invitation: [
    'username = "ann"',
    'email = "ann@example.com"',
    'external_id = "1"',
  ],
  huggingface_service_account: ['name = "x"'],
  huggingface_service_account_token: [
    'service_account_id = "6531a1b2c3d4e5f60718293a"',
  ],
  "data.huggingface_repo_scan": ['repository = "acme/m"'],
};

/** A diagnostic in the CLI's JSON, as far as it is looked at. */
interface JsonDiagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly filename: string };
  readonly snippet?: { readonly code: string };
}

interface Mistake {
  /** The type that it is about, such as `data.huggingface_model`. */
  readonly of: string;
  /** Whether nothing is added to it. */
  readonly isWhole: boolean;
  /** The lines that are wrong, and the one before them that says what it is. */
  readonly lines: readonly string[];
}

function mistakesIn(text: string): Mistake[] {
  return text.split(/^(?=# )/m).map((paragraph) => {
    const [lines = ""] = paragraph.split(/^=> /m);
    const [, of = "", isWhole] = /^# ([\w. ]+)(!?): /.exec(lines) ?? [];
    return { of, isWhole: isWhole === "!", lines: lines.trimEnd().split("\n") };
  });
}

/** The configuration of a mistake. */
function configurationOf(
  { of, isWhole, lines: [, ...lines] }: Mistake,
  label: string,
): string {
  const block = (head: string, lines: readonly string[]) =>
    [`${head} {`, ...lines.map((line) => `  ${line}`), "}", ""].join("\n");
  const names = lines.map((line) => /^\w+/.exec(line)?.[0]);
  const completed = isWhole ? lines : [
    ...lines,
    ...(rest[of] ?? []).filter((line) =>
      !names.includes(/^\w+/.exec(line)?.[0])
    ),
  ];
  const [kind = "", type = ""] = of.split(/[. ]/);
  switch (kind) {
    case "function":
      return block(`output "${label}"`, [
        `value = ${lines[0]}`,
        ...lines.slice(1),
      ]);
    case "provider":
      return block('provider "huggingface"', [`alias = "${label}"`, ...lines]) +
        block(`data "huggingface_whoami" "${label}"`, [
          `provider = huggingface.${label}`,
        ]);
    case "data":
    case "ephemeral":
      return block(`${kind} "${type}" "${label}"`, completed);
    case "import":
      return block("import", [`to = ${type}.${label}`, `id = "${lines[0]}"`]) +
        block(`resource "${type}" "${label}"`, rest[type] ?? []);
    default:
      return block(`resource "${of}" "${label}"`, completed);
  }
}

function textOf(
  { severity, summary, detail }: JsonDiagnostic,
  url: string,
): string {
  const text = `${summary}: ${detail}`.replaceAll(/\s+/g, " ")
    .replaceAll(url, "http://sandbox")
    .replaceAll(/request id sandbox-\w+/g, "request id …");
  return severity === "warning" ? `Warning: ${text}` : text;
}

/** The line at which the CLI shows a diagnostic. */
function lineOf({ snippet }: JsonDiagnostic): string {
  return snippet?.code.split("\n")[0]?.trim() ?? "no line";
}

/** The file again, with what the CLI really says. */
async function rewriteMessages(
  text: string,
  args: readonly string[],
): Promise<string> {
  const mistakes = mistakesIn(text);
  await using sandbox = await startSandbox({ startupMs: 0 });
  const { repos } = new HuggingFace({
    token: sandbox.token,
    endpoint: sandbox.url,
  });
  await repos.create({ type: "model", id: "acme/m" });
  await using workspace = await createWorkspace({
    // Each configuration of the provider is a process of its own.
    launch: "started",
    files: {
      "main.tf": requirement,
      ...Object.fromEntries(
        mistakes.map((one, i) => [`m${i}.tf`, configurationOf(one, `m${i}`)]),
      ),
    },
    env: sandbox.env,
  });
  const { stdout } = await workspace.run(args);
  const shown = shownIn(stdout);
  const unplaced = shown.filter(({ range, summary }) =>
    range === undefined && !summary.startsWith("Provider development")
  );
  const imports = mistakes.filter(({ of }) => of.startsWith("import "));
  assertEquals(unplaced.length, imports.length);
  return mistakes.map(({ of, lines }, i) => {
    const [, first = ""] = lines;
    const own = of.startsWith("import ")
      ? unplaced.filter(({ detail, summary }) =>
        detail.includes(`"${first}"`) || summary.endsWith(` ${first}`)
      )
      : shown.filter(({ range }) => range?.filename === `m${i}.tf`);
    const found = own.map((one) =>
      `=> ${lineOf(one).replace(`"m${i}"`, '"…"')}\n` +
      textOf(one, sandbox.url)
    );
    // A plan checks the configuration twice, and tells the warnings twice.
    const told = args[0] === "plan" ? new Set(found.sort()) : found.sort();
    return [...lines, ...told, ""].join("\n");
  }).join("\n");
}

/** The diagnostics of `validate -json`, or of the lines of `plan -json`. */
function shownIn(stdout: string): readonly JsonDiagnostic[] {
  const [first] = stdout;
  if (first === "{" && !stdout.startsWith('{"@')) {
    return JSON.parse(stdout).diagnostics;
  }
  return stdout.split("\n").filter((line) => line.includes('"diagnostic"'))
    .flatMap((line) => JSON.parse(line).diagnostic ?? []);
}

for (
  const [command, args] of [
    ["validate", ["validate", "-json"]],
    ["plan", ["plan", "-json", "-input=false"]],
  ] as const
) {
  acceptanceTest(
    `mistakes found by ${command} are shown at their line, with what to do`,
    async () => {
      const file = inRoot(
        `tests/acceptance/testdata/mistakes_${command}.txt`,
      );
      const text = await Deno.readTextFile(file);
      const now = await rewriteMessages(text, args);
      if (Deno.env.get("WRITE") === "mistakes") {
        return await Deno.writeTextFile(file, now);
      }
      const said = now.split(/^(?=# )/m);
      const expected = text.split(/^(?=# )/m);
      const at = said.findIndex((one, i) => one !== expected[i]);
      assertEquals(
        said[at],
        expected[at],
        `WRITE=mistakes writes what the CLI says into ${file}`,
      );
    },
  );
}
