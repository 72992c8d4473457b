/**
 * Mistakes of an author, none of which compiles, and what does beside them: all
 * of `mistakes.txt` in one check, and what the compiler says of each.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { run } from "../../../../provider/framework/testing/system/run.ts";
import { inRoot } from "../../../../tools/paths.ts";

const table = inRoot("tests/provider/framework/types/mistakes.txt");
const framework = inRoot("provider/framework");

/** Lines of the longest error. */
const LONGEST = 12;

/** The surroundings of the mistakes. */
const prelude = `
import {
  type Config, defineFunction, defineProvider, definersFor, identity,
  type KnownConfig, moveFrom, p, type Plan, type PlannedState, s, same,
  type State, stateOf, types, unknown, upgradeFrom, v, type Validator,
} from ${JSON.stringify(`file://${framework}/mod.ts`)};
import { bindingTo, bindingToResponse } from ${
  JSON.stringify(`file://${framework}/binding/mod.ts`)
};
interface Disk {
  readonly name: string; readonly size: number; readonly place?: { zone: string };
}
const shown = bindingToResponse<{ readonly disks: readonly Disk[] }>();
const b = bindingTo<{ create: Disk; update: Partial<Disk>; response: Disk }>();
const { defineAction, defineDataSource, defineEphemeralResource,
  defineListResource, defineResource } = definersFor<undefined>();
const description = "What it is.";
const typeName = "test_thing";
const text = s.string({ optional: true, description });
const schema = s.schema({
  description,
  attributes: {
    id: s.string({ computed: true, description }),
    name: s.string({ required: true, description }),
    label: text,
    disk: s.object({ size: s.int({ required: true, description }) }, {
      optional: true,
      description,
    }),
    ports: s.objectList({ port: s.int({ required: true, description }) }, {
      optional: true,
      description,
    }),
  },
});
const older = s.schema({
  description,
  attributes: { name: s.string({ required: true, description }) },
});
const named = {
  attributes: { name: identity.string({ description, requiredForImport: true }) },
};
const state: State<typeof schema> = {
  id: "1", name: "a", label: null, disk: null, ports: null,
};
const base = {
  typeName,
  schema,
  create: () => state,
  read: () => state,
  update: () => state,
  delete() {},
};
const planModifiers = [p.useStateForUnknown()] as const;
const serial = s.string({ computed: true, planModifiers, description });
const part = { at: s.string({ computed: true, description }) };
const keeping = s.schema({
  description,
  attributes: {
    serial,
    open: s.string({
      computed: true, planModifiers: [p.useNonNullStateForUnknown()], description,
    }),
    disk: s.object({ serial }, { optional: true, description }),
    given: s.object(part, { computed: true, planModifiers, description }),
    all: s.objectList(part, { computed: true, planModifiers, description }),
    either: s.object(part, { optional: true, computed: true, planModifiers, description }),
    secret: s.string({ optional: true, writeOnly: true, description }),
  },
});
const kept: State<typeof keeping> = {
  serial: null, open: null, disk: null, given: null, all: null, either: null, secret: null,
};
const keeps = {
  typeName, schema: keeping, create: () => kept, read: () => kept, update: () => kept,
  delete() {},
};
const take = (_: string | null | undefined) => kept;
`;

/** One mistake, with the line after its code in the table. */
interface Mistake {
  readonly code: string;
  readonly error: string;
}

function parse(text: string): readonly Mistake[] {
  return text.split("\n\n").filter((part) => /^[^#\s]/.test(part)).map(
    (part) => {
      const [code = "", error = ""] = part.trim().split("\n=> ");
      return { code, error };
    },
  );
}

/** The last line of each error of a check, by the line of the source. */
function errorsByLine(output: string, file: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const error of output.split(/^(?=TS\d+ \[ERROR\]: )/m)) {
    const [, line] =
      error.match(RegExp(`^ {4}at file://${file}:(\\d+):`, "m")) ??
        [];
    if (line === undefined) continue;
    const [chain = ""] = error.replace(/^TS\d+ \[ERROR\]: /, "")
      .split(/^ *\{ .*\n *~|^ +at file:/m);
    const { length } = chain.trimEnd().split("\n");
    assert(length <= LONGEST, `An error of ${length} lines: ${chain}`);
    const last = chain.trimEnd().split("\n").at(-1)?.trim() ?? "";
    const all = found.get(Number(line)) ?? [];
    found.set(Number(line), [...all, shorten(last)]);
  }
  return found;
}

/** A message without the types that it spells out. */
function shorten(message: string): string {
  return message.replace(
    /'([^'`]*(?:`[^`]*`[^'`]*)*)'/g,
    (quoted, inner: string) =>
      inner.startsWith("NoValue<") || inner.length <= 60 ? quoted : "'…'",
  );
}

/** Does something with a file that has a line for each mistake. */
async function withFile<T>(
  lines: readonly string[],
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${await Deno.realPath(folder)}/mistakes.ts`;
    await Deno.writeTextFile(file, `${prelude}\n${lines.join("\n")}\n`);
    return await work(file);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const config = ["--no-lock", "--config", inRoot("deno.json")];
const env = { NO_COLOR: "1" };

/** The error of each mistake; `compiles` if there is none. */
async function errorsOf(
  mistakes: readonly Mistake[],
): Promise<readonly string[]> {
  const lines = mistakes.map(({ code }) => `{ ${code} }`);
  const before = prelude.split("\n").length;
  return await withFile(lines, async (file) => {
    const args = ["check", ...config, file];
    const { stderr } = await run(Deno.execPath(), args, { env });
    const found = errorsByLine(stderr, file);
    const others = [...found.keys()].filter((line) => line <= before);
    assertEquals(others, [], `The prelude is wrong: ${stderr}`);
    return lines.map((_, i) => found.get(before + 1 + i)?.[0] ?? "compiles");
  });
}

Deno.test("no mistake compiles, each error names what is wrong, and what is right compiles", async () => {
  const text = await Deno.readTextFile(table);
  const mistakes = parse(text);
  assert(mistakes.length >= 60, `Only ${mistakes.length} mistakes`);
  const errors = await errorsOf(mistakes);
  const found = mistakes.map((one, i) => ({ ...one, error: errors[i] ?? "" }));
  if (Deno.env.get("WRITE") !== "mistakes") {
    return assertEquals(found, mistakes);
  }
  const written = found.reduce((text, { code, error }) => {
    const start = text.indexOf(code) + code.length;
    const rest = text.slice(start).replace(/^\n=> .*/, "");
    return `${text.slice(0, start)}\n=> ${error}${rest}`;
  }, text);
  await Deno.writeTextFile(table, written);
});
