/**
 * Small files of repositories.
 *
 * @module
 */

import { linkPages, type ListLimits } from "./link_pages.ts";
import type { CallOptions } from "./options.ts";
import { onRepo, pageOf, XET_TOKEN, xetPath } from "./repo_request.ts";
import type {
  CommitOperation,
  CommitResult,
  FileUpload,
  LargeFile,
  LargeFileCopies,
  LargeFileCopy,
  NewCommit,
  NewFile,
  ReadmeWarning,
  RepoRef,
  RepoScan,
  RepoType,
  TreeEntry,
  XetToken,
} from "./repo_types.ts";
import type { RequestOptions } from "./request.ts";
import type { Shape } from "./shape.ts";
import type { Transport } from "./transport.ts";
import { path, segments } from "./url.ts";

/** Which files of a repository to list. */
export interface RepoTreeOptions extends CallOptions {
  /** A branch, tag or commit, `main` if left out. */
  readonly revision?: string | undefined;
  /** The folder, the root if left out. */
  readonly path?: string | undefined;
  /** Whether to go into folders. */
  readonly recursive?: boolean | undefined;
}

const ENTRIES: Shape<readonly TreeEntry[]> = [{
  type: "string",
  path: "string",
  oid: "string",
  size: "number?",
  lfs: {
    "?": true,
    oid: "string?",
    size: "number?",
    pointerSize: "number?",
  },
}];
const UPLOADS: Shape<{ readonly files: readonly FileUpload[] }> = {
  files: [{ path: "string", uploadMode: "string" }],
};
const LARGE_FILES: Shape<readonly LargeFile[]> = [{
  fileOid: "string",
  oid: "string",
  size: "number",
  pushedAt: "string",
  filename: "string?",
  ref: "string?",
  xetHash: "string?",
}];
const COPIES: Shape<LargeFileCopies> = {
  success: "boolean",
  processed: "number",
  succeeded: "number",
  failed: [{ xetHash: "string", sha256: "string", error: "string" }],
};
const COMMIT: Shape<CommitResult> = {
  commitOid: "string",
  commitUrl: "string",
};

/** Small files of repositories. */
export class RepoFiles {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Adds, changes and deletes small files in one commit. Large files need git
   * or the Hub's upload tools.
   *
   * @param repo The repository.
   * @param commit The commit.
   * @param call The settings of the call.
   * @returns The new commit.
   */
  commit(
    repo: RepoRef,
    commit: NewCommit,
    call: CallOptions = {},
  ): Promise<CommitResult> {
    const { summary, description, parentCommit, operations } = commit;
    const revision = commit.revision ?? "main";
    return this.#transport.request<CommitResult>({
      ...onRepo(repo, "commit to", path`/commit/${revision}`),
      method: "POST",
      shape: COMMIT,
      lines: [
        { key: "header", value: { summary, description, parentCommit } },
        ...operations.map(commitLine),
      ],
      call,
    });
  }

  /**
   * Asks how files have to be uploaded, which their size and the repository's
   * `.gitattributes` decide.
   *
   * @param repo The repository.
   * @param files At most 1,000 files, with the first 512 bytes of each.
   * @param options The revision, `main` if left out.
   * @returns What the Hub says of each.
   */
  async uploads(
    repo: RepoRef,
    files: readonly NewFile[],
    options: CallOptions & { readonly revision?: string | undefined } = {},
  ): Promise<readonly FileUpload[]> {
    const { revision = "main", ...call } = options;
    const answer = await this.#transport.request<
      { readonly files: readonly FileUpload[] }
    >({
      ...onRepo(repo, "prepare a commit to", path`/preupload/${revision}`),
      method: "POST",
      isIdempotent: true,
      shape: UPLOADS,
      body: { files },
      call,
    });
    return answer.files;
  }

  /**
   * Lists files and folders.
   *
   * @param repo The repository.
   * @param options Revision, folder, and whether to go into folders.
   * @returns Every file and folder in turn.
   */
  list(
    repo: RepoRef,
    options: RepoTreeOptions = {},
  ): AsyncGenerator<TreeEntry, void, undefined> {
    const { revision = "main", path: folder, recursive, ...call } = options;
    const rest = folder === undefined ? "" : path`/${segments(folder)}`;
    return linkPages<TreeEntry>(this.#transport, {
      ...onRepo(repo, "list the files of", path`/tree/${revision}` + rest),
      shape: ENTRIES,
      method: "GET",
      query: { recursive },
      call,
    });
  }

  /**
   * Looks up files and folders by their paths. The `oid` of a file is the hash
   * that git gives its content, so that it can be compared without reading it.
   *
   * @param repo The repository.
   * @param paths At most 2,000 paths.
   * @param options The revision, `main` if left out, and whether to tell the
   * last commit of each.
   * @returns Those that exist.
   */
  pathsInfo(
    repo: RepoRef,
    paths: readonly string[],
    options: CallOptions & {
      readonly revision?: string | undefined;
      readonly expand?: boolean | undefined;
    } = {},
  ): Promise<readonly TreeEntry[]> {
    const { revision = "main", expand = false, ...call } = options;
    return this.#transport.request<readonly TreeEntry[]>({
      ...onRepo(repo, "look up files of", path`/paths-info/${revision}`),
      method: "POST",
      isIdempotent: true,
      shape: ENTRIES,
      body: { paths, expand },
      call,
    });
  }

  /**
   * Tells how much the files below a folder take up.
   *
   * @param repo The repository.
   * @param options The revision, `main` if left out, and the folder, the root
   * if left out.
   * @returns Bytes.
   */
  async treeSize(
    repo: RepoRef,
    options: Omit<RepoTreeOptions, "recursive"> = {},
  ): Promise<number> {
    const { revision = "main", path: folder = "", ...call } = options;
    const rest = path`/treesize/${revision}/${segments(folder)}`;
    const { size } = await this.#transport.request<{ readonly size: number }>({
      ...onRepo(repo, "tell the size of the files of", rest),
      method: "GET",
      shape: { size: "number" },
      call,
    });
    return size;
  }

  /**
   * Tells what the Hub's scanners for malware and secrets found.
   *
   * @param repo The repository.
   * @param call The settings of the call.
   * @returns Whether they are through, and the files with a finding.
   */
  scan(repo: RepoRef, call: CallOptions = {}): Promise<RepoScan> {
    return this.#transport.request<RepoScan>({
      ...onRepo(repo, "read the scan of", "/scan"),
      method: "GET",
      shape: {
        scansDone: "boolean",
        filesWithIssues: [{ path: "string", level: "string" }],
      },
      call,
    });
  }

  /**
   * Checks the metadata at the head of a README, as the Hub does before it
   * takes a commit.
   *
   * @param content The whole README.
   * @param type What the repository holds.
   * @param call The settings of the call.
   * @returns What the Hub advises.
   * @throws {BadRequestError} If the Hub would refuse it; the body of the answer
   * holds its `errors`.
   */
  async validateReadme(
    content: string,
    type: RepoType,
    call: CallOptions = {},
  ): Promise<readonly ReadmeWarning[]> {
    const answer = await this.#transport.request<
      { readonly warnings: readonly ReadmeWarning[] }
    >({
      service: "hub",
      method: "POST",
      path: "/api/validate-yaml",
      action: `validate the README of a ${type}`,
      isIdempotent: true,
      shape: { warnings: [{ message: "string" }] },
      body: { content, repoType: type },
      call,
    });
    return answer.warnings;
  }

  /**
   * Lists what large files the history holds, those of former commits too.
   *
   * @param repo The repository.
   * @param options How many, and the settings of each call.
   * @returns Every large file in turn.
   */
  large(
    repo: RepoRef,
    options: CallOptions & ListLimits = {},
  ): AsyncGenerator<LargeFile, void, undefined> {
    const { limit, pageSize, ...call } = options;
    return linkPages<LargeFile>(this.#transport, {
      ...onRepo(repo, "list the large files of", "/lfs-files"),
      method: "GET",
      shape: LARGE_FILES,
      call,
    }, { limit, pageSize });
  }

  /**
   * Deletes large files for good, from all commits, to free their storage.
   *
   * @param repo The repository.
   * @param fileOids The `fileOid` of each, 1 to 1,000.
   * @param options `rewriteHistory`: whether the commits forget them too, which
   * gives these other hashes; true if left out.
   */
  deleteLarge(
    repo: RepoRef,
    fileOids: readonly string[],
    options: CallOptions & { readonly rewriteHistory?: boolean | undefined } =
      {},
  ): Promise<void> {
    const { rewriteHistory = true, ...call } = options;
    return this.#transport.send({
      ...onRepo(repo, "delete large files of", "/lfs-files/batch"),
      method: "POST",
      isIdempotent: true,
      body: { deletions: { sha: fileOids, rewriteHistory } },
      call,
    });
  }

  /**
   * Gives another repository large files of this one, without their bytes being
   * sent. A commit there has to name them afterwards.
   *
   * @param repo The repository that has them.
   * @param target The repository that gets them.
   * @param files The files, 1 to 1,000.
   * @param call The settings of the call.
   * @returns What became of them; some may have failed.
   */
  duplicateLarge(
    repo: RepoRef,
    target: RepoRef,
    files: readonly LargeFileCopy[],
    call: CallOptions = {},
  ): Promise<LargeFileCopies> {
    return this.#transport.request<LargeFileCopies>({
      ...onRepo(repo, "duplicate large files of", "/lfs-files/duplicate"),
      method: "POST",
      isIdempotent: true,
      shape: COPIES,
      body: { target: { type: target.type, name: target.id }, files },
      call,
    });
  }

  /**
   * Makes a token for the Xet storage of a repository, which ends soon.
   *
   * @param repo The repository.
   * @param access What it is to allow.
   * @param options The revision, `main` if left out.
   * @returns The token.
   */
  xetToken(
    repo: RepoRef,
    access: "read" | "write",
    options: CallOptions & { readonly revision?: string | undefined } = {},
  ): Promise<XetToken> {
    const { revision = "main", ...call } = options;
    return this.#transport.request<XetToken>({
      ...onRepo(
        repo,
        "make a Xet token for",
        xetPath(access) + path`/${revision}`,
      ),
      method: "GET",
      shape: XET_TOKEN,
      call,
    });
  }

  /**
   * Reads a small text file.
   *
   * @param repo The repository.
   * @param file Its path.
   * @param options The revision, `main` if left out.
   * @returns Its content.
   * @throws {NotFoundError} If there is none.
   */
  read(
    repo: RepoRef,
    file: string,
    options: CallOptions & { readonly revision?: string | undefined } = {},
  ): Promise<string> {
    return this.#transport.text(fileRequest(repo, file, options));
  }

  /**
   * Reads a small file of any kind.
   *
   * @param repo The repository.
   * @param file Its path.
   * @param options The revision, `main` if left out.
   * @returns Its bytes.
   * @throws {NotFoundError} If there is none.
   * @throws {ResponseFormatError} If it is larger than `maxResponseBytes`.
   */
  readBytes(
    repo: RepoRef,
    file: string,
    options: CallOptions & { readonly revision?: string | undefined } = {},
  ): Promise<Uint8Array> {
    return this.#transport.bytes(fileRequest(repo, file, options));
  }
}

function fileRequest(
  repo: RepoRef,
  file: string,
  options: CallOptions & { readonly revision?: string | undefined },
): RequestOptions {
  const { revision = "main", ...call } = options;
  return {
    service: "hub",
    method: "GET",
    path: pageOf(repo) + path`/resolve/${revision}/${segments(file)}`,
    action: `read the file ${file} of the ${repo.type} ${repo.id}`,
    accept: "*/*",
    isDownload: true,
    call,
  };
}

function commitLine(operation: CommitOperation): unknown {
  if ("deleted" in operation) {
    return { key: "deletedFile", value: { path: operation.deleted } };
  }
  const { path } = operation;
  return "base64" in operation
    ? {
      key: "file",
      value: { path, content: operation.base64, encoding: "base64" },
    }
    : {
      key: "file",
      value: { path, content: operation.content, encoding: "utf-8" },
    };
}
