import { type Account, type Accounts, objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { type Clock, formatTime } from "../core/clock.ts";
import { Failure, invalidField } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";
import { bySeq, jsonPage } from "../core/pagination.ts";
import {
  type ApiModule,
  type Call,
  objectRoutes,
  type Route,
  routes,
} from "../core/router.ts";
import { readKind } from "../hub/context.ts";
import type { HubModule } from "../hub/module.ts";
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

const status = is.oneOf("accepted", "rejected", "pending", "reset");
const references = {
  user: is.text({ min: 1 }),
  userId: is.id,
  requestId: is.id,
};
const reference = is.fields({}, references);
type Reference = ReturnType<typeof reference>;
const reasons = {
  rejectionReason: is.text({ max: 200 }),
  resetReason: is.text({ max: 200 }),
};
const handleBody = is.fields({ status }, { ...references, ...reasons });
const batchBody = is.fields({
  status,
  requests: is.list(reference, { min: 1, max: 100 }),
}, reasons);

/** Makes the routes of requests for access to gated models and datasets. */
export function accessRequestsModule(
  clock: Clock,
  accounts: Accounts,
  hub: HubModule,
): ApiModule {
  const requests = new Map<RepoRecord, AccessRequest[]>();
  let count = 0;
  const list = (repo: RepoRecord): AccessRequest[] => {
    const known = requests.get(repo) ?? [];
    requests.set(repo, known);
    return known;
  };
  const add = (
    repo: RepoRecord,
    wanted: Reference,
    status: string,
    { grantedBy, answers = {} }: { grantedBy?: Account; answers?: JsonObject },
  ) => {
    const user = findUser(accounts, wanted);
    const seq = ++count;
    const now = clock.now();
    // A grant to oneself counts as a review.
    const isReviewed = status !== "pending" &&
      (grantedBy === undefined || grantedBy === user);
    list(repo).push({
      seq,
      id: objectId("access request", String(seq)),
      user,
      status,
      grantedBy,
      answers,
      createdAt: now,
      reviewedAt: isReviewed ? now : undefined,
    });
    repo.access.set(user.name, status);
  };
  const find = (repo: RepoRecord, wanted: Reference) => {
    const { requestId } = wanted;
    const user = requestId === undefined && findUser(accounts, wanted);
    return list(repo).find((one) =>
      requestId === undefined ? one.user === user : one.id === requestId
    );
  };
  const setStatus = (repo: RepoRecord, wanted: Reference, status: string) => {
    const request = find(repo, wanted);
    if (request === undefined || request.status === status) {
      throw new Failure(404, "No access request found matching your criteria");
    }
    request.status = status;
    request.reviewedAt = status === "pending" ? undefined : clock.now();
    repo.access.set(request.user.name, status);
  };
  const routesOf = (kind: RepoKind): Route[] => {
    const { access } = hub;
    const base = `/api/${kind}s/:namespace/:name/user-access-request`;
    const page = kind === "model" ? "" : `/${kind}s`;
    const permissions = ["repo.access.read", "repo.write"];
    const findToWrite = (call: Call) =>
      access.find(call, kind, "write", permissions);
    const findToRead = (call: Call) => access.find(call, kind, "read");
    return [
      ...objectRoutes("token", base, findToWrite, {
        "POST /handle": (call, repo) => {
          const { status, ...wanted } = call.readBody(handleBody);
          setStatus(requireGated(repo), wanted, status);
          return {};
        },
        "POST /batch": (call, repo) => {
          const { requests: all, status } = call.readBody(batchBody);
          requireGated(repo);
          return all.map((wanted) => {
            try {
              setStatus(repo, wanted, status);
              return { ...wanted, ok: true };
            } catch (error) {
              if (!(error instanceof Failure)) throw error;
              const isUser = /user/i.test(error.message);
              const reason = isUser ? "user_not_found" : "request_not_found";
              return { ...wanted, ok: false, error: reason };
            }
          });
        },
        "POST /grant": (call, repo) => {
          const wanted = call.readBody(reference);
          const request = find(requireGated(repo), wanted);
          if (request?.status === "accepted") {
            throw new Failure(400, "That user already has access to the repo");
          }
          if (request === undefined) {
            add(repo, wanted, "accepted", { grantedBy: call.user });
          } else setStatus(repo, wanted, "accepted");
          return {};
        },
        "GET /:status": (call, repo) => {
          const wanted = status(call.param("status"), "status");
          const limit = Number(call.query.get("limit") ?? 1000);
          is.wholeNumber({ min: 10, max: 1000 })(limit, "limit");
          const found = list(repo).filter((one) => one.status === wanted);
          const limits = { default: 1000, max: 1000 };
          return jsonPage(call, found, renderAccessRequest, limits, bySeq);
        },
      }),
      ...objectRoutes("token", base, findToRead, {
        "POST /cancel": (call, repo) => {
          const own = list(requireGated(repo));
          const index = own.findIndex(({ user }) => user === call.user);
          if (index === -1) {
            throw new Failure(
              404,
              "No pending access request found for this repo and this user",
            );
          }
          own.splice(index, 1);
          repo.access.delete(call.user.name);
          return { ok: true };
        },
      }),
      ...objectRoutes("token", `${page}/:namespace/:name`, findToWrite, {
        "GET /user-access-report": (_, repo) => list(repo).map(renderReport),
      }),
    ];
  };
  return {
    routes: [...routesOf("model"), ...routesOf("dataset")],
    control: routes("public", {
      "POST /_sandbox/access-requests": (call) => {
        const body = call.readObject();
        const kind = readKind(stringAt(body, "type", "model"));
        const repo = hub.store.find(kind, stringAt(body, "repo"));
        if (repo === undefined) throw new Failure(404, "Repository not found");
        const { gated } = requireGated(repo).settings;
        const status = gated === "auto" ? "accepted" : "pending";
        const answers = objectAt(body, "fields");
        add(repo, reference(body, ""), status, { answers });
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

function findUser(
  accounts: Accounts,
  { user: name, userId: id = "" }: Reference,
): Account {
  if (name === undefined && id === "") throw invalidField("Invalid input");
  const user = name === undefined ? accounts.findById(id) : accounts.find(name);
  if (user?.kind === "user") return user;
  throw new Failure(404, "User not found");
}

function renderAccessRequest(request: AccessRequest): JsonObject {
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
  const { timestamp, reviewedAt } = renderAccessRequest(request);
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
