import { type Accounts, anyToken, open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { linkedPage } from "../core/pagination.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  text,
} from "../core/router.ts";
import { type Creator, kindOf, kindOfPath } from "./create.ts";
import { iso, renderRepo, tagsOf } from "./render.ts";
import type { RepoAccess } from "./repo_access.ts";
import {
  checkName,
  demandPlan,
  optionalString,
  refuse,
  requiredString,
  visibilityOf,
} from "./repo_body.ts";
import { idOf, type RepoRecord, type RepoStore } from "./repo_store.ts";
import type { SpaceLifecycle } from "./space_lifecycle.ts";

const one = "/api/:type/:namespace/:name";

/** Routes that create, find, change and delete repositories. */
export function repoRoutes(
  accounts: Accounts,
  access: RepoAccess,
  store: RepoStore,
  lifecycle: SpaceLifecycle,
  creator: Creator,
): Route[] {
  const settled = (repo: RepoRecord) => {
    lifecycle.settle(repo);
    return repo;
  };
  return [
    {
      method: "POST",
      path: "/api/repos/create",
      needs: anyToken,
      action: "repo creation",
      handle: (call) => creator.create(call),
    },
    {
      method: "DELETE",
      path: "/api/repos/delete",
      needs: anyToken,
      handle: (call) => remove(call, accounts, access, store),
    },
    {
      method: "POST",
      path: "/api/repos/move",
      needs: anyToken,
      handle: (call) => move(call, access, store),
    },
    {
      method: "PUT",
      path: `${one}/settings`,
      needs: anyToken,
      handle: (call) => settings(call, accounts, access),
    },
    {
      method: "POST",
      path: `${one}/duplicate`,
      needs: anyToken,
      action: "repo creation",
      handle: (call) => creator.duplicate(call, kindOfPath(call)),
    },
    {
      method: "POST",
      path: `${one}/resource-group`,
      needs: anyToken,
      handle: (call) => setResourceGroup(call, accounts, access),
    },
    {
      method: "GET",
      path: "/api/settings/repositories",
      needs: anyToken,
      handle: (call) => inventory(call, accounts.user.name, access, store),
    },
    {
      method: "GET",
      path: "/api/organizations/:namespace/settings/repositories",
      needs: { access: "read", namespace: "namespace" },
      handle: (call) => {
        const name = param(call, "namespace");
        if (accounts.find(name)?.kind !== "org") {
          throw new Failure(404, `No such organization: ${name}`);
        }
        return inventory(call, name, access, store);
      },
    },
    {
      method: "GET",
      path: one,
      needs: open,
      handle: (call) => {
        const repo = settled(access.find(call, kindOfPath(call), "read"));
        return json(renderRepo(repo, call.url.searchParams));
      },
    },
    {
      method: "GET",
      path: "/api/:type",
      needs: open,
      handle: (call) => list(call, access, store, settled),
    },
  ];
}

function remove(
  call: Call,
  accounts: Accounts,
  access: RepoAccess,
  store: RepoStore,
): Response {
  const body = readObject(call);
  const namespace = optionalString(body, "organization") ?? accounts.user.name;
  const name = requiredString(body, "name");
  const kind = kindOf(optionalString(body, "type") ?? "model");
  store.remove(access.findById(call, kind, `${namespace}/${name}`));
  return text("OK");
}

function move(call: Call, access: RepoAccess, store: RepoStore): Response {
  const body = readObject(call);
  const kind = kindOf(optionalString(body, "type") ?? "model");
  const repo = access.findById(call, kind, requiredString(body, "fromRepo"));
  const to = requiredString(body, "toRepo");
  const [namespace = "", name = ""] = to.split("/");
  checkName(name);
  const target = access.owner(call, namespace);
  if (target.kind === "user" && target.name !== repo.namespace) {
    if (target.role !== "admin") throw refuse(`Cannot move to user ${to}`);
  }
  const occupied = store.find(kind, to);
  if (occupied !== undefined && occupied !== repo) {
    throw new Failure(409, `A repository with the name ${to} already exists`);
  }
  store.move(repo, namespace, name);
  return json({});
}

function settings(
  call: Call,
  accounts: Accounts,
  access: RepoAccess,
): Response {
  const repo = access.find(call, kindOfPath(call), "write");
  const account = accounts.find(repo.namespace);
  const body = readObject(call);
  if (account === undefined) throw refuse("The owner is gone");
  const visibility = visibilityOf(body, repo.kind, account);
  if (visibility !== undefined) repo.visibility = visibility;
  const known = ["discussionsDisabled", "gated", "orgMembersGated"];
  for (const name of known) {
    const value = body[name];
    if (value !== undefined) repo.settings[name] = value;
  }
  return json(body);
}

function setResourceGroup(
  call: Call,
  accounts: Accounts,
  access: RepoAccess,
): Response {
  const repo = access.find(call, kindOfPath(call), "write");
  const account = accounts.find(repo.namespace);
  if (account === undefined) throw refuse("The owner is gone");
  demandPlan(account, "Resource groups");
  repo.resourceGroup = optionalString(readObject(call), "resourceGroupId");
  return json({
    name: idOf(repo),
    type: repo.kind,
    private: repo.visibility !== "public",
    addedBy: accounts.user.name,
  });
}

function inventory(
  call: Call,
  namespace: string,
  access: RepoAccess,
  store: RepoStore,
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
    storage: 0,
    storagePercent: 0,
  }));
}

function list(
  call: Call,
  access: RepoAccess,
  store: RepoStore,
  settled: (repo: RepoRecord) => RepoRecord,
): Response {
  const query = call.url.searchParams;
  const author = query.get("author");
  const search = query.get("search")?.toLowerCase() ?? "";
  const items = store.list(kindOfPath(call))
    .filter((repo) => author === null || repo.namespace === author)
    .filter((repo) => idOf(repo).toLowerCase().includes(search))
    .filter((repo) => query.getAll("filter").every(isTagOf(repo)))
    .filter((repo) => access.sees(call.caller, repo));
  return linkedPage(call, items, (repo) => renderRepo(settled(repo), query));
}

function isTagOf(repo: RepoRecord): (tag: string) => boolean {
  const tags = tagsOf(repo);
  return (tag) => tags.includes(tag);
}
