import { same, v, type Validator } from "@hf-terraform/framework";
import {
  canonicalJson,
  isRecord,
  parseRecord,
  roundedNumber,
} from "../schema/json.ts";

/** The options of a JSON attribute with the fields that those beside it lack. */
export function extraOptions(attributes: readonly string[]) {
  return {
    optional: true,
    validators: [v.json({ of: "object" }), furtherThan(attributes)],
    semanticEquals: same.json,
    decode: extraFrom,
  } as const;
}

/** JSON without fields of attributes, whose numbers are sent as written. */
function furtherThan(attributes: readonly string[]): Validator<string> {
  return {
    description: "",
    validate(extra, { path, diagnostics }) {
      const given = parseRecord(extra) ?? {};
      for (const attribute of attributes) {
        const field = camelCase(attribute);
        if (!Object.hasOwn(given, field)) continue;
        diagnostics.addError(
          "Field that has an attribute",
          `\`${path}\` has \`${field}\`. Set \`${attribute}\` beside it ` +
            "instead, so that plans show it.",
          path,
        );
      }
      const rounded = roundedNumber(extra);
      if (rounded === undefined) return;
      diagnostics.addError(
        "Number with too many digits",
        `\`${path}\` has ${rounded}, which would be sent as ` +
          `${Number(rounded)}. Write a number that has fewer digits.`,
        path,
      );
    },
  };
}

/** JSON of further fields as it is now; those that are not shown are unchanged. */
function extraFrom(
  shown: unknown,
  kept: string | null | undefined,
): string | null {
  if (typeof kept !== "string") return null;
  const before = parseRecord(kept) ?? {};
  const now = isRecord(shown) ? shown : {};
  const changed = Object.entries(before).flatMap(([name, value]) =>
    now[name] === undefined || canonicalJson(now[name]) === canonicalJson(value)
      ? []
      : [[name, now[name]]]
  );
  return changed.length === 0
    ? kept
    : canonicalJson({ ...before, ...Object.fromEntries(changed) });
}

/** `max_num_seqs` as `maxNumSeqs`. */
export function camelCase(name: string): string {
  return name.replace(
    /_([a-z0-9])/g,
    (_, first: string) => first.toUpperCase(),
  );
}
