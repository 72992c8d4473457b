/**
 * Runs the official clients against the sandbox: installs the newest 2.x of
 * `huggingface_hub` and of `@huggingface/hub` in the user's cache, serves a
 * sandbox and starts the tests in their languages.
 *
 * `inference_endpoints.py` has tests. `hf_api.py`, `hf_cli.py` and `hub_js.mjs`
 * try the whole surface, print what is wrong and what has no route, and fail
 * where fewer checks work than `RESULTS.md` says. Last come the Python client's
 * own tests. All requests and answers are held against the Hub's OpenAPI
 * document.
 *
 * Ends with the line `N passed, N failed`. Where a client cannot be had it
 * says so and counts a skip; with `--require` that is an error.
 *
 * @module
 */

import { pathToFileURL } from "node:url";
import { fromNpm } from "../support/npm.ts";
import {
  print,
  printError,
  run,
} from "../../provider/framework/testing/system/run.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import {
  type CommandArguments,
  runTask,
  task,
} from "../../provider/framework/cli/task.ts";
import {
  CheckedSandbox,
  operations as allOperations,
} from "../support/hub_openapi.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { runClientTests } from "./client_tests.ts";
import {
  readFloors,
  readSurface,
  type Surface,
  writeResults,
} from "./results.ts";

const requirement = "huggingface_hub>=2,<3";
// Packages for its own tests.
const companions = ["numpy", "pillow", "pytest", "pytest-mock", "jinja2"];
const windows = Deno.build.os === "windows";

/** A Python of version 3.10 or newer, which the client needs. */
async function findPython(): Promise<string | undefined> {
  const asked = Deno.env.get("PYTHON");
  const names = asked === undefined ? ["python3", "python"] : [asked];
  const check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
  for (const name of names) {
    const found = await run(name, ["-c", check]).catch(() => undefined);
    if (found?.code === 0) return name;
  }
  return undefined;
}

function cacheFolder(): string {
  const base = Deno.env.get("RUNNER_TEMP") ?? Deno.env.get("XDG_CACHE_HOME") ??
    Deno.env.get("LOCALAPPDATA") ?? `${Deno.env.get("HOME") ?? "."}/.cache`;
  return `${base}/terraform-provider-huggingface/contract`;
}

/** The Python of the environment, or the reason why there is none. */
async function prepare(): Promise<{ python: string } | { reason: string }> {
  const system = await findPython();
  if (system === undefined) {
    return { reason: "Python 3.10 or newer with venv is not installed" };
  }
  const folder = cacheFolder();
  const python = windows
    ? `${folder}/Scripts/python.exe`
    : `${folder}/bin/python`;
  const hasPip = await exists(python) &&
    (await run(python, ["-m", "pip", "--version"])).code === 0;
  if (!hasPip) {
    const made = await run(system, ["-m", "venv", "--clear", folder]);
    if (made.code !== 0) {
      return {
        reason: `The environment cannot be made: ${made.stderr.trim()}`,
      };
    }
  }
  const pip = [
    ...["-m", "pip", "install", "--quiet", "--upgrade"],
    ...[requirement, ...companions],
  ];
  const installed = await run(python, pip, {
    env: { PIP_DISABLE_PIP_VERSION_CHECK: "1" },
  });
  if (installed.code === 0) return { python };
  const known = await run(python, [
    "-c",
    "import huggingface_hub, numpy, PIL, pytest, pytest_mock, jinja2",
  ]);
  if (known.code === 0) {
    printError("The package index does not answer; using what is installed");
    return { python };
  }
  return { reason: `${requirement} cannot be installed: ${installed.stderr}` };
}

interface Script {
  readonly name: string;
  readonly program: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The scripts of the JavaScript client, or why it is not there. */
async function javaScript(): Promise<readonly Script[] | string> {
  const installed = await fromNpm(["@huggingface/hub@2.17.5"]);
  if ("reason" in installed) return installed.reason;
  const path = `${installed.modules}/@huggingface/hub/dist/index.mjs`;
  const env = { HUB_JS: pathToFileURL(path).href };
  return [{ name: "hub_js.mjs", program: "node", env }];
}

/** Counts the passed and failed checks in a script's output. */
function verdictOn(
  text: string,
  code: number,
  surface: Surface | undefined,
  floors: ReadonlyMap<string, number>,
): { passed: number; failed: number } {
  if (surface === undefined) {
    const [, well, badly] = /^(\d+) passed, (\d+) failed$/m.exec(text) ?? [];
    // A script that ends badly without a count has failed as a whole.
    const failed = code === 0 ? 0 : Math.max(1, Number(badly ?? 0));
    return { passed: Number(well ?? 0), failed };
  }
  const { client, works } = surface;
  const floor = floors.get(client) ?? 0;
  if (works < floor) printError(`${client}: ${works} work, and ${floor} did`);
  // A newer client may do more, which is no fault of a change.
  if (/^unchecked: /m.test(text)) printError(`${client}: check what is new`);
  return { passed: works, failed: Math.max(0, floor - works) };
}

const command = task({
  name: "contract",
  summary: "Drives the official clients against the sandbox.",
  options: {
    require: { help: "fail where a client cannot be installed" },
    write: { help: "write tests/contract/RESULTS.md" },
  },
});

async function main(
  { options }: CommandArguments<typeof command.options>,
): Promise<number> {
  const prepared = await prepare();
  if ("reason" in prepared) {
    print(`skipped: the Python client: ${prepared.reason}`);
    print("0 passed, 0 failed, 1 skipped");
    return options.require ? 1 : 0;
  }
  const hub = await javaScript();
  if (typeof hub === "string") {
    print(`skipped: the JavaScript client: ${hub}`);
    if (options.require) return 1;
  }
  const home = await Deno.makeTempDir();
  const sandbox = new CheckedSandbox({
    startupMs: 150,
    tokens: {
      hf_readonly: "read",
      hf_alice: "alice:write",
      hf_bob: "bob:write",
      hf_stranger: "somebody-else:write",
    },
    organizations: [
      { name: "acme" },
      { name: "broke", canPay: false },
      { name: "poor", plan: null, canPay: false },
    ],
  });
  const running = await startSandbox(sandbox);
  try {
    const env = {
      ...running.env,
      SANDBOX_URL: running.url,
      HF_SANDBOX_KEY: running.sandbox.key,
      HF_HOME: home,
      HF_HUB_DISABLE_TELEMETRY: "1",
      HF_HUB_DISABLE_PROGRESS_BARS: "1",
      // The sandbox is a Hub without Xet. This client asks none whether it is;
      // the JavaScript one learns it from the answer to its first upload.
      HF_HUB_DISABLE_XET: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      NO_PROXY: "127.0.0.1",
    };
    const floors = options.write ? new Map() : await readFloors();
    const surfaces: Surface[] = [];
    let [passed, failed] = [0, 0];
    const python = ["inference_endpoints", "hf_api", "hf_cli"]
      .map((name) => ({ name: `${name}.py`, program: prepared.python }));
    const scripts: readonly Script[] = [
      ...python,
      ...typeof hub === "string" ? [] : hub,
    ];
    for (const { name, program, env: more = {} } of scripts) {
      const script = new URL(name, import.meta.url);
      const child = await new Deno.Command(program, {
        args: [script.pathname.replace(/^\/([A-Za-z]:)/, "$1")],
        env: { ...env, ...more },
        stdout: "piped",
        stderr: "inherit",
      }).output();
      const text = new TextDecoder().decode(child.stdout).trimEnd();
      print(`${name}: ${text}`);
      const surface = readSurface(text);
      if (surface !== undefined) surfaces.push(surface);
      const verdict = verdictOn(text, child.code, surface, floors);
      passed += verdict.passed;
      failed += verdict.failed;
    }
    const own = await runClientTests(prepared.python, cacheFolder(), {
      ...env,
      HF_ENDPOINT: "",
    });
    if ("reason" in own) {
      print(`skipped: the Python client's own tests: ${own.reason}`);
      return options.require || failed > 0 ? 1 : 0;
    }
    passed += own.passed;
    failed += own.failed;
    const violations = [...sandbox.found, ...own.violations];
    for (const line of violations) print(`not as in the document: ${line}`);
    failed += violations.length;
    const seen = new Set([...sandbox.seen, ...own.seen]).size;
    const operations = `${seen} of ${Object.keys(allOperations).length}`;
    print(`operations of the Hub's OpenAPI document: ${operations}`);
    if (options.write) await writeResults(surfaces, own.classes, operations);
    print(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await running.stop();
    await Deno.remove(home, { recursive: true });
  }
}

await runTask(command, main);
