/**
 * This provider, as the tasks of every provider take it.
 *
 * @module
 */
import type { Project } from "../provider/framework/cli/mod.ts";
import { version } from "../provider/version.ts";
import { root } from "./paths.ts";

/** The folder with the token file of `hf auth login`. */
const cache = "${HF_HOME:-${XDG_CACHE_HOME:-${HOME:-/}/.cache}/huggingface}";

/** The configuration of the tasks. */
export const project: Project = {
  folder: root,
  address: "hf-terraform/huggingface",
  title: "Hugging Face",
  prefix: "HF",
  version,
  versionFile: "provider/version.ts",
  main: "provider/main.ts",
  load: async () =>
    (await import("../provider/huggingface/provider.ts")).provider,
  sources: ["client", "deno.json", "deno.lock", "mod.ts", "proto", "provider"],
  frozen: true,
  environment: [
    // The user's settings, and where the token file lies.
    "HF_ENDPOINT",
    "HF_SANDBOX_KEY",
    "HF_INFERENCE_ENDPOINTS_URL",
    "HF_TOKEN",
    "HUGGING_FACE_HUB_TOKEN",
    "HF_TOKEN_PATH",
    "HF_HOME",
    "XDG_CACHE_HOME",
    "HOME",
    "USERPROFILE",
  ],
  reads: [cache, "${HF_TOKEN_PATH-}"],
  async rehearsal() {
    const { Sandbox } = await import("../client/sandbox/mod.ts");
    const { serveSandbox } = await import("./sandbox_server.ts");
    const sandbox = new Sandbox({ startupMs: 0 });
    const server = await serveSandbox(sandbox);
    return {
      env: {
        HF_ENDPOINT: server.url,
        HF_INFERENCE_ENDPOINTS_URL: server.url,
        HF_TOKEN: sandbox.token,
      },
      resources: {
        huggingface_endpoint: {
          name: "rehearsal",
          model: { repository: "sentence-transformers/all-MiniLM-L6-v2" },
          compute: { instance_type: "intel-spr" },
        },
        huggingface_model: { name: "rehearsal" },
      },
      [Symbol.asyncDispose]: () => server.stop(),
    };
  },
  commands: {
    check: ["--allow-read"],
    export: ["--allow-read", "--allow-write"],
  },
};
