import { Failure } from "../core/failure.ts";
import { formatEvent, streamResponse } from "../core/stream.ts";
import { formatTime } from "../core/clock.ts";
import type { Json } from "../core/json.ts";
import {
  type Call,
  type Handler,
  json,
  type Route,
  routes,
} from "../core/router.ts";
import type { HubContext } from "./context.ts";
import { checkFlavor, checkSleepTime, setKey } from "./create.ts";
import { renderRuntime } from "./render.ts";
import {
  invalidBody,
  objects,
  readVolumes,
  requiredString,
  requirePayment,
  requirePlan,
} from "./repo_body.ts";
import type {
  KeyRecord,
  RepoRecord,
  SpaceLine,
  SpaceRecord,
} from "./repo_record.ts";
import { idOf } from "./repo_store.ts";
import { renderHardware, templates } from "./space_data.ts";
import { sleepTimeFor } from "./space_lifecycle.ts";

const one = "/api/spaces/:namespace/:name";

interface FoundSpace {
  readonly repo: RepoRecord;
  readonly space: SpaceRecord;
}

type FindSpace = (call: Call, access: "read" | "write") => FoundSpace;

/** Makes the routes of the runtimes of Spaces. */
export function spaceRoutes(context: HubContext): Route[] {
  const find: FindSpace = (call, access) => {
    const repo = context.access.find(call, "space", access);
    const space = context.lifecycle.settle(repo);
    if (space === undefined) throw invalidBody(`${idOf(repo)} is no Space`);
    return { repo, space };
  };
  const act =
    (change: (call: Call, found: FoundSpace) => void): Handler => (call) => {
      const found = find(call, "write");
      if (found.space.sdk === "static") {
        throw invalidBody("Static Spaces have no runtime");
      }
      change(call, found);
      return json(renderRuntime(found.repo));
    };
  return [
    ...routes("public", {
      [`GET ${one}/runtime`]: (call) =>
        json(renderRuntime(find(call, "read").repo)),
      "GET /api/spaces/hardware": () => json(renderHardware()),
      "GET /api/spaces/templates": () =>
        json({ templates: templates.map((each) => ({ ...each })) }),
    }),
    ...routes("token", {
      [`POST ${one}/hardware`]: act((call, found) =>
        setHardware(context, call, found)
      ),
      [`POST ${one}/sleeptime`]: act((call, { space }) => {
        const seconds = checkSleepTime(call.readObject()["seconds"]);
        if (space.requested === "cpu-basic") {
          throw invalidBody("The sleep time of cpu-basic cannot be changed");
        }
        space.sleepTime = seconds;
      }),
      [`POST ${one}/replicas`]: act((call, found) =>
        setReplicas(context, call, found)
      ),
      [`POST ${one}/dev-mode`]: act((call, { repo, space }) => {
        const isOn = call.readObject()["enabled"] === true;
        const owner = context.accounts.get(repo.namespace);
        if (isOn) requirePlan(owner, "Dev mode");
        space.devMode = isOn;
      }),
      [`POST ${one}/pause`]: act((_call, { space }) =>
        context.lifecycle.pause(space)
      ),
      [`POST ${one}/restart`]: act((_call, { repo }) =>
        context.lifecycle.build(repo)
      ),
      [`PUT ${one}/volumes`]: act((call, { space }) => {
        const volumes = readVolumes(
          objects(call.readObject(), "volumes"),
          (type, source) => context.canMount(call.caller, type, source),
        );
        if (volumes.length === 0) {
          throw invalidBody("volumes must not be empty");
        }
        space.volumes = volumes;
      }),
      [`DELETE ${one}/volumes`]: act((_call, { space }) => {
        if (space.volumes.length === 0) {
          throw invalidBody("No volumes attached");
        }
        space.volumes = [];
      }),
      "GET /api/spaces/zero-gpu/quota": () =>
        json({ base: 1500, current: 1500, resetsAt: null }),
    }),
    ...keyRoutes(context, find, "secrets"),
    ...keyRoutes(context, find, "variables"),
    ...logRoutes(context, find),
  ];
}

function setHardware(context: HubContext, call: Call, found: FoundSpace): void {
  const { repo, space } = found;
  const owner = context.accounts.get(repo.namespace);
  const body = call.readObject();
  const flavor = checkFlavor(requiredString(body, "flavor"), space.sdk, owner);
  const seconds = body["sleepTimeSeconds"];
  const sleepTime = seconds === undefined || seconds === null
    ? space.requested === "cpu-basic" ? -1 : space.sleepTime
    : checkSleepTime(seconds);
  space.requested = flavor;
  space.sleepTime = sleepTimeFor(flavor, sleepTime);
  if (space.stage !== "PAUSED") context.lifecycle.build(repo);
}

function setReplicas(context: HubContext, call: Call, found: FoundSpace): void {
  const { repo, space } = found;
  const count = call.readObject()["replicas"];
  if (typeof count !== "number" || !Number.isInteger(count) || count < 1) {
    throw invalidBody("Invalid input", "replicas");
  }
  if (space.requested === "cpu-basic") {
    throw invalidBody("Replicas need paid hardware");
  }
  requirePayment(context.accounts.get(repo.namespace));
  space.replicas = count;
}

function keyRoutes(
  context: HubContext,
  find: FindSpace,
  kind: "secrets" | "variables",
): Route[] {
  const path = `${one}/${kind}`;
  const showChanged = ({ repo, space }: FoundSpace, isChanged: boolean) => {
    if (isChanged) restart(context, repo, space);
    return json(kind === "secrets" ? {} : renderKeys(space.variables, true));
  };
  return routes("token", {
    [`GET ${path}`]: (call) => {
      const { space } = find(call, "write");
      return json(renderKeys(space[kind], kind === "variables"));
    },
    [`POST ${path}`]: (call) => {
      const found = find(call, "write");
      setKey(found.space[kind], call.readObject(), call.at);
      return showChanged(found, true);
    },
    [`DELETE ${path}`]: (call) => {
      const found = find(call, "write");
      const key = requiredString(call.readObject(), "key");
      return showChanged(found, found.space[kind].delete(key));
    },
  });
}

function restart(
  context: HubContext,
  repo: RepoRecord,
  space: SpaceRecord,
): void {
  const inactive = ["PAUSED", "SLEEPING", "STOPPED", "NO_APP_FILE"];
  if (!inactive.includes(space.stage)) context.lifecycle.build(repo);
}

function renderKeys(
  keys: ReadonlyMap<string, KeyRecord>,
  hasValues: boolean,
): Json {
  const entries = [...keys].map(([key, record]): [string, Json] => [key, {
    key,
    ...hasValues && { value: record.value },
    ...record.description !== undefined && { description: record.description },
    updatedAt: formatTime(record.updatedAt),
  }]);
  return Object.fromEntries(entries);
}

function logRoutes(context: HubContext, find: FindSpace): Route[] {
  const stream = (
    call: Call,
    readNext: (found: FoundSpace) => string,
  ): Response => {
    const found = find(call, "write");
    return streamResponse({
      next: () => {
        context.lifecycle.settle(found.repo);
        const text = readNext(found);
        const current = context.store.find("space", idOf(found.repo));
        return text === "" && current !== found.repo ? undefined : text;
      },
      signal: call.signal,
      sleep: context.sleep,
    });
  };
  return routes("token", {
    [`GET ${one}/logs/:log`]: (call) => {
      const log = logOf(call, find(call, "write").space);
      const tail = Number(call.query.get("tail") ?? Infinity);
      let sent = Math.max(0, log.length - tail);
      return stream(call, () => {
        const lines = log.slice(sent);
        sent = log.length;
        return lines.map(({ at, data }) =>
          formatEvent({ data: `${data}\n`, timestamp: formatTime(at) })
        ).join("");
      });
    },
    [`GET ${one}/events`]: (call) => {
      let last = "";
      return stream(call, ({ repo }) => {
        const event = formatEvent(renderRuntime(repo));
        if (event === last) return "";
        last = event;
        return `event: message\n${event}`;
      });
    },
  });
}

function logOf(call: Call, space: SpaceRecord): readonly SpaceLine[] {
  const log = call.param("log");
  if (log === "build") return space.buildLog;
  if (log === "run") return space.runLog;
  throw new Failure(404, `Not found: ${call.url.pathname}`);
}
