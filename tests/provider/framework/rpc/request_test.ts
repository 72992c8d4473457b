import {
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { Provider } from "../../../../provider/framework/define/provider.ts";
import type { Diagnostic } from "../../../../provider/framework/diagnostics.ts";
import {
  RpcError,
  Status,
} from "../../../../provider/framework/plugin/call.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { makeProvider, resource } from "../verify/support.ts";
import {
  callMethod,
  callRaw,
  encodeValue,
  methods,
  serviceOf,
} from "./support.ts";

const description = "What it is.";
const schema = s.schema({
  description,
  attributes: {
    name: s.string({ required: true, description }),
    list: s.list(types.string, { optional: true, description }),
  },
});
const type = objectType(schema);

/** A provider whose resource checks its configuration like this. */
function providerWith(found: readonly Diagnostic[]): Provider {
  return makeProvider({
    resources: [resource({
      schema,
      validate({ diagnostics }) {
        diagnostics.append(found);
      },
    })],
  });
}

const typeName = "lab_thing";
const good = record([["name", "x"], ["list", null]]);

async function validate(
  served: Provider,
  config: Parameters<typeof methods.ValidateResourceConfig.request.encode>[0][
    "config"
  ],
) {
  const response = await callMethod(
    serviceOf(served),
    methods.ValidateResourceConfig,
    { typeName, config },
  );
  return response.diagnostics;
}

Deno.test("a diagnostic keeps severity, texts and path", async () => {
  const found = await validate(
    providerWith([
      {
        severity: "error",
        summary: "Bad",
        detail: "Worse.",
        path: Path.root.attribute("list").index(3),
      },
      { severity: "warning", summary: "Odd", detail: "Look.", path: Path.root },
    ]),
    encodeValue(good, type),
  );
  assertEquals(found, [
    {
      severity: 1,
      summary: "Bad",
      detail: "Worse.",
      attribute: {
        steps: [
          { attributeName: "list" },
          { elementKeyInt: 3 },
        ],
      },
    },
    { severity: 2, summary: "Odd", detail: "Look." },
  ]);
});

const bytes = (...all: readonly number[]) => Uint8Array.from(all);

const malformed: readonly {
  readonly name: string;
  readonly config: { msgpack?: Uint8Array; json?: Uint8Array } | undefined;
  readonly says: string;
}[] = [
  {
    name: "msgpack that ends early",
    config: { msgpack: bytes(0x82, 0xa4) },
    says: "Malformed request",
  },
  {
    name: "a value of another type",
    config: { msgpack: bytes(0x01) },
    says: "Malformed request",
  },
  {
    name: "an attribute of another type",
    config: {
      msgpack: bytes(
        0x82,
        ...[0xa4, 0x6c, 0x69, 0x73, 0x74, 0xc0],
        ...[0xa4, 0x6e, 0x61, 0x6d, 0x65, 0x01],
      ),
    },
    says: "Malformed request",
  },
  {
    name: "JSON that is none",
    config: { json: new TextEncoder().encode("{") },
    says: "Malformed request",
  },
  {
    name: "JSON that is not UTF-8",
    config: { json: bytes(0xff) },
    says: "Malformed request",
  },
];

for (const { name, config, says } of malformed) {
  Deno.test(`a diagnostic answers ${name}`, async () => {
    const [found, ...more] = await validate(providerWith([]), config);
    assertEquals(more, []);
    assertEquals(found?.severity, 1);
    assertEquals(found?.summary, says);
    assertStringIncludes(found?.detail ?? "", "`config` cannot be read");
  });
}

Deno.test("the path of a malformed value is told", async () => {
  const odd = encodeValue(record([["name", "x"], ["list", [1]]]), [
    "object",
    { name: "string", list: ["list", "number"] },
  ]);
  const [found] = await validate(providerWith([]), odd);
  assertStringIncludes(found?.detail ?? "", "at `list[0]`");
  assertEquals(found?.attribute?.steps.length, 2);
});

Deno.test("an unknown type is answered, whatever its value", async () => {
  const service = serviceOf(makeProvider());
  const config = { msgpack: bytes(0x01) };
  for (
    const method of [
      methods.ValidateResourceConfig,
      methods.ValidateDataResourceConfig,
      methods.ValidateEphemeralResourceConfig,
      methods.ValidateListResourceConfig,
      methods.ValidateActionConfig,
    ]
  ) {
    const { diagnostics } = await callMethod(service, method, {
      typeName: "lab_none",
      config,
    });
    assertEquals(diagnostics.length, 1, method.path);
    assertMatch(diagnostics[0]?.summary ?? "", /^Unknown [a-z ]+ lab_none$/);
  }
});

Deno.test("bytes that are no message end in INVALID_ARGUMENT", async () => {
  const service = serviceOf(makeProvider());
  for (const name of Object.keys(service.unary)) {
    const noFields = [
      "GetMetadata",
      "GetProviderSchema",
      "GetFunctions",
      "GetResourceIdentitySchemas",
      "StopProvider",
    ].includes(name);
    const broken = noFields ? bytes(0x07) : bytes(0x0a, 0x05, 0x01);
    const error = await assertRejects(
      () => callRaw(service, name, broken),
      RpcError,
    );
    assertEquals(error.code, Status.INVALID_ARGUMENT, name);
  }
});

Deno.test("StopProvider answers with an empty error", async () => {
  const service = serviceOf(makeProvider());
  const answer = await callMethod(service, methods.StopProvider, {});
  assertEquals(answer, { Error: "" });
});

Deno.test("every call is logged with its type, its failure and its end", async () => {
  const lines: string[] = [];
  const ids: unknown[] = [];
  configureLogs({
    env: (name) => name === "TF_LOG" ? "trace" : undefined,
    write: (line) => {
      const entry = JSON.parse(line);
      const { tf_rpc: rpc, tf_resource_type: type, error } = entry;
      const { "@level": level, tf_proto_version: version } = entry;
      const message = `${level} ${version} ${entry["@message"]}`;
      lines.push(`${message}: ${rpc} ${type} ${error}`);
      const isEnd = typeof entry["tf_req_duration_ms"] === "number";
      assertEquals(isEnd, message.endsWith("Served request"));
      ids.push(entry["tf_req_id"]);
    },
  });
  const service = serviceOf(providerWith([]));
  await callMethod(service, methods.ValidateResourceConfig, {
    typeName,
    config: { msgpack: bytes(0x01) },
  });
  await callMethod(service, methods.StopProvider, {});
  configureLogs({ env: () => undefined, write: () => {} });
  assertEquals(ids.map((id) => ids.indexOf(id)), [0, 0, 0, 3, 3]);
  const [failed] = lines.splice(1, 1);
  assertStringIncludes(failed ?? "", "`config` cannot be read");
  const validated = "ValidateResourceConfig lab_thing undefined";
  const stopped = "StopProvider undefined undefined";
  assertEquals(lines, [
    `trace 6 Received request: ${validated}`,
    `trace 6 Served request: ${validated}`,
    `trace 6 Received request: ${stopped}`,
    `trace 6 Served request: ${stopped}`,
  ]);
});

Deno.test("a list of more values than a provider reads is no malformed request", async () => {
  const list = [0xa4, ...new TextEncoder().encode("list")];
  const many = 2_000_000;
  const msgpack = new Uint8Array(many + 20).fill(0xc0);
  msgpack.set([0x82, ...list, 0xdd, 0, 0x1e, 0x84, 0x80]);
  const [found] = await validate(providerWith([]), { msgpack });
  assertEquals(found?.summary, "Too many values");
});
