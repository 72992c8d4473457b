import { assertEquals } from "@std/assert";
import protobuf from "protobufjs";
import { MODULES, parse, render } from "../../tools/proto.ts";

/**
 * Each package and the table of facts it is checked against. The tables have
 * one line for each type, field, value and method: kind, parent, name, number,
 * type, label.
 */
const TABLES = [
  { package: "tfplugin6", source: "tfplugin6.proto", table: "tfplugin6.tsv" },
  { package: "tfplugin5", source: "tfplugin5.proto", table: "tfplugin5.tsv" },
  { package: "plugin", source: "go_plugin.proto", table: "goplugin.tsv" },
  { package: "grpc.health.v1", source: "health.proto", table: "goplugin.tsv" },
];

for (const { package: name, source, table } of TABLES) {
  Deno.test(`${source} says what the table of facts says`, async () => {
    const text = await read(`../../proto/${source}`);
    const found = parse(text).lookup(name);
    const described = found instanceof protobuf.Namespace
      ? describe(found)
      : [];
    const expected = facts(await read(table)).filter((row) =>
      row.split(" ")[1]?.match(`^${name.replaceAll(".", "[.]")}([.]|$)`)
    );
    assertEquals(described.sort(), expected.sort());
  });
}

for (const module of MODULES) {
  Deno.test(`proto/gen/${module.module} is up to date`, async () => {
    const text = await read(`../../proto/${module.source}`);
    const written = await read(`../../proto/gen/${module.module}`);
    assertEquals(render(text, module), written);
  });
}

Deno.test("the generator refuses a file of another package", async () => {
  const text = await read("../../proto/health.proto");
  let message = "";
  try {
    render(text, { source: "health.proto", package: "tfplugin9" });
  } catch (error) {
    message = error instanceof Error ? error.message : "";
  }
  assertEquals(message, "health.proto does not declare package tfplugin9");
});

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, import.meta.url));
}

/** The lines of a table, without the columns that are not on the wire. */
function facts(table: string): string[] {
  return table.split("\n").filter((line) => line && !line.startsWith("#")).map(
    (line) => {
      const [kind, parent, name, number, type, label] = line.split("\t");
      return [kind, parent, name, number, type, label].join(" ");
    },
  );
}

/** The same lines, from the parsed file. */
function describe(space: protobuf.Namespace): string[] {
  const parent = space.fullName.slice(1);
  return space.nestedArray.flatMap((item) => {
    const row = (kind: string) => `${kind} ${parent} ${item.name}   `;
    if (item instanceof protobuf.Enum) {
      return [row("enum"), ...values(item)];
    }
    if (item instanceof protobuf.Service) {
      return [row("service"), ...methods(item)];
    }
    if (!(item instanceof protobuf.Type)) return [];
    return [
      row("message"),
      ...item.fieldsArray.map(field),
      ...oneofs(item),
      ...listReserved(item),
      ...describe(item),
    ];
  });
}

function values(item: protobuf.Enum): string[] {
  const parent = item.fullName.slice(1);
  return Object.entries(item.values).map(([name, number]) =>
    `value ${parent} ${name} ${number}  `
  );
}

function field(item: protobuf.Field): string {
  const parent = item.parent?.fullName.slice(1);
  const type = item.resolvedType?.fullName.slice(1) ?? item.type;
  const typed = item instanceof protobuf.MapField
    ? `map<${item.keyType},${type}>`
    : type;
  return `field ${parent} ${item.name} ${item.id} ${typed} ${label(item)}`;
}

function label(item: protobuf.Field): string {
  if (item instanceof protobuf.MapField) return "map";
  if (item.repeated) return "repeated";
  const oneof = item.partOf;
  if (oneof === null || oneof === undefined) return "";
  return oneof.isProto3Optional ? "optional" : `oneof ${oneof.name}`;
}

function oneofs(item: protobuf.Type): string[] {
  return item.oneofsArray.filter((oneof) => !oneof.isProto3Optional).map(
    (oneof) => `oneof ${item.fullName.slice(1)} ${oneof.name}   `,
  );
}

function listReserved(item: protobuf.Type): string[] {
  return (item.reserved ?? []).map((range) =>
    `reserved ${item.fullName.slice(1)}  ${
      Array.isArray(range) ? range[0] : range
    }  `
  );
}

function methods(item: protobuf.Service): string[] {
  return item.methodsArray.map((rpc) => {
    const request = item.lookupType(rpc.requestType).fullName.slice(1);
    const response = item.lookupType(rpc.responseType).fullName.slice(1);
    const parent = item.fullName.slice(1);
    return `rpc ${parent} ${rpc.name}  ${request} -> ${response} ${kind(rpc)}`;
  });
}

function kind(rpc: protobuf.Method): string {
  if (rpc.requestStream && rpc.responseStream) return "bidi-stream";
  if (rpc.requestStream) return "client-stream";
  return rpc.responseStream ? "server-stream" : "unary";
}
