import * as is from "../core/checks.ts";
import { invalidField } from "../core/failure.ts";
import { isObject, type Json, type JsonObject, pick } from "../core/json.ts";
import { optionalVolumeFields, volumeFields } from "../hub/repo_body.ts";
import { flavors } from "../hub/space_data.ts";
import { renderGroup } from "../hub/resource_group_routes.ts";

/** Hardware of jobs: that of Spaces, and more. */
const hardware: readonly string[] = [
  ...flavors.keys(),
  ..."cpu-performance cpu-xl sprx8 h200 h200x2 h200x4 h200x8 inf2x6".split(" "),
];

const ports = is.list(is.wholeNumber({ min: 1, max: 65_535 }), { max: 20 });

/** Accepts the ports of a job. */
export const expose: is.Check<JsonObject> = is.fields({ ports }, {
  portsPublic: ports,
});

/** Accepts the labels of a job. */
export const labels: is.Check<JsonObject> = is.map(
  is.text({ max: 100, form: /^[a-zA-Z0-9._-]*$/ }),
  is.text({ max: 100, form: /^[a-zA-Z0-9._-]+$/ }),
);

const spec = is.fields({ flavor: is.oneOf(...hardware) }, {
  spaceId: is.text(),
  dockerImage: is.text(),
  arguments: is.list(is.text()),
  command: is.list(is.text({ min: 1 }), { min: 1 }),
  // Unlike the name of a secret, that of a variable has two characters at least.
  environment: is.map(is.text(), is.text({ form: /^[a-zA-Z][_a-zA-Z0-9]+$/ })),
  secrets: is.map(is.text(), is.variableName),
  arch: is.oneOf("amd64", "arm64"),
  timeoutSeconds: is.orNull(is.wholeNumber({ min: 1 })),
  attempts: is.wholeNumber({ min: 1 }),
  labels,
  volumes: is.list(
    is.fields({ ...volumeFields, source: is.text() }, optionalVolumeFields),
    { min: 1 },
  ),
  expose,
  ssh: is.fields({}, { enabled: is.flag }),
  resourceGroupId: is.id,
  network: is.fields({ group: is.text({ min: 1, max: 46 }) }, {
    aliases: is.list(is.text({ min: 1, max: 34 })),
  }),
});

/** Accepts the specification of a job: exactly one of image and Space. */
export const jobSpec: is.Check<JsonObject> = (value, at) => {
  const job = spec(value, at);
  const hasImage = job.dockerImage !== undefined;
  if (hasImage !== (job.spaceId !== undefined)) return job;
  throw invalidField("Either dockerImage or spaceId is required", at);
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
