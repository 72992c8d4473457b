/**
 * What every runtime does with the client, in JavaScript that runs unchanged in
 * all of them, browsers included.
 *
 * @module
 */

/**
 * @param {typeof import("../../mod.ts")} api The client.
 * @param {string} base The service on loopback.
 * @returns {Promise<Record<string, unknown>>} What was found.
 */
export async function exercise(api, base) {
  const token = "hf_runtime";
  const renames = [];
  const client = new api.HuggingFace({
    token: () => Promise.resolve(token),
    endpoint: base,
    inferenceEndpointsUrl: base,
    hooks: { onRedirect: (event) => renames.push(event.to.slice(base.length)) },
  });
  const { endpoints, users } = client;

  /** @param {Promise<unknown>} promise What shall fail. */
  async function failure(promise) {
    try {
      await promise;
      return "no failure";
    } catch (error) {
      const text = `${error.stack} ${JSON.stringify(error)}`;
      return text.includes(token) ? "the token leaked" : error.name;
    }
  }

  const [one, two] = await Promise.all([users.whoami(), users.whoami()]);
  const names = [];
  for await (const endpoint of endpoints.list("acme")) {
    names.push(endpoint.name);
  }
  const lines = [];
  for await (const line of endpoints.logs.follow("acme/live")) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  const quick = { maxRetries: 0 };
  const signal = AbortSignal.timeout(20);
  const nowhere = new api.HuggingFace({
    inferenceEndpointsUrl: "http://127.0.0.1:1",
    maxRetries: 0,
  });
  return {
    whoami: [one.name, two.name],
    names,
    lines,
    retried: (await endpoints.get("acme/flaky")).name,
    renamed: (await endpoints.get("acme/old")).tags,
    changed: await endpoints.update("acme/old", { tags: ["ü"] })
      .then(({ tags }) => tags, ({ name }) => name),
    renames,
    missing: await failure(endpoints.get("acme/missing")),
    packed: await failure(endpoints.get("acme/packed")),
    slow: await failure(
      endpoints.get("acme/slow", { ...quick, timeoutMs: 20 }),
    ),
    aborted: await failure(endpoints.get("acme/slow", { signal })),
    unreachable: await failure(nowhere.endpoints.get("acme/x")),
  };
}
