import type { CreateEndpoint } from "../../../mod.ts";
import {
  type Json,
  type JsonObject,
  Sandbox,
  type SandboxOptions,
} from "../../../client/sandbox/mod.ts";

/** A sandbox with a clock that stands still until told otherwise. */
export function stillSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox({
    startupMs: 1000,
    now: () => Date.UTC(2026, 10, 21, 9),
    ...options,
  });
}

/** A response and the JSON in its body. */
export interface Reply {
  /** HTTP status. */
  readonly status: number;
  /** Response headers. */
  readonly headers: Headers;
  /** The text of the body. */
  readonly text: string;
  /** The body as an object; empty when it is no JSON object. */
  readonly body: JsonObject;
}

/** Sends a request; `token: null` sends none. */
export async function ask(
  sandbox: Sandbox,
  line: string,
  body?: Json,
  options: { token?: string | null; origin?: string } = {},
): Promise<Reply> {
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = new Headers();
  const token = options.token === undefined ? sandbox.token : options.token;
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (path.startsWith("/_sandbox/")) {
    headers.set("x-sandbox-key", sandbox.key);
  }
  if (body !== undefined) headers.set("content-type", "application/json");
  const origin = options.origin ?? "https://api.endpoints.huggingface.cloud";
  const answer = await sandbox.fetch(
    new Request(origin + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const text = await answer.text();
  let parsed: Json = null;
  if (/json/.test(answer.headers.get("content-type") ?? "")) {
    parsed = JSON.parse(text);
  }
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isPlain(parsed) ? parsed : {},
  };
}

/** An endpoint to create. */
export const newEndpoint = {
  type: "private",
  provider: { vendor: "aws", region: "us-east-1" },
  compute: {
    accelerator: "gpu",
    instanceType: "nvidia-l4",
    instanceSize: "x1",
    scaling: { minReplica: 1, maxReplica: 2 },
  },
  model: {
    repository: "openai-community/gpt2",
    framework: "pytorch",
    image: { huggingface: {} },
  },
} as const satisfies CreateEndpoint;

/** The body of a request for it; `changes` are laid over it, deeply. */
export function endpointBody(changes: JsonObject = {}): JsonObject {
  return overlay({ name: "demo", ...structuredClone(newEndpoint) }, changes);
}

/** A copy of `base` with `changes` over it; `image` is replaced whole. */
export function overlay(base: JsonObject, changes: JsonObject): JsonObject {
  const out: JsonObject = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const known = out[name];
    out[name] = name !== "image" && isPlain(known) && isPlain(value)
      ? overlay(known, value)
      : value;
  }
  return out;
}

/** Reads `a.b.c` out of a JSON value. */
export function at(value: Json | undefined, path: string): Json | undefined {
  let current = value;
  for (const name of path.split(".")) {
    if (!isPlain(current)) return undefined;
    current = current[name];
  }
  return current;
}

/** Removes what `a.b.c` names from a copy. */
export function omitField(body: JsonObject, path: string): JsonObject {
  const copy = structuredClone(body);
  const names = path.split(".");
  const last = names.pop() ?? "";
  let current: Json | undefined = copy;
  for (const name of names) {
    current = isPlain(current) ? current[name] : undefined;
  }
  if (isPlain(current)) delete current[last];
  return copy;
}

function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
