import { BlockList } from "node:net";
import {
  failure,
  isUnknown,
  Path,
  type Resource,
  s,
  types,
  v,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import {
  mayHaveTakenEffect,
  type NetworkSecurity,
  type UpdateNetworkSecurity,
} from "@hf-terraform/client";
import { definerFor } from "../object/bound.ts";
import { namedByParts, setsWhatIsThere } from "../schema/organization.ts";
import type { CallContext } from "../object/remote_object.ts";
import { planAdvice } from "../cost/plan_advice.ts";
import { inOrder, same } from "../schema/same.ts";
import { either, requireText, text } from "../define/inputs.ts";
import { repositoryKinds } from "../schema/known_values.ts";

interface Wire {
  readonly create: UpdateNetworkSecurity;
  readonly update: UpdateNetworkSecurity;
  readonly response: Omit<NetworkSecurity, "enforceAuth"> & {
    readonly enforceAuth?: boolean;
  };
}

const b = bindingTo<Wire>();

const EXEMPT = "exempt";

/** As published: more than one group before `::` is refused. */
const takenV6 =
  /^(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|::|(?:[\da-f]{1,4})?::(?:[\da-f]{1,4}:?){0,6})\/\d{1,3}$/i;

const stays = "Left out, it stays as it is.";
const contents = [...repositoryKinds, "*"];

function rules(field: "blockedContents" | "allowedContents", what: string) {
  const attribute = s.objectSet({
    resource: requireText(`${either(contents)}.`, v.knownValues(...contents)),
    scope: requireText(
      "Repositories: `namespace`, `namespace/name` or `*`.",
      v.matches(
        /^(?:\*|[\w.-]+(?:\/[\w.-]+)?)$/,
        "`namespace`, `namespace/name` or `*`",
      ),
    ),
  }, { optional: true, computed: true, description: `${what} ${stays}` });
  return b.mapped(field, attribute, {
    encode: (rules) => rules,
    decode: (rules) =>
      rules.map(({ resource, scope }) => ({ resource, scope })),
  });
}

function flag(
  field:
    | "enforceAuth"
    | "enforceIpRestriction"
    | "highRateLimits"
    | "keepReposMetadataVisible",
  what: string,
) {
  return b.field(field, types.bool, {
    optional: true,
    computed: true,
    description: `${what} ${stays}`,
    ...field.startsWith("enforce") && { openness: inOrder(true, false) },
  });
}

const { named, identity } = namedByParts(
  "the network security of an organization",
  {},
);

const schema = s.schema({
  description:
    "Addresses that may use an organization, and what of the Hub its members " +
    "may see. An organization has one such object, and what the configuration " +
    "does not name stays as it is.\n\nA restriction to addresses is for " +
    "tokens too: what would lock Terraform out is refused, by the plan, and by " +
    "the apply before anything is sent.\n\nWhen it is destroyed, the " +
    "settings stay as they are." + setsWhatIsThere,
  attributes: {
    ...named,
    enforce_auth: flag(
      "enforceAuth",
      "Whether members must be signed in. The service checks it first.",
    ),
    enforce_ip_restriction: flag(
      "enforceIpRestriction",
      "Whether only `ip_ranges` may use it.",
    ),
    high_rate_limits: flag(
      "highRateLimits",
      "Whether `ip_ranges` have higher rate limits.",
    ),
    ip_ranges: b.field("ipRanges", types.set(types.string), {
      optional: true,
      computed: true,
      description: `Addresses of the organization, in CIDR notation. ${stays}`,
      validators: [
        v.each(v.cidr()),
        v.each(v.matches(
          new RegExp(`^[^:]*$|${takenV6.source}`, "i"),
          "in the long form that the service takes, such as " +
            "`2001:db8:0:0:0:0:0:0/32`",
        )),
      ],
    }),
    blocked_contents: rules("blockedContents", "Content that is blocked."),
    allowed_contents: rules("allowedContents", "Exceptions from that."),
    keep_repos_metadata_visible: flag(
      "keepReposMetadataVisible",
      "Whether metadata of what is blocked stays visible.",
    ),
    caller_address: b.local(text(
      "The address from which Terraform reaches the Hub, which must be in " +
        "`ip_ranges` where `enforce_ip_restriction` is true; or `exempt`, if " +
        "its token is that of a service account with `skip_network_security`, " +
        "which is not checked.",
      v.anyOf(v.ip(), v.oneOf(EXEMPT)),
      v.matches(
        /^(?!10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/i,
        "an address that the Hub sees, not one of a private network",
      ),
    )),
  },
});

/** `pending`: the service checks it, and will switch it on. */
function answerOf({ enforceAuth, ...rest }: NetworkSecurity): Wire["response"] {
  const isTold = typeof enforceAuth === "boolean" || enforceAuth === "pending";
  return { ...rest, ...isTold && { enforceAuth: enforceAuth !== false } };
}

/** The error of a change that locks out, by what is in force with it then. */
function lockOut(
  address: string | null,
  // What is in force, as far as it is known.
  { enforceIpRestriction: was, ipRanges: had = [] }: Omit<
    UpdateNetworkSecurity,
    "enforceAuth"
  >,
  // What is not told lets nobody in.
  { enforceIpRestriction: is = was, ipRanges = had }: UpdateNetworkSecurity,
): readonly [summary: string, detail: string, path: Path] | undefined {
  const isInForce = was === true && same(had.toSorted(), ipRanges.toSorted());
  if (!is || isInForce || address === EXEMPT) return undefined;
  const list = new BlockList();
  const family = (text: string) => text.includes(":") ? "ipv6" : "ipv4";
  for (const range of ipRanges) {
    const [first = "", bits = family(first) === "ipv6" ? 128 : 32] = range
      .split("/");
    try {
      list.addSubnet(first, Number(bits), family(first));
    } catch {
      // What cannot be read lets nobody in.
    }
  }
  if (address !== null && list.check(address, family(address))) {
    return undefined;
  }
  const why = address === null
    ? "Set `caller_address` to the address from which Terraform reaches " +
      "the Hub, so that it can be looked for in `ip_ranges`."
    : `${address} is in none of \`ip_ranges\`, which are ` +
      `${ipRanges.join(", ") || "empty"}. Add a range that holds it, or run ` +
      "Terraform from an address that is in one.";
  return [
    "Terraform would be locked out of the organization",
    `${why} Nobody but an admin at an allowed address could undo it.`,
    Path.root.attribute(address === null ? "caller_address" : "ip_ranges"),
  ];
}

function look({ namespace, client, object: { context } }: CallContext) {
  const { organizations } = client;
  const call = { signal: context.signal };
  return organizations.getNetworkSecurity(namespace, call).then(answerOf);
}

/** Sends what is to change, if there is anything, and locks nobody out. */
async function send(
  { body, plan: { caller_address }, current, ...call }: CallContext & {
    readonly body: UpdateNetworkSecurity;
    readonly plan: { readonly caller_address: string | null };
    readonly current?: Wire["response"] | undefined;
  },
): Promise<Wire["response"]> {
  const before = current ?? await look(call);
  if (Object.keys(body).length === 0) return before;
  const error = lockOut(caller_address, before, body);
  if (error !== undefined) throw failure(...error);
  const { namespace, client: { organizations }, object } = call;
  return await organizations.updateNetworkSecurity(namespace, body, {
    signal: object.context.signal,
    ...current === undefined && {
      mayRepeat: async (error: unknown) =>
        !mayHaveTakenEffect(error) && same(await look(call), before),
    },
  }).then(answerOf);
}

export const organizationNetworkSecurity: Resource = definerFor<Wire>()({
  typeName: "huggingface_organization_network_security",
  schema,
  kind: "network security",
  access: { permission: "org.networkSecurity.write", plan: "Enterprise Plus" },
  identity,
  conflicts: { adopts: "any" },
  losses: {
    removes: ({ organization }) =>
      Promise.resolve([
        `The network security of ${organization} stays as it is`,
        "Terraform no longer manages it then. To change it, do so before it " +
        "is destroyed, or on the page of the organization.",
      ]),
  },
  async modifyPlan({ prior, planned, config, provider, diagnostics }) {
    const { organization, enforce_ip_restriction: isEnforced, ip_ranges } =
      planned;
    const { caller_address: address } = config;
    if (isUnknown(address) || isUnknown(config.enforce_ip_restriction)) return;
    const ranges = isUnknown(ip_ranges) || ip_ranges?.some(isUnknown)
      ? undefined
      : ip_ranges?.flatMap((range) => isUnknown(range) ? [] : [range]);
    const isOpen = ranges === undefined && config.ip_ranges !== null;
    const before = prior !== null
      ? {
        enforceIpRestriction: prior.enforce_ip_restriction ?? undefined,
        ipRanges: prior.ip_ranges ?? undefined,
      }
      : isOpen || typeof organization !== "string"
      ? undefined
      : await planAdvice(provider).ask(
        `network security of ${organization}`,
        ({ organizations }, options) =>
          organizations.getNetworkSecurity(organization, options),
      );
    // What is not known here, the apply looks at before it sends.
    const isLater = isOpen || before === undefined && ranges === undefined;
    if (isLater && address !== null) return;
    const error = lockOut(address, isLater ? {} : before ?? {}, {
      ...typeof isEnforced === "boolean" && {
        enforceIpRestriction: isEnforced,
      },
      ...ranges !== undefined && { ipRanges: ranges },
    });
    if (error !== undefined) diagnostics.addError(...error);
  },
  create: send,
  read: look,
  update: async ({ body, ...call }) => body && await send({ ...call, body }),
  delete: () => Promise.resolve(),
});
