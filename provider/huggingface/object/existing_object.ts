import {
  type Detail,
  type Diagnostics,
  hclText,
  isUnknown,
  Path,
  type PlannedState,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import { bindingOf, tableOf } from "@hf-terraform/framework/binding";
import { planAdvice } from "../cost/plan_advice.ts";
import type { CheckedResource } from "./definition.ts";
import { idOfFound } from "./derived_id.ts";
import { lossesOf, quietContext } from "./losses.ts";
import { namespaceIn } from "./owner.ts";
import type { CheckedPlan, PlanCheck } from "./plan_check.ts";
import { importCommand } from "./remote_object.ts";
import { knownText, sameName } from "../schema/same.ts";

/** A plan of what is to be created, in place of `prior` or of nothing. */
interface Planning<S extends Schema> extends CheckedPlan<S> {
  readonly planned: PlannedState<S> & { readonly id?: unknown };
}

/** The check that says what is there that a create would refuse, or adopt. */
export function checkExisting<S extends Schema>(
  finding: CheckedResource<S>,
): PlanCheck<S> {
  return {
    async modifyPlan(planning) {
      const { prior, provider, isMarked, requiresReplace } = planning;
      // What is replaced is planned once more, with its mark and without words.
      if (prior === null ? isMarked : planning.diagnostics.hasErrors) return;
      if (prior !== null && requiresReplace.length === 0) {
        if (!provider.isApplying) await warnIfTaken(finding, planning);
        return;
      }
      const isRefused = !provider.isApplying &&
        await tellOfExisting(finding, planning);
      if (!isRefused) await warnOfChanges(finding, planning);
    },
  };
}

/** Tells of what exists already, and whether the create would not take it. */
async function tellOfExisting<S extends Schema>(
  finding: CheckedResource<S>,
  planning: Planning<S>,
): Promise<boolean> {
  const { planned, prior, diagnostics, provider } = planning;
  const { conflicts: { adopts, find, refusalOf } = {}, kind } = finding;
  const isOwn = (id: unknown) => typeof id === "string" && id === prior?.id;
  // What goes with its parent is in nobody's way.
  const whole = prior && finding.parent?.claimOf(planned as State<S>).claim;
  const holders = whole ? provider.claims.of(whole) : [];
  if (holders.some(({ isCreated }) => isCreated)) return false;
  const asking = quietContext(planning);
  const pass = passFor(finding, planning);
  if (refusalOf !== undefined) {
    if (isOwn(planned.id) || diagnostics.hasErrors) return false;
    // What it has makes way for what replaces it.
    const refusal = await refusalOf(planned, asking).catch(pass);
    for (const one of refusal?.diagnostics ?? []) {
      if (prior !== null) diagnostics.append([one]);
      else diagnostics.add({ ...one, severity: "warning" });
    }
    if (refusal !== undefined) return true;
  }
  if (adopts !== undefined && find === undefined) return false;
  const all = await find?.(planned, asking).catch(pass) ?? [];
  const ids = find === undefined
    ? [planned.id]
    : all.map((one) => idOfFound(finding, planned, one));
  const id = ids.find((one) => !isOwn(one));
  if (typeof id !== "string") return false;
  const importIt = async () => await finding.importState?.({ ...asking, id });
  // An import of ours reads the whole.
  const found = await importIt().catch(pass) as Found<S> | undefined;
  // A name that leads to another one is free.
  if (find === undefined && found?.id !== id) {
    warnOfFormer(finding, id, found, diagnostics);
    return false;
  }
  const title = planned.id === id
    ? `The ${kind} ${id} exists already`
    : `An equal ${kind} exists already`;
  if (prior !== null) {
    const meaning = "The create of the replacement would fail, and unless " +
      "`create_before_destroy` is set, the old one is destroyed by then.";
    const advice = explainTaken(id, finding.idOf(prior), meaning);
    diagnostics.addError(title, advice, planning.requiresReplace[0]);
    return true;
  }
  const lost = found && await lossesIn(finding, found, planning);
  diagnostics.addWarning(title, [
    "A second one is not created: the apply fails, and leaves it as it is. " +
    "Only if this resource is tainted, it is destroyed and created again, " +
    "unless `terraform untaint ADDRESS` keeps it.",
    ...lost ? [`A destroy would mean: ${lost}`] : [],
    "An apply that was killed may have left it. To manage it with this " +
    "resource, import it:",
    importCommand({ id }),
  ]);
  return true;
}

/** Warns of a change that gives an object the name that another one has. */
async function warnIfTaken<S extends Schema>(
  finding: CheckedResource<S>,
  planning: Planning<S>,
): Promise<void> {
  const { planned: { id }, planned, prior, diagnostics } = planning;
  const { kind, idOf, identity, parent, schema: { attributes } } = finding;
  const old = prior && idOf(prior);
  // What stays in its parent has the name that it had there.
  if (parent || typeof id !== "string" || id === old) return;
  const asking = { ...quietContext(planning), id };
  const look = async () => await finding.importState?.(asking);
  const found = await look().catch(() => undefined) as Found<S> | undefined;
  const [own, theirs] = [prior, found]
    .map((one) => one && JSON.stringify(identity?.of?.(one)));
  if (!old || own === theirs) return;
  if (found?.id !== id) return warnOfFormer(finding, id, found, diagnostics);
  const { references = [] } =
    attributes["id"] && bindingOf(attributes["id"])?.computedFrom || {};
  const name = references.find((name) =>
    Reflect.get(planned, name) !== Reflect.get(prior, name)
  );
  diagnostics.addWarning(
    `The ${kind} ${id} exists already`,
    explainTaken(id, old, "The apply is refused while it has that name."),
    name === undefined ? Path.root : Path.root.attribute(name),
  );
}

/** Warns of a name that leads to what had it before. */
function warnOfFormer<S extends Schema>(
  { kind, parent }: CheckedResource<S>,
  id: string,
  found: Found<S> | undefined,
  diagnostics: Diagnostics,
): void {
  if (parent || typeof found?.id !== "string" || sameName(found.id, id)) return;
  diagnostics.addWarning(
    `${id} leads to ${found.id}, which had that name`,
    `That ends once another ${kind} has the name: who still uses it for ` +
      `${found.id}, in clones, links and code, finds the other one. To keep ` +
      "the old address, choose another name.",
  );
}

/** The state that an import gives of an object that is there. */
type Found<S extends Schema> = State<S> & { readonly id?: unknown };

/** Passes over an error: what cannot be found out now, the create will. */
function passFor<S extends Schema>(
  { kind, access }: CheckedResource<S>,
  { planned, provider, diagnostics, prior }: Planning<S>,
) {
  const isReplaced = prior !== null;
  return async (error: unknown): Promise<undefined> => {
    // Of what is replaced the id may be that of the old one.
    const isOwn = typeof planned.id === "string" && !isReplaced;
    const name = isOwn ? ` ${planned.id}` : "";
    const summary = `Cannot see whether the ${kind}${name} exists already`;
    const namespace = knownText(namespaceIn(planned));
    const about = { summary, namespace, ...access, diagnostics, isReplaced };
    await planAdvice(provider).tellRefusal(error, about);
  };
}

/** The losses of a destroy of what is there, in sentences; empty: none. */
async function lossesIn<S extends Schema>(
  finding: CheckedResource<S>,
  found: Found<S>,
  { planned, config, ...planning }: Planning<S>,
): Promise<string> {
  // By a configuration, of which no import tells.
  const ending = "on_destroy" in planned && { on_destroy: planned.on_destroy };
  const { privateState } = planning;
  const context = { ...quietContext(planning), privateState };
  const state = { ...found, ...ending };
  const losses = await lossesOf(finding, state, context, undefined, config)
    .catch(() => []);
  return losses.map(([title, meaning]) => `${title}. ${meaning}`).join(" ");
}

/** Says that another object has the name that this one is to have. */
function explainTaken(id: string, old: string, meaning: string): Detail {
  return [
    `It is not ${old}, which this resource has. ${meaning} Choose another ` +
    "name, or delete what has it; if this configuration gives it up, apply " +
    "that first, with `-target`. To manage it with this resource, first " +
    "destroy the old one or let Terraform forget it " +
    "(`terraform state rm ADDRESS`), then import:",
    importCommand({ id }),
  ];
}

/** Says, attribute by attribute, what a create that adopts would change. */
async function warnOfChanges<S extends Schema>(
  { conflicts, kind, schema, readState }: CheckedResource<S>,
  { planned, config, prior, ...context }: Planning<S>,
): Promise<void> {
  const { id } = planned;
  if (conflicts?.adopts !== "any" || id === prior?.id) return;
  if (typeof id !== "string") {
    const { startsIn } = conflicts;
    const isNew = startsIn !== undefined &&
      context.provider.claims.creates(startsIn);
    if (!isNew) warnOfUnknownId(kind, schema, config, context.diagnostics);
    return;
  }
  const look = async () =>
    // What a read needs of a state is what is configured.
    await readState?.({ ...quietContext(context), state: planned as State<S> });
  const found: unknown = await look().catch(() => {
    context.diagnostics.addWarning(
      `No plan shows what the create changes of the ${kind} ${id}`,
      "The service does not tell it now, or the provider's `token` is known " +
        "only after the apply has begun. What is there then is changed to " +
        "what is configured. To see it first, plan again.",
    );
  });
  if (typeof found !== "object" || found === null) return;
  for (const { names, binding } of tableOf(schema.attributes)) {
    const [name = ""] = names;
    const isLeft = Reflect.get(config, name) === null ||
      binding.read === undefined;
    const [before = "", after] = [found, planned]
      .map((one) => textOf(Reflect.get(one, name)));
    // What is empty is not overwritten.
    const isEmpty = before === "null" || before === "[]";
    if (names.length > 1 || isLeft || isEmpty || before === after) continue;
    const isOpen = isUnknown(Reflect.get(planned, name));
    context.diagnostics.addWarning(
      `The create ${isOpen ? "may change" : "changes"} \`${name}\` of the ` +
        `${kind} ${id}`,
      [
        `It is there already, with ${before}, and is to have ${after}. To have ` +
        "the plan show that as a change, import it first:",
        importCommand({ id }),
      ],
      Path.root.attribute(name),
    );
  }
}

/** Warns of a create that changes what no plan can look at. */
function warnOfUnknownId(
  kind: string,
  { attributes }: Schema,
  config: object,
  diagnostics: Diagnostics,
): void {
  for (const { names: [name = ""], binding } of tableOf(attributes)) {
    const isMissing = binding.change === "immutable" &&
      isUnknown(Reflect.get(config, name));
    if (!isMissing) continue;
    diagnostics.addWarning(
      `No plan shows what the create changes of the ${kind}`,
      `\`${name}\` is known only after the apply has begun. What is there ` +
        "then is changed to what is configured. To see it first, apply what " +
        `\`${name}\` comes from with \`-target\`, and plan again.`,
      Path.root.attribute(name),
    );
  }
}

/** A value as HCL has it on one line; sets in one order. */
function textOf(value: unknown): string {
  if (isUnknown(value)) return "what is known after the apply";
  if (Array.isArray(value)) {
    return `[${value.map(textOf).toSorted().join(", ")}]`;
  }
  if (typeof value === "string") return hclText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).map(([name, part]) =>
    `${name} = ${textOf(part)}`
  );
  return `{ ${parts.join(", ")} }`;
}
