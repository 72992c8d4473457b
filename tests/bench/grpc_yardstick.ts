/**
 * The least that a program can do which serves one call by grpc-js over mutual
 * TLS: what a start of the provider is compared with.
 *
 * @module
 */
import process from "node:process";
import { Buffer } from "node:buffer";
import { Server, ServerCredentials } from "@grpc/grpc-js";

const { SOCKET = "", CERTIFICATE = "", KEY = "", PLUGIN_CLIENT_CERT = "" } =
  process.env;
const bytes = (message: Uint8Array) => Buffer.from(message);
const server = new Server({ "grpc.enable_channelz": 0 });
server.addService({
  call: {
    path: "/tfplugin6.Provider/GetProviderSchema",
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  },
}, {
  call: (_: unknown, answer: (error: null, message: Uint8Array) => void) =>
    answer(null, new Uint8Array(40_000)),
});
const credentials = ServerCredentials.createSsl(
  Buffer.from(PLUGIN_CLIENT_CERT),
  [{ private_key: Buffer.from(KEY), cert_chain: Buffer.from(CERTIFICATE) }],
  true,
);
server.bindAsync(`unix:${SOCKET}`, credentials, () => {
  const lines = CERTIFICATE.split("\n").filter((line) => !line.includes("-"));
  const der = lines.join("").replace(/=+$/, "");
  process.stdout.write(`1|6|unix|${SOCKET}|grpc|${der}\n`);
});
