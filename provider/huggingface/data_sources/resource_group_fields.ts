/**
 * What the data sources of resource groups show of one.
 *
 * @module
 */

import { types } from "@hf-terraform/framework";
import type { AnswerBinder } from "@hf-terraform/framework/binding";
import type { ResourceGroupDetails } from "@hf-terraform/client";
import { limitNames, products } from "../resources/resource_group.ts";

/** The attributes of a resource group beside its id and name. */
export function groupAttributes(group: AnswerBinder<ResourceGroupDetails>) {
  return {
    description: group.string(
      ({ description }) => description || null,
      "What it is for; null if nobody said.",
    ),
    auto_join_role: group.string(
      ({ autoJoin }) => autoJoin?.enabled ? autoJoin.role : null,
      "What members of the organization may do in it, who join by " +
        "themselves; null if they do not.",
    ),
    spend_limits: group.value(
      types.map(types.int),
      ({ spendLimits = {} }) =>
        Object.fromEntries(
          limitNames.flatMap((name) => {
            const limit = spendLimits[products[name]];
            return limit === undefined ? [] : [[name, limit]];
          }),
        ),
      "What it may spend in a calendar month, in US cents, by the names that " +
        "the resource has: `total_cents`, `jobs_cents` and so on. What is " +
        "absent has no limit.",
    ),
    members: group.list("users", (user) => ({
      username: user.string("name", "The name of the user."),
      role: user.string(
        "role",
        "What the user may do: `admin`, `write`, `contributor`, `read` or " +
          "`no_access`.",
      ),
    }), "The members, by name."),
    resources: group.list("resources", (resource) => ({
      type: resource.string(
        "type",
        "What it is, such as `model`, `dataset` or `space`.",
      ),
      name: resource.string(
        ({ name, id }) => name ?? id,
        "`namespace/name` of a repository; the id of anything else.",
      ),
    }), "What belongs to it."),
  };
}

/** A resource group with its members in order. */
export function ordered(group: ResourceGroupDetails): ResourceGroupDetails {
  const users = group.users.toSorted((a, b) => a.name < b.name ? -1 : 1);
  return { ...group, resources: group.resources ?? [], users };
}
