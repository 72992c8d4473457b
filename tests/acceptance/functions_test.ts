import { type ExpectedValue, takeSteps } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { createWorkspace } from "../support/workspace.ts";

const call = (text: string) => `provider::huggingface::${text}`;

const results: [call: string, result: ExpectedValue][] = [
  [
    'parse_repo("https://huggingface.co/datasets/acme/x/blob/v1/a/b.csv")',
    {
      type: "dataset",
      namespace: "acme",
      name: "x",
      id: "acme/x",
      revision: "v1",
      path: "a/b.csv",
      url: "https://huggingface.co/datasets/acme/x",
    },
  ],
  ['parse_repo("gpt2").namespace', null],
  // pages that name no revision.
  ...["viewer/default/train", "discussions", "discussions/1", "settings"].map((
    page,
  ): [string, string] => [
    `parse_repo("https://huggingface.co/datasets/acme/x/${page}").id`,
    "acme/x",
  ]),
  ['space_host("Acme/My_demo.v2")', "acme-my-demo-v2.hf.space"],
  ['space_host("acme/demo_")', "acme-demo.hf.space"],
  [
    'space_host("https://huggingface.co/spaces/acme/demo")',
    "acme-demo.hf.space",
  ],
  [
    'hf_path("datasets/acme/x", "v/1", "a.csv")',
    "hf://datasets/acme/x@v%2F1/a.csv",
  ],
  ['hf_path("acme/m", null, null)', "hf://acme/m"],
];

/** An output for each of the calls. */
const outputs = (calls: readonly string[]) =>
  calls.map((text, at) => `output "o${at}" {\n  value = ${call(text)}\n}\n`)
    .join("\n");

acceptanceTest("functions return what their pages say", async () => {
  await using workspace = await createWorkspace();
  await takeSteps(workspace, [{
    config: outputs(results.map(([text]) => text)),
    outputs: Object.fromEntries(
      results.map(([, result], at) => [`o${at}`, result]),
    ),
  }]);
});

const refused: [call: string, messages: string[]][] = [
  ['parse_repo("acme/m/x")', [
    '"repository"',
    "`datasets/acme/x` for a dataset",
  ]],
  ['space_host("demo")', ['"space"', "`namespace/name`, such as `acme/demo`"]],
  ['space_host("datasets/acme/x")', ["not the id of a Space"]],
  ['hf_path("acme/m", "v 1", null)', [
    '"revision"',
    "not a branch, tag or commit",
  ]],
  [
    'hf_path("acme/m", null, "../x")',
    ['"path"', "not a path inside a repository"],
  ],
];

acceptanceTest(
  "functions refuse what they cannot read, at the argument",
  async () => {
    await using workspace = await createWorkspace();
    await takeSteps(
      workspace,
      refused.flatMap(([text, messages]) =>
        messages.map((fails) => ({
          name: text,
          config: outputs([text]),
          fails,
        }))
      ),
    );
  },
);
