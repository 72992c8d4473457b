/**
 * Makes a second Inference Endpoint with the configuration of a first one, for
 * example to try another model or region beside it.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co,api.endpoints.huggingface.cloud \
 *   clone_endpoint.ts NAMESPACE/SOURCE NAMESPACE/COPY [--region=VENDOR/REGION]
 * ```
 *
 * `HF_TOKEN` needs to write Inference Endpoints in both namespaces. The service
 * never tells the values of secrets: they are read from environment variables of
 * the same names, and the credentials of a private registry from
 * `REGISTRY_USERNAME` and `REGISTRY_PASSWORD`; `--allow-env` must name them as
 * well. A domain, a private link and a route belong to one endpoint and are not
 * copied.
 *
 * @module
 */
import {
  type CreateEndpoint,
  type Endpoint,
  type EndpointImage,
  type EndpointScaling,
  HuggingFace,
} from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

const [source, copy = ""] = Deno.args.filter((it) => !it.startsWith("-"));
if (source === undefined || !copy.includes("/")) {
  console.error(
    "Usage: clone_endpoint.ts NAMESPACE/SOURCE NAMESPACE/COPY " +
      "[--region=VENDOR/REGION]",
  );
  Deno.exit(2);
}
const { endpoints } = HuggingFace.fromEnv();

const original = await endpoints.get(source);
const secrets = secretsOf(original);
const created = await endpoints.create(
  copy,
  configurationOf(original, secrets),
);
console.log(`${copy} is ${created.status.state}`);
const ready = await endpoints.waitFor(copy, {
  timeoutMs: 60 * 60_000,
});
console.log(`${copy} is ${ready.status.state}: ${ready.status.url}`);

/** Returns the configuration, without the fields that the service filled in. */
function configurationOf(
  endpoint: Endpoint,
  secrets: Readonly<Record<string, string>>,
): CreateEndpoint {
  const { type, compute, model, experimentalFeatures, tags } = endpoint;
  const { accelerator, instanceType, instanceSize, scaling } = compute;
  const { fromCatalog: _, repository, framework, image, ...settings } = model;
  return {
    type: told(type),
    provider: providerOf(endpoint),
    compute: {
      accelerator: told(accelerator),
      instanceType: told(instanceType),
      instanceSize: told(instanceSize),
      scaling: scalingOf(scaling),
    },
    model: {
      ...settings,
      repository: told(repository),
      framework: told(framework),
      image: imageOf(told(image)),
      secrets,
    },
    ...(experimentalFeatures === undefined ? {} : { experimentalFeatures }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Returns a value that a copy cannot do without. */
function told<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new Error("The service did not tell all that a copy needs.");
}

function providerOf(endpoint: Endpoint): CreateEndpoint["provider"] {
  const region = Deno.args.find((it) => it.startsWith("--region="));
  const { provider } = endpoint;
  if (region === undefined) {
    return { vendor: told(provider.vendor), region: told(provider.region) };
  }
  const [vendor = "", name = ""] = region.slice("--region=".length).split("/");
  return { vendor, region: name };
}

function scalingOf(scaling: Partial<EndpointScaling>): EndpointScaling {
  const { scaleToZeroTimeout, measure } = scaling;
  const minReplica = told(scaling.minReplica);
  return {
    minReplica,
    maxReplica: told(scaling.maxReplica),
    ...(measure === undefined ? {} : { measure }),
    // Only an endpoint that may go down to zero replicas takes it.
    ...(minReplica > 0 || scaleToZeroTimeout === undefined
      ? {}
      : { scaleToZeroTimeout }),
  };
}

/** The service hides a registry's credentials, and would take what it shows. */
function imageOf(image: EndpointImage) {
  const { custom } = image;
  if (!custom?.credentials) return image;
  const username = secret("REGISTRY_USERNAME", "a private registry");
  const password = secret("REGISTRY_PASSWORD", "a private registry");
  return { custom: { ...custom, credentials: { username, password } } };
}

function secretsOf(endpoint: Endpoint): Record<string, string> {
  const names = Object.keys(endpoint.model.secrets ?? {});
  return Object.fromEntries(
    names.map((name) => [name, secret(name, `the secret ${name}`)]),
  );
}

function secret(name: string, what: string): string {
  const value = Deno.env.get(name);
  if (value !== undefined) return value;
  console.error(
    `${source} has ${what}: set the variable ${name} to its value and name ` +
      "it in --allow-env",
  );
  Deno.exit(1);
}
