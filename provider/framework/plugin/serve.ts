import process from "node:process";
import { makeIdentity, prepareCryptography } from "./certificate.ts";
import {
  directStartHint,
  handshakeLine,
  isStartedByCli,
  negotiate,
  type ProtocolVersion,
  reattachText,
} from "./handshake.ts";
import { configureLogs, logger, stackOf } from "../log.ts";
import {
  foldMessage,
  redactSecrets,
  sanitizeForDisplay,
  sanitizeLines,
} from "../secrets.ts";
import {
  env,
  preparePlatform,
  unsupportedRuntime,
  writeNow,
} from "./platform.ts";
import { type Plugin, startPlugin } from "./plugin.ts";
import type { LazyService } from "./call.ts";

/** Interval of the checks that the CLI still lives, in milliseconds. */
const PARENT_WATCH_MS = 5000;

/** The process that started this one, read before anything can have killed it. */
const parent = process.ppid;

const log = logger("sdk.proto");

/** Told by the module that starts a script with it, and prepares cryptography. */
const compiledCode: unknown = Reflect.get(globalThis, "compiledCode");

/** The executable of a provider. */
export interface Program {
  /** Source address in the registry, such as `acme/example`. */
  readonly address: string;
  /** Version of the provider, printed by `--version`. */
  readonly version: string;
  /**
   * Other commands of the executable, by its first argument. A command is given
   * the other arguments, and returns the exit status.
   */
  readonly commands?: Readonly<
    Record<string, (args: readonly string[]) => Promise<number>>
  >;
}

/** Services and commands of an executable. */
export interface ServeOptions extends Program {
  /** The provider's service for each protocol version that it offers. */
  readonly protocols: Readonly<Partial<Record<ProtocolVersion, LazyService>>>;
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
  await preparePlatform();
  const args = process.argv.slice(2);
  if (args.includes("--version")) {
    startLogs();
    writeNow(1, `${options.address} ${options.version}\n`);
    process.exit(0);
  }
  const [name = "", ...others] = args;
  const command = options.commands?.[name];
  if (command !== undefined) {
    (await import("./connections.ts")).prepareConnections();
    process.exit(await command(others));
  }
  const hint = directStartHint(options.address, options.commands ?? {});
  if (["--help", "-h"].includes(name)) {
    writeNow(1, hint);
    process.exit(0);
  }
  const debug = args.includes("--debug");
  if (!debug && !isStartedByCli(env)) {
    writeNow(2, hint);
    process.exit(1);
  }
  const unsupported = unsupportedRuntime();
  if (unsupported !== undefined) refuseStart(unsupported);
  startLogs();
  process.on("uncaughtException", panic);
  process.on("unhandledRejection", (error) => {
    log.error("Unhandled promise rejection", { error: stackOf(error) });
  });
  const versions = ([5, 6] as const).filter((one) => options.protocols[one]);
  const offered = env("PLUGIN_PROTOCOL_VERSIONS");
  const protocol = negotiate(versions, offered);
  if (protocol === undefined) {
    if (debug) refuseStart("it has no protocol version that is asked for");
    return waitForRefusal(versions);
  }
  const starting = debug
    ? startForDebug(
      options,
      offered === undefined ? versions.toReversed() : [protocol],
    )
    : startService(options, protocol);
  const plugin = await starting.catch(refuseStart);
  process.once("exit", plugin.close);
  // Without its code there is nothing to serve: the user must see why.
  await plugin.load().catch(panic);
}

function startLogs(): void {
  configureLogs({ env, write: (line) => process.stderr.write(line) });
  if (compiledCode !== undefined) {
    log.debug(`The compiled code was ${compiledCode}`);
  }
}

/**
 * Tells a client our version, which it refuses, and waits to be killed. It
 * gets no socket: nobody would be left to remove that.
 */
function waitForRefusal([protocol = 6]: readonly ProtocolVersion[]): void {
  const address = { network: "tcp", address: "127.0.0.1:0" } as const;
  writeNow(
    1,
    handshakeLine({ ...address, protocol, isMultiplexRequested: false }),
  );
  setInterval(() => {}, PARENT_WATCH_MS);
  watchParent(() => process.exit(1));
}

async function startService(
  { protocols }: ServeOptions,
  protocol: ProtocolVersion,
): Promise<Plugin> {
  const clientCertificate = env("PLUGIN_CLIENT_CERT");
  if (clientCertificate !== undefined && compiledCode === undefined) {
    prepareCryptography();
  }
  const tls = clientCertificate === undefined
    ? undefined
    : { identity: makeIdentity(), clientCertificate };
  const plugin = await startPlugin(servicesOf(protocols, [protocol]), tls);
  // Its whole process group may be signalled, while the CLI waits for what runs.
  onSignals((signal) => {
    log.debug(`Ignoring ${signal}: the CLI decides when to stop`);
  });
  const line = handshakeLine({
    ...plugin,
    protocol,
    certificate: tls?.identity.der,
    isMultiplexRequested: env("PLUGIN_MULTIPLEX_GRPC") !== undefined,
  });
  writeNow(1, line);
  watchParent(() => plugin.shutdown());
  return plugin;
}

async function startForDebug(
  { address: source, protocols }: ServeOptions,
  versions: readonly ProtocolVersion[],
): Promise<Plugin> {
  const services = servicesOf(protocols, versions);
  const plugin = await startPlugin(services, undefined, true);
  // Leaves behind no socket.
  onSignals(() => plugin.shutdown());
  const { pid } = process;
  writeNow(1, reattachText({ ...plugin, source, pid }, versions));
  return plugin;
}

/** Has a function called in place of what signals do that end a process. */
function onSignals(call: (signal: string) => void): void {
  for (const one of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(one, call);
}

/** Calls `gone` when the process that started this one has ended. */
function watchParent(gone: () => void): void {
  if (process.platform === "win32") return;
  const timer = setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_WATCH_MS);
  timer.unref();
}

function servicesOf(
  protocols: ServeOptions["protocols"],
  versions: readonly ProtocolVersion[],
): readonly LazyService[] {
  return versions.flatMap((version) => protocols[version] ?? []);
}

function refuseStart(why: unknown): never {
  const text = why instanceof Error ? why.message : String(why);
  const line = `${sanitizeForDisplay(`Cannot start the provider: ${text}`)}\n`;
  writeNow(2, line);
  // Of a provider that does not start, the CLI shows this first line only.
  if (isStartedByCli(env)) writeNow(1, line);
  process.exit(1);
}

/** Ends the process with the words that make the CLI show `error` to its user. */
function panic(error: unknown): never {
  const lines = redactSecrets(stackOf(error)).split("\n");
  const text = lines.map(foldMessage).join("\n  ");
  writeNow(2, `${sanitizeLines(`panic: ${text}`)}\n`);
  process.exit(2);
}
