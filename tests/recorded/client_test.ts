/**
 * Every recorded answer through the method of the client that asks for it:
 * nothing of it is lost, or the error says what the service said.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { HuggingFace, isApiError } from "@hf-terraform/client";
import { rejection, Script } from "../client/script.ts";
import {
  callOf,
  emptyLists,
  readAnswers,
  type RecordedAnswer,
  toResponse,
} from "./answers.ts";

/** Answers that no method asks for, and why they stand here. */
const unasked: Readonly<Record<string, string>> = {
  "endpoints/endpoint-data-503": "a model answers it, at the endpoint's URL",
  "endpoints/endpoint-data-paused": "a model answers it, at the endpoint's URL",
  "users/user-likes-rust": "the provider has no use for likes",
};

/** The class of the error for each status. */
const classes: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  402: "PaymentRequiredError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  409: "ConflictError",
  422: "UnprocessableEntityError",
  429: "RateLimitError",
};

const answers = await readAnswers();

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

/** The places of what was sent that are gone or another in what is kept. */
function findLost(sent: unknown, kept: unknown, place = ""): string[] {
  // A null that means nothing is left out.
  if (sent === null && kept === undefined) return [];
  if (!isObject(sent)) return Object.is(sent, kept) ? [] : [place || "all"];
  return Object.entries(sent).flatMap(([key, value]) =>
    findLost(value, at(kept, key), `${place}.${key}`)
  );
}

/**
 * Lists the lost fields of an answer that a method returns whole, or one field
 * of.
 */
function lostOf(body: unknown, kept: unknown): string[] {
  const fields = isObject(body) ? Object.values(body) : [];
  const isOneField = fields.some((field) =>
    isObject(field) && findLost(field, kept).length === 0
  );
  return isOneField ? [] : findLost(body, kept);
}

/** Returns the service's explanation of a refusal. */
function reason({ headers, body }: RecordedAnswer): string {
  const text = at(body, "error") ?? headers["x-error-message"] ?? body;
  return typeof text === "string" && !text.startsWith("<") ? text : "";
}

const squeezed = (text: string) =>
  text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");

async function replay(answer: RecordedAnswer) {
  const { body, status, headers, request } = answer;
  const script = new Script(
    toResponse(answer),
    () =>
      status < 300
        ? Response.json(emptyLists(body))
        : new Response(null, { status: 404 }),
  );
  const client = new HuggingFace(script.options({ maxRetries: 0 }));
  if (status < 300) {
    const kept = await callOf(answer, client);
    const text = typeof kept === "string" && typeof body !== "string";
    if (kept !== undefined) {
      assertEquals(lostOf(body, text ? JSON.parse(kept) : kept), []);
    }
  } else {
    const error = await rejection(callOf(answer, client));
    assert(isApiError(error), String(error));
    if (status < 400) {
      const { origin } = new URL(script.seen[0]?.url ?? "");
      assertEquals(
        script.seen[1]?.url,
        new URL(headers["location"] ?? "", origin).href,
      );
    } else {
      const other = status < 500 ? "ApiError" : "ServerError";
      assertEquals(error.name, classes[status] ?? other);
      assertEquals(error.status, status);
      assertEquals(error.code, headers["x-error-code"] ?? at(body, "code"));
      assert(squeezed(error.message).includes(squeezed(reason(answer))));
    }
  }
  const [first] = script.seen;
  const url = new URL(first?.url ?? "");
  assertEquals(`${first?.method} ${url.pathname}${url.search}`, request);
}

for (const answer of answers) {
  Deno.test(`the client reads the recorded answer ${answer.name}`, async () => {
    if (answer.call === undefined) assert(unasked[answer.name] !== undefined);
    else await replay(answer);
  });
}

Deno.test("every answer that no method asks for exists", () => {
  const names = answers.filter(({ call }) => call === undefined)
    .map(({ name }) => name);
  assertEquals(names, Object.keys(unasked));
});
