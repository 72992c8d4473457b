/**
 * What the connections of this process need of its environment. The runtime
 * reads it at the first request, so this comes before it.
 *
 * @module
 */
import process from "node:process";
import { env, trustSystem } from "./platform.ts";

/** This machine, in every form that a runtime knows. */
const loopback = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1", "[::1]"];

/**
 * Keeps requests to this machine from going to a proxy, as programs in Go do,
 * and trusts the authorities that the system trusts, such as a company's own,
 * beside those that the runtime brings.
 */
export function prepareConnections(): void {
  const exempt = (env("NO_PROXY") ?? env("no_proxy") ?? "").split(",");
  const all = [...new Set([...exempt, ...loopback])].filter(Boolean).join();
  // Deno reads the first, Node the second before it.
  process.env.NO_PROXY = all;
  process.env.no_proxy = all;
  trustSystem();
}
