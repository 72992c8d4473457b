/**
 * An optional value that was sent and that an answer does not have is no proof
 * that an object is ours: after a lost create, one without it stays a
 * stranger's.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  loadProvider,
  type Resource,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  type Entry,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import {
  isLocal,
  isSame,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { resourceSamples, samplesOf } from "./bindings_samples.ts";
import { withValue } from "./bindings_world.ts";
import { loseWrite, seenBy, worldsOf } from "./lost_requests.ts";

/** Resources that take or compare what is there, as their pages say. */
const adopting: ReadonlySet<string> = new Set([
  "huggingface_organization_member",
  "huggingface_organization_network_security",
  "huggingface_repo_file",
  "huggingface_repo_files",
  "huggingface_resource_group_members",
]);

/** Attributes that requests after the create send, which is equal without. */
const later: ReadonlySet<string> = new Set([
  "huggingface_collection.gating",
  "huggingface_collection.items",
  "huggingface_collection.position",
  "huggingface_collection.theme",
  "huggingface_collection.visibility",
  "huggingface_resource_group.auto_join",
  "huggingface_resource_group.spend_limits",
]);

const { resources } = await loadProvider(provider);

/** The attributes that a stranger may leave out. */
function optionalOf({ typeName, schema }: Resource): readonly Entry[] {
  return tableOf(schema.attributes).filter(
    ({ attribute, binding, names, path, isParent }) =>
      names.length === 1 && !isParent && !attribute.required &&
      attribute.mode !== "computed" && !isLocal(binding) &&
      !later.has(`${typeName}.${path}`) &&
      !Object.hasOwn(resourceSamples[typeName]?.config ?? {}, path) &&
      resourceSamples[typeName]?.excluded?.[path] === undefined,
  );
}

for (const resource of resources) {
  const { typeName } = resource;
  if (adopting.has(typeName)) continue;
  for (const entry of optionalOf(resource)) {
    const { config, values: [first, second] } = samplesOf(typeName, entry);
    const { names, attribute, path } = entry;
    const of = (value: typeof first): ValueObject =>
      withValue(config, names, value);
    Deno.test({
      name:
        `${typeName} with ${path}: what a stranger made without it stays theirs`,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        for (const value of [first, second]) {
          const [ours, theirs] = await worldsOf(resource);
          let seen = "";
          let isEqual = false;
          ours.answer = loseWrite(ours.answer, {
            reaches: false,
            async between() {
              await theirs.apply(config);
              isEqual = isSame(
                valueNamed(theirs.state, names),
                value,
                attribute,
              );
              seen = await seenBy(theirs);
            },
          });
          const { diagnostics } = await ours.attempt(of(value));
          const text = JSON.stringify(diagnostics.items);
          if (isEqual) continue;
          assertEquals(ours.state, null, text);
          assert(diagnostics.hasErrors, text);
          assertEquals(await seenBy(theirs), seen);
        }
      },
    });
  }
}
