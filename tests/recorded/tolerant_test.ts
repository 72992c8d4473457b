/**
 * Every field of every recorded answer, missing, null, of another type, with
 * an unknown value and beside an unknown field: only what a method cannot do
 * without is demanded, and what comes through has the type that is said of it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  HuggingFace,
  ResponseFormatError,
  type UnreadFieldEvent,
} from "../../mod.ts";
import {
  callOf,
  emptyLists,
  readAnswers,
  type RecordedAnswer,
  toResponse,
} from "./answers.ts";
import { type Damage, damages } from "./damage.ts";

/** The fields without which no answer can be used: what tells it apart. */
const demanded: readonly RegExp[] = [
  /^$/,
  /(^|\.)(id|name|slug|_id|num|path|user|repoId|tokenInfo|token)$/,
  /(^|\.)(fileOid|casUrl|accessToken|exp|value|publicId|warnings)$/,
  // A branch or tag that is missing is gone.
  /^(branches|tags)\.\d+$/,
  // Of a list that it is one.
  /^(items|branches|tags|files|vendors|discussions|Resources|templates)$/,
  /^(webhook|data|endpoint|usage|size|count|status|filesWithIssues)$/,
];

const settings = { token: "hf_x", maxRetries: 0 };

/** Every object with a body of JSON that a method of the client asks for. */
const answers = (await readAnswers()).filter(({ status, call, body }) =>
  status === 200 && call !== undefined && typeof body === "object" &&
  body !== null
);

/** The result of the method of an answer, as JSON. */
async function ask(
  answer: RecordedAnswer,
  client: HuggingFace,
): Promise<unknown> {
  return JSON.parse(JSON.stringify(await callOf(answer, client) ?? null));
}

function clientFor(answer: RecordedAnswer, body: unknown) {
  const told: UnreadFieldEvent[] = [];
  let isFirst = true;
  const client = new HuggingFace({
    ...settings,
    fetch: () => {
      const { headers: { link: _, ...headers } } = answer;
      const now = isFirst ? body : emptyLists(body);
      isFirst = false;
      return Promise.resolve(toResponse({ ...answer, headers, body: now }));
    },
    hooks: { onUnreadField: (event) => told.push(event) },
  });
  return { client, told };
}

function errorOf(error: unknown): unknown {
  return error instanceof ResponseFormatError ? "format" : error;
}

let count = 0;
for (const answer of answers) {
  Deno.test(`${answer.name}: each field may be missing or odd`, async () => {
    const whole = clientFor(answer, answer.body);
    const before = await ask(answer, whole.client).catch(errorOf);
    if (before === "format") return;
    for (const damage of damages(answer.body)) {
      count++;
      await check(answer, damage, before);
    }
  });
}

async function check(
  answer: RecordedAnswer,
  { field, kind, body }: Damage,
  before: unknown,
): Promise<void> {
  const { client, told } = clientFor(answer, body());
  const after = await ask(answer, client).catch(errorOf);
  const what = `${kind} ${field}`;
  if (after === "format") {
    const bare = field.replace(/^\d+\.?/, "").replace(/^items\.\d+\.?/, "");
    assert(demanded.some((one) => one.test(bare)), `${what} is refused`);
    return;
  }
  assert(!(after instanceof Error), `${what}: ${after}`);
  // A list never loses more than the item that was damaged.
  if (Array.isArray(before) && Array.isArray(after) && field !== "") {
    assert(after.length >= before.length - 1, `${what}: the list is lost`);
    if (after.length < before.length) {
      assert(told.some(({ lost }) => lost !== undefined), what);
    }
  }
}

Deno.test("thousands of odd answers are walked", () => {
  assert(count > 3000, `${count}`);
  assertEquals(answers.length > 50, true);
});
