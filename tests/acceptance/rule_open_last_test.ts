// The rule "open last": what restricts an object is in force before anybody
// else can see it, whichever request of its create fails.

import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  changeOf,
  type Workspace,
} from "@hf-terraform/framework/testing";
import { ConnectionClosed, Sandbox } from "../../client/sandbox/mod.ts";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** An object that others see less of than they could. */
interface Restricted {
  readonly type: string;
  readonly config: string;
  /** What nobody else may get at any time. */
  readonly hidden: readonly string[];
  /** What others may get, but only if it says so. */
  readonly shown?: { readonly path: string; readonly says: string };
}

const gated = (type: "model" | "dataset"): Restricted => {
  const id = `acme/gated-${type}`;
  const page = type === "dataset" ? `/datasets/${id}` : `/${id}`;
  return {
    type: `huggingface_${type}`,
    config: `
      name                      = "gated-${type}"
      visibility                = "public"
      gated                     = "manual"
      gated_notifications_email = "owner@example.com"
      gated_notifications_mode  = "bulk"
      discussions_disabled      = true
      on_destroy                = "delete"
    }
    resource "huggingface_repo_file" "${type}" {
      repository      = huggingface_${type}.it.id
      repository_type = "${type}"
      path            = "weights.txt"
      content         = "weights"`,
    hidden: ["weights.txt", "README.md", ".gitattributes"].map((path) =>
      `${page}/resolve/main/${path}`
    ),
    shown: { path: `/api/${type}s/${id}`, says: '"gated":"manual"' },
  };
};

const closed = (type: string, path: string, more: string): Restricted => ({
  type: `huggingface_${type}`,
  config: `
      ${type === "collection" ? "title" : "name"} = "closed-${type}"
      visibility = "private"
      ${more}`,
  hidden: [path],
});

const restricted: readonly Restricted[] = [
  gated("model"),
  gated("dataset"),
  closed(
    "space",
    "/api/spaces/acme/closed-space",
    'sdk = "static"\nfiles = { "index.html" = "secret" }',
  ),
  closed("bucket", "/api/buckets/acme/closed-bucket", ""),
  closed("collection", "/api/collections?owner=acme", 'theme = "blue"'),
];

/** Fails one kind of request to each object, and looks as a stranger does. */
class Watched extends Sandbox {
  /** Which request to an object fails, and all that are like it. */
  failing = {
    nth: 0,
    how: (_: Request): Response | "lost" | "closed" => "closed",
  };
  readonly leaks: string[] = [];
  #seen = new Map<string, string[]>();
  #passed = new Set<string>();
  /** Settings that are in force, by the path of their route. */
  readonly settings: Record<string, object> = {};
  hasFailed = false;

  start(nth: number, how: (request: Request) => Response | "lost" | "closed") {
    this.#seen = new Map();
    this.#passed = new Set();
    this.failing = { nth, how };
    this.hasFailed = false;
  }

  override async fetch(request: Request): Promise<Response> {
    const how = await this.#failureOf(request);
    if (how instanceof Response) return how;
    if (how === "closed") throw new ConnectionClosed(false);
    const settings = request.method === "PUT"
      ? await request.clone().json()
      : {};
    const response = await super.fetch(request);
    if (response.ok && request.method === "PUT") {
      const { pathname } = new URL(request.url);
      this.settings[pathname] = { ...this.settings[pathname], ...settings };
    }
    await this.#look(request);
    if (how === "lost") throw new ConnectionClosed(true);
    return response;
  }

  async #failureOf(request: Request) {
    const text = await request.clone().text();
    const { pathname } = new URL(request.url);
    const name = /(?:gated|closed)-[a-z]+/.exec(pathname + text)?.[0];
    if (name === undefined) return undefined;
    const fields = [...text.matchAll(/"([a-zA-Z]+)":/g)].map(([, key]) => key);
    const kind = [request.method, pathname, ...fields].join(" ");
    const seen = this.#seen.get(name) ?? [];
    if (!seen.includes(kind)) seen.push(kind);
    this.#seen.set(name, seen);
    if (seen.indexOf(kind) + 1 !== this.failing.nth) return undefined;
    this.hasFailed = true;
    const how = this.failing.how(request);
    // A refusal lasts, anything else passes.
    const isLasting = how instanceof Response && how.status === 403;
    if (!isLasting && this.#passed.has(name)) return undefined;
    this.#passed.add(name);
    return how;
  }

  async #look({ method, url }: Request): Promise<void> {
    const get = (path: string) =>
      super.fetch(new Request(new URL(path, url), { redirect: "manual" }));
    for (const { hidden, shown } of restricted) {
      for (const path of hidden) {
        const answer = await get(path);
        const text = await answer.text();
        if (answer.ok && text !== "[]") {
          this.leaks.push(`${path} after ${method} ${url}`);
        }
      }
      if (shown === undefined) continue;
      const answer = await get(shown.path);
      const text = await answer.text();
      if (answer.ok && !text.includes(shown.says)) {
        this.leaks.push(`${shown.path} after ${method} ${url}: ${text}`);
      }
    }
  }
}

const failures: Readonly<
  Record<string, (request: Request) => Response | "lost" | "closed">
> = {
  "is refused": () => Response.json({ error: "Forbidden" }, { status: 403 }),
  "fails": () => Response.json({ error: "Failed" }, { status: 500 }),
  "is not answered": () => "closed",
  "takes effect, unanswered": ({ method }) =>
    method === "GET" ? "closed" : "lost",
};

const inForce = {
  gated: "manual",
  gatedNotificationsEmail: "owner@example.com",
  gatedNotificationsMode: "bulk",
  discussionsDisabled: true,
  visibility: "public",
};

const configuration = `
provider "huggingface" {
  namespace   = "acme"
  max_retries = 0
}
` + restricted.map(({ type, config }) =>
  `resource "${type}" "it" {${config}\n}\n`
).join("");

Deno.test("every resource with a visibility is tried", async () => {
  const { resources } = await loadProvider(provider);
  const withVisibility = resources
    .filter(({ schema }) => "visibility" in schema.attributes)
    .map(({ typeName }) => typeName);
  assertEquals(
    withVisibility.toSorted(),
    restricted.map(({ type }) => type).toSorted(),
  );
});

async function assertNoTaint(workspace: Workspace, what: string) {
  const state = JSON.parse(await workspace.read("terraform.tfstate"));
  for (const { type, instances: [instance] } of state.resources) {
    assertEquals(instance.status, undefined, `${what}: ${type} is tainted`);
  }
}

/** What the last step of a create brings, where it has several. */
async function completed({ client }: SpaceWorld) {
  const [list] = await client.collections.list({ owner: ["acme"] }).toArray();
  const space = { type: "space", id: "acme/closed-space" } as const;
  const bucket = await client.buckets.get("acme/closed-bucket");
  return {
    theme: list?.theme,
    isPrivate: [list?.private, bucket.private],
    file: await client.files.read(space, "index.html"),
  };
}

const whole = { theme: "blue", isPrivate: [true, true], file: "secret" };

acceptanceTest(
  "a new object opens last, whichever request fails",
  async () => {
    await Promise.all(
      Object.entries(failures).map(async ([name, how]) => {
        const sandbox = new Watched({ startupMs: 0 });
        await using world = await startSpaceWorld(sandbox);
        const { workspace } = world;
        await world.configure(configuration);
        for (let nth = 1; nth <= 12; nth++) {
          const what = `request ${nth} ${name}`;
          sandbox.start(nth, how);
          const first = await workspace.apply();
          assertEquals(sandbox.leaks, [], `${what}\n${first.stdout}`);
          if (!sandbox.hasFailed) break;
          await assertNoTaint(workspace, what);
          sandbox.start(0, how);
          assertSuccess(await workspace.apply());
          await assertEmptyPlan(workspace);
          for (const type of ["model", "dataset"]) {
            const route = `/api/${type}s/acme/gated-${type}/settings`;
            assertEquals(sandbox.settings[route], inForce, what);
          }
          assertEquals(await completed(world), whole, what);
          assertSuccess(await workspace.destroy());
        }
      }),
    );
  },
);

acceptanceTest(
  "a model whose gating fails stays closed, and says what is missing",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client } = world;
    await world.configure(`
      resource "huggingface_model" "it" {
        namespace  = "acme"
        name       = "x"
        visibility = "public"
        gated      = "manual"
        discussions_disabled = true
      }
    `);
    sandbox.addFault({
      match: { method: "PUT", path: "**/settings" },
      times: 99,
      action: { status: 403, body: { error: "Forbidden" } },
    });
    const result = await workspace.apply();
    assertWarning(
      result,
      /Not in force yet: `visibility`, `gated`, `discussions_disabled`\. Until it is, nobody else sees it/,
    );
    assert(!/outside of\s+Terraform/.test(result.stdout), result.stdout);
    sandbox.clearFaults();
    const info = await client.repos.get({ type: "model", id: "acme/x" });
    assertEquals([info.private, info.gated], [true, false]);
    const { change } = changeOf(
      await workspace.planJson(),
      "huggingface_model.it",
    );
    assertEquals(change.actions, ["update"]);
    const missing = {
      visibility: "private",
      gated: "false",
      discussions_disabled: null,
    };
    assertObjectMatch({ ...change.before }, missing);
  },
);

acceptanceTest(
  "an address for requests for access is checked at plan",
  async () => {
    await using world = await startSpaceWorld();
    await world.configure(`
      resource "huggingface_model" "it" {
        name                      = "x"
        gated                     = "auto"
        gated_notifications_email = "nobody"
      }
    `);
    assertFailure(await world.workspace.validate(), "e-mail");
  },
);
