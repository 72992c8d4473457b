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
  type Handler,
  json,
  pageSection,
  type Route,
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

const watchedTypes = [
  ...["dataset", "model", "space", "bucket", "kernel", "user", "org"],
];
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

const targets = ["url", "job", "jobSourceId"];

/** Makes the routes of the webhooks of users. */
export function webhooksModule(accounts: Accounts, jobs: Jobs): ApiModule {
  const base = "/api/settings/webhooks";
  const store = new Map<string, WebhookRecord>();
  let count = 0;
  const findAny = (call: Call): WebhookRecord => {
    const record = store.get(call.param("id"));
    if (record === undefined) throw new Failure(404, "Webhook not found");
    return record;
  };
  const find = (call: Call): WebhookRecord => {
    const record = findAny(call);
    if (record.owner === call.caller.user?.name) return record;
    throw new Failure(404, "Webhook not found");
  };
  const ownRoutes = (
    access: "read" | "write",
    handlers: Readonly<Record<string, Handler>>,
  ): Route[] => {
    const permissions = ["user.webhooks.write"];
    if (access === "read") permissions.push("user.webhooks.read");
    return routes("token", handlers).map((route) => ({
      ...route,
      handle: (call) => {
        const { name } = call.user;
        accounts.authorize(call.caller, { access, permissions }, name);
        return route.handle(call);
      },
    }));
  };
  const readBody = (call: Call): JsonObject => {
    const body = call.readBody(webhookBody);
    const found = targets.filter((name) => body[name] !== undefined);
    if (found.length > 1) {
      throw new Failure(400, `Only one of ${found.join(", ")} can be set`);
    }
    const { jobSourceId } = body;
    if (jobSourceId !== undefined && !jobs.findById(String(jobSourceId))) {
      throw new Failure(404, `Job not found: ${jobSourceId}`);
    }
    return pick(body, [...targets, "watched", "domains", "secret", "secrets"]);
  };
  const show = (record: WebhookRecord) => json({ webhook: render(record) });
  const setDisabled = (disabled: boolean): Handler => (call) =>
    show(Object.assign(find(call), { disabled }));
  return {
    routes: [
      ...ownRoutes("read", {
        [`GET ${base}`]: (call) =>
          json(
            [...store.values()]
              .filter(({ owner }) => owner === call.caller.user?.name)
              .map(render),
          ),
        [`GET ${base}/:id`]: (call) => show(find(call)),
      }),
      ...ownRoutes("write", {
        [`POST ${base}`]: (call) => {
          const body = readBody(call);
          if (findTarget(body) === undefined) {
            throw new Failure(400, `One of ${targets.join(", ")} is required`);
          }
          const id = objectId("webhook", String(++count));
          const owner = call.user.name;
          const record = { secret: "", ...body, id, owner, disabled: false };
          store.set(id, record);
          return show(record);
        },
        [`POST ${base}/:id`]: (call) => {
          const record = find(call);
          const body = readBody(call);
          if (findTarget(body) !== undefined) {
            for (const name of targets) delete record[name];
          }
          return show(Object.assign(record, body));
        },
        [`DELETE ${base}/:id`]: (call) => {
          store.delete(find(call).id);
          return json({});
        },
        [`POST ${base}/:id/enable`]: setDisabled(false),
        [`POST ${base}/:id/disable`]: setDisabled(true),
        [`POST ${base}/:id/replay/:log`]: (call) => {
          find(call);
          return json({ status: 200 });
        },
      }),
    ],
    sections: () => [pageSection("Webhooks", store.values(), {
      Id: ({ id }) => id,
      Watches: (record) =>
        listObjects(record["watched"]).map(({ name }) => name).join(", "),
      Starts: (record) => stringAt(record, "url", "a job"),
      Disabled: ({ disabled }) => disabled,
    })],
    control: routes("public", {
      "GET /_sandbox/webhooks/:id": (call) => json(findAny(call)),
      "PATCH /_sandbox/webhooks/:id": (call) =>
        json(Object.assign(findAny(call), call.readObject())),
    }),
  };
}

function findTarget(body: JsonObject): string | undefined {
  return targets.find((name) => body[name] !== undefined);
}

/** Renders a webhook without its secret, and with parts of its job only. */
function render(record: WebhookRecord): JsonObject {
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
