import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import { health } from "../../../../proto/gen/health.ts";
import { Status } from "../../../../provider/framework/plugin/status.ts";
import { makeIdentity } from "../../../../provider/framework/plugin/certificate.ts";
import {
  attach,
  launch,
  type LaunchOptions,
  PluginConnection,
  type ProviderProcess,
} from "../../../support/plugin_client.ts";

const PROGRAM = new URL("./echo_provider.ts", import.meta.url).pathname;
const IMPORTS = new URL("../../../offline/import_map.json", import.meta.url);

const COMMAND: readonly [string, ...string[]] = [
  Deno.execPath(),
  "run",
  "--allow-all",
  "--no-check",
  "--no-lock",
  `--import-map=${IMPORTS.pathname}`,
  PROGRAM,
];

const [RUN, ...ARGS] = COMMAND;
const SIX = "/tfplugin6.Provider";

function start(options?: LaunchOptions): Promise<ProviderProcess> {
  return launch(COMMAND, options);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Calls a method of the echo provider with text. */
async function ask(
  connection: PluginConnection,
  method: string,
  request = "x",
): Promise<string> {
  const response = await connection.call(`${SIX}/${method}`, bytes(request));
  return new TextDecoder().decode(response);
}

/** The status a call fails with. */
async function failure(
  call: Promise<unknown>,
): Promise<{ code: number; details: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && "code" in error && "details" in error) {
      return { code: Number(error.code), details: String(error.details) };
    }
    throw error;
  }
  throw new Error("The call succeeded");
}

for (const tls of [true, false]) {
  const name = tls ? "with mutual TLS" : "without TLS";
  Deno.test(`a provider serves ${name} and ends on Shutdown`, async () => {
    await using provider = await start({ tls });
    const { network, address, protocol, certificate } = provider.handshake;
    assertEquals(network, "unix");
    assertEquals(protocol, 6);
    assertEquals(certificate !== undefined, tls);
    provider.connection.openLongStreams();
    assertEquals(await ask(provider.connection, "Echo", "hello"), "hello");
    const { code, signal, stderr } = await provider.shutdown();
    assertEquals({ code, signal, stderr }, {
      code: 0,
      signal: null,
      stderr: "",
    });
    assert(!exists(address), "The socket is left behind");
  });
}

Deno.test("an older client gets protocol 5", async () => {
  await using provider = await start({ protocols: [5] });
  assertEquals(provider.handshake.protocol, 5);
  const five = "/tfplugin5.Provider/Version";
  const version = await provider.connection.call(five, bytes(""));
  assertEquals(new TextDecoder().decode(version), "5");
  const { code } = await failure(ask(provider.connection, "Version"));
  assertEquals(code, Status.UNIMPLEMENTED);
});

Deno.test("multiplexing is refused in the line, and only when asked", async () => {
  await using provider = await start({
    env: { PLUGIN_MULTIPLEX_GRPC: "true" },
  });
  assertEquals(provider.handshake.line.split("|").at(6), "false");
  await using other = await start();
  assertEquals(other.handshake.line.split("|").length, 6);
});

Deno.test("the socket is made where the host wants it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "plugin-test-" });
  const group = `${Deno.gid()}`;
  const env = {
    PLUGIN_UNIX_SOCKET_DIR: folder,
    PLUGIN_UNIX_SOCKET_GROUP: group,
  };
  try {
    await using provider = await start({ env });
    const { address } = provider.handshake;
    assertStringIncludes(address, `${folder}/`);
    assertEquals((await Deno.stat(address)).mode! & 0o777, 0o660);
    assertEquals(await ask(provider.connection, "Echo", "here"), "here");
    await provider.shutdown();
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("only the client of the certificate gets in", async () => {
  await using provider = await start();
  for (const identity of [undefined, makeIdentity()]) {
    const foreign = provider.connect(identity);
    const { code } = await failure(ask(foreign, "Echo"));
    foreign.close();
    assertEquals(code, Status.UNAVAILABLE);
  }
  const { network, address } = provider.handshake;
  const plain = new PluginConnection({ network, address });
  const { code } = await failure(ask(plain, "Echo"));
  plain.close();
  assertEquals(code, Status.UNAVAILABLE);
  assertEquals(await ask(provider.connection, "Echo", "still"), "still");
});

for (const tls of [true, false]) {
  const name = tls ? "a TLS" : "a plain";
  Deno.test(`random bytes on ${name} socket do no harm`, async () => {
    await using provider = await start({ tls });
    const { address } = provider.handshake;
    const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const noise = crypto.getRandomValues(new Uint8Array(5000));
    for (
      const content of [
        noise,
        bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        new Uint8Array([...bytes(preface), ...noise]),
        new Uint8Array(),
      ]
    ) {
      await sendRaw(address, content);
    }
    assertEquals(await ask(provider.connection, "Echo", "alive"), "alive");
  });
}

Deno.test("whatever a handler throws becomes a status", async () => {
  await using provider = await start({ tls: false });
  const cases = [
    { method: "Refuse", code: Status.ABORTED, details: "50 % größer" },
    {
      method: "Throw",
      code: Status.INTERNAL,
      details: `${SIX}/Throw failed: broken on purpose`,
    },
    {
      method: "Reject",
      code: Status.INTERNAL,
      details: `${SIX}/Reject failed: not even an error`,
    },
  ];
  for (const { method, code, details } of cases) {
    const status = await failure(ask(provider.connection, method));
    assertEquals(status, { code, details });
  }
  const unknown = await failure(ask(provider.connection, "NoSuchMethod"));
  assertEquals(unknown.code, Status.UNIMPLEMENTED);
  const { code } = await failure(
    provider.connection.call("/no.Service/Method", bytes("")),
  );
  assertEquals(code, Status.UNIMPLEMENTED);
});

Deno.test("a stream is sent in order, and may fail late", async () => {
  await using provider = await start({ tls: false });
  const { connection } = provider;
  const numbers: string[] = [];
  for await (const one of connection.stream(`${SIX}/Count`, bytes("2000"))) {
    numbers.push(new TextDecoder().decode(one));
  }
  assertEquals(numbers.length, 2000);
  assert(numbers.every((text, i) => text === `${i + 1}`));
  const late = connection.stream(`${SIX}/FailLate`, bytes("")).next();
  const status = await failure(late);
  assertEquals(status, { code: Status.DATA_LOSS, details: "nothing came" });
});

Deno.test("100 calls at once are all answered, large ones too", async () => {
  await using provider = await start();
  const texts = Array.from(
    { length: 100 },
    (_, i) => `${i}`.repeat(1 + i * 50),
  );
  const answers = await Promise.all(
    texts.map((text) => ask(provider.connection, "Echo", text)),
  );
  assertEquals(answers, texts);
  const large = new Uint8Array(20 * 2 ** 20).fill(7);
  const echo = await provider.connection.call(`${SIX}/Echo`, large);
  assertEquals(echo.length, large.length);
});

Deno.test("a handler hears that its call was cancelled or timed out", async () => {
  await using provider = await start({ tls: false });
  const { connection } = provider;
  const controller = new AbortController();
  const wait = failure(
    connection.call(`${SIX}/Wait`, bytes("cancelled"), controller),
  );
  await ask(connection, "Echo"); // the wait has arrived before this
  controller.abort();
  assertEquals((await wait).code, Status.CANCELLED);
  const late = await failure(
    connection.call(`${SIX}/Wait`, bytes("late"), { timeoutMs: 30 }),
  );
  assertEquals(late.code, Status.DEADLINE_EXCEEDED);
  await until(async () => {
    const heard = await ask(connection, "Cancelled");
    return heard === "cancelled,late";
  });
});

Deno.test("a client that vanishes in mid-call ends its calls only", async () => {
  await using provider = await start({ tls: false });
  const program = new URL("./vanishing_client.ts", import.meta.url).pathname;
  const client = new Deno.Command(RUN, {
    args: [...ARGS.slice(0, -1), program, provider.handshake.address],
    stdout: "piped",
  }).spawn();
  const output = client.stdout.getReader();
  await output.read();
  client.kill("SIGKILL");
  await output.cancel();
  await client.status;
  await until(async () =>
    await ask(provider.connection, "Cancelled") === "lost"
  );
});

Deno.test("a connection that served a thousand calls may close", async () => {
  await using provider = await start({ tls: false });
  for (let round = 0; round < 2; round++) {
    const connection = provider.connect();
    for (let i = 0; i < 50; i++) {
      await Promise.all(
        Array.from({ length: 20 }, () => ask(connection, "Echo")),
      );
    }
    connection.close();
  }
  assertEquals(await ask(provider.connection, "Echo", "alive"), "alive");
});

Deno.test("an interrupt is ignored, a termination ends cleanly", async () => {
  await using provider = await start();
  provider.signal("SIGINT");
  assertEquals(await ask(provider.connection, "Echo", "on"), "on");
  provider.signal("SIGTERM");
  const { code } = await provider.ended();
  assertEquals(code, 0);
  assert(!exists(provider.handshake.address));
});

Deno.test("a rejection nobody waits for is logged, not fatal", async () => {
  await using provider = await start({
    tls: false,
    env: { TF_LOG: "error" },
  });
  assertEquals(await ask(provider.connection, "Forget"), "forgotten");
  assertEquals(await ask(provider.connection, "Echo", "alive"), "alive");
  const { code, stderr } = await provider.shutdown();
  assertEquals(code, 0);
  assertStringIncludes(stderr, "nobody waits for this");
  const line = JSON.parse(stderr.split("\n")[0] ?? "");
  assertEquals(line["@level"], "error");
  assertEquals(line["@module"], "sdk.proto");
});

Deno.test("a crash ends the process with the words the CLI shows", async () => {
  await using provider = await start({ tls: false });
  const { code } = await failure(ask(provider.connection, "Crash"));
  assertEquals(code, Status.UNAVAILABLE);
  const status = await provider.ended();
  assertEquals(status.code, 2);
  assertMatch(status.stderr, /^panic: .*crashed on purpose/m);
});

Deno.test("the health service says that the plugin serves", async () => {
  await using provider = await start({ tls: false });
  const { Check, List, Watch } = health.Health;
  const answer = await provider.connection.rpc(Check, { service: "plugin" });
  assertEquals(answer, { status: 1 });
  const all = await provider.connection.rpc(List, {});
  assertEquals(Object.entries(all.statuses), [["plugin", { status: 1 }]]);
  const watched = provider.connection.rpcStream(Watch, { service: "plugin" });
  for await (const told of watched) {
    assertEquals(told, { status: 1 });
    break;
  }
  const unknown = provider.connection.rpc(Check, { service: "other" });
  assertEquals((await failure(unknown)).code, Status.NOT_FOUND);
});

Deno.test("the generated methods are called by their descriptions", async () => {
  await using provider = await start({ tls: false });
  const call = provider.connection.rpc(tfplugin6.Provider.GetMetadata, {});
  assertEquals((await failure(call)).code, Status.UNIMPLEMENTED);
});

for (const cookie of [undefined, "wrong"]) {
  Deno.test(`started with cookie ${cookie}, it explains itself`, async () => {
    const { code, stdout, stderr } = await new Deno.Command(RUN, {
      args: ARGS,
      env: cookie === undefined ? {} : { TF_PLUGIN_MAGIC_COOKIE: cookie },
    }).output();
    assertEquals(code, 1);
    assertEquals(stdout.length, 0);
    const text = new TextDecoder().decode(stderr);
    assertStringIncludes(text, "This program is a Terraform provider");
  });
}

Deno.test("--version prints address and version", async () => {
  const { code, stdout } = await new Deno.Command(RUN, {
    args: [...ARGS, "--version"],
  }).output();
  assertEquals(code, 0);
  const text = new TextDecoder().decode(stdout);
  assertEquals(text, "example.test/acme/echo 1.2.3\n");
});

Deno.test("--debug serves any number of clients until Ctrl-C", async () => {
  const child = new Deno.Command(RUN, {
    args: [...ARGS, "--debug"],
    stdout: "piped",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("Ctrl-C")) {
    const { value, done } = await output.read();
    if (done) break;
    text += value;
  }
  const [, json = ""] = /^TF_REATTACH_PROVIDERS='(.*)'$/m.exec(text) ?? [];
  const source = "example.test/acme/echo";
  const entry = JSON.parse(json)[source];
  assertEquals([entry.Pid, entry.ProtocolVersion], [child.pid, 6]);
  for (let client = 0; client < 3; client++) {
    const connection = attach(json, source);
    connection.openLongStreams();
    assertEquals(await ask(connection, "Echo", "hello"), "hello");
    connection.close();
  }
  child.kill("SIGINT");
  await output.cancel();
  assertEquals((await child.status).code, 0);
  assert(!exists(entry.Addr.String));
});

/** Sends bytes and waits until the other side has closed, or has not answered. */
async function sendRaw(path: string, content: Uint8Array): Promise<void> {
  const socket = await Deno.connect({ transport: "unix", path });
  try {
    await socket.write(content);
    await socket.closeWrite();
    const buffer = new Uint8Array(1000);
    while (await socket.read(buffer) !== null);
  } catch {
    // A reset is as good as an end.
  } finally {
    socket.close();
  }
}

/** Tries until `met` says yes; fails after many tries. */
async function until(met: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (await met()) return;
  }
  throw new Error("It does not happen");
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
