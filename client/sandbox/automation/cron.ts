const aliases: ReadonlyMap<string, string> = new Map([
  ["@hourly", "0 * * * *"],
  ["@daily", "0 0 * * *"],
  ["@weekly", "0 0 * * 0"],
  ["@monthly", "0 0 1 * *"],
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
]);

/** Ranges of the fields, from seconds to years. */
const ranges: readonly (readonly [min: number, max: number])[] = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
  [1970, 2099],
];

type CronField = ReadonlySet<number>;

/**
 * Parses a schedule; undefined if it is none. The result returns the next time
 * after another.
 */
export function parseCron(
  text: string,
): ((after: number) => number | undefined) | undefined {
  const parts = (aliases.get(text) ?? text).split(" ");
  if (parts.length < 5 || parts.length > 7) return undefined;
  const all = [
    ...parts.length === 5 ? ["0"] : [],
    ...parts,
    ...parts.length < 7 ? ["*"] : [],
  ].map((part, index) => parseField(part, ranges[index] ?? [0, 0]));
  const [seconds, minutes, hours, days, months, weekdays, years] = all;
  if (
    !seconds || !minutes || !hours || !days || !months || !weekdays || !years
  ) return undefined;
  const everyDay = days.size === 31;
  const everyWeekday = weekdays.size >= 7;
  const isDueOn = (date: Date): boolean => {
    if (!years.has(date.getUTCFullYear())) return false;
    if (!months.has(date.getUTCMonth() + 1)) return false;
    const inMonth = days.has(date.getUTCDate());
    const inWeek = weekdays.has(date.getUTCDay()) ||
      (date.getUTCDay() === 0 && weekdays.has(7));
    // As cron does: of two that are restricted, one is enough.
    if (everyDay || everyWeekday) return inMonth && inWeek;
    return inMonth || inWeek;
  };
  return (after) => {
    const dayMs = 86_400_000;
    const today = after - after % dayMs;
    // Eight years hold every day of the calendar.
    for (let day = today; day < today + 8 * 366 * dayMs; day += dayMs) {
      if (!isDueOn(new Date(day))) continue;
      const found = findTime(hours, minutes, seconds, after - day);
      if (found !== undefined) return day + found;
    }
    return undefined;
  };
}

/** Finds the first time after another, in milliseconds of the day. */
function findTime(
  hours: CronField,
  minutes: CronField,
  seconds: CronField,
  after: number,
): number | undefined {
  for (const hour of hours) {
    for (const minute of minutes) {
      for (const second of seconds) {
        const ms = ((hour * 60 + minute) * 60 + second) * 1000;
        if (ms > after) return ms;
      }
    }
  }
  return undefined;
}

/** Parses `*`, `n`, `n,n`, `n-n`, `n/n` or the like to numbers in order. */
function parseField(
  text: string,
  [min, max]: readonly [number, number],
): CronField | undefined {
  if (!/^((\d+,)+\d+|(\*|\d+)[/-]\d+|\d+|\*)$/.test(text)) return undefined;
  const numbers = text.split(/[,/-]/).map((part) =>
    part === "*" ? min : Number(part)
  );
  const [first = 0, second = first] = numbers;
  const found = new Set<number>();
  if (text.includes(",")) {
    numbers.sort((a, b) => a - b).forEach((n) => found.add(n));
  } else if (text.includes("/")) {
    if (second === 0) return undefined;
    for (let n = first; n <= max; n += second) found.add(n);
  } else {
    const last = text === "*" ? max : second;
    if (last > max) return undefined;
    for (let n = first; n <= last; n++) found.add(n);
  }
  const isWithin = [...found].every((n) => n >= min && n <= max);
  return isWithin && found.size > 0 ? found : undefined;
}
