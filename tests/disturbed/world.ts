/**
 * The service that disturbed commands speak to: a sandbox with things of
 * strangers in it, and a network in which any request can be disturbed.
 *
 * @module
 */

import { cpuEndpoint } from "../support/cpu_endpoint.ts";
import { Sandbox } from "@hf-terraform/sandbox";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { Process } from "../support/terraform.ts";

/** Sends a request of others to the service; a text is a body as it is. */
export type Ask = (
  method: string,
  url: string,
  body?: JsonObject | string,
) => Promise<Response>;

/** A request on its way, and what can be done with it. */
export interface DisturbedRequest {
  /** The process that sent it. */
  readonly process: Process;
  /** The request. */
  readonly request: Request;
  /** Lets it take effect. */
  readonly serve: () => Promise<Response>;
  /** Returns the last answer to the same request; undefined: none. */
  readonly before: () => Response | undefined;
  /** Sends a request of others at that moment. */
  readonly ask: Ask;
}

/** A fault that befalls a request. */
export interface Disturbance {
  /** As tests name it. */
  readonly name: string;
  /** Answers in place of the service, or throws as `fetch` does. */
  readonly answer: (disturbed: DisturbedRequest) => Promise<Response>;
  /** Whether it makes sense for every later request of the command too. */
  readonly canLast: boolean;
}

/** The visible objects of the service, by URL. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** A disturbance of the requests from the n-th on. */
export interface Plan {
  /** The number of the first such request of the command, from 1. */
  readonly at: number;
  /** The fault that befalls it. */
  readonly disturbance: Disturbance;
  /** Whether it happens to all later ones too. */
  readonly lasts: boolean;
}

/** Whether a request changes nothing; the Hub has questions that are POSTs. */
export function isRead({ method, url }: Request): boolean {
  return method === "GET" || /\/(paths-info|preupload)\//.test(url);
}

/** The requests that a disturbed wait may send before its time is over. */
const LOOKS = 3;

/** The requests that an undisturbed command may send until its waits end. */
const PATIENCE = 40;

/** The milliseconds that a request takes: some updates look again after ten. */
const REQUEST_MS = 100;

const hub = "https://huggingface.co";
const endpoints = "https://api.endpoints.huggingface.cloud";

/** Things of others, in the namespace of the resource under test. */
const strangers: readonly (readonly [string, string, JsonObject])[] = [
  ["POST", `${endpoints}/v2/endpoint/acme`, {
    ...cpuEndpoint,
    name: "stranger",
    model: { ...cpuEndpoint.model, secrets: { THEIRS: "value" } },
  }],
  ...["stranger", "app"].map((name) =>
    ["POST", `${hub}/api/repos/create`, {
      type: "space",
      organization: "acme",
      name,
      sdk: "docker",
      secrets: [{ key: "THEIRS", value: "value" }],
      variables: [{ key: "THEIRS", value: "value" }],
    }] as const
  ),
  // The parents of resources under test.
  ["POST", `${hub}/api/repos/create`, {
    type: "model",
    organization: "acme",
    name: "m",
  }],
  ["PUT", `${hub}/api/models/acme/m/settings`, { gated: "manual" }],
  ["POST", `${hub}/api/models/acme/m/tag/main`, { tag: "theirs" }],
  ["POST", `${hub}/api/organizations/acme/resource-groups`, {
    name: "theirs",
  }],
  ["POST", `${hub}/api/organizations/acme/service-accounts`, {
    name: "theirs",
  }],
  ["POST", `${hub}/api/settings/webhooks`, {
    watched: [{ type: "user", name: "stranger" }],
    domains: ["repo"],
    url: "https://stranger.example",
  }],
];

/** Makes what strangers have, and what resources under test belong to. */
export async function makeStrangers(ask: Ask): Promise<void> {
  for (const [method, url, body] of strangers) {
    const answer = await ask(method, url, body);
    if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
    await answer.body?.cancel();
  }
}

/** The URLs that show the objects of strangers. */
const strangersSeen = [
  `${endpoints}/v2/endpoint/acme?limit=100`,
  `${endpoints}/_sandbox/endpoints/acme/stranger`,
  `${hub}/api/spaces?author=acme&limit=100`,
  `${hub}/api/settings/webhooks`,
  ...["stranger", "app"].flatMap((name) =>
    ["secrets", "variables", "runtime"].map((what) =>
      `${hub}/api/spaces/acme/${name}/${what}`
    )
  ),
];

/** A sandbox, its network, and what took effect in it. */
export class World {
  /** The token of another admin. */
  readonly otherToken = "hf_carol0write";
  readonly #sandbox = new Sandbox({
    startupMs: 0,
    createMs: 0,
    tokens: { [this.otherToken]: "carol:write" },
    users: ["alice", "bob", "carol"].map((name) => ({ name })),
    organizations: [{
      name: "acme",
      plan: "plus",
      members: { alice: "write", bob: "read", carol: "admin" },
    }],
  });
  readonly #seen: readonly string[];
  readonly #answers = new Map<string, () => Response>();
  readonly #secrets = new Map<string, string>();
  #plan: Plan | undefined;
  #patience = PATIENCE;
  #count = 0;
  #effects: string[] = [];

  private constructor(seen: readonly string[]) {
    this.#seen = [...strangersSeen, ...seen];
  }

  /** Makes a world; `seen`: the URLs that show the resource under test. */
  static async create(seen: readonly string[]): Promise<World> {
    const world = new World(seen);
    await makeStrangers(world.ask);
    return world;
  }

  /** A token that may do everything. */
  get token(): string {
    return this.#sandbox.token;
  }

  /** The number of requests since the last {@linkcode begin}. */
  get count(): number {
    return this.#count;
  }

  /** The milliseconds of a clock that no load of the machine slows. */
  readonly now = (): number => this.#count * REQUEST_MS;

  /** The effects since the last {@linkcode begin}: `DELETE /v2/…`. */
  get effects(): readonly string[] {
    return this.#effects;
  }

  /**
   * Begins a command, disturbed or not.
   *
   * @param patience After how many requests all waits end.
   */
  begin(plan?: Plan, patience = plan?.at ?? PATIENCE): void {
    this.#plan = plan;
    this.#patience = patience;
    this.#count = 0;
    this.#effects = [];
  }

  /** Sends a request of a process. */
  readonly send = async (
    request: Request,
    process: Process,
  ): Promise<Response> => {
    if (process.isKilled) throw new TypeError("The process is dead");
    const count = ++this.#count;
    const plan = this.#plan;
    // No wait of a test lasts until its time limit: it ends after some looks,
    // and where there is no limit, somebody presses Ctrl-C.
    const looks = count - this.#patience;
    if (looks > LOOKS) process.timeOut();
    if (looks > 2 * LOOKS) process.interrupt();
    const isHit = plan !== undefined &&
      (plan.lasts ? count >= plan.at : count === plan.at);
    const key = `${new URL(request.url).pathname}${
      new URL(request.url).search
    }`;
    const serve = () => this.#serve(request);
    if (isHit) {
      return await plan.disturbance.answer({
        process,
        request,
        serve,
        before: () => this.#answers.get(key)?.(),
        ask: this.ask,
      });
    }
    const answer = await serve();
    if (request.method === "GET" && this.#plan === undefined) {
      const [status, body] = [answer.status, await answer.clone().text()];
      const { headers } = answer;
      this.#answers.set(key, () => new Response(body, { status, headers }));
    }
    return answer;
  };

  /** Sends a request of somebody else, which nothing disturbs. */
  pass(request: Request): Promise<Response> {
    return this.#serve(request);
  }

  /** All there is to see, without what differs from run to run. */
  async snapshot(): Promise<Snapshot> {
    const all: Record<string, unknown> = {};
    for (const url of this.#seen) {
      const answer = await this.ask("GET", url);
      const text = await answer.text();
      // A former name leads on until somebody else has had it.
      const isNone = answer.status === 307 || answer.status === 404;
      all[url] = answer.ok ? steady(text) : isNone ? "none" : answer.status;
    }
    return { ...all, secrets: Object.fromEntries([...this.#secrets].sort()) };
  }

  async #serve(request: Request): Promise<Response> {
    const body = await request.clone().text();
    const answer = await this.#sandbox.fetch(request);
    if (!isRead(request) && answer.ok) {
      const { pathname } = new URL(request.url);
      this.#effects.push(steadyText(`${request.method} ${pathname}`));
      this.#noteSecret(request.method, pathname, body);
    }
    return answer;
  }

  /** The values of the secrets of Spaces, which no request shows. */
  #noteSecret(method: string, path: string, text: string): void {
    const space = /^\/api\/spaces\/(.*)\/secrets$/.exec(path)?.[1];
    if (space === undefined && !path.startsWith("/api/repos/")) return;
    const body = JSON.parse(text);
    if (space !== undefined) {
      const key = `${space}/${body.key}`;
      if (method === "DELETE") this.#secrets.delete(key);
      else this.#secrets.set(key, body.value);
    }
    if (path === "/api/repos/create") {
      for (const { key, value } of body.secrets ?? []) {
        this.#secrets.set(`${body.organization}/${body.name}/${key}`, value);
      }
    }
    if (path === "/api/repos/delete") this.#forget(body);
    if (path === "/api/repos/move") {
      for (const [key, value] of [...this.#secrets]) {
        if (!key.startsWith(`${body.fromRepo}/`)) continue;
        this.#secrets.delete(key);
        this.#secrets.set(key.replace(body.fromRepo, body.toRepo), value);
      }
    }
  }

  #forget({ organization, name }: Record<string, string>): void {
    for (const key of [...this.#secrets.keys()]) {
      if (key.startsWith(`${organization}/${name}/`)) this.#secrets.delete(key);
    }
  }

  /** Asks the service outside of Terraform. */
  readonly ask: Ask = async (method, url, body) => {
    const headers = new Headers({
      authorization: `Bearer ${this.token}`,
      "x-sandbox-key": this.#sandbox.key,
    });
    if (body === undefined) {
      return await this.#sandbox.fetch(new Request(url, { method, headers }));
    }
    const isText = typeof body === "string";
    headers.set("content-type", `application/${isText ? "x-ndjson" : "json"}`);
    const text = isText ? body : JSON.stringify(body);
    const answer = await this.#sandbox.fetch(
      new Request(url, { method, headers, body: text }),
    );
    const { pathname } = new URL(url);
    if (answer.ok && !isText) this.#noteSecret(method, pathname, text);
    return answer;
  };
}

/** Names of fields whose values differ from run to run. */
const volatile = new Set([
  "cursor",
  "nextCursor",
  "host",
  "updatedBy",
  "lastUsedAt",
  "last4",
]);

function steady(text: string): unknown {
  const steady = steadyText(text);
  return /^[[{]/.test(steady)
    ? JSON.parse(
      steady,
      (name, value) => volatile.has(name) ? undefined : value,
    )
    : steady;
}

function steadyText(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{40}\b/g, "<commit>")
    .replaceAll(/\b[0-9a-f]{24}\b/g, "<id>")
    // A collection answers by its former names too.
    .replaceAll(/(\/api\/collections\/acme\/)[a-z]+-<id>/g, "$1<slug>")
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/\bacme-sa-\d+/g, "<account>")
    .replaceAll(/https:\/\/[a-z0-9]{16}\./g, "https://<host>.");
}
