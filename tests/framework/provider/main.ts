/**
 * The process of the test provider, for protocol 6.
 *
 * @module
 */
import { serveProvider } from "@hf-terraform/framework/serve";

serveProvider({
  address: "hf-terraform/lab",
  version: "1.0.0",
  load: async () => (await import("./provider.ts")).provider,
});
