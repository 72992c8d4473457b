import {
  ArgumentError,
  defineFunction,
  parameter,
  type ProviderFunction,
  types,
} from "@hf-terraform/framework";
import {
  parseRepoAddress,
  type RepoAddress,
  repoIdOf,
  repoPath,
} from "./schema/ids.ts";

const nullableString = types.nullable(types.string);

const parseRepo = defineFunction({
  name: "parse_repo",
  summary: "The parts of a repository's id, URL or hf:// path",
  description:
    "Takes the id of a model (`acme/m`), dataset (`datasets/acme/x`) or Space " +
    "(`spaces/acme/x`), the URL of any of its pages on huggingface.co, or an " +
    "`hf://` path, and returns its parts. `revision` and `path` are null where " +
    "none is named.",
  parameters: [
    parameter("repository", types.string, "The id, URL or `hf://` path."),
  ],
  returns: types.object({
    type: types.string,
    namespace: nullableString,
    name: types.string,
    id: types.string,
    revision: nullableString,
    path: nullableString,
    url: types.string,
  }),
  run([text]) {
    const address = repoAt(text);
    const id = repoIdOf(address);
    const url = `https://huggingface.co/${repoPath(address.type, id)}`;
    return { ...address, id, url };
  },
});

const hfPath = defineFunction({
  name: "hf_path",
  summary: "The hf:// path of a repository or a file in it",
  description:
    "Returns an `hf://` path, as `huggingface_hub`, pandas, DuckDB and Polars " +
    'read it: `hf_path("datasets/acme/x", "v1", "train.csv")` is ' +
    "`hf://datasets/acme/x@v1/train.csv`.",
  parameters: [
    parameter("repository", types.string, "The id or URL."),
    parameter(
      "revision",
      nullableString,
      "A branch, tag or commit; null for the default branch.",
    ),
    parameter(
      "path",
      nullableString,
      "A file or folder; null for the repository.",
    ),
  ],
  returns: types.string,
  run([text, revision, path]) {
    const address = repoAt(text);
    if (address.revision !== null || address.path !== null) {
      throw new ArgumentError(
        0,
        "more than a repository: give the revision and the path as arguments " +
          "of their own.",
      );
    }
    const id = repoIdOf(address);
    const repository = `hf://${repoPath(address.type, id)}`;
    const at = revision === null ? "" : `@${encodeURIComponent(revision)}`;
    const whole = `${repository}${at}${path ? `/${path}` : ""}`;
    // What is read back has to be what was given.
    if (parseRepoAddress(repository) === undefined) {
      throw new ArgumentError(
        0,
        "not the id of a repository with its owner, without which no `hf://` " +
          "path is read. Write `openai-community/gpt2` for `gpt2`.",
      );
    }
    if (parseRepoAddress(repository + at)?.revision !== revision) {
      throw new ArgumentError(
        1,
        "not a branch, tag or commit: none has blanks, and no part of it is " +
          "dots alone. Write null for the default branch.",
      );
    }
    if (parseRepoAddress(whole)?.path !== (path || null)) {
      throw new ArgumentError(
        2,
        "not a path inside a repository, such as `data/train.csv`.",
      );
    }
    return whole;
  },
});

function repoAt(text: string): RepoAddress {
  const address = parseRepoAddress(text);
  if (address !== undefined) return address;
  throw new ArgumentError(
    0,
    "not the id, URL or hf:// path of a repository. Write `acme/m` for a " +
      "model, `datasets/acme/x` for a dataset or `spaces/acme/x` for a Space.",
  );
}

export const addressFunctions: readonly ProviderFunction[] = [
  parseRepo,
  hfPath,
];
