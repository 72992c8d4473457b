/**
 * Plans of bound attributes through the engine.
 *
 * @module
 */
import {
  type Attributes,
  definersFor,
  Path,
  s,
  type Schema,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  type Bound,
  boundResource,
  type DataAtRisk,
} from "../../../../provider/framework/binding/mod.ts";
import { noteCreated } from "../../../../provider/framework/binding/notes.ts";
import { PrivateData } from "../../../../provider/framework/engine/private_state.ts";
import { empty, plain, plan, whole } from "../engine/support.ts";

/** Input of a plan. */
export interface BoundChange {
  readonly config: ValueObject;
  readonly prior: ValueObject | null;
  readonly dataAtRisk?: DataAtRisk | undefined;
  /** Whether the state comes from elsewhere, such as an import. */
  readonly isImported?: boolean;
  /** The attribute that `modifyPlan` of the resource says is replaced. */
  readonly replaces?: string;
  /** The private state; default: that of an object that was made just now. */
  readonly privateState?: Uint8Array;
}

/** The plan of a change by the attributes' bindings alone. */
export async function planOf(
  attributes: Attributes,
  { config, prior, dataAtRisk, isImported = false, replaces, privateState }:
    BoundChange,
) {
  let isUpdate: boolean | undefined;
  const never = () => Promise.reject(new Error("must not be called"));
  const calls = { create: never, read: never, update: never, delete: never };
  // All of the attributes are bound.
  const schema = s.schema({ description: "Bound.", attributes }) as Schema<
    Readonly<Record<string, Bound>>
  >;
  const resource = definersFor<unknown>().defineResource(boundResource({
    typeName: "test_disk",
    schema,
    label: () => "the disk x",
    importKey: () => ({}),
    ...dataAtRisk && { dataAtRisk: () => dataAtRisk },
    modifyPlan(context) {
      isUpdate = context.isUpdate;
      if (replaces === undefined) return;
      return { requiresReplace: [Path.root.attribute(replaces)] };
    },
    ...calls,
  }));
  const kept = new PrivateData(empty);
  if (!isImported) noteCreated(kept);
  const planned = await plan(resource, {
    config: whole(schema, config),
    priorState: prior && whole(schema, prior),
    privateState: privateState ?? kept.encode(),
  });
  const { plannedState, requiresReplace, diagnostics } = planned;
  return {
    privateState: planned.privateState,
    planned: plain(plannedState),
    replaced: requiresReplace.map(String),
    said: diagnostics.items.map(({ severity, path }) => `${severity} ${path}`),
    isUpdate,
  };
}
