import {
  type Attributes,
  DiagnosticsError,
  type ListResource,
  type OperationContext,
  type Resource,
  s,
  type ValueObject,
} from "@hf-terraform/framework";
import { type HuggingFace, isApiError } from "@hf-terraform/client";
import { type Access, accessOf, withAccess } from "./access.ts";
import { defineListResource } from "./define.ts";
import { text, texts } from "./inputs.ts";
import type { ConfigOf } from "./request.ts";
import { ownerAttribute } from "../schema/namespace.ts";
import { explain } from "../object/errors.ts";
import { scratchNotes } from "../object/notes.ts";
import { organizationAttribute } from "../schema/organization.ts";
import type { HuggingFaceProvider, ProviderContext } from "../provider_data.ts";
import { tenAtATime } from "../reads/ten_at_a_time.ts";
import { repoId } from "../schema/validators.ts";

type Filter = keyof typeof filterAttributes;

/** A search by filters, with the client that sends its requests. */
export interface Search
  extends Partial<ConfigOf<typeof filterAttributes>>, ProviderContext {
  /** The owner; empty: a search that has no such filter. */
  readonly namespace: string;
  readonly client: HuggingFace;
}

export interface ListItem {
  /** The id that an import takes. */
  readonly id: string;
  readonly identity?: ValueObject;
  /** A label for people, where the id says nothing to them. */
  readonly label?: string;
  /** The names of its secrets, where the list tells; true: one without. */
  readonly secrets?: readonly string[] | boolean;
  /** The reason why it is left out, where an answer does not tell it. */
  readonly refusal?: DiagnosticsError | undefined;
}

/** An attribute of other resources that refers to objects of a list. */
export interface IncomingReference {
  /** The path of the attribute, such as `model.repository`. */
  readonly path: string;
  /** The attribute of the listed object that it takes; default: `id`. */
  readonly attribute?: string;
  /** The id of the object; undefined: another kind. Default: the value. */
  id?(value: string, state: ValueObject): string | undefined;
}

export interface ObjectListDefinition {
  readonly resource: Resource;
  /** The plural of its objects, for descriptions: `Spaces`. */
  readonly plural: string;
  readonly filters: readonly Filter[];
  /** The permission and plan that it needs; default: those of the resource. */
  readonly access?: Access;
  /** The type name of the resource whose blocks an export has them in. */
  readonly exportedIn?: string;
  /** Its attribute that holds secrets, and whether a configuration needs it. */
  readonly secret?: { readonly path: string; readonly isRequired?: true };
  readonly references?: readonly IncomingReference[];
  find(search: Search): AsyncIterable<ListItem>;
  /** Returns the names of an object's secrets, where the list does not tell. */
  secretsOf?(id: string, search: Search): Promise<readonly string[]>;
}

/** A list resource that an export goes through too. */
export type ObjectList = ListResource & ObjectListDefinition;

const filterAttributes = {
  namespace: ownerAttribute,
  organization: organizationAttribute,
  search: text("Only those whose name contains this text."),
  tags: texts("Only those with all of these tags."),
  space: text("Only those of this Space: `namespace/name`.", repoId),
  repository: text(
    "Only those of this repository: `acme/m`, `datasets/acme/x` or " +
      "`spaces/acme/s`. Default: all models and datasets of the namespace.",
  ),
} satisfies Attributes;

/** Defines the list resource that finds the objects of a resource. */
export function defineObjectList(definition: ObjectListDefinition): ObjectList {
  const { resource, plural, filters, find } = definition;
  const access = { ...accessOf(resource.schema), ...definition.access };
  const { permission = null, plan } = access;
  const hasOwner = filters.includes("namespace") ||
    filters.includes("organization");
  const list = defineListResource({
    typeName: resource.typeName,
    schema: withAccess(
      { permission, plan },
      s.schema({
        description: `Finds the ${plural} that exist, to import them.`,
        // The names are those of filters.
        attributes: Object.fromEntries(
          filters.map((name) => [name, filterAttributes[name]]),
        ) as Partial<typeof filterAttributes>,
      }),
    ),
    async *list(context) {
      const { config, provider, signal, includeResource } = context;
      if (includeResource && definition.secret?.isRequired) {
        context.diagnostics.addWarning(
          "Configuration of secrets has no values",
          "Hugging Face does not show them. Write `value`, or `value_wo` with " +
            "`value_wo_version`, into each block that is generated.",
        );
      }
      let namespace = config.namespace ?? config.organization ?? "";
      try {
        if (namespace === "" && hasOwner) {
          namespace = await provider.defaultNamespace(signal);
        }
        const client = await provider.client();
        const found = find({ ...config, client, provider, signal, namespace });
        const all = tenAtATime(found, async (item) => {
          const { id, identity, label } = item;
          const state = includeResource || identity === undefined
            ? await importedState(resource, item, context).catch((error) => {
              if (!isRefusal(error)) throw error;
              context.diagnostics.addWarning(
                `${id} is left out`,
                error.message,
              );
            })
            : undefined;
          return {
            name: label === undefined ? id : `${id} (${label})`,
            state,
            known: identity ?? (state && resource.identity?.of(state)),
          };
        });
        for await (const { name, state, known } of all) {
          if (known === undefined || includeResource && !state) continue;
          yield {
            identity: known,
            displayName: name,
            ...includeResource && state && { resource: state },
          };
        }
      } catch (error) {
        throw await explain(error, {
          summary: `Cannot list the ${plural}`,
          permission,
          plan,
          provider,
          namespace,
        });
      }
    },
  });
  return { ...definition, ...list };
}

export async function importedState(
  resource: Resource,
  { id, refusal }: Pick<ListItem, "id" | "refusal">,
  context: OperationContext<HuggingFaceProvider>,
): Promise<ValueObject | undefined> {
  if (refusal !== undefined) throw refusal;
  const privateState = scratchNotes();
  const call = { ...context, id, identity: undefined, privateState };
  return await resource.importState?.(call);
}

/** Whether an error is one to go on after: a refusal, and no failure. */
export function isRefusal(error: unknown): error is DiagnosticsError {
  return error instanceof DiagnosticsError &&
    (error.cause === undefined || isApiError(error.cause) &&
        [402, 403, 404].includes(error.cause.status));
}
