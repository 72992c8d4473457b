import type { ServerHttp2Stream } from "node:http2";
import type { Call } from "./call.ts";
import {
  ANSWER_HEADERS,
  errorTrailers,
  type GrpcHeaders,
  OK_TRAILERS,
} from "./grpc_headers.ts";
import { framed, RequestReader } from "./grpc_message.ts";
import { RpcError, Status } from "./status.ts";

/** One call, which ends with a status once; what comes later is dropped. */
export class GrpcCall implements Call {
  readonly #stream: ServerHttp2Stream;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #answering = false;
  #ended = false;
  #gone = false;
  #wake = () => {};

  /** Takes the stream of the call and its time limit, if it has one. */
  constructor(stream: ServerHttp2Stream, timeout: number | undefined) {
    this.#stream = stream;
    // A stream that was reset closes next; nobody else need hear of it.
    stream.on("error", () => {});
    stream.on("drain", () => this.#wake());
    stream.on("close", () => this.#close());
    if (timeout !== undefined) {
      this.#timer = setTimeout(() => this.#expire(), timeout);
    }
  }

  /** Aborted when the client cancels, goes away, or its deadline passes. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#gone) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Whether nobody waits for the answer any more. */
  get gone(): boolean {
    return this.#gone;
  }

  /**
   * Reads the request's only message. Never resolves for a client that goes
   * away before it has sent all.
   */
  read(maxBytes: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const reader = new RequestReader(maxBytes);
      this.#stream.on("data", (piece: Uint8Array) => {
        if (this.#ended) return;
        try {
          reader.push(piece);
        } catch (error) {
          reject(error);
        }
      });
      this.#stream.on("end", () => {
        try {
          resolve(reader.finish());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Reads what the client sends to its end, and drops it. */
  drop(): Promise<void> {
    this.#stream.resume();
    return new Promise((resolve) => this.#stream.on("end", resolve));
  }

  /** Sends one of several messages; resolves when there is room for more. */
  async send(message: Uint8Array): Promise<void> {
    if (this.#ended || this.#stream.destroyed) return;
    this.#begin();
    if (this.#stream.write(framed(message))) return;
    await new Promise<void>((resolve) => this.#wake = resolve);
  }

  /** Ends the call well, after a last message if there is one. */
  end(message?: Uint8Array): void {
    if (!this.#end() || this.#stream.destroyed) return;
    this.#begin();
    if (message === undefined) this.#stream.end();
    else this.#stream.end(framed(message));
  }

  /** Ends the call with an error. */
  fail(error: RpcError): void {
    if (!this.#end() || this.#stream.destroyed) return;
    const trailers = errorTrailers(error);
    if (this.#answering) {
      this.#stream.removeAllListeners("wantTrailers");
      this.#trail(trailers);
      this.#stream.end();
    } else {
      this.#stream.respond({ ...ANSWER_HEADERS, ...trailers }, {
        endStream: true,
      });
    }
    // What the client still sends is not read.
    if (!this.#stream.readableEnded) this.#stream.close();
  }

  #begin(): void {
    if (this.#answering) return;
    this.#answering = true;
    this.#trail(OK_TRAILERS);
    this.#stream.respond(ANSWER_HEADERS, { waitForTrailers: true });
  }

  #trail(trailers: GrpcHeaders): void {
    this.#stream.on("wantTrailers", () => this.#stream.sendTrailers(trailers));
  }

  /** Whether the call had not ended before. */
  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    return true;
  }

  #expire(): void {
    this.fail(
      new RpcError(Status.DEADLINE_EXCEEDED, "The call's deadline has passed"),
    );
    this.#leave();
  }

  #close(): void {
    if (this.#end()) this.#leave();
    this.#wake();
  }

  #leave(): void {
    this.#gone = true;
    this.#controller?.abort();
    this.#wake();
  }
}
