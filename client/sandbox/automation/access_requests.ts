import {
  type Account,
  type Accounts,
  anyToken,
  objectId,
  open,
} from "../core/accounts.ts";
import {
  type Check,
  checked,
  fields,
  id,
  list,
  oneOf,
  readChecked,
  text,
  whole,
} from "../core/checks.ts";
import type { Clock } from "../core/clock.ts";
import { Failure, issue } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import {
  type Area,
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import type { ReposArea } from "../hub/area.ts";
import { kindOf } from "../hub/context.ts";
import type { RepoKind, RepoRecord } from "../hub/repo_record.ts";
import { idOf } from "../hub/repo_store.ts";

interface AccessRequest {
  readonly seq: number;
  readonly id: string;
  readonly user: Account;
  readonly grantedBy: Account | undefined;
  readonly answers: JsonObject;
  readonly madeAt: number;
  status: string;
  reviewedAt: number | undefined;
}

const statuses = ["accepted", "rejected", "pending", "reset"];
const who: Readonly<Record<string, Check>> = {
  user: text({ min: 1 }),
  userId: id,
  requestId: id,
};
const reasons = {
  rejectionReason: text({ max: 200 }),
  resetReason: text({ max: 200 }),
};
const status = oneOf(...statuses);
const toHandle = fields({ status }, { ...who, ...reasons });
const toBatch = fields({
  status,
  requests: list(fields({}, who), { min: 1, max: 100 }),
}, reasons);
const toGrant = fields({}, who);

/** Requests for access to gated models and datasets. */
export function accessRequestsArea(
  clock: Clock,
  accounts: Accounts,
  { store, access }: ReposArea,
): Area {
  const all = new Map<RepoRecord, AccessRequest[]>();
  let count = 0;
  const requestsOf = (repo: RepoRecord): AccessRequest[] => {
    const known = all.get(repo) ?? [];
    all.set(repo, known);
    return known;
  };
  const add = (
    repo: RepoRecord,
    user: Account,
    status: string,
    rest: { grantedBy?: Account; answers?: JsonObject } = {},
  ) => {
    const requests = requestsOf(repo);
    const seq = ++count;
    const now = clock.now();
    requests.push({
      seq,
      id: objectId("access request", String(seq)),
      user,
      status,
      grantedBy: rest.grantedBy,
      answers: rest.answers ?? {},
      madeAt: now,
      // Whoever grants access to oneself has reviewed it.
      reviewedAt: status === "pending" ||
          rest.grantedBy !== undefined && rest.grantedBy !== user
        ? undefined
        : now,
    });
    repo.access.set(user.name, status);
  };
  const decide = (repo: RepoRecord, wanted: Json, status: string) => {
    const { requestId } = isObject(wanted) ? wanted : {};
    const user = requestId === undefined
      ? findUser(accounts, wanted)
      : undefined;
    const request = requestsOf(repo).find((one) =>
      requestId === undefined ? one.user === user : one.id === requestId
    );
    if (request === undefined || request.status === status) {
      throw new Failure(404, "No access request found matching your criteria");
    }
    request.status = status;
    request.reviewedAt = status === "pending" ? undefined : clock.now();
    repo.access.set(request.user.name, status);
  };
  const managed = (call: Call, kind: RepoKind) =>
    access.find(call, kind, "write", ["repo.access.read", "repo.write"]);
  const routesOf = (kind: RepoKind): Route[] => {
    const own = (
      method: string,
      path: string,
      handle: (call: Call) => Response,
    ): Route =>
      route(
        method,
        `/api/${kind}s/:namespace/:name/user-access-request${path}`,
        anyToken,
        handle,
      );
    const page = kind === "model" ? "" : `/${kind}s`;
    return [
      route(
        "GET",
        `${page}/:namespace/:name/user-access-report`,
        anyToken,
        (call) => json(requestsOf(managed(call, kind)).map(reported)),
      ),
      own("POST", "/handle", (call) => {
        const repo = managed(call, kind);
        const body = readChecked(call, toHandle);
        demandGated(repo);
        decide(repo, body, stringAt(body, "status"));
        return json({});
      }),
      own("POST", "/batch", (call) => {
        const repo = demandGated(managed(call, kind));
        const body = readChecked(call, toBatch);
        const requests = [body["requests"] ?? []].flat();
        return json(requests.map((wanted) => {
          const named = isObject(wanted) ? wanted : {};
          try {
            decide(repo, wanted, stringAt(body, "status"));
            return { ...named, ok: true };
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            const isUser = /user/i.test(error.message);
            const what = isUser ? "user_not_found" : "request_not_found";
            return { ...named, ok: false, error: what };
          }
        }));
      }),
      own("POST", "/grant", (call) => {
        const repo = managed(call, kind);
        const body = readChecked(call, toGrant);
        const user = findUser(accounts, body);
        demandGated(repo);
        const known = requestsOf(repo).find((one) => one.user === user);
        if (known?.status === "accepted") {
          throw new Failure(400, "That user already has access to the repo");
        }
        if (known === undefined) {
          const grantedBy = accounts.userOf(call.caller);
          add(repo, user, "accepted", { grantedBy });
        } else decide(repo, { requestId: known.id }, "accepted");
        return json({});
      }),
      own("POST", "/cancel", (call) => {
        const repo = access.find(call, kind, "read");
        const requests = requestsOf(demandGated(repo));
        const user = accounts.userOf(call.caller);
        const mine = requests.findIndex((one) => one.user === user);
        if (mine === -1) {
          throw new Failure(
            404,
            "No pending access request found for this repo and this user",
          );
        }
        requests.splice(mine, 1);
        return json({ ok: true });
      }),
      own("GET", "/:status", (call) => {
        const status = param(call, "status");
        checked(status, oneOf(...statuses), "status");
        const repo = managed(call, kind);
        const limit = call.url.searchParams.get("limit") ?? "1000";
        checked(Number(limit), whole({ min: 10, max: 1000 }), "limit");
        return linkedPage(
          call,
          requestsOf(repo).filter((one) => one.status === status),
          render,
          { usual: 1000, longest: 1000 },
        );
      }),
    ];
  };
  return {
    routes: [...routesOf("model"), ...routesOf("dataset")],
    control: [route("POST", "/_sandbox/access-requests", open, (call) => {
      const body = readObject(call);
      const kind = kindOf(stringAt(body, "type", "model"));
      const repo = store.find(kind, stringAt(body, "repo"));
      if (repo === undefined) throw new Failure(404, "Repository not found");
      const { gated } = demandGated(repo).settings;
      const status = gated === "auto" ? "accepted" : "pending";
      const answers = objectAt(body, "fields");
      add(repo, findUser(accounts, body), status, { answers });
      return new Response(null, { status: 204 });
    })],
  };
}

function demandGated(repo: RepoRecord): RepoRecord {
  if ((repo.settings["gated"] ?? false) !== false) return repo;
  throw new Failure(400, `${repo.kind} ${idOf(repo)} is not gated`, {
    errorCode: "RepoNotGated",
  });
}

function findUser(accounts: Accounts, wanted: Json): Account {
  const name = stringAt(wanted, "user");
  const id = stringAt(wanted, "userId");
  if (name === "" && id === "") throw issue("Invalid input");
  const user = name === "" ? accounts.byId(id) : accounts.find(name);
  if (user?.kind === "user") return user;
  throw new Failure(404, "User not found");
}

function render(request: AccessRequest): JsonObject {
  const { grantedBy, reviewedAt, answers } = request;
  return {
    requestId: request.id,
    user: {
      ...renderUser(request.user),
      ...(grantedBy === undefined
        ? { email: `${request.user.name}@example.com` }
        : {}),
    },
    ...(grantedBy === undefined ? {} : { grantedBy: renderUser(grantedBy) }),
    status: request.status,
    ...(Object.keys(answers).length === 0 ? {} : { fields: answers }),
    timestamp: new Date(request.madeAt).toISOString(),
    ...(reviewedAt === undefined
      ? {}
      : { reviewedAt: new Date(reviewedAt).toISOString() }),
  };
}

/** A request as the report has it. */
function reported(request: AccessRequest): JsonObject {
  const { timestamp, reviewedAt } = render(request);
  const { name } = request.user;
  return {
    fullname: name,
    user: name,
    email: `${name}@example.com`,
    time: timestamp ?? null,
    ...reviewedAt === undefined ? {} : { reviewedAt },
    status: request.status,
  };
}

function renderUser({ id, name, plan }: Account): JsonObject {
  return {
    _id: id,
    user: name,
    fullname: name,
    avatarUrl: `/avatars/${name}.svg`,
    isPro: plan === "pro",
    type: "user",
    verifiedOrgNames: [],
  };
}
