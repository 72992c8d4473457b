/**
 * Asks the real service what this project only guesses, with objects that cost
 * nothing: private models, a static Space, a collection, a webhook, a bucket. It
 * deletes what it made, and prints one line for each guess: `ok`, or `DIFFERS` with
 * what the service did. `EVIDENCE.md` has the guesses.
 *
 * ```sh
 * deno run \
 *   --allow-env=HF_TOKEN,HUGGING_FACE_HUB_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL \
 *   --allow-net=huggingface.co,api.endpoints.huggingface.cloud \
 *   confirm_with_the_real_service.ts --namespace NAMESPACE
 * ```
 *
 * `HF_TOKEN` needs to write repositories, collections and webhooks in the
 * namespace. It makes about 50 requests, four of them creations.
 *
 * Of an organization it also reads what its admins see: members, groups, service
 * accounts, invitations, network security, audit log, usage and tokens. It changes
 * nothing there and prints names of fields, no values; what the plan or the role of
 * the token does not allow is said with the status of the refusal.
 *
 * @module
 */
import { ApiError, HuggingFace } from "jsr:@hf-terraform/client@^0";

// What fails is told in a line, without a stack.
addEventListener("unhandledrejection", ({ reason }) => {
  console.error(reason instanceof Error ? reason.message : reason);
  Deno.exit(1);
});

const [flag, namespace] = Deno.args;
if (flag !== "--namespace" || namespace === undefined) {
  console.error(
    "Usage: confirm_with_the_real_service.ts --namespace NAMESPACE",
  );
  Deno.exit(2);
}
const client = HuggingFace.fromEnv({ maxRetries: 1 });
const stranger = HuggingFace.fromEnv({ token: "hf_nobody", maxRetries: 0 });
const me = (await client.users.whoami()).name;
const suffix = crypto.randomUUID().slice(0, 8);
const model = `${namespace}/confirm-${suffix}`;
const renamed = `${model}-renamed`;
const occupied = `${model}-occupied`;
const bucket = `${namespace}/confirm-bucket-${suffix}`;
const space = `${namespace}/confirm-space-${suffix}`;
const undo: (() => Promise<unknown>)[] = [];
let different = 0;

/** A line for what should be so and is or is not. */
async function confirm(
  what: string,
  expected: unknown,
  ask: () => Promise<unknown>,
): Promise<void> {
  const found = JSON.stringify(
    await ask().catch((error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    }) ?? null,
  );
  if (found === JSON.stringify(expected)) return console.log(`ok: ${what}`);
  different++;
  console.log(`DIFFERS: ${what}: ${found}, not ${JSON.stringify(expected)}`);
}

const info = (repo: string) => client.request("GET", `/api/models/${repo}`);
const on = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  rest: string,
  body?: unknown,
) => client.request(method, `/api/models/${model}${rest}`, { body });
const nothing = async (ask: Promise<unknown>) => {
  await ask;
  return "done";
};
/** What is under a name of an answer. */
function part(answer: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null
        ? Reflect.get(value, name)
        : undefined,
    answer,
  );
}

/** What `GET` below `/api/organizations/NAME` answers, and its entries have. */
const organizationRoutes: readonly {
  readonly path: string;
  /** Where the list is; absent: the answer, or the list that it is. */
  readonly list?: string;
  /** What every entry has, with its type. */
  readonly has: Readonly<Record<string, string>>;
}[] = [
  {
    path: "/members?limit=10",
    has: { _id: "string", user: "string", fullname: "string" },
  },
  {
    path: "/resource-groups",
    has: { id: "string", name: "string", users: "array", resources: "array" },
  },
  {
    path: "/service-accounts",
    has: { _id: "string", user: "string", name: "string", createdAt: "string" },
  },
  {
    path: "/scim-provisioning/v2/Users?count=10",
    list: "Resources",
    has: {
      id: "string",
      userName: "string",
      emails: "array",
      active: "boolean",
    },
  },
  {
    path: "/settings/network-security",
    has: {
      enforceIpRestriction: "boolean",
      highRateLimits: "boolean",
      ipRanges: "array",
      blockedContents: "array",
      allowedContents: "array",
      keepReposMetadataVisible: "boolean",
    },
  },
  {
    path: "/audit-log/export",
    has: {
      _id: "string",
      createdAt: "string",
      type: "string",
      message: "string",
      author: "object",
    },
  },
  {
    path: "/billing/usage-by-resource-group",
    list: "periods",
    has: { period: "string", resourceGroups: "array" },
  },
  {
    path: "/settings/tokens?limit=10",
    has: {
      _id: "string",
      displayName: "string",
      role: "string",
      createdAt: "string",
    },
  },
];

/** Which fields the entries of an answer lack, or have with another type. */
function lacks(
  answer: unknown,
  has: Readonly<Record<string, string>>,
): string[] {
  const wrong = [answer].flat().flatMap((entry) =>
    Object.entries(has).flatMap(([name, type]) => {
      const value = part(entry, name);
      const found = Array.isArray(value) ? "array" : typeof value;
      return found === type ? [] : [`${name}: ${found}, not ${type}`];
    })
  );
  return [...new Set(wrong)];
}

/** Reads what an organization has, without changing anything. */
async function confirmOrganization(name: string): Promise<void> {
  for (const { path, list, has } of organizationRoutes) {
    const what = `GET of an organization's ${path.split("?")[0]}`;
    const answer: unknown = await client
      .request("GET", `/api/organizations/${name}${path}`)
      .catch((error: unknown) => error);
    // The guess of what a plan or a role that is not enough is answered.
    if (answer instanceof ApiError && [402, 403].includes(answer.status)) {
      const { status } = answer;
      console.log(`ok: ${what} is refused to this plan or role with ${status}`);
      continue;
    }
    await confirm(`${what} has the fields of its document`, [], () => {
      if (answer instanceof Error) return Promise.reject(answer);
      const entries = list === undefined ? answer : part(answer, list);
      return Promise.resolve(lacks(entries, has));
    });
  }
}

try {
  await confirm(
    "a bad token is refused by a public list",
    401,
    () =>
      nothing(stranger.request("GET", "/api/models", { query: { limit: 1 } })),
  );
  await confirm(
    "and by the hardware of Spaces",
    401,
    () => nothing(stranger.request("GET", "/api/spaces/hardware")),
  );
  await confirm(
    "an unknown user is 404",
    404,
    () =>
      nothing(client.request("GET", `/api/users/nobody-${suffix}/overview`)),
  );

  const [owner = "", name = ""] = model.split("/");
  if (owner !== me) await confirmOrganization(owner);
  await client.repos.create({ type: "model", id: model }, {
    visibility: "private",
  });
  undo.push(() => client.repos.delete({ type: "model", id: renamed }));
  undo.push(() => client.repos.delete({ type: "model", id: model }));
  await confirm(
    "no resource group is null",
    null,
    () => on("GET", "/resource-group"),
  );
  await confirm("settings answer with what was sent", {
    discussionsDisabled: true,
  }, () => on("PUT", "/settings", { discussionsDisabled: true }));
  await confirm(
    "discussionsDisabled can be read back",
    true,
    async () => part(await info(model), "discussionsDisabled"),
  );
  await confirm(
    "a wrong setting is refused",
    400,
    () => nothing(on("PUT", "/settings", { gated: "bogus" })),
  );
  await confirm("a list without `full` has no siblings", false, async () => {
    const query = { author: owner, search: name, limit: 1 };
    const list = await client.request("GET", "/api/models", { query });
    return part(list, "0", "siblings") !== undefined;
  });
  const repo = { type: "model", id: model } as const;
  await confirm(
    "nothing is found in a new repository",
    [],
    async () => (await client.files.getScan(repo)).filesWithIssues,
  );
  await confirm(
    "it has no discussions",
    [],
    () => client.discussions.list(repo).toArray(),
  );
  await confirm(
    "the usage of jobs can be read",
    "done",
    () => nothing(client.jobs.getUsage()),
  );
  await confirm(
    "who may read endpoints is told",
    owner,
    async () =>
      (await client.endpoints.checkAccess(owner, "read")).namespace.name,
  );
  await confirm("a branch is made once", ["done", 409], async () => [
    await nothing(on("POST", "/branch/dev", {})),
    await on("POST", "/branch/dev", {}).catch((error) => error.status),
  ]);
  await confirm(
    "main cannot be deleted",
    403,
    () => nothing(on("DELETE", "/branch/main")),
  );
  await confirm(
    "a missing branch is 404",
    404,
    () => nothing(on("DELETE", "/branch/none")),
  );
  await confirm(
    "a missing tag is 404",
    404,
    () => nothing(on("DELETE", "/tag/none")),
  );
  await confirm(
    "an invalid tag is refused",
    400,
    () => nothing(on("POST", "/tag/main", { tag: "invalid tag" })),
  );
  await confirm("a parent that is not the newest is 412", 412, async () => {
    const parentCommit = String(part(await info(model), "sha"));
    const repo = { type: "model", id: model } as const;
    const commit = (content: string) =>
      client.files.commit(repo, {
        summary: "Confirm",
        parentCommit,
        operations: [{ path: "a.txt", content }],
      });
    await commit("1");
    return await nothing(commit("2"));
  });
  await confirm("a comparison has the lines of `git diff --raw`", [
    ":000000 100644 0000000 A",
    "a.txt",
  ], async () => {
    const repo = { type: "model", id: model } as const;
    const [newest, before] = await client.refs.listCommits(repo).toArray();
    const lines = await client.refs.compare(
      repo,
      before?.id ?? "",
      newest?.id ?? "",
    );
    const [, was = "", kind, path] =
      /^(:\d+ \d+ 0{7})\S* \S+ (\w)\t(.*)$/m.exec(lines) ?? [];
    return [`${was} ${kind}`, path];
  });
  await confirm("a move onto an occupied name is 409", 409, async () => {
    await client.repos.create({ type: "model", id: occupied }, {
      visibility: "private",
    });
    undo.push(() => client.repos.delete({ type: "model", id: occupied }));
    return await nothing(
      client.repos.move({ type: "model", id: model }, occupied),
    );
  });
  await confirm(
    "a move answers to the former name with 307",
    renamed,
    async () => {
      await client.repos.move({ type: "model", id: model }, renamed);
      return part(await info(model), "id");
    },
  );
  await confirm(
    "a write does so too",
    { private: true },
    () => on("PUT", "/settings", { private: true }),
  );

  await client.repos.create({ type: "space", id: space }, {
    sdk: "static",
    visibility: "private",
  });
  undo.push(() => client.repos.delete({ type: "space", id: space }));
  await confirm(
    "a static Space cannot be paused",
    400,
    () => nothing(client.spaces.pause(space)),
  );
  await confirm("a description goes with the next value", "none", async () => {
    const variable = { key: "CONFIRM", value: "1" };
    await client.spaces.setVariable(space, { ...variable, description: "Why" });
    await client.spaces.setVariable(space, variable);
    const variables = await client.spaces.getVariables(space);
    return part(variables, "CONFIRM", "description") ?? "none";
  });

  const made = await client.webhooks.create({
    url: "https://example.com/confirm",
    watched: [{ type: "user", name: me }],
    domains: ["repo"],
    secret: "confirm",
  });
  undo.push(() => client.webhooks.delete(made.id));
  await confirm("an update without `secret` keeps it", true, async () => {
    await client.request("POST", `/api/settings/webhooks/${made.id}`, {
      body: {
        url: "https://example.com/confirmed",
        watched: [{ type: "user", name: me }],
        domains: ["repo"],
      },
    });
    return (await client.webhooks.get(made.id)).hasSecret;
  });

  const collection = await client.collections.create(namespace, {
    title: `Confirm ${suffix}`,
    private: true,
  });
  const { slug } = collection;
  undo.push(() => client.collections.delete(slug));
  await confirm(
    "a collection answers to its former slug",
    "Other",
    async () => {
      await client.collections.update(slug, { title: "Other" });
      return (await client.collections.get(slug)).title;
    },
  );

  await client.buckets.create(bucket, { visibility: "private" });
  undo.push(() => client.buckets.delete(bucket));
  await confirm("a bucket's deletion is answered 204", 204, async () => {
    const { response } = await client.buckets.delete(bucket).withResponse();
    return response.status;
  });

  await confirm(
    "an endpoint with unknown compute is refused",
    400,
    () =>
      nothing(client.request("POST", `/v2/endpoint/${namespace}`, {
        service: "endpoints",
        body: {
          name: `confirm-${suffix}`,
          type: "private",
          provider: { vendor: "aws", region: "us-east-1" },
          compute: {
            accelerator: "cpu",
            instanceType: "none",
            instanceSize: "x1",
            scaling: { minReplica: 0, maxReplica: 1 },
          },
          model: {
            repository: "openai-community/gpt2",
            framework: "pytorch",
            image: { huggingface: {} },
          },
        },
      })),
  );
} finally {
  for (const each of undo.toReversed()) {
    await each().catch((error: unknown) => {
      // The model has one name or the other.
      if (error instanceof ApiError && error.status === 404) return;
      console.error(`Not deleted: ${error}`);
    });
  }
}
console.log(
  different === 0
    ? "Everything is as guessed"
    : `Not as guessed: ${different}. Please report the lines above`,
);
