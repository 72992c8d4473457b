/**
 * A provider that is none: each method does what a test of the plugin layer
 * needs, on raw bytes.
 *
 * @module
 */
import {
  type Call,
  RpcError,
  type RpcService,
} from "../../../../provider/framework/plugin/call.ts";
import { status as Status } from "@grpc/grpc-js";
import { serve } from "../../../../provider/framework/plugin/serve.ts";
import { maskSecret } from "../../../../provider/framework/secrets.ts";

const cancelled: string[] = [];

maskSecret("hunter2");

const service: RpcService = {
  unary: {
    Echo: (request) => Promise.resolve(request),
    Length: (request) => Promise.resolve(text(`${request.length}`)),
    Wait: async (request, call) => {
      await new Promise<void>((resolve) => {
        call.signal.addEventListener("abort", () => resolve());
      });
      cancelled.push(new TextDecoder().decode(request));
      throw new RpcError(Status.CANCELLED, "The wait was cancelled");
    },
    Cancelled: () => Promise.resolve(text(cancelled.join(","))),
    Refuse: () => Promise.reject(new RpcError(Status.ABORTED, "50 % größer")),
    Throw: () => {
      throw new Error("broken on purpose by hunter2\n\nTo go on, run");
    },
    Reject: () => Promise.reject("not even an error"),
    Forget: () => {
      Promise.reject(new Error("nobody waits for this, hunter2"));
      return Promise.resolve(text("forgotten"));
    },
    Crash: () => {
      setTimeout(() => {
        throw new Error("crashed on purpose by hunter2\n\nTo go on, run");
      }, 0);
      return new Promise(() => {});
    },
  },
  serverStream: {
    Count: count,
    // deno-lint-ignore require-yield -- it fails before it yields
    FailLate: async function* () {
      await Promise.resolve();
      throw new RpcError(Status.DATA_LOSS, "nothing came");
    },
  },
};

async function* count(request: Uint8Array, call: Call) {
  const last = Number(new TextDecoder().decode(request));
  try {
    for (let i = 1; i <= last && !call.signal.aborted; i++) {
      yield text(`${i}`);
      await Promise.resolve();
    }
  } finally {
    if (call.signal.aborted) cancelled.push(`${last}`);
  }
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

await serve({
  address: "example.test/acme/echo",
  version: "1.2.3",
  protocols: {
    5: { serviceName: "tfplugin5.Provider", load: () => load("5") },
    6: { serviceName: "tfplugin6.Provider", load: () => load("6") },
  },
});

function load(version: string): Promise<RpcService> {
  const own = { Version: () => Promise.resolve(text(version)) };
  return Promise.resolve({ ...service, unary: { ...service.unary, ...own } });
}
