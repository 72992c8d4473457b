import { anyToken, open } from "../core/accounts.ts";
import { Failure } from "../core/failure.ts";
import { stream } from "../core/stream.ts";
import type { Json } from "../core/json.ts";
import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import type { HubContext } from "./context.ts";
import { checkFlavor, checkSleepTime } from "./create.ts";
import { iso, renderRuntime } from "./render.ts";
import {
  checkKey,
  demandPayment,
  demandPlan,
  objects,
  optionalString,
  readVolumes,
  refuse,
  requiredString,
} from "./repo_body.ts";
import type {
  KeyRecord,
  RepoRecord,
  SpaceLine,
  SpaceRecord,
} from "./repo_record.ts";
import { idOf } from "./repo_store.ts";
import { hardwareList, templates } from "./space_data.ts";
import { sleepTimeOn } from "./space_lifecycle.ts";

const one = "/api/spaces/:namespace/:name";

interface Found {
  readonly repo: RepoRecord;
  readonly space: SpaceRecord;
}

/** Routes of what runs in Spaces. */
export function spaceRoutes(context: HubContext): Route[] {
  const find = (call: Call, access: "read" | "write"): Found => {
    const repo = context.access.find(call, "space", access);
    const space = context.lifecycle.settle(repo);
    if (space === undefined) throw refuse(`${idOf(repo)} is no Space`);
    return { repo, space };
  };
  const running = (call: Call): Found => {
    const found = find(call, "write");
    if (found.space.sdk !== "static") return found;
    throw refuse("Static Spaces have no runtime");
  };
  const act = (
    path: string,
    work: (call: Call, found: Found) => void,
  ): Route =>
    route("POST", one + path, anyToken, (call) => {
      const found = running(call);
      work(call, found);
      return json(renderRuntime(found.repo));
    });
  return [
    route(
      "GET",
      `${one}/runtime`,
      open,
      (call) => json(renderRuntime(find(call, "read").repo)),
    ),
    act("/hardware", (call, found) => setHardware(context, call, found)),
    act("/sleeptime", (call, { space }) => {
      const seconds = checkSleepTime(readObject(call)["seconds"]);
      if (space.requested === "cpu-basic") {
        throw refuse("The sleep time of cpu-basic cannot be changed");
      }
      space.sleepTime = seconds;
    }),
    act("/replicas", (call, found) => setReplicas(context, call, found)),
    act("/dev-mode", (call, { repo, space }) => {
      const isOn = readObject(call)["enabled"] === true;
      const owner = context.accounts.find(repo.namespace);
      if (isOn && owner !== undefined) demandPlan(owner, "Dev mode");
      space.devMode = isOn;
    }),
    act("/pause", (_call, { space }) => context.lifecycle.pause(space)),
    act("/restart", (_call, { repo }) => context.lifecycle.build(repo)),
    ...volumeRoutes(context, running),
    ...keyRoutes(context, find, "secrets"),
    ...keyRoutes(context, find, "variables"),
    ...logRoutes(context, find),
    route("GET", "/api/spaces/hardware", open, () => json(hardwareList())),
    route(
      "GET",
      "/api/spaces/templates",
      open,
      () => json({ templates: templates.map((each) => ({ ...each })) }),
    ),
    route(
      "GET",
      "/api/spaces/zero-gpu/quota",
      anyToken,
      () => json({ base: 1500, current: 1500, resetsAt: null }),
    ),
  ];
}

function setHardware(context: HubContext, call: Call, found: Found): void {
  const { repo, space } = found;
  const owner = context.accounts.find(repo.namespace);
  if (owner === undefined) throw refuse("The owner is gone");
  const body = readObject(call);
  const flavor = checkFlavor(requiredString(body, "flavor"), space.sdk, owner);
  const given = body["sleepTimeSeconds"];
  const wanted = given === undefined || given === null
    ? space.requested === "cpu-basic" ? -1 : space.sleepTime
    : checkSleepTime(given);
  space.requested = flavor;
  space.sleepTime = sleepTimeOn(flavor, wanted);
  if (space.stage !== "PAUSED") context.lifecycle.build(repo);
}

function setReplicas(context: HubContext, call: Call, found: Found): void {
  const { repo, space } = found;
  const count = readObject(call)["replicas"];
  if (typeof count !== "number" || !Number.isInteger(count) || count < 1) {
    throw refuse("Invalid input", "replicas");
  }
  if (space.requested === "cpu-basic") {
    throw refuse("Replicas need paid hardware");
  }
  const owner = context.accounts.find(repo.namespace);
  if (owner !== undefined) demandPayment(owner);
  space.replicas = count;
}

function volumeRoutes(
  context: HubContext,
  running: (call: Call) => Found,
): Route[] {
  const path = `${one}/volumes`;
  return [
    route("PUT", path, anyToken, (call) => {
      const { repo, space } = running(call);
      const volumes = readVolumes(
        objects(readObject(call), "volumes"),
        (type, source) => context.mounts(call.caller, type, source),
      );
      if (volumes.length === 0) throw refuse("volumes must not be empty");
      space.volumes = volumes;
      return json(renderRuntime(repo));
    }),
    route("DELETE", path, anyToken, (call) => {
      const { repo, space } = running(call);
      if (space.volumes.length === 0) throw refuse("No volumes attached");
      space.volumes = [];
      return json(renderRuntime(repo));
    }),
  ];
}

function keyRoutes(
  context: HubContext,
  find: (call: Call, access: "read" | "write") => Found,
  kind: "secrets" | "variables",
): Route[] {
  const path = `${one}/${kind}`;
  const answer = (space: SpaceRecord): Response =>
    json(kind === "secrets" ? {} : renderKeys(space.variables, true));
  return [
    route("GET", path, anyToken, (call) => {
      const { space } = find(call, "write");
      return json(renderKeys(space[kind], kind === "variables"));
    }),
    route("POST", path, anyToken, (call) => {
      const { repo, space } = find(call, "write");
      const body = readObject(call);
      const key = requiredString(body, "key");
      checkKey(key);
      space[kind].set(key, {
        value: optionalString(body, "value") ?? "",
        description: optionalString(body, "description"),
        updatedAt: context.now(),
      });
      restart(context, repo, space);
      return answer(space);
    }),
    route("DELETE", path, anyToken, (call) => {
      const { repo, space } = find(call, "write");
      const key = requiredString(readObject(call), "key");
      if (space[kind].delete(key)) restart(context, repo, space);
      return answer(space);
    }),
  ];
}

function restart(
  context: HubContext,
  repo: RepoRecord,
  space: SpaceRecord,
): void {
  const rests = ["PAUSED", "SLEEPING", "STOPPED", "NO_APP_FILE"];
  if (!rests.includes(space.stage)) context.lifecycle.build(repo);
}

function renderKeys(
  keys: ReadonlyMap<string, KeyRecord>,
  showsValues: boolean,
): Json {
  const entries = [...keys].map(([key, record]): [string, Json] => [key, {
    key,
    ...(showsValues ? { value: record.value } : {}),
    ...(record.description === undefined
      ? {}
      : { description: record.description }),
    updatedAt: iso(record.updatedAt),
  }]);
  return Object.fromEntries(entries);
}

function logRoutes(
  context: HubContext,
  find: (call: Call, access: "read" | "write") => Found,
): Route[] {
  const follow = (call: Call, fresh: (found: Found) => string): Response => {
    const found = find(call, "write");
    return stream({
      next: () => {
        context.lifecycle.settle(found.repo);
        const text = fresh(found);
        const current = context.store.find("space", idOf(found.repo));
        return text === "" && current !== found.repo ? undefined : text;
      },
      type: "text/event-stream",
      signal: call.signal,
      sleep: context.sleep,
    });
  };
  return [
    route("GET", `${one}/logs/:log`, anyToken, (call) => {
      const log = logOf(call, find(call, "write").space);
      const tail = Number(call.url.searchParams.get("tail") ?? Infinity);
      let sent = Math.max(0, log.length - tail);
      return follow(call, () => {
        const lines = log.slice(sent);
        sent = log.length;
        return lines.map(logEvent).join("");
      });
    }),
    route("GET", `${one}/events`, anyToken, (call) => {
      let last = "";
      return follow(call, ({ repo }) => {
        const runtime = JSON.stringify(renderRuntime(repo));
        if (runtime === last) return "";
        last = runtime;
        return `event: message\ndata: ${runtime}\n\n`;
      });
    }),
  ];
}

function logOf(call: Call, space: SpaceRecord): readonly SpaceLine[] {
  const log = param(call, "log");
  if (log === "build") return space.buildLog;
  if (log === "run") return space.runLog;
  throw new Failure(404, `Not found: ${call.url.pathname}`);
}

function logEvent({ at, data }: SpaceLine): string {
  const event = { data: `${data}\n`, timestamp: iso(at) };
  return `data: ${JSON.stringify(event)}\n\n`;
}
