import type { Account } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure, notAnOption } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import type { Call } from "../core/router.ts";
import { type HubContext, pageUrl, readKind } from "./context.ts";
import type { Files } from "./git_objects.ts";
import { makeInitialFiles } from "./initial_files.ts";
import {
  checkName,
  invalidBody,
  objects,
  optionalString,
  optionalVolumeFields,
  readVisibility,
  requiredString,
  requirePayment,
  requirePlan,
  splitId,
  volumeFields,
} from "./repo_body.ts";
import type {
  KeyRecord,
  RepoKind,
  RepoRecord,
  SpaceRecord,
} from "./repo_record.ts";
import { head, idOf, type NewRepo } from "./repo_store.ts";
import { flavors, templates } from "./space_data.ts";
import { makeSpace, sdkCheck, sleepTimeFor } from "./space_lifecycle.ts";

/** Creates and duplicates repositories, one at a time for each user. */
export class RepoCreator {
  readonly #context: HubContext;
  readonly #busy = new Set<string>();

  constructor(context: HubContext) {
    this.#context = context;
  }

  async create(call: Call): Promise<JsonObject> {
    const body = call.readObject();
    const kind = readKind(optionalString(body, "type") ?? "model");
    const account = this.#context.access.findOwner(
      call,
      kind,
      optionalString(body, "organization"),
    );
    const name = requiredString(body, "name");
    checkName(name);
    const visibility = readVisibility(body, kind, account) ??
      (account.privateByDefault ? "private" : "public");
    const region = readRegion(body, account);
    const resourceGroup = readResourceGroup(body, account);
    const space = kind === "space"
      ? readSpace(this.#context, call, body, account)
      : undefined;
    const files = await makeInitialFiles(body, kind, name, space);
    const created = await this.#add(call, account, {
      kind,
      name,
      visibility,
      region,
      resourceGroup,
      space,
    }, files);
    const url = pageUrl(call, kind, idOf(created));
    return { url, name: idOf(created), id: created.oid };
  }

  async duplicate(call: Call, kind: RepoKind): Promise<JsonObject> {
    const source = this.#context.access.find(call, kind, "read");
    const body = call.readObject();
    const target = requiredString(body, "repository");
    const [namespace, name] = splitId(target);
    this.#context.access.requireFiles(call.caller, source);
    const account = this.#context.access.findOwner(call, kind, namespace);
    const visibility = readVisibility(body, kind, account) ?? source.visibility;
    const space = source.space && readSpace(this.#context, call, {
      ...body,
      sdk: source.space.sdk,
      hardware: body["hardware"] || null,
    }, account);
    for (const [key, value] of source.space?.variables ?? []) {
      if (!space?.variables.has(key)) space?.variables.set(key, value);
    }
    const copy = await this.#add(call, account, {
      kind,
      name,
      visibility,
      region: source.region,
      resourceGroup: readResourceGroup(body, account),
      space,
    }, head(source).files);
    return { url: pageUrl(call, kind, idOf(copy)) };
  }

  /** Adds a repository; throws 409 for creates of one user that overlap. */
  async #add(
    call: Call,
    account: Account,
    options: Omit<NewRepo, "namespace" | "creator">,
    files: Files,
  ): Promise<RepoRecord> {
    const { createMs, sleep, store, lifecycle } = this.#context;
    const creator = call.user.name;
    if (this.#busy.has(creator)) {
      throw new Failure(
        409,
        "Cannot create repo: another conflicting operation is in progress",
      );
    }
    this.#busy.add(creator);
    try {
      if (createMs > 0) await sleep(createMs, call.signal);
      this.#requireFreeName(options.kind, account, options.name, call);
      const namespace = account.name;
      const repo = await store.add(
        { ...options, namespace, creator },
        call.at,
        files,
      );
      lifecycle.build(repo);
      return repo;
    } finally {
      this.#busy.delete(creator);
    }
  }

  #requireFreeName(
    kind: RepoKind,
    account: Account,
    name: string,
    call: Call,
  ): void {
    const id = `${account.name}/${name}`;
    const other = this.#context.store.find(kind, id);
    if (other === undefined) return;
    throw new Failure(409, `You already created this ${kind} repo`, {
      extra: { url: pageUrl(call, kind, idOf(other)) },
    });
  }
}

function readRegion(body: JsonObject, account: Account): string | undefined {
  if (optionalString(body, "region") === undefined) return undefined;
  const region = is.oneOf("us", "eu")(body["region"], "region");
  requirePlan(account, "Storage regions");
  return region;
}

/** Reads the resource group of a body; undefined for none. */
function readResourceGroup(
  body: JsonObject,
  account: Account,
): string | undefined {
  const id = optionalString(body, "resourceGroupId");
  if (id === undefined) return undefined;
  if (!/^[0-9a-f]{24}$/.test(id)) {
    throw invalidBody("Invalid ObjectId", "resourceGroupId");
  }
  requirePlan(account, "Resource groups");
  return id;
}

function readSpace(
  context: HubContext,
  call: Call,
  body: JsonObject,
  account: Account,
): SpaceRecord {
  const sdk = sdkCheck(requiredString(body, "sdk"), "sdk");
  if (sdk !== "static" && account.plan === undefined) {
    throw new Failure(
      402,
      "Static Spaces are free for everyone, but hosting Gradio and Docker " +
        "Spaces on free cpu-basic requires a PRO subscription. Subscribe at " +
        "https://huggingface.co/pro",
    );
  }
  const template = optionalString(body, "template");
  const found = templates.find(({ repoId }) => repoId === template);
  if (template !== undefined && found?.sdk !== sdk) {
    throw invalidBody(`Invalid template for ${sdk}: ${template}`, "template");
  }
  const space = makeSpace({
    sdk,
    sdkVersion: optionalString(body, "sdkVersion"),
  });
  const flavor = optionalString(body, "hardware");
  if (flavor !== undefined && sdk !== "static") {
    space.requested = checkFlavor(flavor, sdk, account);
  }
  space.sleepTime = sleepTimeFor(space.requested, readSleepTime(body));
  space.volumes = readVolumes(context, call, body);
  if (sdk === "static" && space.volumes.length > 0) {
    throw invalidBody("Static Spaces have no volumes");
  }
  space.devMode = body["devModeEnabled"] === true;
  for (const kind of ["secrets", "variables"] as const) {
    for (const entry of objects(body, kind)) {
      setKey(space[kind], entry, call.at);
    }
  }
  return space;
}

const volumesBody = is.fields({}, {
  volumes: is.orNull(is.list(is.fields(volumeFields, optionalVolumeFields))),
});

/** Reads the volumes of a body, and adds the defaults of the service. */
export function readVolumes(
  { canMount }: HubContext,
  { caller }: Call,
  body: JsonObject,
): JsonObject[] {
  const { volumes } = volumesBody(body, "");
  return (volumes ?? []).map(({ revision, ...volume }, index) => {
    const { type, source, readOnly = false } = volume;
    if (!canMount(caller, type, source)) {
      const message = `Volume source not found: ${source}`;
      throw invalidBody(message, `volumes[${index}].source`);
    }
    if (type !== "bucket") {
      return { ...volume, revision: revision ?? "main", readOnly: true };
    }
    if (revision === undefined) return { ...volume, readOnly };
    throw invalidBody("A bucket has no revision");
  });
}

/** Adds a secret or variable to those of a Space. */
export function setKey(
  keys: Map<string, KeyRecord>,
  entry: JsonObject,
  updatedAt: number,
): void {
  const key = requiredString(entry, "key");
  is.variableName(key, "key");
  const value = optionalString(entry, "value") ?? "";
  const description = optionalString(entry, "description");
  keys.set(key, { value, description, updatedAt });
}

/** Returns the flavor; throws 400 for an unknown one, 403 without payment. */
export function checkFlavor(
  flavor: string,
  sdk: string,
  account: Account,
): string {
  const name = flavor === "zerogpu" ? "zero-a10g" : flavor;
  const known = flavors.get(name);
  if (known === undefined) {
    throw invalidBody(notAnOption([...flavors.keys()]), "flavor");
  }
  if (name === "zero-a10g" && sdk !== "gradio") {
    throw invalidBody("ZeroGPU is for Gradio Spaces only");
  }
  if (known.price > 0) requirePayment(account);
  return name;
}

function readSleepTime(body: JsonObject): number {
  const value = body["sleepTimeSeconds"];
  if (value === undefined || value === null) return -1;
  return checkSleepTime(value);
}

/** Returns the seconds; throws 400 unless they are -1 or positive. */
export function checkSleepTime(value: unknown): number {
  const isValid = typeof value === "number" && Number.isInteger(value) &&
    (value === -1 || value > 0);
  if (!isValid) throw invalidBody("Invalid sleep time", "sleepTimeSeconds");
  return value;
}
