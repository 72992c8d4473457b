import type {
  Attribute,
  Attributes,
  NestedAttributes,
} from "../schema/attribute.ts";
import { equalValues } from "../values/equal.ts";
import type { Path } from "../values/path.ts";
import type { Value } from "../values/value.ts";
import {
  attributeOf,
  elementsOf,
  entriesOf,
  holdsSensitive,
  isNull,
  isUnknownValue,
} from "./inspect.ts";
import { type Problem, show } from "./problem.ts";
import { sizeRange } from "./refinement_check.ts";

/** The three values that a plan is judged by. */
export interface PlanValues {
  /** The state; null at a create. */
  readonly prior: Value;
  /** The configuration. */
  readonly config: Value;
  /** What the provider planned. */
  readonly planned: Value;
}

/** Judges each of `attributes` of the three objects at `path`. */
export function* plannedAttributes(
  attributes: Attributes,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const inner = {
      prior: attributeOf(values.prior, name),
      config: attributeOf(values.config, name),
      planned: attributeOf(values.planned, name),
    };
    yield* plannedAttribute(attribute, inner, path.attribute(name));
  }
}

function* plannedAttribute(
  attribute: Attribute,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  const { prior, config, planned } = values;
  if (equalValues(planned, config, attribute.type)) {
    return;
  }
  const keepsPrior = !isNull(prior) && !isNull(config) &&
    equalValues(planned, prior, attribute.type);
  if (keepsPrior) {
    return;
  }
  if (attribute.writeOnly) {
    if (!isNull(planned)) {
      yield {
        path,
        problem: "a write-only attribute must be null in the plan",
      };
    }
    return;
  }
  if (attribute.computed && (!attribute.optional || isNull(config))) {
    return;
  }
  if (isNull(config) && !isNull(planned)) {
    yield { path, problem: unwantedText(attribute, planned) };
  } else if (attribute.nested !== undefined) {
    yield* plannedNested(attribute.nested, values, path);
  } else {
    yield { path, problem: differentText(attribute, values) };
  }
}

function unwantedText(attribute: Attribute, planned: Value): string {
  const reason = "is not configured, is not computed, and must be planned null";
  return holdsSensitive(attribute)
    ? `the sensitive attribute ${reason}`
    : `the attribute ${reason}, not ${show(planned, attribute.type)}`;
}

function differentText(attribute: Attribute, values: PlanValues): string {
  const also = isNull(values.prior) ? "" : " nor the prior value";
  if (attribute.sensitive) {
    return `the planned value of the sensitive attribute is not the configured value${also}`;
  }
  const planned = show(values.planned, attribute.type);
  const config = show(values.config, attribute.type);
  const prior = isNull(values.prior)
    ? ""
    : ` nor the prior value ${show(values.prior, attribute.type)}`;
  return `the planned value ${planned} is not the configured value ${config}${prior}`;
}

/** Judges an attribute with nested attributes, which is configured. */
function* plannedNested(
  nested: NestedAttributes,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  const { config, planned } = values;
  if (isNull(planned)) {
    yield { path, problem: "the value is configured but planned null" };
  } else if (isUnknownValue(planned)) {
    yield { path, problem: "the value is configured but planned unknown" };
  } else if (nested.nesting === "single") {
    yield* plannedAttributes(nested.attributes, values, path);
  } else if (nested.nesting === "set") {
    // Which element came from which can't be told, so only the number counts.
    if (!sizesOverlap(planned, config)) {
      yield { path, problem: sizeText(planned, config) };
    }
  } else if (isUnknownValue(config)) {
    yield {
      path,
      problem:
        "the number of elements is planned but not known in the configuration",
    };
  } else if (nested.nesting === "list") {
    yield* judgeElements(values, path, judgeOf(nested.attributes));
  } else {
    yield* plannedMap(nested.attributes, values, path);
  }
}

function* plannedMap(
  attributes: Attributes,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  const planned = entriesOf(values.planned).size;
  const config = entriesOf(values.config).size;
  if (planned !== config) {
    yield { path, problem: countText(planned, config) };
    return;
  }
  const judge = judgeOf(attributes);
  yield* judgeEntries(values, path, { what: "the key", judge });
}

function judgeOf(attributes: Attributes): Judge {
  return (inner, path) => plannedAttributes(attributes, inner, path);
}

/** Judges one element. */
export type Judge = (values: PlanValues, path: Path) => Generator<Problem>;

/** Judges the elements of a list, of which there must be as many. */
export function* judgeElements(
  values: PlanValues,
  path: Path,
  judge: Judge,
): Generator<Problem> {
  const planned = elementsOf(values.planned);
  const config = elementsOf(values.config);
  const prior = elementsOf(values.prior);
  if (planned.length !== config.length) {
    yield { path, problem: countText(planned.length, config.length) };
    return;
  }
  for (const [i, element] of planned.entries()) {
    const inner = {
      prior: prior[i] ?? null,
      config: config[i] ?? null,
      planned: element,
    };
    yield* judge(inner, path.index(i));
  }
}

/** Judges the entries of a map, which must have the same keys. */
export function* judgeEntries(
  values: PlanValues,
  path: Path,
  { what, judge }: { readonly what: string; readonly judge: Judge },
): Generator<Problem> {
  const planned = entriesOf(values.planned);
  const config = entriesOf(values.config);
  const prior = entriesOf(values.prior);
  for (const [key, element] of planned) {
    const configured = config.get(key);
    if (configured === undefined) {
      const name = `${what} ${JSON.stringify(key)}`;
      yield { path, problem: `${name} is planned but not configured` };
      continue;
    }
    const inner = {
      prior: prior.get(key) ?? null,
      config: configured,
      planned: element,
    };
    yield* judge(inner, path.key(key));
  }
  for (const key of config.keys()) {
    if (planned.has(key)) continue;
    const name = `${what} ${JSON.stringify(key)}`;
    yield { path, problem: `${name} is configured but not planned` };
  }
}

/** Says that plan and configuration differ in the number of elements. */
function countText(planned: number, config: number): string {
  const are = planned === 1 ? "element is" : "elements are";
  return `${planned} ${are} planned, but ${config} configured`;
}

function sizesOverlap(a: Value, b: Value): boolean {
  const [minA, maxA] = sizeRange(a);
  const [minB, maxB] = sizeRange(b);
  return maxB >= minA && minB <= maxA;
}

function sizeText(planned: Value, config: Value): string {
  const text = ([min, max]: readonly [number, number]) =>
    min === max ? String(min) : `${min} to ${max}`;
  const wanted = text(sizeRange(config));
  return `the number of elements is planned as ${
    text(sizeRange(planned))
  }, but configured as ${wanted}`;
}
