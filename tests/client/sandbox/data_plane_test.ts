import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Json, Sandbox } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, type Reply, stillSandbox } from "./fixtures.ts";

/** A sandbox in which waits let the time pass, with one endpoint. */
async function deployEndpoint(
  task: string,
  scaling: Record<string, Json> = {},
): Promise<{ sandbox: Sandbox; call: Call; state: () => Promise<unknown> }> {
  const sandbox: Sandbox = stillSandbox({
    sleep: (ms) => Promise.resolve(sandbox.advance(ms)),
  });
  const path = "/v2/endpoint/acme";
  await ask(
    sandbox,
    `POST ${path}`,
    endpointBody({ model: { task }, compute: { scaling } }),
  );
  sandbox.advance(1000);
  const show = async () => (await ask(sandbox, `GET ${path}/demo`)).body;
  const url = new URL(String(at(await show(), "status.url")));
  const call: Call = async (rest, body, headers = {}) => {
    const answer = await sandbox.fetch(
      new Request(url.origin + rest, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${sandbox.token}`, ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    const value: Json = isJson ? JSON.parse(text) : text;
    return { status: answer.status, headers: answer.headers, text, value };
  };
  return { sandbox, call, state: async () => at(await show(), "status.state") };
}

type Call = (
  rest: string,
  body?: Json,
  headers?: Record<string, string>,
) => Promise<Omit<Reply, "body"> & { readonly value: Json }>;

const chat = "/v1/chat/completions";
const messages = [{ role: "user", content: "Say hi" }];

Deno.test("a model of each task answers in its own form", async (t) => {
  const cases: readonly (readonly [string, Json, Json])[] = [
    ["text-generation", { inputs: "hi" }, [{
      generated_text: "You wrote: hi",
    }]],
    [
      "text-generation",
      { inputs: "hi you", parameters: { max_new_tokens: 3 } },
      [{ generated_text: "You wrote: hi" }],
    ],
    [
      "text-generation",
      { inputs: "hi", parameters: { return_full_text: true } },
      [{ generated_text: "hiYou wrote: hi" }],
    ],
    [
      "fill-mask",
      { inputs: "It is [MASK]" },
      [
        { score: 0.6, token: 1000, token_str: "one", sequence: "It is one" },
        {
          score: 0.6 - 0.2,
          token: 1001,
          token_str: "two",
          sequence: "It is two",
        },
      ],
    ],
    ["automatic-speech-recognition", "RIFF", { text: "6 bytes of speech" }],
    ["custom", { inputs: 1 }, {
      endpoint: "demo",
      model: "openai-community/gpt2",
    }],
  ];
  for (const [task, body, expected] of cases) {
    await t.step(`${task} ${JSON.stringify(body)}`, async () => {
      const { call } = await deployEndpoint(task);
      const { status, value } = await call("/", body);
      assertEquals([status, value], [200, expected]);
    });
  }
});

Deno.test("vectors and classes are the same for the same text", async () => {
  const embed = (await deployEndpoint("sentence-embeddings")).call;
  const { value } = await embed("/", { inputs: ["a", "b", "a"] });
  assert(Array.isArray(value));
  assertEquals(value[0], value[2]);
  assert(JSON.stringify(value[0]) !== JSON.stringify(value[1]));
  const near = await embed("/", {
    inputs: { source_sentence: "a", sentences: ["a", "b"] },
  });
  assert(Array.isArray(near.value));
  assertEquals(near.value.map((each) => Number(each) > 0.999), [true, false]);
  const { call } = await deployEndpoint("text-classification");
  const classes = (await call("/", { inputs: "good" })).value;
  assert(Array.isArray(classes) && Array.isArray(classes[0]));
  const scores = classes[0].map((each) => Number(at(each, "score")));
  assertEquals(scores.reduce((sum, each) => sum + each), 1);
  assert((scores[0] ?? 0) >= (scores[1] ?? 0));
});

Deno.test("a picture is a picture", async () => {
  const { call } = await deployEndpoint("text-to-image");
  const { headers, text } = await call("/", { inputs: "a cat" });
  assertEquals(headers.get("content-type"), "image/png");
  assertMatch(text, /^.PNG\r\n/);
});

Deno.test("a chat is answered at once or as it is written", async () => {
  const { call } = await deployEndpoint("text-generation");
  const whole = await call(chat, { messages, max_tokens: 3 });
  const [choice] = [whole.value].map((value) => at(value, "choices")).flat();
  assertEquals(at(choice, "message.content"), "You wrote: Say");
  assertEquals(at(choice, "finish_reason"), "length");
  const { text } = await call(chat, { messages, stream: true });
  const events = text.split("\n\n").map((event) => event.slice(6));
  assertEquals(events.slice(-2), ["[DONE]", ""]);
  const words = events.slice(0, -2).map((event) => {
    const chunk: { choices: { delta: { content: string } }[] } = JSON.parse(
      event,
    );
    return chunk.choices[0]?.delta.content;
  });
  assertEquals(words.join(""), "You wrote: Say hi");
});

Deno.test("what a model cannot answer is refused", async () => {
  const { call } = await deployEndpoint("text-generation");
  const refused: readonly (readonly [string, Json])[] = [
    ["/", { text: "hi" }],
    ["/", { inputs: "" }],
    ["/", { inputs: ["a"] }],
    [chat, { inputs: "hi" }],
    [chat, { messages: [{ role: "user" }] }],
  ];
  for (const [path, body] of refused) {
    const { status, value } = await call(path, body);
    assertEquals([status, at(value, "error_type")], [422, "validation"]);
  }
  const embed = await deployEndpoint("feature-extraction");
  assertEquals((await embed.call(chat, { messages })).status, 404);
});

Deno.test("a request wakes an endpoint, and waits for it if it says so", async () => {
  const { sandbox, call, state } = await deployEndpoint("text-generation", {
    minReplica: 0,
    scaleToZeroTimeout: 15,
  });
  const sleep = 16 * 60_000;
  sandbox.advance(sleep);
  assertEquals(await state(), "scaledToZero");
  assertEquals((await call("/", { inputs: "hi" })).status, 503);
  assertEquals(await state(), "pending");
  assertEquals((await call("/health")).status, 503);
  sandbox.advance(1000);
  assertEquals((await call("/", { inputs: "hi" })).status, 200);
  sandbox.advance(sleep);
  const patient = { "x-scale-up-timeout": "5" };
  assertEquals((await call("/", { inputs: "hi" }, patient)).status, 200);
  sandbox.advance(sleep);
  const hasty = { "x-scale-up-timeout": "0.5" };
  assertEquals((await call("/", { inputs: "hi" }, hasty)).status, 503);
});
