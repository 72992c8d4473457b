/**
 * The time at which an ephemeral resource is to be renewed.
 *
 * @module
 */

/**
 * The date, if it is one.
 *
 * @throws {RangeError} if it is an invalid date.
 */
export function checkedDate(date: Date | undefined): Date | undefined {
  if (date !== undefined && Number.isNaN(date.getTime())) {
    throw new RangeError(
      "The provider returned an invalid date as the time of renewal",
    );
  }
  return date;
}
