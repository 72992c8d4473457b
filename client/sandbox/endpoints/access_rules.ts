import type { AccessRule } from "../core/accounts.ts";

const namespace = "namespace";
const write = "inference.endpoints.write";

/** Read access to the endpoints of the namespace in the path. */
export const readAccess: AccessRule = {
  access: "read",
  permissions: ["inference.endpoints.read", write],
  namespace,
};

/** Write access to the endpoints of the namespace in the path. */
export const writeAccess: AccessRule = {
  access: "write",
  permissions: [write],
  namespace,
};

/** Read access in a namespace with a paid plan. */
export const paidReadAccess: AccessRule = { ...readAccess, isPaid: true };

/** Write access in a namespace with a paid plan. */
export const paidWriteAccess: AccessRule = { ...writeAccess, isPaid: true };
