/**
 * HashiCorp's provider `random`, written anew on the framework, so that its own
 * acceptance tests judge the framework.
 *
 * @module
 */
import { defineProvider, s } from "@hf-terraform/framework";
import * as others from "./others.ts";
import * as strings from "./strings.ts";

/** The provider. */
export const randomProvider = defineProvider({
  name: "random",
  version: "3.7.0",
  schema: s.schema({ description: "Random values.", attributes: {} }),
  configure: () => undefined,
  resources: [
    strings.string,
    strings.password,
    others.bytes,
    others.id,
    others.integer,
    others.pet,
    others.shuffle,
    others.uuid,
    others.uuid4,
    others.uuid7,
  ],
  ephemeralResources: [strings.ephemeralPassword, others.ephemeralBytes],
});
