/**
 * The types that those of the framework are made of: what a compiler shows, and
 * an author rarely names.
 *
 * @module
 */

export type * from "./schema/attribute.ts";
export type * from "./schema/build_attribute.ts";
export type * from "./schema/exact.ts";
export type * from "./schema/model.ts";
export type * from "./schema/rules.ts";
export type * from "./schema/s.ts";
export type * from "./schema/state_of.ts";
export type * from "./validators/collection.ts";
export type * from "./plan/p.ts";
export type * from "./plan/same.ts";
export type { JsonValueObject } from "./values/json_parser.ts";
export type * from "./values/type.ts";
export type * from "./values/unknown.ts";
export type * from "./define/context.ts";
export type * from "./define/data_source.ts";
export type * from "./define/definers.ts";
export type * from "./define/function.ts";
export type * from "./define/identity.ts";
export type { PreformattedText } from "./diagnostics.ts";
export type { Loadable, NamedDefinition } from "./define/lazy.ts";
export type * from "./define/list_and_action.ts";
export type * from "./define/provider.ts";
export type * from "./define/resource.ts";
