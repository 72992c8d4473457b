import type { Accounts } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { type JsonObject, pick } from "../core/json.ts";
import { bySeq, jsonPage } from "../core/pagination.ts";
import {
  type Call,
  type Result,
  type Route,
  routes,
  textResponse,
} from "../core/router.ts";
import {
  type HubContext,
  kindOfPath,
  readKind,
  repoPath,
  repoRoutes,
} from "./context.ts";
import { RepoCreator } from "./create.ts";
import { countStorage, listTags, readExpand, renderRepo } from "./render.ts";
import { repoNotFound } from "./repo_access.ts";
import {
  invalidBody,
  optionalString,
  readVisibility,
  requiredString,
  splitId,
} from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { resourceGroupOfRoutes } from "./resource_group_routes.ts";
import { findCommit, idOf } from "./repo_store.ts";

/** Makes the routes that create, find, change and delete repositories. */
export function repositoryRoutes(context: HubContext): Route[] {
  const { access, accounts, lifecycle } = context;
  const creator = new RepoCreator(context);
  const show = (call: Call, repo: RepoRecord) => {
    lifecycle.settle(repo);
    const { revision = "HEAD" } = call.params;
    const commit = findCommit(repo, revision);
    return renderRepo(repo, call.query, "one", commit);
  };
  const refuseUnnamed = (call: Call) => {
    access.find(call, kindOfPath(call), "read");
    throw repoNotFound(call.caller);
  };
  return [
    ...routes("token", {
      "POST /api/repos/create": (call) => creator.create(call),
      [`POST ${repoPath}/duplicate`]: (call) =>
        creator.duplicate(call, kindOfPath(call)),
      "DELETE /api/repos/delete": (call) => deleteRepo(call, context),
      "POST /api/repos/move": (call) => moveRepo(call, context),
      "GET /api/settings/repositories": (call) =>
        listOwned(call, call.user.name, context),
    }),
    ...routes({ access: "read", namespace: "namespace" }, {
      "GET /api/organizations/:namespace/settings/repositories": (call) => {
        const name = call.param("namespace");
        if (accounts.find(name)?.kind !== "org") {
          throw new Failure(404, `No such organization: ${name}`);
        }
        return listOwned(call, name, context);
      },
    }),
    ...repoRoutes(context, "write", {
      "PUT /settings": (call, repo) => changeSettings(call, repo, accounts),
    }),
    ...resourceGroupOfRoutes(
      repoPath,
      (call) => access.find(call, kindOfPath(call), "write"),
      ({ namespace }) => accounts.get(namespace),
      (repo) => ({
        name: idOf(repo),
        type: repo.kind,
        private: repo.visibility !== "public",
      }),
    ),
    ...repoRoutes(context, "read", {
      "GET /duplicate/status": () => ({ pending: false }),
      GET: show,
      "GET /revision/*revision": show,
    }),
    ...unnamedPaths.flatMap((path) =>
      routes("public", {
        [`GET ${path}`]: refuseUnnamed,
        [`POST ${path}`]: refuseUnnamed,
        [`PUT ${path}`]: refuseUnnamed,
        [`DELETE ${path}`]: refuseUnnamed,
      })
    ),
    ...routes("public", {
      "GET /api/:type(models|datasets|spaces)": (call) =>
        listRepos(call, context),
    }),
  ];
}

const unnamed = "/api/:type(models|datasets|spaces)/:name";

/** Paths of repositories without a namespace: former names of some of others. */
const unnamedPaths = [
  unnamed,
  `${unnamed}/:part(refs|settings|discussions)`,
  `${unnamed}/:part(revision|tree|commits|commit|branch|tag|preupload)/*rest`,
  "/:name/:part(resolve|raw)/*rest",
  "/:type(datasets|spaces)/:name/:part(resolve|raw)/*rest",
];

function deleteRepo(
  call: Call,
  { access, store }: HubContext,
): Response {
  const body = call.readObject();
  const namespace = optionalString(body, "organization") ??
    call.user.name;
  const name = requiredString(body, "name");
  const kind = readKind(optionalString(body, "type") ?? "model");
  store.remove(access.findById(call, kind, `${namespace}/${name}`));
  return textResponse("OK");
}

function moveRepo(
  call: Call,
  { access, store, accounts, moveBucket }: HubContext,
): Result {
  const body = call.readObject();
  const from = requiredString(body, "fromRepo");
  const to = requiredString(body, "toRepo");
  const type = optionalString(body, "type") ?? "model";
  if (type === "bucket") return moveBucket(call, from, to);
  const kind = readKind(type);
  const repo = access.findById(call, kind, from);
  const [namespace, name] = splitId(to);
  const target = access.findOwner(call, kind, namespace);
  if (target.kind === "user" && target.name !== repo.namespace) {
    const source = accounts.get(repo.namespace);
    const role = accounts.roleIn(call.caller, source);
    if (role !== "admin" || source.kind === "user") {
      throw new Failure(403, `Cannot move to user ${to}`);
    }
  }
  const other = store.find(kind, to);
  if (other !== undefined && other !== repo) {
    throw new Failure(
      409,
      `A ${kind} repository called ${idOf(other)} already exists`,
    );
  }
  store.move(repo, namespace, name);
  return {};
}

const settingsBody = is.fields({}, {
  discussionsDisabled: is.flag,
  discussionsSorting: is.oneOf("recently-created", "trending", "reactions"),
  gated: is.anyOf(is.literal(false), is.oneOf("auto", "manual")),
  orgMembersGated: is.flag,
  gatedNotificationsEmail: is.text({ form: /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i }),
  gatedNotificationsMode: is.oneOf("bulk", "real-time"),
});

function changeSettings(
  call: Call,
  repo: RepoRecord,
  accounts: Accounts,
): JsonObject {
  const account = accounts.get(repo.namespace);
  const body = call.readObject();
  const visibility = readVisibility(body, repo.kind, account);
  const changed = settingsBody(body, "");
  Object.assign(repo.settings, changed);
  if (visibility !== undefined) repo.visibility = visibility;
  return { ...changed, ...pick(body, ["private", "visibility"]) };
}

function listOwned(
  call: Call,
  namespace: string,
  { access, store }: HubContext,
): Response {
  const query = call.query;
  const type = query.get("type");
  const search = query.get("search")?.toLowerCase() ?? "";
  const items = (["model", "dataset", "space"] as const)
    .filter((kind) => type === null || kind === type)
    .flatMap((kind) => store.list(kind))
    .filter((repo) => repo.namespace === namespace)
    .filter((repo) => repo.name.toLowerCase().includes(search))
    .filter((repo) => access.canSee(call.caller, repo))
    .sort((a, b) => a.seq - b.seq);
  return jsonPage(
    call,
    items,
    (repo) => ({
      id: idOf(repo),
      type: repo.kind,
      updatedAt: formatTime(repo.lastModified),
      visibility: repo.visibility,
      storage: countStorage(repo),
      storagePercent: 0,
    }),
    {},
    bySeq,
  );
}

/** The sort keys of lists, highest first. */
const sortKeys: Readonly<Record<string, (repo: RepoRecord) => number>> = {
  createdAt: ({ createdAt }) => createdAt,
  lastModified: ({ lastModified }) => lastModified,
  likes: () => 0,
  likes30d: () => 0,
  downloads: () => 0,
  trendingScore: () => 0,
  mainSize: countStorage,
  id: () => 0,
};

function listRepos(
  call: Call,
  { access, store, lifecycle }: HubContext,
): Response {
  const query = call.query;
  const author = query.get("author");
  const search = query.get("search")?.toLowerCase() ?? "";
  const gated = query.get("gated");
  const tags = [...query.getAll("filter"), ...query.getAll("pipeline_tag")];
  const sort = query.get("sort");
  const keyOf = sort === null ? undefined : sortKeys[sort];
  if (sort !== null && keyOf === undefined) {
    throw invalidBody(`✖ Invalid sort parameter: ${sort}`);
  }
  readExpand(query, kindOfPath(call), "list");
  const found = store.list(kindOfPath(call))
    .filter((repo) => author === null || repo.namespace === author)
    .filter((repo) => idOf(repo).toLowerCase().includes(search))
    .filter((repo) =>
      gated === null || isTrue(gated) === Boolean(repo.settings["gated"])
    )
    .filter((repo) => {
      const own = tags.length === 0 ? [] : listTags(repo);
      return tags.every((tag) => own.includes(tag));
    })
    .filter((repo) => access.canSee(call.caller, repo));
  // Cursors need one order: of equal ones the newest is first.
  const sorted = keyOf === undefined
    ? found
    : found.toSorted((a, b) => keyOf(b) - keyOf(a) || b.seq - a.seq);
  return jsonPage(
    call,
    sorted,
    (repo) => {
      lifecycle.settle(repo);
      return renderRepo(repo, query, "list");
    },
    {},
    keyOf === undefined ? bySeq : undefined,
  );
}

function isTrue(text: string): boolean {
  return text === "true" || text === "1" || text === "auto" ||
    text === "manual";
}
