import { assertEquals } from "@std/assert";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { v } from "../../../../provider/framework/validators/v.ts";
import {
  record,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import { makeProvider, resource } from "../verify/support.ts";
import { callMethod, encodeValue, methods, serviceOf } from "./support.ts";

const description = "What it is.";
const validators = [v.oneOf("x")];

const schema = s.schema({
  description,
  attributes: {
    open: s.string({ optional: true, description, validators }),
    own: s.string({ optional: true, sensitive: true, description, validators }),
    unstored: s.string({
      optional: true,
      writeOnly: true,
      description,
      validators,
    }),
    inside: s.object({
      deep: s.objectList({
        text: s.string({ optional: true, description, validators }),
      }, { optional: true, description }),
    }, { optional: true, sensitive: true, description }),
    list: s.list(types.string, {
      optional: true,
      sensitive: true,
      description,
      validators: [v.each(v.oneOf("x"))],
    }),
  },
});

const object = (entries: Readonly<Record<string, Value>>) =>
  record(Object.entries(entries));

Deno.test("no diagnostic shows a sensitive value, however deep", async () => {
  const service = serviceOf(
    makeProvider({ resources: [resource({ schema })] }),
  );
  const config = object({
    open: "hunter1",
    own: "hunter2",
    unstored: "hunter2",
    inside: object({ deep: [object({ text: "hunter2" })] }),
    list: ["hunter2"],
  });
  const { diagnostics } = await callMethod(
    service,
    methods.ValidateResourceConfig,
    {
      typeName: "lab_thing",
      config: encodeValue(config, objectType(schema)),
      clientCapabilities: { writeOnlyAttributesAllowed: true },
    },
  );
  assertEquals(diagnostics.map(({ detail }) => detail), [
    '`open` must be one of `x`, but it is "hunter1".',
    "`own` must be one of `x`.",
    "`unstored` must be one of `x`.",
    "`inside.deep[0].text` must be one of `x`.",
    "`list[0]` must be one of `x`.",
  ]);
});
