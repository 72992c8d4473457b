import {
  type Accounts,
  anyToken,
  open,
  renderGroup,
} from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
  text,
} from "../core/router.ts";
import {
  type HubContext,
  kindOf,
  kindOfPath,
  type RepoHandler,
  repoPath,
  repoRoute,
} from "./context.ts";
import { Creator, resourceGroupOf } from "./create.ts";
import { expandOf, iso, renderRepo, storageOf, tagsOf } from "./render.ts";
import { missing } from "./repo_access.ts";
import {
  checkName,
  demandPlan,
  optionalString,
  refuse,
  requiredString,
  visibilityOf,
} from "./repo_body.ts";
import type { RepoRecord } from "./repo_record.ts";
import { commitAt, head, idOf } from "./repo_store.ts";

/** Routes that create, find, change and delete repositories. */
export function repoRoutes(context: HubContext): Route[] {
  const { accounts, lifecycle } = context;
  const creator = new Creator(context);
  const read = repoRoute(context, "read");
  const write = repoRoute(context, "write");
  const info: RepoHandler = (call, repo) => {
    lifecycle.settle(repo);
    const revision = call.params["revision"];
    const commit = revision === undefined
      ? head(repo)
      : commitAt(repo, revision);
    return json(renderRepo(repo, call.url.searchParams, "one", commit));
  };
  return [
    route(
      "POST",
      "/api/repos/create",
      anyToken,
      (call) => creator.create(call),
      "repo creation",
    ),
    route(
      "DELETE",
      "/api/repos/delete",
      anyToken,
      (call) => remove(call, context),
    ),
    route("POST", "/api/repos/move", anyToken, (call) => move(call, context)),
    write(
      "PUT",
      "/settings",
      (call, repo) => settings(call, repo, accounts),
    ),
    route(
      "POST",
      `${repoPath}/duplicate`,
      anyToken,
      (call) => creator.duplicate(call, kindOfPath(call)),
      "repo creation",
    ),
    read("GET", "/duplicate/status", () => json({ pending: false })),
    write(
      "GET",
      "/resource-group",
      (_call, { resourceGroup }) => json(renderGroup(resourceGroup)),
    ),
    write(
      "POST",
      "/resource-group",
      (call, repo) => setResourceGroup(call, repo, accounts),
    ),
    route(
      "GET",
      "/api/settings/repositories",
      anyToken,
      (call) => inventory(call, accounts.userOf(call.caller).name, context),
    ),
    route("GET", "/api/organizations/:namespace/settings/repositories", {
      access: "read",
      namespace: "namespace",
    }, (call) => {
      const name = param(call, "namespace");
      if (accounts.find(name)?.kind !== "org") {
        throw new Failure(404, `No such organization: ${name}`);
      }
      return inventory(call, name, context);
    }),
    read("GET", "", info),
    read("GET", "/revision/*revision", info),
    ...["GET", "POST", "PUT", "DELETE"].flatMap((method) =>
      unnamed.map((path) =>
        route(method, path, open, (call) => {
          context.access.find(call, kindOfPath(call), "read");
          throw missing(call.caller);
        })
      )
    ),
    route(
      "GET",
      "/api/:type(models|datasets|spaces)",
      open,
      (call) => list(call, context),
    ),
  ];
}

/** Repositories without a namespace: old names of those of others. */
const unnamed = ["/api/:type(models|datasets|spaces)/:name"].flatMap((path) => [
  path,
  `${path}/:part(refs|settings|discussions)`,
  `${path}/:part(revision|tree|commits|commit|branch|tag|preupload)/*rest`,
]).concat(
  "/:name/:part(resolve|raw)/*rest",
  "/:type(datasets|spaces)/:name/:part(resolve|raw)/*rest",
);

function remove(
  call: Call,
  { accounts, access, store }: HubContext,
): Response {
  const body = readObject(call);
  const namespace = optionalString(body, "organization") ??
    accounts.userOf(call.caller).name;
  const name = requiredString(body, "name");
  const kind = kindOf(optionalString(body, "type") ?? "model");
  store.remove(access.findById(call, kind, `${namespace}/${name}`));
  return text("OK");
}

function move(
  call: Call,
  { access, store, accounts, moveBucket }: HubContext,
): Response {
  const body = readObject(call);
  const from = requiredString(body, "fromRepo");
  const to = requiredString(body, "toRepo");
  const type = optionalString(body, "type") ?? "model";
  if (type === "bucket") return moveBucket(call, from, to);
  const kind = kindOf(type);
  const repo = access.findById(call, kind, from);
  const [namespace = "", name = ""] = to.split("/");
  checkName(name);
  const target = access.owner(call, kind, namespace);
  if (target.kind === "user" && target.name !== repo.namespace) {
    const source = accounts.find(repo.namespace);
    const role = source && accounts.roleIn(call.caller, source);
    if (role !== "admin" || source?.kind === "user") {
      throw new Failure(403, `Cannot move to user ${to}`);
    }
  }
  const occupied = store.find(kind, to);
  if (occupied !== undefined && occupied !== repo) {
    throw new Failure(
      409,
      `A ${kind} repository called ${idOf(occupied)} already exists`,
    );
  }
  store.move(repo, namespace, name);
  return json({});
}

/** What `PUT …/settings` takes beside the visibility. */
const settingChecks: Readonly<Record<string, (value: Json) => boolean>> = {
  discussionsDisabled: (value) => typeof value === "boolean",
  discussionsSorting: (value) =>
    ["recently-created", "trending", "reactions"].some((each) =>
      each === value
    ),
  gated: (value) => value === false || value === "auto" || value === "manual",
  orgMembersGated: (value) => typeof value === "boolean",
  gatedNotificationsEmail: (value) =>
    typeof value === "string" && /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(value),
  gatedNotificationsMode: (value) => value === "bulk" || value === "real-time",
};

function settings(
  call: Call,
  repo: RepoRecord,
  accounts: Accounts,
): Response {
  const account = accounts.find(repo.namespace);
  const body = readObject(call);
  if (account === undefined) throw refuse("The owner is gone");
  const visibility = visibilityOf(body, repo.kind, account);
  const changed: JsonObject = {};
  for (const [name, isValid] of Object.entries(settingChecks)) {
    const value = body[name];
    if (value === undefined) continue;
    if (!isValid(value)) {
      throw refuse("Invalid input", name);
    }
    changed[name] = value;
  }
  Object.assign(repo.settings, changed);
  if (visibility !== undefined) repo.visibility = visibility;
  for (const name of ["private", "visibility"]) {
    const value = body[name];
    if (value !== undefined) changed[name] = value;
  }
  return json(changed);
}

function setResourceGroup(
  call: Call,
  repo: RepoRecord,
  accounts: Accounts,
): Response {
  const account = accounts.find(repo.namespace);
  if (account === undefined) throw refuse("The owner is gone");
  demandPlan(account, "Resource groups");
  repo.resourceGroup = resourceGroupOf(readObject(call), account);
  return json({
    name: idOf(repo),
    type: repo.kind,
    private: repo.visibility !== "public",
    addedBy: accounts.userOf(call.caller).name,
  });
}

function inventory(
  call: Call,
  namespace: string,
  { access, store }: HubContext,
): Response {
  const query = call.url.searchParams;
  const type = query.get("type");
  const search = query.get("search")?.toLowerCase() ?? "";
  const items = (["model", "dataset", "space"] as const)
    .filter((kind) => type === null || kind === type)
    .flatMap((kind) => store.list(kind))
    .filter((repo) => repo.namespace === namespace)
    .filter((repo) => repo.name.toLowerCase().includes(search))
    .filter((repo) => access.sees(call.caller, repo))
    .sort((a, b) => a.seq - b.seq);
  return linkedPage(call, items, (repo) => ({
    id: idOf(repo),
    type: repo.kind,
    updatedAt: iso(repo.lastModified),
    visibility: repo.visibility,
    storage: storageOf(repo),
    storagePercent: 0,
  }));
}

/** What lists may be sorted by, highest first. */
const sortKeys: Readonly<Record<string, (repo: RepoRecord) => number>> = {
  createdAt: ({ createdAt }) => createdAt,
  lastModified: ({ lastModified }) => lastModified,
  likes: () => 0,
  likes30d: () => 0,
  downloads: () => 0,
  trendingScore: () => 0,
  mainSize: storageOf,
  id: () => 0,
};

function list(
  call: Call,
  { access, store, lifecycle }: HubContext,
): Response {
  const query = call.url.searchParams;
  const author = query.get("author");
  const search = query.get("search")?.toLowerCase() ?? "";
  const gated = query.get("gated");
  const tags = [...query.getAll("filter"), ...query.getAll("pipeline_tag")];
  const sort = query.get("sort");
  const by = sort === null ? undefined : sortKeys[sort];
  if (sort !== null && by === undefined) {
    throw refuse(`✖ Invalid sort parameter: ${sort}`);
  }
  expandOf(query, kindOfPath(call), "list");
  const found = store.list(kindOfPath(call))
    .filter((repo) => author === null || repo.namespace === author)
    .filter((repo) => idOf(repo).toLowerCase().includes(search))
    .filter((repo) =>
      gated === null || isTrue(gated) === Boolean(repo.settings["gated"])
    )
    .filter((repo) => {
      const own = tags.length === 0 ? [] : tagsOf(repo);
      return tags.every((tag) => own.includes(tag));
    })
    .filter((repo) => access.sees(call.caller, repo));
  // Of equal ones the newer comes first, as cursors need one order.
  const sorted = by === undefined
    ? found
    : found.toSorted((a, b) => by(b) - by(a) || b.seq - a.seq);
  return linkedPage(
    call,
    sorted.map((repo, place) => ({
      seq: by === undefined ? repo.seq : place,
      repo,
    })),
    ({ repo }) => {
      lifecycle.settle(repo);
      return renderRepo(repo, query, "list");
    },
  );
}

function isTrue(text: string): boolean {
  return text === "true" || text === "1" || text === "auto" ||
    text === "manual";
}
