/**
 * The parts of the CLI's JSON output that tests look at.
 *
 * @module
 */

import type { Json } from "../values/value.ts";

/** An object in the CLI's JSON. */
export type JsonObject = Readonly<Record<string, Json>>;

/** The planned change of one resource. */
export interface ResourceChange {
  /** Its address, such as `notes_note.shopping`. */
  readonly address: string;
  /** The type of the resource. */
  readonly type: string;
  /** The actions and the values around them. */
  readonly change: {
    /** `no-op`, `create`, `read`, `update`, `delete`, in their order. */
    readonly actions: readonly string[];
    /** The values before; null if there was none. */
    readonly before: JsonObject | null;
    /** The known values after; null if there will be none. */
    readonly after: JsonObject | null;
    /** True where the value is known only after apply. */
    readonly after_unknown: JsonObject;
    /** True where the value after is sensitive. */
    readonly after_sensitive?: Json;
    /** True where the value before is sensitive. */
    readonly before_sensitive?: Json;
    /** The import, if anything is imported. */
    readonly importing?: {
      readonly id?: string;
      readonly identity?: JsonObject;
    };
    /** The attributes because of which the resource is replaced. */
    readonly replace_paths?: readonly (readonly (string | number)[])[];
  };
}

/** The JSON form of a plan. */
export interface PlanJson {
  /** The changes of resources. */
  readonly resource_changes?: readonly ResourceChange[];
  /** The changes found outside of Terraform. */
  readonly resource_drift?: readonly ResourceChange[];
  /** The changes of outputs. */
  readonly output_changes?: Readonly<
    Record<
      string,
      Pick<ResourceChange["change"], "actions"> & {
        /** The value before; absent: there was none. */
        readonly before?: Json;
        /** The value after; absent: not known yet. */
        readonly after?: Json;
        /** True where the value is known only after apply. */
        readonly after_unknown?: Json;
        /** True where the value after is sensitive. */
        readonly after_sensitive?: Json;
      }
    >
  >;
  /** The changes deferred to a later run, with the reason. */
  readonly deferred_changes?: readonly {
    readonly reason: string;
    readonly resource_change: ResourceChange;
  }[];
  /** Whether anything would change. */
  readonly applyable?: boolean;
}

/** One resource in a state. */
export interface StateResource {
  /** Its address. */
  readonly address: string;
  /** The type of the resource. */
  readonly type: string;
  /** The version of its schema. */
  readonly schema_version: number;
  /** Its attributes. */
  readonly values: JsonObject;
  /** True where an attribute is sensitive. */
  readonly sensitive_values?: JsonObject;
  /** Its identity; absent: it has none, or the CLI does not show it. */
  readonly identity?: JsonObject;
  /** Whether the next apply replaces it. */
  readonly tainted?: boolean;
}

/** A module in a state. */
export interface StateModule {
  /** Its resources. */
  readonly resources?: readonly StateResource[];
  /** The modules that it calls. */
  readonly child_modules?: readonly StateModule[];
}

/** The JSON form of a state. */
export interface StateJson {
  /** The values of the state; undefined for an empty one. */
  readonly values?: {
    /** The outputs. */
    readonly outputs?: Readonly<
      Record<string, { readonly value: Json; readonly sensitive?: boolean }>
    >;
    /** The module whose configuration was applied. */
    readonly root_module: StateModule;
  };
}

/** The resources of a module and of those that it calls. */
export function resourcesOf(
  { resources = [], child_modules = [] }: StateModule,
): readonly StateResource[] {
  return [...resources, ...child_modules.flatMap(resourcesOf)];
}
