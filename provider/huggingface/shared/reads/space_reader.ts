/**
 * Reads of Spaces, with the secrets and variables that they have.
 *
 * @module
 */

import type {
  HuggingFace,
  SpaceSecret,
  SpaceVariable,
} from "@hf-terraform/client";
import type { ListReadOptions } from "./list_reads.ts";
import { RepoReader } from "./repo_reader.ts";
import { SharedReads } from "./shared_reads.ts";

/** The fields of a Space's information that are read. */
export const spaceFields = [
  "author",
  "cardData",
  "createdAt",
  "lastModified",
  "private",
  "region",
  "resourceGroup",
  "runtime",
  "sdk",
  "sha",
  "subdomain",
  "tags",
] as const;

/** Reads Spaces, one or many. */
export class SpaceReader extends RepoReader {
  readonly #client: () => Promise<HuggingFace>;
  readonly #variables = new SharedReads<
    Readonly<Record<string, SpaceVariable>>
  >();
  readonly #secrets = new SharedReads<Readonly<Record<string, SpaceSecret>>>();

  /** Makes a reader; the client is asked for when it is needed. */
  constructor(
    client: () => Promise<HuggingFace>,
    options: ListReadOptions = {},
  ) {
    super(client, { ...options, type: "space", fields: spaceFields });
    this.#client = client;
  }

  /** The variables of a Space; resources that ask at a time share a request. */
  variables(
    id: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SpaceVariable>>> {
    return this.#variables.get(id, async () => {
      const client = await this.#client();
      return await client.spaces.getVariables(id);
    }, signal);
  }

  /** The secrets of a Space; resources that ask at a time share a request. */
  secrets(
    id: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SpaceSecret>>> {
    return this.#secrets.get(id, async () => {
      const client = await this.#client();
      return await client.spaces.getSecrets(id);
    }, signal);
  }

  /** Forgets what was read; called with every write. */
  override forget(): void {
    super.forget();
    this.#variables.forget();
    this.#secrets.forget();
  }
}
