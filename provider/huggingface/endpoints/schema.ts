import {
  type Config,
  p,
  type Path,
  type Plan,
  type PlannedState,
  type PlanValuesContext,
  s,
  type State,
  types,
  v,
  type Validator,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { Endpoint } from "@hf-terraform/client";
import { idOfParts } from "../object/derived_id.ts";
import { namespaceOptions } from "../schema/namespace.ts";
import { canonicalJson, parseRecord } from "../schema/json.ts";
import { vendors } from "../schema/known_values.ts";
import { inOrder } from "../schema/same.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { endpointName, suggest } from "../schema/validators.ts";
import type { CallContext } from "../object/remote_object.ts";
import { compute } from "./compute_schema.ts";
import { extraOptions } from "./extra.ts";
import type { EndpointWire } from "./image.ts";
import { modelAttributes } from "./model_schema.ts";

const b = bindingTo<EndpointWire>();

export const endpointSchema = s.schema({
  // Version 0 is what other providers write; see upgrade.ts.
  version: 1,
  description:
    "An [Inference Endpoint](https://huggingface.co/docs/inference-endpoints): " +
    "a model that Hugging Face serves on machines of your choice, billed by " +
    "the minute while it starts and runs.\n\n" +
    "Terraform drops a misspelt name inside `compute`, `model` and other nested " +
    "attributes before a provider sees it. `check` of the executable finds it: " +
    "see [Cost control](../guides/cost-control.md#a-name-that-is-misspelt).",
  attributes: {
    id: idOfParts(
      ["namespace", "name"],
      "Namespace and name, such as `acme/my-endpoint`.",
    ),
    namespace: b.local(
      s.string(namespaceOptions(
        "owns the endpoint and pays for it",
        "An endpoint that exists stays where it is when only this default " +
          "changes.",
      )),
      { change: "immutable" },
    ),
    name: b.field("name", types.string, {
      required: true,
      description: "The name: 1 to 32 lower-case letters, digits and dashes.",
      validators: [endpointName],
      change: "immutable",
      key: true,
    }),
    type: b.mapped("type", types.string, {
      optional: true,
      default: "authenticated",
      description: "Who may call the endpoint: `public` anybody, without a " +
        "token; `authenticated` and `private` only with one, of whom the " +
        "service's sources differ. The " +
        "[documentation](https://huggingface.co/docs/inference-endpoints/main/en/guides/configuration) " +
        "has `authenticated` open to all Hugging Face accounts, and `private` " +
        "to the owner or the organization's members. The " +
        "[official client](https://github.com/huggingface/huggingface_hub/pull/4329) " +
        "has `authenticated` open to the latter, and `private` reached over " +
        "`private_service` only. Where strangers must not call what is " +
        "`authenticated`, try it with a token of another account. Default " +
        "`authenticated`.",
      validators: [endpointType()],
      encode: (type) => type,
      decode: (type) => type === "protected" ? "authenticated" : type,
      openness: inOrder("private", "authenticated", "public"),
    }),
    cloud: s.object({
      vendor: b.field("provider.vendor", types.string, {
        required: true,
        description: "The vendor, such as `aws`, `azure` or `gcp`.",
        validators: [v.knownValues(...vendors)],
        change: "immutable",
      }),
      region: b.field("provider.region", types.string, {
        required: true,
        description: "The region, such as `us-east-1`.",
        validators: [v.lengthAtLeast(1)],
        change: "immutable",
      }),
    }, {
      optional: true,
      computed: true,
      description: "The cloud that the endpoint runs in. By default the " +
        "provider's `cloud`; without that, the cheapest place that offers the " +
        "instance type by the service's catalogue when it is created. An " +
        "endpoint that exists stays where it is when only this default changes.",
    }),
    compute: s.object(compute, {
      required: true,
      description: "The machines that the endpoint runs on.",
    }),
    model: s.object(modelAttributes, {
      required: true,
      description: "What the endpoint serves, and with which engine.",
    }),
    tags: b.field("tags", types.set(types.string), {
      optional: true,
      description: "Tags, for filters.",
      validators: [v.each(v.lengthAtLeast(1))],
      clear: { send: [] },
    }),
    route: b.object("route", {
      domain: b.field("route.domain", types.string, {
        optional: true,
        description: "A domain of yours that points to the endpoint. The " +
          "namespace has to have it first: it is added at " +
          "https://endpoints.huggingface.co.",
        validators: [
          v.matches(
            /^[\w-]+(?:\.[\w-]+)+$/,
            "a domain without scheme and path, such as `api.example.com`",
          ),
        ],
        unit: "route",
      }),
      path: b.field("route.path", types.string, {
        optional: true,
        description: "The path below the domain, which begins with `/`.",
        validators: [v.matches(/^\//, "a path that begins with `/`")],
        unit: "route",
      }),
    }, {
      optional: true,
      description: "A domain and path of your own.",
      unit: "route",
    }),
    private_service: b.object("privateService", {
      account_id: b.field("privateService.accountId", types.string, {
        required: true,
        description: "The AWS account that may connect: 12 digits.",
        validators: [
          suggest(
            /^\d{12}$/,
            "the 12 digits of an AWS account, in quotes",
            // A number without quotes loses what it begins with.
            (text) => text.replaceAll("-", "").replace(/^\d{11}$/, "0$&"),
          ),
        ],
        change: "immutable",
      }),
      // Two forms of the service's documents differ in which it shows.
      shared: b.field("privateService.shared", types.bool, {
        optional: true,
        description: "Whether other endpoints share the link.",
        change: "immutable",
        hasServiceDefault: true,
        sometimesReturned: true,
      }),
      region: b.field("privateService.region", types.string, {
        optional: true,
        description: "The region of the link: `us-east-1` or `eu-west-1`.",
        validators: [v.knownValues("us-east-1", "eu-west-1")],
        change: "immutable",
        hasServiceDefault: true,
        sometimesReturned: true,
      }),
    }, {
      optional: true,
      description: "A private link (AWS PrivateLink) to the endpoint. The " +
        "service cannot change it on an endpoint that exists.",
      change: "immutable",
    }),
    cache_http_responses: b.field("cacheHttpResponses", types.bool, {
      optional: true,
      computed: true,
      description: "Whether answers to equal requests are cached. The " +
        "service's default if absent; removed from the configuration, it " +
        "stays as it is.",
      response: "experimentalFeatures.cacheHttpResponses",
    }),
    experimental_features: b.object("experimentalFeatures", {
      kv_router: b.object("experimentalFeatures.kvRouter", {
        tag: b.field("experimentalFeatures.kvRouter.tag", types.string, {
          required: true,
          description: "The tag of the router's image.",
          validators: [v.lengthAtLeast(1)],
        }),
      }, {
        optional: true,
        description: "Routes requests by what the replicas have cached.",
      }),
      skip_repo_download: b.field(
        "experimentalFeatures.skipRepoDownload",
        types.bool,
        {
          optional: true,
          computed: true,
          description: "Whether the repository is not downloaded at start.",
        },
      ),
      extra: b.mapped("experimentalFeatures", types.string, {
        ...extraOptions([
          "cache_http_responses",
          "kv_router",
          "skip_repo_download",
        ]),
        description: "Further features as a JSON object, with the names of " +
          "the API: `jsonencode({ mcpLb = {} })`. They overwrite any there.",
        encode: featureChanges,
        clear: { compute: (prior) => featureChanges(null, prior) },
      }),
    }, {
      optional: true,
      computed: true,
      description: "Features that may change or go. Without the block they " +
        "stay as they are; within it, a `kv_router` and features of `extra` " +
        "that are taken out end.",
    }),
    paused: b.computed("status.state", types.bool, {
      optional: true,
      default: false,
      description: "Whether the endpoint is paused: it costs nothing and " +
        "answers nothing until it is resumed. Default `false`.",
      decode: (state) => state === "paused",
      change: "via",
    }),
    wait_for_ready: b.local(s.bool({
      optional: true,
      default: true,
      description: "Whether create and update wait until the endpoint is " +
        "ready. Where it fails or `timeouts` run out, a create ends with a " +
        "warning, and the next apply goes on waiting; an update fails. " +
        "After a warning Terraform goes on with what depends on it, and with " +
        "`create_before_destroy` destroys what it replaces: a " +
        "`postcondition` on `status` stops that. Default `true`.",
    })),
    wait_for_health: b.local(s.bool({
      optional: true,
      description: "Whether an endpoint also has to answer at `health_route` " +
        "before it counts as ready, with anything but 503. Default `true`, and " +
        "`false` with `private_service`. Set it to `false` where the endpoint " +
        "cannot be reached from where Terraform runs. The request carries the " +
        "token of the provider, which reaches the container, unless `type` is " +
        "`public`.",
    })),
    timeouts: b.local(
      s.timeouts({ create: "30m", update: "30m", delete: "10m" }),
    ),
    status: b.computed("status.state", types.string, {
      description: "Current status: `pending`, `initializing`, `updating`, " +
        "`updateFailed`, `running`, `paused`, `failed` or `scaledToZero`.",
      planModifiers: [p.mayChangeOnUpdate()],
    }),
    status_message: b.computed("status", types.string, {
      description: "Status message from the API.",
      decode: messageOf,
      planModifiers: [p.mayChangeOnUpdate()],
    }),
    url: b.computed("status.url", types.string, {
      description: "The address that requests go to. Null until there is " +
        "one, if `wait_for_ready` is false.",
      planModifiers: [p.computedFrom(["type", "route"])],
    }),
    health_route: b.computed("healthRoute", types.string, {
      description: "The path that answers 200 when the endpoint is ready.",
      planModifiers: [p.computedFrom(["/model/image"])],
    }),
    ready_replicas: b.computed("status.readyReplica", types.int, {
      description: "Number of ready replicas.",
      planModifiers: [p.mayChangeOnUpdate()],
    }),
    target_replicas: b.computed("status.targetReplica", types.int, {
      description: "Target number of replicas.",
      planModifiers: [p.mayChangeOnUpdate()],
    }),
    created_at: b.computed("status.createdAt", types.string, {
      description: "When it was created, in the form of RFC 3339.",
      fingerprint: true,
    }),
    updated_at: b.computed("status.updatedAt", types.string, {
      description: "When it was last changed, in the form of RFC 3339.",
      planModifiers: [p.mayChangeOnUpdate()],
    }),
    created_by: b.computed("status.createdBy.name", types.string, {
      description: "The name of the user who created it.",
    }),
  },
});

export type EndpointConfig = Config<typeof endpointSchema>;
export type PlannedEndpoint = PlannedState<typeof endpointSchema>;
export type EndpointPlan = Plan<typeof endpointSchema>;
export type EndpointState = State<typeof endpointSchema>;

/** The values of a create; the owner is known. */
export type EndpointCreation = CallContext & {
  readonly plan: EndpointPlan;
  readonly provider: HuggingFaceProvider;
  readonly signal: AbortSignal;
};

/** The values of a plan, and what replaces the endpoint, once that is told. */
export type EndpointPlanning =
  & PlanValuesContext<typeof endpointSchema, HuggingFaceProvider>
  & { readonly requiresReplace?: readonly Path[] };

/** The changes of `extra`; null for a removed key. */
function featureChanges(extra: string | null, prior: unknown): object {
  const before = typeof prior === "string" ? parseRecord(prior) ?? {} : {};
  const after = parseRecord(extra ?? "{}") ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) =>
      canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null)
    ).map((name) => [name, after[name] ?? null]),
  );
}

export function messageOf(
  { message, errorMessage }: Endpoint["status"],
): string | undefined {
  return [message, errorMessage].filter(Boolean).join(": ") || undefined;
}

/** The validator of `type`, which knows its former word. */
function endpointType(): Validator<string> {
  const known = v.oneOf("public", "authenticated", "private");
  return {
    description: "one of `public`, `authenticated`, `private`",
    validate(value, context) {
      if (value !== "protected") return known.validate(value, context);
      context.diagnostics.addError(
        "Endpoint type was renamed",
        "`protected` is the old name of `authenticated`, and the service " +
          "would silently make the endpoint `private`. Write " +
          '`type = "authenticated"`, or `type = "private"` for an endpoint ' +
          "that was made so.",
        context.path,
      );
    },
  };
}
