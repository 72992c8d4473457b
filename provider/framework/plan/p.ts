/**
 * The library of plan modifiers under one short name.
 *
 * @module
 */

import { computedFrom } from "./computed_from.ts";
import {
  useNonNullStateForUnknown,
  useStateForUnknown,
  useStateForUnknownUnless,
} from "./keep.ts";
import {
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
} from "./replace.ts";

/**
 * The plan modifiers of attributes: `requiresReplace`, `requiresReplaceIf`,
 * `requiresReplaceIfConfigured`, `useStateForUnknown`,
 * `useNonNullStateForUnknown`, `useStateForUnknownUnless` and `computedFrom`.
 *
 * @example
 * ```ts
 * import { p, s } from "../mod.ts";
 *
 * const attributes = {
 *   name: s.string({
 *     required: true,
 *     planModifiers: [p.requiresReplace()],
 *     description: "The name.",
 *   }),
 *   url: s.string({
 *     computed: true,
 *     planModifiers: [p.computedFrom(["name"], (name) => `disk://${name}`)],
 *     description: "Where it is.",
 *   }),
 * };
 * ```
 */
export const p = {
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  useStateForUnknown,
  useNonNullStateForUnknown,
  useStateForUnknownUnless,
  computedFrom,
} as const;
