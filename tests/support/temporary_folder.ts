/**
 * Folders of tests, which nothing is left of.
 *
 * @module
 */

/** Does something in an empty folder, and removes it. */
export async function withTemporaryFolder<T>(
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "hf_test_" });
  try {
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
