/**
 * Bindings: how a schema and the JSON of an API correspond, declared once per
 * attribute; see `docs/bindings.md`.
 *
 * @module
 */

export * from "./data_source.ts";
export * from "./binding.ts";
export * from "./binder.ts";
export { bindingTo } from "./declare.ts";
export { changedSincePlan } from "./looks.ts";
export { destroyFirst } from "./messages.ts";
export { unconfiguredFields, withUnmanagedFields } from "./request.ts";
export { type DataAtRisk, shownNames, type Transition } from "./life.ts";
export * from "./definition.ts";
export * from "./resource.ts";
export { differencesFrom } from "./completed_plan.ts";
export { stateFrom } from "./state_from.ts";
export {
  attributeAt,
  type Entry,
  jsonAt,
  pathOf,
  type Table,
  tableOf,
} from "./table.ts";
