import { assertEquals, assertRejects } from "@std/assert";
import { createServer } from "node:net";
import { isLoopback as isLoopbackOfClient } from "../../../../client/core/url.ts";
import { isLoopback as isLoopbackOfSandbox } from "../../../../client/sandbox/core/access_guard.ts";
import {
  isLoopback,
  withProxyExemption,
  withSingleWrites,
} from "../../../../provider/framework/plugin/connections.ts";
import { run } from "../../../../provider/framework/testing/system/run.ts";
import { inRoot } from "../../../../tools/paths.ts";

/** The hosts of URLs, and whether each is this machine. */
const hosts: readonly (readonly [string, boolean])[] = [
  ["localhost", true],
  ["LOCALHOST", true],
  ["127.0.0.1", true],
  ["127.0.0.2", true],
  ["127.255.255.254", true],
  // Addresses that URL writes as 127.0.0.1.
  ["127.1", true],
  ["0x7f000001", true],
  ["[::1]", true],
  ["[0:0:0:0:0:0:0:1]", true],
  ["app.localhost", false],
  ["localhost.example", false],
  ["127.0.0.1.example", false],
  ["128.0.0.1", false],
  ["[::2]", false],
  ["hub.example", false],
];

for (const [host, isHere] of hosts) {
  const { hostname } = new URL(`http://${host}`);
  Deno.test(`${host} is ${isHere ? "" : "not "}this machine`, () => {
    assertEquals({
      client: isLoopbackOfClient(hostname),
      sandbox: isLoopbackOfSandbox(hostname),
      framework: isLoopback(hostname),
    }, { client: isHere, sandbox: isHere, framework: isHere });
  });
}

/** A program that asks each of some URLs. */
function asks(urls: readonly string[]): string {
  const module = import.meta.resolve(
    "../../../../provider/framework/plugin/connections.ts",
  );
  return `
    const { prepareConnections } = await import(${JSON.stringify(module)});
    prepareConnections();
    for (const url of ${JSON.stringify(urls)}) {
      await fetch(url).then((answer) => answer.text()).catch(() => {});
    }`;
}

Deno.test("no request to this machine goes to a proxy, and every other does", async () => {
  // NO_PROXY takes names below `localhost` for it, too.
  const all = hosts.filter(([host]) => !host.endsWith(".localhost"));
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (data) => {
      const [, url = ""] = data.toString().split(" ");
      asked.push(URL.canParse(url) ? new URL(url).hostname : url);
      socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
    });
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  const address = proxy.address();
  const at = `http://127.0.0.1:${
    typeof address === "object" ? address?.port : ""
  }`;
  try {
    const { code, stderr } = await run(Deno.execPath(), [
      "eval",
      "--no-lock",
      // Nothing listens there.
      asks(all.map(([host]) => `http://${host}:2/`)),
    ], {
      env: {
        HTTP_PROXY: at,
        http_proxy: at,
        ALL_PROXY: at,
        NO_PROXY: "",
        no_proxy: "",
      },
    });
    assertEquals(code, 0, stderr);
    assertEquals(
      asked.toSorted(),
      all.filter(([, isHere]) => !isHere).map(([host]) => host).toSorted(),
    );
  } finally {
    proxy.close();
  }
});

Deno.test("whoever names a store of certificates keeps it", async () => {
  const store = { DENO_TLS_CA_STORE: "mozilla" };
  const { stdout } = await run(Deno.execPath(), [
    "eval",
    "--no-lock",
    `${asks([])}
    console.log(Deno.env.get("DENO_TLS_CA_STORE"));`,
  ], { env: store });
  assertEquals(stdout, "mozilla\n");
});

Deno.test("Node, which compares whole names, is told each address of this machine before it is asked", async () => {
  const variables: Record<string, string> = { NO_PROXY: "a.example,b.example" };
  const exempt: string[] = [];
  const fetch = withProxyExemption((input) => {
    const { hostname } = new URL(
      input instanceof Request ? input.url : input,
    );
    if (variables.no_proxy?.split(",").includes(hostname)) {
      exempt.push(hostname);
    }
    return Promise.resolve(new Response());
  }, variables);
  for (const [host] of hosts) await fetch(new Request(`http://${host}`));
  assertEquals(
    exempt,
    hosts.filter(([, isHere]) => isHere)
      .map(([host]) => new URL(`http://${host}`).hostname),
  );
  // Those that somebody has named stay.
  const [first, second] = `${variables.NO_PROXY}`.split(",");
  assertEquals([first, second], ["a.example", "b.example"]);
});

Deno.test("no write is sent again by the runtime when a used connection ends", async () => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const [line = ""] = `${data}`.split(" HTTP/");
      if (!/^[A-Z]+ \//.test(line)) return;
      seen.push(line);
      if (line.startsWith("GET")) {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      } else socket.destroy();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const fetch = withSingleWrites(globalThis.fetch);
  const url = `http://127.0.0.1:${port}/it`;
  const writes = ["POST", "PUT", "PATCH", "DELETE"];
  for (const method of writes) {
    for (const body of [undefined, "{}"]) {
      // The connection that a write could take is one that was used.
      await (await fetch(url)).text();
      const request = new Request(url, { method, ...body && { body } });
      await assertRejects(() => fetch(request), TypeError);
    }
  }
  server.close();
  assertEquals(
    seen.filter((line) => !line.startsWith("GET")),
    writes.flatMap((method) => [`${method} /it`, `${method} /it`]),
  );
});

/** Listens at an address; counts the connections, and ends each. */
async function listenAt(host: string) {
  const found = { port: 0, count: 0 };
  const server = createServer((socket) => {
    found.count++;
    socket.on("error", () => {}).destroy();
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  const address = server.address();
  found.port = typeof address === "object" ? address?.port ?? 0 : 0;
  return Object.assign(found, { close: () => server.close() });
}

Deno.test("no call to a provider on a port of this machine goes to a proxy", async () => {
  const hosts = { "127.0.0.1": "127.0.0.1", "::1": "[::1]" };
  const children = await Promise.all(Object.keys(hosts).map(listenAt));
  const proxy = await listenAt("127.0.0.1");
  const addresses = Object.values(hosts).map((host, at) =>
    `${host}:${children[at]?.port}`
  );
  const module = import.meta.resolve(
    "../../../../provider/framework/plugin/connection.ts",
  );
  const { code, stderr } = await run(Deno.execPath(), [
    "eval",
    "--no-lock",
    `--import-map=${inRoot("tests/offline/import_map.json")}`,
    `
    const { PluginConnection } = await import(${JSON.stringify(module)});
    for (const address of ${JSON.stringify(addresses)}) {
      const connection = new PluginConnection({ network: "tcp", address });
      await connection.call("/a/b", new Uint8Array()).catch(() => {});
      connection.close();
    }`,
  ], {
    env: {
      grpc_proxy: `http://127.0.0.1:${proxy.port}`,
      no_grpc_proxy: "hub.example",
    },
  });
  for (const one of [...children, proxy]) one.close();
  assertEquals([code, stderr], [0, ""]);
  assertEquals(children.map(({ count }) => count > 0), [true, true]);
  assertEquals(proxy.count, 0);
});
