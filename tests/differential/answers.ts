/**
 * Answers of providers, in a form that is compared.
 *
 * @module
 */
import type { Init } from "../../proto/codec.ts";
import type { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { displayablePath } from "../../provider/framework/engine/addressable.ts";
import type { Schema } from "../../provider/framework/schema/schema.ts";
import { decodeMsgpack } from "../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack_encode.ts";
import { Path, type PathStep } from "../../provider/framework/values/path.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { record, type Value } from "../../provider/framework/values/value.ts";
import type { Behaviour } from "./description.ts";

/** The response of a provider, in a form that can be compared. */
export interface Answer {
  /** Severity and place of each diagnostic. */
  readonly diagnostics: readonly string[];
  /** The text of the diagnostics, for a person who reads a difference. */
  readonly says: string;
  /** The value; undefined: the call has none. */
  readonly value?: Value;
  /** The paths that replace. */
  readonly replaces?: readonly string[];
  /** The identity. */
  readonly identity?: Value;
}

/** The client capabilities of every call. */
export const clientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
};

/** The type of the identities. */
export const identityType: Type = ["object", { id: "string" }];

/** The identity of what has a state. */
export function identityOf(state: Value): Init<tfplugin6.ResourceIdentityData> {
  const id = state !== null && typeof state === "object" && "id" in state
    ? state.id ?? null
    : null;
  return state === null ? {} : {
    identityData: {
      msgpack: encodeMsgpack(record([["id", id]]), identityType),
    },
  };
}

/** A `provider_meta` that says what the service does. */
export function meta(does: Behaviour): Init<tfplugin6.DynamicValue> {
  const value = record([["behaviour", JSON.stringify(does)]]);
  return { msgpack: encodeMsgpack(value, ["object", { behaviour: "string" }]) };
}

/** The value in a message; null: there is none. */
export function valueOf(
  message: tfplugin6.DynamicValue | undefined,
  type: Type,
): Value {
  return message === undefined || message.msgpack.length === 0
    ? null
    : decodeMsgpack(message.msgpack, type);
}

/** Returns the part that all answers have in common. */
export function diagnosticsOf(
  schema: Schema,
  { diagnostics }: { readonly diagnostics: readonly tfplugin6.Diagnostic[] },
): Pick<Answer, "diagnostics" | "says"> {
  const lines = diagnostics.map(({ severity, attribute }) => {
    // As far as the CLI finds it: the library in Go sends all of it.
    const path = displayablePath(schema, pathOf(attribute), undefined);
    return `${severity === 1 ? "error" : "warning"} ${path}`;
  });
  return {
    diagnostics: [...new Set(lines)].sort(),
    says: diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`)
      .join("\n"),
  };
}

/** A path of a message. */
export function pathOf(path: tfplugin6.AttributePath | undefined): Path {
  return Path.of(
    (path?.steps ?? []).map(
      ({ attributeName, elementKeyInt, elementKeyString }): PathStep =>
        attributeName !== undefined
          ? { kind: "attribute", name: attributeName }
          : elementKeyString !== undefined
          ? { kind: "key", key: elementKeyString }
          : { kind: "index", index: elementKeyInt ?? 0 },
    ),
  );
}
