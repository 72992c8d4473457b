import {
  isUnknown,
  Path,
  type Resource,
  s,
  types,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type {
  AutoJoin,
  CreateResourceGroup,
  ResourceGroupDetails,
  SpendLimits,
  UpdateResourceGroup,
} from "@hf-terraform/client";
import { withNames } from "../schema/not_told.ts";
import { definerFor } from "../object/bound.ts";
import { listSome } from "../object/claims.ts";
import { createObject, quoteNames } from "../object/create.ts";
import {
  inTurn,
  lookAtGroup,
  membersOf,
  namedByParts,
  readGroup,
  roleAttribute,
} from "../schema/organization.ts";
import { same } from "../schema/same.ts";
import { planAdvice } from "../cost/plan_advice.ts";
import { resourceGroupReads } from "../reads/organization_reads.ts";
import { textUpTo } from "../schema/validators.ts";
import { whole } from "../define/inputs.ts";

interface Wire {
  readonly create:
    & Pick<CreateResourceGroup, "name" | "description" | "autoJoin">
    & Pick<UpdateResourceGroup, "spendLimits">;
  readonly update: UpdateResourceGroup;
  readonly response:
    & Omit<ResourceGroupDetails, "spendLimits">
    & Pick<UpdateResourceGroup, "spendLimits">;
}

const b = bindingTo<Wire>();

const { named, identity } = namedByParts("a resource group", {
  resource_group_id: "The id: 24 hex digits.",
});

/** The attributes of the limits, and their fields in the API. */
const products = {
  total_cents: "total",
  inference_providers_cents: "inferenceProviders",
  spaces_cents: "spaces",
  jobs_cents: "jobs",
  endpoints_cents: "endpoints",
} as const satisfies Record<string, keyof SpendLimits>;
type Limit = keyof typeof products;
const limitNames = Object.keys(products) as Limit[];

function limit(what: string) {
  const description = `What ${what} may cost, in US cents.`;
  return whole(description, v.atLeast(0));
}

export const groupSchema = s.schema({
  description:
    "A [resource group](https://huggingface.co/docs/hub/security-resource-groups) " +
    "of an organization: who may do what with which repositories, and what " +
    "they may spend. Its members are `huggingface_resource_group_members` or " +
    "`huggingface_resource_group_member`.\n\nWhen it is destroyed, what " +
    "belongs to it stays.",
  attributes: {
    ...named,
    resource_group_id: b.computed("id", types.string, {
      description: "The id: 24 hex digits.",
      key: true,
    }),
    name: b.field("name", types.string, {
      required: true,
      description: "The name.",
      validators: [textUpTo(200)],
    }),
    description: b.mapped("description", types.string, {
      optional: true,
      description: "Description.",
      validators: [textUpTo(500)],
      clear: { send: "" },
      encode: (text) => text,
      decode: (text) => text === "" ? null : text,
    }),
    spend_limits: b.mapped(
      "spendLimits",
      s.object({
        total_cents: limit("everything together"),
        inference_providers_cents: limit("Inference Providers"),
        spaces_cents: limit("Spaces"),
        jobs_cents: limit("jobs"),
        endpoints_cents: limit("Inference Endpoints"),
      }, {
        optional: true,
        description: "Spending limits of a calendar month, at least one of " +
          "these. At a limit the service pauses Spaces, cancels jobs and " +
          "refuses new ones until the month ends; what is left out has none.",
      }),
      {
        encode: (limits) =>
          Object.fromEntries(
            limitNames.map((name) => [products[name], limits[name]]),
          ),
        decode(limits) {
          const told = limitNames
            .map((name) => [name, limits[products[name]] ?? null] as const);
          const isNone = told.every(([, limit]) => limit === null);
          return isNone ? null : Object.fromEntries(told);
        },
      },
      {
        absentMeansNull: true,
        clear: {
          compute: () =>
            Object.fromEntries(
              Object.values(products).map((name) => [name, null]),
            ),
        },
      },
    ),
    auto_join: b.mapped(
      "autoJoin",
      s.object({
        role: roleAttribute("who joins"),
        scope: s.string({
          optional: true,
          default: "all",
          description: "Who joins: `all`, or `read_plus`. Default `all`.",
          validators: [v.oneOf("all", "read_plus")],
        }),
      }, {
        optional: true,
        description:
          "Members of the organization join by themselves, at once; " +
          "when it is removed, nobody leaves. Not for a group of SCIM.",
      }),
      {
        encode: ({ role, scope }): AutoJoin => ({ enabled: true, role, scope }),
        decode: (joined) =>
          joined.enabled === true && joined.role !== undefined
            ? { role: joined.role, scope: joined.scope ?? "all" }
            : joined.enabled === false
            ? null
            : undefined,
      },
      {
        change: "via",
        absentMeansNull: true,
        openness: (joined) => joined === null ? 0 : 1,
      },
    ),
  },
});

export const resourceGroup: Resource = definerFor<Wire>()({
  typeName: "huggingface_resource_group",
  schema: groupSchema,
  kind: "resource group",
  access: { permission: "resourceGroup.write", plan: "Team" },
  identity: { ...identity, displayName: "name" },
  conflicts: {
    async find({ organization, name }, { provider, signal }) {
      if (typeof organization !== "string") return [];
      return withNames(
        await resourceGroupReads(provider).get(organization, signal),
        `the name of each resource group of ${organization}`,
      ).filter((one) => one.name === name);
    },
  },
  losses: {
    async removes({ organization, resource_group_id: id, name }, context) {
      const group = await readGroup(organization ?? "", id ?? "", { context })
        .catch(() => null);
      const { users, resources } = group ?? {};
      const names = users?.map(({ name, role }) => `${name} (\`${role}\`)`) ??
        ["Who is in it, which the token is not shown,"];
      const held = resources?.map(({ type, name, id }) => [type, name ?? id]);
      const things = held?.map((one) => one.join(" ")) ??
        ["What belongs to it, which the token is not shown,"];
      const losses = [
        names.length === 0
          ? []
          : `${names.join(", ")} would be in it no more. ` +
            `They stay members of ${organization}.`,
        things.length === 0
          ? []
          : `${listSome(things)} would be in no group: ` +
            `members of ${organization} may see and change what is in none as ` +
            "their role there allows.",
      ].flat();
      return losses.length === 0 ? undefined : [
        `Members and repositories lose the resource group ${name}`,
        losses.join(" "),
        // What is gone has nobody in it; what cannot be read may.
        group === undefined ? [] : [
          ...users?.map(({ name }) => name) ?? ["whom the token is not shown"],
          ...resources ? things : ["what the token is not shown"],
        ],
      ];
    },
  },
  // Limits come before doors: who joins by themselves finds them in force.
  visibility: {
    by: "autoJoin",
    closed: undefined,
    later: { spendLimits: undefined },
    meanwhile: "nobody joins by themselves",
  },
  validate({ config: { spend_limits: limits }, diagnostics }) {
    if (limits === null || isUnknown(limits)) return;
    if (limitNames.some((name) => limits[name] !== null)) return;
    diagnostics.addError(
      "No spend limit is set",
      `Set one of ${quoteNames(limitNames)}, or take \`spend_limits\` out.`,
      Path.root.attribute("spend_limits"),
    );
  },
  async create({ creation, complete, namespace, client, save, ...call }) {
    const { resourceGroups } = client.organizations;
    // Who joins while a role is set, which is sent with all groups, is put out.
    const turn = { context: call };
    const created = await createObject<Wire["response"]>(call, {
      send(once) {
        const send = () => resourceGroups.create(namespace, creation, once);
        return inTurn(namespace, turn, send);
      },
      later: ["auto_join", "spend_limits"],
      async differs(found) {
        const own = (await planAdvice(call.provider).user())?.name;
        // The service may put in who makes it, and those who join by themselves.
        const others = membersOf(found).filter(({ name, addedBy }) =>
          name !== own &&
          !(creation.autoJoin && [own, undefined].includes(addedBy))
        );
        const held = [...others, ...found.resources ?? []];
        return held.length === 0 ? undefined : "it has members or repositories";
      },
    });
    save(created);
    let now = created;
    const { spendLimits, autoJoin } = await complete(
      async ({ autoJoin, ...limits }, signal) => {
        now = await (autoJoin === undefined
          ? resourceGroups.update(namespace, created.id, limits, { signal })
          : inTurn(namespace, turn, () =>
            resourceGroups
              .setAutoJoin(namespace, created.id, autoJoin, { signal })));
        save(now);
      },
    );
    return {
      ...now,
      ...spendLimits !== undefined && { spendLimits },
      ...autoJoin !== undefined && { autoJoin },
    };
  },
  read: ({ state: { resource_group_id: id }, isFresh, namespace, object }) =>
    (isFresh ? lookAtGroup : readGroup)(namespace, id ?? "", object),
  async update({ body, plan, prior, namespace, client, object, signal, save }) {
    const { resourceGroups } = client.organizations;
    const id = prior.resource_group_id ?? "";
    const call = { signal };
    const { auto_join: joins } = plan;
    let answer: Wire["response"] | undefined;
    const join = async (autoJoin: AutoJoin) => {
      const set = () =>
        resourceGroups.setAutoJoin(namespace, id, autoJoin, call);
      save(answer = await inTurn(namespace, object, set));
    };
    // Closed before limits go, opened after they have come.
    if (joins === null && prior.auto_join !== null) {
      await join({ enabled: false });
    }
    if (body !== undefined) {
      answer = await resourceGroups.update(namespace, id, body, call);
      save(answer);
    }
    if (joins !== null && !same(joins, prior.auto_join)) {
      await join({ enabled: true, ...joins });
    }
    return answer;
  },
  async delete({ state, object, namespace, client, confirmDelete }) {
    const id = state.resource_group_id ?? "";
    if (await lookAtGroup(namespace, id, object) === undefined) {
      return false;
    }
    const { resourceGroups } = client.organizations;
    return await confirmDelete((once) =>
      resourceGroups.delete(namespace, id, once)
    );
  },
});
