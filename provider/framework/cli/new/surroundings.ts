/**
 * The files around the sources of a new provider: its tasks, examples for the
 * pages, and the workflows of GitHub.
 *
 * @module
 */

import { shellLine } from "../../shell.ts";
import { pinnedVersion } from "../deno_sums.ts";
import { npmLine, npmProgram } from "../task.ts";
import { type Files, type Names, ownPackages, type Runtime } from "./names.ts";

/** The source of the framework's packages. */
export interface Packages {
  /** Imports for `deno.json`, by name. */
  readonly imports: Readonly<Record<string, string>>;
  /** Folders of packages that take the place of those on JSR. */
  readonly links: readonly string[];
  /** npm packages, for `package.json`; none: there is no such file on Deno. */
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The files around the sources. */
export function surroundings(
  names: Names,
  packages: Packages,
  runtime: Runtime,
): Files {
  const { address, name, variable } = names;
  const hasNpm = Object.keys(packages.dependencies).length > 0;
  return {
    ...runtime === "node"
      ? { "tsconfig.json": json({ compilerOptions, exclude: ["dist"] }) }
      : { "deno.json": denoJson(packages) },
    ...(hasNpm || runtime === "node") &&
      { "package.json": packageJson(names, packages, runtime) },
    "tasks.ts": tasks(names, runtime),
    ".gitignore": "dist/\nnode_modules/\n.terraform/\n*.tfstate*\n",
    LICENSE: license,
    "README.md": readme(names, runtime),
    "examples/provider/provider.tf": `terraform {
  required_providers {
    ${name} = {
      source = "${address}"
    }
  }
}

# The token is in the variable ${variable}_TOKEN.
provider "${name}" {
  url = "https://notes.example.com"
}
`,
    [`examples/resources/${name}_note/resource.tf`]:
      `resource "${name}_note" "shopping" {
  title = "Shopping"
  text  = "Milk, bread"
}
`,
    [`examples/resources/${name}_note/import.sh`]:
      shellLine("terraform", "import", `${name}_note.shopping`, "1") + "\n",
    [`examples/data-sources/${name}_note/data-source.tf`]:
      `data "${name}_note" "shopping" {
  id = "1"
}
`,
    "examples/functions/slug/function.tf": `output "slug" {
  value = provider::${name}::slug("Milk & bread")
}
`,
    ".github/workflows/ci.yml": ci(runtime),
    ".github/workflows/release.yml": release(runtime),
  };
}

const taskNames: Readonly<Record<string, string>> = {
  test: "Builds the provider and runs every test",
  build: "Writes dist/provider.js and its launcher",
  compile: "Writes executables that need no Deno",
  docs: "Writes docs/, the pages that the registries show",
  install: "Puts the built provider where Terraform finds it",
  release: "Writes and checks the files of a release",
  "release:check": "Reads a release's folder and checks it",
};

/** The settings of TypeScript, on both runtimes. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};

/** The settings of `tsc`, which only checks: Node compiles as it imports. */
const compilerOptions = {
  ...strict,
  target: "esnext",
  module: "nodenext",
  types: ["node"],
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

function denoJson({ imports, links, dependencies }: Packages): string {
  const own = Object.fromEntries(
    Object.entries(taskNames).map(([name, description]) => [
      name,
      { description, command: `deno run -A tasks.ts ${name}` },
    ]),
  );
  const check = {
    description: "Format, lint and types",
    command: "deno fmt --check && deno lint && deno check",
  };
  const hasNpm = Object.keys(dependencies).length > 0;
  return json({
    ...Object.keys(imports).length > 0 && { imports },
    ...links.length > 0 && { links },
    tasks: { ...own, check },
    nodeModulesDir: hasNpm ? "manual" : "none",
    // Nothing of it needs to run when it is installed.
    allowScripts: { deny: ["npm:protobufjs"] },
    exclude: ["dist"],
    fmt: { exclude: ["docs"] },
    compilerOptions: strict,
  });
}

/** The scripts of a project for Node: npm itself would run one of `install`. */
const scripts = {
  test: `${npmProgram} test`,
  build: `${npmProgram} build`,
  docs: `${npmProgram} docs`,
  check: "tsc",
  compile: `npx --yes deno@${pinnedVersion} run -A tasks.ts compile`,
  release: `npx --yes deno@${pinnedVersion} run -A tasks.ts release`,
};

/** The compiler that checks a project for Node, and the types of Node. */
const devDependencies = {
  "@types/node": "^20.19.25",
  typescript: "^5.9.3",
};

function packageJson(
  { name }: Names,
  { dependencies }: Packages,
  runtime: Runtime,
): string {
  return json({
    name: `terraform-provider-${name}`,
    private: true,
    type: "module",
    ...runtime === "node" && { scripts, engines: { node: ">=20" } },
    dependencies,
    ...runtime === "node" && { devDependencies },
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function tasks(
  { address, name, type, variable }: Names,
  runtime: Runtime,
): string {
  return `/**
 * The tasks of this project: \`${lines[runtime].build}\` and the like.
 *
 * @module
 */

import { runTasks } from "@hf-terraform/framework/cli";
import { startService } from "./tests/service.ts";
import { version } from "./version.ts";

await runTasks({
  folder: import.meta.dirname ?? ".",
  address: "${address}",
  title: "${type}",
  version,
  load: async () => (await import("./provider.ts")).provider,
  // The provider's process reads no other variables, apart from the CLI's.
  environment: ["${variable}_URL", "${variable}_TOKEN"],
  // What a build runs once, so that a start finds its code compiled.
  async rehearsal() {
    const service = await startService();
    return {
      env: { ${variable}_URL: service.url, ${variable}_TOKEN: service.token },
      resources: { ${name}_note: { title: "Shopping" } },
      [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    };
  },
  licenseId: "MIT",
});
`;
}

const [framework] = ownPackages;

/** The command lines of the tasks. */
const lines = {
  deno: {
    test: "deno task test",
    check: "deno task check",
    build: "deno task build",
    install: "deno task install",
    docs: "deno task docs",
    compile: "deno task compile",
    release: "deno task release",
  },
  node: {
    test: "npm test",
    check: "npm run check",
    build: "npm run build",
    install: npmLine("install"),
    docs: "npm run docs",
    compile: "npm run compile",
    release: "npm run release",
  },
} as const;

function readme(
  { address, name, type, variable }: Names,
  runtime: Runtime,
): string {
  const line = lines[runtime];
  const explained = {
    [line.test]: "builds it, and runs every test on the real CLI",
    [line.check]: runtime === "deno" ? "format, lint, types" : "types",
    [line.install]: "puts it where terraform init finds it",
    [line.docs]: "writes docs/, the pages of the registries",
    [line.compile]: runtime === "deno"
      ? "executables that need no Deno"
      : "executables, by a Deno that npm fetches",
  };
  const width = Math.max(...Object.keys(explained).map(({ length }) => length));
  const commands = Object.entries(explained).map(([line, text]) =>
    `${line.padEnd(width)}   # ${text}\n`
  );
  return `# The ${type} provider

A provider for Terraform and OpenTofu, made with
[${framework}](https://jsr.io/${framework}).
It keeps notes in a small service; put your own in its place.

| file                   | holds                                         |
| ---------------------- | --------------------------------------------- |
| \`provider.ts\`          | what there is, and the provider block         |
| \`client.ts\`            | the calls of the service                      |
| \`resources/note.ts\`    | the resource \`${name}_note\`                     |
| \`data_sources/note.ts\` | the data source \`${name}_note\`                  |
| \`functions/slug.ts\`    | the function \`slug\`                           |
| \`tests/service.ts\`     | an imitation of the service                   |
| \`tasks.ts\`             | how it is built, tested and released          |
| \`examples/\`            | what the pages show                           |

\`\`\`sh
${commands.join("")}\`\`\`

\`${line.install}\` makes \`source = "${address}"\` work on this machine. The
address of the service is in the variable \`${variable}_URL\`, the token in
\`${variable}_TOKEN\`.

Your own resource takes the place of the note in these files: \`client.ts\` and
\`tests/service.ts\` (what is called, and its imitation), \`resources/\` and
\`data_sources/\`, \`provider.ts\` (which names both), \`tasks.ts\` (the
\`rehearsal\`), \`tests/\` and \`examples/\`.

To release a version, write it into \`version.ts\`, commit, and push a tag such as
\`v0.1.0\`: the workflow \`release\` compiles for six platforms, signs with the key
in the secrets \`GPG_PRIVATE_KEY\` and \`PASSPHRASE\`, and makes a release of
GitHub that both registries take. \`LICENSE\` is an example: choose yours.
`;
}

const checkout =
  `      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
`;

const setupNode =
  `      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 24
`;

const setupDeno =
  `      - uses: denoland/setup-deno@667a34cdef165d8d2b2e98dde39547c9daac7282 # v2.0.4
        with:
          deno-version: ${pinnedVersion}
`;

/** Words on what runs beside the key. */
const keyed = {
  deno: "What runs here has the key: only what the tests have passed.",
  node:
    "What runs here has the key: what the tests have passed, and npm's Deno.",
} as const;

/** The steps that prepare a job. */
const setup = {
  deno: setupDeno,
  node: `${setupNode}      - run: npm ci\n`,
} as const;

function ci(runtime: Runtime): string {
  return `name: ci

on:
  push:
    branches: [main]
  pull_request:
  workflow_call: # A release is tested, too.

permissions:
  contents: read

jobs:
  test:
    strategy:
      matrix:
        cli: [terraform, tofu]
    runs-on: ubuntu-latest
    timeout-minutes: 15
    env:
      TF_CLI: \${{ matrix.cli }}
    steps:
${checkout}${runtime === "deno" ? setupNode : ""}${
    setup[runtime]
  }      - if: matrix.cli == 'terraform'
        uses: hashicorp/setup-terraform@5e8dbf3c6d9deaf4193ca7a8fb23f2ac83bb6c85 # v4.0.0
        with:
          terraform_wrapper: false
      - if: matrix.cli == 'tofu'
        uses: opentofu/setup-opentofu@a1320f892987e89d278cc92dc5adc984fb93aca4 # v2.0.2
        with:
          tofu_wrapper: false
      - run: ${lines[runtime].check}
      - run: ${lines[runtime].test}
`;
}

function release(runtime: Runtime): string {
  return `name: release

on:
  push:
    tags: ["v*"]

permissions:
  contents: read

jobs:
  test:
    uses: ./.github/workflows/ci.yml

  # ${keyed[runtime]}
  release:
    needs: test
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: write # The release and its files.
    steps:
${checkout}${setup[runtime]}      - name: The tag is the version
        run: grep --fixed-strings --quiet "\\"\${GITHUB_REF_NAME#v}\\"" version.ts
      - name: Compile, pack, sign and check
        env:
          GPG_PRIVATE_KEY: \${{ secrets.GPG_PRIVATE_KEY }}
          PASSPHRASE: \${{ secrets.PASSPHRASE }}
        run: ${lines[runtime].release}
      - name: Publish
        env:
          GH_TOKEN: \${{ github.token }}
        run: >-
          gh release create "$GITHUB_REF_NAME" --verify-tag --generate-notes
          dist/release/*
`;
}

const license = `MIT License

Copyright (c) the authors of this provider

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;
