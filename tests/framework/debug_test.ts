/**
 * A provider that runs by itself, and the real CLI attached to it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab, labCommand } from "./lab.ts";

acceptanceTest(
  "several commands use one process that runs for debugging",
  async () => {
    const [program, ...args] = labCommand("main.ts");
    const child = new Deno.Command(program, {
      args: [...args, "--debug"],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    try {
      const attached = await reattachOf(child.stdout);
      await using lab = await Lab.create({
        env: { TF_REATTACH_PROVIDERS: attached },
      });
      // Without the executable, nothing but the running process can serve.
      await lab.removeExecutable();
      await lab.configure('resource "lab_thing" "a" { name = "first" }');
      await lab.apply();
      assertEquals(await lab.hasChanges(), false);
      await lab.configure('resource "lab_thing" "a" { name = "second" }');
      await lab.apply();
      assertEquals(await lab.store.ids(), ["thing-second"]);
      await lab.destroy();
      assertEquals(await lab.store.ids(), []);
    } finally {
      child.kill("SIGTERM");
      await child.status;
    }
  },
);

/** Reads what the provider prints until it has told how to attach it. */
async function reattachOf(
  stream: ReadableStream<Uint8Array>,
): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    assert(!done, `The provider ended: ${text}`);
    text += value;
    const [, json] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(text) ?? [];
    if (json === undefined) continue;
    await reader.cancel();
    return json;
  }
}
