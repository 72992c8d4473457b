/**
 * Requests of data sources and actions: the owner that they are about, and the
 * text of their errors.
 *
 * @module
 */

import type {
  Attributes,
  ConfigValidator,
  KnownConfig,
  Schema,
} from "@hf-terraform/framework";
import type { HuggingFace } from "@hf-terraform/client";
import type { Access } from "./access.ts";
import { namespaceOf } from "../object/owner.ts";
import { type ErrorContext, explain } from "../object/errors.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { repoRefOf } from "../repo/repo_fields.ts";

/** The configuration of a schema without blocks. */
export type ConfigOf<A extends Attributes> = KnownConfig<
  Schema<A, Readonly<Record<never, never>>>
>;

/** The parts of an error that do not follow from the attributes. */
export type Failure =
  & Partial<Omit<ErrorContext, "provider" | keyof Access>>
  & {
    /** The act that failed, before the name of its object. */
    readonly does?: string;
  };

/** The definition of a data source or an action. */
export interface RequestDefinition<A extends Attributes> {
  readonly typeName: string;
  readonly access: Access;
  readonly description: string;
  readonly validators?: readonly ConfigValidator[];
  /**
   * The advice after a write whose answer is lost: a place to look, and what to
   * do then.
   */
  readonly adviceIfLost?: string;
  /**
   * The act that failed, to stand between "Cannot" and the name of the object
   * that the attributes name; or the whole error.
   */
  readonly failed:
    | string
    | ((
      config: ConfigOf<A>,
      namespace: string,
      error: unknown,
    ) => string | Failure);
}

/** The means of a request besides its context. */
export interface Means {
  readonly client: HuggingFace;
  /** The owner: that of the configuration, else the default. */
  readonly namespace: string;
}

/** Asks; an error of the client says what could not be done. */
export async function runRequest<A extends Attributes, T>(
  { failed, access, adviceIfLost }: RequestDefinition<A>,
  attributes: A,
  { config, provider, signal }: {
    readonly config: ConfigOf<A>;
    readonly provider: HuggingFaceProvider;
    readonly signal: AbortSignal;
  },
  ask: (means: Means) => Promise<T>,
): Promise<T> {
  const namespace = attributes.namespace || attributes.organization
    ? await namespaceOf(config, { provider, signal })
    : "";
  const client = await provider.client();
  try {
    return await ask({ client, namespace });
  } catch (error) {
    const said = typeof failed === "string"
      ? failed
      : failed(config, namespace, error);
    const { does = "", ...more } = typeof said === "string"
      ? { does: said }
      : said;
    const { name, ...where } = subjectOf(attributes, config, namespace);
    throw await explain(error, {
      summary: `Cannot ${does} ${name}`.trimEnd(),
      ...where,
      ...more,
      ...access,
      provider,
      adviceIfLost,
    });
  }
}

/**
 * The object that the attributes name: its name, its owner, and the attribute
 * that names it.
 */
function subjectOf(attributes: Attributes, config: object, namespace: string) {
  const { repository, name }: { repository?: string; name?: string } = config;
  if (attributes.repository?.required && repository !== undefined) {
    const { type, id } = repoRefOf({
      repository_type: null,
      ...config,
      repository,
    });
    return {
      name: attributes.repository_type ? `the ${type} ${id}` : id,
      named: "repository",
      namespace: id.split("/")[0] ?? "",
    };
  }
  if (namespace === "") return { name: "" };
  if (attributes.name?.required) {
    return { name: `${namespace}/${name}`, named: "name", namespace };
  }
  const named = attributes.organization ? "organization" : "namespace";
  return { name: namespace, named, namespace };
}
