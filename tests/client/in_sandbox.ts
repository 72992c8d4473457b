/**
 * Clients of a sandbox in this process.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import { ApiError, type ClientOptions, HuggingFace } from "../../mod.ts";
import type { Sandbox, SandboxOptions } from "../../client/sandbox/mod.ts";
import { CheckedSandbox } from "../support/hub_openapi.ts";

/**
 * A sandbox, a client of its own user, and those of other tokens. What they ask
 * and what is answered is held against the Hub's OpenAPI document.
 */
export function startInSandbox(
  options: SandboxOptions = {},
  more: (sandbox: Sandbox) => ClientOptions = () => ({}),
) {
  const sandbox = new CheckedSandbox(options);
  const as = (token: string) =>
    new HuggingFace({
      token,
      async fetch(request) {
        const answer = await sandbox.fetch(request);
        assertEquals([...sandbox.found], []);
        return answer;
      },
      maxRetries: 0,
      ...more(sandbox),
    });
  return { sandbox, client: as(sandbox.token), as };
}

/** The status with which the service refuses a call. */
export async function refusal(call: () => Promise<unknown>): Promise<number> {
  return (await assertRejects(call, ApiError)).status;
}
