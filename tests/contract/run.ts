/**
 * Runs the official clients against the sandbox: installs the newest 2.x of
 * `huggingface_hub` and of `@huggingface/hub` in the user's cache, serves a
 * sandbox and starts the tests in their languages.
 *
 * `inference_endpoints.py` and `spaces.py` are tests. `hf_api.py`, `hf_cli.py`
 * and `hub_js.mjs` try the whole surface, print what is wrong and what has no
 * route, and fail where fewer checks work than {@linkcode floors} says.
 *
 * Ends with the line `N passed, N failed`. Where a client cannot be had it
 * says so and counts a skip; with `--require` that is an error.
 *
 * @module
 */

import { pathToFileURL } from "node:url";
import { fromNpm } from "../support/npm.ts";
import { complain, say } from "../../tools/output.ts";
import { type Arguments, runTask, task } from "../../tools/task.ts";
import { startSandbox } from "../support/sandbox_server.ts";

const requirement = "huggingface_hub>=2,<3";
// What its inference client hands vectors and pictures over in.
const companions = ["numpy", "pillow"];
const windows = Deno.build.os === "windows";

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  try {
    const { code, stdout, stderr } = await new Deno.Command(command, {
      args: [...args],
      env,
      stdout: "piped",
      stderr: "piped",
    }).output();
    const decoder = new TextDecoder();
    return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return { code: 127, output: `${command} is not installed` };
    }
    throw error;
  }
}

/** A Python of version 3.10 or newer, which the client needs. */
async function findPython(): Promise<string | undefined> {
  const asked = Deno.env.get("PYTHON");
  const names = asked === undefined ? ["python3", "python"] : [asked];
  const check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
  for (const name of names) {
    if ((await run(name, ["-c", check])).code === 0) return name;
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
  if ((await run(python, ["-m", "pip", "--version"])).code !== 0) {
    const made = await run(system, ["-m", "venv", "--clear", folder]);
    if (made.code !== 0) {
      return {
        reason: `The environment cannot be made: ${made.output.trim()}`,
      };
    }
  }
  const pip = [
    ...["-m", "pip", "install", "--quiet", "--upgrade"],
    ...[requirement, ...companions],
  ];
  const installed = await run(python, pip, {
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  });
  if (installed.code === 0) return { python };
  const known = await run(python, ["-c", "import huggingface_hub, numpy, PIL"]);
  if (known.code === 0) {
    complain("The package index does not answer; using what is installed");
    return { python };
  }
  return { reason: `${requirement} cannot be installed: ${installed.output}` };
}

/** How many checks of a client's surface work; raise what rises. */
const floors: Readonly<Record<string, number>> = {
  "hf_api.py": 172,
  "hf_cli.py": 132,
  "hub_js.mjs": 74,
};

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

/** What a script's output says: how much is right, and how much is not. */
function verdictOn(
  name: string,
  text: string,
  code: number,
): { passed: number; failed: number } {
  const floor = floors[name];
  if (floor === undefined) {
    const [, well, badly] = /^(\d+) passed, (\d+) failed$/m.exec(text) ?? [];
    // A script that ends badly without a count has failed as a whole.
    const failed = code === 0 ? 0 : Math.max(1, Number(badly ?? 0));
    return { passed: Number(well ?? 0), failed };
  }
  const works = Number(/: (\d+) works, /.exec(text)?.[1] ?? 0);
  if (works < floor) complain(`${name}: ${works} work, and ${floor} did`);
  // A newer client may do more, which is no fault of a change.
  if (/^unchecked: /m.test(text)) complain(`${name}: check what is new`);
  return { passed: works, failed: Math.max(0, floor - works) };
}

const command = task({
  name: "contract",
  summary: "Drives the official clients against the sandbox.",
  options: {
    require: { help: "fail where a client cannot be installed" },
  },
});

async function main(
  { options }: Arguments<typeof command.options>,
): Promise<number> {
  const prepared = await prepare();
  if ("reason" in prepared) {
    say(`skipped: the Python client: ${prepared.reason}`);
    say("0 passed, 0 failed, 1 skipped");
    return options.require ? 1 : 0;
  }
  const hub = await javaScript();
  if (typeof hub === "string") {
    say(`skipped: the JavaScript client: ${hub}`);
    if (options.require) return 1;
  }
  const home = await Deno.makeTempDir();
  const running = await startSandbox({
    startupMs: 150,
    tokens: {
      hf_readonly: "read",
      hf_acmeonly: "inference.endpoints.write@acme",
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
  try {
    const env = {
      ...running.env,
      SANDBOX_URL: running.url,
      HF_HOME: home,
      HF_HUB_DISABLE_TELEMETRY: "1",
      HF_HUB_DISABLE_PROGRESS_BARS: "1",
      // The sandbox is a Hub that has Xet switched off.
      HF_HUB_DISABLE_XET: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      NO_PROXY: "127.0.0.1",
    };
    let [passed, failed] = [0, 0];
    const python = ["inference_endpoints", "spaces", "hf_api", "hf_cli"]
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
      say(`${name}: ${text}`);
      const verdict = verdictOn(name, text, child.code);
      passed += verdict.passed;
      failed += verdict.failed;
    }
    say(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await running.stop();
    await Deno.remove(home, { recursive: true });
  }
}

await runTask(command, main);
