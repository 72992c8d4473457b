/**
 * The test provider, which lives on the real CLI in either protocol.
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
import { rack } from "./rack.ts";
import { record } from "./record.ts";
import { Store } from "./store.ts";
import { token } from "./token.ts";

/** The provider `lab`. */
export const provider: Provider = defineProvider({
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
  configure({ config: { folder } }) {
    if (typeof folder !== "string" || isUnknown(folder)) {
      throw failure("Unknown folder", "The folder must be known.");
    }
    return { store: new Store(folder) };
  },
  resources: [rack, record, fault],
  ephemeralResources: [token],
});
