import { type Accounts, anyToken, objectId, open } from "../core/accounts.ts";
import {
  type Check,
  fields,
  list,
  map,
  oneOf,
  pick,
  readChecked,
  text,
  url,
} from "../core/checks.ts";
import { Failure } from "../core/failure.ts";
import { isObject, type JsonObject, stringAt } from "../core/json.ts";
import {
  type Area,
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { jobSpec, secretNames } from "./job_spec.ts";
import type { Jobs } from "./jobs.ts";

/** One webhook with what is never shown. */
interface WebhookRecord extends JsonObject {
  id: string;
  owner: string;
  disabled: boolean | string;
  secret: string;
}

const body: Check = fields({
  watched: list(
    fields({
      type: oneOf(
        ...["dataset", "model", "space", "bucket", "kernel", "user", "org"],
      ),
      name: text({ min: 1 }),
    }),
    { min: 1 },
  ),
  domains: list(oneOf("repo", "discussion"), { min: 1 }),
}, {
  url,
  job: jobSpec,
  jobSourceId: text({ min: 1 }),
  secret: text({ form: /^[\x20-\x7f]*$/ }),
  secrets: map(text(), text({ form: /^[a-zA-Z][_a-zA-Z0-9]*$/ })),
});

const targets = ["url", "job", "jobSourceId"];

/** The webhooks of the user. */
export function webhooksArea(accounts: Accounts, jobs: Jobs): Area {
  const store = new Map<string, WebhookRecord>();
  let count = 0;
  const findAny = (call: Call): WebhookRecord => {
    const record = store.get(param(call, "id"));
    if (record === undefined) throw new Failure(404, "Webhook not found");
    return record;
  };
  const find = (call: Call): WebhookRecord => {
    const record = findAny(call);
    if (record.owner === call.caller.user?.name) return record;
    throw new Failure(404, "Webhook not found");
  };
  const own = (
    method: string,
    path: string,
    access: "read" | "write",
    handle: (call: Call) => Response,
  ): Route =>
    route(method, `/api/settings/webhooks${path}`, anyToken, (call) => {
      const permissions = ["user.webhooks.write"];
      if (access === "read") permissions.push("user.webhooks.read");
      accounts.authorize(
        call.caller,
        { access, permissions },
        accounts.userOf(call.caller).name,
      );
      return handle(call);
    });
  const read = (call: Call): JsonObject => {
    const given = readChecked(call, body);
    const found = targets.filter((name) => given[name] !== undefined);
    if (found.length > 1) {
      throw new Failure(400, `Only one of ${found.join(", ")} can be set`);
    }
    const { jobSourceId } = given;
    if (jobSourceId !== undefined && !jobs.byId(String(jobSourceId))) {
      throw new Failure(404, `Job not found: ${jobSourceId}`);
    }
    return pick(given, [...targets, "watched", "domains", "secret", "secrets"]);
  };
  const answer = (record: WebhookRecord) => json({ webhook: render(record) });
  const toggle = (disabled: boolean) => (call: Call) => {
    const record = find(call);
    record.disabled = disabled;
    return answer(record);
  };
  const control = (method: string, handle: (call: Call) => Response) =>
    route(method, "/_sandbox/webhooks/:id", open, handle);
  return {
    routes: [
      own("GET", "", "read", (call) =>
        json(
          [...store.values()]
            .filter(({ owner }) => owner === call.caller.user?.name)
            .map(render),
        )),
      own("POST", "", "write", (call) => {
        const given = read(call);
        if (target(given) === undefined) {
          throw new Failure(400, `One of ${targets.join(", ")} is required`);
        }
        const id = objectId("webhook", String(++count));
        const owner = accounts.userOf(call.caller).name;
        const record = { secret: "", ...given, id, owner, disabled: false };
        store.set(id, record);
        return answer(record);
      }),
      own("GET", "/:id", "read", (call) => answer(find(call))),
      own("POST", "/:id", "write", (call) => {
        const record = find(call);
        const given = read(call);
        if (target(given) !== undefined) {
          for (const name of targets) delete record[name];
        }
        Object.assign(record, given);
        return answer(record);
      }),
      own("DELETE", "/:id", "write", (call) => {
        store.delete(find(call).id);
        return json({});
      }),
      own("POST", "/:id/enable", "write", toggle(false)),
      own("POST", "/:id/disable", "write", toggle(true)),
      own("POST", "/:id/replay/:log", "write", (call) => {
        find(call);
        return json({ status: 200 });
      }),
    ],
    sections: () => [{
      title: "Webhooks",
      columns: ["Id", "Watches", "Starts", "Disabled"],
      rows: [...store.values()].map((record) => ({
        cells: [
          record.id,
          [record["watched"] ?? []].flat().map((item) => stringAt(item, "name"))
            .join(", "),
          stringAt(record, "url", "a job"),
          String(record.disabled),
        ],
        parts: { Webhook: `/api/settings/webhooks/${record.id}` },
      })),
    }],
    control: [
      control("GET", (call) => json(findAny(call))),
      control("PATCH", (call) => {
        const record = Object.assign(findAny(call), readObject(call));
        return json(record);
      }),
    ],
  };
}

function target(given: JsonObject): string | undefined {
  return targets.find((name) => given[name] !== undefined);
}

/** As the service shows it: no secret, and of a job only a part. */
function render(record: WebhookRecord): JsonObject {
  const { job } = record;
  return {
    ...pick(record, [
      ...["id", "url", "jobSourceId", "disabled", "watched", "domains"],
      "lastTriggerAt",
    ]),
    ...(isObject(job) ? { job: renderPart(job) } : {}),
    hasSecret: record.secret !== "",
  };
}

function renderPart(job: JsonObject): JsonObject {
  return {
    environment: {},
    timeoutSeconds: null,
    ...pick(job, [
      ...["dockerImage", "spaceId", "environment", "arguments", "command"],
      ...["flavor", "timeoutSeconds", "labels"],
    ]),
    ...secretNames(job),
  };
}
