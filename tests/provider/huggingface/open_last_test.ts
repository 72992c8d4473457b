/**
 * The rule "open last": what restricts an object is in force before anybody
 * else can see it, whichever request of its create fails.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { ValueObject } from "../../../provider/framework/mod.ts";
import { objectType } from "../../../provider/framework/schema/schema.ts";
import { equalValues } from "../../../provider/framework/values/equal.ts";
import {
  assertNoErrors,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";

/** An object that others see less of than they could. */
interface RestrictedObject {
  readonly config: ValueObject;
  /** The attributes that it has only while nobody else sees it. */
  readonly secret?: ValueObject;
  /** Paths that nobody else may read at any time. */
  readonly hidden: readonly string[];
  /** A path that others may read, and the text that it must hold then. */
  readonly shown?: { readonly path: string; readonly says: string };
}

function gatedRepo(type: "model" | "dataset"): RestrictedObject {
  const page = type === "dataset" ? "/datasets/acme/x" : "/acme/x";
  return {
    config: {
      visibility: "public",
      gated: "manual",
      gated_notifications_email: "owner@example.com",
      gated_notifications_mode: "bulk",
      discussions_disabled: true,
    },
    hidden: ["README.md", ".gitattributes"].map((path) =>
      `${page}/resolve/main/${path}`
    ),
    shown: { path: `/api/${type}s/acme/x`, says: '"gated":"manual"' },
  };
}

const restricted: Readonly<Record<string, RestrictedObject>> = {
  huggingface_model: gatedRepo("model"),
  huggingface_dataset: gatedRepo("dataset"),
  huggingface_space: {
    config: { sdk: "static", files: { "index.html": "secret" } },
    hidden: ["/api/spaces/acme/x"],
  },
  huggingface_bucket: { config: {}, hidden: ["/api/buckets/acme/x"] },
  huggingface_collection: {
    config: { title: "x", theme: "blue", items: [] },
    secret: {
      items: [{ type: "model", id: "openai-community/gpt2", note: "secret" }],
    },
    hidden: ["/api/collections?owner=acme"],
  },
};

const failures: Readonly<Record<string, (request: Request) => Failure>> = {
  "is refused": () => ({
    response: Response.json({ error: "Forbidden" }, { status: 403 }),
    lasts: true,
  }),
  "fails": () => ({
    response: Response.json({ error: "Failed" }, { status: 500 }),
  }),
  "is not answered": () => ({}),
  "takes effect, unanswered": ({ method }) => ({ reaches: method !== "GET" }),
};

/** The fate of a request; without a response the connection breaks. */
interface Failure {
  readonly response?: Response;
  readonly reaches?: boolean;
  /** Whether all that are like it fail too. */
  readonly lasts?: boolean;
}

const all = resources.filter(({ schema }) => "visibility" in schema.attributes);

/** Lists the parts of an object that a stranger can read, but should not. */
async function leaksOf(
  { sandbox }: ResourceWorld,
  { hidden, shown }: RestrictedObject,
): Promise<readonly string[]> {
  const get = async (path: string) => {
    const response = await sandbox.fetch(
      new Request(`https://huggingface.co${path}`, { redirect: "manual" }),
    );
    return { ok: response.ok, text: await response.text() };
  };
  const leaks: string[] = [];
  for (const path of hidden) {
    const { ok, text } = await get(path);
    if (ok && text !== "[]") leaks.push(path);
  }
  if (shown !== undefined) {
    const { ok, text } = await get(shown.path);
    if (ok && !text.includes(shown.says)) leaks.push(`${shown.path}: ${text}`);
  }
  return leaks;
}

Deno.test("every resource with a visibility is tried", () => {
  assertEquals(
    all.map(({ typeName }) => typeName).toSorted(),
    Object.keys(restricted).toSorted(),
  );
});

for (const resource of all) {
  const one = restricted[resource.typeName];
  if (one === undefined) continue;
  const named = "title" in one.config ? {} : { name: "x" };
  const config = {
    namespace: "acme",
    visibility: "private",
    ...named,
    ...one.config,
  };
  Deno.test(`${resource.typeName}: a change opens last`, async () => {
    const { sdk = null, title = null } = one.config;
    const world = new ResourceWorld(resource);
    const before = { ...named, sdk, title, visibility: "private" };
    await world.apply({ ...before, ...one.secret });
    const [last] = await world.apply({ ...config, visibility: "public" });
    assertEquals(Object.keys(Object(last)).length, 1);
  });

  for (const [what, failureOf] of Object.entries(failures)) {
    Deno.test(`${resource.typeName} opens last, whichever request of its create ${what}`, async () => {
      let told = 0;
      for (let nth = 1; nth <= 12; nth++) {
        const world = new ResourceWorld(resource);
        const leaks: string[] = [];
        const kinds: string[] = [];
        let hasFailed = false;
        world.answer = async (request) => {
          const body = await request.clone().text();
          const fields = [...body.matchAll(/"([a-zA-Z]+)":/g)];
          const { pathname } = new URL(request.url);
          const kind = [
            request.method,
            pathname,
            ...fields.map(([, name]) => name),
          ]
            .join(" ");
          if (!kinds.includes(kind)) kinds.push(kind);
          const failure = kinds.indexOf(kind) + 1 === nth
            ? failureOf(request)
            : undefined;
          if (failure === undefined || hasFailed && !failure.lasts) {
            const response = await world.sandbox.fetch(request);
            leaks.push(...await leaksOf(world, one));
            return response;
          }
          hasFailed = true;
          if (failure.response !== undefined) return failure.response;
          if (failure.reaches) await world.sandbox.fetch(request);
          leaks.push(...await leaksOf(world, one));
          throw new TypeError("connection reset");
        };
        const planned = await world.plan(config);
        if (planned.diagnostics.hasErrors) continue;
        const { diagnostics } = await world.attempt(config);
        assertEquals(leaks, [], `request ${nth}`);
        const isMade = world.state !== null;
        // An error would taint what exists.
        assertEquals(diagnostics.hasErrors, !isMade, `request ${nth}`);
        told += diagnostics.items.filter(({ detail }) =>
          /Not in force yet: `.* nobody else sees it/.test(detail)
        ).length;
        world.answer = (request) =>
          world.sandbox.fetch(request);
        if (!hasFailed) break;
        if (isMade) await world.refresh();
        await world.apply(config);
        await world.refresh();
        const { plannedState, ...next } = await world.plan(config);
        assertNoErrors(next.diagnostics);
        const type = objectType(resource.schema);
        assert(equalValues(plannedState, world.state, type), `request ${nth}`);
      }
      const isGated = "gated" in one.config && what === "is refused";
      assert(told > 0 || !isGated, "nothing is said to be missing");
    });
  }
}
