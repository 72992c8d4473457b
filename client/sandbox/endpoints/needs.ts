import type { Need } from "../core/accounts.ts";

const namespace = "namespace";
const write = "inference.endpoints.write";

/** May read the endpoints of the namespace in the path. */
export const reads: Need = {
  access: "read",
  permissions: ["inference.endpoints.read", write],
  namespace,
};

/** May change the endpoints of the namespace in the path. */
export const writes: Need = {
  access: "write",
  permissions: [write],
  namespace,
};

/** May read, in a namespace with a paid plan. */
export const paidReads: Need = { ...reads, paid: true };

/** May change, in a namespace with a paid plan. */
export const paidWrites: Need = { ...writes, paid: true };
