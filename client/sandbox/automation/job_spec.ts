import {
  type Check,
  fields,
  flag,
  id,
  list,
  map,
  oneOf,
  orNull,
  pick,
  text,
  whole,
} from "../core/checks.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";

/** The names of hardware that a job can be given. */
export const flavors: readonly string[] = [
  "cpu-basic",
  "cpu-upgrade",
  "cpu-performance",
  "cpu-xl",
  "sprx8",
  "zero-a10g",
  "t4-small",
  "t4-medium",
  "l4x1",
  "l4x4",
  "l40sx1",
  "l40sx4",
  "l40sx8",
  "a10g-small",
  "a10g-large",
  "a10g-largex2",
  "a10g-largex4",
  "a100-large",
  "a100x4",
  "a100x8",
  "h200",
  "h200x2",
  "h200x4",
  "h200x8",
  "rtx-pro-6000",
  "rtx-pro-6000x2",
  "rtx-pro-6000x4",
  "rtx-pro-6000x8",
  "inf2x6",
];

const ports = list(whole({ min: 1, max: 65_535 }), { max: 20 });

/** Labels of a job. */
export const labels: Check = map(
  text({ max: 100, form: /^[a-zA-Z0-9._-]*$/ }),
  text({ max: 100, form: /^[a-zA-Z0-9._-]+$/ }),
);

const spec = fields({ flavor: oneOf(...flavors) }, {
  spaceId: text(),
  dockerImage: text(),
  arguments: list(text()),
  command: list(text({ min: 1 }), { min: 1 }),
  // Unlike the name of a secret, that of a variable has two characters.
  environment: map(text(), text({ form: /^[a-zA-Z][_a-zA-Z0-9]+$/ })),
  secrets: map(text(), text({ form: /^[a-zA-Z][_a-zA-Z0-9]*$/ })),
  arch: oneOf("amd64", "arm64"),
  timeoutSeconds: orNull(whole({ min: 1 })),
  attempts: whole({ min: 1 }),
  labels,
  volumes: list(
    fields({
      type: oneOf("bucket", "model", "dataset", "space"),
      source: text(),
      mountPath: text({ form: /^\/.*/ }),
    }, { revision: text(), readOnly: flag, path: text() }),
    { min: 1 },
  ),
  expose: fields({ ports }, { portsPublic: ports }),
  ssh: fields({}, { enabled: flag }),
  resourceGroupId: id,
  network: fields({ group: text({ min: 1, max: 46 }) }, {
    aliases: list(text({ min: 1, max: 34 })),
  }),
});

/** The specification of a job: exactly one of image and Space. */
export const jobSpec: Check = (value, at) => {
  const wrong = spec(value, at);
  if (wrong !== undefined || !isObject(value)) return wrong;
  return (value["dockerImage"] === undefined) ===
      (value["spaceId"] === undefined)
    ? `"${at}" must have either "dockerImage" or "spaceId"`
    : undefined;
};

/**
 * A specification as it is read back: under other names, of its secrets only
 * the names, and whether SSH is on not at all.
 */
export function renderJob(spec: JsonObject): JsonObject {
  const { timeoutSeconds, attempts, resourceGroupId } = spec;
  return {
    environment: {},
    ...pick(spec, [
      ...["spaceId", "dockerImage", "environment", "command", "arguments"],
      ...["arch", "flavor", "volumes", "expose", "labels", "network"],
    ]),
    ...(typeof timeoutSeconds === "number" ? { timeout: timeoutSeconds } : {}),
    ...(typeof attempts === "number" ? { retry: attempts - 1 } : {}),
    ...(typeof resourceGroupId === "string"
      ? { resourceGroup: { id: resourceGroupId, name: "group" } }
      : {}),
    ...secretNames(spec),
  };
}

/** The names of the secrets of a specification, as they are read. */
export function secretNames(job: JsonObject): { secrets?: Json[] } {
  const { secrets } = job;
  return isObject(secrets) ? { secrets: Object.keys(secrets) } : {};
}
