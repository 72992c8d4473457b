import {
  endpoints,
  later,
  nobody,
  partialAnswer,
  type RequestStep,
  sendAs,
  type Situations,
  wholeAnswer,
} from "./steps.ts";
import { endpointBody } from "../../client/sandbox/fixtures.ts";
import type { Json, JsonObject } from "../../../client/sandbox/mod.ts";

const broken = (path: string, value: Json): JsonObject => {
  const body = endpointBody();
  const names = path.split(".");
  const last = names.pop() ?? "";
  let inner: Json = body;
  for (const name of names) inner = (inner as JsonObject)[name] ?? null;
  (inner as JsonObject)[last] = value;
  return body;
};

const one = `${endpoints}/demo`;
const scaling = { minReplica: 0, maxReplica: 1 };

/** An endpoint that runs. */
const running = (changes: JsonObject = {}): readonly RequestStep[] => [
  [`POST ${endpoints}`, endpointBody(changes)],
  later,
];

/** Inference Endpoints. */
export const endpointsSituations: Situations = {
  "endpoints/catalog-public-2026": wholeAnswer(["GET /v2/provider"]),
  "endpoints/catalog-hub-test": wholeAnswer(["GET /v2/provider/acme"]),
  "endpoints/endpoint-compute-not-found": wholeAnswer([
    `POST ${endpoints}`,
    broken("compute", {
      accelerator: "cpu",
      instanceType: "c6i",
      instanceSize: "medium",
      scaling: { minReplica: 1, maxReplica: 1 },
    }),
  ]),
  "endpoints/endpoint-create-403-payment-verbatim": wholeAnswer([
    "POST /v2/endpoint/broke",
    endpointBody(),
  ]),
  "endpoints/endpoint-gated-500": wholeAnswer([
    `POST ${endpoints}`,
    broken("model.repository", "meta-llama/Llama-3.1-8B-Instruct"),
  ]),
  "endpoints/endpoint-not-visible-yet": wholeAnswer([`GET ${endpoints}/none`]),
  "endpoints/endpoint-permission-read": wholeAnswer(
    sendAs("hf_jobs", [`GET ${endpoints}`]),
  ),
  "endpoints/endpoint-permission-write": wholeAnswer([
    `POST ${endpoints}`,
    endpointBody(),
    "hf_jobs",
  ]),
  "endpoints/endpoint-scale-timeout": wholeAnswer([
    `POST ${endpoints}`,
    broken("compute.scaling.scaleToZeroTimeout", 5),
  ]),
  "endpoints/endpoint-secrets-null": wholeAnswer([
    `POST ${endpoints}`,
    broken("model.secrets", null),
  ]),
  "endpoints/endpoint-vllm-url": wholeAnswer([
    `POST ${endpoints}`,
    broken("model.image", { vLLM: {} }),
  ]),
  "endpoints/quotas-of-a-user": wholeAnswer([
    "GET /v2/provider/quotas/sandbox",
  ]),
  "endpoints/catalog-two-vendors": wholeAnswer(["GET /v2/provider/acme"]),
  "endpoints/endpoint-catalog-failed-stale-gguf": partialAnswer(
    ...running({
      compute: { instanceType: "nvidia-a100" },
      model: {
        repository: "acme/fail-to-start",
        framework: "llamacpp",
        fromCatalog: true,
        args: ["-kvu"],
        image: {
          llamacpp: {
            url: "ghcr.io/ggml-org/llama.cpp:server-cuda",
            ctxSize: 4096,
            nParallel: 1,
            threadsHttp: 1,
            modelPath: "a.gguf",
            mmprojModelPath: "b.gguf",
            specModelPath: "c.gguf",
          },
        },
      },
    }),
    [`GET ${one}`],
  ),
  "endpoints/endpoint-create-403-payment-without-code": partialAnswer(
    ["POST /v2/endpoint/broke", endpointBody()],
  ),
  "endpoints/endpoint-create-500-2025": wholeAnswer([
    `POST ${endpoints}`,
    endpointBody({
      compute: { accelerator: "cpu", instanceType: "intel-icl" },
    }),
  ]),
  "endpoints/endpoint-created": partialAnswer(
    [`POST ${endpoints}`, endpointBody()],
    [`GET ${one}`],
  ),
  "endpoints/endpoint-data-503": wholeAnswer(
    ...running({ type: "public", compute: { scaling } }),
    [`POST ${one}/scale-to-zero`],
    ["POST {status.url}/", { inputs: "a" }, nobody],
  ),
  "endpoints/endpoint-data-paused": wholeAnswer(
    ...running({ type: "public" }),
    [`POST ${one}/pause`],
    ["POST {status.url}/", { inputs: "a" }, nobody],
  ),
  "endpoints/endpoint-delete-200-then-still-there": partialAnswer(
    ...running(),
    [`DELETE ${one}`],
    [`GET ${one}`],
  ),
  "endpoints/endpoint-failed-mock": partialAnswer(
    ...running({ model: { repository: "acme/fail-to-start" } }),
    [`GET ${one}`],
  ),
  "endpoints/endpoint-list": partialAnswer(
    [`POST ${endpoints}`, endpointBody()],
    [`GET ${endpoints}?limit=100`],
  ),
  "endpoints/endpoint-pending": partialAnswer(
    [`POST ${endpoints}`, endpointBody()],
    [`GET ${one}`],
  ),
  "endpoints/endpoint-running-mock": partialAnswer(...running(), [
    `GET ${one}`,
  ]),
  "endpoints/endpoint-tei-running": partialAnswer(
    ...running({
      type: "public",
      provider: { region: "eu-west-1" },
      compute: { instanceType: "nvidia-t4", scaling },
      model: {
        framework: "custom",
        image: { tei: { url: "ghcr.io/acme/tei:1" } },
        env: { MAX_CLIENT_BATCH_SIZE: "128" },
      },
    }),
    [`GET ${one}`],
    ["POST {status.url}/", { inputs: "a" }, nobody],
    [`GET ${one}`],
  ),
  "endpoints/endpoint-updating": partialAnswer(
    ...running(),
    [`PUT ${one}`, { tags: ["a"] }],
    [`GET ${one}`],
  ),
};
