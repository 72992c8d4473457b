/**
 * Nothing cuts, quotes or rewrites a text of the service before it is masked: no
 * message, log or state has a piece of the secrets that an answer is full of.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { configureLogs } from "../../../provider/framework/log.ts";
import {
  type Diagnostics,
  maskSecret,
  type Resource,
  type Value,
} from "../../../provider/framework/mod.ts";
import { wireDiagnostics } from "../../../provider/framework/rpc/messages.ts";
import { maskToken } from "../../../provider/huggingface/token.ts";
import {
  ResourceWorld,
  testedResources,
  withValue,
} from "../../support/resource_world.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";

const token = "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";
const password = `pW"3\\x&f/é<Jq7,$Zk5`;
maskToken(token);
maskSecret(password);

const logged: string[] = [];
configureLogs({ env: () => "TRACE", write: (line) => logged.push(line) });

/** A text in which each cut, but at a blank, leaves a piece of a secret. */
const full = `${token} ${password} x${token}`.repeat(130);
const fullHeader = `${token}_`.repeat(120);

/** The pieces that are found: a cut may leave a shorter one. */
function piecesOf(secret: string): readonly string[] {
  const count = secret.length - 7;
  return Array.from({ length: count }, (_, i) => secret.slice(i, i + 8))
    .map((piece) => JSON.stringify(piece).slice(1, -1));
}

/** The same with each text full of secrets. */
function filled(said: unknown): unknown {
  if (typeof said === "string") return full;
  if (typeof said !== "object" || said === null) return said;
  if (Array.isArray(said)) return said.map(filled);
  return Object.fromEntries(
    Object.entries(said).map(([key, one]) => [key, filled(one)]),
  );
}

type Answer = (response: Response) => Promise<Response>;

const answers: readonly Answer[] = [
  () =>
    Promise.resolve(Response.json(
      { error: full, message: full, code: full, [full]: 1 },
      { status: 400, headers: { "x-request-id": fullHeader } },
    )),
  () =>
    Promise.resolve(
      new Response(full, {
        status: 403,
        headers: { "x-error-message": fullHeader },
      }),
    ),
  () =>
    Promise.resolve(
      new Response(full, { headers: { "content-type": `a/${fullHeader}` } }),
    ),
  async (response) => {
    const text = await response.text();
    return /^[{[]/.test(text)
      ? Response.json(filled(JSON.parse(text)), response)
      : new Response(text, response);
  },
];

/** The diagnostics and the state of a command. */
interface Result {
  readonly diagnostics: Diagnostics;
  readonly newState?: Value;
}

type Command = (world: ResourceWorld) => Promise<Result>;

/** A configuration with what changes it, and the commands of its life. */
function lifeOf(resource: Resource) {
  const [entry] = entriesOf(resource);
  const sample = entry && samplesOf(resource.typeName, entry);
  const config = sample?.config ?? sampleOf(resource).config;
  const [given = config, changed = config] = entry && sample
    ? sample.values.map((value) => withValue(config, entry.names, value))
    : [];
  const commands: Readonly<Record<string, Command>> = {
    create: (world) => {
      world.lose();
      return world.attempt(config);
    },
    read: (world) => world.tryRead(world.state),
    update: (world) => world.attempt(changed),
    destroy: (world) => world.tryDestroy(world.state),
  };
  return { given, commands };
}

/** Runs a command whose request of this number is answered so. */
async function runWith(
  { world, command, answer, at }: {
    world: ResourceWorld;
    command: Command;
    answer: Answer;
    at: number;
  },
) {
  const { answer: send } = world;
  let count = 0;
  world.answer = async (request) => {
    const response = await send(request);
    return count++ === at ? await answer(response) : response;
  };
  logged.length = 0;
  // A plan that fails is an error of the world, with what it says.
  const { diagnostics, newState = null } = await command(world)
    .catch(({ message }): Partial<Result> => {
      logged.push(message);
      return {};
    });
  const wire = diagnostics ? wireDiagnostics(diagnostics) : [];
  return {
    said: JSON.stringify([logged, wire]),
    kept: JSON.stringify(newState),
    isReached: count > at,
  };
}

for (const resource of testedResources) {
  Deno.test(`${resource.typeName}: no message, log or state has a piece of the secrets that an answer is full of`, async () => {
    const { given, commands } = lifeOf(resource);
    const shown: string[] = [];
    let masks = 0;
    for (const [name, command] of Object.entries(commands)) {
      for (const [kind, answer] of answers.entries()) {
        for (let at = 0, isReached = true; isReached; at++) {
          const world = await ResourceWorld.start(resource);
          if (name !== "create") await world.apply(given);
          const result = await runWith({ world, command, answer, at });
          ({ isReached } = result);
          const { said, kept } = result;
          masks += said.split("***").length - 1;
          // What can be configured, a state has as it is, but for tokens.
          const pieces = [
            ...piecesOf(token).filter((one) => `${said} ${kept}`.includes(one)),
            ...piecesOf(password).filter((one) => said.includes(one)),
          ];
          if (pieces.length > 0) shown.push(`${name} ${at} ${kind}`);
        }
      }
    }
    assertEquals(shown, []);
    assertEquals(masks > 0, true);
  });
}
