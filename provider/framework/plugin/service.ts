import type { Handler, Methods, StreamHandler, UnaryHandler } from "./call.ts";

/** The methods of one service, by name, on raw message bytes. */
export interface RpcService {
  /** Methods that answer once. */
  readonly unary: Readonly<Record<string, UnaryHandler>>;
  /** Methods that answer any number of times. */
  readonly serverStream: Readonly<Record<string, StreamHandler>>;
}

/** A service that is loaded after the handshake line is out. */
export interface LazyService {
  /** Full name on the wire, such as `tfplugin6.Provider`. */
  readonly serviceName: string;
  /** Loads the methods. Called once; if it fails, the process ends. */
  readonly load: () => Promise<RpcService>;
}

/** Loads a service and names its methods by their paths. */
export async function loadMethods(service: LazyService): Promise<Methods> {
  const { unary, serverStream } = await service.load();
  const named = (name: string, handler: Handler) =>
    [`/${service.serviceName}/${name}`, handler] as const;
  return Object.fromEntries([
    ...Object.entries(unary).map(([name, handle]) =>
      named(name, { kind: "unary", handle })
    ),
    ...Object.entries(serverStream).map(([name, handle]) =>
      named(name, { kind: "server-stream", handle })
    ),
  ]);
}
