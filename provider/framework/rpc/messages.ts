import type { Init } from "@hf-terraform/tfplugin/codec";
import type { tfplugin5 } from "@hf-terraform/tfplugin/tfplugin5";
import type { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import type { Timestamp } from "@hf-terraform/tfplugin/well_known";
import { type Diagnostic, Diagnostics } from "../diagnostics.ts";
import { displayablePath } from "../engine/addressable.ts";
import type {
  ClientCapabilities,
  OptionalDeferral,
} from "../engine/contract.ts";
import type { Schema } from "../schema/schema.ts";
import {
  foldMessage,
  MAX_LINE,
  sanitizeForDisplay,
  sanitizeLines,
} from "../secrets.ts";
import { type Path, type PathStep, stepName } from "../values/path.ts";
import type { Value } from "../values/value.ts";

/**
 * The messages of diagnostics, in order, without secrets.
 *
 * @param configuration What the paths lead into: each is cut to what the CLI
 * finds and may show, and then told in the text if that does not name it.
 */
export function wireDiagnostics(
  diagnostics: Iterable<Diagnostic>,
  configuration?: ConfigurationScope,
): readonly Init<tfplugin6.Diagnostic>[] {
  const placed = configuration === undefined ? diagnostics : new Diagnostics(
    Array.from(diagnostics, (item) => withDisplayablePath(item, configuration)),
  );
  return [...placed].map(({ severity, summary, path, ...told }) => ({
    severity: severity === "error" ? 1 : 2,
    summary: sanitizeForDisplay(summary),
    detail: shownDetail(told),
    attribute: path === undefined || path.isRoot ? undefined : wirePath(path),
  }));
}

/** The detail, of whose commands no mask takes a quote off. */
function shownDetail(
  { detail, commands = [] }: Pick<Diagnostic, "detail" | "commands">,
): string {
  const [command, ...others] = commands;
  if (command === undefined) return sanitizeLines(detail);
  const isWhole = command.length <= MAX_LINE;
  return (isWhole ? detail.split(command) : [detail])
    .map((detail) => shownDetail({ detail, commands: others }))
    .join(command);
}

/** The configuration that a call is about. */
export interface ConfigurationScope {
  readonly schema: Schema;
  /** The configuration; undefined: unknown. */
  readonly config: Value | undefined;
}

function withDisplayablePath(
  item: Diagnostic,
  { schema, config }: ConfigurationScope,
): Diagnostic {
  if (item.path === undefined) return item;
  const path = displayablePath(schema, item.path, config);
  const { last } = item.path;
  const name = last && last.kind !== "index" ? stepName(last) : undefined;
  const text = `${item.summary} ${item.detail}`;
  const place = `Attribute: ${item.path}`;
  const isTold = path.steps.length === item.path.steps.length ||
    text.includes(`\`${name}\``) || text.includes(String(item.path));
  return isTold
    ? { ...item, path }
    : { ...item, path, detail: `${item.detail}\n\n${foldMessage(place)}` };
}

/** The message of a path. The root has none: leave the field out instead. */
export function wirePath(path: Path): Init<tfplugin6.AttributePath> {
  return { steps: path.steps.map(wireStep) };
}

function wireStep(step: PathStep): Init<tfplugin6.AttributePath.Step> {
  switch (step.kind) {
    case "attribute":
      return { attributeName: step.name };
    case "key":
      return { elementKeyString: step.key };
    case "index":
      return { elementKeyInt: step.index };
  }
}

/** Reads what the client can do; what it does not mention, it cannot. */
export function readCapabilities(
  message: tfplugin5.ClientCapabilities | undefined,
): ClientCapabilities {
  return {
    deferralAllowed: message?.deferralAllowed ?? false,
    writeOnlyAttributesAllowed: message?.writeOnlyAttributesAllowed ?? false,
  };
}

const deferralReasons = {
  resource_config_unknown: 1,
  provider_config_unknown: 2,
  absent_prerequisite: 3,
} as const;

export function wireDeferred(
  deferred: OptionalDeferral,
): Init<tfplugin6.Deferred> | undefined {
  return deferred === undefined
    ? undefined
    : { reason: deferralReasons[deferred] };
}

export function wireTimestamp(date: Date | undefined): Timestamp | undefined {
  if (date === undefined) return undefined;
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}
