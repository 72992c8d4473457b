import { ApiResource } from "../core/api_resource.ts";
import { Call } from "../core/call.ts";
import { linkList, type List, type ListParams } from "../core/pages.ts";
import type { CallOptions } from "../core/options.ts";
import { onRepo, pageOf, partsOf, XET_TOKEN, xetPath } from "./request.ts";
import type {
  CommitOperation,
  CommitResult,
  FileUpload,
  LargeFile,
  NewCommit,
  NewFile,
  ReadmeWarning,
  RepoRef,
  RepoScan,
  RepoType,
  RevisionParams,
  TreeEntry,
  XetToken,
} from "./types.ts";
import type { RequestOptions } from "../core/request.ts";
import type { Shape } from "../core/shape.ts";
import { folderPath, path, plural, segments } from "../core/url.ts";

/** Filters of a list of a repository's files. */
export interface RepoTreeParams extends ListParams, RevisionParams {
  /** The folder, the root if left out. */
  readonly path?: string | undefined;
  /** Whether to go into folders. */
  readonly recursive?: boolean | undefined;
}

const ENTRY: Shape<TreeEntry> = {
  type: "string",
  path: "string!",
  oid: "string",
  size: "number?",
  lfs: { "?": true, oid: "string?", size: "number?", pointerSize: "number?" },
  lastCommit: { "?": null, id: "string!", title: "string", date: "string" },
};
const UPLOADS: Shape<{ readonly files: readonly FileUpload[] }> = {
  files: [{ path: "string!", uploadMode: "string" }],
};
const LARGE_FILES: Shape<readonly LargeFile[]> = [{
  fileOid: "string!",
  oid: "string",
  size: "number",
  pushedAt: "string",
  filename: "string?",
  ref: "string?",
  xetHash: "string?",
}];
const COMMIT: Shape<CommitResult> = {
  commitOid: "string",
  commitUrl: "string",
};

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Files of repositories. */
export class RepoFiles extends ApiResource {
  /** Adds, changes and deletes small files in one commit. */
  commit(
    repo: RepoRef,
    body: NewCommit,
    options?: CallOptions,
  ): Call<CommitResult> {
    const { summary, description, parentCommit, operations } = body;
    const revision = body.revision ?? "main";
    return this.transport.request({
      ...onRepo(repo, "commit to", options, path`POST /commit/${revision}`),
      shape: COMMIT,
      lines: [
        { key: "header", value: { summary, description, parentCommit } },
        ...operations.map(commitLine),
      ],
    });
  }

  /**
   * Asks how files have to be uploaded, which their size and the repository's
   * `.gitattributes` decide.
   *
   * @param files At most 1,000 files, with the first 512 bytes of each.
   */
  getUploadModes(
    repo: RepoRef,
    files: readonly NewFile[],
    params: RevisionParams = {},
    options?: CallOptions,
  ): Call<readonly FileUpload[]> {
    const { revision = "main" } = params;
    const at = path`POST /preupload/${revision}`;
    return this.transport.request<{ readonly files: readonly FileUpload[] }>({
      ...onRepo(repo, "prepare a commit to", options, at),
      isRead: true,
      shape: UPLOADS,
      body: { files },
    }).map((answer) => answer.files);
  }

  /** Lists files and folders. */
  list(
    repo: RepoRef,
    params: RepoTreeParams = {},
    options?: CallOptions,
  ): List<TreeEntry> {
    const { revision = "main", path: folder, recursive, ...limits } = params;
    const at = path`/tree/${revision}` + folderPath(folder);
    return linkList(this.transport, {
      ...onRepo(repo, "list the files of", options, at),
      shape: [ENTRY],
      query: { recursive },
    }, limits);
  }

  /**
   * Looks up files and folders by their paths. The `oid` of a file is the hash
   * that git gives its content, so that it can be compared without reading it.
   *
   * @param paths At most 2,000 paths.
   * @param params The revision, `main` if left out, and whether to tell the
   * last commit of each.
   * @returns Those that exist.
   */
  getPaths(
    repo: RepoRef,
    paths: readonly string[],
    params: RevisionParams & { readonly expand?: boolean | undefined } = {},
    options?: CallOptions,
  ): Call<readonly TreeEntry[]> {
    const { revision = "main", expand = false } = params;
    const at = path`POST /paths-info/${revision}`;
    return this.transport.request({
      ...onRepo(repo, "look up files of", options, at),
      isRead: true,
      shape: [ENTRY, "!"],
      body: { paths, expand },
    });
  }

  /** Tells how many bytes the files below a folder take up. */
  getSize(
    repo: RepoRef,
    params: Pick<RepoTreeParams, "revision" | "path"> = {},
    options?: CallOptions,
  ): Call<number> {
    const { revision = "main" } = params;
    const folder = folderPath(params.path);
    if (folder === "") return this.#rootSize(repo, revision, options);
    const rest = path`/treesize/${revision}` + folder;
    return this.transport.request<{ readonly size: number }>({
      ...onRepo(repo, "tell the size of the files of", options, rest),
      shape: { size: "number!" },
    }).map(({ size }) => size);
  }

  /** Tells what the Hub's scanners for malware and secrets found. */
  getScan(repo: RepoRef, options?: CallOptions): Call<RepoScan> {
    return this.transport.request({
      ...onRepo(repo, "read the scan of", options, "/scan"),
      shape: {
        scansDone: "boolean",
        filesWithIssues: [{ path: "string", level: "string" }],
      },
    });
  }

  /**
   * Checks the metadata at the head of a README, as the Hub does before it
   * takes a commit.
   *
   * @throws {BadRequestError} If the Hub would refuse it; the body of the answer
   * holds its `errors`.
   */
  validateReadme(
    content: string,
    type: RepoType,
    options?: CallOptions,
  ): Call<readonly ReadmeWarning[]> {
    return this.transport.request<
      { readonly warnings: readonly ReadmeWarning[] }
    >({
      method: "POST",
      path: "/api/validate-yaml",
      action: `validate the README of a ${type}`,
      isRead: true,
      shape: { warnings: [{ message: "string!" }] },
      body: { content, repoType: plural(type) && type },
      call: options,
    }).map((answer) => answer.warnings);
  }

  /** Lists what large files the history holds, those of former commits too. */
  listLarge(
    repo: RepoRef,
    params: ListParams = {},
    options?: CallOptions,
  ): List<LargeFile> {
    return linkList(this.transport, {
      ...onRepo(repo, "list the large files of", options, "/lfs-files"),
      shape: LARGE_FILES,
    }, params);
  }

  /**
   * Deletes large files for good, from all commits, to free their storage.
   *
   * @param fileOids The `fileOid` of each, 1 to 1,000.
   * @param params `rewriteHistory`: whether the commits forget them too, which
   * gives these other hashes; true if left out.
   */
  deleteLarge(
    repo: RepoRef,
    fileOids: readonly string[],
    params: { readonly rewriteHistory?: boolean | undefined } = {},
    options?: CallOptions,
  ): Call<void> {
    const { rewriteHistory = true } = params;
    const at = "POST /lfs-files/batch";
    return this.transport.send({
      ...onRepo(repo, "delete large files of", options, at),
      isIdempotent: true,
      body: { deletions: { sha: fileOids, rewriteHistory } },
    });
  }

  /** Makes a token for the Xet storage of a repository, which ends soon. */
  createXetToken(
    repo: RepoRef,
    access: "read" | "write",
    params: RevisionParams = {},
    options?: CallOptions,
  ): Call<XetToken> {
    const { revision = "main" } = params;
    const at = xetPath(access) + path`/${revision}`;
    return this.transport.request({
      ...onRepo(repo, "make a Xet token for", options, at),
      shape: XET_TOKEN,
    });
  }

  /**
   * Reads a small text file.
   *
   * @returns Its content, a byte order mark included.
   * @throws {ResponseFormatError} If it is not UTF-8, or larger than
   * `maxResponseBytes`.
   */
  read(
    repo: RepoRef,
    file: string,
    params: RevisionParams = {},
    options?: CallOptions,
  ): Call<string> {
    const request = fileRequest(repo, file, params, options);
    return this.transport.bytes(request).map((bytes, { headers }) => {
      try {
        return UTF8.decode(bytes);
      } catch {
        const reason = "it is not UTF-8 text; download() it";
        throw this.transport.invalidResponse(request, reason, headers);
      }
    });
  }

  /**
   * Downloads a file of any kind and size. The time limit of an attempt ends
   * with the head of the answer; the signal ends the body too.
   *
   * @example Usage
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   * import { Sandbox } from "@hf-terraform/sandbox";
   * import { assertEquals } from "@std/assert";
   *
   * const sandbox = new Sandbox();
   * const { files, repos } = new HuggingFace({
   *   token: sandbox.token,
   *   fetch: (request) => sandbox.fetch(request),
   * });
   * const repo = { type: "model", id: "acme/words" } as const;
   * await repos.create(repo);
   * await files.commit(repo, {
   *   summary: "Add words",
   *   operations: [{ path: "words.txt", content: "one two" }],
   * });
   * const response = await files.download(repo, "words.txt");
   * assertEquals(await response.text(), "one two");
   * ```
   *
   * @returns The answer, whose body is still coming.
   */
  download(
    repo: RepoRef,
    file: string,
    params: RevisionParams = {},
    options?: CallOptions,
  ): Call<Response> {
    return this.transport.open(fileRequest(repo, file, params, options));
  }

  /** Reads a file of any kind, not larger than `maxResponseBytes`. */
  readBytes(
    repo: RepoRef,
    file: string,
    params: RevisionParams = {},
    options?: CallOptions,
  ): Call<Uint8Array> {
    return this.transport.bytes(fileRequest(repo, file, params, options));
  }

  /** The route wants a folder. */
  #rootSize(
    repo: RepoRef,
    revision: string,
    options: CallOptions | undefined,
  ): Call<number> {
    const list = this.list(repo, { revision, recursive: true }, options);
    return new Call(async () => {
      const { response } = await list.withResponse();
      let size = 0;
      for await (const entry of list) size += entry.size ?? 0;
      return { data: size, response };
    });
  }
}

function fileRequest(
  repo: RepoRef,
  file: string,
  params: RevisionParams,
  options: CallOptions | undefined,
): RequestOptions {
  const { revision = "main" } = params;
  const { type, id } = partsOf(repo);
  return {
    path: pageOf(repo) + path`/resolve/${revision}/${segments(file)}`,
    action: `read the file ${file} of the ${type} ${id}`,
    accept: "*/*",
    isDownload: true,
    call: options,
  };
}

function commitLine(operation: CommitOperation): unknown {
  if ("deleted" in operation) {
    return { key: "deletedFile", value: { path: operation.deleted } };
  }
  const { path, content } = operation;
  const value = content instanceof Uint8Array
    ? { path, content: base64Of(content), encoding: "base64" }
    : { path, content, encoding: "utf-8" };
  return { key: "file", value };
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
