import type { Address } from "./listener.ts";
import type { ProtocolVersion } from "./negotiation.ts";

/** What a CLI must know to use a provider that runs already. */
export interface Reattach extends Address {
  /** Source address of the provider in the registry. */
  readonly source: string;
  /** Version of the plugin protocol. */
  readonly protocol: ProtocolVersion;
  /** The provider's process. */
  readonly pid: number;
}

/** The value of `TF_REATTACH_PROVIDERS`: JSON on one line. */
export function reattachJson(reattach: Reattach): string {
  return JSON.stringify({
    [reattach.source]: {
      Protocol: "grpc",
      ProtocolVersion: reattach.protocol,
      Pid: reattach.pid,
      // The CLI leaves the process alone when it is done.
      Test: true,
      Addr: { Network: reattach.network, String: reattach.address },
    },
  });
}

/** What a provider that was started for debugging says to its user. */
export function reattachText(reattach: Reattach): string {
  const json = reattachJson(reattach);
  return `The provider is running. In the shell where you run Terraform, set:

TF_REATTACH_PROVIDERS='${json}'

Press Ctrl-C here to stop it.
`;
}
