/**
 * The page of the ten things, as a program for every runtime.
 *
 * @module
 */
import { inRoot } from "../../tools/paths.ts";

/** The lines that the page prints. */
export const PRINTED = [
  'sandbox ["acme"]',
  "running",
  "embeddings running",
  "paused",
  "true",
  "print('hello')",
  '["API_KEY"]',
  "RUNNING t4-small",
  "deleted",
  "gone already",
];

/**
 * Writes the blocks of the page as one module in the form of `exercise.js`: its
 * import becomes the client that is given, its console a list, and where the
 * process has no such environment, `fromEnv` is told it.
 */
export async function writeCommonTasks(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<URL> {
  const page = await Deno.readTextFile(
    inRoot("examples/client/common_tasks.md"),
  );
  const blocks = Array.from(
    page.matchAll(/```js\n([\s\S]*?)```/g),
    ([, block = ""]) => block.replace(/^import .*$/m, ""),
  );
  if (blocks.length !== 10) throw new Error(`${blocks.length} blocks, not 10`);
  const program = `export async function exercise(api) {
  const env = ${JSON.stringify(env)};
  const { isApiError } = api;
  const isSet = globalThis.process?.env.HF_ENDPOINT === env.HF_ENDPOINT;
  const HuggingFace = isSet
    ? api.HuggingFace
    : { fromEnv: () => api.HuggingFace.fromEnv({ env }) };
  const printed = [];
  const text = (value) => typeof value === "object" ? JSON.stringify(value) : value;
  const console = { log: (...values) => printed.push(values.map(text).join(" ")) };
${blocks.join("\n")}
  return printed;
}
`;
  const path = `${folder}/common_tasks.js`;
  await Deno.writeTextFile(path, program);
  return new URL(`file://${path}`);
}
