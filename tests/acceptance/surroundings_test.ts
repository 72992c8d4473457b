// The rows of the guide on proxies, certificates and containers, for whichever
// executable is tested: compiled, from a checkout, or on Node.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { connect, createServer, type Socket } from "node:net";
import {
  assertFailure,
  assertSuccess,
  tryFindCli,
} from "@hf-terraform/framework/testing";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { type Authority, makeAuthority } from "../release/authority.ts";
import { launch } from "../support/plugin_client.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { createWorkspace } from "../support/workspace.ts";

/** The forms in the order of the guide's columns. */
const forms = ["compiled", "checkout", "node"] as const;

/** The expected result of a plan: success, or an error with these words. */
type Expectation = true | string;

interface Surroundings {
  /** The service over http on loopback. */
  readonly sandbox: RunningSandbox;
  /** The same over TLS, as `localhost` and by the proxy as `hub.example`. */
  readonly port: number;
  readonly authority: Authority;
  readonly proxy: string;
  /** The requests that the proxy received. */
  readonly asked: string[];
}

interface Row {
  /** The first column of the guide's table. */
  readonly name: string;
  readonly env: (at: Surroundings) => Record<string, string>;
  readonly expected: Partial<Record<typeof forms[number], Expectation>>;
  readonly asked?: readonly string[];
}

const nodeVersion = await versionOfNode();
const byNode = (
  from22: number,
  from24: number,
  otherwise: string,
): Expectation =>
  nodeVersion.major === 22 && nodeVersion.minor >= from22 ||
    nodeVersion.major === 24 && nodeVersion.minor >= from24 ||
    nodeVersion.major > 24
    ? true
    : otherwise;
const all = { compiled: true, checkout: true, node: true } as const;

const https = ({ port }: Surroundings) => ({
  HF_ENDPOINT: `https://localhost:${port}`,
});
const trusted = ({ authority }: Surroundings) => ({
  NODE_EXTRA_CA_CERTS: authority.path,
});

const rows: readonly Row[] = [
  {
    name: "`HTTPS_PROXY`",
    env: (at) => ({
      ...trusted(at),
      HF_ENDPOINT: "https://hub.example",
      HTTPS_PROXY: at.proxy,
    }),
    expected: { ...all, node: byNode(21, 5, "which Node obeys from 22.21") },
    asked: ["CONNECT hub.example:443"],
  },
  {
    name: "a proxy, and a service on this machine",
    env: ({ proxy }) => ({
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      http_proxy: proxy,
    }),
    expected: all,
  },
  {
    name: "a company's authority in the system's store",
    env: (at) => ({ ...https(at), SSL_CERT_FILE: at.authority.path }),
    expected: { ...all, node: byNode(19, 6, "`NODE_EXTRA_CA_CERTS`") },
  },
  {
    name: "`NODE_EXTRA_CA_CERTS`",
    env: (at) => ({ ...https(at), ...trusted(at) }),
    expected: all,
  },
  {
    name: "an authority that nobody has named",
    env: https,
    expected: Object.fromEntries(
      forms.map((form) => [form, "set `NODE_EXTRA_CA_CERTS`"]),
    ),
  },
  {
    name: "no store of certificates",
    env: (at) => ({
      ...https(at),
      ...trusted(at),
      SSL_CERT_FILE: "/nonexistent",
      SSL_CERT_DIR: "/nonexistent",
    }),
    expected: all,
  },
  { name: "no `HOME`", env: () => ({ HOME: "" }), expected: all },
  {
    name: "an empty `TMPDIR`",
    env: () => ({ TMPDIR: "" }),
    expected: { ...all, compiled: "Failed to read any lines" },
  },
  {
    name: "a relative `TMPDIR`",
    env: () => ({ TMPDIR: "." }),
    expected: { ...all, compiled: "Failed to read any lines" },
  },
  {
    name: "a `TMPDIR` that is not there",
    env: () => ({ TMPDIR: "/nonexistent" }),
    expected: Object.fromEntries(
      forms.map((form) => [form, "Set TMPDIR to a folder"]),
    ),
  },
];

const anyUser = "a user without an entry in `/etc/passwd`, without `HOME`";

const configuration = `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}

data "huggingface_whoami" "this" {}
`;

/** A proxy that leads every tunnel to one port, and answers nothing itself. */
async function startProxy(port: number, asked: string[]) {
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    socket.once("data", (data) => {
      const [line = ""] = data.toString().split("\r\n");
      asked.push(line.replace(/ HTTP\/1.1$/, ""));
      if (!line.startsWith("CONNECT ")) {
        socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      const tunnel = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(tunnel).pipe(socket);
      });
      tunnel.on("error", () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve())
  );
  const address = server.address();
  const own = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${own}`, stop: () => server.close() };
}

/** Makes all that a row needs. */
async function withSurroundings(
  fn: (at: Surroundings) => Promise<void>,
): Promise<void> {
  await using authority = await makeAuthority();
  const sandbox = await startSandbox();
  const { cert, key } = authority;
  const tls = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(`${sandbox.url}${pathname}${search}`, request));
    },
  );
  const asked: string[] = [];
  const proxy = await startProxy(tls.addr.port, asked);
  try {
    const { port } = tls.addr;
    await fn({ sandbox, port, authority, proxy: proxy.url, asked });
  } finally {
    proxy.stop();
    await tls.shutdown();
    await sandbox.stop();
  }
}

const cli = await tryFindCli();
const skipped = Deno.build.os === "windows"
  ? "the guide's rows are of Unix"
  : "reason" in cli
  ? cli.reason
  : undefined;

for (const { name, env, expected, asked = [] } of rows) {
  testIf({
    name: `${name}`,
    skipped,
    fn: async () => {
      const form = await testedForm();
      await withSurroundings(async (at) => {
        await using workspace = await createWorkspace({
          launch: "started",
          files: { "main.tf": configuration },
          env: { ...at.sandbox.env },
        });
        Object.assign(workspace.env, env(at));
        const result = await workspace.plan();
        const wanted = expected[form];
        if (wanted === true) {
          assertSuccess(result);
          assertEquals([...new Set(at.asked)], asked);
        } else {
          assertFailure(result, wanted ?? "");
        }
      });
    },
  });
}

testIf({
  name: `${anyUser}`,
  skipped: Deno.build.os !== "linux" || Deno.uid() !== 0
    ? "only root starts programs as another user"
    : await testedForm() === "checkout"
    ? "the Deno of a checkout lies below a home"
    : undefined,
  fn: async () => {
    const user = ["--reuid=4711", "--regid=4711", "--clear-groups"];
    const executable = await providerExecutable();
    await using process = await launch(["setpriv", ...user, executable], {
      cwd: "/",
      env: { HOME: undefined, TMPDIR: "/tmp" },
    });
    assertEquals(process.handshake.protocol, 6);
  },
});

Deno.test("the guide on proxies and certificates has the rows that are tested, and what they do", async () => {
  const path = "templates/guides/proxies-and-certificates.md.tmpl";
  const text = await Deno.readTextFile(inRoot(path));
  const table = text.split("\n").filter((line) => line.startsWith("| "))
    .slice(2).map((line) => line.split("|").map((cell) => cell.trim()));
  assertEquals(
    table.map(([, name]) => name),
    [...rows.map(({ name }) => name), anyUser],
  );
  for (const [, name = "", ...cells] of table) {
    const { expected } = rows.find((row) => row.name === name) ??
      { expected: all };
    for (const [at, form] of forms.entries()) {
      const works = expected[form] === true;
      // Node is said by version; the others are plain.
      if (form !== "node") {
        assertStringIncludes(cells[at] ?? "", works ? "yes" : "no");
      }
    }
  }
});

/** Returns the form of the provider that the tests run. */
async function testedForm(): Promise<typeof forms[number]> {
  const path = await providerExecutable();
  using file = await Deno.open(path);
  const start = new Uint8Array(4_000);
  await file.read(start);
  const text = new TextDecoder().decode(start);
  if (!text.startsWith("#!")) return "compiled";
  return text.includes("node.mjs") ? "node" : "checkout";
}

async function versionOfNode() {
  const program = Deno.env.get("HF_PROVIDER_NODE") ?? "node";
  const { stdout } = await run(program, ["--version"]).catch(() => ({
    stdout: "",
  }));
  const [major = 0, minor = 0] = stdout.slice(1).split(".").map(Number);
  return { major, minor };
}
