/**
 * An in-memory imitation of Hugging Face for tests: the Hub and Inference
 * Endpoints as one function from `Request` to `Response`.
 *
 * ```ts
 * import { Sandbox } from "@hf-terraform/sandbox";
 *
 * const sandbox = new Sandbox({ startupMs: 0 });
 * const answer = await sandbox.fetch(
 *   new Request("https://api.endpoints.huggingface.cloud/v2/endpoint/acme", {
 *     headers: { authorization: `Bearer ${sandbox.token}` },
 *   }),
 * );
 * const { items } = await answer.json();
 * if (items.length !== 0) throw new Error("a new sandbox is empty");
 * ```
 *
 * It is a Hub that has Xet switched off: tell the Python client so with
 * `HF_HUB_DISABLE_XET=1`.
 *
 * @module
 */
export { Sandbox } from "./sandbox.ts";
export type { SandboxOptions } from "./core/options.ts";
export type { Organization, OrgRole, User } from "./core/accounts.ts";
export type { Sleep } from "./core/clock.ts";
export { ConnectionClosed } from "./core/failure.ts";
export type {
  Fault,
  FaultAction,
  FaultMatch,
  Meanwhile,
} from "./core/faults.ts";
export type { Json, JsonObject } from "./core/json.ts";
export type { RateLimit } from "./core/rate_limit.ts";
export type { LoggedRequest } from "./core/request_log.ts";
