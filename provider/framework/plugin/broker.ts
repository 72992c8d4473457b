import type { Methods } from "./call.ts";

/**
 * The service by which both sides could open further connections. Terraform
 * providers need none: the stream that the client opens is kept until the
 * client ends it, and what comes on it is not read.
 */
export const BROKER_METHODS: Methods = {
  "/plugin.GRPCBroker/StartStream": { kind: "ignore" },
};
