/**
 * Duration of calls to the provider, one after the other.
 *
 * @module
 */
import { health } from "../../proto/gen/health.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { launcherPath } from "../../provider/framework/cli/project.ts";
import { project } from "../../tools/project.ts";
import { makeIdentity } from "../../provider/framework/plugin/certificate.ts";
import { launch } from "../support/plugin_client.ts";
import { LeanClient } from "./lean_client.ts";
import { greatestMemory, processorTime } from "./process_use.ts";
import { type Figures, figures } from "./table.ts";

/** The calls of one kind over one connection. */
export interface CallTimes extends Figures {
  /** The call and its conditions. */
  readonly name: string;
  /** The provider's processor time for each call, in milliseconds. */
  readonly processor: number;
}

/** The measurements of one provider process. */
export interface RpcTimes {
  /** Calls, one after the other; times in milliseconds. */
  readonly calls: readonly CallTimes[];
  /** The most memory the process has held after all calls, in bytes. */
  readonly memory: number | undefined;
}

const { Check } = health.Health;
const { ValidateProviderConfig, ValidateResourceConfig, GetProviderSchema } =
  tfplugin6.Provider;

/** An empty provider block. */
const nothing = { json: new TextEncoder().encode("{}") };

/** A small endpoint, as the CLI sends it: what is absent is null. */
const endpoint = {
  json: new TextEncoder().encode(JSON.stringify({
    name: "bench",
    model: { repository: "sentence-transformers/all-MiniLM-L6-v2" },
    compute: { instance_type: "intel-spr" },
  })),
};

/** Makes so many calls of each kind, over TLS as the CLI does, and without. */
export async function benchRpc(count: number): Promise<RpcTimes> {
  const calls: CallTimes[] = [];
  let memory: number | undefined;
  for (const tls of [true, false]) {
    const identity = tls ? makeIdentity() : undefined;
    const env = { PLUGIN_CLIENT_CERT: identity?.certificate };
    await using provider = await launch([launcherPath(project)], { tls, env });
    using client = await LeanClient.connect(provider.handshake, identity);
    for (const { name, path, request, share = 1 } of kinds()) {
      const call = () => client.call(path, request);
      const over = tls ? "mutual TLS" : "no TLS";
      calls.push({
        name: `${name}, ${over}`,
        ...await measure(call, provider.pid, Math.ceil(count * share)),
      });
    }
    memory = Math.max(memory ?? 0, greatestMemory(provider.pid) ?? 0);
  }
  return { calls, memory: memory === 0 ? undefined : memory };
}

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly request: Uint8Array;
  /** The share of these calls in all; default 1. */
  readonly share?: number;
}

function kinds(): Kind[] {
  return [
    {
      name: "Check (health)",
      path: Check.path,
      request: Check.request.encode({ service: "plugin" }).finish(),
    },
    {
      name: "ValidateProviderConfig",
      path: ValidateProviderConfig.path,
      request: ValidateProviderConfig.request.encode({ config: nothing })
        .finish(),
    },
    {
      name: "ValidateResourceConfig",
      path: ValidateResourceConfig.path,
      request: ValidateResourceConfig.request.encode({
        typeName: "huggingface_endpoint",
        config: endpoint,
      }).finish(),
    },
    {
      name: "GetProviderSchema",
      path: GetProviderSchema.path,
      request: new Uint8Array(),
      // The CLI asks once.
      share: 0.02,
    },
  ];
}

async function measure(
  call: () => Promise<unknown>,
  pid: number,
  count: number,
): Promise<Figures & { readonly processor: number }> {
  for (let i = 0; i < count / 5; i++) await call();
  const times: number[] = [];
  const before = processorTime(pid);
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  const processor = (processorTime(pid) - before) / count;
  return { ...figures(times), processor };
}
