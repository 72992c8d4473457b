import { assertEquals, assertStringIncludes } from "@std/assert";
import { HuggingFace } from "../../client/client.ts";
import { root } from "../../tools/paths.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";
import { baseEnvironment, commandOf } from "./support.ts";

const secret = "open sesame";
/** Milliseconds that the receiver may take to listen. */
const patience = 60_000;
const sha = "0123456789abcdef0123456789abcdef01234567";

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Returns its output so far. */
  output(): string;
}

/** Starts the receiver on a free port and waits until it listens. */
async function startReceiver(sandbox: RunningSandbox): Promise<Receiver> {
  const child = new Deno.Command(Deno.execPath(), {
    args: await commandOf("webhook_receiver.ts", sandbox, ["sandbox"]),
    cwd: root,
    clearEnv: true,
    env: {
      ...baseEnvironment(),
      ...sandbox.env,
      HF_WEBHOOK_SECRET: secret,
      PORT: "0",
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const listening = Promise.withResolvers<string>();
  let text = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(text)?.[0];
      if (address !== undefined) listening.resolve(address);
    }
  };
  const done = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const timer = setTimeout(() => child.kill("SIGTERM"), patience);
  child.status.then(() => {
    listening.reject(new Error(`The receiver does not listen: ${text}`));
  });
  const url = await listening.promise.finally(() => clearTimeout(timer));
  return {
    url,
    output: () => text,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await done;
    },
  };
}

function deliver(
  url: string,
  changes: {
    readonly secret?: string;
    readonly scope?: string;
    readonly ref?: string;
    readonly name?: string;
  } = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "x-webhook-secret": changes.secret ?? secret },
    body: JSON.stringify({
      event: { action: "update", scope: changes.scope ?? "repo.content" },
      repo: { type: "model", name: changes.name ?? "acme/model", headSha: sha },
      webhook: { id: "65f0c0ffee65f0c0ffee65f0", version: 3 },
      updatedRefs: [{
        ref: changes.ref ?? "refs/heads/main",
        oldSha: sha.replace("0", "f"),
        newSha: sha,
      }],
    }),
  });
}

Deno.test("webhook_receiver redeploys what serves an updated model", async (t) => {
  await using sandbox = await startSandbox({ startupMs: 5, seedEndpoints: 2 });
  const { url, token } = sandbox;
  const { endpoints } = new HuggingFace({ token, inferenceEndpointsUrl: url });
  const { repository: name = "" } =
    (await endpoints.get("sandbox/seed-0001")).model;
  const revision = async () =>
    (await endpoints.get("sandbox/seed-0001")).model.revision;
  const before = await revision();
  await using receiver = await startReceiver(sandbox);

  await t.step("not without the secret", async () => {
    for (const wrong of ["", "open sesam", "another"]) {
      const answer = await deliver(receiver.url, { name, secret: wrong });
      await answer.body?.cancel();
      assertEquals(answer.status, 401);
    }
    assertEquals(await revision(), before);
  });

  await t.step("only for commits on the main branch", async () => {
    for (
      const other of [
        { name, ref: "refs/heads/draft" },
        { name, scope: "repo.config" },
        { name: "acme/unknown" },
      ]
    ) {
      const answer = await deliver(receiver.url, other);
      assertEquals(await answer.json(), { redeployed: [] });
    }
    assertEquals(await revision(), before);
  });

  await t.step("to the new commit, once", async () => {
    const answer = await deliver(receiver.url, { name });
    const { redeployed }: { redeployed: string[] } = await answer.json();
    assertEquals(redeployed.includes("seed-0001"), true);
    assertEquals(await revision(), sha);
    const again = await deliver(receiver.url, { name });
    assertEquals(await again.json(), { redeployed: [] });
  });

  await t.step("and tells the Hub when it cannot", async () => {
    sandbox.sandbox.addFault({
      match: { method: "GET", path: "/v2/endpoint/sandbox" },
      times: 1,
      action: { status: 403, body: { error: "no access" } },
    });
    const answer = await deliver(receiver.url, { name });
    await answer.body?.cancel();
    assertEquals(answer.status, 500);
    assertStringIncludes(receiver.output(), "no access");
  });

  await t.step("and takes nothing but POST", async () => {
    const answer = await fetch(receiver.url);
    await answer.body?.cancel();
    assertEquals(answer.status, 405);
  });
});
