/**
 * The table of permissions in the authentication guide, from what each
 * definition says that it needs.
 *
 * @module
 */
import type { Provider } from "../provider/framework/mod.ts";
import {
  type Access,
  accessOf,
  planText,
} from "../provider/huggingface/define/access.ts";

/** The placeholder of the table in the guide. */
export const accessPlace = "<!-- what needs which permission -->";

/** The kinds of definitions, as the table calls them. */
const kinds = [
  ["resources", "resources"],
  ["dataSources", "data sources"],
  ["listResources", "lists"],
  ["ephemeralResources", "ephemeral resources"],
  ["actions", "actions"],
] as const;

/** The part of a definition that the table needs. */
interface Definition {
  readonly typeName: string;
  readonly schema: object;
}

/** The table, in Markdown: a line for each kind and what it needs. */
export function accessTable(provider: Provider): string {
  const lines = kinds.flatMap(([kind, title]) => {
    const all: readonly Definition[] = provider[kind];
    const byNeed = Map.groupBy(all, ({ schema }) => textOf(accessOf(schema)));
    return [...byNeed].toSorted(([a], [b]) => a < b ? -1 : 1).map(
      ([need, found]) =>
        `| ${title}: ${
          found.map(({ typeName }) => `\`${typeName}\``).toSorted().join(", ")
        } | ${need} |`,
    );
  });
  return ["| what | permission |", "| --- | --- |", ...lines].join("\n");
}

function textOf(access: Access | undefined): string {
  if (access === undefined) throw new Error("A schema does not say its needs");
  const { permission, plan } = access;
  const names = [permission ?? []].flat().map((name) => `\`${name}\``);
  const needed = names.length === 0 ? "none" : names.join(", ");
  return plan === undefined ? needed : `${needed}; ${planText(plan)}`;
}
