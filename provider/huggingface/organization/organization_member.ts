import {
  failure,
  isUnknown,
  Path,
  type Resource,
  s,
  type State,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import {
  mayHaveTakenEffect,
  type OrganizationRole,
} from "@hf-terraform/client";
import { adviseNewMembers } from "./new_members.ts";
import { definerFor } from "../object/bound.ts";
import type { RemoteObject } from "../object/remote_object.ts";
import { isReplacement } from "../object/replacement.ts";
import type { AdviceContext, ProviderContext } from "../provider_data.ts";
import {
  inTurn,
  membersOf,
  namedByParts,
  readMember,
  refuseOtherRole,
  roleAttribute,
  roleNames,
  roles,
  setsWhatIsThere,
  usernameAttribute,
} from "../schema/organization.ts";
import { inOrder, same, sameName } from "../schema/same.ts";
import { text } from "../define/inputs.ts";
import { memberReads } from "../reads/organization_reads.ts";
import { planAdvice } from "../cost/plan_advice.ts";

interface Role {
  readonly role: OrganizationRole;
}

type Wire = Record<"create" | "update" | "response", Role>;

const b = bindingTo<Wire>();

const { named, identity } = namedByParts("a member of an organization", {
  username: "The name of the member.",
});

const schema = s.schema({
  description: "Role of a member of an organization. The user is a member " +
    "already: see `huggingface_organization_invitation`.\n\nThe service sets " +
    "a role together with all groups of the member, so they are read right " +
    "before, and sent back: who joins a group between the two requests is not " +
    "in it. A warning names who added members meanwhile, if the token may " +
    "read the audit log (`org.auditLog.write`).\n\nWhen it is destroyed, the " +
    "user stays a member: the service has no way to remove one." +
    setsWhatIsThere,
  attributes: {
    ...named,
    username: b.local(usernameAttribute, { change: "immutable" }),
    role: b.field("role", roleAttribute("the member"), {
      openness: inOrder(...roles.toReversed()),
    }),
    role_on_destroy: b.local(text(
      `Role when this is destroyed: ${roleNames}. Default: it stays as it ` +
        "is. A destroy goes by the state: apply a change first.",
      v.oneOf(...roles),
    )),
  },
});

export const organizationMember: Resource = definerFor<Wire>()({
  typeName: "huggingface_organization_member",
  schema,
  kind: "member",
  access: { permission: "org.write", plan: "Team" },
  identity,
  conflicts: { adopts: "any" },
  losses: {
    async removes(state, context) {
      const { organization, username, role_on_destroy: last } = state;
      if (last === null) return undefined;
      const role = await roleNow(state, context);
      return role === undefined || last === role ? undefined : [
        `${username} has another role in ${organization} then`,
        `It is \`${role}\` now, and \`${last}\` when this is destroyed.`,
      ];
    },
  },
  async modifyPlan(planning) {
    const { planned: { organization, username, role }, prior } = planning;
    if (prior?.role !== role) await adviseOwnRole(username, role, planning);
    const isNew = prior === null || isReplacement(planning);
    const added = isNew ? [username] : [];
    const at = Path.root.attribute("username");
    await adviseNewMembers(organization, added, at, planning);
  },
  async planDestroy({ prior, ...planning }) {
    const { username, role_on_destroy } = prior;
    await adviseOwnRole(username, role_on_destroy ?? "admin", planning);
  },
  create({ body, plan, namespace: organization, object }) {
    const { username: user } = plan;
    const member = { organization, user, ...body };
    return inTurn(organization, object, async () => {
      const found = await lookAtMember(organization, user, object);
      if (found === undefined) {
        throw failure(
          `${user} is not a member of ${organization}`,
          "Invite the user first, by `huggingface_organization_invitation` " +
            "or on the page of the organization, and wait until the " +
            "invitation is accepted.",
          Path.root.attribute("username"),
        );
      }
      if (found.role !== body.role) await setRole(member, object);
      return body;
    });
  },
  async read({ state, namespace: organization, object }) {
    const { username: user } = state;
    const found = await readMember(organization, user, object);
    if (found === undefined) return undefined;
    const role = found.role ?? state.role;
    if (typeof role !== "string") {
      throw failure(
        `The role of ${user} in ${organization} is not shown`,
        "Only members of an organization are shown roles: use the token of " +
          "an admin.",
      );
    }
    return { role };
  },
  async update({ body, prior, namespace: organization, object }) {
    if (body === undefined) return undefined;
    const changed = { organization, user: prior.username, ...body };
    await inTurn(organization, object, () => setRole(changed, object));
    return body;
  },
  async delete({ state, namespace: organization, object }) {
    const { username: user, role_on_destroy: role } = state;
    if (role === null) {
      const current = await roleNow(state, object.context);
      if (current === undefined) return;
      object.context.diagnostics.addWarning(
        `${user} stays a member of ${organization}`,
        `The role \`${current}\` stays too. Set \`role_on_destroy\` to ` +
          "change it, or remove the member on the page of the organization.",
      );
      return;
    }
    return await inTurn(organization, object, async () => {
      const found = await lookAtMember(organization, user, object);
      if (found === undefined) return false;
      if (found.role === role) return true;
      refuseOtherRole(object, found.role, state.role);
      await setRole({ organization, user, role }, object);
      return true;
    });
  },
});

/** Warns of a plan by which the token's own user is an admin no more. */
async function adviseOwnRole(
  username: unknown,
  role: unknown,
  { provider, diagnostics }: AdviceContext,
): Promise<void> {
  if (typeof username !== "string" || isUnknown(role) || role === "admin") {
    return;
  }
  const own = (await planAdvice(provider).user())?.name;
  if (own === undefined || !sameName(own, username)) return;
  diagnostics.addWarning(
    `${username} is the token's own user`,
    `With the role \`${role}\` the token can no longer manage the ` +
      "organization, and so not take this back. Use the token of another " +
      "admin, or leave this member out.",
    Path.root.attribute("role"),
  );
}

/** The role now, or that of the state if it is not shown; undefined: no member. */
async function roleNow(
  { organization, username, role }: State<typeof schema>,
  context: ProviderContext,
): Promise<string | undefined> {
  const found = await readMember(organization ?? "", username, { context })
    .catch(() => null);
  return found === undefined ? undefined : found?.role ?? role;
}

/** The member, read again; undefined: the user is none. */
function lookAtMember(
  organization: string,
  user: string,
  object: RemoteObject,
) {
  memberReads(object.context.provider).forget();
  return readMember(organization, user, object);
}

/** Sets a role, and sends back the groups of the member, which it replaces. */
async function setRole(
  { organization, user, role }: Role & Record<"organization" | "user", string>,
  object: RemoteObject,
): Promise<void> {
  const { provider, signal, diagnostics, mayRepeat } = object.context;
  const { organizations } = await provider.client();
  const query = "type:resource_group.add_users";
  const joins = () =>
    planAdvice(provider).ask(
      `audit log of ${organization}`,
      ({ organizations }, options) =>
        organizations.listAuditLog(organization, { query }, options).toArray(),
    ).catch(() => undefined);
  const before = await joins();
  // Its own letters, as the organization lists them.
  const { user: listed = user, resourceGroups: told = [], role: had } =
    await readMember(organization, user, object) ?? {};
  const groupsOf = async () => {
    const groups = await organizations.resourceGroups
      .list(organization, { signal }).toArray();
    // Who is left out here is put out of the group.
    return groups.flatMap((group) =>
      membersOf(group).filter(({ name }) => sameName(name, user))
        .map(({ role }) => ({ id: group.id, role }))
    );
  };
  const resourceGroups = await groupsOf();
  const ids = new Set(resourceGroups.map(({ id }) => id));
  const lacking = told.find(({ id }) => !ids.has(id));
  if (lacking !== undefined) {
    throw failure(
      `The groups of ${organization} are told in two ways`,
      `Only the list of members has ${user} in ${lacking.id}. A role is set ` +
        "together with all groups, so nothing was sent. Apply again.",
    );
  }
  const body = { role, resourceGroups };
  await object.context.refuseLate?.();
  await organizations.setMemberRole(organization, listed, body, {
    signal,
    // The role and the groups may be others by then.
    async mayRepeat(error) {
      const isLost = mayHaveTakenEffect(error);
      await mayRepeat?.(error, isLost);
      return !isLost && same(await groupsOf(), resourceGroups) &&
        (await lookAtMember(organization, user, object))?.role === had;
    },
  });
  const after = before && await joins();
  const known = new Set(before?.map(({ _id }) => _id));
  const met = after?.filter(({ _id }) => !known.has(_id)) ?? [];
  if (met.length === 0) return;
  const by = new Set(met.map(({ author }) => author.user ?? "somebody"));
  diagnostics.addWarning(
    `Somebody joined a resource group while the role of ${user} was set`,
    `${[...by].join(", ")} added members to resource groups of ` +
      `${organization} in that moment. If ${user} was among them, that is ` +
      "lost: the service sets a role together with all groups. Look at the " +
      `audit log, and add ${user} to that group again.`,
  );
}
