import { type Accounts, objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type JsonObject,
  listObjects,
  pick,
  stringAt,
} from "../core/json.ts";
import {
  type ApiModule,
  type Call,
  objectRoutes,
  pageSection,
  routes,
} from "../core/router.ts";
import { jobSpec, renderSecrets } from "./job_spec.ts";
import type { Jobs } from "./jobs.ts";

/** A webhook with its secret. */
interface WebhookRecord extends JsonObject {
  id: string;
  owner: string;
  disabled: boolean | string;
  secret: string;
}

const watchedTypes = "dataset model space bucket kernel user org".split(" ");
const webhookBody = is.fields({
  watched: is.list(
    is.fields({ type: is.oneOf(...watchedTypes), name: is.text({ min: 1 }) }),
    { min: 1 },
  ),
  domains: is.list(is.oneOf("repo", "discussion"), { min: 1 }),
}, {
  url: is.url,
  job: jobSpec,
  jobSourceId: is.text({ min: 1 }),
  secret: is.text({ form: /^[\x20-\x7f]*$/ }),
  secrets: is.map(is.text(), is.variableName),
});

const targets = ["url", "job", "jobSourceId"] as const;

/** Makes the routes of the webhooks of users. */
export function webhooksModule(accounts: Accounts, jobs: Jobs): ApiModule {
  const webhooks = new Map<string, WebhookRecord>();
  let count = 0;
  const all = "/api/settings/webhooks";
  const findAny = (call: Call, owner?: string) => {
    const record = webhooks.get(call.param("id"));
    if (record && record.owner === (owner ?? record.owner)) return record;
    throw new Failure(404, "Webhook not found");
  };
  const finder = (access: "read" | "write") => (call: Call) => {
    requireWebhookAccess(accounts, call, access);
    return findAny(call, call.user.name);
  };
  const show = (record: WebhookRecord) => ({ webhook: renderWebhook(record) });
  const setDisabled = (disabled: boolean) => (_: Call, record: WebhookRecord) =>
    show(Object.assign(record, { disabled }));
  return {
    routes: [
      ...routes("token", {
        [`GET ${all}`]: (call) => {
          requireWebhookAccess(accounts, call, "read");
          return [...webhooks.values()]
            .filter(({ owner }) => owner === call.user.name).map(renderWebhook);
        },
        [`POST ${all}`]: (call) => {
          requireWebhookAccess(accounts, call, "write");
          const body = readWebhook(call, jobs);
          if (findTarget(body) === undefined) {
            throw new Failure(400, `One of ${targets.join(", ")} is required`);
          }
          const id = objectId("webhook", String(++count));
          const owner = call.user.name;
          const record = { secret: "", ...body, id, owner, disabled: false };
          webhooks.set(id, record);
          return show(record);
        },
      }),
      ...objectRoutes("token", `${all}/:id`, finder("read"), {
        GET: (_, record) => show(record),
      }),
      ...objectRoutes("token", `${all}/:id`, finder("write"), {
        POST: (call, record) => {
          const body = readWebhook(call, jobs);
          if (findTarget(body) !== undefined) {
            for (const name of targets) delete record[name];
          }
          return show(Object.assign(record, body));
        },
        DELETE: (_, { id }) => {
          webhooks.delete(id);
          return {};
        },
        "POST /enable": setDisabled(false),
        "POST /disable": setDisabled(true),
        "POST /replay/:log": () => ({ status: 200 }),
      }),
    ],
    sections: () => [pageSection("Webhooks", [...webhooks.values()], {
      Id: ({ id }) => id,
      Watches: (record) =>
        listObjects(record["watched"]).map(({ name }) => name).join(", "),
      Starts: (record) => stringAt(record, "url", "a job"),
      Disabled: ({ disabled }) => disabled,
    })],
    control: objectRoutes("public", "/_sandbox/webhooks/:id", findAny, {
      GET: (_, record) => record,
      PATCH: (call, record) => Object.assign(record, call.readObject()),
    }),
  };
}

function readWebhook(call: Call, jobs: Jobs): ReturnType<typeof webhookBody> {
  const body = call.readBody(webhookBody);
  const found = targets.filter((name) => body[name] !== undefined);
  if (found.length > 1) {
    throw new Failure(400, `Only one of ${found.join(", ")} can be set`);
  }
  const { jobSourceId } = body;
  if (jobSourceId !== undefined && !jobs.findById(jobSourceId)) {
    throw new Failure(404, `Job not found: ${jobSourceId}`);
  }
  return body;
}

function requireWebhookAccess(
  accounts: Accounts,
  call: Call,
  access: "read" | "write",
): void {
  const permissions = ["user.webhooks.write"];
  if (access === "read") permissions.push("user.webhooks.read");
  accounts.authorize(call.caller, { access, permissions }, call.user.name);
}

function findTarget(body: JsonObject): string | undefined {
  return targets.find((name) => body[name] !== undefined);
}

/** Renders a webhook without its secret, and with parts of its job only. */
function renderWebhook(record: WebhookRecord): JsonObject {
  const { job } = record;
  return {
    ...pick(record, [
      ...["id", "url", "jobSourceId", "disabled", "watched", "domains"],
      "lastTriggerAt",
    ]),
    ...isObject(job) && { job: renderWebhookJob(job) },
    hasSecret: record.secret !== "",
  };
}

function renderWebhookJob(job: JsonObject): JsonObject {
  return {
    environment: {},
    timeoutSeconds: null,
    ...pick(job, [
      ...["dockerImage", "spaceId", "environment", "arguments", "command"],
      ...["flavor", "timeoutSeconds", "labels"],
    ]),
    ...renderSecrets(job),
  };
}
