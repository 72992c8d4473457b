import { assertEquals, assertInstanceOf } from "@std/assert";
import { NotFoundError, ServerError } from "../../client/core/api_errors.ts";
import { HuggingFace } from "../../client/client.ts";
import {
  endpointFields,
  json,
  rejection,
  Script,
  type Step,
} from "./script.ts";

function clientOf(...steps: readonly Step[]) {
  const script = new Script(...steps);
  return { script, endpoints: new HuggingFace(script.options()).endpoints };
}

type Endpoints = HuggingFace["endpoints"];

const MADE = endpointFields("x");
const { status: _, name: _name, ...NEW } = MADE;

const RANGE = { start: "2026-11-21T00:00:00Z", stop: "2026-11-21T01:00:00Z" };

/** Calls, the request that each makes, its body, and its answer. */
const ROUTES: readonly [
  (api: Endpoints) => Promise<unknown>,
  string,
  unknown,
  unknown,
][] = [
  [(api) => api.get("acme/x"), "GET /v2/endpoint/acme/x", undefined, MADE],
  [(api) => api.create("acme/x", NEW), "POST /v2/endpoint/acme", {
    ...NEW,
    name: "x",
  }, MADE],
  [
    (api) =>
      api.update("acme/x", {
        compute: { scaling: { maxReplica: 3 } },
        route: null,
        model: { env: null },
      }),
    "PUT /v2/endpoint/acme/x",
    {
      compute: { scaling: { maxReplica: 3 } },
      route: null,
      model: { env: null },
    },
    MADE,
  ],
  [
    (api) => api.pause("acme/x"),
    "POST /v2/endpoint/acme/x/pause",
    undefined,
    MADE,
  ],
  [
    (api) => api.resume("acme/x"),
    "POST /v2/endpoint/acme/x/resume",
    undefined,
    MADE,
  ],
  [
    (api) => api.scaleToZero("acme/x"),
    "POST /v2/endpoint/acme/x/scale-to-zero",
    undefined,
    MADE,
  ],
  [
    (api) =>
      api.logs.list("acme/x", {
        replica: "r",
        level: "error",
        search: "s",
        since: "a",
        until: "b",
        tail: 1,
        limit: 2,
        order: "desc",
      }).toArray(),
    "GET /v3/endpoint/acme/x/logs?replica=r&level=error&search=s&since=a&until=b&tail=1&limit=2&order=desc",
    undefined,
    [{ timestamp: "t", line: "l" }],
  ],
  [
    (api) => api.metrics.get("acme/x", RANGE),
    "POST /v2/endpoint/acme/x/metrics",
    RANGE,
    { inference: null },
  ],
  [(api) => api.getCompute(), "GET /v2/provider", undefined, { vendors: [] }],
  [(api) => api.getCompute("acme"), "GET /v2/provider/acme", undefined, {
    vendors: [],
  }],
  [
    (api) => api.getQuotas("acme"),
    "GET /v2/provider/quotas/acme",
    undefined,
    { vendors: [] },
  ],
  [
    (api) => api.network.createDomain("acme", "a.example"),
    "POST /v2/network/domain/acme",
    { domain: "a.example" },
    { domain: "a.example" },
  ],
  [
    (api) =>
      api.network.createCidrList("acme", { name: "n", cidrList: ["::/0"] }),
    "POST /v2/network/cidr-list/acme",
    { name: "n", cidrList: ["::/0"] },
    { id: "1" },
  ],
  [
    (api) =>
      api.network.updateCidrList("acme", "1", { name: "n", cidrList: [] }),
    "POST /v2/network/cidr-list/acme/1",
    { name: "n", cidrList: [] },
    { id: "1" },
  ],
];

for (const [call, request, body, answer] of ROUTES) {
  Deno.test(`${request} sends what it should and returns the answer`, async () => {
    const { script, endpoints } = clientOf(json(answer));
    assertEquals(await call(endpoints), answer);
    const [seen] = script.seen;
    const url = new URL(seen?.url ?? "");
    assertEquals(`${seen?.method} ${url.pathname}${url.search}`, request);
    assertEquals(url.origin, "https://api.endpoints.huggingface.cloud");
    const sent: unknown = seen?.body ? JSON.parse(seen.body) : undefined;
    assertEquals(sent, body);
  });
}

Deno.test("a page of endpoints is asked for by all that narrows it", async () => {
  const { script, endpoints } = clientOf(
    json({ items: [MADE], totalItems: 9 }),
  );
  const page = await endpoints.list("acme", {
    tags: ["a", "b"],
    search: "q",
    cursor: "c",
    pageSize: 7,
  });
  assertEquals([page.items, page.totalItems], [[MADE], 9]);
  const { search } = new URL(script.seen[0]?.url ?? "");
  assertEquals(search, "?tags=a%2Cb&search=q&cursor=c&limit=7");
});

const REPLICA = { id: "r1", status: { stage: "ready", live: true } };
const LISTS: readonly [(api: Endpoints) => Promise<unknown>, string][] = [
  [
    (api) => api.listReplicas("acme/x").toArray(),
    "GET /v2/endpoint/acme/x/replica",
  ],
  [
    (api) =>
      api.network.listPrivateServices("acme", {
        accountId: "1",
        shared: false,
      }).toArray(),
    "GET /v2/network/private-service/acme?account-id=1&shared=false",
  ],
  [
    (api) => api.network.listDomains("acme").toArray(),
    "GET /v2/network/domain/acme",
  ],
  [
    (api) => api.network.listCidrLists("acme").toArray(),
    "GET /v2/network/cidr-list/acme",
  ],
];

for (const [call, request] of LISTS) {
  Deno.test(`${request} returns the items of its list`, async () => {
    const { script, endpoints } = clientOf(json({ items: [REPLICA] }));
    assertEquals(await call(endpoints), [REPLICA]);
    const url = new URL(script.seen[0]?.url ?? "");
    assertEquals(`GET ${url.pathname}${url.search}`, request);
  });
}

for (const answer of [[REPLICA], { list: [REPLICA] }]) {
  Deno.test(`a list of domains may come as ${Object.keys(answer)[0]}`, async () => {
    const { endpoints } = clientOf(json(answer));
    assertEquals(
      (await endpoints.network.listDomains("acme").toArray()).length,
      1,
    );
  });
}

const DELETES: readonly [(api: Endpoints) => Promise<void>, string][] = [
  [(api) => api.delete("acme/x"), "/v2/endpoint/acme/x"],
  [
    (api) => api.network.deletePrivateService("acme", "s"),
    "/v2/network/private-service/acme/s",
  ],
  [
    (api) => api.network.deleteDomain("acme", "a.example"),
    "/v2/network/domain/acme/a.example",
  ],
  [
    (api) => api.network.deleteCidrList("acme", "1"),
    "/v2/network/cidr-list/acme/1",
  ],
];

for (const [call, route] of DELETES) {
  Deno.test(`DELETE ${route} takes any success`, async () => {
    const { script, endpoints } = clientOf(
      json({}),
      new Response(null, { status: 202 }),
      new Response(null, { status: 204 }),
    );
    for (let count = 0; count < 3; count++) await call(endpoints);
    for (const { method, url } of script.seen) {
      assertEquals([method, new URL(url).pathname], ["DELETE", route]);
    }
  });
}

Deno.test("texts are returned as they are", async () => {
  const { script, endpoints } = clientOf(
    new Response("line 1\nline 2\n"),
    new Response("# metrics\n"),
  );
  const options = { replica: "r", tail: 20, lineMaxLength: 80 };
  assertEquals(
    await endpoints.logs.read("acme/x", options),
    "line 1\nline 2\n",
  );
  assertEquals(await endpoints.metrics.getCurrent("acme/x"), "# metrics\n");
  assertEquals(script.seen.map((seen) => new URL(seen.url)).map(String), [
    "https://api.endpoints.huggingface.cloud/v2/endpoint/acme/x/logs?replica=r&tail=20&line_max_length=80",
    "https://api.endpoints.huggingface.cloud/v2/endpoint/acme/x/open-metrics",
  ]);
});

Deno.test("the public catalogue is read without token", async () => {
  const { script, endpoints } = clientOf(
    json({ vendors: [] }),
    json({ vendors: [] }),
  );
  await endpoints.getCompute();
  await endpoints.getCompute("acme");
  const sent = script.seen.map((seen) => seen.authorization !== null);
  assertEquals(sent, [false, true]);
});

Deno.test("a list goes through all pages of a hundred", async () => {
  const { script, endpoints } = clientOf(
    json({ items: [endpointFields("a")], nextCursor: "2" }),
    json({ items: [endpointFields("b")] }),
  );
  const names: string[] = [];
  for await (const { name } of endpoints.list("acme", { tags: ["t"] })) {
    names.push(name);
  }
  assertEquals(names, ["a", "b"]);
  assertEquals(script.seen.map((seen) => new URL(seen.url).search), [
    "?tags=t&limit=100",
    "?tags=t&cursor=2&limit=100",
  ]);
});

Deno.test("a short list asks for no more than it returns", async () => {
  const { script, endpoints } = clientOf(
    json({
      items: [endpointFields("a"), endpointFields("b")],
      nextCursor: "2",
    }),
  );
  const names: string[] = [];
  for await (const { name } of endpoints.list("acme", { limit: 2 })) {
    names.push(name);
  }
  assertEquals(names, ["a", "b"]);
  assertEquals(new URL(script.seen[0]?.url ?? "").search, "?limit=2");
});

Deno.test("the audit log goes through all pages", async () => {
  const { script, endpoints } = clientOf(
    json({ list: [{ id: 1 }], next_cursor: "2" }),
    json({ list: [{ id: 2 }], next_cursor: null }),
  );
  const ids: unknown[] = [];
  const options = { endpoint: "x", username: "u" };
  for await (const entry of endpoints.listAuditLog("acme", options)) {
    ids.push(entry["id"]);
  }
  assertEquals(ids, [1, 2]);
  assertEquals(
    script.seen[1]?.url,
    "https://api.endpoints.huggingface.cloud/v2/audit-logs/acme?endpoint=x&username=u&cursor=2&limit=100",
  );
});

Deno.test("an endpoint that runs already counts as resumed", async () => {
  const { script, endpoints } = clientOf(
    json({ error: "Endpoint is already running" }, 400),
    json(MADE),
  );
  assertEquals((await endpoints.resume("acme/x")).name, "x");
  assertEquals(script.seen.map((seen) => seen.method), ["POST", "GET"]);
});

Deno.test("another 400 at resume is an error", async () => {
  const { script, endpoints } = clientOf(json({ error: "no" }, 400));
  const error = await rejection(endpoints.resume("acme/x"));
  assertEquals(error.name, "BadRequestError");
  assertEquals(script.seen.length, 1);
});

for (const action of ["pause", "resume", "scaleToZero"] as const) {
  Deno.test(`${action} is repeated after a failure that passes`, async () => {
    const { endpoints } = clientOf(json({}, 502), json(MADE));
    assertEquals((await endpoints[action]("acme/x")).name, "x");
  });
}

Deno.test("a create is sent once", async () => {
  const { script, endpoints } = clientOf(json({}, 500));
  const error = await rejection(endpoints.create("acme/x", NEW));
  assertInstanceOf(error, ServerError);
  assertEquals(script.seen.length, 1);
});

Deno.test("deleting what is not there is told as such", async () => {
  const { endpoints } = clientOf(json({ error: "gone" }, 404));
  const error = await rejection(endpoints.delete("acme/x"));
  assertInstanceOf(error, NotFoundError);
  assertEquals(
    error.message.split(":")[0],
    "Cannot delete the endpoint acme/x",
  );
});
