import {
  type ImportContext,
  p,
  s,
  types,
  type Unknown,
  v,
  type Value,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { afterCreate } from "../object/after_create.ts";
import { createObject, type Creation } from "../object/create.ts";
import { identityOf } from "../object/derived_id.ts";
import { noteUnread } from "../object/fingerprint.ts";
import type { RemoteObject } from "../object/remote_object.ts";
import {
  decodeText,
  invalidId,
  parsePartId,
  parseRepoAddress,
  pathInside,
  type RepoAddress,
  type RepoKind,
  repoKindOf,
  repoPath,
} from "../schema/ids.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { either } from "../define/inputs.ts";
import { sameName } from "../schema/same.ts";
import { typedRepoId } from "../schema/validators.ts";
import { findById } from "../object/identity.ts";
import { repoReads } from "./repo_reader.ts";

export type PartContext = RemoteObject["context"];

/** The repository of a part, in a state or plan. */
export interface PartParent {
  /** Namespace and name, as configured. */
  readonly repository: string;
  readonly repository_type: string;
  /** The id that stays; null or unknown: it was never seen. */
  readonly repository_id: string | Unknown | null;
}

/** The fields that each answer about a part has, by the plan or state and its place. */
export interface PartJson {
  readonly parentName: string;
  readonly parentId: string | undefined;
}

const b = bindingTo<{
  readonly create: PartJson;
  readonly update: Readonly<Record<never, never>>;
  readonly response: PartJson;
}>();

/** The opening of a sentence on the name of what a part belongs to. */
export const followedOnceCreated =
  "A create goes to what has this name when it is applied, which from then on " +
  "is followed by its stable id, though to another owner only once this names " +
  "it: ";

/** The attributes that lead to the repository of a part, of one of these types. */
export function parentAttributes(...allowed: readonly RepoKind[]) {
  return {
    repository: b.field("parentName", types.string, {
      required: true,
      description: "The repository: `namespace/name`. " + followedOnceCreated +
        "its new name replaces nothing, another repository does.",
      validators: [typedRepoId],
      semanticEquals: sameName,
      change: "via",
    }),
    repository_type: b.local(
      s.string({
        optional: true,
        default: "model",
        description: `Type of the repository: ${either(allowed)}. ` +
          "Default `model`.",
        validators: [v.oneOf(...allowed)],
      }),
      { change: "immutable" },
    ),
    repository_id: b.computed("parentId", types.string, {
      description: "The stable id of the repository: 24 hex digits.",
      key: true,
    }),
  };
}

/** The name of a part within its repository. */
export interface PartName<K extends string> {
  readonly kind: string;
  /** Its attributes, with what an identity says of them. */
  readonly keys: Readonly<Record<K, string>>;
  /** The part in an id, behind the repository: `tag/v1`. */
  pathOf(...keys: readonly Value[]): string;
  readonly word: string;
  /** The attributes in what stands behind the word; undefined: it is none. */
  parse(rest: string): Readonly<Record<K, string>> | undefined;
  /** The text behind the word in the address of a page. */
  restOf?(address: RepoAddress): string | null;
  /** The form of an id: see {@linkcode invalidId}. */
  readonly idIs: readonly [what: string, form: string];
}

export function partId(
  description: string,
  { keys, pathOf }: Pick<PartName<string>, "keys" | "pathOf">,
) {
  return b.local(s.string({
    computed: true,
    description,
    planModifiers: [p.computedFrom(
      ["repository", "repository_type", ...Object.keys(keys)],
      (repository, type, ...values) =>
        `${repoPath(`${type}`, `${repository}`)}/${pathOf(...values)}`,
    )],
  }));
}

/** Defines the identity of a part, and the import by that and by its id. */
export function identifyPart<const K extends string>(name: PartName<K>) {
  const { kind, keys } = name;
  return {
    kind,
    identity: {
      ...identityOf<"repository_type" | "repository_id" | K>({
        repository_type: "Its type: `model`, `dataset` or `space`.",
        repository_id: "The stable id of the repository: 24 hex digits.",
        ...keys,
      }),
      async importKey(
        { id = "", identity, ...context }: ImportContext<
          Readonly<
            Record<"repository_type" | "repository_id" | K, string | null>
          >,
          HuggingFaceProvider
        >,
      ): Promise<ImportedPart<K>> {
        if (identity === undefined) return parsePart(id, name);
        const type = repoKindOf(identity.repository_type);
        const stableId = identity.repository_id ?? "";
        const reads = repoReads[type];
        const found = await findById(type, reads, stableId, context);
        // What an import gives has all keys.
        const keys = identity as Readonly<Record<K, string>>;
        return {
          ...keys,
          repository: found.id,
          repository_type: type,
          repository_id: stableId,
        };
      },
    },
  };
}

/** The keys of a part that an import knows. */
export type ImportedPart<K extends string> =
  & Omit<PartParent, "repository_id">
  & { readonly repository_id: string | null }
  & Readonly<Record<K, string>>;

/** The part that an import by id names: only URLs are decoded. */
function parsePart<K extends string>(
  id: string,
  { word, parse, restOf, idIs }: PartName<K>,
): ImportedPart<K> {
  const isUrl = /^(?:https?|hf):/.test(id);
  const address = isUrl ? parseRepoAddress(id) : undefined;
  const path = isUrl
    ? address && decodeText(new URL(id).pathname.slice(1))
    : id;
  const part = path === undefined ? undefined : parsePartId(path, word);
  const rest = address && restOf?.(address) || part?.rest;
  const keys = rest === undefined ? undefined : parse(rest);
  const [type, repository] = address?.namespace
    ? [address.type, `${address.namespace}/${address.name}`]
    : [part?.type, part?.repository];
  const isPart = keys &&
    Object.values<string>(keys).every((key) => pathInside.test(key));
  if (!isPart || !type || !repository) throw invalidId(id, ...idIs);
  return { repository, repository_type: type, repository_id: null, ...keys };
}

/** Creates a part, and finds it once more if the answer does not tell of it. */
export async function createPart<T, A extends object>(
  { object, listDifferences }: {
    readonly object: RemoteObject;
    listDifferences(answer: A): readonly string[];
  },
  creation: Creation<T | null> & {
    find(signal: AbortSignal): Promise<T | undefined>;
  },
  answerOf: (found: T | undefined) => A,
): Promise<A> {
  const found = await createObject<T | null>({
    object,
    listDifferences: (found) => listDifferences(answerOf(found ?? undefined)),
  }, {
    listUnseen: (found) =>
      object.context.listUnseen?.(answerOf(found ?? undefined)) ?? [],
    ...creation,
  });
  const now = found ?? await afterCreate(object, creation.find);
  if (now === undefined) noteUnread(object.context);
  return answerOf(now);
}
