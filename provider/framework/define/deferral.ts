import type { DeferralReason } from "./resource.ts";

/**
 * Thrown by an operation that can't do its work yet, such as a read while the
 * provider's credentials are not known. Where the client allows it, Terraform
 * goes on without the object and asks again in a later run; else it is an
 * error. For plan, read and import of a resource, the read of a data source,
 * the open of an ephemeral resource, and the plan of an action; thrown by the
 * provider's `configure`, for all of these at once.
 */
export class Deferral extends Error {
  /** The name of the class. */
  override readonly name = "Deferral";
  /** The reason for the deferral. */
  readonly reason: DeferralReason;

  /**
   * Makes what an operation throws to be deferred. Its cause is the error
   * where the client does not allow that, such as of `failure()`.
   */
  constructor(reason: DeferralReason, options?: ErrorOptions) {
    super(
      `The operation must be deferred: ${reason.replaceAll("_", " ")}`,
      options,
    );
    this.reason = reason;
  }
}
