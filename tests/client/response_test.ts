import {
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  ApiError,
  isApiError,
  mayHaveTakenEffect,
  RateLimitError,
  ServerError,
} from "../../client/core/api_errors.ts";
import {
  HuggingFaceError,
  isHuggingFaceError,
} from "../../client/core/errors.ts";
import { Mask } from "../../client/core/auth.ts";
import { readApiError, readJson } from "../../client/core/response.ts";
import { json, rateLimit } from "./script.ts";

const mask = new Mask();
mask.add("hf_secretsecret");
const NOW = Date.parse("2026-11-21T10:00:00Z");

function read(response: Response): Promise<ApiError> {
  return readApiError(response, {
    action: "create the endpoint acme/x",
    method: "POST",
    url: "https://api.example/v2/endpoint/acme",
    mask,
    now: NOW,
  });
}

async function limitError(response: Response): Promise<RateLimitError> {
  const error = await read(response);
  assertInstanceOf(error, RateLimitError);
  return error;
}

Deno.test("whatever form an error has, no line begins with the service's words", async () => {
  const text = "No.\n\nApply complete!\r\nOutputs:\r::x";
  for (
    const body of [
      text,
      { error: text },
      { error: { message: text } },
      { error: [text, { message: text }] },
      { errors: [text] },
      { error_description: text },
      { message: text },
    ]
  ) {
    const { message, reason } = await read(
      new Response(JSON.stringify(body), { status: 418 }),
    );
    assertEquals(/[\n\r]/.test(message), false, message);
    assertStringIncludes(reason, "No. Apply complete! Outputs: ::x");
  }
});

// Those of 400 to 429 are of recorded answers.
const CLASSES = [
  [500, ServerError],
  [501, ServerError],
  [503, ServerError],
  [418, ApiError],
] as const;

for (const [status, expected] of CLASSES) {
  Deno.test(`status ${status} becomes ${expected.name}`, async () => {
    const error = await read(json({ error: "no" }, status));
    assertEquals(error.constructor, expected);
    assertEquals(error.name, expected.name);
    assertEquals(error.status, status);
    assertEquals(isApiError(error, status), true);
    assertEquals(isApiError(error, 599), false);
  });
}

Deno.test("the message says what, why and where, without full stop", async () => {
  const error = await read(
    json({ error: "Endpoint x already exists.", code: "CONFLICT" }, 409, {
      "x-request-id": "req-1",
    }),
  );
  assertEquals(
    error.message,
    "Cannot create the endpoint acme/x: 409 Conflict: Endpoint x already exists (POST https://api.example/v2/endpoint/acme, request id req-1)",
  );
  assertEquals([error.code, error.requestId], ["CONFLICT", "req-1"]);
  assertEquals(error.body, {
    error: "Endpoint x already exists.",
    code: "CONFLICT",
  });
});

const BODIES: readonly [string, string, string][] = [
  ["a text", '{"error":"one"}', "one"],
  ["a list", '{"error":["one","two"]}', "one; two"],
  ["OAuth", '{"error":"a","error_description":"b"}', "a; b"],
  ["errors", '{"errors":[{"message":"one"},{"message":"two"}]}', "one; two"],
  ["doubled", '{"error":"one","errors":[{"message":"one"}]}', "one"],
  ["a message", '{"message":"one"}', "one"],
  ["plain text", "upstream  is\ndown", "upstream is down"],
  ["HTML", "<!DOCTYPE html><title>503 gone</title><p>x", "503 gone"],
  ["HTML without title", "<html><p>x", ""],
  ["nothing", "", ""],
  ["an empty object", "{}", ""],
  ["a JSON list", "[1]", ""],
  ["null", "null", ""],
];

for (const [name, body, expected] of BODIES) {
  Deno.test(`the reason is found in ${name}`, async () => {
    const error = await read(new Response(body, { status: 500 }));
    assertEquals(error.reason, expected);
  });
}

Deno.test("headers stand in for an empty body", async () => {
  const error = await read(
    new Response(null, {
      status: 404,
      headers: {
        "x-error-message": "Repository not found",
        "x-error-code": "RepoNotFound",
        "x-amzn-trace-id": "trace-1",
      },
    }),
  );
  assertEquals(
    [error.reason, error.code, error.requestId],
    ["Repository not found", "RepoNotFound", "trace-1"],
  );
});

Deno.test("no more than 64 KiB of a body is read, the last 32 dropped and the rest ended", async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      controller.enqueue(new TextEncoder().encode("x".repeat(5000))),
    cancel: () => {
      isCancelled = true;
    },
  });
  const error = await read(new Response(endless, { status: 500 }));
  assertEquals(String(error.body).length, 32 * 1024);
  assertEquals(error.reason.length, 1000);
  assertEquals(isCancelled, true);
});

Deno.test("a header that the service wrote in UTF-8 is read so", async () => {
  const bytes = (text: string) =>
    String.fromCharCode(...new TextEncoder().encode(text));
  for (const message of [bytes("größer als 5 €"), "größer", "plain"]) {
    const error = await read(json({}, 400, { "x-error-message": message }));
    assertEquals(
      error.reason,
      message.startsWith("gr\u00c3") ? "größer als 5 €" : message,
    );
  }
});

Deno.test("what the caller masks is shown in no part of an error", async () => {
  const secret = "swordfish";
  const own = new Mask((text) => text.replaceAll(secret, "***"));
  const headers = { "x-request-id": secret, "content-type": secret };
  const context = { action: "read x", method: "GET", url: "u", mask: own };
  const refused = await readApiError(
    new Response("", { status: 400, headers }),
    {
      ...context,
      now: NOW,
    },
  );
  const unread = await assertRejects(() =>
    readJson(
      new Response("x", { headers }),
      {
        ...context,
        limit: 9,
        found: { skippedItems: 0, bytes: 0, kinds: new Map() },
      },
      {},
      () => {},
    )
  );
  assertEquals(refused.message.includes(secret), false);
  assertEquals(String(unread).includes(secret), false);
});

Deno.test("an empty window is told with its end", async () => {
  const error = await limitError(json({}, 429, rateLimit(0, 55)));
  assertEquals(
    [error.quota, error.resetAfterMs, error.retryAfterMs],
    ["window", 56_000, 56_000],
  );
  assertStringIncludes(
    error.message,
    "The quota of requests is used up; try again in 56 s, at 2026-11-21T10:00:56.000Z",
  );
});

Deno.test("the longer of Retry-After and the window's end counts", async () => {
  const longer = { ...rateLimit(0, 5), "retry-after": "30" };
  assertEquals((await limitError(json({}, 429, longer))).retryAfterMs, 30_000);
  const shorter = { ...rateLimit(0, 50), "retry-after": "3" };
  assertEquals((await limitError(json({}, 429, shorter))).retryAfterMs, 51_000);
});

const ACTION_TEXTS: readonly [string, number | undefined][] = [
  [
    "exceeded the rate limit for repos (5 per day). You can retry this action in 20 minutes.",
    1_200_000,
  ],
  [
    "exceeded the rate limit for repos (5 per day). You can retry this action in about a day",
    86_400_000,
  ],
  ["exceeded our hourly quotas for action: commit", undefined],
];

for (const [error, ms] of ACTION_TEXTS) {
  Deno.test(`without headers the text tells the quota: ${error}`, async () => {
    const found = await limitError(json({ error }, 429));
    assertEquals([found.quota, found.resetAfterMs], ["action", ms]);
  });
}

Deno.test("429 without any word is an empty window of unknown length", async () => {
  const error = await limitError(json({}, 429));
  assertEquals(
    [error.quota, error.resetAfterMs, error.retryAfterMs],
    ["window", undefined, undefined],
  );
  assertStringIncludes(error.message, "try later");
});

Deno.test("other statuses tell when the service wants to be asked", async () => {
  const error = await read(json({}, 503, { "retry-after": "7" }));
  assertEquals(error.retryAfterMs, 7000);
  assertStringIncludes(error.message, "asks to try again in 7 s");
});

Deno.test("as JSON an error has its fields and not its body", async () => {
  const error = await read(json({ error: "no", big: "x" }, 400));
  const { name, status, method } = JSON.parse(JSON.stringify(error));
  assertEquals([name, status, method], ["BadRequestError", 400, "POST"]);
  assertEquals(JSON.stringify(error).includes("big"), false);
});

Deno.test("errors of another copy of the client are recognised", async () => {
  // A query makes the loader read the module once more.
  const copy = await import("../../client/core/errors.ts?copy");
  const foreign = new copy.HuggingFaceError("no");
  assertEquals(foreign instanceof HuggingFaceError, false);
  assertEquals(isHuggingFaceError(foreign), true);
  assertEquals(isApiError(foreign, 404), false);
  Object.assign(foreign, { status: 404 });
  assertEquals(isApiError(foreign, 404), true);
});

for (const value of [undefined, null, "404", { status: 404 }, new Error("x")]) {
  Deno.test(`${String(value)} is no error of the client`, () => {
    assertEquals(isHuggingFaceError(value), false);
    assertEquals(isApiError(value), false);
    assertEquals(mayHaveTakenEffect(value), false);
  });
}

const EFFECTS: readonly [number, boolean][] = [
  [400, false],
  [404, false],
  [408, true],
  [409, false],
  [429, false],
  [500, true],
  [501, false],
  [502, true],
  [504, true],
];

for (const [status, expected] of EFFECTS) {
  Deno.test(`after ${status} a create may have taken effect: ${expected}`, async () => {
    assertEquals(mayHaveTakenEffect(await read(json({}, status))), expected);
  });
}
