/**
 * Runs the client in Node as a browser would: only the globals of the web, its
 * user agent, and redirects that show nothing of where they lead.
 *
 * Arguments: the bundle, the program, the base URL.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { createContext, runInContext } from "node:vm";

const [, , bundle, program, base] = process.argv;

/** @param {Request} request What the client sends. */
async function browserFetch(request) {
  const response = await fetch(request);
  if (request.redirect !== "manual") return response;
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  const opaque = Response.error();
  Object.defineProperty(opaque, "type", { value: "opaqueredirect" });
  return opaque;
}

const context = createContext({
  AbortController,
  AbortSignal,
  Blob,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  btoa,
  URL,
  URLSearchParams,
  clearTimeout,
  crypto,
  fetch: browserFetch,
  navigator: { userAgent: "Mozilla/5.0 (X11; Linux x86_64) Test/1" },
  queueMicrotask,
  setTimeout,
});
runInContext(await readFile(bundle, "utf8"), context);
const source = (await readFile(program, "utf8")).replace("export ", "");
const findings = await runInContext(
  `${source}\nexercise(api, ${JSON.stringify(base)})`,
  context,
);
process.stdout.write(JSON.stringify(findings));
