/**
 * The sources of a new provider: a client of a small service, one resource, one
 * data source, one function.
 *
 * @module
 */

import type { Files, Names } from "./names.ts";

/** The files that the provider is made of. */
export function sources(names: Names): Files {
  return {
    "main.ts": main(names),
    "version.ts": `/** The version of the provider. */
export const version = "0.1.0";
`,
    "provider.ts": provider(names),
    "client.ts": client(names),
    "resources/note.ts": resource(names),
    "data_sources/note.ts": dataSource(names),
    "functions/slug.ts": slug(),
  };
}

function main({ address }: Names): string {
  return `/**
 * The provider's process.
 *
 * @module
 */

import { serveProvider } from "@hf-terraform/framework/serve";
import { version } from "./version.ts";

serveProvider({
  address: "${address}",
  version,
  load: async () => (await import("./provider.ts")).provider,
});
`;
}

function provider({ name, type, variable }: Names): string {
  return `/**
 * What the provider has, and how it is configured.
 *
 * @module
 */

import process from "node:process";
import {
  defineProvider,
  failure,
  isUnknown,
  maskSecret,
  Path,
  s,
} from "@hf-terraform/framework";
import { ${type}Client } from "./client.ts";
import { slug } from "./functions/slug.ts";
import { version } from "./version.ts";

const schema = s.schema({
  description: "Notes that a small service keeps.",
  attributes: {
    url: s.string({
      optional: true,
      description: "The URL of the service; else the variable \`${variable}_URL\`.",
    }),
    token: s.string({
      optional: true,
      sensitive: true,
      description: "The token; else the variable \`${variable}_TOKEN\`.",
    }),
  },
});

/** The provider. */
export const provider = defineProvider({
  name: "${name}",
  version,
  schema,
  configure({ config }) {
    const { url, token } = config;
    if (isUnknown(url) || isUnknown(token)) {
      throw failure(
        "The service is not known yet",
        "Give \`url\` and \`token\` values that are known before apply.",
      );
    }
    const address = url ?? process.env.${variable}_URL;
    if (address === undefined) {
      throw failure(
        "No address of the service",
        "Set \`url\`, or the variable \`${variable}_URL\`.",
        Path.root.attribute("url"),
      );
    }
    const secret = token ?? process.env.${variable}_TOKEN ?? "";
    // The framework knows what is configured, not what a variable holds.
    maskSecret(secret);
    return new ${type}Client(address, secret);
  },
  resources: [{
    typeName: "${name}_note",
    load: async () => (await import("./resources/note.ts")).note,
  }],
  dataSources: [{
    typeName: "${name}_note",
    load: async () => (await import("./data_sources/note.ts")).noteData,
  }],
  functions: [slug],
});
`;
}

function client({ type }: Names): string {
  return `/**
 * A client of the service.
 *
 * @module
 */

import { failure } from "@hf-terraform/framework";

/** A note as the service has it. */
export interface Note {
  /** The service's own name for it. */
  readonly id: string;
  /** The title. */
  readonly title: string;
  /** The text. */
  readonly text: string;
}

/** The service. */
export class ${type}Client {
  /** The notes. */
  readonly notes: Collection<Note>;

  /** Takes the address of the service and a token. */
  constructor(url: string, token: string) {
    this.notes = new Collection(\`\${url}/notes\`, token);
  }
}

/** All objects of one kind. */
export class Collection<T extends { readonly id: string }> {
  readonly #url: string;
  readonly #token: string;

  /** Takes the address of the collection and a token. */
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Makes one. */
  async create(input: Omit<T, "id">, signal: AbortSignal): Promise<T> {
    return await this.#must("POST", "", { signal, input });
  }

  /** One of them; undefined: there is none. */
  async get(id: string, signal: AbortSignal): Promise<T | undefined> {
    return await this.#send("GET", pathOf(id), { signal });
  }

  /** Changes one. */
  async update(
    id: string,
    input: Omit<T, "id">,
    signal: AbortSignal,
  ): Promise<T> {
    return await this.#must("PUT", pathOf(id), { signal, input });
  }

  /** Deletes one, if it is there. */
  async delete(id: string, signal: AbortSignal): Promise<void> {
    await this.#send("DELETE", pathOf(id), { signal });
  }

  async #must(method: string, path: string, call: Call): Promise<T> {
    const found = await this.#send(method, path, call);
    if (found !== undefined) return found;
    throw failure("It is gone", \`\${method} \${this.#url}\${path}: 404.\`);
  }

  async #send(
    method: string,
    path: string,
    { signal, input }: Call,
  ): Promise<T | undefined> {
    const response = await fetch(this.#url + path, {
      method,
      signal,
      headers: {
        authorization: \`Bearer \${this.#token}\`,
        "content-type": "application/json",
      },
      ...input === undefined ? {} : { body: JSON.stringify(input) },
    });
    const text = await response.text();
    if (response.status === 404) return undefined;
    if (response.ok) return text === "" ? undefined : JSON.parse(text);
    throw failure(
      \`The service refused \${method} \${this.#url}\${path}\`,
      \`It returned \${response.status}: \${text}\`,
    );
  }
}

/** The path of an object; dots alone would lead elsewhere. */
function pathOf(id: string): string {
  if (!/^\\.*$/.test(id)) return \`/\${encodeURIComponent(id)}\`;
  throw failure("Not an id", \`"\${id}" leads to no object.\`);
}

interface Call {
  readonly signal: AbortSignal;
  readonly input?: unknown;
}
`;
}

function resource({ name, type }: Names): string {
  return `/**
 * \`${name}_note\`: a note.
 *
 * @module
 */

import {
  definersFor,
  failure,
  p,
  s,
  type State,
  stateOf,
  v,
} from "@hf-terraform/framework";
import type { ${type}Client } from "../client.ts";

const { defineResource } = definersFor<${type}Client>();

const schema = s.schema({
  description: "A note.",
  attributes: {
    id: s.string({
      computed: true,
      description: "The service's own name for it.",
      planModifiers: [p.useStateForUnknown()],
    }),
    title: s.string({
      required: true,
      description: "The title of the note.",
      validators: [v.lengthAtLeast(1)],
    }),
    text: s.string({
      optional: true,
      default: "",
      description: "The text of the note.",
    }),
  },
});

/** The resource \`${name}_note\`. */
export const note = defineResource({
  typeName: "${name}_note",
  schema,
  async create({ plan: { title, text }, provider, signal }) {
    return stateOf(schema, await provider.notes.create({ title, text }, signal));
  },
  async read({ state, provider, signal }) {
    const found = await provider.notes.get(idOf(state), signal);
    return found && stateOf(schema, found);
  },
  async update({ plan: { title, text }, prior, provider, signal }) {
    const input = { title, text };
    return stateOf(schema, await provider.notes.update(idOf(prior), input, signal));
  },
  async delete({ state, provider, signal }) {
    await provider.notes.delete(idOf(state), signal);
  },
  async importState({ id = "", provider, signal }) {
    const found = await provider.notes.get(id, signal);
    return found && stateOf(schema, found);
  },
});

function idOf({ id }: State<typeof schema>): string {
  if (id !== null) return id;
  throw failure("No id", "Import the note again.");
}
`;
}

function dataSource({ name, type }: Names): string {
  return `/**
 * \`${name}_note\`: a note that exists.
 *
 * @module
 */

import { definersFor, failure, Path, s, stateOf } from "@hf-terraform/framework";
import type { ${type}Client } from "../client.ts";

const { defineDataSource } = definersFor<${type}Client>();

const schema = s.schema({
  description: "A note that exists.",
  attributes: {
    id: s.string({
      required: true,
      description: "The service's own name for it.",
    }),
    title: s.string({ computed: true, description: "The title of the note." }),
    text: s.string({ computed: true, description: "The text of the note." }),
  },
});

/** The data source \`${name}_note\`. */
export const noteData = defineDataSource({
  typeName: "${name}_note",
  schema,
  async read({ config: { id }, provider, signal }) {
    const found = await provider.notes.get(id, signal);
    if (found !== undefined) return stateOf(schema, found);
    throw failure(
      "No such note",
      \`There is no note \${id}.\`,
      Path.root.attribute("id"),
    );
  },
});
`;
}

function slug(): string {
  return `/**
 * \`slug\`: a title as a part of an address.
 *
 * @module
 */

import { defineFunction, parameter, types } from "@hf-terraform/framework";

/** The function \`slug\`. */
export const slug = defineFunction({
  name: "slug",
  summary: "A title as a part of an address",
  description: "Lower-case letters and digits of a title, joined by dashes.",
  parameters: [parameter("title", types.string, "The title.")],
  returns: types.string,
  run: ([title]) =>
    title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(
      /^-|-$/g,
      "",
    ),
});
`;
}
