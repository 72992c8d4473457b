import { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import type {
  RpcService,
  StreamHandler,
  UnaryHandler,
} from "../plugin/call.ts";
import type { RunningProvider } from "../plugin/child.ts";
import { namesInProtocol5 } from "./protocol6.ts";

/**
 * Passes messages on as they are: those of protocol 5 have the same fields, and
 * only some of its methods have other names.
 */
export function remoteService(
  { protocol, connection }: RunningProvider,
): RpcService {
  const unary: Record<string, UnaryHandler> = {};
  const serverStream: Record<string, StreamHandler> = {};
  for (const [name, { kind }] of Object.entries(tfplugin6.Provider)) {
    const own = protocol === 5 ? namesInProtocol5[name] ?? name : name;
    const path = `/tfplugin${protocol}.Provider/${own}`;
    if (kind === "unary") {
      unary[name] = (bytes, call) => connection.call(path, bytes, call);
    } else {
      serverStream[name] = (bytes, call) =>
        connection.stream(path, bytes, call);
    }
  }
  return { unary, serverStream };
}
