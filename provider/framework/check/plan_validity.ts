import type { Block } from "../schema/block.ts";
import { type AttributeHolder, blockType } from "../schema/schema.ts";
import { equalValues } from "../values/equal.ts";
import { encodeMsgpack } from "../values/msgpack_encode.ts";
import { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import { isWhollyKnown, type Value } from "../values/value.ts";
import { attributeOf, elementsOf, isNull, isUnknownValue } from "./inspect.ts";
import {
  type Judge,
  judgeElements,
  judgeEntries,
  plannedAttributes,
  type PlanValues,
} from "./planned_attribute.ts";
import type { Problem } from "./problem.ts";

/**
 * Judges a plan as Terraform does when it makes one: may the provider answer
 * `planned` to this state and configuration? All three are objects of the
 * schema's type, or null. No problem: Terraform accepts the plan.
 *
 * Neither stricter nor laxer than Terraform 1.11 and OpenTofu 1.12; write-only
 * values in the plan are found by another check of theirs too, see
 * `writeOnlyProblems`.
 */
export function checkPlan(
  schema: AttributeHolder,
  values: PlanValues,
): readonly Problem[] {
  return [...plannedObject(schema, values, Path.root)];
}

function* plannedObject(
  holder: AttributeHolder,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  const { config, planned } = values;
  if (isNull(planned) !== isNull(config)) {
    yield {
      path,
      problem: isNull(planned)
        ? "the object is configured but planned null"
        : "the object is planned but not configured",
    };
    return;
  }
  if (isNull(planned)) {
    return;
  }
  yield* plannedAttributes(holder.attributes, values, path);
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const inner = {
      prior: attributeOf(values.prior, name),
      config: attributeOf(config, name),
      planned: attributeOf(planned, name),
    };
    yield* plannedBlocks(block, inner, path.attribute(name));
  }
}

function* plannedBlocks(
  block: Block,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  const { config, planned } = values;
  if (sameValue(planned, config, blockType(block))) {
    return;
  }
  const judge: Judge = (inner, path) => plannedBlock(block, inner, path);
  if (isUnknownValue(config)) {
    yield {
      path,
      problem:
        "the number of blocks is not known yet, so they must be planned as configured",
    };
  } else if (isUnknownValue(planned)) {
    yield { path, problem: unknownBlock };
  } else if (block.nesting === "single" || block.nesting === "group") {
    yield* plannedObject(block, values, path);
  } else if (isNull(planned)) {
    yield { path, problem: "no blocks must be planned as empty, not as null" };
  } else if (block.nesting === "list") {
    yield* judgeElements(values, path, judge);
  } else if (block.nesting === "map") {
    yield* judgeEntries(values, path, { what: "the block", judge });
  } else {
    // Which block came from which can't be told, so they are trusted.
    for (const element of elementsOf(planned)) {
      if (isUnknownValue(element)) {
        yield { path, problem: unknownBlock };
      }
    }
  }
}

const unknownBlock =
  "a block must not be planned unknown itself, only the attributes in it";

function* plannedBlock(
  block: Block,
  values: PlanValues,
  path: Path,
): Generator<Problem> {
  if (isUnknownValue(values.planned)) {
    yield { path, problem: unknownBlock };
  } else {
    yield* plannedObject(block, values, path);
  }
}

/** Like `equalValues`, but refinements of unknowns count. */
function sameValue(a: Value, b: Value, type: Type): boolean {
  if (a === b) {
    return true;
  }
  if (!equalValues(a, b, type)) {
    return false;
  }
  if (isWhollyKnown(a)) {
    return true;
  }
  const left = encodeMsgpack(a, type);
  const right = encodeMsgpack(b, type);
  return left.length === right.length &&
    left.every((byte, i) => byte === right[i]);
}
