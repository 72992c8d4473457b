/** The page of costs and states since the first change. */
import type { Section } from "../core/router.ts";
import { cell, escape, isState, moodOf, shortTime, table } from "./html.ts";

/** What existed at one moment. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What existed then. */
  readonly seen: readonly Section[];
}

/** A while in which something had one state. */
interface Span {
  readonly state: string;
  readonly from: number;
  to: number;
}

/** Costs and states, as the page and its JSON show them. */
export interface OverTime {
  /** What everything that ran cost an hour, moment by moment. */
  readonly costs: readonly { readonly at: string; readonly cost: number }[];
  /** What it all cost until now, in dollars. */
  readonly total: number;
  /** The states of each object, one after the other. */
  readonly states: readonly {
    readonly name: string;
    readonly spans: readonly { state: string; from: string; to: string }[];
  }[];
}

/** What everything that runs costs an hour. */
export function costOf(sections: readonly Section[]): number {
  return sections.flatMap(({ rows }) => rows)
    .reduce((sum, { cost = 0 }) => sum + cost, 0);
}

/** Costs and states out of what existed, moment by moment. */
export function overTime(moments: readonly Moment[]): OverTime {
  const spans = new Map<string, Span[]>();
  let total = 0;
  moments.forEach(({ at, seen }, index) => {
    const next = moments[index + 1]?.at ?? at;
    total += costOf(seen) * (next - at) / 3_600_000;
    for (const { title, columns, rows } of seen) {
      const column = columns.findIndex(isState);
      for (const { cells } of column < 0 ? [] : rows) {
        const id = `${title}: ${cells[0] ?? ""}`;
        const known = spans.get(id) ?? [];
        spans.set(id, known);
        const last = known.at(-1);
        const state = cells[column] ?? "";
        if (last?.state === state && last.to === at) last.to = next;
        else known.push({ state, from: at, to: next });
      }
    }
  });
  return {
    costs: moments.map(({ at, seen }) => ({ at: iso(at), cost: costOf(seen) })),
    total,
    states: [...spans].map(([name, list]) => ({
      name,
      spans: list.map(({ state, from, to }) => ({
        state,
        from: iso(from),
        to: iso(to),
      })),
    })),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The page's text. */
export function overTimeBody({ costs, total, states }: OverTime): string {
  const now = costs.at(-1)?.cost ?? 0;
  const start = Date.parse(costs[0]?.at ?? "");
  const length = Math.max(1, Date.parse(costs.at(-1)?.at ?? "") - start);
  const place = (time: string) => (Date.parse(time) - start) / length * 1000;
  const most = Math.max(0.01, ...costs.map(({ cost }) => cost));
  const height = (cost: number) => 190 - cost / most * 170;
  const line = costs.map(({ at, cost }, index) =>
    index === 0
      ? `M0 ${height(cost).toFixed(1)}`
      : `H${place(at).toFixed(1)} V${height(cost).toFixed(1)}`
  ).join(" ");
  const said = `$${now.toFixed(2)} an hour now, at most $${most.toFixed(2)}, $${
    total.toFixed(2)
  } in all`;
  const bars = states.map(({ name, spans }) => [
    cell(name),
    `<td><svg class="bar" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">${
      spans.map(({ state, from, to }) =>
        `<rect class="${moodOf(state) ?? "none"}" x="${
          place(from).toFixed(1)
        }" width="${
          Math.max(2, place(to) - place(from)).toFixed(1)
        }" height="20"/>`
      ).join("")
    }</svg>${
      escape(
        spans.map(({ state, from }) => `${state} ${shortTime(from).slice(11)}`)
          .join(", "),
      )
    }</td>`,
  ]);
  return `<section>
<h2>Cost an hour</h2>
<p>${said}, from ${shortTime(costs[0]?.at ?? "")} to ${
    shortTime(costs.at(-1)?.at ?? "")
  }</p>
<svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label="${
    escape(said)
  }"><title>${escape(said)}</title><path d="${line}"/></svg>
</section>
<section>
<h2>States</h2>
${
    table(
      "Each since it was first seen",
      ["Name", "Over time"],
      bars,
    )
  }
</section>`;
}
