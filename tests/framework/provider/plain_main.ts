/**
 * The process of the test provider without nested attributes. It offers both
 * protocols, or those that `LAB_PROTOCOLS` names.
 *
 * @module
 */
import { serveProvider } from "@hf-terraform/framework/serve";

const chosen = Deno.env.get("LAB_PROTOCOLS")?.split(",") ?? ["5", "6"];

serveProvider({
  address: "hf-terraform/lab",
  version: "1.0.0",
  protocols: ([5, 6] as const).filter((one) => chosen.includes(`${one}`)),
  load: async () => (await import("./provider.ts")).plainProvider,
});
