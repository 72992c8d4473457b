/**
 * The test provider: it uses every feature of the framework.
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
import { Store } from "./store.ts";
import { thing } from "./thing.ts";

const schema = s.schema({
  description: "A provider for tests of the framework.",
  attributes: {
    folder: s.string({
      required: true,
      description: "The folder where objects are.",
    }),
  },
});

/** The provider `lab`. */
export const provider: Provider = defineProvider({
  name: "lab",
  version: "1.0.0",
  schema,
  configure({ config }) {
    if (isUnknown(config.folder)) {
      throw failure("Unknown folder", "The folder must be known.");
    }
    return { store: new Store(config.folder) };
  },
  resources: [thing],
});
