/**
 * The least that a client of gRPC can be, so that it is the provider that is
 * measured and not its client.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { TlsIdentity } from "../../provider/framework/plugin/certificate.ts";
import type { HandshakeFields } from "../../provider/framework/plugin/handshake.ts";

const prefixSize = 5;

/** A connection to a provider's Unix socket. */
export class LeanClient implements Disposable {
  readonly #session: ClientHttp2Session;

  private constructor(session: ClientHttp2Session) {
    this.#session = session;
  }

  /** Connects, with TLS if an identity is given. */
  static async connect(
    { address, certificate }: HandshakeFields,
    identity?: TlsIdentity,
  ): Promise<LeanClient> {
    const plain = connectSocket({ path: address });
    await once(plain, "connect");
    const socket = identity === undefined || certificate === undefined
      ? plain
      : connectTls({
        socket: plain,
        key: identity.key,
        cert: identity.certificate,
        ca: certificate,
        servername: "localhost",
        ALPNProtocols: ["h2"],
      });
    if (socket !== plain) await once(socket, "secureConnect");
    return new LeanClient(
      connect("http://localhost", { createConnection: () => socket }),
    );
  }

  /** Calls a method with a message; rejects unless the status is OK. */
  call(path: string, message: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ":method": "POST",
        ":path": path,
        "content-type": "application/grpc",
        "te": "trailers",
      });
      const pieces: Uint8Array[] = [];
      let status: unknown;
      stream.on("response", (headers) => status = headers["grpc-status"]);
      stream.on("trailers", (headers) => status = headers["grpc-status"]);
      stream.on("data", (piece: Uint8Array) => pieces.push(piece));
      stream.on("error", reject);
      stream.on("end", () => {
        if (status === "0") resolve(Buffer.concat(pieces).subarray(prefixSize));
        else reject(new Error(`${path} ended with status ${status}`));
      });
      stream.end(frameMessage(message));
    });
  }

  /** Closes the connection. */
  [Symbol.dispose](): void {
    this.#session.destroy();
  }
}

/** A message with what gRPC puts before it: no compression, and its length. */
function frameMessage(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(prefixSize + message.length);
  new DataView(frame.buffer).setUint32(1, message.length);
  frame.set(message, prefixSize);
  return frame;
}
