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
  variableName,
  wholeNumber,
} from "../core/checks.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { flavors } from "../hub/space_data.ts";

/** Hardware of jobs: that of Spaces, and more. */
const hardware: readonly string[] = [
  ...flavors.keys(),
  ..."cpu-performance cpu-xl sprx8 h200 h200x2 h200x4 h200x8 inf2x6".split(" "),
];

const ports = list(wholeNumber({ min: 1, max: 65_535 }), { max: 20 });

/** Accepts the ports of a job. */
export const expose: Check = fields({ ports }, { portsPublic: ports });

/** Accepts the labels of a job. */
export const labels: Check = map(
  text({ max: 100, form: /^[a-zA-Z0-9._-]*$/ }),
  text({ max: 100, form: /^[a-zA-Z0-9._-]+$/ }),
);

const spec = fields({ flavor: oneOf(...hardware) }, {
  spaceId: text(),
  dockerImage: text(),
  arguments: list(text()),
  command: list(text({ min: 1 }), { min: 1 }),
  // Unlike the name of a secret, that of a variable has two characters at least.
  environment: map(text(), text({ form: /^[a-zA-Z][_a-zA-Z0-9]+$/ })),
  secrets: map(text(), variableName),
  arch: oneOf("amd64", "arm64"),
  timeoutSeconds: orNull(wholeNumber({ min: 1 })),
  attempts: wholeNumber({ min: 1 }),
  labels,
  volumes: list(
    fields({
      type: oneOf("bucket", "model", "dataset", "space"),
      source: text(),
      mountPath: text({ form: /^\/.*/ }),
    }, { revision: text(), readOnly: flag, path: text() }),
    { min: 1 },
  ),
  expose,
  ssh: fields({}, { enabled: flag }),
  resourceGroupId: id,
  network: fields({ group: text({ min: 1, max: 46 }) }, {
    aliases: list(text({ min: 1, max: 34 })),
  }),
});

/** Accepts the specification of a job: exactly one of image and Space. */
export const jobSpec: Check = (value, at) => {
  const problem = spec(value, at);
  if (problem !== undefined || !isObject(value)) return problem;
  return (value["dockerImage"] === undefined) ===
      (value["spaceId"] === undefined)
    ? { message: "Either dockerImage or spaceId is required", at }
    : undefined;
};

/** Renders a specification: some names differ, and secrets have no values. */
export function renderSpec(spec: JsonObject): JsonObject {
  const { timeoutSeconds, attempts, resourceGroupId } = spec;
  return {
    environment: {},
    ...pick(spec, [
      ...["spaceId", "dockerImage", "environment", "command", "arguments"],
      ...["arch", "flavor", "volumes", "expose", "labels", "network"],
    ]),
    ...typeof timeoutSeconds === "number" && { timeout: timeoutSeconds },
    ...typeof attempts === "number" && { retry: attempts - 1 },
    ...typeof resourceGroupId === "string" &&
      { resourceGroup: renderGroup(resourceGroupId) },
    ...renderSecrets(spec),
  };
}

/** Renders the names of the secrets of a specification. */
export function renderSecrets(job: JsonObject): { secrets?: Json[] } {
  const { secrets } = job;
  return isObject(secrets) ? { secrets: Object.keys(secrets) } : {};
}
