/**
 * Scales every running Inference Endpoint of a namespace to zero, except those
 * with the tag `always-on`. The next request starts each of them again.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co,api.endpoints.huggingface.cloud \
 *   scale_to_zero_at_night.ts NAMESPACE [--dry-run]
 * ```
 *
 * `HF_TOKEN` needs to write Inference Endpoints. Let a scheduler start it every
 * evening, as cron does with a line that begins with `0 22 * * *`. The exit code
 * is 1 if an endpoint could not be scaled.
 *
 * @module
 */
import { HuggingFace, isHuggingFaceError } from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

const spared = "always-on";
const asleep = ["paused", "scaledToZero", "failed"];

const dryRun = Deno.args.includes("--dry-run");
const [namespace] = Deno.args.filter((argument) => !argument.startsWith("-"));
if (namespace === undefined) {
  console.error("Usage: scale_to_zero_at_night.ts NAMESPACE [--dry-run]");
  Deno.exit(2);
}
const client = HuggingFace.fromEnv();

let failures = 0;
for await (const endpoint of client.endpoints.list(namespace)) {
  const { name, status, tags = [] } = endpoint;
  if (asleep.includes(status.state ?? "")) continue;
  if (tags.includes(spared)) {
    console.log(`${name}: stays ${status.state}, for it is ${spared}`);
  } else if (dryRun) {
    console.log(`${name}: is ${status.state}, would be scaled to zero`);
  } else {
    await scaleToZero(namespace, name);
  }
}
Deno.exit(failures === 0 ? 0 : 1);

async function scaleToZero(namespace: string, name: string): Promise<void> {
  try {
    await client.endpoints.scaleToZero(`${namespace}/${name}`);
    console.log(`${name}: scaled to zero`);
  } catch (error) {
    // One that cannot be scaled is no reason to let the others run all night.
    if (!isHuggingFaceError(error)) throw error;
    failures++;
    console.error(error.message);
  }
}
