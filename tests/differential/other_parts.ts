/**
 * All but the resources of the provider that is compared, as `others.go` has
 * them in Go.
 *
 * @module
 */
import {
  type Action,
  ArgumentError,
  type DataSource,
  defineFunction,
  definersFor,
  type Diagnostics,
  type EphemeralResource,
  failure,
  type ListResource,
  parameter,
  type ProviderFunction,
  type Schema,
  types,
} from "../../provider/framework/mod.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import { decodeJson } from "../../provider/framework/values/json.ts";
import {
  isValueObject,
  type Value,
  type ValueObject,
} from "../../provider/framework/values/value.ts";
import {
  type Behaviour,
  type DescribedBlock,
  type DescribedFunction,
  type DescribedParameter,
  expressionOf,
  schemaOf,
} from "./described.ts";

const {
  defineAction,
  defineDataSource,
  defineEphemeralResource,
  defineListResource,
} = definersFor<undefined>();

/** What tells an operation what the service does. */
export interface Call {
  readonly providerMeta: ValueObject | null;
  readonly diagnostics: Diagnostics;
}

/** What the `provider_meta` of a call says that the service does. */
export function behaviourOf({ providerMeta, diagnostics }: Call): Behaviour {
  return told(providerMeta, diagnostics);
}

function told(
  from: Readonly<Record<string, unknown>> | null,
  diagnostics: Diagnostics,
): Behaviour {
  const text = from?.["behaviour"];
  const does: Behaviour = typeof text === "string" ? JSON.parse(text) : {};
  warn(does, diagnostics);
  return does;
}

/** The warning that comes first. */
export function warn({ warn }: Behaviour, diagnostics: Diagnostics): void {
  if (warn === true) diagnostics.addWarning("Warned", "By the service.");
}

function refuse({ fail }: Behaviour): void {
  if (fail === true) throw failure("Failed", "By the service.");
}

/** The object that the service answers. */
export function objectIn(text: string | undefined, schema: Schema) {
  const state = decodeJson(text ?? "null", objectType(schema));
  if (!isValueObject(state)) throw new TypeError("No object");
  return state;
}

/** A data source. */
export function dataSource(
  typeName: string,
  described: DescribedBlock,
): DataSource {
  const schema = schemaOf(described);
  return defineDataSource({
    typeName,
    schema,
    async read(call) {
      const does = behaviourOf(call);
      refuse(does);
      return await Promise.resolve(objectIn(does.answer, schema));
    },
  });
}

/** An ephemeral resource. */
export function ephemeralResource(
  typeName: string,
  described: DescribedBlock,
): EphemeralResource {
  const schema = schemaOf(described);
  const time = ({ renewAt }: Behaviour) =>
    renewAt !== undefined && { renewAt: new Date(renewAt * 1000) };
  const next = (text: unknown, diagnostics: Diagnostics) => {
    const does: Behaviour = typeof text === "string" ? JSON.parse(text) : {};
    warn(does, diagnostics);
    refuse(does);
    return does;
  };
  return defineEphemeralResource({
    typeName,
    schema,
    async open({ config, diagnostics }) {
      const does = told(config, diagnostics);
      refuse(does);
      return await Promise.resolve({
        result: {
          ...objectIn(does.answer, schema),
          behaviour: config["behaviour"],
        },
        ...time(does),
        ...does.next && { private: JSON.stringify(does.next) },
      });
    },
    async renew({ private: text, diagnostics }) {
      const does = next(text, diagnostics);
      return await Promise.resolve({
        ...time(does),
        ...text !== undefined && { private: text },
      });
    },
    async close({ private: text, diagnostics }) {
      await Promise.resolve(next(text, diagnostics));
    },
  });
}

/** A list resource, which finds objects of a resource. */
export function listResource(
  typeName: string,
  described: DescribedBlock,
  found: Schema,
): ListResource {
  const schema = schemaOf(described);
  return defineListResource({
    typeName,
    schema,
    async *list({ config, diagnostics }) {
      const does = told(config, diagnostics);
      refuse(does);
      await Promise.resolve();
      for (const text of does.results ?? []) {
        const resource = objectIn(text, found);
        const id = String(resource["id"]);
        yield { identity: { id }, displayName: id, resource };
      }
    },
  });
}

/** An action. */
export function action(typeName: string, described: DescribedBlock): Action {
  return defineAction({
    typeName,
    schema: schemaOf(described),
    plan({ config, diagnostics }) {
      refuse(told(config, diagnostics));
    },
    async invoke({ config, diagnostics, progress }) {
      const does = told(config, diagnostics);
      for (const message of does.progress ?? []) progress(message);
      await Promise.resolve();
      refuse({ fail: does.save === true });
    },
  });
}

/** A function. */
export function providerFunction(
  name: string,
  { parameters, variadic, returns }: DescribedFunction,
): ProviderFunction {
  const typeOf = ({ kind, type, nullable }: DescribedParameter) => {
    const expression = expressionOf(kind, type);
    return nullable === true ? types.nullable(expression) : expression;
  };
  return defineFunction({
    name,
    summary: "Does what it is told.",
    description: "Does what it is told.",
    parameters: [
      parameter("behaviour", types.string, "What it does, in JSON."),
      ...parameters.map((one, i) =>
        parameter("abc"[i] ?? "d", typeOf(one), "An argument.")
      ),
    ],
    ...variadic && {
      variadic: parameter("rest", typeOf(variadic), "More arguments."),
    },
    returns: typeOf(returns),
    run(args): Value {
      const does: Behaviour = JSON.parse(String(args[0]));
      if (does.fail === true) {
        throw does.blames === undefined
          ? failure("Failed", "By the service.")
          : new ArgumentError(does.blames, "Failed");
      }
      // Its type says that it is the value of an argument.
      if (does.echoes !== undefined) return args[does.echoes] as Value;
      return decodeJson(does.answer ?? "null", returns.type);
    },
  });
}
