/**
 * HashiCorp's own acceptance tests of `random`, run against the provider of this
 * folder. They are installed from the Go module proxy, and nothing of them is
 * changed: the Terraform that they start is one that attaches to our provider
 * in place of theirs. Needs Go, and Terraform.
 *
 *     deno run -A --no-lock tests/random/run.ts
 *
 * @module
 */
import { findCli } from "@hf-terraform/framework/testing";
import { serveHere } from "../../provider/framework/testing/running_provider.ts";
import { print, run } from "../../provider/framework/testing/system/run.ts";
import { randomProvider } from "./provider.ts";

const suite =
  "github.com/hashicorp/terraform-provider-random@v1.3.2-0.20260824155315-e1092b0cfc07";

/** The tests that are left out, and why. */
const differences: Readonly<Record<string, string>> = {
  ...reasonFor("the numbers of a seed are those of Go's math/rand", [
    "TestAccResourceInteger",
    "TestAccResourceInteger_Big",
    "TestAccResourceInteger_ChangeSeed",
    "TestAccResourceInteger_SeededToSeedless",
    "TestAccResourceInteger_SeedlessToSeeded",
    "TestAccResourceShuffle",
    "TestAccResourceShuffle_ResultCount_Longer",
    "TestAccResourceShuffle_ResultCount_Shorter",
  ]),
  ...reasonFor("errors of validators have other words", [
    "TestAccEphemeralResourceBytes_Length_ValidationError_AtLeast",
    "TestAccEphemeralResourcePassword_Length_ValidationError_AtLeast",
    "TestAccEphemeralResourcePassword_Length_ValidationError_SumOf",
    "TestAccResourceBytes_LengthErrors",
    "TestAccResourceString_LengthErrors",
  ]),
};

function reasonFor(reason: string, tests: readonly string[]) {
  return Object.fromEntries(tests.map((name) => [name, reason]));
}

/** The names of the tests that need no provider but the one under test. */
async function testNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith("_test.go")) continue;
    const text = await Deno.readTextFile(`${folder}/${name}`);
    for (const part of text.split(/^func (?=Test)/m).slice(1)) {
      const isOurs = part.includes("protoV5ProviderFactories()") &&
        // Old versions come from a registry.
        !part.includes("ExternalProviders");
      if (isOurs) names.push(part.slice(0, part.indexOf("(")));
    }
  }
  return names;
}

/** Variables that keep Terraform off the network and the machine's settings. */
const quiet = { CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: "/dev/null" };

/** A Terraform that attaches to a running provider; the path of the script. */
async function attachedCli(folder: string, reattach: unknown): Promise<string> {
  const told = Object.fromEntries(
    ["hashicorp", "-"].map((namespace) => [
      `registry.terraform.io/${namespace}/random`,
      reattach,
    ]),
  );
  const { path: cli } = await findCli();
  // Every test asks for it.
  const { stdout: version } = await run(cli, ["version", "-json"], {
    env: quiet,
  });
  await Deno.writeTextFile(`${folder}/version.json`, version);
  const path = `${folder}/terraform`;
  await Deno.writeTextFile(
    path,
    `#!/bin/sh
if [ "$*" = 'version -json' ]; then exec cat '${folder}/version.json'; fi
# Of two entries with one name the last one counts.
others=\${TF_REATTACH_PROVIDERS:+\${TF_REATTACH_PROVIDERS%?},}
export TF_REATTACH_PROVIDERS="\${others:-{}"'${JSON.stringify(told).slice(1)}'
# It is over before what it leaves in memory is worth collecting.
export GOGC=1000
exec '${cli}' "$@"
`,
    { mode: 0o755 },
  );
  return path;
}

/** The end of each test, `pass`, `fail` or `skip`, and its output, by name. */
interface Results {
  readonly ended: Map<string, string>;
  readonly output: Map<string, string>;
}

/** The results of `go test -json`. */
function resultsOf(lines: string): Results {
  const results: Results = { ended: new Map(), output: new Map() };
  for (const line of lines.split("\n").filter((one) => one !== "")) {
    const { Action = "", Test, Output = "" }: Record<string, string> = JSON
      .parse(line);
    if (Test === undefined) continue;
    results.output.set(Test, (results.output.get(Test) ?? "") + Output);
    if (/^(pass|fail|skip)$/.test(Action)) results.ended.set(Test, Action);
  }
  return results;
}

async function main(): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "random_" });
  const download = await run("go", ["mod", "download", "-json", suite], {
    cwd: folder,
  });
  const { Dir = "" }: { Dir?: string } = JSON.parse(download.stdout);
  const all = await testNames(`${Dir}/internal/provider`);
  const names = all.filter((name) => !Object.hasOwn(differences, name));
  const running = await serveHere(randomProvider);
  const { stdout, stderr } = await run("go", [
    "test",
    "-json",
    // `go vet` is for those who change it.
    "-vet=off",
    // Much of a test is waiting for Terraform.
    "-parallel=4",
    "-timeout=30m",
    "./internal/provider",
    "-run",
    `^(${names.join("|")})$`,
  ], {
    cwd: Dir,
    env: {
      ...quiet,
      TF_ACC: "1",
      TF_ACC_TERRAFORM_PATH: await attachedCli(folder, running.reattach),
    },
  });
  await running.stop();
  await Deno.remove(folder, { recursive: true });
  const { ended, output } = resultsOf(stdout);
  const failed = names.filter((name) => ended.get(name) !== "pass");
  for (const name of failed) {
    print(output.get(name) ?? `${name} did not run: ${stderr}`);
  }
  for (const [name, reason] of Object.entries(differences)) {
    const rest = all.includes(name) ? reason : "there is no such test";
    print(`Skipped: ${name} — ${rest}`);
  }
  const skipped = Object.keys(differences).length;
  print(
    `${
      names.length - failed.length
    } passed, ${failed.length} failed, ${skipped} skipped`,
  );
  return failed.length === 0 && all.length - names.length === skipped ? 0 : 1;
}

Deno.exit(await main());
