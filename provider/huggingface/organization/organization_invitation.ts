import {
  isUnknown,
  Path,
  type Resource,
  s,
  types,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { CreateInvitation, Invitation } from "@hf-terraform/client";
import { definerFor } from "../object/bound.ts";
import { objectClaim } from "../object/claims.ts";
import { createObject } from "../object/create.ts";
import { orGone } from "../object/remote_object.ts";
import { namedByParts, readMember } from "../schema/organization.ts";
import { knownTexts, sameName } from "../schema/same.ts";
import { emailAddress, namespaceName } from "../schema/validators.ts";
import { invitationReads } from "../reads/organization_reads.ts";

interface Wire {
  readonly create: CreateInvitation;
  readonly update: Pick<CreateInvitation, "externalId" | "active">;
  readonly response: Invitation;
}

const b = bindingTo<Wire>({ update: "PUT" });

const kind = "invitation";
const { named, identity } = namedByParts("an invitation", {
  invitation_id: "The id at the service.",
});

const schema = s.schema({
  description:
    "An invitation of somebody with an account on the Hub to an organization, " +
    "and the member that comes of it. Nobody waits for its acceptance. Not for " +
    "organizations whose identity provider invites members.\n\n" +
    "When it is destroyed, the invitation is taken back, **and a user who has " +
    "accepted it is removed from the organization**, which the plan says.",
  attributes: {
    ...named,
    invitation_id: b.computed("id", types.string, {
      description: "The id at the service.",
      key: true,
    }),
    username: b.field("userName", types.string, {
      required: true,
      description: "The name of the user, who has an account on the Hub.",
      validators: [namespaceName],
      semanticEquals: sameName,
      change: "immutable",
      key: true,
    }),
    email: b.mapped("email", types.string, {
      encode: (email) => email,
      decode: (emails) => emails[0]?.value,
      response: "emails",
      required: true,
      description: "The mail address of the user.",
      validators: [emailAddress],
      semanticEquals: sameName,
      change: "immutable",
      key: "given",
    }),
    external_id: b.field("externalId", types.string, {
      required: true,
      description: "A name of your own for it, unique in the organization.",
      validators: [v.lengthAtLeast(1)],
    }),
    active: b.field("active", types.bool, {
      optional: true,
      default: true,
      description: "Whether the user may take part. Default `true`.",
    }),
  },
});

export const organizationInvitation: Resource = definerFor<Wire>()({
  typeName: "huggingface_organization_invitation",
  schema,
  kind,
  access: { permission: "org.write", plan: "Enterprise" },
  identity: { ...identity, displayName: "username" },
  conflicts: {
    claims({ id, organization, username, external_id }) {
      const own = knownTexts(organization, external_id);
      return [
        ...[knownTexts(id), knownTexts(organization, username)]
          .flatMap((parts) => parts ? objectClaim(kind, parts.join("/")) : []),
        ...own === undefined ? [] : [{
          thing: `the \`external_id\` ${own[1]} of ${own[0]}`,
          exact: own[1],
          at: Path.root.attribute("external_id"),
        }],
      ];
    },
    async find({ organization, username }, { provider, signal }) {
      const [owner, name] = knownTexts(organization, username) ?? [];
      if (owner === undefined || name === undefined) return [];
      const { invitations } = (await provider.client()).organizations;
      const filter = `userName eq "${name}"`;
      // Each create asks anew, but not for all that there are.
      const all = provider.isApplying
        ? await invitations.list(owner, { filter }, { signal }).toArray()
        : await invitationReads(provider).get(owner, signal);
      return all.filter(({ userName }) => sameName(userName ?? "", name));
    },
  },
  losses: {
    async removes({ username, organization }, context) {
      const member = await readMember(organization ?? "", username, { context })
        .catch(() => null);
      if (member === undefined) return undefined;
      const { role, resourceGroups = [] } = member ?? {};
      const lost = [
        `the role${role === undefined ? "" : ` \`${role}\``}`,
        ...resourceGroups.map(({ name, role }) => `${name} (\`${role}\`)`),
      ];
      return [
        `${username} is removed from the organization ${organization}`,
        `${member ? "The" : "That is, if the"} invitation was accepted: with ` +
        `it goes the member, who loses ${lost.join(", ")}.`,
        lost.map((one) => `${username} with ${one}`),
      ];
    },
  },
  async modifyPlan({ prior, planned: { email }, diagnostics, ...context }) {
    const isOther = prior !== null && !isUnknown(email) &&
      !sameName(prior.email, email);
    if (!isOther) return;
    const { organization, username } = prior;
    const member = await readMember(organization ?? "", username, { context })
      .catch(() => undefined);
    if (member === undefined) return;
    diagnostics.addError(
      `${username} has accepted the invitation`,
      "The service changes no address, and another invitation would remove " +
        `${username} from ${organization} first. Keep \`email\` as it is: an ` +
        "accepted invitation needs it no more. To invite the user again all " +
        "the same, destroy this one, apply that, and create it then.",
      Path.root.attribute("email"),
    );
  },
  async create({ body, namespace, client, ...call }) {
    const { invitations } = client.organizations;
    return await createObject<Invitation>(call, {
      send: (once) => invitations.create(namespace, body, once),
      nameAttribute: "username",
      otherwise: `Either ${body.userName} is a member of ${namespace} ` +
        "already, who needs no invitation: `huggingface_organization_member` " +
        "sets the role. Or another invitation has this `external_id`: choose " +
        "another one.",
    });
  },
  async read({ state, namespace, client, provider, signal }) {
    const { invitations } = client.organizations;
    const own = state.invitation_id ?? "";
    const all = await invitationReads(provider).get(namespace, signal);
    return all.find(({ id }) => id === own) ??
      await orGone(invitations.get(namespace, own, { signal }));
  },
  async update({ body, prior, namespace, client, signal }) {
    if (body === undefined) return undefined;
    const { externalId, active } = body;
    const id = prior.invitation_id ?? "";
    return await client.organizations.invitations
      .update(namespace, id, { externalId, active }, { signal });
  },
  async delete({ state, namespace, client, confirmDelete }) {
    const id = state.invitation_id ?? "";
    const { invitations } = client.organizations;
    await confirmDelete((once) => invitations.delete(namespace, id, once));
  },
});
