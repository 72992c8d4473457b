/**
 * Restarts every Space of a namespace that has failed: one whose application
 * broke is started again, one whose build broke is built anew without caches.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co \
 *   restart_failed_spaces.ts [NAMESPACE]
 * ```
 *
 * `HF_TOKEN` needs to write repositories (`repo.write`). Without a namespace it
 * is that of the token's user. The exit code is 1 if a Space needs a person:
 * its configuration is wrong, or it cannot be restarted.
 *
 * @module
 */
import {
  HuggingFace,
  isApiError,
  type SpaceRuntime,
} from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

const client = HuggingFace.fromEnv();
const author = Deno.args[0] ?? (await client.users.whoami()).name;

let helpless = 0;
const listed = client.repos.list("space", { author, expand: ["runtime"] });
for await (const { id, runtime } of listed) {
  const now = runtime ?? await client.spaces.getRuntime(id);
  if (!await revive(id, now)) helpless++;
}
Deno.exit(helpless === 0 ? 0 : 1);

/** Whether the Space is well, or on its way to be. */
async function revive(id: string, runtime: SpaceRuntime): Promise<boolean> {
  const { stage, errorMessage = "no reason given" } = runtime;
  switch (stage) {
    case "RUNTIME_ERROR":
    case "BUILD_ERROR":
      // Whoever uses the Space may have made it print this.
      return await restart(id, stage, JSON.stringify(errorMessage ?? ""));
    case "CONFIG_ERROR":
    case "NO_APP_FILE":
      console.log(`${id}: ${stage}, which only a commit can mend`);
      return false;
    default:
      return true;
  }
}

async function restart(
  id: string,
  stage: string,
  reason: string,
): Promise<boolean> {
  try {
    await client.spaces.restart(id, {
      factoryReset: stage === "BUILD_ERROR",
    });
    console.log(`${id}: ${stage} (${reason}), restarted`);
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    console.log(`${id}: ${stage} (${reason}); ${error.message}`);
    return false;
  }
}
