import { type Resource, s, types } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { ServiceAccount } from "@hf-terraform/client";
import { withNames } from "../schema/not_told.ts";
import { quoteWords } from "../object/errors.ts";
import { definerFor } from "../object/bound.ts";
import { createObject } from "../object/create.ts";
import { orGone } from "../object/remote_object.ts";
import { namedByParts } from "../schema/organization.ts";
import { serviceAccountReads, tokensOf } from "../reads/organization_reads.ts";
import { textUpTo } from "../schema/validators.ts";

/** The bodies of requests and answers. There is no update. */
interface Wire {
  readonly create: Pick<ServiceAccount, "name" | "description">;
  readonly update: Record<never, never>;
  readonly response: ServiceAccount;
}

const b = bindingTo<Wire>();

const { named, identity } = namedByParts("a service account", {
  service_account_id: "The id: 24 hex digits.",
});

const schema = s.schema({
  description: "An account of an organization that is a program. It is no " +
    "member, takes no seat and may do what its tokens may: " +
    "`huggingface_service_account_token`.\n\nThe service cannot change it: a " +
    "change replaces it, and all its tokens end.",
  attributes: {
    ...named,
    service_account_id: b.computed("_id", types.string, {
      description: "The id: 24 hex digits.",
      key: true,
    }),
    name: b.field("name", types.string, {
      required: true,
      description: "The name, as shown; others may have it too.",
      validators: [textUpTo(50)],
      change: "immutable",
      key: "given",
    }),
    description: b.field("description", types.string, {
      optional: true,
      description: "Description.",
      validators: [textUpTo(500)],
      change: "immutable",
    }),
    username: b.computed("user", types.string, {
      description: "The name of its user, which the service makes.",
    }),
    created_at: b.computed("createdAt", types.string, {
      description: "When it was created, in the form of RFC 3339.",
    }),
  },
});

export const serviceAccount: Resource = definerFor<Wire>()({
  typeName: "huggingface_service_account",
  schema,
  kind: "service account",
  access: { permission: "org.serviceAccounts.write", plan: "Enterprise" },
  identity: { ...identity, displayName: "name" },
  conflicts: {
    async find({ organization, name, description }, { provider, signal }) {
      if (typeof organization !== "string") return [];
      return withNames(
        await serviceAccountReads(provider).get(organization, signal),
        `the name of each service account of ${organization}`,
      ).filter((one) =>
        one.name === name && (one.description ?? null) === description
      );
    },
  },
  losses: {
    dataAtRisk: (_, tokens) =>
      tokens?.length === 0 ? undefined : {
        description: [
          tokens?.join(", ") ?? [],
          "its tokens, and who uses one loses access at once",
        ].flat().join("; "),
        mayBeLost: true,
      },
    async partsOf({ state: { id }, provider, signal }) {
      const tokens = await tokensOf(provider, id ?? "", signal);
      // Ephemeral ones of this run come after its plan.
      const others = tokens?.filter(({ _id }) =>
        !provider.createdObjects.has(`token ${_id}`)
      );
      return others?.map(({ _id, displayName = _id, createdAt = _id }) =>
        `${quoteWords(displayName)} (${createdAt})`
      );
    },
  },
  async create({ body, namespace, client, ...call }) {
    const { serviceAccounts } = client.organizations;
    const { name = "" } = body;
    return await createObject<ServiceAccount>(call, {
      async send(once) {
        const answer = await serviceAccounts
          .create(namespace, { ...body, name }, once);
        return { ...answer, name: answer.fullname ?? name };
      },
      async differs({ _id }, signal) {
        const account = `${namespace}/${_id}`;
        const tokens = await tokensOf(call.provider, account, signal);
        return tokens?.length === 0 ? undefined : "it may hold tokens already";
      },
      describe: ({ _id, createdAt }) =>
        `has the id \`${_id}\` and was created at ${createdAt}`,
    });
  },
  async read({ state, namespace, client, provider, signal }) {
    const { serviceAccounts } = client.organizations;
    const id = state.service_account_id ?? "";
    const all = await serviceAccountReads(provider).get(namespace, signal);
    return all.find(({ _id }) => _id === id) ??
      await orGone(serviceAccounts.get(namespace, id, { signal }));
  },
  async delete({ state, namespace, client, confirmDelete }) {
    const { serviceAccounts } = client.organizations;
    const id = state.service_account_id ?? "";
    await confirmDelete((once) => serviceAccounts.delete(namespace, id, once));
  },
});
