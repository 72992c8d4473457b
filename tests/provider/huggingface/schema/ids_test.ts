import { assertEquals, assertThrows } from "@std/assert";
import {
  parseEndpointId,
  parseHubId,
  parseRepoAddress,
  parseSpaceKeyId,
  type RepoAddress,
} from "../../../../provider/huggingface/schema/ids.ts";
import { DiagnosticsError } from "../../../../provider/framework/mod.ts";

const endpoint = { namespace: "acme", name: "my-endpoint" };
const space = { namespace: "acme", name: "my_space.1" };
const key = { space: "acme/my_space.1", key: "MODE" };

const kinds = {
  endpoint: {
    parse: parseEndpointId,
    right: {
      "acme/my-endpoint": endpoint,
      "https://endpoints.huggingface.co/acme/endpoints/my-endpoint": endpoint,
      "https://endpoints.huggingface.co/acme/endpoints/my-endpoint/": endpoint,
      "https://ui.endpoints.huggingface.co/acme/endpoints/my-endpoint/logs":
        endpoint,
      "https://endpoints.huggingface.co/acme/endpoints/my-endpoint?tab=1#a":
        endpoint,
      "https://api.endpoints.huggingface.cloud/v2/endpoint/acme/my-endpoint":
        endpoint,
    },
    wrong: [
      "acme/x/y",
      "https://huggingface.co/acme/x",
      "https://endpoints.huggingface.co/acme",
      "https://endpoints.huggingface.co/acme/models/x",
      "https://evil.example/acme/endpoints/x",
    ],
  },
  space: {
    parse: (id: string) => parseHubId("space", id),
    right: {
      "acme/my_space.1": space,
      "https://huggingface.co/spaces/acme/my_space.1": space,
      "https://huggingface.co/spaces/acme/my_space.1/tree/main": space,
      "https://hf.co/spaces/acme/my_space.1?a#b": space,
      "https://huggingface.co/api/spaces/acme/my_space.1": space,
    },
    wrong: [
      "acme/x/y",
      "https://huggingface.co/acme/x",
      "https://evil.example/spaces/acme/x",
      "https://huggingface.co.evil.example/spaces/acme/x",
      "https://huggingface.co/spaces/acme/%2e%2e/x",
    ],
  },
  key: {
    parse: (id: string) => parseSpaceKeyId("secret", id),
    right: {
      "acme/my_space.1/MODE": key,
      "https://huggingface.co/spaces/acme/my_space.1/MODE": key,
    },
    wrong: ["acme/x", "https://evil.example/spaces/acme/x/MODE"],
  },
};

const alwaysWrong = [
  "",
  "x",
  "/x",
  "acme/",
  "./x",
  "../x",
  "acme/..",
  "acme/.",
  "acme/my name",
  "acme/x%2f..",
  "https://",
];

for (const [kind, { parse, right, wrong }] of Object.entries(kinds)) {
  Deno.test(`the import ID of a ${kind} is names, or a page of the service`, () => {
    for (const [id, expected] of Object.entries(right)) {
      assertEquals<unknown>(parse(id), expected, id);
    }
    for (const id of [...alwaysWrong, ...wrong]) {
      const error = assertThrows(() => parse(id), DiagnosticsError);
      const [diagnostic] = error.diagnostics;
      assertEquals(diagnostic?.summary, "Invalid import ID", id);
      assertEquals(diagnostic?.detail.includes("`namespace/name"), true, id);
    }
  });
}

function repo(
  type: RepoAddress["type"],
  namespace: string | null,
  name: string,
  revision: string | null = null,
  path: string | null = null,
): RepoAddress {
  return { type, namespace, name, revision, path };
}

const hub = "https://huggingface.co";
const cases: [text: string, address: RepoAddress | undefined][] = [
  ["acme/m", repo("model", "acme", "m")],
  ["gpt2", repo("model", null, "gpt2")],
  ["models/acme/m", repo("model", "acme", "m")],
  ["datasets/acme/x", repo("dataset", "acme", "x")],
  ["datasets/squad", repo("dataset", null, "squad")],
  ["spaces/acme/s", repo("space", "acme", "s")],
  ["acme/bge-m3_v1.5", repo("model", "acme", "bge-m3_v1.5")],
  [`${hub}/acme/m`, repo("model", "acme", "m")],
  [`${hub}/acme/m/`, repo("model", "acme", "m")],
  [`${hub}/acme/m/tree/main`, repo("model", "acme", "m", "main")],
  [
    `${hub}/datasets/acme/x/blob/refs%2Fpr%2F1/a/b.csv`,
    repo("dataset", "acme", "x", "refs/pr/1", "a/b.csv"),
  ],
  [
    `${hub}/gpt2/resolve/v1/config.json`,
    repo("model", null, "gpt2", "v1", "config.json"),
  ],
  [`${hub}/api/models/acme/m`, repo("model", "acme", "m")],
  [`${hub}/api/datasets/acme/x`, repo("dataset", "acme", "x")],
  ["https://www.HuggingFace.co/acme/m", repo("model", "acme", "m")],
  ["hf://acme/m", repo("model", "acme", "m")],
  [
    "hf://datasets/acme/x@v1/a/b.csv",
    repo("dataset", "acme", "x", "v1", "a/b.csv"),
  ],
  // Revisions that have slashes, as in huggingface_hub.
  ...["hf://datasets/acme/x@", `${hub}/datasets/acme/x/tree/`].flatMap((
    before,
  ): typeof cases => [
    [`${before}refs/pr/1`, repo("dataset", "acme", "x", "refs/pr/1")],
    [
      `${before}refs/pr/1/a/b.csv`,
      repo("dataset", "acme", "x", "refs/pr/1", "a/b.csv"),
    ],
    [
      `${before}refs/convert/parquet/a`,
      repo("dataset", "acme", "x", "refs/convert/parquet", "a"),
    ],
    [
      `${before}refs%2Fconvert%2Fparquet-v2/a`,
      repo("dataset", "acme", "x", "refs/convert/parquet-v2", "a"),
    ],
    [`${before}refs/a`, repo("dataset", "acme", "x", "refs", "a")],
    [`${before}v%2F1/a`, repo("dataset", "acme", "x", "v/1", "a")],
    [`${before}v1/`, repo("dataset", "acme", "x", "v1")],
  ]),
  ["hf://acme/m/", repo("model", "acme", "m")],
  ["hf://spaces/acme/s@refs%2Fpr%2F2", repo("space", "acme", "s", "refs/pr/2")],
  ["", undefined],
  ["/", undefined],
  ["acme/m/x", undefined],
  ["acme/", undefined],
  ["acme/a--b", undefined],
  ["acme/..", undefined],
  ["../../etc", undefined],
  ["acme/m x", undefined],
  ["acme/-m", undefined],
  [`acme/${"m".repeat(97)}`, undefined],
  ["hf://acme", undefined],
  ["hf://acme/m@", undefined],
  ["https://", undefined],
  [hub, undefined],
];

for (const [text, address] of cases) {
  Deno.test(`parseRepoAddress() reads ${JSON.stringify(text)}`, () => {
    assertEquals(parseRepoAddress(text), address);
  });
}
