/**
 * A process that serves the resources of a file, as
 * `tests/bench/go_yardstick/differential` does in Go.
 *
 * @module
 */
import {
  defineProvider,
  definersFor,
  failure,
  identity,
  moveFrom,
  Path,
  s,
} from "../../provider/framework/mod.ts";
import { serveProvider } from "../../provider/framework/serve_provider.ts";
import type { Resource } from "../../provider/framework/define/resource.ts";
import type { ValueObject } from "../../provider/framework/values/value.ts";
import {
  type Behaviour,
  type Described,
  type DescribedBlock,
  schemaOf,
} from "./described.ts";
import {
  action,
  behaviourOf,
  type Call,
  dataSource,
  ephemeralResource,
  listResource,
  objectIn,
  providerFunction,
  warn,
} from "./other_parts.ts";

const { defineResource } = definersFor<undefined>();

function thing(typeName: string, described: DescribedBlock): Resource {
  const schema = schemaOf(described);
  const stateOf = (text: string) => objectIn(text, schema);
  const answer = (
    call: Call & { saveState?: (state: ValueObject) => void },
  ) => {
    const does = behaviourOf(call);
    const { answer: text = "null" } = does;
    if (does.fail === true) {
      if (does.save === true) call.saveState?.(stateOf(text));
      throw failure("Failed", "By the service.");
    }
    return Promise.resolve(
      does.gone === true ? undefined : stateOf(text),
    );
  };
  const made = async (
    call: Call & { saveState: (state: ValueObject) => void },
  ) => {
    const state = await answer(call);
    if (state === undefined) throw new TypeError("It is gone");
    return state;
  };
  return defineResource({
    typeName,
    schema,
    identity: {
      schema: {
        version: 0,
        attributes: {
          id: identity.string({
            requiredForImport: true,
            description: "The id.",
          }),
        },
      },
      of: (state) => ({ id: String(state["id"]) }),
    },
    modifyPlan(call) {
      const does = behaviourOf(call);
      if (does.fail === true) throw failure("Failed", "By the service.");
      return does.replace === undefined
        ? undefined
        : { requiresReplace: [Path.root.attribute(does.replace)] };
    },
    planDestroy(call) {
      const does = behaviourOf(call);
      if (does.fail === true) throw failure("Failed", "By the service.");
    },
    create: made,
    read: answer,
    update: made,
    delete(call) {
      const does = behaviourOf(call);
      if (does.fail === true) throw failure("Failed", "By the service.");
      return Promise.resolve();
    },
    moveState: [
      moveFrom({ typeName: "same", schema }, (state) => state),
      ({ sourceTypeName, sourceState, diagnostics }) => {
        if (sourceTypeName !== "raw") return undefined;
        const does: Behaviour = JSON.parse(JSON.stringify(sourceState));
        warn(does, diagnostics);
        if (does.fail === true) throw failure("Failed", "By the service.");
        return stateOf(does.answer ?? "null");
      },
    ],
    importState: ({ id = "nothing" }) =>
      Promise.resolve(id === "nothing" ? undefined : stateOf(id)),
  });
}

const text = await Deno.readTextFile(
  Deno.env.get("DIFFERENTIAL_RESOURCES") ?? "",
);
const { things, reads, configures, calls }: Described = JSON.parse(text);

await serveProvider({
  address: "registry.terraform.io/hf-terraform/differential",
  version: "0.0.0",
  load: () =>
    Promise.resolve(defineProvider({
      name: "differential",
      version: "0.0.0",
      schema: s.schema({ description: "Things.", attributes: {} }),
      metaSchema: s.schema({
        description: "What the service does.",
        attributes: {
          behaviour: s.string({ optional: true, description: "In JSON." }),
        },
      }),
      configure: () => undefined,
      resources: all(things, thing),
      dataSources: all(reads, dataSource),
      ephemeralResources: all(reads, ephemeralResource),
      listResources: all(configures, (name, each) =>
        listResource(name, each, schemaOf(things[name] ?? each))),
      actions: all(configures, action),
      functions: all(calls, providerFunction),
    })),
});

function all<D, T>(
  described: Readonly<Record<string, D>>,
  make: (name: string, described: D) => T,
): T[] {
  return Object.entries(described).map(([name, each]) => make(name, each));
}
