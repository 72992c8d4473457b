import { enterState } from "./lifecycle.ts";
import type { EndpointService } from "./service.ts";

/** Creates `seed-0001` and so on in a namespace, running at once. */
export function seedEndpoints(
  service: EndpointService,
  namespace: string,
  count: number,
): void {
  for (let index = 1; index <= count; index++) {
    const record = service.create(namespace, {
      name: `seed-${String(index).padStart(4, "0")}`,
      type: "private",
      provider: { vendor: "gcp", region: "us-east4" },
      compute: {
        accelerator: "cpu",
        instanceType: "intel-spr",
        instanceSize: "x1",
        scaling: { minReplica: 1, maxReplica: 1 },
      },
      model: {
        repository: "openai-community/gpt2",
        revision: "607a30d783dfa663caf39e06633721c8d4cfcd7e",
        framework: "pytorch",
        task: "text-generation",
        image: { huggingface: {} },
      },
    });
    record.transitions = [];
    enterState(record, {
      at: record.logs.at(-1)?.at ?? record.createdAt,
      state: "running",
      message: "Endpoint is ready",
    });
  }
}
