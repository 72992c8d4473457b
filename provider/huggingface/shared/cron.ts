/**
 * Schedules of jobs.
 *
 * @module
 */

import type { Validator } from "../../framework/mod.ts";
import { mending } from "./validators.ts";

const number = String.raw`\d{1,4}`;
/** `*`, `5`, `1,15`, a step such as `*` with `/15`, or `1-5`. */
const field =
  `(?:\\*|${number}(?:,${number})*|\\*/${number}|${number}/${number}|${number}-${number})`;
const pattern = new RegExp(
  `^(?:@(?:hourly|daily|weekly|monthly|yearly|annually)|${field}(?: ${field}){4,6})$`,
);

const days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const months = (
  "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"
).split(" ");

/** The text must be a schedule that the service knows. */
export function cron(): Validator<string> {
  return mending(
    pattern,
    "`@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`, or 5 to 7 cron " +
      "fields of `*`, `5`, `1,15`, `*/15` or `1-5`, without names of months " +
      "and days",
    (schedule) =>
      schedule.includes(" ")
        ? schedule.toUpperCase().replaceAll(
          /[A-Z]{3}/g,
          (name) => `${Math.max(days.indexOf(name), months.indexOf(name) + 1)}`,
        )
        : `@${schedule.toLowerCase()}`,
  );
}
