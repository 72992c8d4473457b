/**
 * A small provider of notes that are kept in memory, for tests of the test kit.
 *
 * @module
 */
import {
  defineProvider,
  definersFor,
  failure,
  identity,
  p,
  type Provider,
  s,
  types,
} from "@hf-terraform/framework";

/** A note as the service keeps it. */
export interface Note {
  /** The text. */
  text: string;
  /** Words to find it by. */
  tags: readonly string[];
  /** The time of the last write. */
  written: string;
}

/** The service. */
export interface Notes {
  /** The notes by name. */
  readonly notes: Map<string, Note>;
  /** The time. */
  readonly now: () => Date;
}

const { defineDataSource, defineListResource, defineResource } = definersFor<
  Notes
>();

const schema = s.schema({
  description: "A note.",
  attributes: {
    id: s.string({
      computed: true,
      description: "The name.",
      planModifiers: [p.useStateForUnknown()],
    }),
    name: s.string({
      required: true,
      description: "The name.",
      planModifiers: [p.requiresReplace()],
    }),
    text: s.string({ required: true, description: "The text of the note." }),
    password: s.string({
      optional: true,
      sensitive: true,
      description: "A key that gives access to the note.",
    }),
    tags: s.set(types.string, { optional: true, description: "Words." }),
    written: s.string({ computed: true, description: "When it was written." }),
  },
});

const note = defineResource({
  typeName: "notes_note",
  schema,
  identity: {
    schema: {
      attributes: {
        name: identity.string({
          description: "The name.",
          requiredForImport: true,
        }),
      },
    },
    of: ({ name }) => ({ name }),
  },
  create({ plan, provider: { notes, now }, diagnostics }) {
    if (plan.text === "") {
      diagnostics.addWarning("Empty note", "It says nothing.");
    }
    if (plan.text === "forbidden") {
      throw failure("Forbidden note", "Nobody may write this.");
    }
    const written = now().toISOString();
    notes.set(plan.name, { text: plan.text, tags: plan.tags ?? [], written });
    return Promise.resolve({ ...plan, id: plan.name, written });
  },
  read({ state, provider: { notes } }) {
    const found = notes.get(state.name);
    if (found === undefined) return Promise.resolve(undefined);
    const tags = found.tags.length === 0 ? null : [...found.tags];
    const { text, written } = found;
    return Promise.resolve({ ...state, id: state.name, text, tags, written });
  },
  update({ plan, prior, provider: { notes, now } }) {
    const written = now().toISOString();
    notes.set(plan.name, { text: plan.text, tags: plan.tags ?? [], written });
    return Promise.resolve({ ...plan, id: prior.id, written });
  },
  delete({ state, provider: { notes } }) {
    notes.delete(state.name);
    return Promise.resolve();
  },
  importState({ id, identity }) {
    return Promise.resolve({
      id: null,
      name: identity?.name ?? id ?? "",
      text: "",
      password: null,
      tags: null,
      written: null,
    });
  },
});

const count = defineDataSource({
  typeName: "notes_count",
  schema: s.schema({
    description: "The number of notes.",
    attributes: { count: s.int({ computed: true, description: "So many." }) },
  }),
  read: ({ provider: { notes } }) => Promise.resolve({ count: notes.size }),
});

const search = defineListResource({
  typeName: "notes_note",
  schema: s.schema({
    description: "Searches for notes.",
    attributes: { tag: s.string({ optional: true, description: "A word." }) },
  }),
  async *list({ config, provider: { notes }, includeResource }) {
    for (const [name, { text, tags, written }] of await notes.entries()) {
      if (config.tag !== null && !tags.includes(config.tag)) continue;
      const found = { identity: { name }, displayName: `Note ${name}` };
      const resource = {
        id: name,
        name,
        text,
        password: null,
        tags: tags.length === 0 ? null : [...tags],
        written,
      };
      yield includeResource ? { ...found, resource } : found;
    }
  },
});

/** The provider `notes`, of one service. */
export function notesProvider(service: Notes): Provider {
  return defineProvider({
    name: "notes",
    version: "1.0.0",
    schema: s.schema({ description: "Notes.", attributes: {} }),
    configure: () => service,
    resources: [note],
    dataSources: [count],
    listResources: [search],
  });
}
