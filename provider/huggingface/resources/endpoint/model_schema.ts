/**
 * The attributes of `model`.
 *
 * @module
 */

import { s, types, v } from "../../../framework/mod.ts";
import { engines } from "./image_schema.ts";

/** The attributes of `model`. */
export const modelAttributes = {
  repository: s.string({
    required: true,
    description: "The model repository on the Hub, such as `acme/my-model`.",
    validators: [v.lengthAtLeast(1)],
  }),
  revision: s.string({
    optional: true,
    computed: true,
    description:
      "The branch, tag or commit. By default the commit that is the newest " +
      "one of `main` when the endpoint is created; taken out of the " +
      "configuration, it stays as it is.",
    validators: [v.lengthAtLeast(1)],
  }),
  framework: s.string({
    optional: true,
    computed: true,
    description:
      "The framework: `pytorch`, `llamacpp` or `custom`. By default it " +
      "follows from the image: `pytorch` with `huggingface`, `llamacpp` with " +
      "`llamacpp`, else `custom`.",
  }),
  task: s.string({
    optional: true,
    computed: true,
    description:
      "The task, such as `text-generation`. By default the service infers " +
      "it; taken out of the configuration, it stays as it is.",
    validators: [v.lengthAtLeast(1)],
  }),
  env: s.map(types.string, {
    optional: true,
    description: "Environment variables of the container.",
  }),
  secrets: s.map(types.string, {
    optional: true,
    sensitive: true,
    description:
      "Secret environment variables. They are stored in the state; " +
      "`secrets_wo` is not. The service never shows their values, so what " +
      "somebody else changes in them is not noticed.",
    validators: [v.conflictsWith("secrets_wo")],
  }),
  secrets_wo: s.map(types.string, {
    optional: true,
    writeOnly: true,
    sensitive: true,
    description:
      "Secret environment variables, kept out of plan and state (Terraform " +
      "and OpenTofu 1.11 or newer). They are sent when `secrets_wo_version` " +
      "changes.",
    validators: [v.requiredWith("secrets_wo_version")],
  }),
  secrets_wo_version: s.string({
    optional: true,
    description:
      "Any text that changes when `secrets_wo` does, such as a number.",
    validators: [v.requiredWith("secrets_wo")],
  }),
  args: s.list(types.string, {
    optional: true,
    description: "The arguments of the container.",
  }),
  command: s.list(types.string, {
    optional: true,
    description: "The command of the container.",
  }),
  image: s.object(engines, {
    optional: true,
    computed: true,
    description: "The engine: exactly one of these attributes. By default " +
      "`huggingface`.",
  }),
};
