import type { Init } from "../../../../proto/codec.ts";
import { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import type { Method } from "../../../../proto/service.ts";
import type { LazyProvider } from "../../../../provider/framework/define/provider.ts";
import { ProviderServer } from "../../../../provider/framework/engine/server.ts";
import type { RpcService } from "../../../../provider/framework/plugin/call.ts";
import { protocol6 } from "../../../../provider/framework/rpc/protocol6.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import type { Type } from "../../../../provider/framework/values/type.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";

/** The service of a provider in protocol 6. */
export function serviceOf(provider: LazyProvider): RpcService {
  return protocol6(new ProviderServer(provider));
}

/** Calls a method with raw bytes; returns raw bytes. */
export function callRaw(
  service: RpcService,
  name: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const handler = service.unary[name];
  if (handler === undefined) throw new Error(`No method ${name}`);
  return handler(bytes, { signal: new AbortController().signal });
}

/** Calls a method with a message. */
export async function callMethod<Request, Response>(
  service: RpcService,
  method: Method<Request, Response>,
  request: Init<Request>,
): Promise<Response> {
  const name = method.path.slice(method.path.lastIndexOf("/") + 1);
  const bytes = method.request.encode(request).finish();
  return method.response.decode(await callRaw(service, name, bytes));
}

/** Calls a method that answers with a stream; returns all messages. */
export async function callStream<Request, Response>(
  service: RpcService,
  method: Method<Request, Response>,
  request: Init<Request>,
): Promise<readonly Response[]> {
  const name = method.path.slice(method.path.lastIndexOf("/") + 1);
  const handler = service.serverStream[name];
  if (handler === undefined) throw new Error(`No method ${name}`);
  const bytes = method.request.encode(request).finish();
  const messages: Response[] = [];
  const { signal } = new AbortController();
  for await (const message of handler(bytes, { signal })) {
    messages.push(method.response.decode(message));
  }
  return messages;
}

/** The message of a value. */
export function encodeValue(value: Value, type: Type) {
  return { msgpack: encodeMsgpack(value, type) };
}

/** The methods of protocol 6. */
export const methods = tfplugin6.Provider;
