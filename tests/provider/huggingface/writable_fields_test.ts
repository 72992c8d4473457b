// Every field that a create or update of the API takes is bound by an attribute,
// or stands here with its reason: what a configuration cannot say is not dropped
// in silence.

import { assert, assertEquals } from "@std/assert";
import { makeBodies } from "../../../client/sandbox/endpoints/body.ts";
import { object, type Shape } from "../../../client/sandbox/endpoints/shape.ts";
import { loadProvider } from "../../../provider/framework/mod.ts";
import { tableOf } from "../../../provider/framework/binding/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { operations } from "../../support/hub_openapi.ts";

/** The resources whose bindings hold the fields of a body. */
const bodies: Readonly<Record<string, readonly string[]>> = {
  "POST /api/repos/create": ["model", "dataset", "space"],
  "PUT /api/{repoType}/{namespace}/{repo}/settings": ["model", "dataset"],
  "PUT /api/spaces/{namespace}/{repo}/volumes": ["space"],
  "POST /api/{repoType}/{namespace}/{repo}/resource-group": ["model"],
  "POST /api/{repoType}/{namespace}/{repo}/branch/{rev}": ["repo_branch"],
  "POST /api/{repoType}/{namespace}/{repo}/tag/{rev}": ["repo_tag"],
  "POST /api/buckets/{namespace}/{repo}": ["bucket"],
  "PUT /api/buckets/{namespace}/{repo}/settings": ["bucket"],
  "POST /api/buckets/{namespace}/{repo}/resource-group": ["bucket"],
  "POST /api/collections": ["collection"],
  "PATCH /api/collections/{namespace}/{slug}-{id}": ["collection"],
  "POST /api/collections/{namespace}/{slug}-{id}/resource-group": [
    "collection",
  ],
  "POST /api/settings/webhooks": ["webhook"],
  "POST /api/settings/webhooks/{webhookId}": ["webhook"],
  "POST /api/scheduled-jobs/{namespace}": ["scheduled_job"],
  "POST /api/scheduled-jobs/{namespace}/{jobId}/schedule": ["scheduled_job"],
  "POST /api/organizations/{name}/resource-groups": ["resource_group"],
  "PATCH /api/organizations/{name}/resource-groups/{resourceGroupId}": [
    "resource_group",
  ],
  "POST /api/organizations/{name}/service-accounts": ["service_account"],
};

/** Bodies of no resource's settings, and why. */
const others: readonly (readonly [RegExp, string])[] = [
  [/\/(paths-info|preupload)\//, "questions"],
  [/\/paths-info$/, "questions"],
  [/\/discussions/, "discussions are no infrastructure"],
  [
    /\/(super-squash|duplicate|lfs-files)/,
    "done once: an action, a script, or by hand",
  ],
  [/^POST \/api\/jobs\//, "the action `huggingface_job_run`"],
  [/^PUT \/api\/jobs\//, "a job that runs is no resource"],
  [/\/repos\/move$/, "the route of `name` and `namespace`"],
  [/\/user-access-request\//, "`huggingface_repo_access_grant` takes all"],
  [/\/spaces\/.*\/(secrets|variables)$/, "the route of keys and values"],
  [/\/collections\/.*\/items/, "the route of `items`"],
  [/\/scheduled-jobs\/.*\/labels$/, "the route of `labels`"],
  [/\/commit\//, "the route of files"],
  [/\/scim-provisioning\//, "the identity provider's"],
  [/\/resource-groups\/.*\/(settings|users)/, "routes of their own resources"],
  [/\/service-accounts\/.*\/tokens/, "routes of their own resources"],
  [/\/members\/.*\/role$/, "routes of their own resources"],
  [/\/credentials\/revoke$/, "done once: by the client, about leaked tokens"],
  [/\/network-security$/, "settings of the organization as a whole"],
];

/** Fields without an attribute, and why; `*` stands for any operation. */
const reasons: Readonly<Record<string, string>> = {
  "* organization": "`namespace`, as every resource says it",
  "* type": "the type of the resource",
  "* private": "`visibility` says more",
  "* jobSpec.ssh.enabled": "not for jobs that the service starts",
  "* job.ssh.enabled": "not for jobs that the service starts",
  "* item.id": "`items`, which an update adds in their order",
  "* item.type": "`items`, which an update adds in their order",
  "* tag": "`name`, in the path of the other routes",
  "* startingPoint": "`revision`, which is sent by hand",
  "* emptyBranch": "a branch without history has nothing to plan",
  "* overwrite": "what exists is never overwritten",
  "* cdnRegions": "`cdn`, whose name differs in the two routes",
  "* users": "a resource of its own",
  "* repos": "`resource_group_id` of what belongs to it",
  "* compute.scaling.metric": "the old form of `measure`",
  "* compute.scaling.threshold": "the old form of `measure`",
  "* model.fromCatalog": "kept as it is: it says where a model was chosen",
  "* network": "no document says what it takes",
  "* notifications": "no document says what it takes; an update leaves it",
  "* customRouter": "no document says what it takes; an update leaves it",
};

/** The paths of the leaves of a JSON schema. */
function leavesOf(schema: unknown, at: readonly string[] = []): string[] {
  if (!isRecord(schema)) return [];
  const branches = ["anyOf", "oneOf", "allOf"].flatMap((name) => {
    const list = schema[name];
    return Array.isArray(list) ? list : [];
  });
  const { properties = {} } = schema;
  return [
    ...branches.flatMap((branch) => leavesOf(branch, at)),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(
      ([name, inner]) => {
        const leaves = leavesOf(inner, [...at, name]);
        return leaves.length > 0 ? leaves : [[...at, name].join(".")];
      },
    ),
  ];
}

/** The paths of the leaves of what the sandbox takes. */
function leavesOfShape(shape: Shape, at: readonly string[] = []): string[] {
  if (shape.fields !== undefined) {
    return Object.entries(shape.fields).flatMap(([name, field]) =>
      leavesOfShape(field.shape, [...at, name])
    );
  }
  if (shape.variants !== undefined) {
    return Object.entries(shape.variants).flatMap(([variant, fields]) =>
      Object.entries(fields).flatMap(([name, field]) =>
        leavesOfShape(field.shape, [...at, variant, name])
      )
    );
  }
  return [at.join(".")];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The fields of an endpoint that the sandbox accepts: the service has no such
 * document.
 */
const endpointFields = leavesOfShape(object(makeBodies().create));

const { resources } = await loadProvider(provider);

/** The paths that the attributes of resources are written to. */
function boundBy(kinds: readonly string[]): readonly string[] {
  return kinds.flatMap((kind) => {
    const resource = resources.find(({ typeName }) =>
      typeName === `huggingface_${kind}`
    );
    assert(resource !== undefined, `there is no huggingface_${kind}`);
    return tableOf(resource.schema.attributes).flatMap(({ binding, names }) =>
      [binding.write ?? binding.read ?? names, names].map((path) =>
        path.join(".")
      )
    );
  });
}

/** The fields of a body that no attribute of the resources is bound to. */
function unboundOf(
  operation: string,
  fields: readonly string[],
  kinds: readonly string[],
): string[] {
  const bound = boundBy(kinds);
  const isBound = (field: string) =>
    bound.some((path) =>
      path === field || field.startsWith(`${path}.`) ||
      path.startsWith(`${field}.`)
    );
  return [...new Set(fields)].filter((field) =>
    !isBound(field) && reasons[`* ${field}`] === undefined &&
    reasons[`${operation} ${field}`] === undefined
  );
}

Deno.test("every reason is needed", () => {
  const fields = Object.values(operations).flatMap(({ request }) =>
    leavesOf(request)
  );
  const known = new Set([...fields, ...endpointFields]);
  assertEquals(
    Object.keys(reasons).filter((key) => !known.has(key.slice(2))),
    [],
  );
});

Deno.test("every body that the Hub takes belongs to a resource, or has its reason", () => {
  const writes = Object.entries(operations).filter(([name, { request }]) =>
    /^(POST|PUT|PATCH) /.test(name) && leavesOf(request).length > 0
  ).map(([name]) => name);
  const unknown = writes.filter((name) =>
    bodies[name] === undefined && !others.some(([form]) => form.test(name))
  );
  assertEquals(unknown, []);
  assertEquals(
    Object.keys(bodies).filter((name) => !writes.includes(name)),
    [],
  );
});

for (const [operation, kinds] of Object.entries(bodies)) {
  Deno.test(`every field of ${operation} is bound, or has its reason`, () => {
    const fields = leavesOf(operations[operation]?.request);
    assertEquals(unboundOf(operation, fields, kinds), []);
  });
}

Deno.test("every field of an Inference Endpoint is bound, or has its reason", () => {
  assert(endpointFields.length > 20, "the shape of the sandbox has fields");
  assertEquals(unboundOf("endpoint", endpointFields, ["endpoint"]), []);
});
