/**
 * The provider's process.
 *
 * @module
 */

import { serveProvider } from "@hf-terraform/framework/serve";
import { version } from "./version.ts";

serveProvider({
  address: "hf-terraform/huggingface",
  version,
  load: async () => (await import("./huggingface/provider.ts")).provider,
  commands: {
    check: async (args) => {
      const { checkCommand } = await import("@hf-terraform/framework/command");
      const { provider } = await import("./huggingface/provider.ts");
      return await checkCommand(provider, args);
    },
    export: async (args) =>
      await (await import("./huggingface/export/export.ts")).exportCommand(
        args,
      ),
  },
});
