import { isUnknown, Path, type ValidateContext } from "@hf-terraform/framework";
import { isRecord } from "../schema/json.ts";
import { knownParts, knownValue } from "../schema/same.ts";
import { acceleratorOf } from "./compute_schema.ts";
import type { EndpointConfig } from "./schema.ts";

const imagePath = Path.root.attribute("model").attribute("image");
const scalingPath = Path.root.attribute("compute").attribute("scaling");

export function validateEndpoint(
  { config, diagnostics }: ValidateContext<EndpointConfig>,
): void {
  const type = config.type ?? "authenticated";
  const link = knownValue(config.private_service);
  if (link && !isUnknown(type) && type !== "private") {
    diagnostics.addWarning(
      "Private link to an endpoint that is not private",
      `\`type\` is "${type}"${config.type === null ? " by default" : ""}: ` +
        "the endpoint can be called without the link of `private_service`. Set " +
        '`type = "private"`, or take `private_service` out.',
      Path.root.attribute(config.type === null ? "private_service" : "type"),
    );
  }
  const { vendor } = knownParts(config.cloud);
  if (link && vendor !== undefined && vendor !== "aws") {
    diagnostics.addError(
      "Private link outside of AWS",
      `\`cloud.vendor\` is "${vendor}", but \`private_service\` is a link of ` +
        'AWS. Set `cloud.vendor = "aws"` with a region of it, or take ' +
        "`private_service` out.",
      Path.root.attribute("private_service"),
    );
  }
  validateEngine(config, diagnostics);
  const { scaling } = knownParts(config.compute);
  if (scaling === undefined) return;
  const { min_replica, max_replica, scale_to_zero_timeout } = scaling;
  const min = knownValue(min_replica ?? 1);
  const max = knownValue(max_replica ?? 1);
  if (min === undefined) return;
  const minDefault = min_replica === null ? " by default" : "";
  const maxDefault = max_replica === null ? " by default" : "";
  if (max !== undefined && max < min) {
    diagnostics.addError(
      "max_replica is less than min_replica",
      `\`compute.scaling.max_replica\` is ${max}${maxDefault}, but ` +
        `\`min_replica\` is ${min}. Set \`max_replica\` to ${min} or more.`,
      scalingPath.attribute("max_replica"),
    );
  }
  if (knownValue(scale_to_zero_timeout) !== undefined && min > 0) {
    diagnostics.addError(
      "Endpoint with replicas cannot scale to zero",
      "`compute.scaling.scale_to_zero_timeout` has a meaning only with " +
        `\`min_replica = 0\`, but \`min_replica\` is ${min}${minDefault}. Set ` +
        "it to 0, or take the timeout out.",
      scalingPath.attribute("scale_to_zero_timeout"),
    );
  }
}

/** Warns of an engine that the machine hardly runs, by the names of both. */
function validateEngine(
  config: EndpointConfig,
  diagnostics: ValidateContext<EndpointConfig>["diagnostics"],
): void {
  const { instance_size } = knownValue(config.compute) ?? {};
  const { instance_type: type = "", accelerator = acceleratorOf(type) } =
    knownParts(config.compute);
  const [, count] = /^x(\d+)$/.exec(`${instance_size ?? "x1"}`) ?? [];
  const image: object | undefined = knownParts(config.model).image;
  const [[engine = "", fields] = []] = Object.entries(knownParts(image));
  if (!isRecord(fields) || accelerator === undefined) return;
  const needed = engine.endsWith("_neuron") ? "neuron" : "gpu";
  const isBound = /^(?:vllm|sglang|tgi|.*_neuron)/.test(engine) &&
    !isUnknown(fields.url) && !/cpu/i.test(`${fields.url}`);
  const why = isBound && needed !== accelerator
    ? `is for \`${needed}\`, but ${type} is \`${accelerator}\``
    : Number(fields.tensor_parallel_size ?? 1) > Number(count)
    ? `is split over more accelerators than ${type} x${count} has`
    : undefined;
  const path = imagePath.attribute(engine);
  const isSplit = fields.tensor_parallel_size !== null ||
    (fields.data_parallel_size ?? null) !== null;
  if (
    /^(?:vllm|sglang)$/.test(engine) && accelerator !== "cpu" &&
    Number(count) > 1 && !isSplit
  ) {
    diagnostics.addError(
      "tensor_parallel_size is missing",
      `The service refuses \`${engine}\` on several accelerators without it, and ` +
        `${type} x${count} has ${count}. Set ` +
        `\`model.image.${engine}.tensor_parallel_size = ${count}\`.`,
      path,
    );
  }
  if (why === undefined) return;
  diagnostics.addWarning(
    "The engine will hardly start on this machine",
    `\`model.image.${engine}\` ${why}. The endpoint is billed until it fails.`,
    path,
  );
}
