/**
 * Data sources, ephemeral resources and functions.
 *
 * @module
 */
import {
  ArgumentError,
  defineFunction,
  failure,
  parameter,
  s,
  types,
} from "../../../provider/framework/mod.ts";
import { defineDataSource, defineEphemeralResource } from "./vocabulary.ts";

/** The data source `lab_things`: the ids of all objects. */
export const things = defineDataSource({
  typeName: "lab_things",
  schema: s.schema({
    description: "All things.",
    attributes: {
      prefix: s.string({ optional: true, description: "The prefix of ids." }),
      ids: s.list(types.string, { computed: true, description: "The ids." }),
    },
  }),
  async read({ config, provider }) {
    const { prefix } = config;
    if (prefix === "nowhere") {
      throw failure("Nothing there", "Try another prefix.");
    }
    const ids = await provider.store.ids();
    return { prefix, ids: ids.filter((id) => id.startsWith(prefix ?? "")) };
  },
});

/** The ephemeral resource `lab_token`. */
export const token = defineEphemeralResource({
  typeName: "lab_token",
  schema: s.schema({
    description: "A token.",
    attributes: {
      scope: s.string({ required: true, description: "The scope." }),
      value: s.string({
        computed: true,
        sensitive: true,
        description: "The token.",
      }),
    },
  }),
  async open({ config, provider }) {
    await provider.store.put(`token-${config.scope}`, { renewed: 0 });
    return {
      result: { ...config, value: `secret of ${config.scope}` },
      private: { scope: config.scope },
      renewAt: new Date(Date.UTC(config.scope === "x" ? 2100 : 2000, 0, 1)),
    };
  },
  async renew({ private: kept, provider }) {
    const scope = scopeOf(kept);
    await provider.store.put(`token-${scope}`, { renewed: 1 });
    if (scope === "revoked") throw failure("Cannot renew", "Make another one.");
    return kept === undefined ? {} : { private: kept };
  },
  async close({ private: kept, provider }) {
    await provider.store.remove(`token-${scopeOf(kept)}`);
  },
});

function scopeOf(kept: unknown): string {
  const scope: unknown = typeof kept === "object" && kept !== null
    ? Reflect.get(kept, "scope")
    : undefined;
  return String(scope);
}

/** The function `join`. */
export const join = defineFunction({
  name: "join",
  summary: "Joins texts.",
  description: "Joins texts with a separator.",
  parameters: [parameter("separator", types.string, "What goes between.")],
  variadic: parameter(
    "parts",
    types.nullable(types.string),
    "What is joined; null is left out.",
  ),
  returns: types.string,
  run: ([separator], parts) => {
    const bad = parts.indexOf("bad");
    if (bad >= 0) throw new ArgumentError(bad + 1, "This part is bad");
    return parts.filter((part) => part !== null).join(separator);
  },
});

/** The function `same`: numbers of any size go through unchanged. */
export const same = defineFunction({
  name: "same",
  summary: "Gives back a number.",
  description: "Gives back what it gets.",
  parameters: [parameter("number", types.number, "Any number.")],
  returns: types.number,
  run: ([number]) => number,
});
