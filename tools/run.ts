/**
 * Runs other programs, for the tools and the tests that drive real programs.
 *
 * @module
 */

/** How a program ended and what it printed. */
export interface RunResult {
  /** The exit code; 128 and the signal's number if a signal ended it. */
  readonly code: number;
  /** What it wrote to standard output. */
  readonly stdout: string;
  /** What it wrote to standard error. */
  readonly stderr: string;
}

/** Options of {@linkcode run}. */
export interface RunOptions {
  /** The working directory; default: that of this process. */
  readonly cwd?: string | undefined;
  /** Variables of the environment, added to those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether the program gets nothing but `env`; default false. */
  readonly clearEnv?: boolean | undefined;
  /**
   * Whether its output is also passed on as it comes, or who is handed what it
   * writes to standard output; default false.
   */
  readonly echo?: boolean | ((text: string) => void) | undefined;
  /** Ends the program with SIGINT when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a program to its end, without a standard input.
 *
 * @throws {Deno.errors.NotFound} If there is no such program.
 */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const child = new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    clearEnv: options.clearEnv ?? false,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: { ...options.env } }),
  }).spawn();
  const interrupt = () => child.kill("SIGINT");
  options.signal?.addEventListener("abort", interrupt, { once: true });
  const { echo } = options;
  const [stdout, stderr, status] = await Promise.all([
    collect(
      child.stdout,
      echo === true ? passOn(Deno.stdout) : echo || undefined,
    ),
    collect(child.stderr, echo === true ? passOn(Deno.stderr) : undefined),
    child.status,
  ]);
  options.signal?.removeEventListener("abort", interrupt);
  return { code: status.code, stdout, stderr };
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  sink: ((text: string) => void) | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const part = decoder.decode(chunk, { stream: true });
    text += part;
    sink?.(part);
  }
  return text + decoder.decode();
}

const encoder = new TextEncoder();

function passOn(
  file: { writeSync(bytes: Uint8Array): number },
): (text: string) => void {
  return (text) => {
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length;) {
      at += file.writeSync(bytes.subarray(at));
    }
  };
}
