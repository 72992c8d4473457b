/**
 * Schedules of jobs.
 *
 * @module
 */

import type { Validator } from "../../framework/mod.ts";
import { mending } from "./validators.ts";

/** `*`, `5`, `1,15`, a step such as `*` with `/15`, or `1-5`. */
const field = (number: string) =>
  `(?:\\*|${number}(?:,${number})*|(?:\\*|${number})/[1-9]\\d{0,3}|${number}-${number})`;
/** Minutes, hours, days, months and days of the week. */
const five = [
  "[0-5]?\\d",
  "(?:[01]?\\d|2[0-3])",
  "(?:0?[1-9]|[12]\\d|3[01])",
  "(?:0?[1-9]|1[0-2])",
  "[0-7]",
].map(field).join(" ");
// Nothing says whether the sixth field is the seconds or the year.
const more = `${field("\\d{1,4}")}(?: ${field("\\d{1,4}")}){5,6}`;
const pattern = new RegExp(
  `^(?:@(?:hourly|daily|weekly|monthly|yearly|annually)|${five}|${more})$`,
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
      "fields of `*`, `5`, `1,15`, `*/15` or `1-5` within their ranges, " +
      "without names of months and days",
    (schedule) =>
      schedule.includes(" ")
        ? schedule.toUpperCase().replaceAll(
          /[A-Z]{3}/g,
          (name) => `${Math.max(days.indexOf(name), months.indexOf(name) + 1)}`,
        )
        : `@${schedule.toLowerCase()}`,
  );
}
