import { renderGroup } from "../core/accounts.ts";
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
import { flavors } from "../hub/space_data.ts";

/** Hardware that a job can be given: that of Spaces, and what they have not. */
const hardware: readonly string[] = [
  ...flavors.keys(),
  ..."cpu-performance cpu-xl sprx8 h200 h200x2 h200x4 h200x8 inf2x6".split(" "),
];

const ports = list(whole({ min: 1, max: 65_535 }), { max: 20 });

/** Labels of a job. */
export const labels: Check = map(
  text({ max: 100, form: /^[a-zA-Z0-9._-]*$/ }),
  text({ max: 100, form: /^[a-zA-Z0-9._-]+$/ }),
);

const spec = fields({ flavor: oneOf(...hardware) }, {
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
    ? { message: "Either dockerImage or spaceId is required", at }
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
      ? { resourceGroup: renderGroup(resourceGroupId) }
      : {}),
    ...secretNames(spec),
  };
}

/** The names of the secrets of a specification, as they are read. */
export function secretNames(job: JsonObject): { secrets?: Json[] } {
  const { secrets } = job;
  return isObject(secrets) ? { secrets: Object.keys(secrets) } : {};
}
