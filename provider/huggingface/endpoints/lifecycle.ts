import {
  type Endpoint,
  type HuggingFace,
  isApiError,
} from "@hf-terraform/client";
import { quoteWords } from "../object/errors.ts";
import { attempt, type RemoteObject } from "../object/remote_object.ts";
import {
  type Explanation,
  lastLines,
  poll,
  type Verdict,
  waitUntilReady,
} from "../object/wait.ts";
import { ListsByOwner } from "../reads/list_reads.ts";
import { perProvider } from "../reads/per_provider.ts";
import { type EndpointPlan, messageOf } from "./schema.ts";
import type { Connection } from "../provider_data.ts";
import { parseAddress } from "../service_urls.ts";

/** The endpoints of a namespace by name, 100 a request. */
export const endpointReads = perProvider((provider) =>
  new ListsByOwner<Endpoint>((namespace) => ({
    page: async (cursor) =>
      await (await provider.client()).endpoints
        .list(namespace, { cursor, pageSize: 100 }),
    keys: ({ name }) => [name],
  }), provider.gatherMs)
);

/**
 * Pauses the endpoint. The service refuses that with 400 while the endpoint
 * cannot be paused yet, so it is asked again as long as there is time, after the
 * look that comes before any request that is sent again.
 */
export async function pauseEndpoint(
  object: RemoteObject,
  signal: AbortSignal = object.context.signal,
): Promise<Endpoint> {
  const { context } = object;
  const { endpoints } = await context.provider.client(context);
  let refusal: unknown;
  const pause = async () => {
    // Once Terraform stops, no look is answered, and it costs money.
    if (refusal instanceof Error && !context.signal.aborted) {
      await context.mayRepeat?.(refusal, false);
    }
    return await endpoints.pause(object.id, { signal });
  };
  const rules = {
    signal,
    isPassing: (error: unknown) => isApiError(error, 400),
    onPassing: (error: unknown) => refusal = error,
  };
  return await attempt("pause", object, () => poll(pause, rules));
}

const verdicts: ReadonlyMap<string | null, Verdict> = new Map([
  ["running", "ready"],
  ["scaledToZero", "ready"],
  ["paused", "ready"],
  ["failed", "failed"],
  ["updateFailed", "failed"],
]);

/** Whether nothing is left to wait for in a state. */
export function isReadyState(state: string | null): boolean {
  return verdicts.get(state) === "ready";
}

/** Waits until the endpoint runs, or was scaled to zero after it ran. */
export async function waitForEndpoint(
  object: RemoteObject,
  { wait_for_health, private_service }: EndpointPlan,
  { isNew, isResumed = false, save }: {
    readonly isNew: boolean;
    /** Whether it was paused and is being resumed: it may be seen so again. */
    readonly isResumed?: boolean;
    /** Is given every endpoint that was seen. */
    save(endpoint: Endpoint): void;
  },
): Promise<Endpoint | undefined> {
  const { provider, signal } = object.context;
  const { endpoints } = await provider.client();
  const checksHealth = wait_for_health ?? private_service === null;
  let trouble: string | undefined;
  return await waitUntilReady<Endpoint>(object, {
    isNew,
    look: async () => {
      const seen = await endpoints.get(object.id, { signal });
      save(seen);
      return seen;
    },
    judge: async (endpoint) => {
      const { state } = endpoint.status;
      trouble = state === "running" && checksHealth
        ? await healthTrouble(endpoint, await provider.connection(), signal)
        : undefined;
      const isReady = trouble === undefined &&
        (state !== "paused" || !isResumed);
      return isReady ? verdicts.get(state ?? null) ?? "waiting" : "waiting";
    },
    describe({ status }) {
      const why = messageOf(status);
      return `\`${status.state}\`` + (why ? `: ${quoteWords(why)}` : "");
    },
    lacks({ type }) {
      if (trouble === undefined) return undefined;
      return `${trouble} Its type is \`${type}\`: see \`type\` for who reaches it. ` +
        "Where it need not be reached from here, set `wait_for_health = false`.";
    },
    explain: () => lastLog(endpoints, object.id, signal),
  });
}

const LOG_PATIENCE_MS = 3000;

export function lastLog(
  endpoints: HuggingFace["endpoints"],
  id: string,
  signal: AbortSignal,
): Promise<Explanation> {
  return lastLines("log", async (tail) => {
    const text = await endpoints.logs.read(id, { tail }, {
      signal,
      timeoutMs: LOG_PATIENCE_MS,
      maxRetries: 0,
    });
    return text.split("\n");
  });
}

const PATIENCE_MS = 10_000;

/** Says what is wrong with the health route, unless others have its address. */
export async function healthTrouble(
  { status, type, healthRoute = "/health" }:
    & Pick<Endpoint, "healthRoute" | "type">
    & { readonly status: Pick<Endpoint["status"], "url"> },
  { token, apiUrl, fetch }: Connection,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = parseAddress(`${status.url?.replace(/\/$/, "")}${healthRoute}`);
  if (url === null) return "The service gives no address of it.";
  const isOfService = url.origin === new URL(apiUrl).origin ||
    url.protocol === "https:" &&
      url.hostname.endsWith(".endpoints.huggingface.cloud");
  if (!isOfService) return undefined;
  const headers = new Headers();
  // What is public asks for none, and the container may be a stranger's image.
  if (token !== undefined && type !== "public") {
    headers.set("authorization", `Bearer ${token}`);
  }
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const init = { headers, redirect: "manual", signal: until } as const;
    const response = await fetch(new Request(url, init));
    await response.body?.cancel();
    return response.status === 503
      ? `Its health route ${url} answered 503.`
      : undefined;
  } catch {
    return `Its health route ${url} could not be reached from here.`;
  }
}
