import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import { setImmediate } from "node:timers";

/** Length of the bytes that a client sends before its first HTTP/2 frame. */
const PREFACE_SIZE = 24;
/** Bytes before the content of each frame. */
const HEADER_SIZE = 9;
/** Type of the frame that announces the end of a connection. */
const GOAWAY = 7;

/**
 * A connection as its client sends it, without GOAWAY frames.
 *
 * Deno 2.9 aborts the process when such a frame reaches a `node:http2` session
 * that has served some hundred streams (denoland/deno#36788): memory of closed
 * streams is used after it was freed. Clients close the connection right after
 * the frame, so that nothing is lost without it.
 */
export function withoutGoaway(socket: Duplex): Duplex {
  const filter = new FrameFilter();
  const duplex = new Duplex({
    read: () => socket.resume(),
    write: (chunk, _encoding, done) => {
      // Each write would be a record of TLS and a system call.
      if (socket.writableCorked === 0) {
        socket.cork();
        setImmediate(() => socket.uncork());
      }
      if (socket.write(chunk)) done();
      else socket.once("drain", done);
    },
    final: (done) => {
      socket.end();
      done();
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  // A connection that breaks ends its calls; nobody else need hear of it.
  duplex.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    for (const piece of filter.push(chunk)) {
      if (!duplex.push(piece)) socket.pause();
    }
  });
  socket.on("end", () => duplex.push(null));
  // Late enough for what was received to be read, soon enough to end the calls.
  socket.on("close", () => setImmediate(() => duplex.destroy()));
  return duplex;
}

/** Passes frames on, in whatever pieces they come, except one type. */
class FrameFilter {
  /** Bytes that belong to what was decided last. */
  #left = PREFACE_SIZE;
  #drop = false;
  #header: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#left > 0) {
        if (!this.#drop) pieces.push(rest.subarray(0, this.#left));
        const passed = Math.min(this.#left, rest.length);
        this.#left -= passed;
        rest = rest.subarray(passed);
        continue;
      }
      const missing = HEADER_SIZE - this.#header.length;
      this.#header = Buffer.concat([this.#header, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (this.#header.length < HEADER_SIZE) break;
      this.#left = this.#header.readUIntBE(0, 3);
      this.#drop = this.#header[3] === GOAWAY;
      if (!this.#drop) pieces.push(this.#header);
      this.#header = Buffer.alloc(0);
    }
    return pieces.length > 1 ? [Buffer.concat(pieces)] : pieces;
  }
}
