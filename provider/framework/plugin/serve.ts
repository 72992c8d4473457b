import { makeIdentity, prepareCryptography } from "./certificate.ts";
import {
  directStartHint,
  handshakeLine,
  negotiate,
  type ProtocolVersion,
  reattachText,
  startedByCli,
} from "./handshake.ts";
import { guardProcess, panic } from "./guard.ts";
import { configureLogs, logger } from "../log.ts";
import {
  args,
  env,
  exit,
  onSignal,
  pid,
  unsupportedRuntime,
  watchParent,
  writeStderr,
  writeStderrNow,
  writeStdout,
} from "./platform.ts";
import { Plugin } from "./plugin.ts";
import type { LazyService } from "./call.ts";

export type { Call, StreamHandler, UnaryHandler } from "./call.ts";
export type { LazyService, RpcService } from "./call.ts";
export { RpcError, Status } from "./call.ts";

/** How often to look whether the CLI still lives, in milliseconds. */
const PARENT_WATCH_MS = 5000;

const log = logger("sdk.proto");

/** What to serve. */
export interface ServeOptions {
  /** Source address in the registry, such as `acme/example`. */
  readonly address: string;
  /** Version of the provider, printed by `--version`. */
  readonly version: string;
  /** The provider's service for each protocol version that it offers. */
  readonly protocols: Readonly<Partial<Record<ProtocolVersion, LazyService>>>;
  /**
   * What the executable does besides, by its first argument. A command is given
   * the other arguments, and returns the exit status.
   */
  readonly commands?: Readonly<
    Record<string, (args: readonly string[]) => Promise<number>>
  >;
}

/**
 * Runs a provider as the plugin that the CLI expects; the whole of a
 * provider's main program.
 *
 * Started by the CLI, it prints the handshake line and serves until it is told
 * to shut down. With `--debug` it serves any number of CLIs and prints how to
 * attach them; with `--version` it prints the version, and with the name of a
 * command it runs that. Started otherwise it explains itself on stderr and exits
 * with status 1; with `--help` on stdout, with status 0.
 */
export async function serve(options: ServeOptions): Promise<void> {
  if (args().includes("--version")) {
    writeStdout(`${options.address} ${options.version}\n`);
    exit(0);
  }
  const [name = "", ...others] = args();
  const command = options.commands?.[name];
  if (command !== undefined) exit(await command(others));
  const hint = directStartHint(options.address, options.commands ?? {});
  if (["--help", "-h"].includes(name)) {
    writeStdout(hint);
    exit(0);
  }
  const debug = args().includes("--debug");
  if (!debug && !startedByCli(env)) {
    writeStderrNow(hint);
    exit(1);
  }
  const unsupported = unsupportedRuntime();
  if (unsupported !== undefined) refuse(unsupported);
  configureLogs({ env, write: writeStderr });
  guardProcess();
  const plugin = await (debug ? startForDebug : start)(options).catch(refuse);
  // Without its code there is nothing to serve: the user must see why.
  await plugin.load().catch(panic);
}

async function start(options: ServeOptions): Promise<Plugin> {
  const offered = env("PLUGIN_PROTOCOL_VERSIONS");
  const { protocol, plugin } = makePlugin(options, offered);
  const clientCertificate = env("PLUGIN_CLIENT_CERT");
  const tls = clientCertificate === undefined
    ? undefined
    : { identity: makeIdentity(), clientCertificate };
  const { network, address } = await plugin.listen(tls);
  onSignal("SIGINT", () => {
    log.debug("Ignoring an interrupt: the CLI decides when to stop");
  });
  onSignal("SIGTERM", () => plugin.shutdown());
  writeStdout(handshakeLine({
    protocol,
    network,
    address,
    certificate: tls?.identity.der,
    multiplexAsked: env("PLUGIN_MULTIPLEX_GRPC") !== undefined,
  }));
  if (tls !== undefined) prepareCryptography();
  watchParent(PARENT_WATCH_MS, () => plugin.shutdown());
  return plugin;
}

async function startForDebug(options: ServeOptions): Promise<Plugin> {
  const all = Object.keys(options.protocols).join(",");
  const offered = env("PLUGIN_PROTOCOL_VERSIONS") ?? all;
  const { protocol, plugin } = makePlugin(options, offered);
  const { network, address } = await plugin.listen();
  onSignal("SIGINT", () => plugin.shutdown());
  onSignal("SIGTERM", () => plugin.shutdown());
  const source = options.address;
  writeStdout(reattachText({ source, protocol, pid: pid(), network, address }));
  return plugin;
}

function makePlugin(
  { protocols }: ServeOptions,
  offered: string | undefined,
): { readonly protocol: ProtocolVersion; readonly plugin: Plugin } {
  const own = ([5, 6] as const).filter((v) => protocols[v] !== undefined);
  const protocol = negotiate(own, offered);
  const service = protocols[protocol];
  if (service === undefined) refuse(`protocol ${protocol} is not offered`);
  return { protocol, plugin: new Plugin(service) };
}

function refuse(why: unknown): never {
  const text = why instanceof Error ? why.message : String(why);
  writeStderrNow(`Cannot start the provider: ${text}\n`);
  exit(1);
}
