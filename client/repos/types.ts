/**
 * The words of the Hub's repositories: models, datasets and Spaces.
 *
 * @module
 */

import type { ListParams } from "../core/pages.ts";
import type { OpenEnum } from "../core/open_enum.ts";
import type { RepoListField } from "./expand.ts";
import type { SpaceRuntime, SpaceSdk, Volume } from "../spaces/types.ts";

/** The type of a repository. */
export type RepoType = OpenEnum<"model" | "dataset" | "space">;

/**
 * The visibility of a repository. `protected` is for Spaces of paid plans: the
 * app is public, the files are not.
 */
export type Visibility = OpenEnum<"public" | "private" | "protected">;

/** A repository, as the first argument of a call. */
export interface RepoRef<T extends RepoType = RepoType> {
  /** The type. */
  readonly type: T;
  /** `namespace/name`. */
  readonly id: string;
}

/** A secret or variable, as it is sent. */
export interface KeyValue {
  /** Letters, digits and `_`, a letter first. */
  readonly key: string;
  /** The value. */
  readonly value: string;
  /** The description. */
  readonly description?: string | undefined;
}

/** A small file, as it is sent with a create. */
export interface InitialFile {
  /** The path in the repository. */
  readonly path: string;
  /** The content in the given encoding. */
  readonly content: string;
  /** The encoding of the content. */
  readonly encoding: "utf-8" | "base64";
}

/** The body of a create. */
export interface CreateRepo {
  /** The visibility. */
  readonly visibility?: Visibility | undefined;
  /** The storage region, `us` or `eu`; for paid plans. */
  readonly region?: OpenEnum<"us" | "eu"> | undefined;
  /** The resource group it belongs to; for paid plans. */
  readonly resourceGroupId?: string | undefined;
  /** The licence, as `apache-2.0`. */
  readonly license?: string | undefined;
  /** The name of a licence that is `other`: `a-z`, `0-9`, `-` and `.`. */
  readonly license_name?: string | undefined;
  /** The location of its text: `LICENSE`, `LICENSE.md` or a URL. */
  readonly license_link?: string | undefined;
  /** Small files of the first commit. */
  readonly files?: readonly InitialFile[] | undefined;
  /** Spaces: what runs it. */
  readonly sdk?: SpaceSdk | undefined;
  /** Spaces: which version of the SDK. */
  readonly sdkVersion?: string | undefined;
  /** Spaces: the template to begin with, as `SpacesExamples/jupyterlab`. */
  readonly template?: string | undefined;
  /** Spaces: a description of at most 60 characters. */
  readonly short_description?: string | undefined;
  /** Spaces: the hardware, as `cpu-basic`. */
  readonly hardware?: string | undefined;
  /** Spaces: seconds without use until it sleeps; -1 for never. */
  readonly sleepTimeSeconds?: number | undefined;
  /** Spaces: secrets, set before the first start. */
  readonly secrets?: readonly KeyValue[] | undefined;
  /** Spaces: variables, set before the first start. */
  readonly variables?: readonly KeyValue[] | undefined;
  /** Spaces: what is mounted. */
  readonly volumes?: readonly Volume[] | undefined;
  /** Spaces: whether dev mode is on. */
  readonly devModeEnabled?: boolean | undefined;
}

/** The answer to a create of a repository or bucket. */
export interface CreatedRepo {
  /** Its page. */
  readonly url?: string;
  /** `namespace/name`. */
  readonly name: string;
  /** The id that stays when it is renamed, 24 hex digits. */
  readonly id?: string;
}

/** Settings of a repository; what is left out stays as it is. */
export interface UpdateRepo {
  /** The visibility. */
  readonly visibility?: Visibility | undefined;
  /** Whether discussions are switched off. */
  readonly discussionsDisabled?: boolean | undefined;
  /** The gating: access is requested, and granted automatically or manually. */
  readonly gated?: false | OpenEnum<"auto" | "manual"> | undefined;
  /** Whether members of the organization must ask too; it cannot be read. */
  readonly orgMembersGated?: boolean | undefined;
  /** The address for notifications about access requests; write-only. */
  readonly gatedNotificationsEmail?: string | undefined;
  /** The frequency of these: once a day or at once; write-only. */
  readonly gatedNotificationsMode?: OpenEnum<"bulk" | "real-time"> | undefined;
  /** The order of discussions; write-only. */
  readonly discussionsSorting?:
    | OpenEnum<"recently-created" | "trending" | "reactions">
    | undefined;
}

/** A token for one repository that ends soon. */
export interface RepoToken {
  /** The token. */
  readonly token: string;
  /** The token as the value of an `Authorization` header. */
  readonly accessToken?: string;
  /** The expiry time, in seconds since 1970. */
  readonly exp?: number;
}

/** A repository. Its fields depend on `expand`. */
export interface RepoInfo {
  /** The id that stays when it is renamed, 24 hex digits. */
  readonly _id?: string;
  /** `namespace/name`. */
  readonly id: string;
  /** The namespace. */
  readonly author?: string;
  /** The commit at the head of the default branch. */
  readonly sha?: string;
  /** Whether it is private. */
  readonly private?: boolean;
  /** The gating: access is requested, and granted automatically or manually. */
  readonly gated?: false | OpenEnum<"auto" | "manual">;
  /** Whether the Hub has disabled it. */
  readonly disabled?: boolean;
  /** The creation time, RFC 3339. */
  readonly createdAt?: string;
  /** The time of the last change, RFC 3339. */
  readonly lastModified?: string;
  /** The storage that it uses, in bytes. */
  readonly usedStorage?: number;
  /** Tags. */
  readonly tags?: readonly string[];
  /** The number of likes. */
  readonly likes?: number;
  /** The metadata at the head of its README. */
  readonly cardData?: Readonly<Record<string, unknown>> | null;
  /** Its files. */
  readonly siblings?: readonly { readonly rfilename: string }[];
  /** The resource group it belongs to. */
  readonly resourceGroup?: ResourceGroup | null;
  /** Spaces: what runs it. */
  readonly sdk?: SpaceSdk;
  /** Spaces: the first part of the app's host name. */
  readonly subdomain?: string;
  /** Spaces: the URL of the app. */
  readonly host?: string;
  /** Spaces: where it is stored. */
  readonly region?: string;
  /** Spaces: what runs at present. */
  readonly runtime?: SpaceRuntime;
}

/** Filters of a list of repositories. */
export interface RepoListParams<T extends RepoType = RepoType>
  extends ListParams {
  /** Only those of this namespace. */
  readonly author?: string | undefined;
  /** Only those whose id holds this. */
  readonly search?: string | undefined;
  /** Only those that have all these tags. */
  readonly filter?: readonly string[] | undefined;
  /** The order. */
  readonly sort?: string | undefined;
  /** The fields to return; a few defaults if left out. */
  readonly expand?: readonly RepoListField<T>[] | undefined;
}

/** Filters of an inventory of repositories. */
export interface RepoInventoryParams extends ListParams {
  /** Only those whose name contains this, whatever the case. */
  readonly search?: string | undefined;
  /** Only those that hold this. */
  readonly type?: RepoType | undefined;
}

/** One repository of an inventory, with its visibility. */
export interface RepoInventoryItem {
  /** `namespace/name`. */
  readonly id: string;
  /** The type. */
  readonly type?: RepoType;
  /** The time of the last change, RFC 3339. */
  readonly updatedAt?: string;
  /** The visibility. */
  readonly visibility?: Visibility;
  /** Bytes it takes. */
  readonly storage?: number;
}

/** Parameters of a copy of a repository. */
export type DuplicateRepo = Pick<
  CreateRepo,
  | "visibility"
  | "resourceGroupId"
  | "hardware"
  | "sleepTimeSeconds"
  | "secrets"
  | "variables"
  | "volumes"
>;

/** A branch or tag. */
export interface Ref {
  /** The bare name. */
  readonly name: string;
  /** The full name, as `refs/heads/main`. */
  readonly ref?: string;
  /** The commit it points at. */
  readonly targetCommit?: string;
}

/** The branches and tags of a repository. */
export interface Refs {
  /** Branches. */
  readonly branches: readonly Ref[];
  /** Tags. */
  readonly tags: readonly Ref[];
  /** Branches that the Hub made, as converted datasets. */
  readonly converts?: readonly Ref[];
}

/** The revision that a call is about. */
export interface RevisionParams {
  /** A branch, tag or commit, `main` if left out. */
  readonly revision?: string | undefined;
}

/** One commit of a history. */
export interface Commit {
  /** The commit's hash, 40 hex digits. */
  readonly id: string;
  /** The first line of its message. */
  readonly title?: string;
  /** The rest of its message. */
  readonly message?: string;
  /** The creation time, RFC 3339. */
  readonly date?: string;
  /** The author. */
  readonly authors?: readonly { readonly user: string }[];
}

/** One change of a commit: a small file's content, or a deletion. */
export type CommitOperation =
  | { readonly path: string; readonly content: string | Uint8Array }
  | { readonly deleted: string };

/** A commit that is to be made. */
export interface NewCommit {
  /** The first line of its message. */
  readonly summary: string;
  /** The rest of its message. */
  readonly description?: string | undefined;
  /** The changes, all made at once. */
  readonly operations: readonly CommitOperation[];
  /** The commit it must follow; 412 if there is a newer one. */
  readonly parentCommit?: string | undefined;
  /** The branch, `main` if left out. */
  readonly revision?: string | undefined;
}

/** The answer to a commit. */
export interface CommitResult {
  /** The new commit's hash, 40 hex digits. */
  readonly commitOid?: string;
  /** Its page. */
  readonly commitUrl?: string;
}

/** A file that is to be uploaded. */
export interface NewFile {
  /** Its path. */
  readonly path: string;
  /** Bytes it takes. */
  readonly size: number;
  /** Its first bytes, at most 512, in base64. */
  readonly sample: string;
}

/** The upload mode of a file. */
export interface FileUpload {
  /** Its path. */
  readonly path: string;
  /** `regular`: within a commit; `lfs`: by Git LFS or Xet. */
  readonly uploadMode?: OpenEnum<"regular" | "lfs">;
}

/** A file or folder of a repository. */
export interface TreeEntry {
  /** The type. */
  readonly type?: OpenEnum<"file" | "directory">;
  /** Its path. */
  readonly path: string;
  /** Its git hash. */
  readonly oid?: string;
  /** Bytes it takes; 0 for folders. */
  readonly size?: number;
  /** The content of a large file, which git holds a pointer to. */
  readonly lfs?: {
    /** The SHA-256 of the content, 64 hex digits. */
    readonly oid?: string;
    /** Bytes of the content. */
    readonly size?: number;
    /** Bytes of the pointer. */
    readonly pointerSize?: number;
  };
  /** The commit that last changed it, if that was asked for. */
  readonly lastCommit?: Pick<Commit, "id" | "title" | "date"> | null;
}

/** The resource group of an organization that something belongs to. */
export interface ResourceGroup {
  /** Its id, 24 hex digits. */
  readonly id: string;
  /** Its name. */
  readonly name?: string;
  /** The number of users. */
  readonly numUsers?: number;
}

/** The progress of a copy of a repository. */
export interface DuplicateStatus {
  /** Whether files are copied still. */
  readonly pending?: boolean;
  /** The number of files to copy. */
  readonly filesTotal?: number;
  /** The number of copied files. */
  readonly filesCopied?: number;
}

/** The result of the Hub's security scans of a repository. */
export interface RepoScan {
  /** Whether they are through. */
  readonly scansDone?: boolean;
  /** Files with a finding. */
  readonly filesWithIssues: readonly {
    readonly path?: string;
    /** The severity. */
    readonly level?: OpenEnum<
      | "unscanned"
      | "safe"
      | "queued"
      | "error"
      | "caution"
      | "suspicious"
      | "unsafe"
    >;
  }[];
}

/** A warning of the Hub about a README. */
export interface ReadmeWarning {
  /** The advice. */
  readonly message: string;
}

/** A large file of a repository's history, kept in LFS or Xet storage. */
export interface LargeFile {
  /** The id to delete it by. */
  readonly fileOid: string;
  /** The id of the object in LFS storage. */
  readonly oid?: string;
  /** Bytes it takes. */
  readonly size?: number;
  /** The push time, RFC 3339. */
  readonly pushedAt?: string;
  /** A path it has or had. */
  readonly filename?: string;
  /** The branch it was pushed to. */
  readonly ref?: string;
  /** The hash of its content in Xet storage. */
  readonly xetHash?: string;
}

/** A token for Xet storage, in which large files are kept. */
export interface XetToken {
  /** The address of the storage. */
  readonly casUrl: string;
  /** The expiry time, in seconds since 1970. */
  readonly exp: number;
  /** The token. */
  readonly accessToken: string;
}
