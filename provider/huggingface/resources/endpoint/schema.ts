/**
 * What a configuration of `huggingface_endpoint` may hold.
 *
 * @module
 */

import { p, s, types, v } from "../../../framework/mod.ts";
import { computeAttributes } from "./compute_schema.ts";
import { modelAttributes } from "./model_schema.ts";
import { sameJson } from "../../shared/json.ts";
import { endpointName, namespaceName } from "../../shared/validators.ts";

/** The schema of `huggingface_endpoint`. */
export const schema = s.schema({
  // Version 0 is what the providers before this one wrote; see upgrade.ts.
  version: 1,
  description:
    "An [Inference Endpoint](https://huggingface.co/docs/inference-endpoints): " +
    "a model that Hugging Face serves on machines of your choice, billed by " +
    "the minute while it starts and runs.\n\n" +
    "The token needs the permission `inference.endpoints.write` for the " +
    "namespace.",
  attributes: {
    id: s.string({
      computed: true,
      description: "Namespace and name, such as `acme/my-endpoint`.",
    }),
    namespace: s.string({
      optional: true,
      computed: true,
      description:
        "The user or organization that owns the endpoint and pays for it. " +
        "By default the provider's `namespace`, else the user of the token. " +
        "An endpoint that exists stays where it is when only this default " +
        "changes.",
      validators: [namespaceName()],
      planModifiers: [
        p.requiresReplaceIf(
          // A state that was taken over may not hold it until it is read.
          ({ prior }) => prior !== null,
          "Changing this forces a replacement.",
        ),
      ],
    }),
    name: s.string({
      required: true,
      description: "The name: 1 to 32 lower-case letters, digits and dashes.",
      validators: [endpointName()],
      planModifiers: [p.requiresReplace()],
    }),
    type: s.string({
      optional: true,
      default: "private",
      description:
        "Who may call the endpoint: `private` with a token of its owner, " +
        "`authenticated` with a token of any Hugging Face account, `public` " +
        "without a token. Default `private`.",
      validators: [endpointType()],
    }),
    cloud: s.object({
      vendor: s.string({
        required: true,
        description: "The vendor, such as `aws`, `azure` or `gcp`.",
      }),
      region: s.string({
        required: true,
        description: "The region, such as `us-east-1`.",
      }),
    }, {
      optional: true,
      computed: true,
      description:
        "The cloud that the endpoint runs in. By default the provider's " +
        "`cloud`, else `gcp` and `us-east1`. An endpoint that exists stays " +
        "where it is when only this default changes.",
      planModifiers: [p.requiresReplace()],
    }),
    compute: s.object(computeAttributes, {
      required: true,
      description: "The machines that the endpoint runs on.",
    }),
    model: s.object(modelAttributes, {
      required: true,
      description: "What the endpoint serves, and with which engine.",
    }),
    tags: s.set(types.string, {
      optional: true,
      description: "Tags, for filters.",
    }),
    route: s.object({
      domain: s.string({
        optional: true,
        description: "A domain of yours that points to the endpoint.",
      }),
      path: s.string({
        optional: true,
        description: "The path below the domain, which begins with `/`.",
        validators: [v.matches(/^\//, "a path that begins with `/`")],
      }),
    }, {
      optional: true,
      description: "A domain and path of your own.",
    }),
    private_service: s.object({
      account_id: s.string({
        required: true,
        description: "The AWS account that may connect.",
      }),
      shared: s.bool({
        optional: true,
        description: "Whether other endpoints share the link.",
      }),
      region: s.string({
        optional: true,
        description: "The region of the link: `us-east-1` or `eu-west-1`.",
      }),
    }, {
      optional: true,
      description:
        "A private link (AWS PrivateLink) to the endpoint. The service " +
        "cannot change it on an endpoint that exists.",
      planModifiers: [p.requiresReplace()],
    }),
    cache_http_responses: s.bool({
      optional: true,
      computed: true,
      description:
        "Whether answers to equal requests are cached. The service's default " +
        "if absent; taken out of the configuration, it stays as it is.",
    }),
    experimental_features: s.object({
      kv_router: s.object({
        tag: s.string({
          required: true,
          description: "The tag of the router's image.",
        }),
      }, {
        optional: true,
        description: "Routes requests by what the replicas have cached.",
      }),
      skip_repo_download: s.bool({
        optional: true,
        computed: true,
        description: "Whether the repository is not downloaded at start.",
      }),
      extra: s.string({
        optional: true,
        description:
          "Further features as a JSON object, with the names of the API: " +
          "`jsonencode({ mcpLb = {} })`.",
        validators: [v.json({ of: "object" })],
        semanticEquals: sameJson,
      }),
    }, {
      optional: true,
      computed: true,
      description:
        "Features that may change or go. Taken out of the configuration, " +
        "they stay as they are.",
    }),
    paused: s.bool({
      optional: true,
      default: false,
      description:
        "Whether the endpoint is paused: it costs nothing and answers " +
        "nothing until it is resumed. Default `false`. If somebody else " +
        "pauses or resumes it, the next apply puts that right.",
    }),
    wait_for_ready: s.bool({
      optional: true,
      default: true,
      description:
        "Whether create and update wait until the endpoint is ready. They " +
        "fail as soon as the service says that it failed. A create that runs " +
        "out of `timeouts` ends with a warning, and the next apply goes on " +
        "waiting; an update fails. Default `true`.",
    }),
    wait_for_health: s.bool({
      optional: true,
      description:
        "Whether ready means, as for the official client, that `health_route` " +
        "answers with anything but 503, too. Default `true`, and `false` with " +
        "`private_service`. Set it to `false` where the endpoint cannot be " +
        "reached from where Terraform runs.",
    }),
    timeouts: s.timeouts({ create: "30m", update: "30m", delete: "10m" }),
    status: s.string({
      computed: true,
      description: "Where it stands: `pending`, `initializing`, `updating`, " +
        "`updateFailed`, `running`, `paused`, `failed` or `scaledToZero`.",
    }),
    status_message: s.string({
      computed: true,
      description: "The service's words for the status.",
    }),
    url: s.string({
      computed: true,
      description:
        "The address that requests go to. Null until there is one, if " +
        "`wait_for_ready` is false.",
    }),
    health_route: s.string({
      computed: true,
      description: "The path that answers 200 when the endpoint is ready.",
    }),
    ready_replicas: s.int({
      computed: true,
      description: "How many replicas answer.",
    }),
    target_replicas: s.int({
      computed: true,
      description: "How many replicas there should be.",
    }),
    created_at: s.string({
      computed: true,
      description: "When it was created, in the form of RFC 3339.",
    }),
    updated_at: s.string({
      computed: true,
      description: "When it was last changed, in the form of RFC 3339.",
    }),
    created_by: s.string({
      computed: true,
      description: "The name of the user who created it.",
    }),
  },
});

/** The type of {@linkcode schema}. */
export type EndpointSchema = typeof schema;

function endpointType() {
  return {
    description: "one of `public`, `authenticated`, `private`",
    validate(
      value: string,
      context: Parameters<ReturnType<typeof v.oneOf>["validate"]>[1],
    ) {
      if (value !== "protected") {
        v.oneOf("public", "authenticated", "private").validate(value, context);
        return;
      }
      context.diagnostics.addError(
        "Endpoint type was renamed",
        "`protected` is the old name of `authenticated`, and the service " +
          "would silently make the endpoint `private`. Write " +
          '`type = "authenticated"`.',
        context.path,
      );
    },
  };
}
