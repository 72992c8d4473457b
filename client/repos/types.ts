/**
 * The words of the Hub's repositories: models, datasets and Spaces.
 *
 * @module
 */

import type { ListParams } from "../core/pages.ts";
import type { OpenEnum } from "../core/open_enum.ts";
import type { RepoListField } from "./expand.ts";
import type { SpaceRuntime, SpaceSdk, Volume } from "../spaces/types.ts";

/** What a repository holds; others may come. */
export type RepoType = OpenEnum<"model" | "dataset" | "space">;

/**
 * Who sees a repository. `protected` is for Spaces of paid plans: the app is
 * public, the files are not.
 */
export type Visibility = OpenEnum<"public" | "private" | "protected">;

/**
 * A repository, as the first argument of a call.
 *
 * @typeParam T What it holds, as far as that is known.
 */
export interface RepoRef<T extends RepoType = RepoType> {
  /** What it holds. */
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
  /** What it is for. */
  readonly description?: string | undefined;
}

/** A small file, as it is sent with a create. */
export interface InitialFile {
  /** The path in the repository. */
  readonly path: string;
  /** The content in the given encoding. */
  readonly content: string;
  /** How the content is written. */
  readonly encoding: "utf-8" | "base64";
}

/** The body of a create. */
export interface CreateRepo {
  /** Who sees it. */
  readonly visibility?: Visibility | undefined;
  /** Where it is stored, `us` or `eu`; for paid plans. */
  readonly region?: OpenEnum<"us" | "eu"> | undefined;
  /** The resource group it belongs to; for paid plans. */
  readonly resourceGroupId?: string | undefined;
  /** The licence, as `apache-2.0`. */
  readonly license?: string | undefined;
  /** What a licence that is `other` is called: `a-z`, `0-9`, `-` and `.`. */
  readonly license_name?: string | undefined;
  /** Where it stands: `LICENSE`, `LICENSE.md` or a URL. */
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
  /** Who sees it. */
  readonly visibility?: Visibility | undefined;
  /** Whether discussions are switched off. */
  readonly discussionsDisabled?: boolean | undefined;
  /** Whether access must be asked for, and who grants it. */
  readonly gated?: false | OpenEnum<"auto" | "manual"> | undefined;
  /** Whether members of the organization must ask too; it cannot be read. */
  readonly orgMembersGated?: boolean | undefined;
  /** Who is told about access requests; it cannot be read. */
  readonly gatedNotificationsEmail?: string | undefined;
  /** When they are told: once a day or at once; it cannot be read. */
  readonly gatedNotificationsMode?: OpenEnum<"bulk" | "real-time"> | undefined;
  /** How discussions are ordered; it cannot be read. */
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
  /** When it ends, in seconds since 1970. */
  readonly exp?: number;
}

/** What is known about a repository. Fields depend on `expand`. */
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
  /** Whether access must be asked for, and who grants it. */
  readonly gated?: false | OpenEnum<"auto" | "manual">;
  /** Whether the Hub has disabled it. */
  readonly disabled?: boolean;
  /** When it was made, RFC 3339. */
  readonly createdAt?: string;
  /** When it last changed, RFC 3339. */
  readonly lastModified?: string;
  /** The storage that it uses, in bytes. */
  readonly usedStorage?: number;
  /** Tags. */
  readonly tags?: readonly string[];
  /** How many people like it. */
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

/**
 * Which repositories a list holds.
 *
 * @typeParam T What the list is of.
 */
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
  /** Which fields to return; a few defaults if left out. */
  readonly expand?: readonly RepoListField<T>[] | undefined;
}

/** Which repositories an inventory holds. */
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
  /** What it holds. */
  readonly type?: RepoType;
  /** When it last changed, RFC 3339. */
  readonly updatedAt?: string;
  /** Who sees it. */
  readonly visibility?: Visibility;
  /** Bytes it takes. */
  readonly storage?: number;
}

/** What a copy of a repository is to be. */
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

/** One commit of a history. */
export interface Commit {
  /** The commit's hash, 40 hex digits. */
  readonly id: string;
  /** The first line of its message. */
  readonly title?: string;
  /** The rest of its message. */
  readonly message?: string;
  /** When it was made, RFC 3339. */
  readonly date?: string;
  /** Who made it. */
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

/** How a file has to be uploaded. */
export interface FileUpload {
  /** Its path. */
  readonly path: string;
  /** `regular`: within a commit; `lfs`: by Git LFS or Xet. */
  readonly uploadMode?: OpenEnum<"regular" | "lfs">;
}

/** A file or folder of a repository. */
export interface TreeEntry {
  /** What it is. */
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
  /** How many users it has. */
  readonly numUsers?: number;
}

/** How far a copy of a repository is. */
export interface DuplicateStatus {
  /** Whether files are copied still. */
  readonly pending?: boolean;
  /** How many files there are to copy. */
  readonly filesTotal?: number;
  /** How many are copied. */
  readonly filesCopied?: number;
}

/** What the Hub's scanners say of a repository. */
export interface RepoScan {
  /** Whether they are through. */
  readonly scansDone?: boolean;
  /** Files with a finding. */
  readonly filesWithIssues: readonly {
    readonly path: string;
    /** How bad it is. */
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

/** What the Hub advises about a README. */
export interface ReadmeWarning {
  /** The advice. */
  readonly message: string;
}

/** A large file of a repository's history, kept in LFS or Xet storage. */
export interface LargeFile {
  /** What a deletion names it by. */
  readonly fileOid: string;
  /** The id of the object in LFS storage. */
  readonly oid?: string;
  /** Bytes it takes. */
  readonly size?: number;
  /** When it was pushed, RFC 3339. */
  readonly pushedAt?: string;
  /** A path it has or had. */
  readonly filename?: string;
  /** The branch it was pushed to. */
  readonly ref?: string;
  /** The hash of its content in Xet storage. */
  readonly xetHash?: string;
}

/** A large file that another repository is to get. */
export interface LargeFileCopy {
  /** The hash of its content in Xet storage. */
  readonly xetHash: string;
  /** The SHA-256 of its content, 64 hex digits. */
  readonly sha256: string;
  /** A path it has. */
  readonly filename?: string | undefined;
}

/** What became of large files that another repository was to get. */
export interface LargeFileCopies {
  /** Whether it has all of them. */
  readonly success?: boolean;
  /** How many different ones were asked for. */
  readonly processed?: number;
  /** How many of them it has. */
  readonly succeeded?: number;
  /** Those it does not have, and why. */
  readonly failed?: readonly {
    readonly xetHash: string;
    readonly sha256: string;
    readonly error: string;
  }[];
}

/** A token for Xet storage, in which large files are kept. */
export interface XetToken {
  /** The address of the storage. */
  readonly casUrl: string;
  /** When it ends, in seconds since 1970. */
  readonly exp: number;
  /** The token. */
  readonly accessToken: string;
}
