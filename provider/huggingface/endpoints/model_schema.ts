import { p, type PrivateState, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { tasks } from "../schema/known_values.ts";
import {
  fullCommit,
  modelId,
  revisionName,
  variableName,
} from "../schema/validators.ts";
import { type EndpointWire, engines } from "./image.ts";
import { namesProgram } from "../schema/likely_mistakes.ts";
import { keepNote, readNote } from "../object/notes.ts";

const b = bindingTo<EndpointWire>();

export const modelAttributes = {
  repository: b.field("model.repository", types.string, {
    required: true,
    description: "The model repository on the Hub, such as `acme/my-model`.",
    validators: [modelId],
  }),
  revision: b.mapped("model.revision", types.string, {
    encode: (revision) => revision,
    decode: decodeRevision,
    optional: true,
    computed: true,
    description: "The branch, tag or commit. By default the newest commit of " +
      "`main` at creation; removed from the configuration, it stays as it is.",
    validators: [revisionName],
    // The commit of another repository means nothing: null finds the newest.
    planModifiers: [p.computedFrom(["repository"])],
    recompute: { send: null },
  }),
  framework: b.field("model.framework", types.string, {
    optional: true,
    computed: true,
    description: "The framework: `pytorch`, `llamacpp` or `custom`. By " +
      "default it follows from the image; removed from the configuration, it " +
      "stays as it is.",
    validators: [v.knownValues("pytorch", "llamacpp", "custom")],
  }),
  task: b.field("model.task", types.string, {
    optional: true,
    computed: true,
    description: "The [task](https://huggingface.co/tasks), such as " +
      "`text-generation`. By default the service infers it; removed from the " +
      "configuration, it stays as it is.",
    validators: [v.knownValues(...tasks)],
    // Left out, the task of the repository before would stay; null is refused.
    planModifiers: [p.computedFrom(["repository"])],
    recompute: { send: "" },
  }),
  variables: b.mapped("model.env", types.map(types.string), {
    optional: true,
    description: "Environment variables of the container.",
    validators: [v.keys(variableName)],
    encode: (variables) => variables,
    // The service adds `HF_TOKEN` by itself to what was configured.
    decode: (variables, kept) =>
      Object.fromEntries(
        Object.entries(variables).filter(([name]) =>
          name !== "HF_TOKEN" || Object.hasOwn(kept ?? {}, name)
        ),
      ),
    clear: { send: {} },
  }),
  ...b.secrets("secrets", "model.secrets", {
    validators: [v.keys(variableName)],
    keysNotIn: ["variables"],
    description:
      "Secret environment variables. A change of one sends all, and " +
      "deletes those that are not among them.",
    clear: { send: {} },
  }),
  args: b.field("model.args", types.list(types.string), {
    optional: true,
    description: "The arguments of the container.",
    clear: { send: [] },
  }),
  command: b.field("model.command", types.list(types.string), {
    optional: true,
    description: "The command of the container.",
    clear: { send: [] },
    validators: [namesProgram],
  }),
  // Not computed: Terraform refuses mocks of computed objects that have
  // write-only attributes.
  image: b.object("model.image", engines, {
    optional: true,
    description: "The engine: exactly one of these attributes. By default " +
      "`huggingface`. What is set elsewhere and not configured stays.",
    unit: "model.image",
    clear: "omit",
    absent: { huggingface: {} },
  }),
};

/** The configured revision while the service runs what it led to, else that. */
export function decodeRevision(
  now: string,
  kept: string | null | undefined,
  privateState: PrivateState | undefined,
): string {
  if (typeof kept !== "string" || privateState === undefined) return now;
  // What an apply has made of it that never answered, nobody knows.
  if (privateState.isLost) return now;
  const notes = { privateState };
  const { revision, commit } = readNote(notes, "revision") ?? {};
  const isNoted = revision === kept;
  if (!isNoted && !fullCommit.test(kept) && fullCommit.test(now)) {
    keepNote(notes, "revision", { revision: kept, commit: now });
    return kept;
  }
  return isNoted && commit === now ? kept : now;
}
