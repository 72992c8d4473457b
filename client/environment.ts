/**
 * The settings that the tools of Hugging Face take from the environment.
 *
 * @module
 */

import type { ClientOptions } from "./core/options.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a client.
 *
 * @param env The variables; those of the process if left out, and none in
 * browsers.
 * @returns What is set; an empty variable counts as none.
 */
export function optionsFromEnv(
  env?: Environment,
): Pick<ClientOptions, "token" | "endpoint" | "inferenceEndpointsUrl"> {
  // One at a time, because Deno may allow some of them only.
  const read = (name: string): string | undefined => {
    const value: unknown = Reflect.get(env ?? processEnv(), name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return {
    token: read("HF_TOKEN") ?? read("HUGGING_FACE_HUB_TOKEN"),
    endpoint: read("HF_ENDPOINT"),
    inferenceEndpointsUrl: read("HF_INFERENCE_ENDPOINTS_URL"),
  };
}

/** Deno, Node and Bun all have it under this name. */
function processEnv(): object {
  const process: unknown = Reflect.get(globalThis, "process");
  const env: unknown = Reflect.get(Object(process), "env");
  return Object(env);
}
