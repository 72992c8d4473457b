import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { configureLogs, logger } from "../../../provider/framework/log.ts";
import { maskSecret } from "../../../provider/framework/secrets.ts";

type Env = Readonly<Record<string, string>>;

/** Collects the lines that are written under an environment. */
function collect(env: Env): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  configureLogs({
    env: (name) => env[name],
    write: (line) => {
      assertMatch(line, /^\{.*\}\n$/);
      lines.push(JSON.parse(line));
    },
    now: () => new Date("2026-01-02T03:04:05.678Z"),
  });
  return lines;
}

Deno.test("a line has the keys and the six digits the CLI demands", () => {
  const lines = collect({ TF_LOG: "TRACE" });
  logger("sdk.proto").info("Received request", { tf_rpc: "ReadResource" });
  assertEquals(lines, [{
    "@level": "info",
    "@message": "Received request",
    "@module": "sdk.proto",
    "@timestamp": "2026-01-02T03:04:05.678000Z",
    tf_rpc: "ReadResource",
  }]);
});

const LEVELS: readonly {
  readonly env: Env;
  readonly module: string;
  readonly written: number;
}[] = [
  { env: {}, module: "sdk.proto", written: 0 },
  { env: { TF_LOG: "OFF" }, module: "sdk.proto", written: 0 },
  { env: { TF_LOG: "off" }, module: "provider", written: 0 },
  { env: { TF_LOG: "error" }, module: "provider", written: 1 },
  { env: { TF_LOG: "WARN" }, module: "provider", written: 2 },
  { env: { TF_LOG: "info" }, module: "provider", written: 3 },
  { env: { TF_LOG: "debug" }, module: "provider", written: 4 },
  { env: { TF_LOG: "trace" }, module: "provider", written: 5 },
  { env: { TF_LOG: "JSON" }, module: "provider", written: 5 },
  { env: { TF_LOG: "nonsense" }, module: "provider", written: 5 },
  { env: { TF_LOG_CORE: "trace" }, module: "provider", written: 0 },
  {
    env: { TF_LOG: "trace", TF_LOG_PROVIDER: "error" },
    module: "provider",
    written: 1,
  },
  {
    env: { TF_LOG_PROVIDER: "error", TF_LOG_PROVIDER_HUGGINGFACE: "debug" },
    module: "provider.huggingface",
    written: 4,
  },
  {
    env: { TF_LOG_PROVIDER: "error", TF_LOG_PROVIDER_HUGGINGFACE: "debug" },
    module: "provider.other",
    written: 1,
  },
  {
    env: { TF_LOG_PROVIDER: "info", TF_LOG_SDK_PROTO: "error" },
    module: "sdk.proto",
    written: 1,
  },
  {
    env: { TF_LOG_PROVIDER: "info", TF_LOG_SDK_PROTO: "OFF" },
    module: "sdk.proto",
    written: 0,
  },
  {
    env: { TF_LOG: "error", TF_LOG_SDK: "warn" },
    module: "sdk.framework",
    written: 2,
  },
];

for (const { env, module, written } of LEVELS) {
  const name = JSON.stringify(env);
  Deno.test(`under ${name} ${module} writes ${written} of 5 levels`, () => {
    const lines = collect(env);
    const log = logger(module);
    log.trace("t");
    log.debug("d");
    log.info("i");
    log.warn("w");
    log.error("e");
    assertEquals(lines.length, written);
    assertEquals(log.enabled("error"), written > 0);
  });
}

Deno.test("values under keys that name a secret are masked, of any type", () => {
  const lines = collect({ TF_LOG: "trace" });
  logger("provider").info("x", {
    token: "abc",
    Authorization: "Bearer abc",
    registry_password: 12,
    nested: { headers: { "x-api-key": "abc", accept: "json" } },
    list: [{ client_secret: "abc" }],
    headers: { authorization: ["Bearer abc"], cookie: { session: "abc" } },
    secret_bytes: new TextEncoder().encode("abc"),
    body: new TextEncoder().encode("abc"),
    has_token: true,
    name: "visible",
  });
  const text = JSON.stringify(lines);
  assertEquals(text.includes("abc"), false);
  assertEquals(lines[0]?.["registry_password"], "***");
  assertEquals(lines[0]?.["body"], "3 bytes");
  assertEquals(lines[0]?.["has_token"], true);
  assertStringIncludes(text, `"accept":"json"`);
  assertStringIncludes(text, `"name":"visible"`);
});

Deno.test("a secret that reads like the frame of a line leaves it whole", () => {
  for (const secret of ["info", "provider", "message", "2026-", "20260101"]) {
    maskSecret(secret);
  }
  const lines = collect({ TF_LOG: "TRACE" });
  logger("provider").info("All is well: message", { note: "message" });
  const [line] = lines;
  assertEquals(line?.["@level"], "info");
  assertEquals(line?.["@module"], "provider");
  assertMatch(String(line?.["@timestamp"]), /^\d{4}-\d\d-\d\dT/);
  assertEquals(line?.["@message"], "All is well: message");
  assertEquals(line?.["note"], "***");
});

Deno.test("registered secrets are masked wherever they stand", () => {
  maskSecret("hf_longer_secret");
  maskSecret("hf_longer");
  maskSecret('quote"and\\slash');
  maskSecret("no"); // too short to mean anything
  const lines = collect({ TF_LOG: "trace" });
  logger("provider").info("GET with hf_longer_secret", {
    url: "https://x/?t=hf_longer&no=1",
    "hf_longer": [{ deep: "a hf_longer_secret" }],
    odd: 'a quote"and\\slash b',
  });
  const text = JSON.stringify(lines);
  assertEquals(/hf_longer|slash/.test(text), false, text);
  assertStringIncludes(text, "no=1");
});

Deno.test("what JSON cannot hold does not stop a message", () => {
  const lines = collect({ TF_LOG: "trace" });
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  logger("provider").info("circle", circle);
  logger("provider").info("odd", {
    big: 2n ** 64n,
    error: new Error("broken"),
    nothing: undefined,
  });
  assertEquals(lines[0]?.["@message"], "circle");
  assertEquals(lines[1]?.["big"], "18446744073709551616");
  assertEquals(lines[1]?.["error"], "broken");
});

Deno.test("no message is longer than the CLI reads in one line", () => {
  const lines = collect({ TF_LOG: "trace" });
  const bodies = [["y"], ["漢", "漢", "漢", "漢"], [
    "x",
    "x",
    "x",
    "x",
    "x",
    "x",
    "x",
  ]];
  for (const texts of bodies) {
    const body = texts.map((text) => text.repeat(8_000));
    logger("provider").info('"'.repeat(200_000), { body });
  }
  const sizes = lines.map((line) =>
    new TextEncoder().encode(JSON.stringify(line)).length
  );
  assertEquals(sizes.map((size) => size < 65_536), [true, true, true]);
});
