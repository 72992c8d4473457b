/**
 * Starts an Inference Endpoint if it does not run, waits until it does, and
 * sends it one text.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   "--allow-net=*.endpoints.huggingface.cloud" \
 *   wait_and_call.ts NAMESPACE/NAME TEXT
 * ```
 *
 * `HF_TOKEN` needs to write Inference Endpoints, since a paused endpoint is
 * resumed, and to call them (`inference.endpoints.infer.write`).
 *
 * @module
 */
import {
  HuggingFace,
  TimeoutError,
  WaitError,
} from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

const [id, text] = Deno.args;
if (id === undefined || text === undefined) {
  console.error("Usage: wait_and_call.ts NAMESPACE/NAME TEXT");
  Deno.exit(2);
}
const token = Deno.env.get("HF_TOKEN");
const { endpoints } = HuggingFace.fromEnv({ token });

try {
  const { status } = await endpoints.get(id);
  if (["paused", "scaledToZero"].includes(status.state ?? "")) {
    await endpoints.resume(id);
  }
  const ready = await endpoints.waitFor(id, {
    timeoutMs: 30 * 60_000,
    onChange: ({ status }) =>
      console.error(`${status.state}: ${JSON.stringify(status.message)}`),
  });
  console.log(JSON.stringify(await call(ready.status.url ?? "", text)));
} catch (error) {
  if (error instanceof WaitError || error instanceof TimeoutError) {
    // The service knows why; the last lines of the log often do as well.
    console.error(error.message);
    const log = await endpoints.logs.read(id, { tail: 10 });
    // In quotes: whoever calls the endpoint says what stands in it.
    for (const line of log.split("\n")) console.error(JSON.stringify(line));
    Deno.exit(1);
  }
  throw error;
}

/** Calls the model itself; what it takes and answers depends on its task. */
async function call(url: string, inputs: string): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ inputs }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) {
    const words = JSON.stringify(await response.text());
    throw new Error(`${url} answers ${response.status}: ${words}`);
  }
  return await response.json();
}
