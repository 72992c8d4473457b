/**
 * Chromium without a window, for tests of what browsers do.
 *
 * @module
 */
import { isMissing } from "../../provider/framework/testing/system/files.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import type { MissingDependency } from "./npm.ts";
import type { Runtime } from "./runtimes.ts";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** The time that a page has to report, in milliseconds. */
const patience = 60_000;

/** Chromium or Chrome on PATH. */
export async function findChromium(): Promise<Runtime | MissingDependency> {
  for (const program of names) {
    try {
      const { code } = await run(program, ["--version"]);
      if (code === 0) return { program };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return { reason: "neither Chromium nor Chrome is on PATH" };
}

const quiet = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Loads a page once with these options of Chromium, such as `--dump-dom` and
 * `--screenshot=FILE`, and returns what it prints.
 */
export async function openPage(
  program: string,
  url: string,
  options: readonly string[],
): Promise<string> {
  const profile = await Deno.makeTempDir({ prefix: "chromium_" });
  try {
    const args = [...quiet, `--user-data-dir=${profile}`, ...options, url];
    const { code, stdout, stderr } = await run(program, args);
    if (code !== 0) throw new Error(`Chromium ended (${code}): ${stderr}`);
    return stdout;
  } finally {
    await removeLater(profile);
  }
}

/**
 * Loads a page that runs one module, and returns what the module reports.
 *
 * @param program Chromium.
 * @param script The module; it ends with a call of `report(value)`.
 * @param host The name of this machine that the page comes from.
 * @throws {Error} If the page reports nothing, with what Chromium said.
 */
export async function runInPage(
  program: string,
  script: string,
  host = "127.0.0.1",
): Promise<unknown> {
  const reported = Promise.withResolvers<unknown>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/report") reported.resolve(await request.json());
      if (pathname === "/script.js") return javascript(script);
      return pathname === "/" ? html() : new Response(null, { status: 204 });
    },
  );
  const profile = await Deno.makeTempDir({ prefix: "chromium_" });
  const url = `http://${host}:${server.addr.port}/`;
  const browser = start(program, profile, [url, ...hostOption(host)]);
  const ended = browser.output();
  const timer = setTimeout(() => browser.kill("SIGTERM"), patience);
  try {
    return await Promise.race([reported.promise, ended.then(silence)]);
  } finally {
    clearTimeout(timer);
    stop(browser);
    await ended;
    await server.shutdown();
    await removeLater(profile);
  }
}

function silence({ code, stderr }: Deno.CommandOutput): never {
  const text = new TextDecoder().decode(stderr);
  throw new Error(
    `The page reports nothing; Chromium ended (${code}): ${text}`,
  );
}

/** The option that gives this machine another name. */
export function hostOption(host: string): string[] {
  return [`--host-resolver-rules=MAP ${host} 127.0.0.1`];
}

function start(
  program: string,
  profile: string,
  args: readonly string[],
): Deno.ChildProcess {
  return new Deno.Command(program, {
    args: [...quiet, `--user-data-dir=${profile}`, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

function stop(browser: Deno.ChildProcess): void {
  try {
    browser.kill("SIGTERM");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Helpers of Chromium may still write there for a moment. */
async function removeLater(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      await Deno.remove(folder, { recursive: true });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function javascript(text: string): Response {
  return new Response(text, {
    headers: { "content-type": "text/javascript; charset=utf-8" },
  });
}

function html(): Response {
  const page = `<!doctype html>
<meta charset="utf-8">
<script>
  function report(value) {
    fetch("/report", { method: "POST", body: JSON.stringify(value) });
  }
  addEventListener("error", (event) => report("error: " + event.message));
  addEventListener("unhandledrejection", (event) => {
    report("rejection: " + (event.reason?.stack ?? event.reason));
  });
</script>
<script type="module" src="/script.js"></script>
`;
  return new Response(page, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}
