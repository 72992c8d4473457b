/**
 * The promise that a method returns for one request.
 *
 * @module
 */

import { type ReadContext, requestId } from "./response.ts";

/** The head of the answer that a call ended with. */
export interface ResponseInfo {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, without the token. */
  readonly headers: Headers;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** The id under which the service logged the request, if it gave one. */
  readonly requestId: string | undefined;
  /** The number of list items that were skipped: they lack a required field. */
  readonly skippedItems: number;
  /** The bytes of memory that the data takes at most; 0 if it is no JSON. */
  readonly bytes: number;
  /** The part of each kind of objects, by a hash of the names in order. */
  readonly kinds: ReadonlyMap<number, number>;
}

/** The data of a call, with the response's status and headers. */
export interface DataWithResponse<T> {
  /** The data. */
  readonly data: T;
  /** The head of the answer. */
  readonly response: ResponseInfo;
}

/** The rejection reason of a promise. */
export type RejectionReason = Parameters<typeof Promise.reject>[0];

/**
 * The promise of what a call returns, which can also tell status, headers and
 * request id.
 *
 * @example Usage
 * ```ts
 * import { HuggingFace } from "@hf-terraform/client";
 * import { Sandbox } from "@hf-terraform/sandbox";
 * import { assertEquals } from "@std/assert";
 *
 * const sandbox = new Sandbox();
 * const { users } = new HuggingFace({
 *   token: sandbox.token,
 *   fetch: (request) => sandbox.fetch(request),
 * });
 * const { data, response } = await users.getOverview("sandbox").withResponse();
 * assertEquals([data.user, response.status], ["sandbox", 200]);
 * ```
 */
export class Call<T> implements Promise<T> {
  /** The name of the class. */
  readonly [Symbol.toStringTag]: string = "Call";
  readonly #start: () => Promise<DataWithResponse<T>>;
  #answer: Promise<DataWithResponse<T>> | undefined;

  /** Makes a call. */
  constructor(start: () => Promise<DataWithResponse<T>>) {
    this.#start = start;
  }

  /** Returns the data with the status and headers of the response. */
  withResponse(): Promise<DataWithResponse<T>> {
    return this.#answer ??= this.#start();
  }

  /** A call that returns something else of the same answer. */
  map<U>(change: (data: T, response: ResponseInfo) => U): Call<U> {
    return new Call(async () => {
      const { data, response } = await this.withResponse();
      return { data: change(data, response), response };
    });
  }

  /** As of every promise. */
  then<U = T, E = never>(
    onFulfilled?: ((data: T) => U | PromiseLike<U>) | null,
    onRejected?: ((reason: RejectionReason) => E | PromiseLike<E>) | null,
  ): Promise<U | E> {
    const data = this.withResponse().then(({ data }) => data);
    return data.then(onFulfilled, onRejected);
  }

  /** As of every promise. */
  catch<E = never>(
    onRejected?: ((reason: RejectionReason) => E | PromiseLike<E>) | null,
  ): Promise<T | E> {
    return this.then(null, onRejected);
  }

  /** As of every promise. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}

/** Data with the head of its response, which is read when it is asked for. */
export function answerOf<T>(
  data: T,
  { status, headers }: Response,
  { url, mask, found }: Pick<ReadContext, "url" | "mask" | "found">,
): DataWithResponse<T> {
  let info: ResponseInfo | undefined;
  const read = (): ResponseInfo => {
    const masked = new Headers();
    for (const [name, value] of headers) {
      // Node takes names that are none, and one may hold the token.
      const isName = /^[\w-]+$/.test(mask.text(name));
      if (isName) masked.append(name, mask.text(value));
    }
    return {
      status,
      headers: masked,
      url: mask.text(url),
      requestId: requestId(masked),
      ...found,
    };
  };
  return {
    data,
    get response() {
      return info ??= read();
    },
  };
}
