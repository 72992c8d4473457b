import { assertEquals } from "@std/assert";
import {
  parseRepoAddress,
  type RepoAddress,
} from "../../../provider/huggingface/shared/repo_address.ts";

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
  ["https://hub.acme.dev/acme/m", repo("model", "acme", "m")],
  ["hf://acme/m", repo("model", "acme", "m")],
  [
    "hf://datasets/acme/x@v1/a/b.csv",
    repo("dataset", "acme", "x", "v1", "a/b.csv"),
  ],
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
