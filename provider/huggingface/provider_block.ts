import { type Config, s, v } from "@hf-terraform/framework";
import { vendors } from "./schema/known_values.ts";
import { namespaceName } from "./schema/validators.ts";
import { flag, requireText, text, whole } from "./define/inputs.ts";

export const providerSchema = s.schema({
  description:
    "Manages what runs on [Hugging Face](https://huggingface.co). All " +
    "attributes are optional: with `HF_TOKEN` set, or after `hf auth login`, " +
    "an empty block will do.",
  attributes: {
    token: s.string({
      optional: true,
      sensitive: true,
      description:
        "The access token. Default: `HF_TOKEN`, `HUGGING_FACE_HUB_TOKEN`, " +
        "then the file of `hf auth login` (`HF_TOKEN_PATH`, else `token` in " +
        "`HF_HOME`).",
      // No other token shall stand in for an empty one.
      validators: [
        v.matches(/\S/, "a token, or null for that of the environment"),
      ],
    }),
    namespace: text(
      "The user or organization that owns what resources without a " +
        "`namespace` of their own create. Default: the user whose token applies it.",
      namespaceName,
    ),
    endpoint: text(
      "The base URL of the Hub. Default: `HF_ENDPOINT`, else " +
        "`inference_endpoints_url` if that is on this machine, else " +
        "`https://huggingface.co`.",
      v.url(),
    ),
    inference_endpoints_url: text(
      "The base URL of the Inference Endpoints API. Default: " +
        "`HF_INFERENCE_ENDPOINTS_URL`, else that of the Hub if that is on " +
        "this machine, else `https://api.endpoints.huggingface.cloud`.",
      v.url(),
    ),
    cloud: s.object({
      vendor: requireText(
        "The vendor, such as `aws`, `azure` or `gcp`.",
        v.knownValues(...vendors),
      ),
      region: requireText(
        "The region, such as `us-east-1`.",
        v.lengthAtLeast(1),
      ),
    }, {
      optional: true,
      description:
        "Place in which endpoints without a `cloud` of their own are created. " +
        "Default: a region that offers the instance type, by the catalogue.",
    }),
    max_retries: whole(
      "Number of times a failed request is tried again; a write that may have " +
        "been done only after a look. Default: 4.",
      v.between(0, 20),
    ),
    request_timeout: text(
      "Time limit of one attempt of a request. Default: " +
        '`"30s"`.',
      v.duration(),
      v.matches(/[1-9]/, "longer than zero"),
    ),
    cost_estimation: flag(
      "Whether a plan says, in a warning, what an endpoint, a " +
        "Space or a scheduled job that it creates or makes dearer costs an " +
        "hour. Default `true`.",
    ),
    max_hourly_cost: s.float({
      optional: true,
      description: "The US dollars an hour that endpoints, Spaces and " +
        "scheduled jobs of this provider block may cost at most, with all " +
        "replicas; see the guide on cost control for what it cannot see.",
      validators: [v.atLeast(0)],
    }),
    max_hourly_cost_enforcement: text(
      "Effect of a plan above `max_hourly_cost`: `advisory` " +
        "warns, `mandatory` fails. Default `advisory`.",
      v.oneOf("advisory", "mandatory"),
      v.requiredWith("max_hourly_cost"),
    ),
  },
});

/** The values of the provider block; any of them may be unknown. */
export type ProviderBlock = Partial<Config<typeof providerSchema>>;
