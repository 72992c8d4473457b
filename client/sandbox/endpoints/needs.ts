import type { Need } from "../core/accounts.ts";

const common = {
  permissions: ["inference.endpoints.write"],
  namespace: "namespace",
} as const;

/** May read the endpoints of the namespace in the path. */
export const reads: Need = { ...common, access: "read" };

/** May change the endpoints of the namespace in the path. */
export const writes: Need = { ...common, access: "write" };

/** May read, in a namespace with a paid plan. */
export const paidReads: Need = { ...reads, paid: true };

/** May change, in a namespace with a paid plan. */
export const paidWrites: Need = { ...writes, paid: true };
