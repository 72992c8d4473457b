/**
 * Finds regular expressions whose time can grow faster than their text does.
 *
 * An expression is read as an automaton of the places in it that take a
 * character. It backtracks beyond linear where some text leads from a loop back
 * into it, and also into another one that takes the same text, from which the
 * match can still fail. Where a search begins is a loop too.
 *
 * @module
 */

/** Characters that stand for all: one bit of a set each. */
const characters = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\x85\xa0\xaaéÉſK\u200e\u2028\u202e中😀",
];
const START = 1n << BigInt(characters.length);
const ANY = START - 1n;

interface Entry {
  readonly at: number;
  /** The characters that may stand before it. */
  readonly after: bigint;
}

interface Part {
  readonly first: readonly Entry[];
  /** The places at its end, and whether nothing that can fail follows. */
  readonly last: readonly { readonly at: number; readonly isSure: boolean }[];
  /** The characters before it if it takes none; no character: it takes one. */
  readonly empty: bigint;
  /** Whether it can fail although it takes no character. */
  readonly canFail: boolean;
}

const nothing: Part = {
  first: [],
  last: [],
  empty: ANY | START,
  canFail: false,
};

const part =
  /\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[^]/uy;
const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

const sets = new Map<string, bigint>();

function setOf(atom: string, flags: string): bigint {
  const key = `${atom} ${flags}`;
  const expression = new RegExp(`^${atom}$`, flags.replace(/[gmy]/g, ""));
  const known = sets.get(key) ?? characters.reduce(
    (set, character, bit) =>
      expression.test(character) ? set | 1n << BigInt(bit) : set,
    0n,
  );
  sets.set(key, known);
  return known;
}

class Automaton {
  readonly takes: bigint[] = [];
  readonly next: number[][] = [];
  readonly sure = new Set<number>();
  fault: string | undefined;
  #at = 0;
  #loops = 0;
  readonly #source: string;
  readonly #flags: string;

  constructor({ source, flags }: RegExp) {
    this.#source = source;
    this.#flags = flags;
    const before = this.#add(ANY);
    this.next[before]?.push(before);
    const { first, last } = this.#choice();
    for (const { at, after } of first) {
      if ((after & ANY) === 0n) continue;
      const from = (after & ANY) === ANY ? before : this.#add(after & ANY);
      if (from !== before) this.next[before]?.push(from);
      this.next[from]?.push(at);
    }
    for (const { at, isSure } of last) if (isSure) this.sure.add(at);
  }

  #add(set: bigint): number {
    this.next.push([]);
    return this.takes.push(set) - 1;
  }

  #choice(): Part {
    const parts: Part[] = [];
    do {
      let read = nothing;
      while (!/^[|)]?$/.test(this.#source[this.#at] ?? "")) {
        read = this.#join(read, this.#repeated());
      }
      parts.push(read);
    } while (this.#source[this.#at++] === "|");
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: parts.reduce((empty, one) => empty | one.empty, 0n),
      canFail: parts.every(({ empty, canFail }) => empty === 0n || canFail),
    };
  }

  #join(a: Part, b: Part): Part {
    this.#link(a, b);
    const kept = b.empty === 0n ? [] : a.last.map(({ at, isSure }) => ({
      at,
      isSure: isSure && !b.canFail,
    }));
    const late = b.first.map(({ at, after }) => ({
      at,
      after: after & a.empty,
    }));
    return {
      first: [...a.first, ...late.filter(({ after }) => after !== 0n)],
      last: [...kept, ...b.last],
      empty: a.empty & b.empty,
      canFail: a.canFail || b.canFail,
    };
  }

  #link(a: Part, b: Part): void {
    for (const { at: from } of a.last) {
      for (const { at, after } of b.first) {
        if (after & (this.takes[from] ?? 0n)) this.next[from]?.push(at);
      }
    }
  }

  #repeated(): Part {
    const start = this.#at;
    let read = this.#atom();
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#source);
    if (found === null) return read;
    const [{ length }, min = "", comma, max = ""] = found;
    const end = this.#at + length;
    const kind = found[0].charAt(0);
    // Two of them show what more would show.
    if (Number(max || min) > 1) {
      this.#at = start;
      read = this.#join(read, this.#atom());
    }
    if (kind === "*" || kind === "+" || comma === "," && max === "") {
      this.#loops++;
      this.#link(read, read);
    }
    this.#at = end;
    return kind === "*" || kind === "?" || min === "0"
      ? { ...read, empty: nothing.empty, canFail: false }
      : read;
  }

  #atom(): Part {
    part.lastIndex = this.#at;
    const [text = ""] = part.exec(this.#source) ?? [];
    this.#at += text.length;
    if (/^\\[k1-9]/.test(text)) this.fault = "a reference backwards";
    if (/^(?:\$|\\b)$/i.test(text)) return { ...nothing, canFail: true };
    if (text === "^") {
      const after = this.#flags.includes("m") ? setOf("\\n", "") : 0n;
      return { ...nothing, empty: START | after, canFail: true };
    }
    if (text.startsWith("(?<=") || text.startsWith("(?<!")) {
      return this.#behind(text.endsWith("="));
    }
    if (text.startsWith("(")) {
      const inner = this.#choice();
      return /[=!]$/.test(text)
        ? { ...nothing, first: inner.first, canFail: true }
        : inner;
    }
    const at = this.#add(setOf(text, this.#flags));
    return {
      first: [{ at, after: nothing.empty }],
      last: [{ at, isSure: true }],
      empty: 0n,
      canFail: false,
    };
  }

  /** Reads what has to stand before a place; its last character counts. */
  #behind(isWanted: boolean): Part {
    const [loops, start] = [this.#loops, this.takes.length];
    const { first, last, empty } = this.#choice();
    if (this.#loops > loops) this.fault = "a loop in what is looked for before";
    const set = last.reduce((set, { at }) => set | (this.takes[at] ?? 0n), 0n);
    const isOne = first.length === this.takes.length - start;
    const after = isWanted
      ? set | empty
      : isOne
      ? nothing.empty & ~(set | empty)
      : nothing.empty;
    return { ...nothing, empty: after, canFail: true };
  }
}

/** Tells how an expression backtracks beyond linear; undefined: it does not. */
export function findBacktracking(expression: RegExp): string | undefined {
  const { takes, next, sure, fault } = new Automaton(expression);
  if (fault !== undefined) return fault;
  const reached = next.map((places) => {
    const found = new Set(places);
    for (const at of found) next[at]?.forEach((to) => found.add(to));
    return found;
  });
  const isRound = (a: number, b: number) =>
    reached[a]?.has(b) && reached[b]?.has(a);
  const open = (at: number) => next[at]?.filter((to) => !sure.has(to)) ?? [];
  const loops = takes.keys().filter((at) => isRound(at, at)).toArray();
  for (const p of loops) {
    const twice = open(p).find((to, i, all) => all.indexOf(to) !== i);
    if (twice !== undefined && isRound(p, twice)) return "loops in each other";
    for (const q of loops) {
      if (p === q || !reached[p]?.has(q)) continue;
      const steps: (readonly [number, number, number])[] = [[p, p, q]];
      const seen = new Set<string>();
      for (const [x, y, z] of steps) {
        for (const a of next[x]?.filter((to) => isRound(to, p)) ?? []) {
          for (const b of open(y).filter((to) => reached[to]?.has(q))) {
            for (const c of open(z).filter((to) => isRound(to, q))) {
              const set = (takes[a] ?? 0n) & (takes[b] ?? 0n) &
                (takes[c] ?? 0n);
              if (set === 0n || seen.has(`${[a, b, c]}`)) continue;
              if (a === p && b === q && c === q) {
                return p === 0
                  ? "a loop that each search for a beginning runs through"
                  : "two loops that take the same text";
              }
              seen.add(`${[a, b, c]}`);
              steps.push([a, b, c]);
            }
          }
        }
      }
    }
  }
  return undefined;
}
