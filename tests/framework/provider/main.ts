/**
 * The process of the test provider. It offers both protocols, or the one that
 * `LAB_PROTOCOL` names.
 *
 * @module
 */
import { serveProvider } from "@hf-terraform/framework/serve";

const chosen = Deno.env.get("LAB_PROTOCOL");

serveProvider({
  address: "hf-terraform/lab",
  version: "1.0.0",
  protocols: ([5, 6] as const).filter((one) =>
    chosen === undefined || chosen === `${one}`
  ),
  load: async () => (await import("./provider.ts")).provider,
});
