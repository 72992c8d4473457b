/**
 * Writes proto/gen/*.ts from proto/*.proto.
 *
 * Each module exports one value that holds the codecs and enums under the names
 * of the .proto file, and one type namespace of the same name that holds their
 * message types. Field names are in camel case.
 *
 * @module
 */
import protobuf from "protobufjs";
import { print, printError } from "../provider/framework/testing/system/run.ts";
import {
  type CommandArguments,
  runTask,
  task,
} from "../provider/framework/cli/task.ts";

/** Each source file, the package it declares, and the module to write. */
export const MODULES = [
  { source: "tfplugin6.proto", package: "tfplugin6", module: "tfplugin6.ts" },
  { source: "tfplugin5.proto", package: "tfplugin5", module: "tfplugin5.ts" },
  { source: "go_plugin.proto", package: "plugin", module: "go_plugin.ts" },
  { source: "health.proto", package: "grpc.health.v1", module: "health.ts" },
] as const;

const SCALARS: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["bytes", "Uint8Array"],
  ["bool", "boolean"],
  ["int32", "number"],
  ["int64", "number"],
  ["uint32", "number"],
]);

const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ["google.protobuf.Timestamp", "Timestamp"],
  ["google.protobuf.Empty", "Empty"],
]);

/** Parses the text of one .proto file; exposed for the tests. */
export function parse(text: string): protobuf.Root {
  const root = new protobuf.Root();
  const options = { keepCase: true, alternateCommentMode: true };
  const { imports = [] } = protobuf.parse(text, root, options);
  for (const name of imports) {
    const common = protobuf.common.get(name);
    if (common === null) throw new Error(`Cannot resolve import ${name}`);
    root.addJSON(common.nested ?? {});
  }
  root.resolveAll();
  return root;
}

/** Renders the module for the text of one .proto file. */
export function render(
  text: string,
  from: { readonly source: string; readonly package: string },
): string {
  const found = parse(text).lookup(from.package);
  if (!(found instanceof protobuf.Namespace)) {
    throw new Error(`${from.source} does not declare package ${from.package}`);
  }
  return new Renderer(found, from.package).module(from.source);
}

class Renderer {
  readonly #package: protobuf.Namespace;
  readonly #prefix: string;
  readonly #name: string;
  readonly #wellKnown = new Set<string>();

  constructor(root: protobuf.Namespace, packageName: string) {
    this.#package = root;
    this.#prefix = packageName;
    this.#name = packageName.split(".").at(-2) === "health"
      ? "health"
      : packageName;
  }

  module(source: string): string {
    const codecs = this.#codecs(this.#package);
    const value = this.#value(this.#package, "  ");
    const types = this.#types(this.#package, "  ");
    const wellKnown = [...this.#wellKnown].sort();
    return [
      `// Made from ${source} by \`deno task proto\`. Do not edit.`,
      `import { type Codec, codec } from "../codec.ts";`,
      ...value.some((line) => line.includes(" method("))
        ? [`import { type Method, method } from "../service.ts";`]
        : [],
      ...wellKnown.length > 0
        ? [`import { ${wellKnown.join(", ")} } from "../well_known.ts";`]
        : [],
      "",
      ...codecs,
      "",
      `/** Codecs, enums and services of package \`${this.#prefix}\`. */`,
      `export const ${this.#name}: {`,
      ...this.#valueType(this.#package, "  "),
      "} = {",
      ...value,
      "};",
      "",
      `/** Message types of package \`${this.#prefix}\`, as decoded. */`,
      `export declare namespace ${this.#name} {`,
      ...types,
      "}",
      "",
    ].join("\n");
  }

  /** A constant for each message type, since object literals cannot recurse. */
  #codecs(space: protobuf.Namespace): string[] {
    return space.nestedArray.flatMap((item) => {
      if (!(item instanceof protobuf.Type)) return [];
      const inner = this.#codecs(item);
      if (!isMessage(item)) return inner;
      const full = item.fullName.slice(1);
      return [
        `const ${this.#constant(item)}: Codec<${
          this.#typeName(item)
        }> = codec(`,
        `  "${full}",`,
        ...fieldsOf(item).length === 0 ? ["  [],"] : [
          "  [",
          ...fieldsOf(item).map((field) => `    ${this.#field(field)},`),
          "  ],",
        ],
        ");",
        ...inner,
      ];
    });
  }

  #field(field: protobuf.Field): string {
    const parts = [
      `${field.id}`,
      JSON.stringify(camelCase(field.name)),
      this.#fieldCodec(field),
    ];
    const oneof = field.partOf;
    if (field instanceof protobuf.MapField) parts.push(`"map"`);
    else if (field.repeated) parts.push(`"repeated"`);
    else if (oneof && !oneof.isProto3Optional) parts.push(`":${oneof.name}"`);
    else if (oneof && field.resolvedType instanceof protobuf.Type === false) {
      parts.push(`"optional"`);
    }
    return `[${parts.join(", ")}]`;
  }

  #fieldCodec(field: protobuf.Field): string {
    const type = field.resolvedType;
    if (type instanceof protobuf.Enum) return `"enum"`;
    if (type === null) return `"${field.type}"`;
    return `() => ${this.#constant(type)}`;
  }

  /** The exported object: codecs, enums and services by name. */
  #value(space: protobuf.Namespace, indent: string): string[] {
    return space.nestedArray.flatMap((item) => {
      if (item instanceof protobuf.Enum) return enumValue(item, indent);
      if (item instanceof protobuf.Service) return this.#service(item, indent);
      if (!(item instanceof protobuf.Type)) return [];
      const inner = this.#value(item, indent + "  ");
      if (inner.length === 0) {
        return [`${indent}${item.name}: ${this.#constant(item)},`];
      }
      const own = isMessage(item)
        ? [`${indent}${item.name}: Object.assign(${this.#constant(item)}, {`]
        : [`${indent}${item.name}: {`];
      return [...own, ...inner, `${indent}${isMessage(item) ? "})" : "}"},`];
    });
  }

  /** The type of the exported object. */
  #valueType(space: protobuf.Namespace, indent: string): string[] {
    return space.nestedArray.flatMap((item) => {
      const own = `${indent}readonly ${item.name}:`;
      if (item instanceof protobuf.Enum) {
        const names = Object.keys(item.values).map((name) => `"${name}"`);
        return [`${own} Readonly<Record<${names.join(" | ")}, number>>;`];
      }
      if (item instanceof protobuf.Service) {
        return [
          `${own} {`,
          ...item.methodsArray.map((rpc) =>
            `${indent}  readonly ${rpc.name}: Method<${
              this.#typeName(item.lookupType(rpc.requestType))
            }, ${this.#typeName(item.lookupType(rpc.responseType))}>;`
          ),
          `${indent}};`,
        ];
      }
      if (!(item instanceof protobuf.Type)) return [];
      const inner = this.#valueType(item, indent + "  ");
      const codec = `Codec<${this.#typeName(item)}>`;
      if (inner.length === 0) return [`${own} ${codec};`];
      const both = isMessage(item) ? `${codec} & {` : "{";
      return [`${own} ${both}`, ...inner, `${indent}};`];
    });
  }

  #service(service: protobuf.Service, indent: string): string[] {
    const name = service.fullName.slice(1);
    return [
      `${indent}${service.name}: {`,
      ...service.methodsArray.flatMap((rpc) => {
        const request = this.#lookup(service, rpc.requestType);
        const response = this.#lookup(service, rpc.responseType);
        return [
          `${indent}  ${rpc.name}: method("/${name}/${rpc.name}", "${
            kindOf(rpc)
          }", {`,
          `${indent}    request: ${request},`,
          `${indent}    response: ${response},`,
          `${indent}  }),`,
        ];
      }),
      `${indent}},`,
    ];
  }

  #lookup(from: protobuf.Service, type: string): string {
    return this.#constant(from.lookupType(type));
  }

  /** The namespace of message types. */
  #types(space: protobuf.Namespace, indent: string): string[] {
    return space.nestedArray.flatMap((item) => {
      if (item instanceof protobuf.Enum) {
        return [...comment(item, indent), ...enumType(item, indent)];
      }
      if (!(item instanceof protobuf.Type)) return [];
      const inner = this.#types(item, indent + "  ");
      return [
        ...isMessage(item)
          ? [...comment(item, indent), ...this.#interface(item, indent)]
          : [],
        ...inner.length > 0
          ? [
            `${indent}/** Types nested in \`${item.name}\`. */`,
            `${indent}export namespace ${item.name} {`,
            ...inner,
            `${indent}}`,
          ]
          : [],
      ];
    });
  }

  #interface(type: protobuf.Type, indent: string): string[] {
    const fields = fieldsOf(type);
    if (fields.length === 0) {
      return [`${indent}export type ${type.name} = Record<never, never>;`];
    }
    return [
      `${indent}export interface ${type.name} {`,
      ...fields.flatMap((field) => [
        ...comment(field, `${indent}  `),
        `${indent}  ${camelCase(field.name)}${this.#fieldType(field)};`,
      ]),
      `${indent}}`,
    ];
  }

  #fieldType(field: protobuf.Field): string {
    const type = field.resolvedType;
    const base = type === null
      ? SCALARS.get(field.type)
      : type instanceof protobuf.Enum
      ? "number"
      : this.#typeName(type);
    if (base === undefined) {
      throw new Error(`Type ${field.type} of ${field.fullName} has no codec`);
    }
    if (field instanceof protobuf.MapField) return `: Record<string, ${base}>`;
    if (field.repeated) return `: ${base}[]`;
    const optional = field.partOf || type instanceof protobuf.Type;
    return `${optional ? "?" : ""}: ${base}`;
  }

  #constant(type: protobuf.Type): string {
    return this.#wellKnownName(type) ??
      this.#relative(type).replaceAll(".", "_") + "_";
  }

  #typeName(type: protobuf.Type): string {
    return this.#wellKnownName(type) ?? `${this.#name}.${this.#relative(type)}`;
  }

  #wellKnownName(type: protobuf.Type): string | undefined {
    const name = WELL_KNOWN.get(type.fullName.slice(1));
    if (name !== undefined) this.#wellKnown.add(name);
    return name;
  }

  #relative(type: protobuf.Type): string {
    return type.fullName.slice(this.#prefix.length + 2);
  }
}

/** Whether a type is sent at all, or only gives a name to nested ones. */
function isMessage(type: protobuf.Type): boolean {
  const nested = type.nestedArray.some((item) => item instanceof protobuf.Type);
  return type.fieldsArray.length > 0 || !nested;
}

function fieldsOf(type: protobuf.Type): protobuf.Field[] {
  return [...type.fieldsArray].sort((a, b) => a.id - b.id);
}

function kindOf(rpc: protobuf.Method): string {
  if (rpc.requestStream && rpc.responseStream) return "bidi-stream";
  if (rpc.requestStream) return "client-stream";
  return rpc.responseStream ? "server-stream" : "unary";
}

function enumValue(item: protobuf.Enum, indent: string): string[] {
  return [
    `${indent}${item.name}: {`,
    ...Object.entries(item.values).map(([name, number]) =>
      `${indent}  ${name}: ${number},`
    ),
    `${indent}},`,
  ];
}

function enumType(item: protobuf.Enum, indent: string): string[] {
  const names = Object.entries(item.values).map(([name, n]) => `${n} ${name}`);
  return [
    `${indent}/** ${names.join(", ")}; others as the peer sent them. */`,
    `${indent}export type ${item.name} = number;`,
  ];
}

function comment(item: protobuf.ReflectionObject, indent: string): string[] {
  const text = item.comment?.replaceAll("\n", " ") ||
    (item instanceof protobuf.Field
      ? `Field ${item.id}, \`${item.name}\`.`
      : `The message \`${item.name}\`.`);
  return [`${indent}/** ${text} */`];
}

/** The JSON name of a field: `type_name` becomes `typeName`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const command = task({
  name: "proto",
  summary: "Generates the codecs in proto/gen from proto/*.proto.",
  options: {
    check: { help: "write nothing; fail if a codec would change" },
  },
});

async function main(
  { options: { check } }: CommandArguments<typeof command.options>,
): Promise<number> {
  const folder = new URL("../proto/", import.meta.url);
  const changed: string[] = [];
  for (const entry of MODULES) {
    const text = await Deno.readTextFile(new URL(entry.source, folder));
    const target = new URL(`gen/${entry.module}`, folder);
    const module = render(text, entry);
    const old = await Deno.readTextFile(target).catch(() => "");
    if (old !== module) {
      changed.push(`proto/gen/${entry.module}`);
      if (!check) await Deno.writeTextFile(target, module);
    }
  }
  if (!check) {
    print(`Written: ${changed.join(", ") || "nothing has changed"}`);
    return 0;
  }
  if (changed.length === 0) return 0;
  printError(
    `Not up to date: ${changed.join(", ")}. Run \`deno task proto\``,
  );
  return 1;
}

if (import.meta.main) await runTask(command, main);
