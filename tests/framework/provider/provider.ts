/**
 * The test provider, which lives on the real CLI.
 *
 * @module
 */
import {
  defineProvider,
  failure,
  isUnknown,
  type Provider,
  s,
} from "../../../provider/framework/mod.ts";
import { fault } from "./fault.ts";
import { join, same, things, token } from "./lookup.ts";
import { rack } from "./rack.ts";
import { record } from "./record.ts";
import { Store } from "./store.ts";
import { thing } from "./thing.ts";

const base = {
  name: "lab",
  version: "1.0.0",
  schema: s.schema({
    description: "A provider for tests of the framework.",
    attributes: {
      folder: s.string({
        required: true,
        description: "The folder where objects are.",
      }),
    },
  }),
  metaSchema: s.schema({
    description: "Metadata of a module.",
    attributes: {
      team: s.string({
        optional: true,
        description: "The team that wrote it.",
      }),
    },
  }),
} as const;

/** The provider `lab`, with nested attributes: protocol 6 only. */
export const provider: Provider = defineProvider({
  ...base,
  configure: ({ config }) => configure(config.folder),
  resources: [thing, rack, record, fault],
  dataSources: [things],
  ephemeralResources: [token],
  functions: [join, same],
});

/** The part of it that both protocols can serve. */
export const plainProvider: Provider = defineProvider({
  ...base,
  configure: ({ config }) => configure(config.folder),
  resources: [rack, record],
  dataSources: [things],
  ephemeralResources: [token],
  functions: [join, same],
});

function configure(folder: unknown) {
  if (typeof folder !== "string" || isUnknown(folder)) {
    throw failure("Unknown folder", "The folder must be known.");
  }
  return { store: new Store(folder) };
}
