import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import type { Path, PathStep } from "../../values/path.ts";

type WireStep = Init<tfplugin5.AttributePath.Step>;

/** The message of a path. The root has none: leave the field out instead. */
export function wirePath(path: Path): Init<tfplugin5.AttributePath> {
  return { steps: path.steps.map(wireStep) };
}

function wireStep(step: PathStep): WireStep {
  switch (step.kind) {
    case "attribute":
      return { attributeName: step.name };
    case "key":
      return { elementKeyString: step.key };
    case "index":
      return { elementKeyInt: step.index };
  }
}
