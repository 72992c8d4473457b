/**
 * The smallest endpoint that the tests create.
 *
 * @module
 */
import type { CreateEndpoint } from "@hf-terraform/client";

/** An endpoint on one CPU, which scales to zero. */
export const cpuEndpoint = {
  type: "private",
  provider: { vendor: "aws", region: "us-east-1" },
  compute: {
    accelerator: "cpu",
    instanceType: "intel-spr",
    instanceSize: "x1",
    scaling: { minReplica: 0, maxReplica: 1 },
  },
  model: {
    repository: "gpt2",
    framework: "pytorch",
    image: { huggingface: {} },
  },
} as const satisfies CreateEndpoint;
