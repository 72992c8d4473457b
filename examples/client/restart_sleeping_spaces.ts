/**
 * Wakes every Space of a namespace that sleeps, as before a demonstration, and
 * waits until they run.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co \
 *   restart_sleeping_spaces.ts [NAMESPACE]
 * ```
 *
 * `HF_TOKEN` needs to write repositories (`repo.write`). Without a namespace it
 * is that of the token's user. The exit code is 1 if a Space does not run in
 * the end.
 *
 * @module
 */
import { HuggingFace, isHuggingFaceError } from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

const PATIENCE_MS = 10 * 60_000;

const client = HuggingFace.fromEnv();
const author = Deno.args[0] ?? (await client.users.whoami()).name;

const asleep: string[] = [];
const listed = client.repos.list("space", { author, expand: ["runtime"] });
for await (const { id, runtime } of listed) {
  // Two names of the same: a paused Space is another matter.
  if (["SLEEPING", "STOPPED"].includes(runtime?.stage ?? "")) asleep.push(id);
}
const awake = await Promise.all(asleep.map(wake));
console.log(`${awake.filter(Boolean).length} of ${asleep.length} woken`);
Deno.exit(awake.every(Boolean) ? 0 : 1);

/** Whether the Space runs in the end. */
async function wake(id: string): Promise<boolean> {
  try {
    await client.spaces.restart(id);
    await client.spaces.waitFor(id, { timeoutMs: PATIENCE_MS });
    console.log(`${id}: runs`);
    return true;
  } catch (error) {
    if (!isHuggingFaceError(error)) throw error;
    console.log(`${id}: ${error.message}`);
    return false;
  }
}
