/**
 * Imports what the state has, and holds what comes of it against that.
 *
 * @module
 */

import { assertNone, checkPlan, importDifferences } from "./expectations.ts";
import { assertSuccess, changeOf, fail } from "./results.ts";
import { checkEnd, GENERATED, removeIfThere } from "./step_end.ts";
import type { ImportStep, PlannedExpectations } from "./steps.ts";
import type { JsonObject, StateResource } from "./terraform_json.ts";
import type { Workspace } from "./workspace.ts";

const STATE = "terraform.tfstate";

/** Imports a resource that the state has, and leaves the state as it was. */
export async function takeImport(
  workspace: Workspace,
  step: ImportStep,
): Promise<void> {
  const resource = await workspace.stateResource(step.import);
  const state = await workspace.read(STATE);
  try {
    if (step.by === undefined || step.by === "command") {
      await importByCommand(workspace, step, resource);
    } else {
      await importByBlock(workspace, step, resource);
    }
  } finally {
    await workspace.write({ [STATE]: state });
  }
}

/** Takes a resource out of the state. */
async function forget(workspace: Workspace, address: string) {
  assertSuccess(await workspace.run(["state", "rm", address]));
}

async function importByCommand(
  workspace: Workspace,
  step: ImportStep,
  { address, values }: StateResource,
): Promise<void> {
  await forget(workspace, address);
  const result = await workspace.import(address, idOf(step, values));
  checkEnd(step, [result]);
  if (step.fails !== undefined) return;
  const imported = await workspace.stateResource(address);
  assertImported(step, values, imported.values);
}

async function importByBlock(
  workspace: Workspace,
  step: ImportStep,
  { address, type, values, identity: stored }: StateResource,
): Promise<void> {
  const { generate = false, plan } = step;
  const to = generate ? `${type}.generated` : address;
  const identity = step.identity ?? stored;
  if (step.by === "identity" && identity === undefined) {
    fail(`The state has no identity of ${address}`);
  }
  const block = {
    import: step.by === "identity"
      ? { to, identity: identity ?? {} }
      : { to, id: idOf(step, values) },
  };
  // One that is generated is another resource, of the same object.
  if (!generate) await forget(workspace, address);
  await workspace.write({ "import.tf.json": JSON.stringify(block) });
  try {
    const args = generate ? [`-generate-config-out=${GENERATED}`] : [];
    const result = await workspace.plan({ args });
    checkEnd(step, [result]);
    if (step.fails !== undefined) return;
    const planned = await workspace.shownPlan();
    const expected: PlannedExpectations = plan === undefined
      ? { imported: true, action: "no-op" }
      : { imported: true };
    checkPlan(planned, { resources: { [to]: expected } });
    if (plan !== undefined) checkPlan(planned, plan);
    const { change } = changeOf(planned, to);
    assertImported(step, values, change.before ?? {});
  } finally {
    await workspace.remove("import.tf.json");
    if (generate) await removeIfThere(workspace, GENERATED);
  }
}

function idOf({ id }: ImportStep, values: JsonObject): string {
  if (typeof id === "string") return id;
  if (id !== undefined) return id(values);
  const own = values["id"];
  return typeof own === "string"
    ? own
    : fail('The resource has no attribute "id": say what its id is');
}

function assertImported(
  { ignore = [] }: ImportStep,
  before: JsonObject,
  after: JsonObject,
): void {
  assertNone(
    "What is imported is not what the state has",
    importDifferences(before, after, ignore),
  );
}
