/**
 * A process that serves the resources of a file, as
 * `tests/bench/go_yardstick/differential` does in Go.
 *
 * @module
 */
import {
  defineProvider,
  definersFor,
  type Diagnostics,
  failure,
  identity,
  Path,
  s,
  type Schema,
} from "../../provider/framework/mod.ts";
import { serveProvider } from "../../provider/framework/serve_provider.ts";
import type { Resource } from "../../provider/framework/define/resource.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import { decodeJson } from "../../provider/framework/values/json.ts";
import {
  isValueObject,
  type ValueObject,
} from "../../provider/framework/values/value.ts";
import {
  type Behaviour,
  type DescribedBlock,
  type ProviderDescription,
  schemaOf,
} from "./description.ts";

const { defineResource } = definersFor<undefined>();

/** The part of a request that carries the service's behavior. */
interface Call {
  readonly providerMeta: ValueObject | null;
  readonly diagnostics: Diagnostics;
}

/** Reads the service's behavior from the `provider_meta` of a call. */
function behaviourOf({ providerMeta, diagnostics }: Call): Behaviour {
  const text = providerMeta?.["behaviour"];
  const does: Behaviour = typeof text === "string" ? JSON.parse(text) : {};
  if (does.warn === true) diagnostics.addWarning("Warned", "By the service.");
  return does;
}

/** The object that the service answers. */
function objectIn(text: string, schema: Schema): ValueObject {
  const state = decodeJson(text, objectType(schema));
  if (!isValueObject(state)) throw new TypeError("No object");
  return state;
}

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
    importState: ({ id = "nothing" }) =>
      Promise.resolve(id === "nothing" ? undefined : stateOf(id)),
  });
}

const text = Deno.readTextFileSync(
  Deno.env.get("DIFFERENTIAL_RESOURCES") ?? "",
);
const { things }: ProviderDescription = JSON.parse(text);

serveProvider({
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
      resources: Object.entries(things).map(([name, each]) =>
        thing(name, each)
      ),
    })),
});
