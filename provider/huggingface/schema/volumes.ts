import {
  type AttributeValue,
  isUnknown,
  p,
  s,
  v,
  type Validator,
  type Value,
} from "@hf-terraform/framework";
import type { Volume as WireVolume } from "@hf-terraform/client";
import { isRecord } from "./json.ts";
import { folderPath, repoId, revisionName } from "./validators.ts";
import { requireText, text } from "../define/inputs.ts";

const attributes = {
  type: requireText(
    "Kind of the source: `bucket`, `model`, `dataset` or `space`.",
    v.oneOf("bucket", "model", "dataset", "space"),
  ),
  source: requireText(
    "Namespace and name of what is mounted, such as `acme/data`.",
    repoId,
  ),
  mount_path: requireText(
    "Path at which it is mounted.",
    v.matches(
      /^(?!.*\/\.{1,2}(?:\/|$))\/+[^/]/,
      "a folder below `/`, such as `/data`, without `.` and `..`",
    ),
  ),
  path: text("A folder inside it to mount instead of the whole.", folderPath),
};

const revision = {
  optional: true,
  description: "The branch, tag or commit of a repository. Default `main`; " +
    "buckets have none.",
  validators: [revisionName],
} as const;
const readOnly = {
  optional: true,
  description: "Whether it can only be read. Repositories always are; " +
    "default `false` for buckets.",
} as const;

/** Refuses settings that a volume's type forbids, and two volumes in one place. */
const volumeRules: Validator<readonly Value[]> = {
  description: "volumes with different `mount_path`s",
  acceptsUnknownParts: true,
  validate(volumes, { path, diagnostics }) {
    const seen = new Map<string, number>();
    for (const [i, volume] of volumes.entries()) {
      if (!isRecord(volume)) continue;
      const { type, mount_path, revision, read_only } = volume;
      const at = path.index(i);
      const place = typeof mount_path === "string"
        ? mount_path.replace(/(?<=[^/])\/+$/, "")
        : undefined;
      const first = place === undefined ? undefined : seen.get(place);
      if (first !== undefined) {
        diagnostics.addError(
          "Two volumes in one place",
          `\`${path.index(first)}\` is mounted at ${place} too. Give one of ` +
            "the two another `mount_path`.",
          at.attribute("mount_path"),
        );
      } else if (place !== undefined) seen.set(place, i);
      if (type === "bucket" && typeof revision === "string") {
        diagnostics.addError(
          "Bucket without revisions",
          "A bucket has no `revision`. Take it out.",
          at.attribute("revision"),
        );
      }
      if (!isUnknown(type) && type !== "bucket" && read_only === false) {
        diagnostics.addError(
          "Repository cannot be written to",
          "Only a bucket can be mounted to be written to. Take `read_only` " +
            'out, or mount a bucket with `type = "bucket"`.',
          at.attribute("read_only"),
        );
      }
    }
  },
};

const volumesOf = (into: string) =>
  s.objectList({
    ...attributes,
    revision: s.string({
      ...revision,
      computed: true,
      planModifiers: [
        p.computedFrom(["type"], (type) => type === "bucket" ? null : "main"),
      ],
    }),
    read_only: s.bool({
      ...readOnly,
      computed: true,
      planModifiers: [p.computedFrom(["type"], (type) => type !== "bucket")],
    }),
  }, {
    optional: true,
    validators: [volumeRules],
    description: `Buckets and repositories that are mounted into the ${into}.`,
  });

export const spaceVolumes = volumesOf("Space; not for static Spaces");
export const jobVolumes = volumesOf("jobs");

/** The volumes of what has no state to show defaults in. */
export const sentVolumes = s.objectList({
  ...attributes,
  revision: s.string(revision),
  read_only: s.bool(readOnly),
}, {
  optional: true,
  validators: [volumeRules],
  description: "Buckets and repositories that are mounted into the job.",
});

type Volumes<V extends "plan" | "state"> = NonNullable<
  AttributeValue<typeof spaceVolumes, V>
>;

export type Volume = Volumes<"state">[number];

export const volumesCodec = {
  encode: (volumes: readonly Volume[]) =>
    volumes.length === 0 ? undefined : volumes.map(volumeToWire),
  decode: volumesFrom,
};

/** The volumes of an answer, in the order of those that a state has. */
export function volumesFrom(
  volumes: readonly WireVolume[],
  kept: readonly Volume[] | null | undefined,
): readonly Volume[] {
  const before = new Map(
    kept?.map((one, rank) => [one.mount_path, { ...one, rank }]),
  );
  const rank = ({ mount_path }: Volume) =>
    before.get(mount_path)?.rank ?? before.size;
  return volumes.map((volume): Volume => {
    const same = before.get(volume.mountPath);
    const isBucket = volume.type === "bucket";
    return {
      type: volume.type,
      // The Hub masks what the token may not see.
      source: /^\*+\/\*+$/.test(volume.source) && same !== undefined
        ? same.source
        : volume.source,
      mount_path: volume.mountPath,
      revision: isBucket ? null : volume.revision ?? "main",
      read_only: volume.readOnly ?? !isBucket,
      path: volume.path ?? null,
    };
  }).sort((a, b) => rank(a) - rank(b));
}

export function volumeToWire(
  { type, source, mount_path, revision, read_only, path }:
    | Volume
    | Volumes<"plan">[number],
): WireVolume {
  const isBucket = type === "bucket";
  return {
    type,
    source,
    mountPath: mount_path,
    ...!isBucket && typeof revision === "string" && { revision },
    ...isBucket && typeof read_only === "boolean" && { readOnly: read_only },
    ...path !== null && { path },
  };
}
