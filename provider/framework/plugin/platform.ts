/**
 * The only file of the framework that knows what runtime it runs on: Deno, or
 * Node from 20 on. Where Deno has its own way it is taken: loading `node:fs`
 * takes 10 ms of a start on Deno, more than all else that happens here.
 *
 * @module
 */
import process from "node:process";

const deno = typeof Deno === "undefined" ? undefined : Deno;

/** Whether this is Deno. */
export const isDeno: boolean = deno !== undefined;

let fs: typeof import("node:fs") | undefined;
let os: typeof import("node:os") | undefined;

/** Loads what Node needs; before anything else of this file is called. */
export async function preparePlatform(): Promise<void> {
  if (deno !== undefined) return;
  fs = await import("node:fs");
  os = await import("node:os");
}

// What Node 20 lacks and the provider and its packages use.
Promise.withResolvers ??= function <T>() {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};
Array.fromAsync ??= async function (items: AsyncIterable<unknown>) {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
};

/** The oldest runtimes that serve TLS as the protocol needs it. */
const OLDEST = { deno: [2, 7, 14], node: [20, 0, 0] } as const;

/** Reason why this runtime cannot run a provider; undefined if it can. */
export function unsupportedRuntime(
  versions: { readonly deno?: string | undefined; readonly node: string } =
    process.versions,
): string | undefined {
  const name = versions.deno === undefined ? "node" : "deno";
  const version = versions[name] ?? "";
  const parts = version.split(".").map((part) => parseInt(part, 10));
  for (const [i, least] of OLDEST[name].entries()) {
    const part = parts[i] ?? 0;
    if (part > least) return undefined;
    if (part < least) {
      const title = name === "deno" ? "Deno" : "Node.js";
      return `${title} ${version} is too old: a provider needs ${title} ${
        OLDEST[name].join(".")
      } or newer`;
    }
  }
  return undefined;
}

/** The value of an environment variable; undefined if absent or empty. */
export function env(name: string): string | undefined {
  return process.env[name] || undefined;
}

/**
 * Takes the system's store of certificates beside Mozilla's, unless
 * `DENO_TLS_CA_STORE` says otherwise or there is none, as in small containers.
 * Node has to be told before it starts.
 */
export function trustSystem(): void {
  const store = "DENO_TLS_CA_STORE";
  if (deno === undefined || env(store) !== undefined) return;
  process.env[store] = hasStore() ? "mozilla,system" : "mozilla";
  try {
    deno.createHttpClient({}).close();
  } catch {
    process.env[store] = "mozilla";
  }
}

let unpooled: Deno.HttpClient | undefined;

/** Fetches on a connection that no request used before; on Deno only. */
export function fetchOnNewConnection(
  send: typeof fetch,
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  unpooled ??= deno?.createHttpClient({ poolMaxIdlePerHost: 0 });
  return send(input, { ...init, ...unpooled && { client: unpooled } });
}

/** Folders in which distributions of Linux keep certificates. */
const STORES = [
  "/etc/ssl/certs",
  "/etc/pki/tls/certs",
  "/etc/ssl/cert.pem",
  "/etc/ssl/ca-bundle.pem",
];

/** A compiled executable that failed to load one would never try again. */
function hasStore(): boolean {
  if (process.platform !== "linux") return true;
  const named = [env("SSL_CERT_FILE"), env("SSL_CERT_DIR")].filter((path) =>
    path !== undefined
  );
  return named.length > 0 ? named.every(mayExist) : STORES.some(mayExist);
}

function mayExist(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

/** Makes a folder that only this user can enter, below `parent` if given. */
export function makeTempFolder(parent?: string): string {
  const prefix = "plugin-";
  try {
    if (fs === undefined || os === undefined) {
      return Deno.makeTempDirSync({ prefix, ...parent && { dir: parent } });
    }
    return fs.mkdtempSync(`${parent ?? os.tmpdir()}/${prefix}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const name = parent === undefined ? "TMPDIR" : "PLUGIN_UNIX_SOCKET_DIR";
    throw new Error(
      `Cannot make a folder for the socket in ${
        parent ?? env("TMPDIR") ?? "the temporary folder"
      }: ${reason}. Set ${name} to a folder that can be written to`,
      { cause },
    );
  }
}

/**
 * Removes a socket and the folder that it alone lies in; errors are ignored.
 * Never more: others may have put another folder in the place of this one.
 */
export function removeSocket(path: string): void {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const { unlinkSync, rmdirSync } = fs ??
    { unlinkSync: Deno.removeSync, rmdirSync: Deno.removeSync };
  const removals = [() => unlinkSync(path), () => rmdirSync(folder)];
  for (const remove of removals) {
    try {
      remove();
    } catch {
      // It was removed already, or the system will do it.
    }
  }
}

/** Writes all of `text` to stdout (1) or stderr (2) before it returns. */
export function writeNow(file: 1 | 2, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSome(file, bytes.subarray(at));
    } catch (error) {
      // A full pipe that does not block: try again. Anything else: give up.
      const code = error instanceof Error && "code" in error && error.code;
      if (code !== "EAGAIN") return;
    }
  }
}

function writeSome(file: 1 | 2, bytes: Uint8Array): number {
  if (fs !== undefined) return fs.writeSync(file, bytes);
  return (file === 1 ? Deno.stdout : Deno.stderr).writeSync(bytes);
}
