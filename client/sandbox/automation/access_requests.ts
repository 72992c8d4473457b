import { type Account, type Accounts, objectId } from "../core/accounts.ts";
import { validate } from "../core/check.ts";
import * as is from "../core/checks.ts";
import { type Clock, formatTime } from "../core/clock.ts";
import { Failure, invalidField } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listObjects,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { bySeq, jsonPage } from "../core/pagination.ts";
import {
  type ApiModule,
  type Call,
  json,
  noContent,
  type Route,
  routes,
} from "../core/router.ts";
import type { HubModule } from "../hub/module.ts";
import { readKind } from "../hub/context.ts";
import type { RepoKind, RepoRecord } from "../hub/repo_record.ts";
import { idOf } from "../hub/repo_store.ts";

interface AccessRequest {
  readonly seq: number;
  readonly id: string;
  readonly user: Account;
  readonly grantedBy: Account | undefined;
  readonly answers: JsonObject;
  readonly createdAt: number;
  status: string;
  reviewedAt: number | undefined;
}

const statuses = ["accepted", "rejected", "pending", "reset"];
const status = is.oneOf(...statuses);
const reference: is.FieldChecks = {
  user: is.text({ min: 1 }),
  userId: is.id,
  requestId: is.id,
};
const reasons = {
  rejectionReason: is.text({ max: 200 }),
  resetReason: is.text({ max: 200 }),
};
const handleBody = is.fields({ status }, { ...reference, ...reasons });
const batchBody = is.fields({
  status,
  requests: is.list(is.fields({}, reference), { min: 1, max: 100 }),
}, reasons);
const grantBody = is.fields({}, reference);

/** Makes the routes of requests for access to gated models and datasets. */
export function accessRequestsModule(
  clock: Clock,
  accounts: Accounts,
  { store, access }: HubModule,
): ApiModule {
  const all = new Map<RepoRecord, AccessRequest[]>();
  let count = 0;
  const requestsOf = (repo: RepoRecord): AccessRequest[] => {
    const requests = all.get(repo) ?? [];
    all.set(repo, requests);
    return requests;
  };
  const add = (
    repo: RepoRecord,
    user: Account,
    status: string,
    { grantedBy, answers = {} }: { grantedBy?: Account; answers?: JsonObject },
  ) => {
    const seq = ++count;
    const now = clock.now();
    requestsOf(repo).push({
      seq,
      id: objectId("access request", String(seq)),
      user,
      status,
      grantedBy,
      answers,
      createdAt: now,
      // A grant to oneself counts as a review.
      reviewedAt: status === "pending" ||
          grantedBy !== undefined && grantedBy !== user
        ? undefined
        : now,
    });
    repo.access.set(user.name, status);
  };
  const setStatus = (repo: RepoRecord, wanted: Json, status: string) => {
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
  const makeRoutes = (kind: RepoKind): Route[] => {
    const base = `/api/${kind}s/:namespace/:name/user-access-request`;
    const page = kind === "model" ? "" : `/${kind}s`;
    const permissions = ["repo.access.read", "repo.write"];
    const find = (call: Call) => access.find(call, kind, "write", permissions);
    return routes("token", {
      [`GET ${page}/:namespace/:name/user-access-report`]: (call) =>
        json(requestsOf(find(call)).map(renderReport)),
      [`POST ${base}/handle`]: (call) => {
        const repo = find(call);
        const body = call.readBody(handleBody);
        setStatus(requireGated(repo), body, stringAt(body, "status"));
        return json({});
      },
      [`POST ${base}/batch`]: (call) => {
        const repo = requireGated(find(call));
        const body = call.readBody(batchBody);
        return json(
          listObjects(body["requests"]).map((wanted) => {
            try {
              setStatus(repo, wanted, stringAt(body, "status"));
              return { ...wanted, ok: true };
            } catch (error) {
              if (!(error instanceof Failure)) throw error;
              const isUser = /user/i.test(error.message);
              const reason = isUser ? "user_not_found" : "request_not_found";
              return { ...wanted, ok: false, error: reason };
            }
          }),
        );
      },
      [`POST ${base}/grant`]: (call) => {
        const repo = find(call);
        const user = findUser(accounts, call.readBody(grantBody));
        const request = requestsOf(requireGated(repo)).find((one) =>
          one.user === user
        );
        if (request?.status === "accepted") {
          throw new Failure(400, "That user already has access to the repo");
        }
        if (request === undefined) {
          const grantedBy = call.user;
          add(repo, user, "accepted", { grantedBy });
        } else setStatus(repo, { requestId: request.id }, "accepted");
        return json({});
      },
      [`POST ${base}/cancel`]: (call) => {
        const repo = access.find(call, kind, "read");
        const requests = requestsOf(requireGated(repo));
        const user = call.user;
        const index = requests.findIndex((one) => one.user === user);
        if (index === -1) {
          throw new Failure(
            404,
            "No pending access request found for this repo and this user",
          );
        }
        requests.splice(index, 1);
        return json({ ok: true });
      },
      [`GET ${base}/:status`]: (call) => {
        const wanted = call.param("status");
        validate(wanted, status, "status");
        const repo = find(call);
        const limit = Number(call.query.get("limit") ?? 1000);
        validate(limit, is.wholeNumber({ min: 10, max: 1000 }), "limit");
        return jsonPage(
          call,
          requestsOf(repo).filter((one) => one.status === wanted),
          render,
          { default: 1000, max: 1000 },
          bySeq,
        );
      },
    });
  };
  return {
    routes: [...makeRoutes("model"), ...makeRoutes("dataset")],
    control: routes("public", {
      "POST /_sandbox/access-requests": (call) => {
        const body = call.readObject();
        const kind = readKind(stringAt(body, "type", "model"));
        const repo = store.find(kind, stringAt(body, "repo"));
        if (repo === undefined) throw new Failure(404, "Repository not found");
        const { gated } = requireGated(repo).settings;
        const status = gated === "auto" ? "accepted" : "pending";
        const answers = objectAt(body, "fields");
        add(repo, findUser(accounts, body), status, { answers });
        return noContent();
      },
    }),
  };
}

function requireGated(repo: RepoRecord): RepoRecord {
  if ((repo.settings["gated"] ?? false) !== false) return repo;
  throw new Failure(400, `${repo.kind} ${idOf(repo)} is not gated`, {
    errorCode: "RepoNotGated",
  });
}

function findUser(accounts: Accounts, wanted: Json): Account {
  const name = stringAt(wanted, "user");
  const id = stringAt(wanted, "userId");
  if (name === "" && id === "") throw invalidField("Invalid input");
  const user = name === "" ? accounts.findById(id) : accounts.find(name);
  if (user?.kind === "user") return user;
  throw new Failure(404, "User not found");
}

function render(request: AccessRequest): JsonObject {
  const { grantedBy, reviewedAt, answers } = request;
  return {
    requestId: request.id,
    user: {
      ...renderUser(request.user),
      ...grantedBy === undefined &&
        { email: `${request.user.name}@example.com` },
    },
    ...grantedBy !== undefined && { grantedBy: renderUser(grantedBy) },
    status: request.status,
    ...Object.keys(answers).length !== 0 && { fields: answers },
    timestamp: formatTime(request.createdAt),
    ...reviewedAt !== undefined && { reviewedAt: formatTime(reviewedAt) },
  };
}

/** Renders a request for the report. */
function renderReport(request: AccessRequest): JsonObject {
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
