/**
 * HTTP/2 frames by hand, for requests that no library would send, and for
 * more of them than a library could send in the time.
 *
 * @module
 */

/** The types of frames that the tests send or look at. */
export const frameType = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
} as const;

/** Flags of frames. */
export const frameFlag = {
  ack: 1,
  endStream: 1,
  endHeaders: 4,
} as const;

/** The parts of a frame. */
export interface Frame {
  /** One of {@linkcode frameType}, or any other. */
  readonly type: number;
  /** Flags that are set; default none. */
  readonly flags?: number;
  /** The stream; default 0, the connection. */
  readonly stream?: number;
  /** The payload; default nothing. */
  readonly payload?: Uint8Array;
}

/** The bytes of a frame. */
export function frameBytes(frame: Frame): Uint8Array {
  const { type, flags = 0, stream = 0, payload = new Uint8Array() } = frame;
  const bytes = new Uint8Array(9 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length << 8 | type);
  bytes[4] = flags;
  view.setUint32(5, stream);
  bytes.set(payload, 9);
  return bytes;
}

/** The connection preface, which every client sends first. */
export const preface: Uint8Array = new TextEncoder().encode(
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
);

/** Header lines as a block, none of them compressed. */
export function headerBlock(
  headers: Readonly<Record<string, string>>,
): Uint8Array {
  const parts = Object.entries(headers)
    .flatMap(([name, value]) => [Uint8Array.of(0), text(name), text(value)]);
  return concat(parts);
}

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  if (bytes.length > 126) throw new Error(`Too long for a test: ${value}`);
  return concat([Uint8Array.of(bytes.length), bytes]);
}

/** The header lines of a call, with changes. */
export function callHeaders(
  path: string,
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    ":method": "POST",
    ":scheme": "http",
    ":path": path,
    ":authority": "localhost",
    "content-type": "application/grpc",
    "te": "trailers",
    ...changes,
  };
}

/** A message with the five bytes before it. */
export function grpcMessage(
  message: Uint8Array,
  { compressed = 0, length = message.length } = {},
): Uint8Array {
  const bytes = new Uint8Array(5 + message.length);
  bytes[0] = compressed;
  new DataView(bytes.buffer).setUint32(1, length);
  bytes.set(message, 5);
  return bytes;
}

/** A call as two frames; streams of clients have odd numbers. */
export function callFrames(
  stream: number,
  block: Uint8Array,
  data: Uint8Array,
): Uint8Array {
  const { endHeaders, endStream } = frameFlag;
  return concat([
    frameBytes({
      type: frameType.headers,
      flags: endHeaders,
      stream,
      payload: block,
    }),
    frameBytes({
      type: frameType.data,
      flags: endStream,
      stream,
      payload: data,
    }),
  ]);
}

/** All bytes in one. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A connection without TLS to a socket. */
export class RawConnection implements Disposable {
  readonly #connection: Deno.Conn;
  #unread = new Uint8Array();
  #nextStream = 1;

  private constructor(connection: Deno.Conn) {
    this.#connection = connection;
  }

  /** Connects and says hello; the server may send as much as it likes. */
  static async open(path: string): Promise<RawConnection> {
    const connection = await Deno.connect({ transport: "unix", path });
    const raw = new RawConnection(connection);
    const window = new Uint8Array(4);
    new DataView(window.buffer).setUint32(0, 2 ** 31 - 1 - 65_535);
    await raw.send(concat([
      preface,
      frameBytes({ type: frameType.settings }),
      frameBytes({ type: frameType.windowUpdate, payload: window }),
    ]));
    return raw;
  }

  /** The number of the next stream. */
  nextStream(): number {
    const stream = this.#nextStream;
    this.#nextStream += 2;
    return stream;
  }

  /** Sends bytes. */
  async send(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at += await this.#connection.write(bytes.subarray(at));
    }
  }

  /**
   * Makes calls at once and waits until each has ended.
   *
   * @throws {Error} If the server ends the connection first.
   */
  async callAll(
    calls: readonly { block: Uint8Array; data: Uint8Array }[],
  ): Promise<void> {
    const open = new Set<number>();
    const parts = calls.map(({ block, data }) => {
      const stream = this.nextStream();
      open.add(stream);
      return callFrames(stream, block, data);
    });
    await this.send(concat(parts));
    while (open.size > 0) {
      const { type, flags, stream } = await this.#frame();
      const ends = type === frameType.reset ||
        (type === frameType.data || type === frameType.headers) &&
          (flags & frameFlag.endStream) !== 0;
      if (ends) open.delete(stream);
    }
  }

  /** Reads to the end of the connection and drops everything. */
  async drain(): Promise<void> {
    try {
      const buffer = new Uint8Array(1000);
      while (await this.#connection.read(buffer) !== null);
    } catch {
      // A reset is as good as an end.
    }
  }

  /** Ends the connection at once. */
  [Symbol.dispose](): void {
    this.#connection.close();
  }

  /** The next frame; settings and pings are answered. */
  async #frame(): Promise<Required<Frame>> {
    const header = await this.#take(9);
    const view = new DataView(header.buffer, header.byteOffset);
    const length = view.getUint32(0) >>> 8;
    const frame = {
      type: header[3] ?? 0,
      flags: header[4] ?? 0,
      stream: view.getUint32(5) & 0x7fffffff,
      payload: await this.#take(length),
    };
    const { ack } = frameFlag;
    const answered = frame.type === frameType.settings ||
      frame.type === frameType.ping;
    if (answered && (frame.flags & ack) === 0) {
      const payload = frame.type === frameType.ping
        ? frame.payload
        : new Uint8Array();
      await this.send(frameBytes({ type: frame.type, flags: ack, payload }));
    }
    return frame;
  }

  async #take(size: number): Promise<Uint8Array> {
    while (this.#unread.length < size) {
      const buffer = new Uint8Array(65_536);
      const count = await this.#connection.read(buffer);
      if (count === null) throw new Error("The server ended the connection");
      const all = new Uint8Array(this.#unread.length + count);
      all.set(this.#unread);
      all.set(buffer.subarray(0, count), this.#unread.length);
      this.#unread = all;
    }
    const taken = this.#unread.subarray(0, size);
    this.#unread = this.#unread.subarray(size);
    return taken;
  }
}
