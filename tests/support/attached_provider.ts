/**
 * A provider that runs by itself, to which any number of commands of the CLI
 * are attached: `plan` starts three providers of its own, `apply` four.
 *
 * @module
 */

/** A running provider, and how to attach the CLI to it. */
export class AttachedProvider implements AsyncDisposable {
  /** What `TF_REATTACH_PROVIDERS` must say. */
  readonly attached: string;
  readonly #child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess, attached: string) {
    this.#child = child;
    this.attached = attached;
  }

  /**
   * Starts it, and waits until it has told how to attach it.
   *
   * @param command The executable and its arguments.
   * @param env All variables that it sees.
   * @throws {Error} If it ends before.
   */
  static async start(
    [program, ...args]: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
  ): Promise<AttachedProvider> {
    const child = new Deno.Command(program, {
      args: [...args, "--debug"],
      env: { ...env },
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    return new AttachedProvider(child, await reattachOf(child.stdout));
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
  }
}

async function reattachOf(
  stream: ReadableStream<Uint8Array>,
): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The provider ended: ${text}`);
    text += value;
    const [, json] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(text) ?? [];
    if (json === undefined) continue;
    await reader.cancel();
    return json;
  }
}
