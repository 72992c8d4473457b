import {
  aModel,
  commitFile,
  gatedModel,
  model,
  nobody,
  othersRequest,
  partialAnswer,
  type RequestStep,
  sendAs,
  type Situations,
  wholeAnswer,
} from "./steps.ts";

/** A large file, by Git LFS, on the branch of the model. */
const sha256 =
  "db4a7ecb114bc66c623a06c4ff6fe8daa2f49cc270ebbf7a1f81e22ab061c837";
const aLargeFile: readonly RequestStep[] = [
  ["POST /acme/m.git/info/lfs/objects/batch", {
    operation: "upload",
    objects: [{ oid: sha256, size: 9 }],
  }],
  ["PUT {objects.0.actions.upload.href}", { a: "b" }],
  [`POST ${model}/commit/main`, {
    summary: "Change",
    lfsFiles: [{ path: "a/a.bin", algo: "sha256", oid: sha256, size: 9 }],
  }],
];

/** Files, commits, branches and discussions. */
export const filesSituations: Situations = {
  "buckets/bucket-401-not-found": wholeAnswer(
    sendAs(nobody, ["GET /api/buckets/acme/none"]),
  ),
  "files/commit-400-binary": wholeAnswer(
    aModel,
    commitFile(model, "a.b", "\0\0\0"),
  ),
  "files/raw-gated-401-all-headers": wholeAnswer(
    ...gatedModel,
    sendAs(nobody, ["GET /acme/m/resolve/main/a.txt"]),
  ),
  "files/raw-entry-not-found-all-headers": wholeAnswer(aModel, [
    "GET /acme/m/resolve/main/a.txt",
  ]),
  "files/raw-repo-missing-401-all-headers": wholeAnswer(
    sendAs(nobody, ["GET /acme/m/resolve/main/a.txt"]),
  ),
  "files/raw-redirect-resolve-cache-307": wholeAnswer(
    aModel,
    commitFile(model, "a.txt", "a"),
    ["GET /acme/m/resolve/main/a.txt"],
  ),
  "files/tree-main": wholeAnswer(aModel, commitFile(model, "a/a.txt", "a"), [
    `GET ${model}/tree/main`,
  ]),
  "refs/commits-gated-anonymous": wholeAnswer(
    ...gatedModel,
    sendAs(nobody, [`GET ${model}/commits/main`]),
  ),
  "refs/refs-dataset": wholeAnswer(
    aModel,
    [`POST ${model}/tag/main`, { tag: "v1" }],
    [`GET ${model}/refs`],
  ),
  "files/commit-success": wholeAnswer(
    ...[aModel],
    commitFile(model, "a.txt", "a"),
  ),
  "files/preupload-regular": wholeAnswer(aModel, [
    `POST ${model}/preupload/main`,
    {
      files: [{ path: "app.py", size: 1, sample: "YQ==" }],
    },
  ]),
  "files/raw-gated-403-no-request": wholeAnswer(
    ...gatedModel,
    sendAs("hf_other", ["GET /acme/m/resolve/main/a.txt"]),
  ),
  "refs/commits-bad-revision": wholeAnswer(aModel, [
    `GET ${model}/commits/no-such-branch-x9`,
  ]),
  "files/commit-403-read-token": wholeAnswer(
    aModel,
    sendAs("hf_read", commitFile(model, "a.txt", "a")),
  ),
  "files/commit-412-race": wholeAnswer(
    aModel,
    [`POST ${model}/commit/main`, {
      summary: "Change",
      parentCommit: "0".repeat(40),
      files: [],
    }],
  ),
  "files/commit-done": partialAnswer(aModel, commitFile(model, "a.txt", "a")),
  "files/commit-done-pr": partialAnswer(
    aModel,
    [`POST ${model}/commit/main?create_pr=1`, {
      summary: "Change",
      files: [{ path: "a.txt", content: "YQ==", encoding: "base64" }],
    }],
  ),
  "files/preupload-exists": wholeAnswer(
    aModel,
    commitFile(model, "app.py", "a"),
    [`POST ${model}/preupload/main`, {
      files: [{ path: "app.py", size: 1, sample: "YQ==" }],
    }],
  ),
  "files/raw-gated-403-awaiting": wholeAnswer(
    ...gatedModel,
    othersRequest,
    ["GET /acme/m/resolve/main/a.txt", undefined, "hf_other"],
  ),
  "files/raw-readme": wholeAnswer(
    aModel,
    commitFile(model, "README.md", "a"),
    ["GET /acme/m/resolve/main/README.md"],
    ["GET {location}"],
  ),
  "files/scan-eicar": wholeAnswer(
    aModel,
    commitFile(
      model,
      "eicar.com",
      "X5O!P%@AP[4\\PZX54(P^)7CC)7}$" +
        "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
    ),
    [`GET ${model}/scan`],
  ),
  "files/tree-expanded-2023": partialAnswer(
    aModel,
    commitFile(model, "a/a.txt", "a"),
    commitFile(model, "b.txt", "b"),
    [`GET ${model}/tree/main?expand=true`],
  ),
  "files/tree-expanded-security": partialAnswer(
    aModel,
    ...aLargeFile,
    [`GET ${model}/tree/main/a?expand=true`],
  ),
  "files/tree-rust-directory-without-size": partialAnswer(
    aModel,
    commitFile(model, "a/a.txt", "a"),
    [`GET ${model}/tree/main`],
  ),
  "files/tree-rust-expanded": partialAnswer(
    aModel,
    ...aLargeFile,
    [`GET ${model}/tree/main/a?expand=true`],
  ),
  "files/raw-large-302": partialAnswer(
    aModel,
    ...aLargeFile,
    ["GET /acme/m/resolve/main/a/a.bin"],
  ),
  "files/tree-subdir-masked": partialAnswer(
    aModel,
    commitFile(model, "a/a.txt", "a"),
    ...aLargeFile,
    [`GET ${model}/tree/main/a`],
  ),
  "files/validate-yaml-400-colorFrom": partialAnswer([
    "POST /api/validate-yaml",
    { content: "---\ncolorFrom: teal\n---\n", repoType: "space" },
  ]),
  "discussions/discussions-head": partialAnswer(
    aModel,
    [`GET ${model}/discussions`],
  ),
  "discussions/discussions-two-of-many": partialAnswer(
    aModel,
    [`POST ${model}/discussions`, {
      title: "A change",
      description: "b",
      pullRequest: true,
    }],
    [`POST ${model}/discussions`, { title: "A question", description: "b" }],
    [`GET ${model}/discussions`],
  ),
  "refs/commits-first-page": wholeAnswer(
    aModel,
    [`GET ${model}/commits/main?limit=1`],
  ),
  "refs/commits-initial": partialAnswer(aModel, [`GET ${model}/commits/main`]),
  "refs/commits-rust-null-date": partialAnswer(aModel, [
    `GET ${model}/commits/main`,
  ]),
  "refs/commits-several-authors": partialAnswer(
    aModel,
    commitFile(model, "a.txt", "a"),
    [`GET ${model}/commits/main`],
  ),
};
