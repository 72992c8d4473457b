/**
 * A sandbox whose organization `acme` has one object of every kind.
 *
 * @module
 */
import { Sandbox, type SandboxOptions } from "../../client/sandbox/mod.ts";
import { HuggingFace } from "../../mod.ts";
import { HuggingFaceProvider } from "../../provider/huggingface/provider_data.ts";
import { cpuEndpoint } from "./cpu_endpoint.ts";

/** An account with something of everything. */
export interface Account {
  /** The imitation of Hugging Face. */
  readonly sandbox: Sandbox;
  /** Does what somebody does outside of Terraform. */
  readonly client: HuggingFace;
  /** The configured provider, as operations get it. */
  readonly provider: HuggingFaceProvider;
}

/** The options of a sandbox that {@linkcode makeAccount} needs. */
export const accountOptions = {
  startupMs: 0,
  createMs: 0,
  users: [{ name: "ada" }],
  organizations: [{ name: "acme", plan: "plus", members: {} }],
} satisfies SandboxOptions;

/** Makes the account: an endpoint `e`, a Space `s`, a model `m`, and so on. */
export async function makeAccount(
  sandbox: Sandbox = new Sandbox(accountOptions),
): Promise<Account> {
  const fetch = (request: Request) => sandbox.fetch(request);
  const client = new HuggingFace({ token: sandbox.token, fetch });
  await client.endpoints.create("acme/e", cpuEndpoint);
  await client.endpoints.waitFor("acme/e");
  await client.repos.create({ type: "space", id: "acme/s" }, {
    sdk: "gradio",
    files: [{ path: "app.py", content: "print(1)", encoding: "utf-8" }],
    secrets: [{ key: "TOKEN", value: "correct horse" }],
    variables: [{ key: "MODE", value: "fast" }],
  });
  await client.spaces.waitFor("acme/s");
  for (const [type, name] of [["model", "m"], ["dataset", "d"]] as const) {
    await client.repos.create({ type, id: `acme/${name}` });
  }
  const model = { type: "model", id: "acme/m" } as const;
  await client.refs.createBranch(model, "next");
  await client.refs.createTag(model, "v1");
  await client.repos.update(model, { gated: "manual" });
  await client.accessRequests.grant(model, "ada");
  await client.collections.create("acme", { title: "Ours" });
  await client.buckets.create("acme/b");
  await client.jobs.scheduled.create("acme", {
    schedule: "@daily",
    jobSpec: {
      flavor: "cpu-basic",
      dockerImage: "python:3.12",
      command: ["echo", "1"],
    },
  });
  await client.webhooks.create({
    watched: [{ type: "org", name: "acme" }],
    domains: ["repo"],
    url: "https://example.com/hook",
  });
  const { resourceGroups, serviceAccounts } = client.organizations;
  await resourceGroups.create("acme", {
    name: "g",
    users: [{ user: "sandbox", role: "admin" }],
  });
  const { _id } = await serviceAccounts.create("acme", { name: "a" });
  await serviceAccounts.createToken("acme", _id, { permissions: ["org.read"] });
  await client.organizations.invitations.create("acme", {
    userName: "ada",
    email: "ada@example.com",
    externalId: "1",
  });
  return { sandbox, client, provider: providerOf(sandbox, fetch, null) };
}

/** A provider of the organization, which sends each request once by default. */
export function providerOf(
  { token }: Sandbox,
  fetch: (request: Request) => Promise<Response>,
  max_retries: number | null = 0,
  namespace = "acme",
): HuggingFaceProvider {
  return new HuggingFaceProvider(
    { token, namespace, max_retries },
    { env: {}, userAgent: "test", fetch, gatherMs: 0 },
  );
}

const silent = () => {};

/** A log that goes nowhere. */
export const silentLog = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};
