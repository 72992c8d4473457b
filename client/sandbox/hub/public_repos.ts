import { hash } from "../core/accounts.ts";
import type { HubContext } from "./context.ts";
import { type Files, regularFile } from "./git_objects.ts";
import type { RepoKind } from "./repo_record.ts";
import { makeSpace } from "./space_lifecycle.ts";

/** A public repository of others, as everybody finds it on the Hub. */
interface PublicRepo {
  readonly kind: RepoKind;
  readonly id: string;
  readonly card: Readonly<Record<string, string>>;
  /** Its former name, without a namespace. */
  readonly former?: string;
  /** Its newest commit, if the id matters. */
  readonly commit?: string;
  readonly parent?: string;
  readonly gated?: "auto" | "manual";
}

function model(
  id: string,
  card: PublicRepo["card"] = transformers("text-generation"),
  more: Partial<PublicRepo> = {},
): PublicRepo {
  return { kind: "model", id, card, ...more };
}

function transformers(pipeline_tag: string, license = "apache-2.0") {
  return { license, library_name: "transformers", pipeline_tag };
}

/** Repositories that people try first, with a README and no weights. */
const repos: readonly PublicRepo[] = [
  model("openai-community/gpt2", transformers("text-generation", "mit"), {
    former: "gpt2",
    commit: "607a30d783dfa663caf39e06633721c8d4cfcd7e",
    parent: "11c5a3d5811f50298f278a704980280950aedb10",
  }),
  model("google-bert/bert-base-uncased", transformers("fill-mask"), {
    former: "bert-base-uncased",
  }),
  model("sentence-transformers/all-MiniLM-L6-v2", {
    license: "apache-2.0",
    library_name: "sentence-transformers",
    pipeline_tag: "sentence-similarity",
  }, { commit: "c9745ed1d9f207416be6d2e6f8de32d1f16199bf" }),
  model("Qwen/Qwen2.5-Coder-7B-Instruct"),
  model("Qwen/Qwen3-0.6B"),
  model("Qwen/Qwen3-8B"),
  model("HuggingFaceTB/SmolLM3-3B"),
  model("ggml-org/gemma-3-4b-it-GGUF", {
    license: "gemma",
    pipeline_tag: "image-text-to-text",
  }),
  model(
    "meta-llama/Llama-3.1-8B-Instruct",
    transformers("text-generation", "llama3.1"),
    { gated: "manual" },
  ),
  {
    kind: "dataset",
    id: "rajpurkar/squad",
    card: { license: "cc-by-sa-4.0", language: "en" },
    former: "squad",
  },
  {
    kind: "space",
    id: "gradio/hello_world",
    card: { title: "hello_world", sdk: "gradio", license: "mit" },
  },
];

/** Their files, which all sandboxes share. */
const known = new Map<string, Files>();

async function makeFiles(
  kind: RepoKind,
  card: PublicRepo["card"],
): Promise<Files> {
  const lines = Object.entries(card).map((entry) => entry.join(": "));
  return new Map([
    ["README.md", await regularFile(`---\n${lines.join("\n")}\n---\n`)],
    [kind === "space" ? "app.py" : "config.json", await regularFile("{}\n")],
  ]);
}

/** Time of their creation. */
const createdAt = Date.UTC(2026, 0);

/** Adds public repositories and their owners, except in namespaces of users. */
export async function publishRepos(
  { store, accounts, lifecycle }: HubContext,
  models: readonly string[],
): Promise<void> {
  const all = [...repos, ...models.map((id) => model(id))];
  for (const { kind, id, card, former, commit, parent, gated } of all) {
    const [namespace = "", name = ""] = id.split("/");
    const isOurs = (accounts.find(namespace)?.members.size ?? 0) > 0;
    if (isOurs && !models.includes(id)) continue;
    if (!isOurs) accounts.addOther("org", namespace);
    const files = known.get(id) ?? await makeFiles(kind, card);
    known.set(id, files);
    const repo = await store.add(
      {
        oid: hash(`${kind}:${id}`).slice(0, 24),
        kind,
        creator: namespace,
        namespace,
        name,
        visibility: "public",
        region: undefined,
        resourceGroup: undefined,
        space: kind === "space"
          ? makeSpace({ sdk: "gradio", sdkVersion: undefined })
          : undefined,
      },
      createdAt,
      files,
      parent ?? commit,
    );
    if (parent !== undefined) {
      await store.commit(repo, "refs/heads/main", {
        title: "Update README.md",
        message: "",
        author: namespace,
        at: createdAt,
        files,
        fixedId: commit,
      });
    }
    lifecycle.build(repo);
    if (gated !== undefined) repo.settings = { gated };
    if (former !== undefined) store.addFormerName(kind, former, repo);
  }
}
