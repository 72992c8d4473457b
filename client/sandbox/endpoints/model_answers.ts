import { hash } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  stringAt,
} from "../core/json.ts";
import { type Call, json } from "../core/router.ts";
import type { EndpointRecord } from "./store.ts";

/** A PNG of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const dimensions = 8;

/**
 * Answers for a deployed model: in the form of its task, and always the same to
 * the same input. Without a body it returns the name of the model.
 */
export function answerModel(
  record: EndpointRecord,
  { bytes }: Call,
  path: string,
  now: number,
): Response {
  const model = objectAt(record.spec, "model");
  const task = stringAt(model, "task");
  const name = { endpoint: record.name, model: stringAt(model, "repository") };
  if (bytes.length === 0) return json(name);
  const body = parseJson(new TextDecoder().decode(bytes));
  const input = isObject(body) ? body : {};
  if (path.endsWith("/chat/completions")) return chat(task, input, now);
  switch (task) {
    case "text-generation":
    case "conversational":
    case "image-text-to-text":
      return generate(input, path.endsWith("_stream"));
    case "feature-extraction":
    case "sentence-embeddings":
    case "sentence-similarity":
      return json(embed(inputsOf(input)));
    case "text-classification":
      return json([inputsOf(input)].flat().map(classify));
    case "fill-mask":
      return json(fill(String(inputsOf(input))));
    case "text-to-image":
      inputsOf(input);
      return new Response(
        Uint8Array.from(atob(pixel), (char) => char.charCodeAt(0)),
        { headers: { "content-type": "image/png" } },
      );
    case "automatic-speech-recognition":
      return json({ text: `${bytes.length} bytes of speech` });
    default:
      return json(name);
  }
}

function invalidInput(message: string): Failure {
  return new Failure(422, message, { extra: { error_type: "validation" } });
}

function inputsOf(body: JsonObject): Json {
  const { inputs } = body;
  if (inputs === undefined || inputs === null || inputs === "") {
    throw invalidInput("Input validation error: `inputs` must be non empty");
  }
  return inputs;
}

interface GeneratedText {
  /** The words, each with the space before it. */
  readonly tokens: readonly string[];
  /** Reason of its end. */
  readonly reason: "stop" | "length";
}

/** Generates a text, which repeats the prompt. */
function generateText(
  prompt: string,
  longest: Json | undefined,
): GeneratedText {
  const tokens = `You wrote: ${prompt}`.match(/(?<!\s)\s*\S+/g) ?? [];
  return typeof longest === "number" && longest < tokens.length
    ? { tokens: tokens.slice(0, longest), reason: "length" }
    : { tokens, reason: "stop" };
}

function chat(task: string, body: JsonObject, now: number): Response {
  if (!/^(text-generation|conversational|image-text-to-text)$/.test(task)) {
    throw new Failure(404, `The model has no chat; its task is ${task}`);
  }
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0) {
    throw invalidInput("Input validation error: `messages` must be non empty");
  }
  const prompt = messages.map(contentOf);
  const { tokens, reason } = generateText(
    prompt[prompt.length - 1] ?? "",
    body["max_tokens"],
  );
  const common = {
    id: `chatcmpl-${hash(JSON.stringify(messages)).slice(0, 12)}`,
    created: Math.floor(now / 1000),
    model: stringAt(body, "model"),
    system_fingerprint: "sandbox",
  };
  const read = prompt.join(" ").split(/\s+/).length;
  const usage = {
    prompt_tokens: read,
    completion_tokens: tokens.length,
    total_tokens: read + tokens.length,
  };
  if (body["stream"] !== true) {
    return json({
      ...common,
      object: "chat.completion",
      choices: [{
        index: 0,
        message: { role: "assistant", content: tokens.join("") },
        logprobs: null,
        finish_reason: reason,
      }],
      usage,
    });
  }
  const chunks = tokens.map((content, index): Json => ({
    ...common,
    object: "chat.completion.chunk",
    choices: [{
      index: 0,
      delta: { role: "assistant", content },
      logprobs: null,
      finish_reason: index === tokens.length - 1 ? reason : null,
    }],
  }));
  return eventStream([
    ...chunks.map((chunk) => JSON.stringify(chunk)),
    "[DONE]",
  ]);
}

/** Returns the text of a message, which can have several parts. */
function contentOf(message: Json): string {
  const content = isObject(message) ? message["content"] : undefined;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) {
    throw invalidInput("Input validation error: a message has no content");
  }
  return content.map((part) => stringAt(part, "text")).join("");
}

function generate(body: JsonObject, isStreamed: boolean): Response {
  const prompt = inputsOf(body);
  if (typeof prompt !== "string") {
    throw invalidInput("Input validation error: `inputs` must be a string");
  }
  const parameters = objectAt(body, "parameters");
  const { tokens, reason } = generateText(prompt, parameters["max_new_tokens"]);
  const full = parameters["return_full_text"] === true ? prompt : "";
  const text = full + tokens.join("");
  const parts = tokens.map((text) => ({
    id: parseInt(hash(text).slice(0, 4), 16),
    text,
    logprob: -0.1,
    special: false,
  }));
  const details = {
    finish_reason: reason === "stop" ? "eos_token" : "length",
    generated_tokens: tokens.length,
    seed: null,
  };
  if (!isStreamed && body["stream"] !== true) {
    const more = parameters["details"] === true
      ? { details: { ...details, prefill: [], tokens: parts } }
      : {};
    return json([{ generated_text: text, ...more }]);
  }
  return eventStream(parts.map((token, index) => {
    const isLast = index === parts.length - 1;
    return JSON.stringify({
      index: index + 1,
      token,
      generated_text: isLast ? text : null,
      details: isLast ? details : null,
    });
  }));
}

function eventStream(data: readonly string[]): Response {
  return new Response(data.map((each) => `data: ${each}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}

/** Returns vectors of length one, or the similarities of sentences. */
function embed(inputs: Json): Json {
  if (!isObject(inputs)) return [inputs].flat().map((text) => vector(text));
  const source = vector(inputs["source_sentence"] ?? "");
  return [inputs["sentences"] ?? []].flat().map((sentence) => {
    const other = vector(sentence);
    return source.reduce(
      (sum, each, index) => sum + each * (other[index] ?? 0),
      0,
    );
  });
}

function vector(text: Json): number[] {
  const digits = hash(String(text));
  const raw = Array.from(
    { length: dimensions },
    (_, index) =>
      parseInt(digits.slice(index * 4, index * 4 + 4), 16) / 0xffff - 0.5,
  );
  const length = Math.hypot(...raw);
  return raw.map((each) => each / length);
}

function classify(text: Json): Json {
  const share = parseInt(hash(String(text)).slice(0, 4), 16) / 0xffff;
  return [
    { label: "POSITIVE", score: share },
    { label: "NEGATIVE", score: 1 - share },
  ].sort((a, b) => b.score - a.score);
}

function fill(text: string): Json {
  const [mask] = /\[MASK\]|<mask>/.exec(text) ?? [];
  if (mask === undefined) {
    throw invalidInput("No mask_token ([MASK]) in the input");
  }
  return ["one", "two"].map((word, index) => ({
    score: 0.6 - index * 0.2,
    token: 1000 + index,
    token_str: word,
    sequence: text.replace(mask, word),
  }));
}
