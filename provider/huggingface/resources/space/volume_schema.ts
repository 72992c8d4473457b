/**
 * The attributes of a volume.
 *
 * @module
 */

import { p, s, v } from "../../../framework/mod.ts";

/** The attributes of a volume of `huggingface_space`. */
export const volumeAttributes = {
  type: s.string({
    required: true,
    description: "What is mounted: `bucket`, `model`, `dataset` or `space`.",
    validators: [v.oneOf("bucket", "model", "dataset", "space")],
  }),
  source: s.string({
    required: true,
    description: "Namespace and name of what is mounted, such as `acme/data`.",
    validators: [
      v.matches(/^[^/\s]+\/[^/\s]+$/, "of the form `namespace/name`"),
    ],
  }),
  mount_path: s.string({
    required: true,
    description: "Where it is mounted, such as `/data`.",
    validators: [v.matches(/^\//, "a path that begins with `/`")],
  }),
  revision: s.string({
    optional: true,
    computed: true,
    description: "The branch, tag or commit of a repository. Default `main`; " +
      "buckets have none.",
    planModifiers: [
      p.computedFrom(["type"], (type) => type === "bucket" ? null : "main", {
        description: "`main`, and null for buckets.",
      }),
    ],
  }),
  read_only: s.bool({
    optional: true,
    computed: true,
    description: "Whether it can only be read. Repositories always are; " +
      "default `false` for buckets.",
    planModifiers: [
      p.computedFrom(["type"], (type) => type !== "bucket", {
        description: "`true`, and `false` for buckets.",
      }),
    ],
  }),
  path: s.string({
    optional: true,
    description: "A folder inside it to mount instead of the whole.",
  }),
};
