/**
 * How objects of a resource are found.
 *
 * @module
 */

import type { Resource, ValueObject } from "@hf-terraform/framework";
import type { HuggingFace } from "@hf-terraform/client";
import type { Access } from "./shared/access.ts";
import type { HuggingFaceProvider } from "./shared/provider_data.ts";

/** The filters of a search. */
export interface Filter {
  /** The owner; empty: a search that has no such filter. */
  readonly namespace: string;
  /** A part of the name. */
  readonly search?: string | null;
  /** Tags that all must be there. */
  readonly tags?: readonly string[] | null;
  /** One Space. */
  readonly space?: string | null;
  /** One repository: `acme/m`, `datasets/acme/x` or `spaces/acme/s`. */
  readonly repository?: string | null;
}

/** Something that exists. */
export interface Found {
  /** The id that an import takes. */
  readonly id: string;
  /** Its identity; undefined: an import tells. */
  readonly identity?: ValueObject;
  /** What people know it by, where its id does not say that. */
  readonly label?: string;
  /** The names of its secrets, where the list tells; true: one without. */
  readonly secrets?: readonly string[] | boolean;
}

/** How to find the objects of a resource. */
export interface Finder {
  /** The resource. */
  readonly resource: Resource;
  /** What it lists, for descriptions: `Spaces`. */
  readonly plural: string;
  /** What its search can be narrowed to. */
  readonly filters: readonly (keyof Filter | "organization")[];
  /** What it needs; default: what the resource does. */
  readonly access?: Access;
  /** What its configuration has in common with that of another resource. */
  readonly common?: Common;
  /** Finds them. */
  find(search: Search): AsyncIterable<Found>;
}

/** A search, and what it asks. */
export interface Search extends Filter {
  /** Asks. */
  readonly client: HuggingFace;
  /** Holds what reads share. */
  readonly provider: HuggingFaceProvider;
  /** Ends the search. */
  readonly signal: AbortSignal;
}

/** What two resources manage, each in its way: all of it, or one of it each. */
export interface Common {
  /** What it is, for messages: `variables`. */
  readonly things: string;
  /** The other resource, for messages. */
  readonly other: string;
  /** Whose it is, by the id of what was found. */
  owner(id: string): string;
  /**
   * Of the one that manages all of it: what is left without it; undefined:
   * nothing is.
   */
  readonly without?: (state: ValueObject) => ValueObject | undefined;
}

/** The owner in an id that ends with what it owns. */
export function ownerOf(id: string): string {
  return id.replace(/\/[^/]*$/, "");
}
