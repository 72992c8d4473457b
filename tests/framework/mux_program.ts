/**
 * A provider of three parts behind one address: two of this framework, and the
 * executable that its argument names.
 *
 * @module
 */
import {
  defineProvider,
  definersFor,
  s,
} from "../../provider/framework/mod.ts";
import { serveProvider } from "@hf-terraform/framework/serve";

const { defineResource } = definersFor<undefined>();

const note = (typeName: string) =>
  defineResource({
    typeName,
    schema: s.schema({
      description: "A note.",
      attributes: {
        text: s.string({
          required: true,
          description: "The text of the note.",
        }),
        length: s.int({
          computed: true,
          description: "The length of the text.",
        }),
      },
    }),
    create: ({ plan }) =>
      Promise.resolve({ ...plan, length: plan.text.length }),
    read: ({ state }) => Promise.resolve(state),
    update: ({ plan }) =>
      Promise.resolve({ ...plan, length: plan.text.length }),
    delete: () => Promise.resolve(),
  });

const own = (typeName: string) =>
  defineProvider({
    name: "yardstick",
    version: "0.0.0",
    schema: s.schema({ description: "Notes.", attributes: {} }),
    configure: () => undefined,
    resources: [note(typeName)],
  });

const [executable = "", typeName = "yardstick_note"] = Deno.args.filter((
  argument,
) => !argument.startsWith("--"));

serveProvider({
  address: "registry.terraform.io/hf-terraform/yardstick",
  version: "0.0.0",
  load: () =>
    Promise.resolve([
      own(typeName),
      own("yardstick_page"),
      { command: [executable] },
    ]),
});
