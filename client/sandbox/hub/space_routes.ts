import { Failure } from "../core/failure.ts";
import { formatEvent, streamResponse } from "../core/stream.ts";
import { formatTime } from "../core/clock.ts";
import type { Json } from "../core/json.ts";
import {
  type Call,
  type ObjectHandler,
  objectRoutes,
  type Route,
  routes,
} from "../core/router.ts";
import type { HubContext } from "./context.ts";
import { checkFlavor, checkSleepTime, readVolumes, setKey } from "./create.ts";
import { renderRuntime } from "./render.ts";
import {
  invalidBody,
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

/** Makes the routes of the runtimes of Spaces. */
export function spaceRoutes(context: HubContext): Route[] {
  const find = (call: Call) => findSpace(context, call, "read");
  const findToWrite = (call: Call) => findSpace(context, call, "write");
  const findRunnable = (call: Call) => {
    const found = findToWrite(call);
    if (found.space.sdk !== "static") return found;
    throw invalidBody("Static Spaces have no runtime");
  };
  const act =
    (change: (call: Call, found: FoundSpace) => void): SpaceHandler =>
    (call, found) => {
      change(call, found);
      return renderRuntime(found.repo);
    };
  return [
    ...routes("public", {
      "GET /api/spaces/hardware": renderHardware,
      "GET /api/spaces/templates": () => ({
        templates: templates.map((each) => ({ ...each })),
      }),
    }),
    ...routes("token", {
      "GET /api/spaces/zero-gpu/quota": () => ({
        base: 1500,
        current: 1500,
        resetsAt: null,
      }),
    }),
    ...objectRoutes("public", one, find, {
      "GET /runtime": (_, { repo }) => renderRuntime(repo),
    }),
    ...objectRoutes("token", one, findRunnable, {
      "POST /hardware": act((call, found) => setHardware(context, call, found)),
      "POST /sleeptime": act(setSleepTime),
      "POST /replicas": act((call, found) => setReplicas(context, call, found)),
      "POST /dev-mode": act((call, { repo, space }) => {
        const isOn = call.readObject()["enabled"] === true;
        const owner = context.accounts.get(repo.namespace);
        if (isOn) requirePlan(owner, "Dev mode");
        space.devMode = isOn;
      }),
      "POST /pause": act((_, { space }) => context.lifecycle.pause(space)),
      "POST /restart": act((_, { repo }) => context.lifecycle.build(repo)),
      "PUT /volumes": act((call, { repo, space }) => {
        const volumes = readVolumes(context, call, call.readObject());
        if (volumes.length === 0) {
          throw invalidBody("volumes must not be empty");
        }
        space.volumes = volumes;
        restart(context, repo, space);
      }),
      "DELETE /volumes": act((_, { repo, space }) => {
        if (space.volumes.length === 0) {
          throw invalidBody("No volumes attached");
        }
        space.volumes = [];
        restart(context, repo, space);
      }),
    }),
    ...objectRoutes("token", one, findToWrite, {
      ...keyHandlers(context, "secrets"),
      ...keyHandlers(context, "variables"),
      "GET /logs/:log": (call, found) => streamLog(context, call, found),
      "GET /events": (call, found) => streamEvents(context, call, found),
    }),
  ];
}

type SpaceHandler = ObjectHandler<FoundSpace>;

function findSpace(
  { access, lifecycle }: HubContext,
  call: Call,
  need: "read" | "write",
): FoundSpace {
  const repo = access.find(call, "space", need);
  const space = lifecycle.settle(repo);
  if (space === undefined) throw invalidBody(`${idOf(repo)} is no Space`);
  return { repo, space };
}

function setSleepTime(call: Call, { space }: FoundSpace): void {
  const seconds = checkSleepTime(call.readObject()["seconds"]);
  if (space.requested === "cpu-basic") {
    throw invalidBody("The sleep time of cpu-basic cannot be changed");
  }
  space.sleepTime = seconds;
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

function keyHandlers(
  context: HubContext,
  kind: "secrets" | "variables",
): Record<string, SpaceHandler> {
  const showChanged = ({ repo, space }: FoundSpace, isChanged: boolean) => {
    if (isChanged) restart(context, repo, space);
    return kind === "secrets" ? {} : renderKeys(space.variables, true);
  };
  return {
    [`GET /${kind}`]: (_, { space }) =>
      renderKeys(space[kind], kind === "variables"),
    [`POST /${kind}`]: (call, found) => {
      setKey(found.space[kind], call.readObject(), call.at);
      return showChanged(found, true);
    },
    [`DELETE /${kind}`]: (call, found) => {
      const key = requiredString(call.readObject(), "key");
      return showChanged(found, found.space[kind].delete(key));
    },
  };
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

function stream(
  { lifecycle, store, sleep }: HubContext,
  { signal }: Call,
  repo: RepoRecord,
  readNext: () => string,
): Response {
  const next = () => {
    lifecycle.settle(repo);
    const text = readNext();
    const isGone = store.find("space", idOf(repo)) !== repo;
    return text === "" && isGone ? undefined : text;
  };
  return streamResponse({ next, signal, sleep });
}

function streamLog(
  context: HubContext,
  call: Call,
  { repo, space }: FoundSpace,
): Response {
  const log = logOf(call, space);
  const tail = Number(call.query.get("tail") ?? Infinity);
  let sent = Math.max(0, log.length - tail);
  return stream(context, call, repo, () => {
    const lines = log.slice(sent);
    sent = log.length;
    return lines.map(({ at, data }) =>
      formatEvent({ data: `${data}\n`, timestamp: formatTime(at) })
    ).join("");
  });
}

function streamEvents(
  context: HubContext,
  call: Call,
  { repo }: FoundSpace,
): Response {
  let last = "";
  return stream(context, call, repo, () => {
    const event = formatEvent(renderRuntime(repo));
    if (event === last) return "";
    last = event;
    return `event: message\n${event}`;
  });
}

function logOf(call: Call, space: SpaceRecord): readonly SpaceLine[] {
  const log = call.param("log");
  if (log === "build") return space.buildLog;
  if (log === "run") return space.runLog;
  throw new Failure(404, `Not found: ${call.url.pathname}`);
}
