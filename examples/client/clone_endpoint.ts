/**
 * Makes a second Inference Endpoint with the configuration of a first one, for
 * example to try another model or region beside it.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co,api.endpoints.huggingface.cloud \
 *   clone_endpoint.ts NAMESPACE/SOURCE NAMESPACE/COPY [--region=VENDOR/REGION]
 * ```
 *
 * `HF_TOKEN` needs to write Inference Endpoints in both namespaces. The service
 * never tells the values of secrets: they are read from environment variables of
 * the same names, which `--allow-env` must name as well. A domain, a private
 * link and a route belong to one endpoint and are not copied.
 *
 * @module
 */
import {
  type Endpoint,
  type EndpointCreate,
  type EndpointScaling,
  HuggingFace,
} from "jsr:@hf-terraform/client@^0";

const [source = "", copy = ""] = Deno.args.filter((it) => !it.startsWith("-"));
const [fromNamespace = "", fromName] = source.split("/");
const [toNamespace = "", toName] = copy.split("/");
if (fromName === undefined || toName === undefined) {
  console.error(
    "Usage: clone_endpoint.ts NAMESPACE/SOURCE NAMESPACE/COPY " +
      "[--region=VENDOR/REGION]",
  );
  Deno.exit(2);
}
const { endpoints } = new HuggingFace({
  token: Deno.env.get("HF_TOKEN"),
  endpoint: Deno.env.get("HF_ENDPOINT"),
  inferenceEndpointsUrl: Deno.env.get("HF_INFERENCE_ENDPOINTS_URL"),
});

const original = await endpoints.get(fromNamespace, fromName);
const secrets = secretsOf(original);
const created = await endpoints.create(
  toNamespace,
  configurationOf(original, toName, secrets),
);
console.log(`${copy} is ${created.status.state}`);
const ready = await endpoints.waitFor(toNamespace, toName, {
  timeoutMs: 60 * 60_000,
});
console.log(`${copy} is ${ready.status.state}: ${ready.status.url}`);

/** What was asked for, without what the service filled in by itself. */
function configurationOf(
  endpoint: Endpoint,
  name: string,
  secrets: Readonly<Record<string, string>>,
): EndpointCreate {
  const { type, compute, model, experimentalFeatures, tags } = endpoint;
  const { accelerator, instanceType, instanceSize, scaling } = compute;
  const { fromCatalog: _, ...settings } = model;
  return {
    name,
    type,
    provider: providerOf(endpoint),
    compute: {
      accelerator,
      instanceType,
      instanceSize,
      scaling: scalingOf(scaling),
    },
    model: { ...settings, secrets },
    ...(experimentalFeatures === undefined ? {} : { experimentalFeatures }),
    ...(tags === undefined ? {} : { tags }),
  };
}

function providerOf(endpoint: Endpoint): Endpoint["provider"] {
  const region = Deno.args.find((it) => it.startsWith("--region="));
  if (region === undefined) return endpoint.provider;
  const [vendor = "", name = ""] = region.slice("--region=".length).split("/");
  return { vendor, region: name };
}

function scalingOf(scaling: EndpointScaling): EndpointScaling {
  const { minReplica, maxReplica, scaleToZeroTimeout, measure } = scaling;
  return {
    minReplica,
    maxReplica,
    ...(measure === undefined ? {} : { measure }),
    // Only an endpoint that may go down to zero replicas takes it.
    ...(minReplica > 0 || scaleToZeroTimeout === undefined
      ? {}
      : { scaleToZeroTimeout }),
  };
}

function secretsOf(endpoint: Endpoint): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of Object.keys(endpoint.model.secrets ?? {})) {
    const value = Deno.env.get(name);
    if (value === undefined) {
      console.error(
        `${source} has the secret ${name}: set the variable ${name} to its ` +
          "value and name it in --allow-env",
      );
      Deno.exit(1);
    }
    found[name] = value;
  }
  return found;
}
