import { p, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { accelerators } from "../schema/known_values.ts";
import { inMinutes, someLoad } from "../schema/likely_mistakes.ts";
import type { EndpointWire } from "./image.ts";

const b = bindingTo<EndpointWire>();

export const compute = {
  instance_type: b.field("compute.instanceType", types.string, {
    required: true,
    description: "The instance type, such as `nvidia-l4` or `intel-spr`. The " +
      "data source `huggingface_endpoint_compute` lists them.",
    validators: [v.lengthAtLeast(1)],
  }),
  instance_size: b.field("compute.instanceSize", types.string, {
    optional: true,
    default: "x1",
    description: "The size, such as `x1` or `x4`. Default `x1`.",
    validators: [v.lengthAtLeast(1)],
  }),
  accelerator: b.field("compute.accelerator", types.string, {
    optional: true,
    computed: true,
    description: "The kind of accelerator: `cpu`, `gpu` or `neuron`. By " +
      "default it follows from the instance type.",
    validators: [v.oneOf(...accelerators)],
    planModifiers: [p.computedFrom(["instance_type"])],
  }),
  scaling: s.object({
    min_replica: b.field("compute.scaling.minReplica", types.int, {
      optional: true,
      default: 1,
      description: "Minimum number of replicas. With 0 the endpoint scales " +
        "to zero when it is idle. Default 1.",
      validators: [v.atLeast(0)],
    }),
    max_replica: b.field("compute.scaling.maxReplica", types.int, {
      optional: true,
      default: 1,
      description: "Maximum number of replicas. Default 1.",
      validators: [v.atLeast(1)],
    }),
    scale_to_zero_timeout: b.mapped(
      "compute.scaling.scaleToZeroTimeout",
      types.int,
      {
        optional: true,
        computed: true,
        description: "Minutes without requests until the endpoint scales to " +
          "zero: 15 to 2880, and only with `min_replica` 0. The service's " +
          "default if absent; removed from the configuration, it stays as it " +
          "is.",
        validators: [v.between(15, 2880), inMinutes],
        encode: (minutes) => minutes,
        // The service may show a number that means nothing with replicas.
        decode: ({ minReplica, scaleToZeroTimeout }) =>
          minReplica !== undefined && minReplica > 0
            ? null
            : scaleToZeroTimeout,
        response: "compute.scaling",
        planModifiers: [p.computedFrom(["min_replica"])],
      },
    ),
    measure: b.mapped(
      "compute.scaling.measure",
      s.object({
        hardware_usage: s.float({
          optional: true,
          description: "Percent of CPU or GPU use.",
          validators: [
            v.exactlyOneOf("pending_requests"),
            v.between(0, 100),
            someLoad,
          ],
        }),
        pending_requests: s.float({
          optional: true,
          description: "Requests that wait, per replica.",
          validators: [v.atLeast(0), someLoad],
        }),
      }, {
        optional: true,
        computed: true,
        description: "What to scale by, and from which value on: one of the " +
          "two. The service's default if absent; removed from the " +
          "configuration, it stays as it is.",
      }),
      {
        encode: ({ hardware_usage, pending_requests }) =>
          hardware_usage !== null
            ? { hardwareUsage: hardware_usage }
            : { pendingRequests: pending_requests },
        decode({ measure, metric, threshold }) {
          const shown: Readonly<Record<string, unknown>> | null | undefined =
            measure ?? (metric ? { [metric]: threshold } : measure);
          if (shown === undefined || shown === null) return shown;
          const { hardwareUsage, pendingRequests } = shown;
          if (hardwareUsage === undefined && pendingRequests === undefined) {
            return measure === null ? null : undefined;
          }
          const hardware_usage = hardwareUsage ?? null;
          const pending_requests = pendingRequests ?? null;
          return hardware_usage === null && pending_requests === null
            ? null
            : { hardware_usage, pending_requests };
        },
      },
      { response: "compute.scaling" },
    ),
  }, {
    optional: true,
    default: {},
    description: "Number of replicas. By default exactly one.",
  }),
};

const families: readonly (readonly [RegExp, string])[] = [
  [/^nvidia-/, "gpu"],
  // AMD's accelerators; its processors are named otherwise.
  [/^amd-mi\d/, "gpu"],
  [/^(inf|trn)\d/, "neuron"],
  [/^(intel|amd|arm|aws-graviton|graviton|ampere|axion|cpu)\b/, "cpu"],
];

/** The accelerator of an instance type; undefined: its family is not known. */
export function acceleratorOf(instanceType: string): string | undefined {
  return families.find(([pattern]) => pattern.test(instanceType))?.[1];
}
