/**
 * A user's program on the published client. It is type-checked and run,
 * unchanged, in every runtime that the package is for.
 *
 * @module
 */
import {
  ConflictError,
  type CreateEndpoint,
  type Endpoint,
  HuggingFace,
  isApiError,
} from "@hf-terraform/client";
import { Sandbox } from "@hf-terraform/sandbox";

/** The results by name. */
export type Findings = Record<string, unknown>;

const embeddings: CreateEndpoint = {
  type: "private",
  provider: { vendor: "gcp", region: "us-east4" },
  compute: {
    accelerator: "cpu",
    instanceType: "intel-spr",
    instanceSize: "x1",
    scaling: { minReplica: 1, maxReplica: 1 },
  },
  model: {
    repository: "sentence-transformers/all-MiniLM-L6-v2",
    framework: "pytorch",
    image: { huggingface: {} },
  },
};

/** Uses a service that listens, and a sandbox that does not. */
export async function exercise(url: string, token: string): Promise<Findings> {
  const seen: string[] = [];
  const client = new HuggingFace({
    token,
    endpoint: url,
    inferenceEndpointsUrl: url,
    hooks: { onRetry: ({ error }) => seen.push(error.name) },
  });
  const { name: user } = await client.users.whoami();
  const created = await client.endpoints.create("acme/embeddings", embeddings);
  const running = await client.endpoints.waitFor(`acme/${created.name}`, {
    intervalMs: 20,
  });
  const parked = await client.endpoints.scaleToZero(`acme/${created.name}`);
  const again = await refusal(
    client.endpoints.create("acme/embeddings", embeddings),
  );
  await client.endpoints.delete(`acme/${created.name}`);
  const gone = await refusal(client.endpoints.get(`acme/${created.name}`));
  return {
    user,
    states: [running.status.state, parked.status.state],
    seeds: await names(client.endpoints.list(user, { pageSize: 2 })),
    again: again instanceof ConflictError && again.requestId !== undefined,
    gone: isApiError(gone, 404),
    space: await renamedSpace(client),
    retries: seen,
    inside: await withoutNetwork(),
  };
}

async function names(endpoints: AsyncIterable<Endpoint>): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of endpoints) found.push(name);
  return found;
}

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
}

/** The old name of a Space leads to the new one, which browsers hide. */
async function renamedSpace(client: HuggingFace): Promise<unknown> {
  const repo = { type: "space", id: "acme/old" } as const;
  await client.repos.create({ type: "space", id: "acme/old" }, {
    sdk: "gradio",
  });
  await client.repos.move(repo, "acme/new");
  await client.spaces.setVariable("acme/new", {
    key: "GREETING",
    value: "hallo, wörld",
  });
  const { GREETING } = await client.spaces.getVariables("acme/old");
  await client.repos.delete({ type: "space", id: "acme/new" });
  return GREETING?.value;
}

async function withoutNetwork(): Promise<string[]> {
  const sandbox = new Sandbox({ seedEndpoints: 1 });
  const client = new HuggingFace({
    token: () => Promise.resolve(sandbox.token),
    fetch: (request) => sandbox.fetch(request),
  });
  return await names(client.endpoints.list("sandbox"));
}
