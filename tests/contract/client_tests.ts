/**
 * The Python client's own tests, as its source package on PyPI has them,
 * against the sandbox in place of the staging service they are written for.
 *
 * @module
 */

import { CheckedSandbox } from "../support/hub_openapi.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { print, run } from "../../provider/framework/testing/system/run.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import type { ClassResult } from "./results.ts";

/** Those that concern what the sandbox imitates. */
const files = [
  ...["hf_api", "commit_api", "file_download", "snapshot_download"],
  ...["hf_file_system", "copy_files", "buckets", "inference_endpoints"],
];

/** Tests of what is on the real service only, and of the Xet protocol. */
const outside = "not production and not vcr and not xet";

/** Tests of what people say to each other, which the sandbox leaves out. */
const talk = "TestActivityApi or comment or rename_discussion";

/** The users and tokens that the tests name. */
const options = {
  createMs: 0,
  tokens: {
    hf_HubCITokenXXXXXXXXXXXXXXXXXXXXX: "__DUMMY_HUB_USER__:write",
    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: "DVUser:write",
    hf_enterprise_admin_token: "EnterpriseAdmin:write",
  },
  users: [
    { name: "__DUMMY_HUB_USER__", fullName: "Dummy User", plan: "pro" },
    { name: "DVUser", plan: "pro" },
    { name: "EnterpriseAdmin", plan: "pro" },
  ],
  organizations: [{
    name: "valid_org_hub",
    fullName: "Dummy Hub Org",
    role: null,
    members: { __DUMMY_HUB_USER__: "admin" },
  }, {
    name: "EnterpriseOrgPrivate",
    plan: "enterprise",
    privateByDefault: true,
    role: null,
    members: { EnterpriseAdmin: "admin" },
  }],
} as const;

/** The result of the client's own tests. */
export interface OwnTests {
  /** The number of tests that pass. */
  readonly passed: number;
  /** The number of tests that fail. */
  readonly failed: number;
  /** The result of each class of tests. */
  readonly classes: readonly ClassResult[];
  /** Violations of the Hub's OpenAPI document. */
  readonly violations: ReadonlySet<string>;
  /** The operations of the document that were called. */
  readonly seen: ReadonlySet<string>;
}

/** Runs the tests of the installed version and prints what fails, or says why
 * they are not there. */
export async function runClientTests(
  python: string,
  cache: string,
  env: Readonly<Record<string, string>>,
): Promise<OwnTests | { reason: string }> {
  const unpacked = await unpack(python, cache);
  if ("reason" in unpacked) return unpacked;
  const sandbox = new CheckedSandbox(options);
  const running = await startSandbox(sandbox, "https://hub-ci.huggingface.co");
  try {
    const { stdout } = await run(python, [
      ...["-m", "pytest", "-q", "-rpfE", "--tb=short", "-m", outside],
      ...["-k", `not (${talk})`],
      ...["-p", "no:cacheprovider", "-o", "addopts=", "-W", "ignore"],
      ...files.map((name) => `tests/test_${name}.py`),
    ], {
      cwd: unpacked.folder,
      env: {
        ...env,
        HUGGINGFACE_CO_STAGING: "1",
        HF_TOKEN: "",
        SANDBOX_URL: running.url,
      },
    });
    const { found: violations, seen } = sandbox;
    return { ...report(stdout), violations, seen };
  } finally {
    await running.stop();
  }
}

/** The folder of the package's tests, with our `conftest.py`. */
async function unpack(
  python: string,
  cache: string,
): Promise<{ folder: string } | { reason: string }> {
  const { stdout: version } = await run(python, [
    "-c",
    "import huggingface_hub as hub; print(hub.__version__)",
  ]);
  const name = `huggingface_hub-${version.trim()}`;
  const archive = `${cache}/${name}.tar.gz`;
  if (!await exists(archive)) {
    const { code, stderr } = await run(python, [
      ...["-m", "pip", "download", "--quiet", "--no-deps", "--dest", cache],
      ...["--no-binary", "huggingface_hub", name.replace("-", "==")],
    ]);
    if (code !== 0) return { reason: `${name} cannot be had: ${stderr}` };
  }
  const unpacked = await run(python, ["-m", "tarfile", "-e", archive, cache]);
  if (unpacked.code !== 0) throw new Error(unpacked.stderr);
  const folder = `${cache}/${name}`;
  const conftest = new URL("client_tests.py", import.meta.url);
  await Deno.copyFile(conftest, `${folder}/tests/conftest.py`);
  await Deno.writeTextFile(`${folder}/tests/__init__.py`, "");
  return { folder };
}

function report(
  output: string,
): Pick<OwnTests, "passed" | "failed" | "classes"> {
  const classes = new Map<string, { passed: number; reached: number }>();
  let passed = 0;
  const lines = /^(PASSED|FAILED|ERROR) tests\/test_(\w+)\.py::(\w+)(::)?/gm;
  for (const [, verdict, file = "", first, isClass] of output.matchAll(lines)) {
    const name = isClass === undefined ? file : first ?? file;
    const count = classes.get(name) ?? { passed: 0, reached: 0 };
    classes.set(name, count);
    count.reached++;
    if (verdict !== "PASSED") continue;
    passed++;
    count.passed++;
  }
  const ended = output.trimEnd().split("\n").at(-1) ?? "";
  const count = (what: RegExp) => Number(what.exec(ended)?.[1] ?? 0);
  const failed = count(/(\d+) failed/) + count(/(\d+) errors?/);
  if (failed > 0 || passed === 0) print(output);
  print(`the Python client's own tests: ${ended}`);
  return {
    passed,
    failed: passed === 0 ? Math.max(1, failed) : failed,
    classes: [...classes].map(([name, counts]) => ({ name, ...counts })),
  };
}
