import { assert, assertEquals } from "@std/assert";
import {
  type Attribute,
  loadProvider,
  Path,
} from "../../../provider/framework/mod.ts";
import { wireDiagnostics } from "../../../provider/framework/rpc/messages.ts";
import { provider as lazy } from "../../../provider/huggingface/provider.ts";

// The CLI quotes the line that a diagnostic leads to: none leads to a line that
// may have a secret, whoever finds something there, and its text says where.

const provider = await loadProvider(lazy);

/** The paths of secrets, and of what may stand in one line with them. */
function besideSecrets(attributes: object, around: Path): Path[] {
  return Object.entries(attributes).flatMap(
    ([name, attribute]: [string, Attribute]) => {
      const path = around.attribute(name);
      const { nested, type } = attribute;
      if (attribute.sensitive || attribute.writeOnly) {
        const kind = typeof type === "string" ? type : type[0];
        return kind === "map" ? [path, path.key("KEY")] : [path];
      }
      if (nested === undefined) return [];
      const element = nested.nesting === "list"
        ? path.index(0)
        : nested.nesting === "map"
        ? path.key("one")
        : path;
      const inner = besideSecrets(nested.attributes, element);
      return inner.length === 0 ? [] : [
        ...inner,
        path,
        ...Object.keys(nested.attributes).map((one) => element.attribute(one)),
      ];
    },
  );
}

Deno.test("every object: the CLI quotes no line that may have a secret", async (t) => {
  let count = 0;
  for (
    const { typeName, schema } of [
      { typeName: "provider", schema: provider.schema },
      ...provider.resources,
      ...provider.dataSources,
      ...provider.ephemeralResources,
      ...provider.actions,
      ...provider.listResources,
    ]
  ) {
    for (const path of besideSecrets({ ...schema.attributes }, Path.root)) {
      count++;
      await t.step(`${typeName}.${path}`, () => {
        const said = {
          severity: "error",
          summary: "Bad",
          detail: ".",
        } as const;
        const [sent] = wireDiagnostics(
          [{ ...said, path }],
          { schema, config: undefined },
        );
        assertEquals(sent?.attribute, undefined);
        assertEquals(sent?.detail, `.\n\nAttribute: ${path}`);
      });
    }
  }
  assert(count > 20, `${count} attributes`);
});
