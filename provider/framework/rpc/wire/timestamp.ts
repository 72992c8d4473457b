import type { Timestamp } from "../../../../proto/well_known.ts";

/** The message of a point in time; undefined if there is none. */
export function wireTimestamp(date: Date | undefined): Timestamp | undefined {
  if (date === undefined) return undefined;
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}
