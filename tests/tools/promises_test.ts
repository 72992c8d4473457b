// Each sentence that SECURITY.md promises, and the test that shows it. Those in `tests/acceptance` run on the compiled executable, from a
// checkout and on Node (`compiled`, `test` and `node` of .ci/run).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";

const security = "acceptance/security_test.ts";
const secrets = "acceptance/faults_secrets_test.ts";
const launcher = "tools/launcher_test.ts";
const startFiles = "release/start_files_test.ts";
const workflows = "tools/workflows_test.ts";

/** How a sentence begins, and the files and tests that show it. */
const shown: readonly (readonly [string, ...(readonly [string, string])[]])[] =
  [
    [
      "The token is sent only to the hosts",
      [security, "the token goes to no host that an answer leads to"],
      [security, "the token goes over plain http to this machine only"],
      [
        "provider/huggingface/endpoints/health_test.ts",
        "endpoints.huggingface.cloud.evil.example",
      ],
    ],
    [
      "All of this is tested against the sandbox",
      ["tools/evidence_test.ts", "the first sentence of EVIDENCE.md has the"],
    ],
    [
      "It is never part of a message or log",
      [secrets, "neither terminal nor log"],
      [secrets, "a secret of several lines is not shown"],
    ],
    [
      "Not masked are other encodings",
      [
        "provider/framework/secrets_test.ts",
        "a short secret or one of letters is masked where it stands alone",
      ],
      [
        "provider/framework/secrets_test.ts",
        "no secret masks the words of messages and schemas",
      ],
    ],
    [
      "Secrets can be given in write-only arguments",
      [security, "write-only secrets are in no plan and no state"],
    ],
    [
      "Their plain twins are",
      [security, "write-only secrets are in no plan and no state"],
    ],
    [
      "The provider runs no programs",
      [launcher, "the provider runs no program, loads no library"],
    ],
    [
      "From a checkout it also reads and",
      [launcher, "launcher() lets the provider read the token file"],
    ],
    ["On Node nothing forbids it", ["release/node_test.ts", "on Node"]],
    [
      "A released executable reads no code but its own",
      [
        startFiles,
        "a released executable runs no code that another user left in the ",
      ],
    ],
    [
      "On Node and from a checkout, compiled code",
      ["release/node_test.ts", "on Node, compiled code is kept only"],
      [launcher, "launcher() keeps compiled code only in a folder"],
    ],
    [
      "Its socket lies in a new folder",
      ["provider/framework/plugin/serve_test.ts", "the socket's own folder"],
      ["provider/framework/plugin/serve_test.ts", "only the client of the"],
    ],
    [
      "Requests to this machine never go to a proxy",
      ["acceptance/surroundings_test.ts", "a proxy, and a service on this"],
      ["provider/framework/plugin/connections_test.ts", "no request to this"],
    ],
    [
      "Ten answers at once",
      ["client/large_answers_test.ts", "take at most 300 MB"],
    ],
    [
      "A command that a message advises",
      ["provider/framework/shell_test.ts", "a shell reads each line"],
      ["framework/hcl_test.ts", "the CLI reads whole blocks"],
    ],
    [
      "A release is made by GitHub",
      [workflows, "tests, building, signing and publishing are jobs"],
    ],
    [
      "The sums that are signed come from the job",
      [workflows, "what the tests of a release run is pinned"],
    ],
    [
      "What runs before the signature is pinned",
      [workflows, "what the tests of a release run is pinned"],
      [workflows, "a Deno whose sum is not pinned does not run"],
      ["tools/deno_programs_test.ts", "a base executable or a Deno with"],
    ],
    [
      "Each zip holds its licences",
      ["release/release_check_test.ts", "a zip without the licences of others"],
    ],
    [
      "Beside the zips lies a bill of materials",
      ["release/components_test.ts", "the bill and the notices name"],
    ],
    [
      "One thing cannot be promised: a run knows a write-only value",
      [secrets, "a state holds no write-only secret"],
    ],
    [
      "Where an answer repeats the whole token",
      [secrets, "what is only read stores no token"],
    ],
    [
      "No error or warning of the provider makes the CLI quote",
      [security, "what is wrong beside a secret does not show the line"],
      [
        "provider/huggingface/quoted_lines_test.ts",
        "the CLI quotes no line that may have a secret",
      ],
    ],
    ["If the service repeats the value in a message", [
      secrets,
      "a state holds no write-only secret",
    ]],
    ["What an earlier run has masked", [
      secrets,
      "a state holds no write-only secret",
    ]],
  ];

/** What refers to other pages, and promises nothing by itself. */
const leads = [
  "Anything that breaks one of these",
  "Deno itself, which a released executable contains",
];

/** The sentences of a section of a page. */
async function sentences(page: string, title: string): Promise<string[]> {
  const text = await Deno.readTextFile(inRoot(page));
  const section = text.split(/^## /m).find((part) => part.startsWith(title));
  assert(section !== undefined, `${page} has no section ${title}`);
  return section.slice(title.length).replaceAll(/^- /gm, ". ")
    .replaceAll(/\s+/g, " ").split(/\.(?= |$)/).map((one) => one.trim())
    .filter((one) => one !== "");
}

Deno.test("each sentence on security has its test", async () => {
  const all = await sentences("SECURITY.md", "What is promised");
  const beginnings = shown.map(([beginning]) => beginning);
  const known = [...beginnings, ...leads];
  assertEquals(
    all.filter((one) => !known.some((beginning) => one.startsWith(beginning))),
    [],
    "add the test that shows it to the table",
  );
  for (const beginning of known) {
    assert(
      all.some((one) => one.startsWith(beginning)),
      `no page says any more: ${beginning}`,
    );
  }
  for (const [, ...tests] of shown) {
    for (const [file, name] of tests) {
      const text = await Deno.readTextFile(inRoot(`tests/${file}`));
      assertStringIncludes(text.replaceAll(/" \+\s+"/g, ""), name, file);
    }
  }
});
