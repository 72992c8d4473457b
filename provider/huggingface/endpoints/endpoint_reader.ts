/**
 * Reads of endpoints that share requests: those that come at the same time in
 * one namespace are answered from pages of its list, 100 endpoints a request;
 * a lone read is one GET.
 *
 * 1. A list lives as long as the configured provider (one run of plan or
 *    refresh), and never longer than a minute.
 * 2. Any write of this process ends it; see {@linkcode EndpointReader.forget}.
 * 3. That something is not in a list means nothing: a GET decides.
 * 4. Not even that is enough where the token cannot see the namespace.
 *
 * @module
 */

import {
  type Endpoint,
  type HuggingFace,
  isApiError,
  ResponseFormatError,
} from "@hf-terraform/client";
import { type ListReadOptions, ListsByOwner } from "../reads/list_reads.ts";
import { type PerProvider, perProvider } from "../reads/per_provider.ts";

/** Reads endpoints, one or many. */
export class EndpointReader {
  readonly #client: () => Promise<HuggingFace>;
  readonly #lists: ListsByOwner<Endpoint>;
  readonly #visible = new Set<string>();

  /** Makes a reader; the client is asked for when it is needed. */
  constructor(
    client: () => Promise<HuggingFace>,
    options: ListReadOptions = {},
  ) {
    this.#client = client;
    this.#lists = new ListsByOwner((namespace) => ({
      page: async (cursor) => {
        const { endpoints } = await client();
        const options = { cursor, pageSize: 100 };
        const page = await endpoints.list(namespace, options);
        this.#visible.add(namespace);
        return page;
      },
      keys: ({ name }) => [name],
    }), options);
  }

  /**
   * The endpoint; undefined if it is surely gone: the service says so to a
   * token that can see the namespace.
   */
  async read(
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Endpoint | undefined> {
    const client = await this.#client();
    const listed = await this.#lists.find(namespace, name, signal);
    if (listed !== undefined) return listed;
    const id = `${namespace}/${name}`;
    try {
      return checkedName(await client.endpoints.get(id, { signal }), id);
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      if (!this.#visible.has(namespace)) {
        await client.endpoints.list(namespace, { pageSize: 1 }, { signal });
        this.#visible.add(namespace);
      }
      return undefined;
    }
  }

  /** Whether a name seems to be taken: a list may lag behind. */
  async isTaken(
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const listed = await this.#lists.find(namespace, name, signal);
    return listed !== undefined ||
      !await this.#lists.isComplete(namespace, signal) &&
        await this.read(namespace, name, signal) !== undefined;
  }

  /** Forgets what lists held; called with every write. */
  forget(): void {
    this.#lists.forget();
  }
}

/**
 * The endpoint, if an answer is about the one that was asked for.
 *
 * @throws {ResponseFormatError} If it names another one.
 */
export function checkedName(endpoint: Endpoint, id: string): Endpoint {
  if (id.endsWith(`/${endpoint.name}`)) return endpoint;
  throw new ResponseFormatError({
    action: `read the endpoint ${id}`,
    method: "GET",
    url: `/v2/endpoint/${id}`,
    reason: `the answer is about ${JSON.stringify(endpoint.name)}`,
  });
}

/** The endpoints of a namespace. */
export const endpointReads: PerProvider<EndpointReader> = perProvider(
  (provider) => new EndpointReader(() => provider.client()),
);
