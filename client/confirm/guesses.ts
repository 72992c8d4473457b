/**
 * Requests to the service, and the guessed responses.
 *
 * @module
 */

import { isApiError } from "../core/api_errors.ts";
import { LIST_FIELDS } from "../repos/expand.ts";
import {
  type CheckContext,
  type Guess,
  part,
  SkipError,
  succeeds,
} from "./guess.ts";

/** Lists fields that entries of a response lack, or have with another type. */
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

/** Checks the fields of a response, or of each entry of its list. */
function hasFields(
  title: string,
  path: (context: CheckContext) => string,
  has: Readonly<Record<string, string>>,
  { list, tries, service }: {
    readonly list?: string;
    readonly tries?: readonly string[];
    readonly service?: "endpoints";
  } = {},
): Guess {
  return {
    title: `${title} has the fields of its document`,
    ...tries && { tries },
    expected: [],
    async ask(context) {
      const options = service === undefined ? {} : { service };
      const answer = await context.client.request(
        "GET",
        path(context),
        options,
      );
      const entries = list === undefined ? answer : part(answer, list);
      if (Array.isArray(entries) && entries.length === 0) {
        throw new SkipError("the list is empty");
      }
      return lacks(entries, has);
    },
  };
}

const refusal = "the status for a plan or a role that is not enough";

function ofOrganization(
  what: string,
  rest: string,
  has: Readonly<Record<string, string>>,
  list?: string,
): Guess {
  const guess = hasFields(
    `the organization's ${what}`,
    ({ owner }) => `/api/organizations/${owner}${rest}`,
    has,
    { ...list !== undefined && { list } },
  );
  return {
    ...guess,
    tries: [refusal],
    ask(context) {
      if (context.owner === context.me) {
        throw new SkipError("give an organization: --namespace NAME");
      }
      return guess.ask(context);
    },
  };
}

/** Checks the fields of `expand`: an unknown one is refused with the known ones. */
function takesFields(type: "model" | "dataset" | "space"): Guess {
  return {
    title: `the list of ${type}s takes the known fields, and no others`,
    expected: { refused: [], more: [] },
    async ask({ client }) {
      const ours: readonly string[] = [
        ...LIST_FIELDS.all,
        ...LIST_FIELDS[type],
      ];
      const error: unknown = await client
        .request("GET", `/api/${type}s`, {
          query: { limit: 1, expand: "__none__" },
        })
        .then(() => undefined, (error: unknown) => error);
      if (!isApiError(error, 400)) {
        if (error !== undefined) throw error;
        return "an unknown field is not refused";
      }
      const theirs = Array.from(
        error.message.matchAll(/"([A-Za-z_-]+)"/g),
        ([, name = ""]) => name,
      ).filter((name) => name !== "__none__");
      if (theirs.length === 0) {
        throw new SkipError("the refusal names no fields");
      }
      return {
        refused: ours.filter((name) => !theirs.includes(name)),
        more: theirs.filter((name) => !ours.includes(name)),
      };
    },
  };
}

/** Finds a repository of the namespace. */
async function anyRepo(
  { client, owner }: CheckContext,
  type: "model" | "space",
): Promise<{ readonly type: "model" | "space"; readonly id: string }> {
  const [found] = await client.repos.list(type, { author: owner, limit: 1 })
    .toArray();
  if (found === undefined) throw new SkipError(`${owner} has no ${type}`);
  return { type, id: found.id };
}

const badToken = ["401 for a bad token where none is needed"];

/** Checks that only read. */
export const readChecks: readonly Guess[] = [
  hasFields("whoami", () => "/api/whoami-v2", {
    type: "string",
    id: "string",
    name: "string",
    orgs: "array",
    auth: "object",
  }),
  {
    title: "a bad token is refused by a public list",
    tries: badToken,
    expected: 401,
    ask: ({ stranger }) =>
      succeeds(stranger.request("GET", "/api/models", { query: { limit: 1 } })),
  },
  {
    title: "and by the hardware of Spaces",
    tries: badToken,
    expected: 401,
    ask: ({ stranger }) =>
      succeeds(stranger.request("GET", "/api/spaces/hardware")),
  },
  {
    title: "an unknown user is not found",
    expected: 404,
    ask: ({ client, mark }) =>
      succeeds(client.request("GET", `/api/users/${mark}/overview`)),
  },
  takesFields("model"),
  takesFields("dataset"),
  takesFields("space"),
  {
    title: "a list without `full` has neither `siblings` nor `cardData`",
    tries: ["which fields a list has without `full`"],
    expected: [],
    async ask(context) {
      const { id } = await anyRepo(context, "model");
      const answer = await context.client.request("GET", "/api/models", {
        query: { author: id.split("/")[0] ?? "", limit: 1 },
      });
      return ["siblings", "cardData"].filter((name) =>
        part(answer, "0", name) !== undefined
      );
    },
  },
  {
    title: "a single repository takes `usedStorage`",
    expected: "number",
    async ask(context) {
      const { id } = await anyRepo(context, "model");
      const { usedStorage } = await context.client.repos.get(
        { type: "model", id },
        { expand: ["usedStorage"] },
      );
      return typeof usedStorage;
    },
  },
  {
    title: "a single Space takes `region` and `runtime`",
    expected: "done",
    async ask(context) {
      const { id } = await anyRepo(context, "space");
      return await succeeds(
        context.client.repos.get({ type: "space", id }, {
          expand: ["region", "runtime"],
        }),
      );
    },
  },
  {
    title: "a repository in no resource group has null there, or its group",
    tries: ["`GET …/resource-group` is null when there is none"],
    expected: "done",
    async ask(context) {
      return await succeeds(
        context.client.repos.getResourceGroup(await anyRepo(context, "model")),
      );
    },
  },
  {
    title: "a protected Space is `private`",
    tries: ["`private` of a Space that is protected"],
    expected: true,
    async ask({ client, owner, me }) {
      const owned = owner === me ? undefined : owner;
      const all = await client.repos.listInventory(owned, {
        type: "space",
        limit: 1000,
      }).toArray();
      const found = all.find(({ visibility }) => visibility === "protected");
      if (found === undefined) throw new SkipError("no Space is protected");
      const info = await client.repos.get({ type: "space", id: found.id });
      return info.private;
    },
  },
  {
    title: "the runtime of a Space that is there can be read",
    expected: "done",
    async ask(context) {
      const { id } = await anyRepo(context, "space");
      return await succeeds(context.client.spaces.getRuntime(id));
    },
  },
  {
    title: "the files of a scan are listed by path and level",
    expected: [],
    async ask(context) {
      const repo = await anyRepo(context, "model");
      const { filesWithIssues } = await context.client.files.getScan(repo);
      return lacks(filesWithIssues, { path: "string", level: "string" });
    },
  },
  hasFields("the hardware of Spaces", () => "/api/spaces/hardware", {
    name: "string",
  }),
  hasFields("the hardware of jobs", () => "/api/jobs/hardware", {
    name: "string",
  }),
  hasFields("the list of jobs", ({ owner }) => `/api/jobs/${owner}`, {
    id: "string",
    createdAt: "string",
    status: "object",
  }),
  hasFields(
    "the list of scheduled jobs",
    ({ owner }) => `/api/scheduled-jobs/${owner}`,
    { id: "string", schedule: "string", jobSpec: "object" },
  ),
  {
    title: "the usage of jobs can be read",
    expected: "done",
    ask: ({ client }) => succeeds(client.jobs.getUsage()),
  },
  hasFields("the list of webhooks", () => "/api/settings/webhooks", {
    id: "string",
    watched: "array",
    domains: "array",
    disabled: "boolean",
  }),
  {
    title: "collections and buckets can be listed",
    expected: "done",
    async ask({ client, owner }) {
      await client.collections.list({ owner: [owner], limit: 1 }).toArray();
      return await succeeds(client.buckets.list(owner, { limit: 1 }).toArray());
    },
  },
  hasFields(
    "the catalogue of machines, with the token,",
    ({ owner }) => `/v2/provider/${owner}`,
    { name: "string", regions: "array" },
    { list: "vendors", service: "endpoints" },
  ),
  hasFields(
    "what machines may be used",
    ({ owner }) => `/v2/provider/quotas/${owner}`,
    { name: "string", quotas: "array" },
    { list: "vendors", service: "endpoints" },
  ),
  hasFields(
    "the list of endpoints",
    ({ owner }) => `/v2/endpoint/${owner}`,
    {
      name: "string",
      type: "string",
      provider: "object",
      compute: "object",
      model: "object",
      status: "object",
    },
    { list: "items", service: "endpoints" },
  ),
  ofOrganization("members", "/members?limit=10", {
    _id: "string",
    user: "string",
    fullname: "string",
  }),
  ofOrganization("resource groups", "/resource-groups", {
    id: "string",
    name: "string",
    users: "array",
  }),
  ofOrganization("service accounts", "/service-accounts", {
    _id: "string",
    user: "string",
    name: "string",
    createdAt: "string",
  }),
  ofOrganization(
    "provisioned users",
    "/scim-provisioning/v2/Users?count=10",
    { id: "string", userName: "string", emails: "array", active: "boolean" },
    "Resources",
  ),
  ofOrganization("network security", "/settings/network-security", {
    enforceIpRestriction: "boolean",
    highRateLimits: "boolean",
    ipRanges: "array",
    blockedContents: "array",
    allowedContents: "array",
    keepReposMetadataVisible: "boolean",
  }),
  ofOrganization("audit log", "/audit-log/export", {
    _id: "string",
    createdAt: "string",
    type: "string",
    message: "string",
    author: "object",
  }),
  ofOrganization(
    "usage by resource group",
    "/billing/usage-by-resource-group",
    { period: "string", resourceGroups: "array" },
    "periods",
  ),
  ofOrganization("tokens", "/settings/tokens?limit=10", {
    _id: "string",
    displayName: "string",
    role: "string",
    createdAt: "string",
  }),
];
