/**
 * The attributes of `compute`.
 *
 * @module
 */

import { s, v } from "../../../framework/mod.ts";

const measure = s.object({
  hardware_usage: s.float({
    optional: true,
    description: "Percent of CPU or GPU use.",
    validators: [v.exactlyOneOf("pending_requests"), v.between(0, 100)],
  }),
  pending_requests: s.float({
    optional: true,
    description: "Requests that wait, per replica.",
    validators: [v.atLeast(0)],
  }),
}, {
  optional: true,
  computed: true,
  description:
    "What to scale by, and from which value on: one of the two. The " +
    "service's default if absent; taken out of the configuration, it stays " +
    "as it is.",
});

/** The attributes of `compute`. */
export const computeAttributes = {
  instance_type: s.string({
    required: true,
    description:
      "The instance type, such as `nvidia-l4` or `intel-spr`. The data source " +
      "`huggingface_endpoint_compute` lists them.",
    validators: [v.lengthAtLeast(1)],
  }),
  instance_size: s.string({
    optional: true,
    default: "x1",
    description: "The size, such as `x1` or `x4`. Default `x1`.",
  }),
  accelerator: s.string({
    optional: true,
    computed: true,
    description:
      "The kind of accelerator: `cpu`, `gpu` or `neuron`. By default it " +
      "follows from the instance type.",
    validators: [v.oneOf("cpu", "gpu", "neuron")],
  }),
  scaling: s.object({
    min_replica: s.int({
      optional: true,
      default: 1,
      description:
        "Fewest replicas. With 0 the endpoint scales to zero when it is " +
        "idle. Default 1.",
      validators: [v.atLeast(0)],
    }),
    max_replica: s.int({
      optional: true,
      default: 1,
      description: "Most replicas. Default 1.",
      validators: [v.atLeast(1)],
    }),
    scale_to_zero_timeout: s.int({
      optional: true,
      computed: true,
      description:
        "Minutes without requests until the endpoint scales to zero: 15 to " +
        "2880, and only with `min_replica` 0. The service's default if " +
        "absent; taken out of the configuration, it stays as it is.",
      validators: [v.between(15, 2880)],
    }),
    measure,
  }, {
    optional: true,
    default: {},
    description: "How many replicas run. By default exactly one.",
  }),
};
