import { itemsAlong, objectType, type Schema } from "../schema/schema.ts";
import type { Versions } from "../schema/walk_schema.ts";
import { equalValues } from "../values/equal.ts";
import type { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import { typeAt, valueAt } from "../values/walk.ts";

/**
 * Tests whether a plan differs from the state at a path; always at a write-only
 * attribute, as its change can't be seen.
 */
export function changesAt(
  schema: Schema,
  { prior, planned }: Versions<"prior" | "planned">,
  path: Path,
): boolean {
  const before = valueAt(prior, path);
  const after = valueAt(planned, path);
  if (before === undefined && after === undefined) return false;
  const last = itemsAlong(schema, path).at(-1);
  const isWriteOnly = last?.kind === "attribute" && last.writeOnly;
  if (isWriteOnly || isUnknown(after)) return true;
  const type = typeAt(objectType(schema), path);
  return type === undefined ||
    !equalValues(before ?? null, after ?? null, type);
}
