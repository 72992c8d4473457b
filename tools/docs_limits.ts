/**
 * What may be configured, for the pages: the schema that the CLI prints says
 * nothing of validators.
 *
 * @module
 */
import { loadProvider, type Resource } from "../provider/framework/mod.ts";
import { type Entry, tableOf } from "../provider/framework/binding/mod.ts";
import { provider as lazy } from "../provider/huggingface/provider.ts";

const provider = await loadProvider(lazy);

/** What this needs of an attribute as the framework has it. */
interface Defined {
  readonly description: string;
  readonly validators: readonly { readonly description: string }[];
  readonly nested?:
    | { readonly attributes: Readonly<Record<string, Defined>> }
    | undefined;
}

/** What this needs of an attribute as the CLI prints it. */
interface Printed {
  description?: string;
  nested_type?: { attributes?: Record<string, Printed> };
}

/** An object as the CLI prints it. */
interface PrintedObject {
  block?: { attributes?: Record<string, Printed> };
}

/** Kinds of objects as the CLI names them. */
type PrintedProvider = Record<string, Record<string, unknown>>;

/** Adds to each description what its validators allow and it does not say. */
export function withLimits(schema: PrintedProvider): PrintedProvider {
  const copy = structuredClone(schema);
  add(copy.provider, provider);
  for (
    const [kind, objects] of [
      ["resource_schemas", provider.resources],
      ["data_source_schemas", provider.dataSources],
      ["ephemeral_resource_schemas", provider.ephemeralResources],
      ["action_schemas", provider.actions],
      ["list_resource_schemas", provider.listResources],
    ] as const
  ) {
    for (const one of objects) add(field(copy[kind], one.typeName), one);
  }
  for (const one of provider.resources) {
    addChanges(field(copy.resource_schemas, one.typeName), one);
  }
  return copy;
}

function add(
  printed: unknown,
  defined: { readonly schema: { readonly attributes: object } },
): void {
  if (!isObject(printed)) return;
  const attributes = { ...defined.schema.attributes };
  addToAll(printed.block?.attributes ?? {}, attributes);
}

/** Adds to each description what a change of it means, if that is no update. */
function addChanges(printed: unknown, resource: Resource): void {
  if (!isObject(printed)) return;
  for (const entry of tableOf(resource.schema.attributes)) {
    const page = entry.names.reduce<Printed | undefined>(
      (page, name) => page?.nested_type?.attributes?.[name],
      { nested_type: { attributes: printed.block?.attributes ?? {} } },
    );
    const sentence = changeOf(entry, "holds" in resource);
    if (page === undefined || sentence === undefined) continue;
    page.description = `${page.description ?? ""} ${sentence}`;
  }
}

/** What a change of an attribute means, as a sentence; undefined: an update. */
function changeOf(
  { attribute, binding }: Entry,
  holds: boolean,
): string | undefined {
  if (attribute.mode === "computed") return undefined;
  if (binding.change === "immutable") {
    return holds
      ? "A change replaces it, and is refused where that would lose what it holds."
      : "A change replaces it.";
  }
  return binding.clear === "replace"
    ? "To remove it replaces it."
    : binding.clear === "refuse"
    ? "It cannot be removed."
    : undefined;
}

function addToAll(
  printed: Record<string, Printed>,
  defined: Readonly<Record<string, Defined>>,
): void {
  for (const [name, attribute] of Object.entries(defined)) {
    const page = printed[name];
    if (page === undefined) continue;
    page.description = withAllowed(attribute);
    const inner = page.nested_type?.attributes;
    if (inner !== undefined && attribute.nested !== undefined) {
      addToAll(inner, attribute.nested.attributes);
    }
  }
}

/** How attributes relate, and what every reader expects, needs no sentence. */
const unsaid = /^(only set|not set|set unless|the only one|at least 1 char)/;

/** The description of an attribute with what its validators allow. */
export function withAllowed({ description, validators }: Defined): string {
  const sentences = validators
    .map((validator) => validator.description)
    .filter((text) => !unsaid.test(text) && !isSaid(text, description))
    .map((text) => `Must be ${text}.`);
  return [description, ...sentences].join(" ");
}

/** Whether a description names all values that a validator does. */
function isSaid(validator: string, description: string): boolean {
  if (description.includes(validator)) return true;
  const values = Array.from(
    validator.matchAll(/`([^`]+)`|\b(\d+)\b/g),
    ([, code, number]) => code ?? number ?? "",
  );
  return values.length > 0 &&
    values.every((value) =>
      /^\d+$/.test(value)
        ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(description)
        : description.includes(`\`${value}\``)
    );
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Reflect.get(value, name)
    : undefined;
}

function isObject(value: unknown): value is PrintedObject {
  return typeof value === "object" && value !== null;
}
