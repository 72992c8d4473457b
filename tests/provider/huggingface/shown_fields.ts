/**
 * The fields of answers that the attributes of data sources show, seen by what
 * changes with each field.
 *
 * @module
 */
import type { DataSource, Value } from "../../../provider/framework/mod.ts";
import {
  isValueArray,
  isValueObject,
} from "../../../provider/framework/values/value.ts";
import type { ObservedAnswer } from "./odd_answers.ts";

const group = { resourceGroup: { id: "9456380fe6a047f347f4447f", name: "g" } };

/** Fields that the Hub tells, and the sandbox has no values for. */
const more: Readonly<Record<string, object>> = {
  "GET /v2/endpoint/acme/e": {
    tags: ["night"],
    compute: { scaling: { measure: { pendingRequests: 2 } } },
    status: { state: "paused" },
  },
  "GET /v2/endpoint/acme": {
    items: [{ compute: { scaling: { measure: { pendingRequests: 2 } } } }],
  },
  "GET /api/models/acme/m/user-access-request/pending": [{
    user: { user: "ada", email: "ada@example.com" },
    status: "pending",
    timestamp: "2026-01-02T00:00:00.000Z",
    fields: { Company: "Engines" },
  }],
  "GET /api/spaces/acme/s": {
    ...group,
    cardData: { sdk_version: "5.49.1", short_description: "Shows it" },
    runtime: {
      stage: "PAUSED",
      errorMessage: "no more memory",
      volumes: [{
        ...{ type: "model", source: "acme/m", mountPath: "/m" },
        ...{ path: "a", revision: "main", readOnly: true },
      }],
    },
  },
  "GET /api/models/acme/m": group,
  "GET /api/datasets/acme/d": group,
  "GET /api/organizations/acme/members": [{
    verifiedEmail: "ada@example.com",
    twoFaEnabled: true,
    isExternalCollaborator: true,
  }],
  "GET /api/organizations/acme/settings/tokens": [{
    lastUsedAt: "2026-01-02T00:00:00.000Z",
  }],
  "GET /api/organizations/acme/resource-groups": [{
    description: "Ours",
    autoJoin: { enabled: true, scope: "all", role: "read" },
    spendLimits: {
      ...{ total: 5, inferenceProviders: 4, spaces: 3, jobs: 2, endpoints: 1 },
    },
    resources: [{ id: "1", type: "endpoint" }],
  }],
};

/** An answer that tells more than the sandbox does. */
export function tellMore({ request, body }: ObservedAnswer): ObservedAnswer[] {
  const told = more[request];
  return told === undefined
    ? []
    : [{ request, body: merge(body, told), isRecorded: true }];
}

function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const both = { ...one, ...other };
  const merged = Object.entries(both).map((
    [key, value],
  ) => [key, key in one && key in other ? merge(one[key], other[key]) : value]);
  return Array.isArray(one)
    ? merged.map(([, value]) => value)
    : Object.fromEntries(merged);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The fields, or their ends, of attributes that are called otherwise. */
const otherwise: Readonly<Record<string, string>> = {
  "endpoints.id": "name",
  "endpoint.paused": "status.state",
  "endpoints.paused": "status.state",
  "space.paused": "runtime.stage",
  "spend_limits.total_cents": "spendLimits.total",
  "spend_limits.inference_providers_cents": "spendLimits.inferenceProviders",
  "spend_limits.spaces_cents": "spendLimits.spaces",
  "spend_limits.jobs_cents": "spendLimits.jobs",
  "spend_limits.endpoints_cents": "spendLimits.endpoints",
  engine: "image.huggingface",
  sdk_version: "cardData.sdk_version",
  short_description: "cardData.short_description",
  "endpoints.names": "name",
  "instances.region": "regions.name",
  "instances.vendor": "vendors.name",
  "members.id": "_id",
  "members.username": "user",
  "resource_group.members.username": "users.name",
  "resources.name": "resources.id",
  "tokens.id": "_id",
  "tokens.name": "displayName",
  "tokens.username": "owner.name",
  "space.visibility": "id",
  "space.replicas": "replicas.requested",
  "space.hardware": "hardware.requested",
  "hardware.accelerator": "accelerator.type",
  "hardware.accelerators": "accelerator.quantity",
  accelerator_model: "accelerator.model",
  accelerators: "numAccelerators",
  app_url: "subdomain",
  clean: "scansDone",
  commit: "sha",
  cpus: "numCpus",
  created_by: "createdBy.name",
  custom_domains: "domains.domain",
  done: "scansDone",
  "members.email": "verifiedEmail",
  endpoints_cents: "endpoints.costCents",
  error_message: "runtime.errorMessage",
  external: "isExternalCollaborator",
  gpu_memory: "accelerator.vram",
  hardware_current: "hardware.current",
  jobs_cents: "jobs.costCents",
  "job_hardware.names": "name",
  "space_hardware.names": "name",
  "hardware.price_per_hour": "unitCostUSD",
  "organizations.role": "roleInOrg",
  quota: "quota.maxAccelerators",
  quota_used: "quota.usedAccelerators",
  ready_replicas: "readyReplica",
  "dataset.region": "tags",
  "model.region": "tags",
  repository_id: "_id",
  requested_at: "timestamp",
  resource_group_id: "id",
  sleep_time: "gcTimeout",
  space_id: "_id",
  spaces_cents: "spaces.costCents",
  start: "period",
  "endpoint.status": "status.state",
  "endpoints.status": "status.state",
  status_message: "status.message",
  target_replicas: "targetReplica",
  title: "prettyName",
  "space.title": "title",
  token_name: "accessToken.displayName",
  token_permissions: "scoped.permissions",
  token_role: "accessToken.role",
  two_factor: "twoFaEnabled",
  "endpoint.url": "status.url",
  "endpoints.url": "status.url",
  url: "id",
  usernames: "user",
  visibility: "private",
};

/** The attributes that are as configured, or computed from many fields. */
const unshown =
  /hourly_cost|\.namespace$|^(?:endpoint|space)\.id$|_group\.name$/;

type Leaves = Map<string, Value[]>;

/** The values of an object, by the names that lead to each. */
function leavesOf(value: Value, at = "", leaves: Leaves = new Map()) {
  if (isValueArray(value) && value.length > 0) {
    for (const item of value) leavesOf(item, at, leaves);
  } else if (isValueObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      leavesOf(each, `${at}.${name}`, leaves);
    }
  } else {
    // One of a map stands for all.
    const name = at.replace(/^\.hardware\.[^.]+(?=\.)/, ".hardware");
    leaves.set(name, [...leaves.get(name) ?? [], value]);
  }
  return leaves;
}

/** The attributes of data sources, and the fields that each shows. */
export class ShownFields {
  readonly #fields = new Map<string, Set<string>>();

  /** Notes what another value of a field has changed. */
  note(
    { typeName, schema }: DataSource,
    field: string,
    before: Value,
    after: Value,
  ): void {
    const [were, are] = [leavesOf(before), leavesOf(after)];
    for (const name of new Set([...were.keys(), ...are.keys()])) {
      const [, top = ""] = name.split(".");
      if (!schema.attributes[top]?.computed) continue;
      const key = `${typeName.replace("huggingface_", "")}${name}`;
      const fields = this.#fields.get(key) ?? new Set();
      this.#fields.set(key, fields);
      const [all, now] = [were, are].map((leaves) => leaves.get(name) ?? []);
      // Without an item, all that is in it has gone.
      if (all?.length !== now?.length) continue;
      const [one, other] = [all, now].map((values) =>
        JSON.stringify(values?.toSorted())
      );
      const bare = field.replace(/(^|\.)\d+(?=\.|$)/g, "");
      if (one !== other) fields.add(bare.replace(/^\.*/, "."));
    }
  }

  /** The attributes that the field of their name does not change. */
  wrong(): readonly string[] {
    const names = [...this.#fields.keys()];
    return [...this.#fields].flatMap(([name, fields]) => {
      const isWhole = names.some((one) => one.startsWith(`${name}.`));
      if (isWhole || unshown.test(name)) return [];
      const [, field = camelCase(name.split(".").at(-1) ?? "")] = Object
        .entries(otherwise).filter(([end]) => `.${name}`.endsWith(`.${end}`))
        .sort(([a], [b]) => b.length - a.length)[0] ?? [];
      return [...fields].some((one) => one.endsWith(`.${field}`))
        ? []
        : `${name}: ${field}, not ${[...fields].join(", ")}`;
    });
  }
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
