/**
 * The provider's process.
 *
 * @module
 */

import { serveProvider } from "@hf-terraform/framework/serve";
import { version } from "./version.ts";

await serveProvider({
  address: "hf-terraform/huggingface",
  version,
  load: async () => (await import("./huggingface/provider.ts")).provider,
  commands: {
    export: async (args) =>
      await (await import("./huggingface/export/export.ts")).exportCommand(
        args,
      ),
  },
});
