/**
 * Regular expressions of others, matched in a time that grows with the pattern
 * and the text only: all ways to match are walked at once, and none twice.
 *
 * @module
 */

/** What has to come next; `go`: any of these steps, without a character. */
type Step =
  | { readonly char: RegExp }
  | { readonly place: RegExp }
  | { readonly go: readonly number[] };

/** Appends its steps to a program. */
type Node = (program: Step[]) => void;

/** More steps than this are no pattern that a person writes. */
const MOST_STEPS = 2000;

/**
 * Whether a text holds a match. Throws SyntaxError for what is no pattern, and
 * for what cannot be matched this way: references and looking around.
 */
export function pattern(source: string): (text: string) => boolean {
  new RegExp(source);
  const program: Step[] = [];
  const { node, end } = alternatives(source, 0);
  if (end < source.length) throw unsupported(source.slice(end));
  node(program);
  return (text) => run(program, text);
}

function run(program: readonly Step[], text: string): boolean {
  let next: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    const seen = new Set<number>();
    const open = [...next, 0];
    next = [];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      const step = program[one];
      if (step === undefined) return true;
      if ("go" in step) open.push(...step.go);
      else if ("char" in step) {
        if (at < text.length && step.char.test(text.charAt(at))) {
          next.push(one + 1);
        }
      } else if (isAt(step.place, text, at)) open.push(one + 1);
    }
  }
  return false;
}

/** Whether `^`, `$`, `\b` or `\B` holds there: the neighbours decide. */
function isAt(place: RegExp, text: string, at: number): boolean {
  const before = at === 0 ? "" : text.charAt(at - 1);
  place.lastIndex = before.length;
  return place.test(before + text.slice(at, at + 1)) &&
    (place.source !== "^" || at === 0) &&
    (place.source !== "$" || at === text.length);
}

interface Parsed {
  readonly node: Node;
  readonly end: number;
}

function alternatives(source: string, start: number): Parsed {
  const nodes: Node[] = [];
  let at = start - 1;
  do {
    const { node, end } = sequence(source, at + 1);
    nodes.push(node);
    at = end;
  } while (source[at] === "|");
  const node = nodes.reduceRight((others, one) => (program) => {
    const split = reserve(program);
    one(program);
    const jump = reserve(program);
    program[split] = { go: [split + 1, program.length] };
    others(program);
    program[jump] = { go: [program.length] };
  });
  return { node, end: at };
}

function sequence(source: string, start: number): Parsed {
  const nodes: Node[] = [];
  let at = start;
  while (at < source.length && !"|)".includes(source.charAt(at))) {
    const one = atom(source, at);
    const [quantity = "", least, comma, most] =
      /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(one.end)) ?? [];
    at = one.end + quantity.length;
    if (quantity === "") nodes.push(one.node);
    else if (least === undefined) {
      const [min, max] = quantity.startsWith("*")
        ? [0, Infinity]
        : quantity.startsWith("+")
        ? [1, Infinity]
        : [0, 1];
      nodes.push(repeat(one.node, min, max));
    } else {
      const max = comma === undefined ? least : most || Infinity;
      nodes.push(repeat(one.node, Number(least), Number(max)));
    }
  }
  return { node: (program) => nodes.forEach((node) => node(program)), end: at };
}

function atom(source: string, at: number): Parsed {
  if (source[at] === "(") {
    const opening = /^\((?:\?:)?/.exec(source.slice(at))?.[0] ?? "";
    if (source[at + opening.length] === "?") throw unsupported("(?");
    const { node, end } = alternatives(source, at + opening.length);
    return { node, end: end + 1 };
  }
  const [text = ""] = /^(?:\\[bB]|[$^])/.exec(source.slice(at)) ?? [];
  if (text !== "") {
    const place = new RegExp(text, "y");
    return {
      node: (program) => add(program, { place }),
      end: at + text.length,
    };
  }
  const [one = ""] =
    /^(?:\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)|\[(?:\\.|[^\]\\])*\]|.)/is
      .exec(source.slice(at)) ?? [];
  if (/^\\[1-9k]/.test(one)) throw unsupported(one);
  const char = new RegExp(`^${one}$`);
  return { node: (program) => add(program, { char }), end: at + one.length };
}

function repeat(node: Node, min: number, max: number): Node {
  return (program) => {
    for (let count = 0; count < min; count++) node(program);
    if (max === Infinity) {
      const split = reserve(program);
      node(program);
      add(program, { go: [split] });
      program[split] = { go: [split + 1, program.length] };
    } else {
      for (let count = min; count < max; count++) {
        const split = reserve(program);
        node(program);
        program[split] = { go: [split + 1, program.length] };
      }
    }
  };
}

function reserve(program: Step[]): number {
  return add(program, { go: [] });
}

function add(program: Step[], step: Step): number {
  if (program.length >= MOST_STEPS) throw unsupported("so much repetition");
  return program.push(step) - 1;
}

function unsupported(what: string): SyntaxError {
  return new SyntaxError(`A pattern here cannot have ${what}`);
}
