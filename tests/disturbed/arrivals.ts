/**
 * The ways in which a state comes to a resource that did not write it: by an
 * import, from another provider. What is null in such a
 * state was not seen, and may be there.
 *
 * @module
 */

import { moveResourceState } from "../../provider/framework/engine/upgrade.ts";
import type { ProviderServer } from "../../provider/framework/engine/server.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import { encodeJson } from "../support/encode_json.ts";
import type { Outcome, StoredState, Terraform } from "../support/terraform.ts";
import { sampleOf } from "../support/samples.ts";
import { call } from "../provider/framework/engine/support.ts";

/** A way in which a state comes. */
export interface Arrival {
  /** As tests name it. */
  readonly name: string;
  /** Lets what was stored come. */
  come(terraform: Terraform, stored: StoredState): Promise<Outcome>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A state of another provider. */
interface Source {
  readonly address: string;
  readonly typeName: string;
  /** Returns the fields that differ from ours. */
  theirs(ours: Fields): Fields;
}

/** The resources of ours that take over another provider's states. */
export const sources: Readonly<Record<string, Source>> = {
  huggingface_endpoint: {
    address: "registry.terraform.io/sebps/huggingface",
    typeName: "huggingface_endpoint",
    theirs: ({ paused, url }) => ({
      status: { state: paused === true ? "paused" : "running", url },
    }),
  },
  huggingface_space: {
    address: "registry.terraform.io/strickvl/huggingface-spaces",
    typeName: "huggingface-spaces_space",
    // It has no files.
    theirs: ({ visibility }) => ({
      private: visibility === "private",
      files: undefined,
    }),
  },
};

/** Moves a state of another provider to a resource of ours. */
export function moveFrom(
  { address, typeName }: Source,
  sourceState: object,
  targetTypeName: string,
  server: ProviderServer,
) {
  return moveResourceState(server, {
    sourceProviderAddress: address,
    sourceTypeName: typeName,
    sourceSchemaVersion: 0,
    sourceState: { kind: "json", text: JSON.stringify(sourceState) },
    sourcePrivate: new Uint8Array(),
    sourceIdentity: { kind: "absent" },
    sourceIdentitySchemaVersion: 0,
    targetTypeName,
  }, call);
}

function textOf({ resource }: Terraform, { value }: StoredState): string {
  return encodeJson(value, objectType(resource.schema));
}

const everywhere: readonly Arrival[] = [
  {
    name: "an import",
    come(terraform, { value }) {
      const { importId } = sampleOf(terraform.resource);
      const state = Object(value);
      return terraform.import(`${importId?.(state) ?? state.id}`);
    },
  },
];

function takeover(source: Source): Arrival {
  return {
    name: "a takeover",
    come: (terraform, stored) =>
      terraform.arrive(async (server) => {
        const ours: Fields = JSON.parse(textOf(terraform, stored));
        const moved = await moveFrom(
          source,
          { ...ours, ...source.theirs(ours) },
          terraform.resource.typeName,
          server,
        );
        return {
          value: moved.targetState,
          privateState: moved.targetPrivate,
          identity: moved.targetIdentity,
          diagnostics: moved.diagnostics,
        };
      }),
  };
}

/** The ways in which a state of a resource can come. */
export function arrivalsOf(typeName: string): readonly Arrival[] {
  const source = sources[typeName];
  return source === undefined ? everywhere : [...everywhere, takeover(source)];
}
