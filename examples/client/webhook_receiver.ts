/**
 * Receives webhooks of the Hub, and moves every Inference Endpoint of a
 * namespace to the new commit when the model that it serves is updated.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL,HF_WEBHOOK_SECRET,PORT \
 *   --allow-net=127.0.0.1,api.endpoints.huggingface.cloud \
 *   webhook_receiver.ts NAMESPACE
 * ```
 *
 * `HF_TOKEN` needs to write Inference Endpoints, `HF_WEBHOOK_SECRET` is the
 * secret that the webhook was made with, and `PORT` is the port to listen on,
 * 8000 by default. It listens on this machine only: put a proxy with a
 * certificate before it. In the webhook's settings, watch the models and choose
 * "repo" as the domain. An error is answered with 500, so that the Hub shows
 * the delivery as failed and can replay it.
 *
 * @module
 */
import { HuggingFace } from "jsr:@hf-terraform/client@^0";
import { STATUS_CODE } from "jsr:@std/http@^1/status";

/** The part of a webhook's payload, version 3, that matters here. */
interface Payload {
  readonly event?: { readonly action?: string; readonly scope?: string };
  readonly repo?: { readonly type?: string; readonly name?: string };
  readonly updatedRefs?: readonly {
    readonly ref: string;
    readonly newSha: string | null;
  }[];
}

const [namespace] = Deno.args;
const secret = Deno.env.get("HF_WEBHOOK_SECRET");
if (namespace === undefined || secret === undefined || secret === "") {
  console.error(
    "Usage: webhook_receiver.ts NAMESPACE, with HF_TOKEN and HF_WEBHOOK_SECRET",
  );
  Deno.exit(2);
}
const { endpoints } = HuggingFace.fromEnv();

Deno.serve({
  hostname: "127.0.0.1",
  port: Number(Deno.env.get("PORT") ?? "8000"),
  onListen: ({ port }) => console.log(`Listens on http://127.0.0.1:${port}/`),
  onError: (error) => {
    console.error(error);
    return new Response(null, { status: STATUS_CODE.InternalServerError });
  },
}, async (request) => {
  if (request.method !== "POST") {
    return new Response(null, { status: STATUS_CODE.MethodNotAllowed });
  }
  const given = request.headers.get("x-webhook-secret") ?? "";
  if (!await isSame(given, secret)) {
    return new Response(null, { status: STATUS_CODE.Unauthorized });
  }
  const redeployed = await redeploy(namespace, await request.json());
  return Response.json({ redeployed }, { status: STATUS_CODE.OK });
});

/** Moves endpoints to the new commit; returns their names. */
async function redeploy(
  namespace: string,
  { event, repo, updatedRefs = [] }: Payload,
): Promise<string[]> {
  const revision = updatedRefs
    .find(({ ref }) => ref === "refs/heads/main")?.newSha ?? undefined;
  const isUpdate = event?.action === "update" &&
    event.scope === "repo.content" && repo?.type === "model";
  if (!isUpdate || revision === undefined) return [];
  const names: string[] = [];
  for await (const { name, model } of endpoints.list(namespace)) {
    if (model.repository !== repo.name || model.revision === revision) continue;
    await endpoints.update(`${namespace}/${name}`, { model: { revision } });
    console.log(`${name}: moves to ${repo.name} at ${revision}`);
    names.push(name);
  }
  return names;
}

/** Compares digests, so that the time taken tells nothing of the secret. */
async function isSame(given: string, wanted: string): Promise<boolean> {
  const [one, other] = await Promise.all([given, wanted].map(digest));
  if (one === undefined || other === undefined) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) {
    difference |= byte ^ (other[index] ?? 0);
  }
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
