import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { wirePath } from "./attribute_path.ts";

type WireDiagnostic = Init<tfplugin5.Diagnostic>;

/** The messages of diagnostics, in order. */
export function wireDiagnostics(
  diagnostics: Iterable<Diagnostic>,
): readonly WireDiagnostic[] {
  return [...diagnostics].map(wireDiagnostic);
}

function wireDiagnostic(diagnostic: Diagnostic): WireDiagnostic {
  const { severity, summary, detail, path } = diagnostic;
  return {
    severity: severity === "error" ? 1 : 2,
    summary,
    detail,
    attribute: path === undefined || path.isRoot ? undefined : wirePath(path),
  };
}
