import { type ImportContext, s, v } from "@hf-terraform/framework";
import { bindingTo, type MayRepeat } from "@hf-terraform/framework/binding";
import {
  isApiError,
  type NewResourceGroupUser,
  type OrganizationMember,
  type ResourceGroupDetails,
  type ResourceGroupUser,
} from "@hf-terraform/client";
import { invalidId, safeName, whereIdsAre } from "./ids.ts";
import { notTold } from "./not_told.ts";
import { requireText } from "../define/inputs.ts";
import { identityOf, idOfParts } from "../object/derived_id.ts";
import { isAnother } from "../object/fingerprint.ts";
import {
  orGone,
  type RemoteObject,
  takeTurn,
} from "../object/remote_object.ts";
import type { HuggingFaceProvider, ProviderContext } from "../provider_data.ts";
import { nameKey, sameName } from "./same.ts";
import { hexDigits, hexId, namespaceName } from "./validators.ts";
import {
  memberReads,
  resourceGroupReads,
} from "../reads/organization_reads.ts";

const organizationOptions = {
  optional: true,
  description: "The organization. Default: the provider's `namespace`.",
  validators: [namespaceName],
  semanticEquals: sameName,
} as const;

const b = bindingTo<Record<"create" | "update" | "response", object>>();
const fixed = { change: "immutable" } as const;

/** The paragraph on a create that finds what it is to set. */
export const setsWhatIsThere =
  "\n\nA create sets what is configured, in place of what is there: the plan " +
  "says what that is. The CLI keeps no note of that plan, so what somebody " +
  "changes before the apply is set too; after an import such an apply is " +
  "refused, and so is a replacement by itself, as by `-replace`.";

/** The attribute `organization` of what has no state, and of data sources. */
export const organizationAttribute = s.string(organizationOptions);

/** The attribute `resource_group_id` of what belongs to a group. */
export const owningGroup = b.local(
  requireText("The id of the resource group: 24 hex digits.", hexId),
  fixed,
);

export const roles = [
  "admin",
  "write",
  "contributor",
  "read",
  "no_access",
] as const;

export const roleNames = roles.map((role) => `\`${role}\``).join(", ");

export const usernameAttribute = s.string({
  required: true,
  description: "The name of the user, a member of the organization.",
  validators: [namespaceName],
  semanticEquals: sameName,
});

/** Advice on a refusal of a user who is no member of the organization. */
export function joinFirst(error: unknown): string | undefined {
  return isApiError(error) && /\bnot a member\b/i.test(error.reason)
    ? "Who is to be in a group has to be in its organization first."
    : undefined;
}

/** An attribute that is the role of a user or of what else a group has. */
export function roleAttribute(of = "the user") {
  return requireText(`What ${of} may do: ${roleNames}.`, v.oneOf(...roles));
}

/** Attributes and identity of what an organization has, by parts of its id. */
export function namedByParts<const K extends string>(
  what: string,
  keys: Readonly<Record<K, string>>,
) {
  const parts = { organization: "The organization.", ...keys };
  // The keys are those of the descriptions.
  const names = Object.keys(parts) as ("organization" | K)[];
  const example = names.map((name, at) =>
    examples.get(name) ?? `6531a1b2c3d4e5f60718293${"ab"[at - 1]}`
  ).join("/");
  // The service tells no form of the ids of invitations.
  const isHex = (name: string) => /^(?!invitation)\w+_id$/.test(name);
  type Key = Readonly<Record<"organization" | K, string>>;
  return {
    named: {
      id: idOfParts(names, `Such as \`${example}\`.`),
      organization: b.local(
        s.string({ ...organizationOptions, computed: true }),
        fixed,
      ),
    },
    identity: {
      ...identityOf<"organization" | K>(parts),
      importKey(
        { id: given = "", identity }: ImportContext<Key, HuggingFaceProvider>,
      ): Key {
        const id = identity === undefined
          ? given
          : names.map((name) => identity[name]).join("/");
        const values = valuesIn(id);
        const isWell = values.length === names.length &&
          names.every((name, at) =>
            (isHex(name) ? hexDigits : safeName).test(values[at] ?? "")
          );
        if (isWell) {
          return Object.fromEntries(
            names.map((name, at) => [name, values[at] ?? ""]),
          ) as Key;
        }
        throw invalidId(
          id,
          `the ID of ${what}`,
          `of the form \`${example}\`, or its address in the API, which begins ` +
            `with \`https://huggingface.co/api/organizations/\`. ${whereIdsAre}`,
        );
      },
    },
  };
}

const examples = new Map([["organization", "acme"], ["username", "julien"]]);

/** The parts of an id. In an address every second part is a word. */
function valuesIn(id: string): readonly string[] {
  const [, address] =
    /^https?:\/\/(?:huggingface\.co|hf\.co)\/api\/organizations\/(.*)$/
      .exec(id) ?? [];
  return address?.replace("/scim-provisioning/v2/", "/")
    .replace("/settings/network-security", "").split("/")
    .filter((_, at) => at % 2 === 0) ?? id.split("/");
}

/** The members of a group, for a change that goes by who is in it. */
export function membersOf(
  { id, users }: Pick<ResourceGroupDetails, "id" | "users">,
): readonly ResourceGroupUser[] {
  if (users !== undefined) return users;
  throw notTold(`the members of the resource group ${id}`);
}

/** The member, as a list shows it; undefined: the user is none. */
export async function readMember(
  organization: string,
  user: string,
  { context: { provider, signal } }: { readonly context: ProviderContext },
): Promise<OrganizationMember | undefined> {
  const all = await memberReads(provider).get(organization, signal);
  return all.get(nameKey(user));
}

/** The resource group, as a list shows it; undefined: there is none. */
export async function readGroup(
  organization: string,
  id: string,
  object: { readonly context: ProviderContext },
): Promise<ResourceGroupDetails | undefined> {
  const { provider, signal } = object.context;
  const all = await resourceGroupReads(provider).get(organization, signal);
  // What a list lacks may only be hidden from the token: its own route tells.
  return all.find((one) => one.id === id) ??
    await lookAtGroup(organization, id, object);
}

/** The resource group at this moment; undefined: there is none. */
export async function lookAtGroup(
  organization: string,
  id: string,
  { context: { provider, signal } }: { readonly context: ProviderContext },
): Promise<ResourceGroupDetails | undefined> {
  const { organizations: { resourceGroups } } = await provider.client();
  return await orGone(resourceGroups.get(organization, id, { signal }));
}

/** Changes members one after the other: what has waited looks again before. */
export function inTurn<T>(
  organization: string,
  object: Pick<RemoteObject, "context">,
  step: (isFound: boolean) => Promise<T>,
): Promise<T> {
  const key = `members of ${nameKey(organization)}`;
  return takeTurn(key, object, async (hasWaited) => {
    const why = new Error("Other members were changed before.");
    const isFound = !hasWaited ||
      await object.context.mayRepeat?.(why, false) !== false;
    return await step(isFound);
  });
}

/** Refuses a change or destroy of what had another role before. */
export function refuseOtherRole(
  object: RemoteObject,
  now: string | undefined,
  before: string | null,
  done: "changed" | "deleted" = "deleted",
): void {
  if (now === undefined || before === null || now === before) return;
  const how = `\`role\` was \`${before}\`, and is \`${now}\` now`;
  throw isAnother(object, done, how);
}

/** An object whose create sets roles, and leaves those that others set meanwhile. */
export function settingRoles(
  organization: string,
  group: ResourceGroupDetails,
  { object, users }: {
    readonly object: RemoteObject;
    readonly users: readonly NewResourceGroupUser[];
  },
): RemoteObject {
  const roleOf = (name: string, group?: ResourceGroupDetails) =>
    group?.users?.find((one) => sameName(one.name, name))?.role;
  const mayRepeat: MayRepeat = async (_, isLost) => {
    const now = await lookAtGroup(organization, group.id, object);
    for (const { user, role } of users) {
      const current = roleOf(user, now);
      if (current === role) continue;
      const before = roleOf(user, group) ?? "none";
      refuseOtherRole(object, current, before, "changed");
    }
    return !isLost;
  };
  return { ...object, context: { ...object.context, mayRepeat } };
}
