import type { Account, Accounts } from "../core/accounts.ts";
import type { Sleep } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { isObject, type JsonObject } from "../core/json.ts";
import { type Call, json, param, readObject } from "../core/router.ts";
import type { RepoAccess } from "./repo_access.ts";
import {
  checkKey,
  checkName,
  demandPayment,
  demandPlan,
  objects,
  optionalString,
  readVolumes,
  refuse,
  requiredString,
  visibilityOf,
} from "./repo_body.ts";
import {
  head,
  idOf,
  type RepoKind,
  type RepoStore,
  type SpaceRecord,
} from "./repo_store.ts";
import { flavors, templates } from "./space_data.ts";
import {
  newSpace,
  sleepTimeOn,
  type SpaceLifecycle,
} from "./space_lifecycle.ts";

/** What creating works with. */
export interface CreateContext {
  /** Users and organizations. */
  readonly accounts: Accounts;
  /** Who may do what. */
  readonly access: RepoAccess;
  /** The repositories. */
  readonly store: RepoStore;
  /** Starts Spaces. */
  readonly lifecycle: SpaceLifecycle;
  /** The time. */
  readonly now: () => number;
  /** Milliseconds a create takes. */
  readonly createMs: number;
  /** Waits. */
  readonly sleep: Sleep;
}

/** Creates and duplicates repositories, one at a time for each user. */
export class Creator {
  readonly #context: CreateContext;
  #isBusy = false;

  /** Works with the given parts. */
  constructor(context: CreateContext) {
    this.#context = context;
  }

  /** `POST /api/repos/create`. */
  async create(call: Call): Promise<Response> {
    const body = readObject(call);
    const kind = kindOf(optionalString(body, "type") ?? "model");
    const account = this.#context.access.owner(
      call,
      optionalString(body, "organization"),
    );
    const name = requiredString(body, "name");
    checkName(name);
    const visibility = visibilityOf(body, kind, account) ?? "public";
    const region = optionalString(body, "region");
    if (region !== undefined) demandPlan(account, "Storage regions");
    const resourceGroup = optionalString(body, "resourceGroupId");
    if (resourceGroup !== undefined) demandPlan(account, "Resource groups");
    const space = kind === "space"
      ? readSpace(body, account, this.#context.now())
      : undefined;
    const files = initialFiles(body, name, space);
    const created = await this.#exclusive(call, () => {
      this.#refuseTaken(kind, account, name, call);
      const repo = this.#context.store.add({
        kind,
        namespace: account.name,
        name,
        visibility,
        region,
        resourceGroup,
        space,
      }, files);
      this.#context.lifecycle.build(repo);
      return repo;
    });
    const url = pageOf(call, kind, idOf(created));
    return json({ url, name: idOf(created), id: created.oid });
  }

  /** `POST /api/{type}s/{ns}/{repo}/duplicate`. */
  async duplicate(call: Call, kind: RepoKind): Promise<Response> {
    const source = this.#context.access.find(call, kind, "read");
    const body = readObject(call);
    const target = requiredString(body, "repository");
    const [namespace = "", name = ""] = target.split("/");
    checkName(name);
    const account = this.#context.access.owner(call, namespace);
    const visibility = visibilityOf(body, kind, account) ?? source.visibility;
    const space = source.space === undefined ? undefined : readSpace(
      { ...body, sdk: source.space.sdk, hardware: body["hardware"] || null },
      account,
      this.#context.now(),
    );
    for (const [key, value] of source.space?.variables ?? []) {
      if (!space?.variables.has(key)) space?.variables.set(key, value);
    }
    const copy = await this.#exclusive(call, () => {
      this.#refuseTaken(kind, account, name, call);
      const { region } = source;
      const resourceGroup = optionalString(body, "resourceGroupId");
      const repo = this.#context.store.add({
        kind,
        namespace,
        name,
        visibility,
        region,
        resourceGroup,
        space,
      }, head(source).files);
      this.#context.lifecycle.build(repo);
      return repo;
    });
    return json({ url: pageOf(call, kind, idOf(copy)) });
  }

  /** The service refuses creates of one user that overlap. */
  async #exclusive<T>(call: Call, work: () => T): Promise<T> {
    if (this.#isBusy) {
      throw new Failure(
        409,
        "Cannot create repo: another conflicting operation is in progress",
      );
    }
    this.#isBusy = true;
    try {
      const { createMs, sleep } = this.#context;
      if (createMs > 0) await sleep(createMs, call.signal);
      return work();
    } finally {
      this.#isBusy = false;
    }
  }

  #refuseTaken(
    kind: RepoKind,
    account: Account,
    name: string,
    call: Call,
  ): void {
    const id = `${account.name}/${name}`;
    const taken = this.#context.store.find(kind, id);
    if (taken === undefined) return;
    throw new Failure(409, `You already created this ${kind} repo`, {
      extra: { url: pageOf(call, kind, idOf(taken)) },
    });
  }
}

/** The type that a body or path names. */
export function kindOf(type: string): RepoKind {
  if (type === "model" || type === "dataset" || type === "space") return type;
  throw refuse(`Invalid repository type: ${type}`);
}

/** The type of the plural in a path. */
export function kindOfPath(call: Call): RepoKind {
  return kindOf(param(call, "type").replace(/s$/, ""));
}

function pageOf(call: Call, kind: RepoKind, id: string): string {
  return `${call.url.origin}/${kind === "model" ? "" : `${kind}s/`}${id}`;
}

function readSpace(
  body: JsonObject,
  account: Account,
  now: number,
): SpaceRecord {
  const sdk = requiredString(body, "sdk");
  if (!["gradio", "docker", "static"].includes(sdk)) {
    throw refuse(`Invalid sdk: ${sdk}, expected gradio, docker or static`);
  }
  if (sdk !== "static") demandPlan(account, "Gradio and Docker Spaces");
  const template = optionalString(body, "template");
  const found = templates.find(({ repoId }) => repoId === template);
  if (template !== undefined && found?.sdk !== sdk) {
    throw refuse(`Invalid template for sdk ${sdk}: ${template}`);
  }
  const space = newSpace({
    sdk,
    sdkVersion: optionalString(body, "sdkVersion"),
  });
  const flavor = optionalString(body, "hardware");
  if (flavor !== undefined && sdk !== "static") {
    space.requested = checkFlavor(flavor, sdk, account);
  }
  space.sleepTime = sleepTimeOn(space.requested, readSleepTime(body));
  space.volumes = readVolumes(objects(body, "volumes"));
  if (sdk === "static" && space.volumes.length > 0) {
    throw refuse("Static Spaces have no volumes");
  }
  space.devMode = body["devModeEnabled"] === true;
  for (const kind of ["secrets", "variables"] as const) {
    for (const entry of objects(body, kind)) {
      const key = requiredString(entry, "key");
      checkKey(key);
      space[kind].set(key, {
        value: optionalString(entry, "value") ?? "",
        description: optionalString(entry, "description"),
        updatedAt: now,
      });
    }
  }
  return space;
}

/** The flavor, or 400 for unknown ones and 403 without payment method. */
export function checkFlavor(
  flavor: string,
  sdk: string,
  account: Account,
): string {
  const name = flavor === "zerogpu" ? "zero-a10g" : flavor;
  const known = flavors.get(name);
  if (known === undefined) throw refuse(`Invalid hardware flavor: ${flavor}`);
  if (name === "zero-a10g" && sdk !== "gradio") {
    throw refuse("ZeroGPU is for Gradio Spaces only");
  }
  if (known.isBilled) demandPayment(account, name);
  return name;
}

function readSleepTime(body: JsonObject): number {
  const value = body["sleepTimeSeconds"];
  if (value === undefined || value === null) return -1;
  return checkSleepTime(value);
}

/** The seconds, or 400 unless they are -1 or a whole number above 0. */
export function checkSleepTime(value: unknown): number {
  const isValid = typeof value === "number" && Number.isInteger(value) &&
    (value === -1 || value > 0);
  if (!isValid) throw refuse(`Invalid sleep time: ${value}`);
  return value;
}

function initialFiles(
  body: JsonObject,
  name: string,
  space: SpaceRecord | undefined,
): Map<string, string> {
  const files = new Map<string, string>([[".gitattributes", ""]]);
  const license = optionalString(body, "license");
  const short = optionalString(body, "short_description");
  if (short !== undefined && short.length > 60) {
    throw refuse("short_description has more than 60 characters");
  }
  if (space !== undefined) {
    files.set(
      "README.md",
      readme({
        title: name,
        sdk: space.sdk,
        ...(space.sdkVersion === undefined
          ? {}
          : { sdk_version: space.sdkVersion }),
        ...(short === undefined ? {} : { short_description: short }),
        ...(license === undefined ? {} : { license }),
      }),
    );
    if (space.sdk === "static") files.set("index.html", "<!doctype html>\n");
    if (optionalString(body, "template") !== undefined) {
      files.set(space.sdk === "docker" ? "Dockerfile" : "app.py", "template");
    }
  } else if (license !== undefined) {
    files.set("README.md", readme({ license }));
  }
  for (const file of objects(body, "files")) {
    if (!isObject(file)) continue;
    files.set(requiredString(file, "path"), contentOf(file));
  }
  return files;
}

function readme(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([key, value]) =>
    `${key}: ${JSON.stringify(value)}`
  );
  return `---\n${lines.join("\n")}\n---\n`;
}

/** The content of a file that is sent as text or base64. */
export function contentOf(file: JsonObject): string {
  const content = optionalString(file, "content") ?? "";
  if (file["encoding"] !== "base64") return content;
  return new TextDecoder().decode(decodeBase64(content));
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
  } catch {
    throw refuse("The content of a file is not valid base64");
  }
}
