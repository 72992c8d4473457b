/**
 * The process of a provider: how it starts by hand, and how it ends.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { dirname } from "node:path";
import { status as Status } from "@grpc/grpc-js";
import { attach, launch } from "../../../support/plugin_client.ts";
import { ARGS, callEcho, exists, failure, RUN, startEcho } from "./support.ts";
import { encodeText } from "../../../support/text.ts";
import { startProvider } from "../../../../provider/framework/plugin/child.ts";

Deno.test("signals to the whole process group end no call: the CLI decides", async () => {
  await using provider = await startEcho();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    provider.signal(signal);
    assertEquals(await callEcho(provider.connection, "Echo", signal), signal);
  }
  const { code } = await provider.shutdown();
  assertEquals(code, 0);
  assert(!exists(provider.handshake.address));
});

Deno.test({
  name: "it ends when the process that started it is gone",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const command = ["sh", "-c", '"$@" & wait', "sh", RUN, ...ARGS] as const;
    await using provider = await launch(command);
    provider.signal("SIGKILL");
    // Its standard error, which the provider has too, is read to the end.
    await provider.ended();
    assert(!exists(provider.handshake.address));
  },
});

Deno.test("on a runtime that is too old it does not start, and says why", async () => {
  const [run = "", ...rest] = ARGS;
  const older = "data:text/javascript,import process from 'node:process';" +
    "Object.defineProperty(process.versions, 'deno', { value: '2.0.0' });";
  const command = [RUN, run, `--preload=${older}`, ...rest] as const;
  await assertRejects(
    () => launch(command),
    Error,
    "Cannot start the provider: Deno 2.0.0 is too old",
  );
});

Deno.test("a rejection nobody waits for is logged, not fatal", async () => {
  await using provider = await startEcho({
    tls: false,
    env: { TF_LOG: "error" },
  });
  assertEquals(await callEcho(provider.connection, "Forget"), "forgotten");
  assertEquals(await callEcho(provider.connection, "Echo", "alive"), "alive");
  const { code, stderr } = await provider.shutdown();
  assertEquals(code, 0);
  assertStringIncludes(stderr, "nobody waits for this, ***");
  const line = JSON.parse(stderr.split("\n")[0] ?? "");
  assertEquals(line["@level"], "error");
  assertEquals(line["@module"], "sdk.proto");
});

Deno.test("a crash ends the process with the words the CLI shows, and without secrets", async () => {
  await using provider = await startEcho({ tls: false });
  const { code } = await failure(callEcho(provider.connection, "Crash"));
  assertEquals(code, Status.UNAVAILABLE);
  const status = await provider.ended();
  assertEquals(status.code, 2);
  // and its first line is not quoted as if the CLI had said it.
  assertMatch(status.stderr, /^panic: Error: crashed on purpose by \*\*\*$/m);
  assertMatch(status.stderr, /^ {2}To go on/m);
  assert(!exists(dirname(provider.handshake.address)));
});

for (const cookie of [undefined, "wrong"]) {
  Deno.test(`started with cookie ${cookie}, it explains itself`, async () => {
    const { code, stdout, stderr } = await new Deno.Command(RUN, {
      args: [...ARGS],
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
  const [json = "", older = ""] = Array.from(
    text.matchAll(/^TF_REATTACH_PROVIDERS='(.*)'$/gm),
    ([, json = ""]) => json,
  );
  const source = "example.test/acme/echo";
  assertEquals(JSON.parse(older)[source].ProtocolVersion, 5);
  const five = attach(older, source);
  const version = await five.call(
    "/tfplugin5.Provider/Version",
    encodeText(""),
  );
  assertEquals(new TextDecoder().decode(version), "5");
  five.close();
  const entry = JSON.parse(json)[source];
  assertEquals([entry.Pid, entry.ProtocolVersion], [child.pid, 6]);
  for (let client = 0; client < 3; client++) {
    const connection = attach(json, source);
    connection.openLongStreams();
    assertEquals(await callEcho(connection, "Echo", "hello"), "hello");
    connection.close();
  }
  child.kill("SIGINT");
  await output.cancel();
  assertEquals((await child.status).code, 0);
  assert(!exists(entry.Addr.String));
});

// A program that a provider starts and that is no provider, or none alone.

/** Each program, and the words of the error about it. */
const programs:
  readonly (readonly [does: string, program: string, says: string])[] = [
    ["ends", "exit 3", "it ended with status 3"],
    ["says nothing", "exec sleep 60", "no handshake line within 0.5 s"],
    [
      "closes its output",
      "exec >&-; exec sleep 60",
      "no handshake line within 0.5 s",
    ],
    ["prints without an end", "exec cat /dev/zero", "it has no end"],
    ["prints something else", "echo hello", "This is no handshake line: hello"],
    [
      "has no certificate",
      "echo '1|6|tcp|127.0.0.1:1|grpc|'; exec sleep 60",
      "brings no certificate",
    ],
    [
      "is elsewhere",
      "echo '1|6|tcp|198.51.100.7:80|grpc|AAAA'; exec sleep 60",
      "it listens on another machine: 198.51.100.7:80",
    ],
  ];

for (const [does, program, says] of programs) {
  Deno.test(`a child that ${does} is refused, with the reason`, async () => {
    await assertRejects(
      () => startProvider({ command: ["sh", "-c", program] }, {}, 500),
      Error,
      says,
    );
  });
}
