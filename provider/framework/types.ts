/**
 * The types that those of the framework are made of: what a compiler shows, and
 * an author rarely names.
 *
 * @module
 */

export type {
  Leaf,
  Mode,
  NestedShape,
  NestingMode,
  Shape,
} from "./schema/attribute.ts";
export type { BlockNesting } from "./schema/block.ts";
export type {
  AnyOptions,
  AttributeBy,
  CommonOptions,
  EachWithoutOthers,
  ElementsBuilder,
  Exactly,
  KnownInUpdateOf,
  LeafAttribute,
  LeafBuilder,
  LeafBuilders,
  LeafOptions,
  ModeOf,
  ModeOptions,
  OnlyOptions,
  OtherKeys,
  RuleKeys,
  StringOptions,
  WriteOnlyOf,
} from "./schema/build_attribute.ts";
export type {
  Atom,
  Begin,
  BeginningAs,
  Equivalents,
  equivalents,
  First,
  NearestOf,
  NoKey,
  NoOthers,
  NoValue,
  ObjectPart,
  Strict,
  StrictReturn,
  WithFirstOf,
} from "./schema/exact.ts";
export type {
  AttributesModel,
  BlockObject,
  BlocksModel,
  BlockValue,
  InsideOf,
  Model,
  PartlyKnown,
  Present,
  ShapeIn,
  UnknownIn,
  View,
  ViewIn,
} from "./schema/model.ts";
export type { KnownInUpdate } from "./schema/rules.ts";
export type {
  BlockBuilder,
  BlockBuilders,
  BlockOptions,
  Builders,
  NestedAttribute,
  NestedObjects,
  NoBlocks,
  ObjectBuilder,
  ObjectOptions,
  ObjectsBuilder,
  ObjectsOptions,
  SchemaOptions,
  TimeoutAttributes,
} from "./schema/s.ts";
export type { ResponseOf } from "./schema/state_of.ts";
export type { Collection } from "./validators/collection.ts";
export type { ComputedFromOptions } from "./plan/p.ts";
export type { SemanticEquals } from "./plan/same.ts";
export type { JsonValueObject } from "./values/json_parser.ts";
export type { CollectionType, ObjectType, TupleType } from "./values/type.ts";
export type { NumberBound, Refinements } from "./values/unknown.ts";
export type { Definition } from "./define/context.ts";
export type {
  DataSourceDefinition,
  EphemeralResourceDefinition,
} from "./define/data_source.ts";
export type { Arguments, FunctionDefinition } from "./define/function.ts";
export type {
  IdentityBuilder,
  IdentityBuilders,
  IdentityOptions,
  IdentitySchema,
} from "./define/identity.ts";
export type { Loadable, NamedDefinition } from "./define/lazy.ts";
export type {
  ActionDefinition,
  ListResourceDefinition,
} from "./define/list_and_action.ts";
export type {
  LoadableParts,
  Parts,
  ProviderDefinition,
} from "./define/provider.ts";
export type {
  ErasedDefinition,
  ErasedModels,
  GivenValues,
  IdentityDefinition,
  ImportedState,
  Models,
  ModelsOf,
  Movers,
  NewIdentity,
  Results,
  Upgraders,
} from "./define/resource.ts";
