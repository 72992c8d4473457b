/**
 * Clients of a sandbox in this process.
 *
 * @module
 */
import { assertRejects } from "@std/assert";
import { ApiError, type ClientOptions, HuggingFace } from "../../mod.ts";
import { Sandbox, type SandboxOptions } from "../../client/sandbox/mod.ts";

/** A sandbox, a client of its own user, and those of other tokens. */
export function startInSandbox(
  options: SandboxOptions = {},
  more: (sandbox: Sandbox) => ClientOptions = () => ({}),
) {
  const sandbox = new Sandbox(options);
  const as = (token: string) =>
    new HuggingFace({
      token,
      fetch: (request) => sandbox.fetch(request),
      maxRetries: 0,
      ...more(sandbox),
    });
  return { sandbox, client: as(sandbox.token), as };
}

/** The status with which the service refuses a call. */
export async function refusal(call: () => Promise<unknown>): Promise<number> {
  return (await assertRejects(call, ApiError)).status;
}
