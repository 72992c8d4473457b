import { s, types, v } from "@hf-terraform/framework";
import type { ConfigOf } from "../define/request.ts";
import { omitNulls, requireText, text, whole } from "../define/inputs.ts";
import { groupOptions } from "./namespace.ts";
import type { JobSpec } from "@hf-terraform/client";
import { hardware } from "./known_values.ts";
import { containerImage, repoId, spaceKey, textUpTo } from "./validators.ts";
import { sentVolumes, volumeToWire } from "./volumes.ts";
import { inSeconds, namesProgram } from "./likely_mistakes.ts";

const environmentName = v.matches(
  /^[a-zA-Z]\w+$/,
  "letters, digits and `_`, beginning with a letter, at least 2 characters",
);

/** Secrets of a job: unlike a variable's, their names may have one character. */
export const jobSecrets = {
  description: "Secret environment variables.",
  validators: [v.keys(spaceKey)],
  keysNotIn: ["variables"],
} as const;

const label = v.matches(
  /^[\w.-]{1,100}$/,
  "at most 100 letters, digits, `.`, `-` and `_`",
);
const labelValue = v.matches(
  /^[\w.-]{0,100}$/,
  "at most 100 letters, digits, `.`, `-` and `_`, or empty",
);

const withoutBlanks = v.matches(/^\S*$/, "without blanks");
const port = v.each(v.between(1, 65_535));

/** Attributes of what a job runs, the same wherever one is described. */
export const jobAttributes = {
  flavor: requireText(
    "The hardware, such as `cpu-basic` or `a10g-small`; " +
      "`huggingface_job_hardware` lists it with prices.",
    v.knownValues(...hardware),
  ),
  image: text(
    "The container image, such as `python:3.12`. Either this or `space`.",
    containerImage,
    v.exactlyOneOf("space"),
  ),
  space: text(
    "The Space whose image is run: `namespace/name`. Either this or `image`.",
    repoId,
  ),
  command: s.list(types.string, {
    required: true,
    description: "The command, which runs without the entry point of the " +
      "image.",
    validators: [v.sizeAtLeast(1), v.each(v.lengthAtLeast(1)), namesProgram],
  }),
  arguments: s.list(types.string, {
    optional: true,
    description: "Arguments of the command.",
  }),
  arch: text(
    "The architecture: `amd64` or `arm64`. The service's default if absent.",
    v.oneOf("amd64", "arm64"),
  ),
  labels: s.map(types.string, {
    optional: true,
    description: "Labels, for filters; `name` is what the page shows.",
    validators: [v.keys(label), v.each(labelValue)],
  }),
  expose: s.object({
    ports: s.set(types.int, {
      required: true,
      description: "Ports for those who may see the job.",
      validators: [v.sizeBetween(1, 20), port],
    }),
    public_ports: s.set(types.int, {
      optional: true,
      description: "Those of them that anybody can reach.",
      validators: [v.sizeBetween(1, 20), port],
    }),
  }, {
    optional: true,
    description: "Ports that can be reached from outside while a job runs; " +
      "each costs by the hour.",
  }),
  resource_group_id: s.string(groupOptions("job")),
  network: s.object({
    group: requireText(
      "The name of the group whose jobs reach each other.",
      textUpTo(46),
      withoutBlanks,
    ),
    aliases: s.set(types.string, {
      optional: true,
      description: "Names under which the others reach it.",
      validators: [v.each(textUpTo(34)), v.each(withoutBlanks)],
    }),
  }, {
    optional: true,
    description:
      "The network that it shares with other jobs. The service may " +
      "refuse it for jobs that it starts itself.",
  }),
};

export const jobVariables = {
  optional: true,
  description: "Environment variables.",
  validators: [v.keys(environmentName)],
} as const;

/** Attributes of a job that no state shows by itself. */
export const sentJobAttributes = {
  ...jobAttributes,
  variables: s.map(types.string, jobVariables),
  secrets: s.map(types.string, {
    optional: true,
    sensitive: true,
    writeOnly: true,
    description: "Secret environment variables. A plan lacks ephemeral ones.",
    validators: [
      ...jobSecrets.validators,
      v.keysNotIn(...jobSecrets.keysNotIn),
    ],
  }),
  timeout_seconds: whole(
    "Seconds until the job is stopped. The service's default if absent.",
    v.atLeast(1),
    inSeconds,
  ),
  attempts: whole(
    "Number of starts until it succeeds. Default 1.",
    v.atLeast(1),
  ),
  volumes: sentVolumes,
};

export type JobValues = ConfigOf<typeof sentJobAttributes>;
type Expose = NonNullable<JobValues["expose"]>;
type Network = NonNullable<JobValues["network"]>;

export const exposeCodec = {
  encode: (
    { ports, public_ports }: Expose,
  ): NonNullable<JobSpec["expose"]> => ({
    ports,
    ...public_ports !== null && { portsPublic: public_ports },
  }),
  decode: ({ ports, portsPublic = [] }: NonNullable<JobSpec["expose"]>) => ({
    ports,
    public_ports: portsPublic.length === 0 ? null : portsPublic,
  }),
};

export const networkCodec = {
  encode: ({ group, aliases }: Network): NonNullable<JobSpec["network"]> => ({
    group,
    ...aliases !== null && { aliases },
  }),
  decode: (
    { group, aliases = [] }: NonNullable<JobSpec["network"]>,
    kept: Network | null | undefined,
  ) => ({
    group,
    aliases: aliases.length === 0 && !kept?.aliases ? null : aliases,
  }),
};

export function jobSpecOf(job: JobValues): JobSpec {
  const { flavor, command } = job;
  const more = omitNulls({
    dockerImage: job.image,
    spaceId: job.space,
    arguments: job.arguments,
    arch: job.arch,
    labels: job.labels,
    expose: job.expose && exposeCodec.encode(job.expose),
    resourceGroupId: job.resource_group_id,
    network: job.network && networkCodec.encode(job.network),
    environment: job.variables,
    secrets: job.secrets,
    timeoutSeconds: job.timeout_seconds,
    attempts: job.attempts,
    volumes: job.volumes?.map(volumeToWire) ?? null,
  });
  return { flavor, command, ...more };
}
