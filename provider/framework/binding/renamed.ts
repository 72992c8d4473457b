/**
 * Attributes that had another name before: a configuration and its state may
 * still have the former one, and the functions of a resource see the new one.
 *
 * @module
 */

import type { ErasedDefinition } from "../define/resource.ts";
import { isValueObject, record, type ValueObject } from "../values/value.ts";
import { tableOf, valueNamed } from "./table.ts";

/** Where an attribute stands, and its two names. */
interface Renaming {
  readonly holder: readonly string[];
  readonly former: string;
  readonly name: string;
}

/**
 * The resource, which also takes the former names of its attributes. A plan
 * has the names of its configuration, a state those of the plan or state
 * before it; what is imported has the new ones.
 */
export function withFormerNames(resource: ErasedDefinition): ErasedDefinition {
  const renamings = tableOf(resource.schema.attributes).flatMap(
    ({ names, binding: { former } }): Renaming[] =>
      former === undefined ? [] : [{
        holder: names.slice(0, -1),
        former,
        name: names.at(-1) ?? "",
      }],
  );
  if (renamings.length === 0) return resource;

  const renamed = (values: ValueObject) =>
    renamings.reduce(
      (result, { holder, former, name }) =>
        isSet(result, [...holder, former])
          ? moved(result, holder, former, name)
          : result,
      values,
    );
  /** Values of new names under those that another object has. */
  const namedAs = (like: ValueObject, values: ValueObject) =>
    renamings.reduce(
      (result, { holder, former, name }) =>
        isSet(like, [...holder, former])
          ? moved(result, holder, name, former)
          : result,
      values,
    );

  const { validate, modifyPlan, create, read, update } = resource;
  return {
    ...resource,
    ...validate && {
      validate: (context) =>
        validate({ ...context, config: renamed(context.config) }),
    },
    ...modifyPlan && {
      async modifyPlan({ config, prior, planned, ...context }) {
        const result = await modifyPlan({
          ...context,
          config: renamed(config),
          prior: prior && renamed(prior),
          planned: renamed(planned),
        });
        return result?.planned === undefined
          ? result
          : { ...result, planned: namedAs(config, result.planned) };
      },
    },
    async create({ plan, config, saveState, ...context }) {
      const result = await create({
        ...context,
        plan: renamed(plan),
        config: renamed(config),
        saveState: (state) => saveState(namedAs(plan, state)),
      });
      return namedAs(plan, result);
    },
    async read({ state, ...context }) {
      const found = await read({ ...context, state: renamed(state) });
      return found && namedAs(state, found);
    },
    ...update && {
      async update({ plan, prior, config, saveState, ...context }) {
        const result = await update({
          ...context,
          plan: renamed(plan),
          prior: renamed(prior),
          config: renamed(config),
          saveState: (state) => saveState(namedAs(plan, state)),
        });
        return namedAs(plan, result);
      },
    },
  };
}

function isSet(values: ValueObject, names: readonly string[]): boolean {
  return valueNamed(values, names) !== null;
}

/** The values with one moved to another name; null takes its place. */
function moved(
  values: ValueObject,
  [first, ...rest]: readonly string[],
  from: string,
  to: string,
): ValueObject {
  if (first === undefined) {
    return record([
      ...Object.entries(values),
      [from, null],
      [to, valueNamed(values, [from])],
    ]);
  }
  const inner = values[first] ?? null;
  return isValueObject(inner)
    ? record([
      ...Object.entries(values),
      [first, moved(inner, rest, from, to)],
    ])
    : values;
}
