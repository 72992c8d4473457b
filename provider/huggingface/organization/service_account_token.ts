import {
  maskSecret,
  p,
  Path,
  type Resource,
  s,
  type State,
  types,
  unknown,
} from "@hf-terraform/framework";
import { bindingTo, type Codec } from "@hf-terraform/framework/binding";
import {
  type HuggingFace,
  isApiError,
  type ServiceAccountToken,
  type ServiceAccountTokenBody,
} from "@hf-terraform/client";
import { definerFor } from "../object/bound.ts";
import { createObject } from "../object/create.ts";
import { namedByParts } from "../schema/organization.ts";
import { knownTexts, same } from "../schema/same.ts";
import { accountIdAttribute, allowances, tokenName } from "./account_token.ts";
import {
  accountReads,
  serviceAccountReads,
  tokensOf,
} from "../reads/organization_reads.ts";

interface Wire {
  readonly create: ServiceAccountTokenBody;
  readonly update: ServiceAccountTokenBody;
  readonly response: ServiceAccountToken & { readonly token?: string };
}

const b = bindingTo<Wire>();

const { named, identity } = namedByParts("a token of a service account", {
  service_account_id: "The id of the service account: 24 hex digits.",
  token_id: "The id: 24 hex digits.",
});
const rotated = ["rotation_keepers"];

/** A list at the service, which has no null for it. */
const listed: Codec<readonly string[], readonly string[]> = {
  encode: (values) => values,
  decode: (values, kept) =>
    values.length === 0 && (kept ?? null) === null ? null : values,
};

/** A list of what the token may do. */
function allowed(
  field: "permissions" | "repoIds" | "repoPermissions" | "endpointPatterns",
  name: keyof typeof allowances,
) {
  return b.mapped(field, allowances[name], listed, { clear: { send: [] } });
}

const schema = s.schema({
  description:
    "A token of a service account. The service shows its value once, so it is " +
    "in the state: protect that, or use the ephemeral resource of the same " +
    "name, whose token ends with the run.\n\nA change of `rotation_keepers` " +
    "rotates it: the old value ends at once. One that somebody else has " +
    "rotated is rotated again.",
  attributes: {
    ...named,
    service_account_id: b.local(accountIdAttribute, { change: "immutable" }),
    token_id: b.computed("_id", types.string, {
      description: "The id: 24 hex digits.",
      key: true,
    }),
    name: b.field("displayName", types.string, {
      optional: true,
      default: "Terraform",
      description:
        "The name, which no other token of the account should have. " +
        "Default `Terraform`.",
      validators: [tokenName],
    }),
    permissions: allowed("permissions", "permissions"),
    repository_ids: allowed("repoIds", "repository_ids"),
    repository_permissions: allowed(
      "repoPermissions",
      "repository_permissions",
    ),
    endpoint_patterns: allowed("endpointPatterns", "endpoint_patterns"),
    skip_network_security: b.field("skipNetworkSecurity", types.bool, {
      optional: true,
      default: false,
      description:
        "Whether it may come from any address (Enterprise Plus, and " +
        "the permission `org.networkSecurity.write`). Default `false`.",
    }),
    rotation_keepers: b.local(
      s.map(types.string, {
        optional: true,
        description: "Anything: when it changes, the token gets another " +
          'value. Such as `{ month = formatdate("YYYY-MM", plantimestamp()) }`. ' +
          "The first ones rotate nothing, so that an import keeps the value.",
      }),
    ),
    token: b.computed("token", types.string, {
      sensitive: true,
      description: "The value; null after an import.",
      planModifiers: [p.computedFrom(rotated)],
    }),
    last4: b.computed("last4", types.string, {
      description: "The last four characters of the value.",
      planModifiers: [p.computedFrom(rotated)],
    }),
    created_at: b.computed("createdAt", types.string, {
      description: "When the value was made, in the form of RFC 3339.",
      fingerprint: true,
      planModifiers: [p.computedFrom(rotated)],
    }),
  },
});

/** The value, which no message may show, beside the rest. */
function withValue<T extends object>(token: string, rest: T) {
  maskSecret(token);
  return { ...rest, token, last4: token.slice(-4) };
}

/** Whether the state has a value that the service has no longer. */
function isRotated({ token, last4 }: State<typeof schema>): boolean {
  return token !== null && last4 !== null && !token.endsWith(last4);
}

/** Tests whether the service knows the value of a token: then it is. */
function works({ users }: HuggingFace, signal: AbortSignal): Promise<boolean> {
  return users.whoami({ signal })
    .then(() => true, (error) => !isApiError(error, 401));
}

export const serviceAccountToken: Resource = definerFor<Wire>()({
  typeName: "huggingface_service_account_token",
  schema,
  kind: "token of a service account",
  access: { permission: "org.serviceAccounts.write", plan: "Enterprise" },
  identity: { ...identity, displayName: "name" },
  conflicts: {
    async find(planned, { provider, signal }) {
      const { organization, service_account_id, name } = planned;
      const account = knownTexts(organization, service_account_id)?.join("/");
      const tokens = account && await tokensOf(provider, account, signal);
      return (tokens || []).filter(({ displayName }) => displayName === name);
    },
  },
  losses: {
    unmanaged: ({ token }, { isEnding }) =>
      isEnding && token === null ? ["its value"] : [],
  },
  modifyPlan({ prior, planned, diagnostics }) {
    if (prior === null) return {};
    if (!isRotated(prior)) {
      const { rotation_keepers, token, last4, created_at } = prior;
      return rotation_keepers === null
        ? { planned: { ...planned, token, last4, created_at } }
        : {};
    }
    diagnostics.addWarning(
      "The value of the token is another one by now",
      "Somebody else has rotated it, or an apply that lost its answer, so what " +
        "is in the state has ended. The apply rotates it again: the value that " +
        "somebody else may have ends then.",
      Path.root.attribute("token"),
    );
    const value = { token: unknown, last4: unknown, created_at: unknown };
    return { planned: { ...planned, ...value } };
  },
  async create({ body, plan, namespace, client, ...call }) {
    const { serviceAccounts } = client.organizations;
    const { service_account_id: account } = plan;
    return await createObject<Wire["response"]>(call, {
      async send(once) {
        const { token, tokenInfo } = await serviceAccounts
          .createToken(namespace, account, body, once);
        return withValue(token, tokenInfo);
      },
      differs: () => "nobody was shown its value",
      describe: ({ _id, displayName, createdAt }) =>
        `is called \`${displayName}\`, has the id \`${_id}\` and was made at ` +
        `${createdAt}`,
    });
  },
  async read({ state, namespace, provider, client, signal }) {
    const { service_account_id: account, token_id, token } = state;
    const id = token_id ?? "";
    const accounts = accountReads(provider);
    const find = async () => {
      const found = await accounts.get(`${namespace}/${account}`, signal);
      if (found === undefined) return null;
      // Where they are not told, this one is as it was.
      const { accessTokens = [{ _id: id }] } = found;
      return accessTokens.find(({ _id }) => _id === id);
    };
    const listed = await find();
    if (listed === null) {
      // Without its plan the organization answers 404 too, but shows no list.
      await serviceAccountReads(provider).get(namespace, signal);
      return undefined;
    }
    // No route has a single one, and a list may lag behind.
    if (listed === undefined) accounts.forget();
    const found = listed ?? await find() ??
      // A longer one takes long to look for in what the service answers.
      (token && /^\w{8,99}$/.test(token) &&
          await works(client.withOptions({ token }), signal)
        ? { _id: id }
        : undefined);
    if (found === undefined) return undefined;
    const { last4: _, createdAt = "", ...rest } = found;
    // It may be about a value before that of the state.
    const isOlder = Date.parse(createdAt) < Date.parse(state.created_at ?? "");
    return isOlder ? rest : found;
  },
  async update({ body, plan, prior, namespace, client, signal, save }) {
    const { serviceAccounts } = client.organizations;
    const { service_account_id: account } = prior;
    const id = prior.token_id ?? "";
    const call = { signal };
    let answer: Wire["response"] | undefined;
    if (body !== undefined) {
      answer = await serviceAccounts
        .updateToken(namespace, account, id, body, call);
      save(answer, body);
    }
    const { rotation_keepers: keepers } = prior;
    // An import knows no keepers: the first ones are taken as they are.
    const isKept = keepers === null ||
      same(plan.rotation_keepers ?? {}, keepers);
    if (isKept && !isRotated(prior)) return answer;
    const { token, tokenInfo } = await serviceAccounts
      .rotateToken(namespace, account, id, call);
    // No failure loses the value, which the service has shown once.
    const found = await serviceAccounts.get(namespace, account, call)
      .catch(() => undefined);
    const now = found?.accessTokens?.find(({ _id }) => _id === tokenInfo._id);
    return withValue(token, { ...answer, ...now, ...tokenInfo });
  },
  async delete({ state, namespace, client, current, confirmDelete }) {
    if (current === undefined) return false;
    const { service_account_id: account, token_id: id } = state;
    const { serviceAccounts } = client.organizations;
    return await confirmDelete((once) =>
      serviceAccounts.deleteToken(namespace, account, id ?? "", once)
    );
  },
});
