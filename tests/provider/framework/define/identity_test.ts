import { assertEquals } from "@std/assert";
import {
  definersFor,
  identity,
  s,
} from "../../../../provider/framework/mod.ts";
import { verify } from "../../../../provider/framework/testing/mod.ts";
import { makeProvider } from "../verify/support.ts";

const options = { description: "A part.", requiredForImport: true } as const;

const schema = {
  attributes: {
    text: identity.string(options),
    whole: identity.int(options),
    fraction: identity.float(options),
    any: identity.number(options),
    flag: identity.bool(options),
    texts: identity.strings(options),
    wholes: identity.ints(options),
  },
} as const;

Deno.test("an identity of any of these is without faults", () => {
  const thing = definersFor<unknown>().defineResource({
    typeName: "lab_thing",
    schema: s.schema({
      description: "A thing.",
      attributes: {
        name: s.string({ required: true, description: "The name." }),
      },
    }),
    identity: {
      schema,
      of: ({ name }) => ({
        text: name,
        whole: 1,
        fraction: 0.5,
        any: 10n ** 30n,
        flag: true,
        texts: [name],
        wholes: [1],
      }),
    },
    create: ({ plan }) => Promise.resolve(plan),
    read: ({ state }) => Promise.resolve(state),
    update: ({ plan }) => Promise.resolve(plan),
    delete: () => Promise.resolve(),
  });
  assertEquals(verify(makeProvider({ resources: [thing] })), []);
});
