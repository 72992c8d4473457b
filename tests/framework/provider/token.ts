/**
 * An ephemeral resource.
 *
 * @module
 */
import { failure, s } from "../../../provider/framework/mod.ts";
import { defineEphemeralResource } from "./vocabulary.ts";

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
      renewAt: new Date(Date.UTC(2000, 0, 1)),
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
